#include "agents/physicist/planner.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "sim/rng.h"
#include "view/geojson.h"

namespace novphy {
namespace {

constexpr double kHitsWithinM = 0.05;  ///< a bird that comes so near hits
constexpr double kPushedM = 0.04;      ///< a pig that moves so far was hit

/// The smallest distance of two things that move evenly from one frame to the next.
double nearest_m(Vec2 from, Vec2 to) {
  const Vec2 way = to - from;
  const double squared = way.x * way.x + way.y * way.y;
  if (squared == 0) return length(from);
  const double share = std::clamp(-(from.x * way.x + from.y * way.y) / squared, 0.0, 1.0);
  return length(from + share * way);
}

bool was_hit(const Flight& seen, std::size_t pig, double reach_m) {
  const auto& first = seen.front()[pig];
  const auto& last = seen.back()[pig];
  if (first && last && length(*last - *first) > kPushedM) return true;
  for (std::size_t i = 1; i < seen.size(); ++i) {
    const auto& bird = seen[i].back();
    const auto& before = seen[i - 1].back();
    if (!seen[i][pig] || !seen[i - 1][pig] || !bird || !before) continue;
    if (nearest_m(*before - *seen[i - 1][pig], *bird - *seen[i][pig]) < reach_m) return true;
  }
  return false;
}

bool counts_birds(const Kind* kind) { return kind && kind->birds_to_die > 0; }

double radius_m(const Kind& kind) { return std::max(kind.size_m.x, kind.size_m.y) / 2; }

/// The numbers of hits that a pig may still need after so many hits, in a task of so many birds. `no_spare`:
/// one that all birds together reach stands twice.
std::vector<int> hits_to_go(int hits, int birds, bool no_spare, const Catalogue& catalogue) {
  std::set<int> numbers;  // of birds after which pigs of the catalogue die
  for (const Kind& kind : catalogue.objects)
    if (counts_birds(&kind) && kind.type.find(':') == std::string::npos) numbers.insert(kind.birds_to_die);
  std::vector<int> to_go;
  for (const int number : numbers)
    if (hits < number && number <= birds)
      to_go.insert(to_go.end(), no_spare && number == birds ? 2 : 1, number - hits);
  return to_go.empty() ? std::vector{1} : to_go;
}

/// The type of a pig that looks as the object and dies after so many hits.
std::string pig_with(int hits, const Object& object, const Catalogue& catalogue) {
  for (const Kind& kind : catalogue.objects)
    if (kind.birds_to_die == hits && kind.material == object.material &&
        kind.type.find(':') != std::string::npos)
      return kind.type;
  return object.type;
}

template <class Number>
void check_range(std::string_view name, Number value, Number least, Number most) {
  if (value >= least && value <= most) return;  // NaN is refused, too
  throw std::invalid_argument(fmt::format("{}: found {}, expected {} to {}", name, value, least, most));
}

/// The parts of the agent that it can be without.
constexpr std::array<std::pair<std::string_view, bool PhysicistOptions::*>, 4> kParts{
    {{"shooting", &PhysicistOptions::shooting},
     {"proposals", &PhysicistOptions::proposals},
     {"exploring", &PhysicistOptions::exploring},
     {"memory", &PhysicistOptions::memory}}};

/// Reads "NAME=NUMBER". False for another name and another text.
template <class Number>
bool read(std::string_view setting, std::string_view name, std::optional<Number>& to) {
  if (to || !setting.starts_with(name) || setting.substr(name.size()).substr(0, 1) != "=") return false;
  to = number_text<Number>(setting.substr(name.size() + 1));
  return to.has_value();
}

constexpr double kLaterPass = 0.9;         ///< value of a pass by the same throw of a later bird
constexpr std::size_t kEnoughPasses = 10;  ///< of half the grid: the other half is then left out
constexpr std::size_t kSure = 6;  ///< throws that always passed, after which no others are looked for
/// Steps of the engine that a play in planning may take; one that takes more does not pass. Some 1,500 are
/// usual.
constexpr std::uint64_t kMostSteps = 5000;
constexpr double kTouchedM = 1e-3;
constexpr double kMovedM = 0.1;  ///< a thing that moves less does not tell one throw from another

bool changed(const BodyView& now, const BodyView& before, double moved_m) {
  return now.present != before.present || now.life_left != before.life_left ||
         length(now.at_m - before.at_m) > moved_m;
}

/// A bit for each object that moved farther than moved_m or was hurt. Objects after the 64th share bits.
std::uint64_t moved(const World& world, const std::vector<BodyView>& before, double moved_m) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (changed(world.body(static_cast<int>(i)), before[i], moved_m)) bits |= std::uint64_t{1} << (i % 64);
  return bits;
}

/// A bit, from the last on, for each place to which the bird came. Places after the 64th share bits.
std::uint64_t visited(const World& world, const std::vector<Box>& places) {
  const std::span<const Vec2> trail = world.trail();
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::ranges::any_of(trail, [&](Vec2 point) { return within(places[i], point); }))
      bits |= std::uint64_t{1} << (63 - i % 64);
  return bits;
}

/// A throw with the results of its tries.
struct Tried {
  Pull aim{};
  double angle_deg = 0;  ///< elevation above the direction in which the slingshot faces
  double sum = 0;
  int tries = 0;
  double smooth = 0;
  std::uint64_t moved = 0;  ///< ThrowResult::moved of the last try
  double mean() const { return tries == 0 ? 0 : sum / tries; }
};

class ThrowSearch {
 public:
  ThrowSearch(std::span<PossibleWorld> worlds, bool faces_left, const PlanLimits& limits)
      : worlds_(worlds), faces_left_(faces_left), limits_(limits) {}

  /// Further throws are tried in these worlds.
  void go_on_in(std::span<PossibleWorld> worlds) { worlds_ = worlds; }

  void add(double angle_deg, double pull_m) {
    const double angle = faces_left_ ? 180 - angle_deg : angle_deg;
    tried_.push_back({.aim = {.angle_rad = radians(angle), .pull_m = pull_m}, .angle_deg = angle_deg});
  }

  void try_all(std::size_t times, std::size_t offset) {
    try_where([](std::size_t) { return true; }, times, offset);
  }

  /// Tries each second throw once, and the others where fewer than enough of these pass.
  void try_coarsely(std::size_t enough) {
    try_where([](std::size_t i) { return i % 2 == 0; }, 1, 0);
    if (passed() < enough) try_where([](std::size_t i) { return i % 2 == 1; }, 1, 0);
  }

  /// Tries the throws once that passed or differ from one that passed by this angle at most.
  void try_around_passes(double angle_deg, std::size_t offset) {
    const auto is_near = [&](std::size_t i) {
      return std::ranges::any_of(tried_, [&](const Tried& other) {
        return other.sum > 0 && other.aim.pull_m == tried_[i].aim.pull_m &&
               std::abs(other.angle_deg - tried_[i].angle_deg) < angle_deg + 1e-6;
      });
    };
    try_where(is_near, 1, offset);
  }

  /// Smooths the means over neighbours, because a throw between throws that pass is safer than one alone.
  void smooth(double angle_deg, double pull_m) {
    for (Tried& one : tried_) {
      double sum = 0;
      double weights = 1;
      for (const Tried& other : tried_) {
        const double da = (one.angle_deg - other.angle_deg) / angle_deg;
        const double dp = (one.aim.pull_m - other.aim.pull_m) / pull_m;
        const double weight = other.tries * std::exp(-0.5 * (da * da + dp * dp));
        sum += weight * other.mean();
        weights += weight;
      }
      one.smooth = sum / weights;
    }
    sort_by(tried_, [](const Tried& each) { return -each.smooth; });
  }

  void keep(std::size_t most) {
    if (tried_.size() > most) tried_.resize(most);
  }

  /// Adds the throws half a step beside the best ones.
  void refine(std::size_t best, double angle_deg, double pull_m) {
    const std::vector<Tried> old(tried_.begin(),
                                 tried_.begin() + static_cast<std::ptrdiff_t>(std::min(best, tried_.size())));
    for (const Tried& one : old) {
      for (const double by : {-angle_deg, angle_deg}) add_new(one.angle_deg + by, one.aim.pull_m);
      for (const double by : {-pull_m, pull_m})
        if (one.aim.pull_m + by <= 1 && one.aim.pull_m + by > 0.2)
          add_new(one.angle_deg, one.aim.pull_m + by);
    }
  }

  /// One throw for each set of things that throws move, in the middle of those that do; the sets that most
  /// throws move first.
  std::vector<MovingPull> various() const {
    std::map<std::uint64_t, std::vector<std::size_t>> sets;
    for (std::size_t i = 0; i < tried_.size(); ++i) sets[tried_[i].moved].push_back(i);
    std::vector<std::pair<int, MovingPull>> sorted;
    for (const auto& [bits, throws] : sets)
      if (bits != 0)
        sorted.push_back({-static_cast<int>(throws.size()),
                          {tried_[throws[throws.size() / 2]].aim, bits, static_cast<int>(throws.size())}});
    sort_by(sorted, [](const auto& each) { return each.first; });
    std::vector<MovingPull> aims;
    for (const auto& [size, aim] : sorted) aims.push_back(aim);
    return aims;
  }

  /// The number of throws that passed.
  std::size_t passed() const {
    return static_cast<std::size_t>(
        std::count_if(tried_.begin(), tried_.end(), [](const Tried& one) { return one.sum > 0; }));
  }

  /// The number of throws that passed in each try.
  std::size_t passed_always() const {
    return static_cast<std::size_t>(std::count_if(tried_.begin(), tried_.end(), [](const Tried& one) {
      return one.tries > 0 && one.mean() > kLaterPass - 1e-9;
    }));
  }

  std::vector<Tried>& tried() { return tried_; }

 private:
  /// Tries each throw i that is wanted in `times` worlds that follow one another in a circle, from world
  /// `offset` + i on.
  template <class Wanted>
  void try_where(const Wanted& wanted, std::size_t times, std::size_t offset) {
    const std::size_t stride = std::max<std::size_t>(1, worlds_.size() / std::max<std::size_t>(1, times));
    std::vector<std::vector<std::size_t>> of_world(worlds_.size());
    for (std::size_t i = 0; i < tried_.size(); ++i)
      for (std::size_t k = 0; k < times && wanted(i); ++k)
        of_world[(offset + i + k * stride) % worlds_.size()].push_back(i);
    std::vector<std::vector<ThrowResult>> values(worlds_.size());
    parallel_for(worlds_.size(), limits_.threads, [&](std::size_t w) {
      for (const std::size_t i : of_world[w]) values[w].push_back(worlds_[w].result(tried_[i].aim));
    });
    for (std::size_t w = 0; w < worlds_.size(); ++w)
      for (std::size_t j = 0; j < of_world[w].size(); ++j) {
        Tried& one = tried_[of_world[w][j]];
        one.sum += values[w][j].value;
        one.moved = values[w][j].moved;
        ++one.tries;
      }
  }

  void add_new(double angle_deg, double pull_m) {
    const bool old = std::ranges::any_of(tried_, [&](const Tried& one) {
      return std::abs(one.angle_deg - angle_deg) < 1e-6 && std::abs(one.aim.pull_m - pull_m) < 1e-6;
    });
    if (!old) add(angle_deg, pull_m);
  }

  std::span<PossibleWorld> worlds_;
  bool faces_left_;
  PlanLimits limits_;
  std::vector<Tried> tried_{};
};

}  // namespace

Catalogue HitCounts::with_hit_pigs(Catalogue catalogue) {
  std::vector<Kind> hit;
  for (const Kind& kind : catalogue.objects)
    for (int left = 1; left <= kind.birds_to_die; ++left) {
      hit.push_back(kind);
      hit.back().type += ":" + std::to_string(left);
      hit.back().birds_to_die = left;
    }
  catalogue.objects.insert(catalogue.objects.end(), hit.begin(), hit.end());
  return catalogue;
}

void HitCounts::count(const Episode& episode, const Catalogue& catalogue) {
  const Task& task = episode.believed.task;
  if (task.birds.empty()) return;
  const BirdKind* bird = catalogue.bird(task.birds.front());
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    if (!bird || !counts_birds(kind)) continue;
    if (was_hit(episode.seen, i, radius_m(*kind) + radius_m(bird->body) + kHitsWithinM))
      ++by_id_[episode.believed.objects[i].id];
  }
}

void HitCounts::apply(std::vector<Task>& drawn, const Believed& believed, int birds_gone, bool no_spare,
                      const Catalogue& catalogue, std::uint64_t seed) const {
  const int birds = birds_gone + static_cast<int>(believed.task.birds.size());
  Rng rng = Rng::stream(seed, "physicist/hits");
  for (Task& task : drawn)
    for (std::size_t i = 0; i < task.objects.size(); ++i) {
      if (!counts_birds(catalogue.find(task.objects[i].type, task.objects[i].material))) continue;
      const auto found = by_id_.find(believed.objects[i].id);
      const std::vector<int> to_go =
          hits_to_go(found == by_id_.end() ? 0 : found->second, birds, no_spare, catalogue);
      task.objects[i].type = pig_with(pick(to_go, rng), task.objects[i], catalogue);
    }
}

void check_options(const PhysicistOptions& options) {
  check_range("plays", options.plays, 1, kMostPlays);
  check_range("threads", options.threads, 1, kMostThreads);
  check_range("noise", options.noise_px, 0.0, kMostNoisePx);
  check_range("level", options.level, 0, kMostLevel);
}

PhysicistOptions read_physicist_options(std::string_view text) {
  std::optional<int> plays;
  std::optional<double> noise_px;
  std::optional<int> level;
  PhysicistOptions options;
  const auto leave_out = [&](std::string_view setting) {
    constexpr std::string_view kWithout = "without=";
    if (!setting.starts_with(kWithout)) return false;
    for (const auto& [name, part] : kParts)
      if (setting.substr(kWithout.size()) == name) return std::exchange(options.*part, false);
    return false;
  };
  std::istringstream settings(std::string(text) +
                              ',');  // so that nothing after a last comma is a setting, too
  for (std::string setting; std::getline(settings, setting, ',');)
    if (!read(setting, "plays", plays) && !read(setting, "noise", noise_px) &&
        !read(setting, "level", level) && !leave_out(setting))
      throw std::invalid_argument(fmt::format(
          "found \"{}\", expected such as level=1,plays=500,noise=2,without=memory, each at most once",
          setting));
  options.plays = plays.value_or(options.plays);
  options.noise_px = noise_px.value_or(options.noise_px);
  options.level = level.value_or(options.level);
  check_options(options);
  return options;
}

PossibleWorld::PossibleWorld(const Task& task, const Law& law, const Catalogue& catalogue,
                             const Physics& physics)
    : law_(law), world_(task, catalogue, physics), start_(world_.save()) {
  for (std::size_t i = 0; i < task.objects.size(); ++i) objects_.push_back(world_.body(static_cast<int>(i)));
}

World& PossibleWorld::at_rest() {
  world_.restore(start_);
  return world_;
}

ThrowResult PossibleWorld::result(const Pull& aim) {
  World& world = at_rest();
  const Shot shot = under(law_, shot_of(aim));
  const std::uint64_t most = world.engine_steps() + kMostSteps;
  const bool played = play_turn(world, shot, most);
  const ThrowResult first{.value = world.outcome().won ? 1.0 : 0.0,
                          .moved = moved(world, objects_, kMovedM) | visited(world, places_)};
  if (world.end() || !played || (!concerns_later_birds(law_) && moved(world, objects_, kTouchedM) == 0))
    return first;
  while (!world.end())
    if (!play_turn(world, shot, most)) return {.value = 0, .moved = first.moved};
  return {.value = world.outcome().won ? kLaterPass : 0, .moved = first.moved};
}

double mean_value(std::span<PossibleWorld> worlds, const Pull& aim, unsigned threads) {
  std::vector<double> values(worlds.size());
  parallel_for(worlds.size(), threads, [&](std::size_t i) { values[i] = worlds[i].result(aim).value; });
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

ThrowPlan plan_throw(std::span<PossibleWorld> first, std::span<PossibleWorld> worlds, bool faces_left,
                     bool falls_up, const PlanLimits& limits) {
  const std::size_t choosing = std::max<std::size_t>(1, worlds.size() * 2 / 3);
  ThrowSearch search(first, faces_left, limits);
  const double share = limits.plays / 1000.0;
  const int columns = std::max(12, static_cast<int>(std::lround(76 * std::sqrt(share))));
  const double from = falls_up ? -85 : -20;
  const double to = falls_up ? 80 : 88;
  const double step = (to - from) / (columns - 1);
  for (const double pull_m : {1.0, 0.85, 0.7, 0.55})
    for (int i = 0; i < columns; ++i) search.add(from + i * step, pull_m);
  search.try_coarsely(kEnoughPasses);
  if (search.passed() == 0) return {.best = {.aim = search.tried().front().aim}, .various = search.various()};
  search.go_on_in(worlds.first(choosing));
  search.try_around_passes(2 * step, choosing / 2 + 1);
  ThrowPlan plan{.various = search.various()};
  search.smooth(step, 0.1);
  search.keep(28);
  search.try_all(4, 1);
  search.smooth(step, 0.1);
  if (search.passed_always() < kSure) {
    search.keep(12);
    search.refine(4, step / 2, 0.075);
    search.try_all(4, 2);
    search.smooth(step / 2, 0.05);
    search.keep(6);
    search.try_all(std::min<std::size_t>(choosing, 8), 3);
    search.smooth(step / 4, 0.02);
  }
  search.keep(1);
  const std::span<PossibleWorld> judging = worlds.size() > choosing ? worlds.subspan(choosing) : worlds;
  const Pull best = search.tried().front().aim;
  plan.best = {.aim = best, .probability = mean_value(judging, best, limits.threads)};
  return plan;
}

}  // namespace novphy
