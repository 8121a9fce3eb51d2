#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "evaluator/cell_measures.h"
#include "evaluator/evaluation.h"
#include "evaluator/load.h"
#include "evaluator/measure_table.h"
#include "evaluator/measures/series.h"
#include "evaluator/trial_log.h"

/// A board of entries that played one plan, and agent cards: what the authors of an entry say about it.
/// docs/reference/board.md describes the files.
namespace novphy {

/// What an agent is given to see.
enum class CardTrack { kText, kPicture };
inline constexpr WordCodec<CardTrack, 2> kTrack{{"text", "picture"}};

/// Means by the keys of measures.
using PrintedMeans = std::map<std::string, double>;

/// Figures that somebody has printed, which no play stands behind.
struct PrintedFigures {
  std::string source;  ///< where they are printed
  PrintedMeans all;    ///< over all novelty-scenarios
  std::map<std::string, PrintedMeans> novelties;
  std::map<std::string, PrintedMeans> scenarios;
  friend bool operator==(const PrintedFigures&, const PrintedFigures&) = default;
};

/// All texts come from strangers: only pages that escape them may show them.
struct AgentCard {
  int format = 1;
  std::string name;
  std::vector<std::string> authors;
  CardTrack track = CardTrack::kText;
  std::string data;  ///< what the agent was trained on
  std::string hardware;
  std::string cost;
  std::string link;                       ///< begins with http:// or https://; "": none
  std::string description;                ///< one paragraph; "": none
  bool reference = false;                 ///< shown and not ranked, such as a ceiling
  std::optional<PrintedFigures> printed;  ///< instead of records; only a reference has them
  friend bool operator==(const AgentCard&, const AgentCard&) = default;
};

/// Reads a card. Throws InputError with every problem of the file.
AgentCard read_card(const std::string& file);
AgentCard parse_card(const std::string& text, const std::string& file);

/// The card as its file holds it: a field a line.
std::string card_text(const AgentCard& card);

/// The people of NovPhy's paper (Tables 2 and 3), as an entry that is printed.
AgentCard card_of_papers_people();

/// What came of playing an entry's records again.
struct ReplayVerdict {
  int played = 0;     ///< records whose shots were played again
  int unplayed = 0;   ///< records of tasks that the agent could not play
  int different = 0;  ///< records that now come out differently
  std::vector<std::string>
      first{};  ///< the first differences, such as "records.jsonl:17: score: 10 recorded, 0 now"
  /// Adds the verdict on further records.
  void add(const ReplayVerdict& further);
};
/// The number of differences that ReplayVerdict::first holds at most.
inline constexpr std::size_t kShownDifferences = 5;

/// What the player of an entry spent, as its records tell. No replay can check it.
struct EntrySpending {
  int tasks = 0;  ///< with a record
  Mean cost_usd{};
  Mean wall_s{};
};

/// An entry of a board: a card, and records that were played again. `log` is empty for printed figures.
struct BoardEntry {
  std::string folder;  ///< its name: letters, digits, "_", "-" and "."
  AgentCard card;
  std::optional<AgentLog> log{};
  ReplayVerdict replay{};
  EntrySpending spent{};
  std::vector<std::string> left_out{};  ///< files of people who do not count, and why
  int unfinished = 0;                   ///< records of trials that people did not finish, which do not count

  bool is_of_people() const { return log && log->trials.of_people(); }
};

/// The measures of a board, by the keys of measure_table.h. "wdt" are the trials with a false alarm. All but
/// DD can rank: it is undefined where nothing is detected, and an entry that detects little would be first.
inline constexpr std::array<std::string_view, 7> kBoardMeasures{"ap",  "aus",    "cdt", "restricted_dd",
                                                                "wdt", "normal", "dd"};
inline constexpr std::array<std::string_view, 6> kRankMeasures{"ap",  "aus",   "cdt", "restricted_dd",
                                                               "wdt", "normal"};
/// Whether a measure rests on alarms.
bool rests_on_alarms(std::string_view measure);

// Ranks with ties: which entries of a board the trials tell apart. docs/reference/board.md gives the rule.

/// The result of comparing an entry with another.
enum class Told { kBetter, kWorse, kNotApart };

/// For each entry a row, with its result against each entry.
using ToldApart = std::vector<std::vector<Told>>;

/// The places that an entry may have among others: 1 + the number of entries that are told to be better, up
/// to the number of entries that are not told to be worse. The rank is the first of these places.
struct EntryRank {
  int rank = 0;
  int last = 0;
  int of = 0;                       ///< number of entries among which it is ranked
  std::vector<std::size_t> tied{};  ///< those from which the entry is not told apart, without itself
  friend bool operator==(const EntryRank&, const EntryRank&) = default;
};

/// The rank of an entry among `others`, which include itself.
EntryRank rank_among(const ToldApart& told, std::size_t entry, const std::vector<std::size_t>& others);

/// The confidence of each of `pairs` comparisons with which all of them hold together (Bonferroni).
double confidence_of_each(double confidence, std::size_t pairs);

/// Compares every two entries in a measure, trial by trial or, where an entry has several trainings, by
/// these. Two are told apart where the interval of their difference, at confidence_of_each(), lies on one
/// side of 0.
ToldApart tell_apart(const std::vector<const TrialTable*>& entries, std::size_t measure,
                     const Conventions& conventions);

// A board: entries that played one plan, with ranks and tables.

/// How an entry stands on a board.
enum class Standing {
  kRanked,
  kReference,  ///< its plays come out the same, and it is not to be ranked: its card says so, it was told the
               ///< tasks, or people played
  kCopy,       ///< it holds the plays of another entry
  kPrinted,    ///< figures that nobody can recompute
  kDifferent,  ///< its plays come out differently, so nothing of it is measured
};
/// "ranked", "reference", "copy", "printed", "different".
std::string_view name_of(Standing standing);

/// One way to group the novelty-scenarios, such as by novelty.
struct BoardTable {
  std::string id;     ///< "novelty"
  std::string title;  ///< "By novelty"
  std::vector<Group> groups;
};

struct MeasuredEntry {
  BoardEntry entry;
  Standing standing = Standing::kRanked;
  std::string copy_of{};  ///< the folder of the entry whose plays it holds; "": none
  /// What it was told and shown beyond other entries, and in ranks by alarms where these are from. Entries
  /// rank among those for which this is the same.
  std::string ranked_among{};
  Measures measures{};  ///< without anything unless ranked or a reference
  TrialTable trials{};
  std::vector<std::vector<MeanRow>> tables{};  ///< by table of the board, then by group
  std::optional<EntryRank> rank{};             ///< by the board's measure; none where the entry lacks it
  std::optional<EntryRank> rank_in_track{};
  std::optional<Efficiency> against_people{};  ///< where people are on the board

  bool is_measured() const { return standing == Standing::kRanked || standing == Standing::kReference; }
};

/// The plan that all entries played.
struct BoardPlan {
  std::string hash;
  int trials = 0;  ///< without calibration runs
};

struct BoardInput {
  BoardPlan plan;
  std::vector<BoardEntry> entries;
  /// The level of the hierarchy of each entry of the table of novelties. Names that are neither here nor
  /// levels are invented.
  std::map<std::string, std::string> levels;
  std::string by = "ap";  ///< one of kRankMeasures
  /// Entries that the organiser ran, whose own alarms count as a detector's.
  std::vector<std::string> ran{};
  Conventions conventions{};  ///< resamples: for intervals of people, and of comparisons with them
};

struct Board {
  BoardPlan plan;
  std::string by;
  double confidence = 0;
  double confidence_of_each_pair = 0;  ///< with which ranks tell two entries apart
  std::vector<BoardTable> tables;
  /// The ranked entries by their value, the best first; then the others, by their names.
  std::vector<MeasuredEntry> entries;
};

/// Measures and ranks the entries. The result does not depend on Conventions::threads.
Board make_board(BoardInput input);

/// The tables of these cells: by novelty, by scenario, by level of the hierarchy and, where any novelty is
/// invented, known against invented.
std::vector<BoardTable> board_tables(const std::vector<CellRows>& cells,
                                     const std::map<std::string, std::string>& levels);

/// How many people played the cell and, of these, passed a novel task of it.
struct PeopleOfCell {
  std::set<std::size_t> all{};
  std::set<std::size_t> passed{};
};
PeopleOfCell people_in(const CellRows& cell, const TrialTable& trials);

/// The measured entry of people; null without any.
const MeasuredEntry* people_of(const Board& board);

/// The mean of an entry over everything. Empty where it is not measured, or not defined.
std::optional<double> value_of(const MeasuredEntry& entry, std::string_view measure);

/// Of how many trials a measured entry was told that they have a novelty, by its run or by the plan.
int told_trials(const MeasuredEntry& entry);

/// One JSON object: docs/reference/board.md documents its fields.
std::string board_json(const Board& board);

}  // namespace novphy
