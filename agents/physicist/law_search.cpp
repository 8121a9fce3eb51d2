#include "agents/physicist/law_search.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "agents/physicist/bird_flight.h"
#include "agents/physicist/grammar.h"
#include "base/parallel.h"

namespace novphy {
namespace {

constexpr std::size_t kPlays = 4;              ///< plays of an episode under a law, for the last comparison
constexpr std::size_t kClimbPlays = 2;         ///< and while numbers are fitted
constexpr std::size_t kSecond = 80;            ///< laws that are played more than once
constexpr std::size_t kStructures = 6;         ///< structures that are compared over all episodes
constexpr std::size_t kFlightStructures = 24;  ///< structures whose numbers are fitted to the bird's flight
constexpr std::size_t kMostFlights = 4;        ///< flights to which they are fitted
constexpr double kVeryStrange = 8;  ///< surprise under the best law from which a second change is looked for
constexpr double kMuchBetter =
    25;  ///< nats by which a pair must beat a single change, whose numbers are not exact
constexpr std::size_t kHeld = 9;
/// Nats by which a law may explain a usual flight of the bird worse than the normal law.
constexpr double kWorseFlight = 6;
/// Frames that are played for the first comparison of laws, for each play that the agent may make.
constexpr double kFramesForEachPlay = 10;

/// How exactly places are compared while the numbers of laws are coarse.
constexpr double kFirstSdM = 1.5;
constexpr double kClimbSdM = 1.2;  ///< at steps of size 1; it shrinks with the square of the step
constexpr double kCoarseSdM = 0.4;
constexpr double kNearlySdM = 0.1;

Simulator at_least(Simulator simulator, double sd_m) {
  simulator.exactly.sd_m = std::max(simulator.exactly.sd_m, sd_m);
  return simulator;
}

template <class Each>
void keep(std::vector<Each>& all, std::size_t most) {
  if (all.size() > most) all.resize(most);
}

std::vector<Law> distinct(const std::vector<Law>& laws) {
  std::vector<Law> once;
  for (const Law& law : laws)
    if (std::find(once.begin(), once.end(), law) == once.end()) once.push_back(law);
  return once;
}

/// What laws share that differ in numbers alone.
using LawStructure = std::vector<std::pair<LawChange, Who>>;
LawStructure structure_of(const Law& law) {
  LawStructure all;
  for (const LawChange& change : law.changes) {
    const auto* force = std::get_if<ForceLaw>(&change);
    all.emplace_back(structure(change), force ? force->on : Who{});
  }
  return all;
}

/// The first law of each structure, of the first `most` structures.
std::vector<Law> one_of_each_structure(const std::vector<HeldLaw>& held, std::size_t most) {
  std::vector<LawStructure> structures;
  std::vector<Law> laws;
  for (const HeldLaw& each : held) {
    LawStructure own = structure_of(each.law);
    if (laws.size() == most || std::find(structures.begin(), structures.end(), own) != structures.end())
      continue;
    structures.push_back(std::move(own));
    laws.push_back(each.law);
  }
  return laws;
}

/// Gives laws with their scores, the best first.
using Score = std::function<std::vector<HeldLaw>(const std::vector<Law>&, const Simulator&)>;

/// The steps of a search for the best numbers.
struct Steps {
  double first = 1;
  double last = 0.1;
  int moves = 4;  ///< of each size
};

/// Goes from a law to its best neighbour as long as that explains more, with ever smaller steps and ever more
/// exactly.
HeldLaw climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps) {
  HeldLaw best{.law = law};
  for (double step = steps.first; step > steps.last; step /= 2) {
    const Simulator here = at_least(simulator, kClimbSdM * step * step);
    best = score({best.law}, here).front();
    for (int i = 0; i < steps.moves; ++i) {
      const std::vector<HeldLaw> near = score(neighbours(best.law, step), here);
      if (near.empty() || near.front().log_weight() <= best.log_weight()) break;
      best = near.front();
    }
  }
  return best;
}

/// Birds, birds and blocks, or all bodies: a bird alone does not tell which of them a force acts on.
std::vector<Law> for_all_bodies(const Law& law) {
  std::vector<Law> all{law};
  for (const bool pigs : {false, true}) {
    Law more = law;
    for (LawChange& change : more.changes)
      std::visit(
          [&]<class Change>(Change& each) {
            if constexpr (requires { each.on.birds; }) {
              each.on.blocks = each.on.blocks || each.on.birds;
              each.on.pigs = each.on.pigs || (each.on.birds && pigs);
            }
          },
          change);
    all.push_back(std::move(more));
  }
  return distinct(all);
}

/// A bird, a pig, or a block.
struct Body {
  bool bird = false;
  bool pig = false;
  std::string material{};
  std::string look{};
};

bool acts_on(const Who& who, const Body& body) {
  if (body.bird) return who.birds;
  return (body.pig ? who.pigs : who.blocks) && (who.material.empty() || who.material == body.material) &&
         (who.look.empty() || who.look == body.look);
}

bool acts_on(const Law& law, const Body& body) {
  return law.changes.empty() ||
         std::any_of(law.changes.begin(), law.changes.end(), [&](const LawChange& change) {
           return std::visit(
               [&]<class Change>(const Change& each) {
                 if constexpr (requires { each.on; }) return acts_on(each.on, body);
                 if constexpr (requires { each.of; }) return acts_on(each.of, body);
                 return std::is_same_v<Change, GravityLaw> || body.bird;
               },
               change);
         });
}

class LawSearch {
 public:
  LawSearch(const std::vector<Episode>& episodes, std::size_t key, int plays, const Simulator& simulator)
      : episodes_(episodes),
        key_(key),
        plays_(plays),
        simulator_(simulator),
        alone_(simulator),
        here_(surroundings_of(episodes[key], simulator.catalogue)) {
    alone_.threads = 1;
    simulator_.exactly.law = alone_.exactly.law = kLawShare;
  }

  std::vector<HeldLaw> best(const std::vector<Law>& known) const {
    std::vector<Law> laws = known;
    laws.push_back({});
    for (Law& law : conceivable(here_)) laws.push_back(std::move(law));
    const std::vector<Episode> flights = strange_flights();
    std::vector<Law> found = flights.empty() ? fitted_to_start(laws) : fitted_to_flights(flights, laws);
    found.insert(found.end(), known.begin(), known.end());
    found.push_back({});
    std::vector<HeldLaw> held = weighed(found);
    const std::vector<Law> pairs = with_a_second_change(held.front().law);
    if (pairs.empty()) return held;
    found = laws_of(held);
    found.insert(found.end(), pairs.begin(), pairs.end());
    std::vector<HeldLaw> all = weighed(found);
    return all.front().log_weight() > held.front().log_weight() + kMuchBetter ? all : held;
  }

 private:
  const Episode& key() const { return episodes_[key_]; }

  /// The laws, in their order, with what the birds' flights say for them.
  std::vector<HeldLaw> scored_by_bird(const std::vector<Law>& laws, std::span<const Episode> flights,
                                      const Exactness& exactly) const {
    Simulator alone = alone_;
    alone.exactly = exactly;
    const std::vector<FlightGroup> groups = flight_groups(laws);
    std::vector<double> of_group(groups.size());
    parallel_for(groups.size(), simulator_.threads, [&](std::size_t i) {
      for (const Episode& flight : flights)
        of_group[i] += bird_log_likelihood(flight, groups[i].in_flight, alone);
    });
    std::vector<HeldLaw> held(laws.size());
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (const std::size_t k : groups[i].members)
        held[k] = {laws[k], of_group[i], complexity(laws[k], here_)};
    return held;
  }

  /// The strange flights of the last episodes, that of the key last; none if the key has none.
  std::vector<Episode> strange_flights() const {
    std::optional<Episode> last = strange_flight(key(), simulator_);
    if (!last) return {};
    std::vector<Episode> flights;
    for (std::size_t i = 0; i < episodes_.size(); ++i) {
      if (i == key_) continue;
      std::optional<Episode> other = strange_flight(episodes_[i], simulator_);
      flights.push_back(other ? std::move(*other) : free_flight(episodes_[i]));
    }
    flights.push_back(std::move(*last));
    if (flights.size() > kMostFlights) flights.erase(flights.begin(), flights.end() - kMostFlights);
    return flights;
  }

  /// The structures that explain the birds' flights best, with the numbers that explain them best.
  std::vector<Law> fitted_to_flights(const std::vector<Episode>& flights,
                                     const std::vector<Law>& laws) const {
    std::vector<Law> felt;
    for (const FlightGroup& group : flight_groups(laws)) felt.push_back(group.in_flight);
    std::vector<HeldLaw> held =
        scored_by_bird(felt, std::span(flights).last(1), at_least(simulator_, kFirstSdM).exactly);
    sort_by_weight(held);
    const Score by_bird = [&](const std::vector<Law>& some, const Simulator& simulator) {
      std::vector<HeldLaw> near = scored_by_bird(some, flights, simulator.exactly);
      sort_by_weight(near);
      return near;
    };
    std::vector<HeldLaw> found;
    for (const Law& law : one_of_each_structure(held, kFlightStructures))
      found.push_back(climbed(law, by_bird, simulator_, {.moves = 6}));
    sort_by_weight(found);
    keep(found, kStructures);
    std::vector<Law> all;
    for (const HeldLaw& each : found)
      for (Law& law : for_all_bodies(each.law)) all.push_back(std::move(law));
    return all;
  }

  bool names_unfamiliar(const Law& law) const {
    const std::vector<std::string> unfamiliar = key().unfamiliar_looks();
    const std::vector<std::string> named = named_looks(law);
    return std::any_of(named.begin(), named.end(), [&](const std::string& look) {
      return std::find(unfamiliar.begin(), unfamiliar.end(), look) != unfamiliar.end();
    });
  }

  /// Those of the laws that act on one of these things of the key.
  std::vector<Law> that_act_on(const std::vector<std::size_t>& things, const std::vector<Law>& laws) const {
    if (things.empty()) return laws;
    std::vector<Law> kept;
    for (const Law& law : laws)
      if (std::any_of(things.begin(), things.end(),
                      [&](std::size_t thing) { return acts_on(law, body(thing)); }))
        kept.push_back(law);
    return kept;
  }

  Body body(std::size_t thing) const {
    const std::vector<Object>& objects = key().believed.task.objects;
    if (thing >= objects.size()) return {.bird = true};
    const Kind* kind = simulator_.catalogue.find(objects[thing].type, objects[thing].material);
    return {.pig = kind && kind->category == Category::kPig,
            .material = objects[thing].material,
            .look = key().believed.objects[thing].look};
  }

  /// Those of the laws under which the bird's free flight is nearly as usual.
  std::vector<Law> that_hardly_touch_the_bird(const std::vector<Law>& laws) const {
    const Episode flight = free_flight(key());
    const Simulator nearly = at_least(alone_, kNearlySdM);
    const double usual = bird_log_likelihood(flight, {}, nearly);
    std::vector<Law> kept;
    for (const HeldLaw& each : scored_by_bird(laws, std::span(&flight, 1), nearly.exactly))
      if (each.log_likelihood > usual - kWorseFlight) kept.push_back(each.law);
    return kept;
  }

  /// The best of these laws over all episodes. The normal law, which is one of them, is kept in any case.
  std::vector<HeldLaw> weighed(const std::vector<Law>& laws) const {
    std::vector<HeldLaw> held = scored(distinct(laws), episodes_, kPlays, simulator_, here_);
    const auto normal =
        std::find_if(held.begin(), held.end(), [](const HeldLaw& each) { return each.law.changes.empty(); });
    if (normal - held.begin() >= static_cast<std::ptrdiff_t>(kHeld))
      std::iter_swap(normal, held.begin() + kHeld - 1);
    keep(held, kHeld);
    return held;
  }

  /// The most laws that may be compared in the first frames of the key.
  std::size_t most_laws(const Episode& start) const {
    return static_cast<std::size_t>(kFramesForEachPlay * plays_ / static_cast<double>(start.seen.size()));
  }

  /// The structures that explain the time up to the first surprise and a moment after it best, with better
  /// numbers.
  std::vector<Law> fitted_to_start(const std::vector<Law>& all) const {
    const std::size_t first = first_surprise(key().seen, key().usual, simulator_.exactly);
    const Episode start = first_frames(key(), first + kFramesAfter);
    std::vector<Law> laws =
        that_act_on(surprising_things(key().seen, key().usual, first, simulator_.exactly), all);
    std::stable_partition(laws.begin(), laws.end(), [&](const Law& law) { return names_unfamiliar(law); });
    keep(laws, 2 * most_laws(start));
    laws = that_hardly_touch_the_bird(laws);
    keep(laws, most_laws(start));
    return best_structures(laws, start);
  }

  /// Where a law of one change leaves something surprising: the best laws of this change and a second one
  /// that acts on what is surprising.
  std::vector<Law> with_a_second_change(const Law& law) const {
    if (law.changes.size() != 1) return {};
    const std::vector<Flight> flights = believed_flights(key(), law, kPlays, simulator_);
    const std::size_t first = first_surprise(key().seen, flights, simulator_.exactly);
    if (first == key().seen.size() ||
        surprise(key().seen, flights, simulator_.exactly, key().usual) < kVeryStrange)
      return {};
    const Episode start = first_frames(key(), first + kFramesAfter);
    std::vector<Law> seconds =
        that_act_on(surprising_things(key().seen, flights, first, simulator_.exactly), conceivable(here_));
    keep(seconds, most_laws(start) / 2);
    return best_structures(pairs(law, seconds), start);
  }

  /// One law of each of the structures that explain the first frames best, with better numbers.
  std::vector<Law> best_structures(const std::vector<Law>& laws, const Episode& start) const {
    const std::span<const Episode> alone(&start, 1);
    std::vector<HeldLaw> held = scored(laws, alone, 1, at_least(simulator_, kCoarseSdM), here_);
    keep(held, kSecond);
    held = scored(laws_of(held), alone, kPlays, at_least(simulator_, kCoarseSdM), here_);
    const Score on_start = [&](const std::vector<Law>& some, const Simulator& simulator) {
      return scored(some, alone, kClimbPlays, simulator, here_);
    };
    std::vector<Law> found;
    for (const Law& law : one_of_each_structure(held, kStructures))
      found.push_back(climbed(law, on_start, simulator_, {.first = 0.5, .last = 0.2, .moves = 2}).law);
    return found;
  }

  const std::vector<Episode>& episodes_;
  std::size_t key_;
  int plays_;
  Simulator simulator_;
  Simulator alone_;  ///< of one thread, for what itself runs on several
  Surroundings here_;
};

}  // namespace

void sort_by_weight(std::vector<HeldLaw>& laws) {
  std::stable_sort(laws.begin(), laws.end(),
                   [](const HeldLaw& a, const HeldLaw& b) { return a.log_weight() > b.log_weight(); });
}

std::vector<Law> laws_of(const std::vector<HeldLaw>& held) {
  std::vector<Law> laws;
  for (const HeldLaw& each : held) laws.push_back(each.law);
  return laws;
}

std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            std::size_t plays, const Simulator& simulator, const Surroundings& here) {
  std::vector<HeldLaw> held(laws.size());
  Simulator alone = simulator;
  alone.threads = 1;
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    held[i] = {.law = laws[i], .complexity = complexity(laws[i], here)};
    for (const Episode& episode : episodes)
      held[i].log_likelihood += log_likelihood(episode.seen, believed_flights(episode, laws[i], plays, alone),
                                               simulator.exactly, episode.usual);
  });
  sort_by_weight(held);
  return held;
}

std::vector<HeldLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                               const std::vector<Law>& known, int plays, const Simulator& simulator) {
  return LawSearch(episodes, key, plays, simulator).best(known);
}

}  // namespace novphy
