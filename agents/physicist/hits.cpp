#include "agents/physicist/hits.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "sim/rng.h"

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

/// The numbers of birds after which pigs of the catalogue die.
std::set<int> numbers_of_birds(const Catalogue& catalogue) {
  std::set<int> numbers;
  for (const Kind& kind : catalogue.objects)
    if (counts_birds(&kind) && kind.type.find(':') == std::string::npos) numbers.insert(kind.birds_to_die);
  return numbers;
}

/// The numbers of hits that a pig may still need after so many hits, in a task of so many birds: one that all
/// birds together reach stands twice.
std::vector<int> hits_to_go(int hits, int birds, const Catalogue& catalogue) {
  std::vector<int> to_go;
  for (const int number : numbers_of_birds(catalogue))
    if (hits < number && number <= birds) to_go.insert(to_go.end(), number == birds ? 2 : 1, number - hits);
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

}  // namespace

Catalogue Hits::with_hit_pigs(Catalogue catalogue) {
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

void Hits::count(const Episode& episode, const Catalogue& catalogue) {
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

void Hits::apply(std::vector<Task>& drawn, const Believed& believed, int birds_gone,
                 const Catalogue& catalogue, std::uint64_t seed) const {
  const int birds = birds_gone + static_cast<int>(believed.task.birds.size());
  Rng rng = Rng::stream(seed, "physicist/hits");
  for (Task& task : drawn)
    for (std::size_t i = 0; i < task.objects.size(); ++i) {
      if (!counts_birds(catalogue.find(task.objects[i].type, task.objects[i].material))) continue;
      const auto found = by_id_.find(believed.objects[i].id);
      const std::vector<int> to_go = hits_to_go(found == by_id_.end() ? 0 : found->second, birds, catalogue);
      const int choice = rng.integer(0, static_cast<int>(to_go.size()) - 1);
      task.objects[i].type = pig_with(to_go[static_cast<std::size_t>(choice)], task.objects[i], catalogue);
    }
}

}  // namespace novphy
