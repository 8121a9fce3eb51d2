#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_fields.h"
#include "base/kept_results.h"
#include "base/lines.h"
#include "base/parallel.h"
#include "generator/checks.h"
#include "generator/variation.h"
#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/vec2.h"

namespace novphy {

/// Where a kept draw stands in its stream; the most that readers take.
inline constexpr ListCodec kAfterCodec{WholeCodec{0, 100'000'000}};

/// The first line of a folder's index: properties that all tasks of the folder share.
struct TaskSetHead {
  Seed seed{};
  int count = 0;         ///< number of tasks of each template
  std::string proof{};   ///< "none", "valid", "witness" or "full"
  std::string format{};  ///< "json" or "xml"
  bool paired = false;
  int most_distractors = 0;
  Vec2 window_deg{};         ///< least and greatest width of the windows
  std::string difficulty{};  ///< the difficulty wished of novel tasks, such as "detect=0.2:0.5"; "": any
  std::string pairs{};       ///< hash_of_pairs() of the pairs that the tasks are made of
  std::string checks{};      ///< hash_of_checks() of the pairs and the table of novelties
  std::string physics{};     ///< name of the physics that tasks were proved with
  std::string catalogue_hash{};
  std::string physics_hash{};
  std::vector<std::string> overrides{};  ///< numbers that --set changed
  friend bool operator==(const TaskSetHead&, const TaskSetHead&) = default;
};

/// A line of the index: a task, and how the task was made.
struct TaskSetLine {
  std::string task_template{};  ///< "rolling/agents/novel"
  int task = 0;
  std::string file{};  ///< path within the folder; "" for a task made for a plan
  std::string hash{};  ///< hash of the bytes of the task's text
  TaskRecipe recipe{};
  KeptDraw kept{};                     ///< not known in sets of earlier versions
  std::vector<std::string> witness{};  ///< shots that pass the task, in the form that novphy play takes
  std::optional<Vec2> window_deg{};    ///< first and last angle of the window
  double pull_m = 0;
  int disturbed_wins = 0;  ///< how many of the nine disturbed plays win
  std::optional<double> winning_share{};
  std::string digest{};  ///< digest of the witness's play
  int draws = 0;
  std::map<std::string, int> rejected{};  ///< number of rejected draws, by the check that they failed
};

void describe(FieldIo& io, TaskSetHead& head);
std::string to_json_line(const TaskSetHead& head);
std::string to_json_line(const TaskSetLine& line);

/// The index of a folder.
struct TaskSet {
  TaskSetHead head{};
  std::vector<TaskSetLine> lines{};
};

inline constexpr const char* kIndexName = "index.jsonl";
inline constexpr const char* kPartialIndexName = "index.partial.jsonl";
/// The index of shard 3 of 8 is index.shard-3-of-8.jsonl.
inline constexpr const char* kShardIndexBase = "index";
inline constexpr const char* kShardIndexEnding = ".jsonl";

/// Reads an index. Where it is not finished, a last line without a line break, which was cut off when the
/// writer was stopped, is left out. This and the following functions throw InputError with file and line.
TaskSet read_index(const std::filesystem::path& file, bool finished, const Catalogue& catalogue);
/// Reads FOLDER/index.jsonl.
TaskSet read_task_set(const std::filesystem::path& folder, const Catalogue& catalogue);

/// The index of a set of tasks while they are made. A line is on disk when add() returns. Several threads may
/// use a journal at once.
class TaskJournal {
 public:
  using Key = std::pair<std::string, int>;  ///< name of the template, number of the task
  using Lines = std::map<Key, TaskSetLine>;

  /// Begins the file anew with these lines, so that a second interruption loses none. The caller has opened
  /// and so locked the file, and has read the lines from it. Throws InputError where the file cannot be
  /// written.
  TaskJournal(AppendFile file, const TaskSetHead& head, Lines lines);
  /// Deletes the file where an error ends the work before any task was made, so that no later work meets it.
  ~TaskJournal();
  TaskJournal(const TaskJournal&) = delete;
  TaskJournal& operator=(const TaskJournal&) = delete;

  const TaskSetHead& head() const { return head_; }
  bool holds(const std::string& task_template, int task) const;
  /// The line of a task that the journal holds.
  TaskSetLine line(const std::string& task_template, int task) const;
  /// Adds a line, or replaces the one that the journal has for the task.
  void add(TaskSetLine line);
  /// All lines, sorted by template and task. No thread may call add() while the result is in use.
  const Lines& lines() const { return lines_; }
  /// Deletes the file.
  void remove();

 private:
  void remove_if_empty() noexcept;

  AppendFile file_;
  TaskSetHead head_;
  Lines lines_;
  int exceptions_;  ///< under way when the journal was made
  mutable std::mutex mutex_{};
};

/// What an index must be like if more tasks are to be added to it.
struct Resumption {
  bool resume = false;  ///< whether it may hold tasks
  const TaskSetHead& head;
  const std::vector<Pair>& pairs;
  const Catalogue& catalogue;
  std::filesystem::path folder{};  ///< of the tasks' files; "": the tasks have none
};

/// Opens the journal in this file with the tasks that are there already: those of the file and of the
/// `others`, which are indices of shards or a finished index, named kIndexName. A task whose file the folder
/// lacks is none. Throws InputError where an index holds tasks and `resume` is off, where its head differs
/// from `head` in anything but the count, where its count is greater than that of `head`, and where a line or
/// a task's file does not have its hash.
std::unique_ptr<TaskJournal> open_journal(const std::filesystem::path& file,
                                          const std::vector<std::filesystem::path>& others,
                                          const Resumption& resumption);

// The hashes in an index of tasks: of the text of each task and, in an unfinished index, of each line.

/// The hash of these bytes as an index gives it.
std::string hash_of(std::string_view text);

/// The line of an unfinished index, with its line break: the line of a finished one, and its hash.
std::string with_line_hash(const TaskSetLine& line);

/// Throws InputError, which names the line of the index, where no pair has the template of one of the set's
/// lines, and where the pair and the recipe make another task than that of the line's hash.
void check_recipes(const TaskSet& set, const std::vector<Pair>& pairs, const Catalogue& catalogue,
                   const std::filesystem::path& index);

/// Throws InputError where the folder has the line's file with other bytes than those of its hash.
void check_file(const TaskSetLine& line, const std::filesystem::path& folder);

struct AuditOptions {
  std::vector<Novelty> novelties{};  ///< the table of novelties, which says what a novel task must pass
  double share = 0.01;               ///< share of the set's tasks in the sample, at least one task
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  PieceCounter::Progress progress{};  ///< called after each task of the sample
  KeptResults* kept = nullptr;        ///< keeps and knows the checks of tasks
  std::string played_with{};          ///< program and numbers, for the keys of kept results
};

/// A task of a set, and the results of all checks of its side, with its distractors in place.
struct AuditedTask {
  std::string task_template{};
  int task = 0;
  SideReport report{};
};

/// Indices of the tasks that an audit checks, ascending: this share of `count` tasks, and at least one.
std::vector<std::size_t> audit_sample(std::size_t count, double share, std::uint64_t seed);

/// Makes every check on a sample of the tasks, in the order of the set. `pairs` must have the pair of each
/// task.
std::vector<AuditedTask> audit(const TaskSet& set, const std::vector<Pair>& pairs,
                               const AuditOptions& options, const SolverNumbers& numbers);

/// On how many tasks a check was made, and how many passed it.
struct CheckTally {
  int asked = 0;
  int passed = 0;
};

/// The tally of each check, by the check's name, such as "novelty_needed".
std::map<std::string, CheckTally> tally(const std::vector<AuditedTask>& tasks);

}  // namespace novphy
