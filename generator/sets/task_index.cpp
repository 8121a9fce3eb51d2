#include "generator/sets/task_index.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/text.h"
#include "levels/json_geometry.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

constexpr std::string_view kLineHash = ",\"line_hash\":\"";
constexpr std::size_t kDigits = 16;

std::string end_of_line(std::string_view hashed) {
  return fmt::format("{}{}\"}}", kLineHash, hash_of(hashed));
}

std::string text_of(const TaskSetLine& line, const Pair& base, const std::string& format,
                    const Catalogue& catalogue) {
  const bool novel = line.task_template == base.novel.name;
  const Pair pair = line.recipe.make_pair(base, novel, catalogue);
  const Task& task = pair.side(novel).task;
  return format == "xml" ? task_to_xml(task, catalogue) : task_to_json(task, catalogue);
}

/// Whether the text of a line has not the hash that it ends with. Lines without a hash are fine.
bool is_changed(std::string_view text) {
  const std::size_t ending = kLineHash.size() + kDigits + std::string_view("\"}").size();
  if (text.size() < ending) return false;
  const std::string_view hashed = text.substr(0, text.size() - ending);
  const std::string_view end = text.substr(hashed.size());
  return end.starts_with(kLineHash) && end != end_of_line(hashed);
}

}  // namespace

std::string hash_of(std::string_view text) { return fmt::format("{:016x}", fnv1a(text)); }

std::string with_line_hash(const TaskSetLine& line) {
  std::string text = to_json_line(line);
  text.resize(text.size() - std::string_view("}\n").size());
  return text + end_of_line(text) + "\n";
}

void check_recipes(const TaskSet& set, const std::vector<Pair>& pairs, const Catalogue& catalogue,
                   const std::filesystem::path& index) {
  for (int number = 2; const TaskSetLine& line : set.lines) {
    const auto wrong = [&](const std::string& what) { return InputError(index.string(), number, what); };
    const Pair* base = find_pair(pairs, line.task_template);
    if (!base) throw wrong(fmt::format("no pair has the template {}", line.task_template));
    const std::string found = hash_of(text_of(line, *base, set.head.format, catalogue));
    if (found != line.hash)
      throw wrong(
          fmt::format("has been changed: it makes a task with the hash {}, and says {}", found, line.hash));
    ++number;
  }
}

void check_file(const TaskSetLine& line, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / line.file;
  if (line.file.empty() || !std::filesystem::is_regular_file(file)) return;
  const std::string found = hash_of(read_file(file, kTaskBounds));
  if (found == line.hash) return;
  throw InputError(file.string(), fmt::format("has been changed since it was made: its hash is {}, and the "
                                              "folder's index says {}",
                                              found, line.hash));
}

namespace {

constexpr int kFormat = 2;
constexpr WholeCodec kTaskCount{0, 1'000'000};
constexpr double kMostDeg = 1e6;

/// [a, b], each with a decimal point.
using DecimalVec2Codec = TwoCodec<Vec2, DecimalCodec>;

}  // namespace

void describe(FieldIo& io, TaskSetHead& head) {
  int format = kFormat;
  io.field("novphy_tasks", format, kAnyWhole);
  describe_seed(io, head.seed);
  io.field("count", head.count, kTaskCount);
  io.field("proof", head.proof, TextCodec{});
  io.field("format", head.format, TextCodec{});
  io.field("paired", head.paired, FlagCodec{});
  io.field("most_distractors", head.most_distractors, kCount);
  io.field("window_deg", head.window_deg, DecimalVec2Codec{DecimalCodec{{0, kMostDeg}}});
  io.field("pairs", head.pairs, TextCodec{});
  io.field("difficulty", head.difficulty, TextCodec{}, "");
  io.field("checks", head.checks, TextCodec{});
  io.field("physics", head.physics, TextCodec{});
  io.field("catalogue_hash", head.catalogue_hash, TextCodec{});
  io.field("physics_hash", head.physics_hash, TextCodec{});
  io.field("overrides", head.overrides, ListCodec{TextCodec{}}, {});
}

namespace {

/// An object as a text: "wood circle at 1.5 -3.1".
struct DistractorCodec {
  const Catalogue* catalogue;
  Object read(const Node& node) const {
    const auto object = object_from_text(node.text(), *catalogue);
    if (!object) node.expected("an object, such as \"wood circle at 1.5 -3.1\"");
    return object.value_or(Object{});
  }
  void write(JsonText& out, const Object& object) const { append_quoted(out.text, object_text(object)); }
};

/// Values of parameters by their names. Files name parameters with numbers first, then parameters with words.
struct ParametersCodec {
  ParameterValues read(const Node& node) const {
    ParameterValues values;
    for (const auto& [name, value] : node.members())
      values[name] = value.is_text() ? ParameterValue(value.text()) : ParameterValue(value.number());
    return values;
  }
  void write(JsonText& out, const ParameterValues& values) const {
    FieldWriter io(out);
    for (const auto& [name, value] : values)
      if (const auto* number = std::get_if<double>(&value)) io.field(name, *number, DecimalCodec{});
    for (const auto& [name, value] : values)
      if (const auto* word = std::get_if<std::string>(&value)) io.field(name, *word, TextCodec{});
    io.done();
  }
};

}  // namespace

void describe(FieldIo& io, TaskSetLine& line, const Catalogue* catalogue) {
  io.field("template", line.task_template, TextCodec{});
  io.field("task", line.task, kTaskCount);
  io.field("file", line.file, TextCodec{});
  io.field("hash", line.hash, TextCodec{});
  io.field("parameters", line.recipe.member.values, ParametersCodec{});
  io.field("shift", line.recipe.member.shift_m, DecimalVec2Codec{});
  io.field("distractors", line.recipe.distractors, ListCodec{DistractorCodec{catalogue}});
  if (io.present("window_deg", line.window_deg.has_value())) {
    io.field("window_deg", line.window_deg,
             MaybeCodec{DecimalVec2Codec{DecimalCodec{{-kMostDeg, kMostDeg}}}});
    io.field("pull_m", line.pull_m, DecimalCodec{});
    io.field("disturbed_wins", line.disturbed_wins, kCount);
    io.field("witness", line.witness, ListCodec{TextCodec{}});
    io.field("digest", line.digest, TextCodec{});
  }
  io.maybe("winning_share", line.winning_share, DecimalCodec{{0, 1}});
  io.field("draws", line.draws, kCount);
  io.field("rejected", line.rejected, MapCodec{kCount});
  io.field("after", line.kept.after, kAfterCodec, {});
  io.field("attempt", line.kept.attempt, kCount, 0);
}

namespace {

TaskSetHead head_of(const Node& line) {
  const Node format = line.at("novphy_tasks");
  if (format.json() == std::to_string(kFormat)) return read_fields<TaskSetHead>(line);
  if (format) format.error(fmt::format("found {}, expected \"novphy_tasks\": {}", format.json(), kFormat));
  return {};  // another version may have other keys
}

/// Reads a line. Keys that the list does not name are left alone: some sets have them.
TaskSetLine line_of(const Node& node, const Catalogue& catalogue) {
  TaskSetLine line;
  FieldReader io(node);
  describe(io, line, &catalogue);
  const std::filesystem::path file = std::filesystem::path(line.file).lexically_normal();
  if (file.is_absolute() || (!file.empty() && *file.begin() == ".."))
    node.at("file").error("leaves the folder of the index");
  return line;
}

}  // namespace

TaskSet read_index(const std::filesystem::path& file, bool finished, const Catalogue& catalogue) {
  LineReader reader(file.string());
  TaskSet set;
  bool any = false;
  while (reader.next() && (finished || !reader.unfinished())) {
    if (is_changed(reader.text()))
      throw InputError(file.string(), reader.line(),
                       "has been changed or damaged: it does not have its hash");
    JsonDocument line(reader.text(), file.string(), kLineBounds, reader.line());
    if (reader.line() == 1)
      set.head = head_of(line.root().object());
    else
      set.lines.push_back(line_of(line.root().object(), catalogue));
    line.check();
    any = true;
  }
  if (!any) throw InputError(file.string(), "is empty, expected an index of tasks");
  return set;
}

std::string to_json_line(const TaskSetHead& head) { return to_json(head) + "\n"; }

std::string to_json_line(const TaskSetLine& line) {
  const Catalogue* const none = nullptr;
  return to_json(line, none) + "\n";
}

TaskSet read_task_set(const std::filesystem::path& folder, const Catalogue& catalogue) {
  return read_index(folder / kIndexName, true, catalogue);
}

namespace {

/// Throws InputError where tasks of this index are not those that the work goes on with.
void check_head(const std::filesystem::path& index, TaskSetHead before, const Resumption& now) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(index.string(),
                     fmt::format("{}; to begin anew, remove {}", what,
                                 now.folder.empty() ? index.string() : "the folder " + now.folder.string()));
  };
  if (!now.resume) refuse("holds tasks already: --resume goes on with them");
  const int count = std::exchange(before.count, now.head.count);
  if (before != now.head) refuse("was made with other options, numbers, templates or novelties");
  if (count > now.head.count)
    refuse(fmt::format("is of {} of each template, more than the {} asked for", counted(count, "task"),
                       now.head.count));
}

}  // namespace

TaskJournal::TaskJournal(AppendFile file, const TaskSetHead& head, Lines lines)
    : file_(std::move(file)), head_(head), lines_(std::move(lines)), exceptions_(std::uncaught_exceptions()) {
  std::string text = to_json_line(head);
  for (const auto& [key, line] : lines_) text += with_line_hash(line);
  try {
    file_.replace(text);
  } catch (const InputError&) {
    if (file_.size() == 0) remove_if_empty();
    throw;
  }
}

TaskJournal::~TaskJournal() {
  if (std::uncaught_exceptions() > exceptions_) remove_if_empty();
}

void TaskJournal::remove_if_empty() noexcept {
  std::error_code ignored;
  if (lines_.empty()) std::filesystem::remove(file_.file(), ignored);
}

bool TaskJournal::holds(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.contains({task_template, task});
}

TaskSetLine TaskJournal::line(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.at({task_template, task});
}

void TaskJournal::add(TaskSetLine line) {
  const std::string text = with_line_hash(line);
  const std::lock_guard lock(mutex_);
  file_.append(text);
  Key key{line.task_template, line.task};
  lines_[std::move(key)] = std::move(line);
}

void TaskJournal::remove() { file_.remove(); }

namespace {

/// Adds the lines of an index. An unfinished one without a task is taken for an empty file.
void take_lines(const std::filesystem::path& index, const Resumption& resumption, TaskJournal::Lines& lines) {
  const bool finished = index.filename() == kIndexName;
  const TaskSet before = read_index(index, finished, resumption.catalogue);
  if (!finished && before.lines.empty()) return;
  check_head(index, before.head, resumption);
  check_recipes(before, resumption.pairs, resumption.catalogue, index);
  for (const TaskSetLine& line : before.lines) {
    if (!resumption.folder.empty()) check_file(line, resumption.folder);
    if (resumption.folder.empty() || std::filesystem::exists(resumption.folder / line.file))
      lines[{line.task_template, line.task}] = line;
  }
}

}  // namespace

std::unique_ptr<TaskJournal> open_journal(const std::filesystem::path& file,
                                          const std::vector<std::filesystem::path>& others,
                                          const Resumption& resumption) {
  TaskJournal::Lines lines;
  for (const std::filesystem::path& other : others) take_lines(other, resumption, lines);
  AppendFile opened(file, {.create = true});
  // A task that was made again because it equalled another one is in the journal's own file.
  if (opened.size() > 0) take_lines(file, resumption, lines);
  return std::make_unique<TaskJournal>(std::move(opened), resumption.head, std::move(lines));
}

namespace {

constexpr std::array<std::string_view, 4> kVerdictWords{"passed", "failed", "not asked", "reported"};

SideReport check(const TaskSetLine& line, const Pair& base, const std::vector<Novelty>& novelties,
                 const SolverNumbers& numbers) {
  const bool novel = line.task_template == base.novel.name;
  PairReport report = verify(line.recipe.make_pair(base, novel, numbers.catalogue), novelties, numbers);
  return std::move(novel ? report.novel : report.normal);
}

/// The checks of a task alone, which a journal keeps.
struct KeptChecks {
  std::vector<CheckResult> checks{};
};

}  // namespace

void describe(FieldIo& io, CheckResult& check) {
  io.field("id", check.id, TextCodec{});
  io.field("verdict", check.verdict, WordCodec<CheckVerdict, kVerdictWords.size()>{kVerdictWords});
  io.field("finding", check.finding, TextCodec{});
}

namespace {

void describe(FieldIo& io, KeptChecks& kept) {
  io.field("checks", kept.checks, ListCodec{ObjectCodec<CheckResult>{}});
}

}  // namespace

std::vector<std::size_t> audit_sample(std::size_t count, double share, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const double wanted = std::max(1.0, std::round(share * static_cast<double>(count)));
  const std::size_t size = std::min(count, static_cast<std::size_t>(wanted));
  Rng rng = Rng::stream(seed, "generator/audit");
  for (std::size_t i = 0; i < size; ++i) {
    const int other = rng.integer(static_cast<int>(i), static_cast<int>(count) - 1);
    std::swap(order[i], order[static_cast<std::size_t>(other)]);
  }
  order.resize(size);
  std::ranges::sort(order);
  return order;
}

std::vector<AuditedTask> audit(const TaskSet& set, const std::vector<Pair>& pairs,
                               const AuditOptions& options, const SolverNumbers& numbers) {
  const auto chosen = audit_sample(set.lines.size(), options.share, options.seed);
  std::vector<AuditedTask> audited(chosen.size());
  PieceCounter counter(options.progress, chosen.size());
  parallel_for(chosen.size(), options.jobs, [&](std::size_t i) {
    const TaskSetLine& line = set.lines[chosen[i]];
    audited[i] = {.task_template = line.task_template, .task = line.task};
    SideReport& report = audited[i].report;
    const std::string key =
        fmt::format("audit {} {}{}", options.played_with, to_json_line(set.head), to_json_line(line));
    if (const auto kept = options.kept ? options.kept->find<KeptChecks>(key) : std::nullopt) {
      report.checks = kept->checks;
    } else {
      report = check(line, *find_pair(pairs, line.task_template), options.novelties, numbers);
      if (options.kept) options.kept->keep(key, KeptChecks{report.checks});
    }
    counter.add();
  });
  return audited;
}

std::map<std::string, CheckTally> tally(const std::vector<AuditedTask>& tasks) {
  std::map<std::string, CheckTally> tallies;
  for (const AuditedTask& task : tasks)
    for (const CheckResult& result : task.report.checks) {
      if (result.verdict == CheckVerdict::kNotAsked || result.verdict == CheckVerdict::kReported) continue;
      CheckTally& check = tallies[result.id];
      ++check.asked;
      check.passed += result.verdict == CheckVerdict::kPassed;
    }
  return tallies;
}

}  // namespace novphy
