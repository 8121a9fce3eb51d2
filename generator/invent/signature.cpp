#include "generator/invent/signature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace novphy {
namespace {

constexpr std::array kProbeThrows{Throw{5, 1},  Throw{25, 1},   Throw{45, 1},
                                  Throw{65, 1}, Throw{20, 0.7}, Throw{50, 0.7}};
constexpr int kProbeEverySteps = 10;
constexpr int kProbeSteps = 400;  // of a play of one probe

/// A distance as it stands in a signature, so that twice as far is a little more and not the same.
double compressed(double m) { return std::copysign(std::log1p(std::abs(m) / kVisible_m), m); }

double square_sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

/// The ids, in plays of `task`, of the objects and birds of the normal task. A novelty adds objects behind
/// those, and birds come after all objects.
std::vector<int> common_bodies(const Task& normal, const Task& task) {
  std::vector<int> ids;
  for (std::size_t i = 0; i < std::min(normal.objects.size(), task.objects.size()); ++i)
    ids.push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < std::min(normal.birds.size(), task.birds.size()); ++i)
    ids.push_back(static_cast<int>(task.objects.size() + i));
  return ids;
}

/// The places of these bodies every few steps. A body that is gone keeps its last place.
std::vector<std::vector<SeenBody>> watched(PlayStart& start, const std::vector<Shot>& shots,
                                           const std::vector<int>& bodies) {
  Playback playback(start.world(), shots);
  std::vector<std::vector<SeenBody>> ways;
  std::vector<SeenBody> seen(bodies.size());
  bool going = true;
  for (int step = 0; step < kProbeSteps; ++step) {
    going = going && playback.step();
    if (step % kProbeEverySteps != 0) continue;
    for (std::size_t i = 0; going && i < bodies.size(); ++i) {
      const BodyView body = playback.world().body(bodies[i]);
      seen[i] = {body.present ? body.at_m : seen[i].at_m, body.present};
    }
    ways.push_back(seen);
  }
  return ways;
}

}  // namespace

Probes::Probes(const Task& normal, const OldWays& ways, const SolverNumbers& numbers)
    : catalogue_(numbers.catalogue), physics_(without_certain_ends(numbers.physics)), task_(normal) {
  for (const Throw& what : kProbeThrows) throws_.push_back({shots_of(normal, {what}, 0).front()});
  const std::size_t count = std::min(kOldProbes, ways.plays.size());
  for (std::size_t i = 0; i < count; ++i) throws_.push_back(ways.plays[i * ways.plays.size() / count]);
  normal_ = ways_of(normal);
}

ProbeWays Probes::ways_of(const Task& task) const {
  PlayStart start(task, catalogue_, physics_);
  ProbeWays ways;
  for (const auto& shots : throws_) ways.push_back(watched(start, shots, common_bodies(task_, task)));
  return ways;
}

std::vector<double> Probes::signature(const Task& novel) const {
  const ProbeWays ways = ways_of(novel);
  std::vector<double> values;
  for (std::size_t probe = 0; probe < ways.size(); ++probe)
    for (std::size_t time = 0; time < ways[probe].size(); ++time)
      for (std::size_t body = 0; body < ways[probe][time].size(); ++body) {
        const SeenBody& now = ways[probe][time][body];
        const SeenBody& before = normal_[probe][time][body];
        const Vec2 change = now.at_m - before.at_m;
        const int gone = static_cast<int>(before.present) - static_cast<int>(now.present);
        for (const double m : {change.x, change.y, gone * kGone_m}) values.push_back(compressed(m));
      }
  return values;
}

/// Of each probe, whether it looks different.
std::vector<bool> Probes::visible(const std::vector<double>& signature) const {
  const std::size_t each = signature.size() / throws_.size();
  std::vector<bool> seen;
  for (std::size_t probe = 0; probe < throws_.size(); ++probe) {
    const auto from = signature.begin() + static_cast<std::ptrdiff_t>(probe * each);
    seen.push_back(std::any_of(from, from + static_cast<std::ptrdiff_t>(each),
                               [](double v) { return std::abs(v) > compressed(kVisible_m); }));
  }
  return seen;
}

double Probes::visible_share(const std::vector<double>& signature) const {
  const std::vector<bool> seen = visible(signature);
  return static_cast<double>(std::ranges::count(seen, true)) / static_cast<double>(seen.size());
}

double Probes::notice_throws(const std::vector<double>& signature) const {
  const std::vector<bool> seen = visible(signature);
  const auto old = seen.begin() + kProbeThrows.size();
  // Of n old plays in random order, the first of k that look different is the (n + 1) / (k + 1)-th in the
  // mean.
  return static_cast<double>(seen.end() - old + 1) /
         static_cast<double>(std::count(old, seen.end(), true) + 1);
}

double distance(const std::vector<double>& signature, const std::vector<double>& known) {
  std::vector<double> left(signature.size());
  std::transform(signature.begin(), signature.end(), known.begin(), left.begin(), std::minus<>());
  const double own = square_sum(signature);
  return own > 0 ? std::sqrt(square_sum(left) / own) : 0;
}

namespace {

using Numbers = std::vector<double>;

constexpr int kStepHalvings = 6;  // of the steps of a search

/// A known law with free numbers: what it changes in a task, and where their search begins.
struct KnownLaw {
  std::string name;
  std::vector<Numbers> starts;
  Numbers steps;  ///< first steps of the search, one for each number
  int most = 0;   ///< times that the probes are played after the starts
  std::function<void(Task&, const Numbers&)> change;
};

/// The signature that laws are fitted to.
struct Fitting {
  const Task& normal;
  const std::vector<double>& signature;
  const Probes& probes;
  double near_enough;

  /// The distance of the law at these numbers; far where the world refuses them.
  double distance_at(const KnownLaw& law, const Numbers& at) const try {
    Task task = normal;
    law.change(task, at);
    return distance(signature, probes.signature(task));
  } catch (const std::invalid_argument&) {
    return 2;
  }
  double fitted(const KnownLaw& law) const;
};

/// Hooke and Jeeves' search from the best of the law's starts: steps along each number, halved where no step
/// helps.
double Fitting::fitted(const KnownLaw& law) const {
  Numbers at;
  double here = std::numeric_limits<double>::infinity();
  for (const Numbers& start : law.starts) {
    const double there = distance_at(law, start);
    if (there >= here) continue;
    here = there;
    at = start;
  }
  Numbers steps = law.steps;
  for (int halvings = 0, plays = 0; halvings < kStepHalvings && plays < law.most && here > near_enough;) {
    const double before = here;
    for (std::size_t i = 0; i < at.size() && plays < law.most; ++i)
      for (const double way : {1.0, -1.0}) {
        Numbers next = at;
        next[i] += way * steps[i];
        const double there = distance_at(law, next);
        ++plays;
        if (there >= here) continue;
        here = there;
        at = next;
        break;
      }
    if (here < before) continue;
    for (double& step : steps) step /= 2;
    ++halvings;
  }
  return std::min(1.0, here);
}

ForceField wind(double x_n, double y_n, const Targets& on) {
  return {.name = "force_field", .force_n = {x_n, y_n}, .on = on};
}

const Targets kBirds{.birds_above_mps = 0};
const Targets kBirdsAndBlocks{.birds_above_mps = 0, .blocks_above_mps = 0.1};

KnownLaw wind_everywhere(const char* name, const Targets& on) {
  return {.name = name,
          .starts = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}},
          .steps = {2, 2},
          .most = 24,
          .change = [on](Task& task, const Numbers& n) { task.effects.emplace_back(wind(n[0], n[1], on)); }};
}

KnownLaw wind_in_box(const Box& box) {
  const auto start = [&](double x_n, double y_n) {
    return Numbers{box.centre_m.x, box.centre_m.y, box.size_m.x, box.size_m.y, x_n, y_n};
  };
  return {.name = "wind in a box",
          .starts = {start(4, 0), start(-4, 0), start(0, 4), start(0, -4)},
          .steps = {1, 1, 1, 1, 4, 4},
          .most = 60,
          .change = [](Task& task, const Numbers& n) {
            ForceField field = wind(n[4], n[5], kBirdsAndBlocks);
            field.region = Box{{n[0], n[1]}, {std::max(0.2, n[2]), std::max(0.2, n[3])}, 0};
            task.effects.emplace_back(field);
          }};
}

KnownLaw changed_turbulence(std::size_t effect) {
  return {.name = "changed turbulence",
          .starts = {{0, 6}, {0, -6}, {-6, 0}, {6, 0}},
          .steps = {3, 3},
          .most = 24,
          .change = [effect](Task& task, const Numbers& n) {
            std::get<ForceField>(task.effects[effect]).force_n = {n[0], n[1]};
          }};
}

KnownLaw magnet(int object) {
  return {.name = "magnet",
          .starts = {{3, 3}, {3, -3}},
          .steps = {1, 2},
          .most = 20,
          .change = [object](Task& task, const Numbers& n) {
            task.effects.emplace_back(
                Magnet{.object = object, .radius_m = std::max(0.2, n[0]), .strength_n_per_m = n[1]});
          }};
}

/// The factors of an object that the table of novelties changes.
KnownLaw unlike(int object, const char* name, double HiddenFactors::*factor) {
  return {.name = name,
          .starts = {{1.4}, {-1.4}, {-4}},
          .steps = {0.7},
          .most = 6,
          .change = [object, factor](Task& task, const Numbers& n) {
            task.objects[static_cast<std::size_t>(object)].hidden.*factor *= std::exp(n[0]);
          }};
}

/// The blocks, TNT and pigs nearest to a point.
std::vector<int> nearest_objects(const Task& task, Vec2 to, std::size_t count, const Catalogue& catalogue) {
  std::vector<int> objects;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Category category = catalogue.find(task.objects[i].type, task.objects[i].material)->category;
    if (category != Category::kPlatform && category != Category::kFan) objects.push_back(static_cast<int>(i));
  }
  const auto far = [&](int i) { return length(task.objects[static_cast<std::size_t>(i)].at_m - to); };
  std::ranges::stable_sort(objects, {}, far);
  objects.resize(std::min(objects.size(), count));
  return objects;
}

std::vector<KnownLaw> known_laws(const Task& normal, const Invention& invention, const Catalogue& catalogue) {
  std::vector<KnownLaw> laws{
      wind_everywhere("wind on birds", kBirds),
      wind_everywhere("wind", kBirdsAndBlocks),
      wind_in_box(invention.place.value_or(Box{{0, 0}, {12, 12}, 0})),
      {.name = "gravity",
       .starts = {{0, 1.5 * normal.gravity_mps2.y}, {0, 0.5 * normal.gravity_mps2.y}},
       .steps = {3, 3},
       .most = 20,
       .change =
           [](Task& task, const Numbers& n) {
             task.gravity_mps2 = {n[0], n[1]};
           }},
      {.name = "launch speed",
       .starts = {{0.8}, {1.25}},
       .steps = {0.15},
       .most = 10,
       .change = [](Task& task,
                    const Numbers& n) { task.slingshot.speed_factor *= std::clamp(n[0], 0.1, 5.0); }},
      {.name = "mirrored slingshot",
       .starts = {{}},
       .steps = {},
       .most = 1,
       .change = [](Task& task, const Numbers&) {
         task.slingshot.at_m.x *= -1;
         task.slingshot.faces_left = !task.slingshot.faces_left;
       }}};
  for (std::size_t i = 0; i < normal.effects.size(); ++i)
    if (std::holds_alternative<ForceField>(normal.effects[i])) laws.push_back(changed_turbulence(i));
  for (const int object : nearest_objects(normal, invention.place.value_or(Box{}).centre_m, 3, catalogue)) {
    laws.push_back(magnet(object));
    laws.push_back(unlike(object, "mass of an object", &HiddenFactors::mass));
    laws.push_back(unlike(object, "friction of an object", &HiddenFactors::friction));
    laws.push_back(unlike(object, "gravity on an object", &HiddenFactors::gravity));
  }
  return laws;
}

}  // namespace

NearestKnown nearest_known(const Probes& probes, const Invention& invention,
                           const std::vector<double>& signature, double near_enough) {
  if (std::ranges::all_of(signature, [](double v) { return v == 0; }))
    return {.name = "no change", .distance = 0};
  const Fitting fitting{probes.task(), signature, probes, near_enough};
  NearestKnown nearest{.name = "none"};
  for (const KnownLaw& law : known_laws(probes.task(), invention, probes.catalogue())) {
    const double left = fitting.fitted(law);
    if (left < nearest.distance) nearest = {law.name, left};
    if (left <= near_enough) break;
  }
  return nearest;
}

std::vector<std::vector<std::size_t>> clusters(
    std::size_t count, const std::function<double(std::size_t, std::size_t)>& distance, double least) {
  using Members = std::vector<std::size_t>;
  std::vector<Members> groups;
  for (std::size_t i = 0; i < count; ++i) groups.push_back({i});
  const auto mean = [&](const Members& a, const Members& b) {
    double sum = 0;
    for (const std::size_t i : a)
      for (const std::size_t j : b) sum += distance(i, j);
    return sum / static_cast<double>(a.size() * b.size());
  };
  while (true) {
    double nearest = least;
    std::size_t first = 0;
    std::size_t second = 0;
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = i + 1; j < groups.size(); ++j)
        if (const double far = mean(groups[i], groups[j]); far < nearest) {
          nearest = far;
          first = i;
          second = j;
        }
    if (first == second) return groups;
    groups[first].insert(groups[first].end(), groups[second].begin(), groups[second].end());
    std::ranges::sort(groups[first]);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

}  // namespace novphy
