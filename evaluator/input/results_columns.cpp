#include "evaluator/input/results_columns.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "evaluator/input/csv.h"

namespace novphy {
namespace {

// The other names are those of the tables that WSU-SmartEnv-NG and Hydra's experiment runners write.
const std::vector<ResultsColumn> kResultsColumns{
    {"agent", {"agent_name"}},
    {"novelty", {"novelty_id", "novelty_level", "novelty_name"}},
    {"scenario", {"novelty_type", "novelty_difficulty", "difficulty"}},
    {"trial", {"trial_num", "trial_number", "trial_index"}},
    {"phase", {"episode_type", "novelty_initiated"}},
    {"passed", {"pass", "success"}},
    {"task", {"episode", "episode_num", "episode_number", "episode_index"}},
    {"task_id", {}},
    {"score", {"performance"}},
    {"novelty_probability", {"novelty_likelihood"}},
    {"novelty_threshold", {}},
    {"alarm", {"novelty_detected", "novelty_detection", "predicted_novel"}},
    {"informed", {"trial_type", "novelty_visibility"}},
    {"control", {}},
    {"run", {"training_run"}},
    {"shots", {}},
    {"calls", {}},
    {"tokens_in", {}},
    {"tokens_out", {}},
    {"cost", {}},
    {"wall_s", {}},
};

constexpr auto kAboutTrials = std::to_array<std::string_view>(
    {"trial_id", "trial_type", "novelty_id", "novelty_level", "novelty_name", "novelty_type",
     "novelty_subtype", "novelty_difficulty", "difficulty", "novelty_visibility", "env_config"});

/// Columns that are none of ours, and what their user may want. {} stands for the name.
struct LeftOut {
  std::string_view name;
  std::string_view hint;
};
constexpr std::string_view kIfTrained =
    "--columns run={}, if rows that differ in it are of different trainings";
constexpr std::string_view kIfRepeated = "--repeats first or last, if rows that differ in it repeat a task";
constexpr LeftOut kLeftOut[] = {{"seed", kIfTrained},       {"training_seed", kIfTrained},
                                {"train_seed", kIfTrained}, {"attempt", kIfRepeated},
                                {"attempts", kIfRepeated},  {"try", kIfRepeated},
                                {"retry", kIfRepeated}};

using Header = std::vector<std::string>;

bool same_name(const std::string& a, std::string_view b) { return !NoCase{}(a, b) && !NoCase{}(b, a); }

/// The header's own way of writing a name.
std::optional<std::string> in_header(const Header& header, std::string_view name) {
  const auto found = std::find_if(header.begin(), header.end(),
                                  [&](const std::string& column) { return same_name(column, name); });
  return found == header.end() ? std::nullopt : std::optional(*found);
}

/// In the tables of Hydra's runners, which have episode_type, the column novelty is what the agent reports.
bool is_report(const Header& header, std::string_view ours) {
  return ours == "novelty" && in_header(header, "episode_type") && !in_header(header, "phase");
}

bool is_chosen(const ColumnNames& chosen, std::string_view theirs) {
  return std::any_of(chosen.begin(), chosen.end(),
                     [&](const auto& choice) { return same_name(choice.second, theirs); });
}

std::optional<std::string> only_one(const Header& header, const ResultsColumn& column,
                                    const ColumnNames& chosen) {
  std::vector<std::string> found;
  for (const std::string_view other : column.others)
    if (const auto there = in_header(header, other); there && !is_chosen(chosen, other))
      found.push_back(*there);
  if (found.size() > 1)
    throw std::invalid_argument(
        fmt::format("{} may each be the column \"{}\": choose one with --columns {}={}",
                    fmt::join(found, " and "), column.ours, column.ours, found.front()));
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::optional<std::string> theirs_of(const Header& header, const ResultsColumn& column,
                                     const ColumnNames& chosen) {
  const auto choice = chosen.find(std::string(column.ours));
  if (choice != chosen.end())
    if (const auto there = in_header(header, choice->second)) return there;
  const auto own = in_header(header, column.ours);
  if (own && !is_report(header, column.ours)) return own;
  return only_one(header, column, chosen);
}

/// Whether the table has a column that may be this one of ours.
bool may_have(const Header& header, std::string_view ours, const ColumnNames& chosen) {
  const ResultsColumn& column = *std::find_if(kResultsColumns.begin(), kResultsColumns.end(),
                                              [&](const ResultsColumn& each) { return each.ours == ours; });
  const auto choice = chosen.find(std::string(ours));
  if (in_header(header, ours)) return true;
  if (choice != chosen.end() && in_header(header, choice->second)) return true;
  return std::any_of(column.others.begin(), column.others.end(),
                     [&](std::string_view other) { return in_header(header, other).has_value(); });
}

}  // namespace

std::span<const ResultsColumn> results_columns() { return kResultsColumns; }

void check_column_names(const ColumnNames& chosen) {
  std::vector<std::string> ours;
  for (const ResultsColumn& column : kResultsColumns) ours.emplace_back(column.ours);
  for (const auto& [name, theirs] : chosen)
    if (!in_header(ours, name))
      throw std::invalid_argument(
          fmt::format("columns: found \"{}\", expected one of {}", name, fmt::join(ours, ", ")));
}

ResultsColumns::ResultsColumns(const Header& header, const ColumnNames& chosen) {
  for (const ResultsColumn& column : kResultsColumns)
    if (const auto theirs = theirs_of(header, column, chosen))
      theirs_.emplace(std::string(column.ours), *theirs);
  const auto is_used = [&](const std::string& name) {
    return std::any_of(theirs_.begin(), theirs_.end(),
                       [&](const auto& column) { return same_name(column.second, name); });
  };
  for (const std::string_view name : kAboutTrials)
    if (const auto there = in_header(header, name); there && !is_used(*there))
      about_trials_.push_back(*there);
  for (const LeftOut& column : kLeftOut)
    if (const auto there = in_header(header, column.name); there && !is_used(*there))
      left_out_.push_back(fmt::format("{} ({})", *there, fmt::format(fmt::runtime(column.hint), *there)));
}

std::string ResultsColumns::renamed() const {
  std::vector<std::string> texts;
  for (const auto& [ours, theirs] : theirs_)
    if (!same_name(theirs, ours)) texts.push_back(fmt::format("{} as {}", theirs, ours));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string ResultsColumns::explained(const std::string& repeats) const {
  const std::string error = left_out_.empty() ? repeats
                                              : fmt::format("the table's {} is not read: {}",
                                                            fmt::join(left_out_, ", nor "), repeats);
  std::vector<std::string> missing;
  for (const std::string_view ours : {"agent", "scenario"})
    if (!has(ours))
      missing.push_back(fmt::format("no column \"{}\" (--columns {}=NAME names it)", ours, ours));
  if (missing.empty()) return error;
  return fmt::format("the table has {}, so all its rows are of one {}: {}", fmt::join(missing, " and "),
                     has("scenario") ? "agent"
                     : has("agent")  ? "scenario"
                                     : "agent and scenario",
                     error);
}

bool names_results(const Header& header, const ColumnNames& chosen) {
  return may_have(header, "phase", chosen) &&
         (may_have(header, "passed", chosen) || may_have(header, "score", chosen));
}

}  // namespace novphy
