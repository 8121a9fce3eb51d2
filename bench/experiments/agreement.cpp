#include "bench/experiments/agreement.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <variant>

#include "evaluator/input/csv.h"
#include "evaluator/measures/intervals.h"
#include "sim/rng.h"

namespace novphy {
namespace {

constexpr double kRounding_s = 1e-9;  ///< rounding error of a sum of time steps

/// Plays a shot and looks at the world after every time step.
class Watch {
 public:
  Watch(const Task& task, const Catalogue& catalogue, const Physics& physics)
      : world_(task, catalogue, physics),
        bird_(static_cast<int>(task.objects.size())),
        before_(neighbours()) {}

  ReplayedShot see(Vec2 velocity_mps) {
    launch(velocity_mps);
    const double step_s = world_.physics().step_s;
    while (seen_.ending == Ending::kMoving && world_.since_launch_s() < kRecordedS - step_s / 2) {
      world_.tick();
      look();
      still_s_ = all_still() ? still_s_ + step_s : 0;
      if (still_s_ < kStillS - step_s / 2 && !banner_ends()) continue;
      seen_.ending = seen_.pig_dead ? Ending::kCleared : Ending::kAtRest;
      seen_.end_s = world_.since_launch_s();
    }
    return seen_;
  }

 private:
  /// For each object that is there and can move: the bodies that it touches, birds aside.
  using Neighbours = std::map<int, std::vector<int>>;

  void launch(Vec2 velocity_mps) {
    const double per_drag = world_.catalogue().launch.speed_per_drag_per_s;
    world_.launch({.drag_m = (-1 / per_drag) * velocity_mps});
  }

  void look() {
    seen_.pig_dead = true;
    for (int id = 0; id < bird_; ++id) {
      const BodyView body = world_.body(id);
      if (body.present && body.kind->category == Category::kPig) seen_.pig_dead = false;
    }
    if (world_.since_launch_s() >= next_picture_s_ - kRounding_s) {
      next_picture_s_ += kPictureS;
      seen_.moved = seen_.moved || neighbours() != before_;
    }
    const BodyView bird = world_.body(bird_);
    if (bird.bird == BirdPhase::kDying && !seen_.contact_s) seen_.contact_s = world_.since_launch_s();
    if (bird.present) seen_.bird_speed_mps = length(bird.velocity_mps);
    for (const int other : world_.touching(bird_)) seen_.hit_object = seen_.hit_object || can_move(other);
  }

  bool can_move(int id) const {
    const Category category = world_.body(id).kind->category;
    return category == Category::kBlock || category == Category::kPig || category == Category::kTnt;
  }

  Neighbours neighbours() const {
    Neighbours all;
    for (int id = 0; id < bird_; ++id) {
      if (!can_move(id) || !world_.body(id).present) continue;
      all[id] = world_.touching(id);
      std::erase_if(all[id], [&](int other) { return world_.body(other).bird.has_value(); });
    }
    return all;
  }

  bool all_still() const {
    for (int id = 0; id < world_.body_count(); ++id) {
      const BodyView body = world_.body(id);
      const bool waits = body.bird == BirdPhase::kWaiting || body.bird == BirdPhase::kOnSling;
      if (!body.present || waits) continue;
      if (length(body.velocity_mps) > kStillMps) return false;
      if (std::abs(body.spin_rad_per_s) > radians(kStillDegPerS)) return false;
    }
    return true;
  }

  /// Whether the original's banner ends the level now. Where a magnet pulls, nothing comes to rest. There a
  /// level of one bird ends by a poll, which asks for the sum of the speeds alone.
  bool banner_ends() {
    const auto& effects = world_.task().effects;
    const bool magnet = std::any_of(effects.begin(), effects.end(),
                                    [](const Effect& e) { return std::holds_alternative<Magnet>(e); });
    if (!magnet || world_.task().birds.size() != 1 || !seen_.contact_s) return false;
    if (world_.since_launch_s() - *seen_.contact_s < kPollS * (polls_ + 1) - kRounding_s) return false;
    ++polls_;
    double sum_mps = 0;
    for (const BodyView& body : world_.bodies())
      if (body.present) sum_mps += length(body.velocity_mps);
    return sum_mps < kPolledStillMps;
  }

  World world_;
  int bird_;  ///< id of the first bird
  Neighbours before_;
  double next_picture_s_ = kPictureS;
  double still_s_ = 0;
  int polls_ = 0;  ///< since the first contact
  ReplayedShot seen_;
};

}  // namespace

ReplayedShot replay_shot(const Task& task, const OriginalShot& shot, const Catalogue& catalogue,
                         const Physics& physics) {
  Physics to_the_end = physics;
  to_the_end.rules.early_end = false;
  return Watch(task, catalogue, to_the_end).see(shot.velocity_mps);
}

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

namespace {

constexpr int kDraws = 2000;

/// Their and our answer for every shot whose recording has an answer.
using Pairs = std::vector<std::array<int, 2>>;
using ByFamily = std::map<std::string, Pairs>;

ByFamily by_family(const std::vector<ComparedShot>& shots, Question question) {
  ByFamily families;
  for (const ComparedShot& shot : shots) {
    const Answers both = answers(shot, question);
    if (both.theirs) families[shot.theirs.family].push_back({*both.theirs, both.ours});
  }
  return families;
}

double ratio(double part, double all) { return all > 0 ? part / all : 0; }

double share_same(std::span<const Pairs* const> families) {
  double same = 0, all = 0;
  for (const Pairs* family : families) {
    for (const auto& [theirs, ours] : *family) same += theirs == ours ? 1 : 0;
    all += static_cast<double>(family->size());
  }
  return ratio(same, all);
}

/// Computes kappa from the agreement that chance gives with these frequencies of answers, and the share of
/// the recordings' commonest answer.
void add_chance(const ByFamily& families, AnswerAgreement& to) {
  std::array<double, kEndings> theirs{}, ours{};
  for (const auto& [name, family] : families) {
    for (const auto& [their_answer, our_answer] : family) {
      ++theirs[static_cast<std::size_t>(their_answer)];
      ++ours[static_cast<std::size_t>(our_answer)];
    }
  }
  double chance = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) chance += theirs[i] * ours[i];
  chance = ratio(chance, static_cast<double>(to.shots) * to.shots);
  to.kappa = chance < 1 ? (to.share - chance) / (1 - chance) : 1;
  to.commonest = ratio(*std::max_element(theirs.begin(), theirs.end()), to.shots);
}

void add_interval(const std::vector<const Pairs*>& families, AnswerAgreement& to) {
  std::vector<double> shares;
  Rng rng = Rng::stream(1, "bench/agreement");
  const int last = static_cast<int>(families.size()) - 1;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<const Pairs*> drawn;
    for (std::size_t i = 0; i < families.size(); ++i)
      drawn.push_back(families[static_cast<std::size_t>(rng.integer(0, last))]);
    shares.push_back(share_same(drawn));
  }
  std::sort(shares.begin(), shares.end());
  to.low = shares[kDraws / 40];
  to.high = shares[kDraws - 1 - kDraws / 40];
}

}  // namespace

const char* name(Question question) {
  constexpr std::array kNames{"ending", "pig dead", "moved"};
  return kNames.at(static_cast<std::size_t>(question));
}

Answers answers(const ComparedShot& shot, Question question) {
  const auto& [theirs, ours] = shot;
  if (question == Question::kEnding) return {static_cast<int>(theirs.ending), static_cast<int>(ours.ending)};
  if (question == Question::kMoved) return {theirs.moved ? 1 : 0, ours.moved ? 1 : 0};
  if (!theirs.pig_dead) return {};
  return {*theirs.pig_dead ? 1 : 0, ours.pig_dead ? 1 : 0};
}

AnswerAgreement agreement(const std::vector<ComparedShot>& shots, Question question) {
  const ByFamily families = by_family(shots, question);
  AnswerAgreement result;
  std::vector<const Pairs*> all;
  for (const auto& [name, family] : families) {
    all.push_back(&family);
    result.shots += static_cast<int>(family.size());
  }
  if (result.shots == 0) return result;
  result.share = share_same(all);
  add_chance(families, result);
  add_interval(all, result);
  return result;
}

int half_of(const std::vector<ComparedShot>& shots, const std::string& family) {
  std::set<std::string> families;
  for (const ComparedShot& shot : shots) families.insert(shot.theirs.family);
  return static_cast<int>(std::distance(families.begin(), families.find(family)) % 2);
}

Removals removals(const std::vector<ComparedShot>& shots) {
  constexpr double kNearS = 0.01;
  constexpr double kFirstCheckS = 3;
  Removals found;
  for (const auto& [theirs, ours] : shots) {
    if (!theirs.bird_gone_s || !ours.contact_s) continue;
    const double after_s = *theirs.bird_gone_s - *ours.contact_s;
    ++found.shots;
    const bool whole = std::abs(after_s - std::round(after_s)) <= kNearS;
    found.whole_seconds += whole && after_s > kFirstCheckS - 0.5 ? 1 : 0;
  }
  return found;
}

std::optional<RestTimes> rest_times(const std::vector<ComparedShot>& shots) {
  std::vector<double> apart_s;
  for (const auto& [theirs, ours] : shots)
    if (theirs.rest_s && ours.ending != Ending::kMoving)
      apart_s.push_back(std::abs(*theirs.rest_s - ours.end_s));
  if (apart_s.empty()) return std::nullopt;
  std::sort(apart_s.begin(), apart_s.end());
  const auto near = std::count_if(apart_s.begin(), apart_s.end(), [](double s) { return s <= 0.5; });
  return RestTimes{
      .shots = static_cast<int>(apart_s.size()),
      .median_s = *quantile(apart_s, 0.5),
      .within_half_second = ratio(static_cast<double>(near), static_cast<double>(apart_s.size()))};
}

}  // namespace novphy
