#include "bench/experiments/original_shots.h"

#include <array>
#include <charconv>

#include "evaluator/input/csv.h"

namespace novphy {
namespace {

constexpr double kStepS = 0.0004;     // time step of the original
constexpr double kLaunchedAt = 2502;  // step of the launch, as the tables count from the decision to throw
constexpr double kStillSteps = 100;

/// The name of a level's family: "issue-110-smoke-type010203-novel-001" and its normal twin are one family.
std::string family_of(std::string level) {
  for (const std::string side : {"-normal", "-novel"})
    if (const auto at = level.find(side); at != std::string::npos) level.erase(at, side.size());
  return level;
}

struct EndName {
  std::string_view name;
  Ending ending;
  std::optional<bool> pig_dead;
};
constexpr std::array kEnds{EndName{"level_clear", Ending::kCleared, true},
                           EndName{"level_fail", Ending::kAtRest, false},
                           EndName{"rest", Ending::kAtRest, false}, EndName{"stable", Ending::kAtRest, false},
                           EndName{"right_censored", Ending::kMoving, {}}};

const EndName& end_of(const CsvReader& csv) {
  for (const EndName& end : kEnds)
    if (end.name == csv.at("end")) return end;
  csv.fail("end", "level_clear, level_fail, rest, stable or right_censored");
}

/// The scenario's two digits in a type such as "type010203": "03".
std::string scenario_of(const CsvReader& csv) {
  const std::string& type = csv.at("family");
  if (type.size() != 10 || !type.starts_with("type")) csv.fail("family", "a type such as type010203");
  return type.substr(8);
}

/// The first step in a cell. A cell holds several steps where all came to rest more than once.
double first_step(const CsvReader& csv, const char* column) {
  const std::string& cell = csv.at(column);
  double step = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), step);
  const bool whole = end == cell.data() + cell.size() || *end == ' ';
  if (error != std::errc{} || !whole) csv.fail(column, "steps, separated by blanks");
  return step;
}

double seconds(double step) { return (step - kLaunchedAt) * kStepS; }

/// The time of rest. One table gives the step at which all had been still for kStillSteps; the other table
/// gives the step at which this time of stillness began.
std::optional<double> rest_of(const CsvReader& csv) {
  const auto has = [&](const char* column) { return csv.has(column) && !csv.at(column).empty(); };
  if (has("stable_steps")) return seconds(first_step(csv, "stable_steps"));
  if (has("rest_step")) return seconds(first_step(csv, "rest_step") + kStillSteps);
  return std::nullopt;
}

std::optional<double> bird_gone(const CsvReader& csv) {
  if (!csv.has("bird_step") || csv.at("bird_step").empty()) return std::nullopt;
  return seconds(first_step(csv, "bird_step"));
}

OriginalShot shot_of(const CsvReader& csv) {
  const EndName& end = end_of(csv);
  return {.level = csv.at("level"),
          .shot = csv.at("shot"),
          .family = family_of(csv.at("level")),
          .scenario = scenario_of(csv),
          .novelty = static_cast<int>(csv.number("novelty_level")),
          .velocity_mps = {csv.number("vx"), csv.number("vy")},
          .ending = end.ending,
          .rest_s = rest_of(csv),
          .bird_gone_s = bird_gone(csv),
          .pig_dead = end.pig_dead,
          .moved = csv.number("support_change_frames") > 0};
}

void read_table(const std::filesystem::path& folder, const char* name, std::vector<OriginalShot>& shots) {
  CsvReader csv((folder / name).string(),
                {"level", "shot", "family", "novelty_level", "vx", "vy", "end", "support_change_frames"},
                CsvReader::Rows::kMayBeNone);
  while (csv.next()) {
    shots.push_back(shot_of(csv));
    if (!std::filesystem::is_regular_file(level_file(folder, shots.back())))
      csv.fail("level", "the name of a file in " + (folder / "levels").string());
  }
}

}  // namespace

std::filesystem::path level_file(const std::filesystem::path& folder, const OriginalShot& shot) {
  return folder / "levels" / (shot.level + ".xml");
}

std::vector<OriginalShot> read_original_shots(const std::filesystem::path& folder) {
  std::vector<OriginalShot> shots;
  read_table(folder, "shots.csv", shots);
  read_table(folder, "shots_13_angles.csv", shots);
  return shots;
}

}  // namespace novphy
