#include "generator/invent/signature.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace novphy {
namespace {

constexpr std::array kProbeThrows{Throw{5, 1},  Throw{25, 1},   Throw{45, 1},
                                  Throw{65, 1}, Throw{20, 0.7}, Throw{50, 0.7}};
constexpr std::size_t kOldProbes = 4;
constexpr int kProbeEverySteps = 10;
constexpr int kProbeSteps = 400;  // of a play of one probe

Vec2 apart(Vec2 a, Vec2 b) {
  return {std::clamp(a.x - b.x, -kMostApart_m, kMostApart_m),
          std::clamp(a.y - b.y, -kMostApart_m, kMostApart_m)};
}

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
std::vector<std::vector<Vec2>> watched(PlayStart& start, const std::vector<Shot>& shots,
                                       const std::vector<int>& bodies) {
  Playback playback(start.world(), shots);
  std::vector<std::vector<Vec2>> ways;
  std::vector<Vec2> places(bodies.size());
  bool going = true;
  for (int step = 0; step < kProbeSteps; ++step) {
    going = going && playback.step();
    if (step % kProbeEverySteps != 0) continue;
    for (std::size_t i = 0; going && i < bodies.size(); ++i)
      if (const BodyView body = playback.world().body(bodies[i]); body.present) places[i] = body.at_m;
    ways.push_back(places);
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
        const Vec2 change = apart(ways[probe][time][body], normal_[probe][time][body]);
        values.push_back(change.x);
        values.push_back(change.y);
      }
  return values;
}

double Probes::visible_share(const std::vector<double>& signature) const {
  const std::size_t each = signature.size() / throws_.size();
  std::size_t seen = 0;
  for (std::size_t probe = 0; probe < throws_.size(); ++probe) {
    const auto from = signature.begin() + static_cast<std::ptrdiff_t>(probe * each);
    if (std::any_of(from, from + static_cast<std::ptrdiff_t>(each),
                    [](double v) { return std::abs(v) > kVisible_m; }))
      ++seen;
  }
  return static_cast<double>(seen) / static_cast<double>(throws_.size());
}

double distance(const std::vector<double>& signature, const std::vector<double>& known) {
  std::vector<double> left(signature.size());
  std::transform(signature.begin(), signature.end(), known.begin(), left.begin(), std::minus<>());
  const double own = square_sum(signature);
  return own > 0 ? std::sqrt(square_sum(left) / own) : 0;
}

}  // namespace novphy
