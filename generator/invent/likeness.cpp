#include "generator/invent/likeness.h"

#include <algorithm>
#include <stdexcept>

namespace novphy {
namespace {

/// The law for another task: it names the objects that are nearest to those that it named.
Invention carried_over(Invention law, const Task& from, const Task& to) {
  const auto carry = [&](int& object) {
    const Vec2 at = from.objects[static_cast<std::size_t>(object)].at_m;
    object = nearest_object(to, at).value_or(0);
  };
  for (Effect& effect : law.effects) for_each_object_of(effect, carry);
  for (PlacedNovelty& part : law.parts)
    if (part.where.object) carry(*part.where.object);
  return law;
}

std::vector<double> signature(const InventBase& base, const Invention& law, double strength,
                              const Catalogue& catalogue) {
  return base.probes().signature(put_in(base.task(), law, strength, "novelty", catalogue).task);
}

/// How far the other's novelty is from this one in this one's base.
double apart_in(const InBase& own, const InBase& other, const Catalogue& catalogue) try {
  const Invention carried = carried_over(other.invention, other.base.task(), own.base.task());
  return std::min(1.0, distance(signature(own.base, own.invention, own.strength, catalogue),
                                signature(own.base, carried, other.strength, catalogue)));
} catch (const std::invalid_argument&) {
  return 1;  // the base does not take the novelty
}

}  // namespace

double apart(const InBase& a, const InBase& b, const Catalogue& catalogue) {
  return std::min(apart_in(a, b, catalogue), apart_in(b, a, catalogue));
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
    std::sort(groups[first].begin(), groups[first].end());
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

}  // namespace novphy
