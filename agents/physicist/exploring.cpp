#include "agents/physicist/exploring.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agents/physicist/hypotheses.h"
#include "base/parallel.h"
#include "sim/rng.h"

namespace novphy {
namespace {

constexpr double kTouchedByM = 0.1;  ///< a thing that goes so far was touched
/// A bird that comes into one of these squares beside an object may tell of it.
constexpr std::array kBeside{Vec2{1.5, 0}, Vec2{-1.5, 0}, Vec2{0, 1.5}, Vec2{0, -1.5}};
constexpr double kBesideM = 2;
constexpr double kStillHeld = 8;  ///< nats behind the best law, up to which a law counts when exploring
constexpr std::size_t kExploredThrows = 8;
constexpr std::size_t kExploredLaws = 16;  ///< laws among which an exploring throw is to tell
constexpr std::size_t kNormalPlays = 3;
constexpr double kMostNats = 20;  ///< what one law counts at most
/// A pass counts like so many laws that a throw tells from the normal one.
constexpr double kPassCounts = 1;
constexpr std::size_t kFrames = 40;
/// Laws that are drawn before anything is played, for each that is drawn in the end.
constexpr std::size_t kDrawnFirst = 2;
constexpr std::size_t kPlaysToDraw = 1;  ///< plays of each episode that then decide
constexpr std::size_t kEpisodesToDraw = 2;
constexpr double kGuessSdM = 0.3;  ///< how exactly such plays are compared

std::vector<std::size_t> pigs_of(const Task& task, const Catalogue& catalogue) {
  std::vector<std::size_t> pigs;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    if (kind && kind->category == Category::kPig) pigs.push_back(i);
  }
  return pigs;
}

bool passes(const Flight& flight, const std::vector<std::size_t>& pigs) {
  return !pigs.empty() &&
         std::ranges::none_of(pigs, [&](std::size_t pig) { return flight.back()[pig].has_value(); });
}

Flight flown(PossibleWorld& world, const Pull& aim, std::size_t objects) {
  return fly(world.at_rest(), under(world.law(), shot_of(aim)), objects, kFrames);
}

/// What a flight under a law tells: how unlike the normal flights it is, and whether it passes.
double information_from(const Flight& flight, std::span<const Flight> normal,
                        const std::vector<std::size_t>& pigs, const Simulator& simulator) {
  const double usual = log_likelihood(normal[0], normal.subspan(1), simulator.exactly);
  const double found = log_likelihood(flight, normal.subspan(1), simulator.exactly);
  return std::clamp(usual - found, 0.0, kMostNats) + (passes(flight, pigs) ? kPassCounts * kMostNats : 0);
}

/// n of the laws, drawn without replacement by the exponential of their log weights.
template <class LogWeight>
std::vector<Law> drawn(std::vector<Law> laws, std::size_t n, const LogWeight& log_posterior, Rng& rng) {
  sort_by(laws, [&](const Law& law) {  // the greatest of log weight + Gumbel noise first
    const double noise = std::log(-std::log(rng.uniform(1e-9, 1 - 1e-9)));
    return noise - log_posterior(law);
  });
  laws.resize(std::min(n, laws.size()));
  return laws;
}

/// What a law of one change is about, such as gravity or a force in a region, after whether it is about
/// something suspect: unfamiliar, or visible air turbulence. Laws are drawn from each sort.
using Sort = std::array<std::size_t, 5>;
Sort sort_of(const Law& law, const std::vector<std::string>& unfamiliar) {
  const LawChange& change = law.changes.front();
  const auto* held = std::get_if<EffectChange>(&change);
  const auto* force = law_in<ForceField>(change);
  std::size_t place = 0;  // of a force: everywhere, in a half-plane, a box, a disc, or air turbulence
  if (force && force->region) place = is_half_plane(*force->region) ? 1 : force->round ? 3 : 2;
  if (force && is_seen_region(held->effect)) place = 4;
  return {is_about_novel_things(law, unfamiliar), !held || !pushes(held->effect), change.index(),
          held ? held->effect.index() : 0, place};
}

std::vector<Law> drawn_laws(std::span<const Episode> episodes, std::size_t n, const Simulator& simulator,
                            std::uint64_t seed) {
  const Episode& last = episodes.back();
  const std::vector<std::string> unfamiliar = last.unfamiliar_looks();
  const Surroundings here = surroundings_of(last, simulator);
  std::map<Sort, std::vector<Law>> sorts;
  for (Law& law : hypotheses(here)) sorts[sort_of(law, unfamiliar)].push_back(std::move(law));
  std::map<bool, std::size_t> alike;  // sorts about something suspect, which get half of the laws, and others
  for (const auto& [sort, all] : sorts) ++alike[sort.front()];
  Rng rng = Rng::stream(seed, "physicist/drawn_laws");
  std::vector<Law> laws;
  const auto log_prior = [&](const Law& law) { return -complexity(law, here); };
  for (const auto& [sort, all] : sorts)
    append(laws, drawn(all, kDrawnFirst * n / (alike.size() * alike[sort.front()]), log_prior, rng));
  std::span<const Episode> thrown = episodes.first(episodes.size() - 1);
  if (thrown.size() > kEpisodesToDraw) thrown = thrown.last(kEpisodesToDraw);
  Simulator guessing = simulator;
  guessing.guess = true;
  guessing.exactly.sd_m = std::max(guessing.exactly.sd_m, kGuessSdM);
  const std::vector<WeightedLaw> held =
      scored(laws, thrown, {.plays = kPlaysToDraw, .simulator = guessing, .here = here});
  auto each = held.begin();
  return drawn(
      laws_of(held), n, [&](const Law&) { return (each++)->log_likelihood; }, rng);
}

/// Which of the throws tells most about which of the laws holds: its flights differ most from those of the
/// normal world. `episode.shot` and `episode.seen` do not count; `throws` is not empty.
Pull most_informative_throw(const Episode& episode, std::span<const Pull> aims, std::span<const Law> laws,
                            const Simulator& simulator) {
  const std::vector<std::string> looks = episode.looks();
  const auto world_of = [&](const Law& law, std::size_t task) {
    return PossibleWorld(under(law, episode.tasks[task], looks, episode.birds_gone), law, simulator.catalogue,
                         simulator.physics.of_guesses);
  };
  std::vector<std::vector<Flight>> normal(aims.size());
  for (std::size_t i = 0; i < kNormalPlays; ++i) {
    PossibleWorld world = world_of({}, i);
    for (std::size_t k = 0; k < aims.size(); ++k) normal[k].push_back(flown(world, aims[k], looks.size()));
  }
  const std::vector<std::size_t> pigs = pigs_of(episode.tasks.front(), simulator.catalogue);
  std::vector<std::vector<double>> told(laws.size());
  parallel_for(laws.size(), simulator.threads, [&](std::size_t i) {
    PossibleWorld world = world_of(laws[i], 0);
    for (std::size_t k = 0; k < aims.size(); ++k)
      told[i].push_back(information_from(flown(world, aims[k], looks.size()), normal[k], pigs, simulator));
  });
  std::vector<double> sums(aims.size());
  for (const auto& of_law : told)
    for (std::size_t k = 0; k < aims.size(); ++k) sums[k] += of_law[k];
  return aims[static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin())];
}

std::vector<std::size_t> suspect_objects(const Believed& believed) {
  std::vector<std::size_t> suspects;
  for (std::size_t i = 0; i < believed.objects.size(); ++i)
    if (!believed.objects[i].familiar) suspects.push_back(i);
  return suspects;
}

/// The laws that may hold besides the normal one, or those that might.
std::vector<Law> laws_to_distinguish(const Episode& episode, const LawPosterior& posterior,
                                     const Simulator& simulator, std::uint64_t seed) {
  const WeightedLaw& best = posterior.laws().front();
  std::vector<Law> laws;
  for (const WeightedLaw& held : posterior.laws())
    if (!held.law.changes.empty() && held.log_posterior() > best.log_posterior() - kStillHeld)
      laws.push_back(held.law);
  if (!best.law.changes.empty()) return laws;
  std::vector<Episode> episodes = posterior.episodes();
  episodes.push_back(episode);
  append(laws, drawn_laws(episodes, kExploredLaws, simulator, seed));
  return laws;
}

Box beside(Vec2 at_m, Vec2 side) { return {.centre_m = at_m + side, .size_m = {kBesideM, kBesideM}}; }

/// What a side of an object of this appearance is called.
std::string name_of(const std::string& look, std::size_t side) { return look + "/" + std::to_string(side); }

/// What the objects are called: those that look alike are told apart by which is higher.
std::vector<std::string> names_of(const Believed& believed) {
  std::vector<std::string> names;
  for (const BelievedObject& object : believed.objects) {
    const auto lower = [&](const BelievedObject& other) {
      return other.look == object.look && other.at_m.y < object.at_m.y;
    };
    names.push_back(object.look + "#" + std::to_string(std::ranges::count_if(believed.objects, lower)));
  }
  return names;
}

/// The throws with what they move in an exact play.
std::vector<MovingPull> replayed(const Episode& episode, std::vector<MovingPull> throws, const Law& law,
                                 const Simulator& simulator) {
  PossibleWorld world(under(law, episode.tasks.front(), episode.looks(), episode.birds_gone), law,
                      simulator.catalogue, simulator.physics.of_plans);
  world.watch(suspect_places(episode.believed));
  for (MovingPull& each : throws) each.moved = world.result(each.aim).moved;
  return throws;
}

}  // namespace

std::vector<Box> suspect_places(const Believed& believed) {
  std::vector<Box> places;
  for (const BelievedRegion& region : believed.regions) places.push_back(region.box);
  for (const std::size_t i : suspect_objects(believed))
    for (const Vec2 side : kBeside) places.push_back(beside(believed.objects[i].at_m, side));
  return places;
}

void Touched::note(const Episode& episode, bool passed) {
  std::set<std::string> looks;
  const std::vector<std::string> names = names_of(episode.believed);
  for (std::size_t i = 0; i < episode.believed.objects.size(); ++i) {
    const auto& before = episode.seen.front()[i];
    if (!before) continue;
    const bool moved = std::ranges::any_of(episode.seen, [&](const Frame& frame) {
      return !frame[i] || length(*frame[i] - *before) > kTouchedByM;
    });
    const BelievedObject& object = episode.believed.objects[i];
    if (moved) looks.insert(names[i]);
    for (std::size_t side = 0; side < kBeside.size() && !object.familiar; ++side) {
      const Box place = beside(*before, kBeside[side]);
      const bool near = std::ranges::any_of(
          episode.seen, [&](const Frame& frame) { return frame.back() && within(place, *frame.back()); });
      if (near) looks.insert(name_of(object.look, side));
    }
  }
  for (const std::string& look : looks) ++throws_[look];
  for (const std::string& name : std::set(names.begin(), names.end())) ++had_[name];
  ++noted_;
  if (passed) at_pass_ = std::move(looks);
}

double Touched::curiosity(const Episode& episode, const MovingPull& pull) const {
  constexpr double kUnfamiliarCounts = 3;
  constexpr double kAgainCounts = 3;  ///< a throw that touched it leaves a quarter
  constexpr double kAtPassCounts = 2;
  constexpr double kFewThrows = 1;  ///< a single throw may well miss what it should touch
  const auto commonness = [&](const std::string& name) {
    const auto had = had_.find(name);
    return noted_ == 0 ? 1.0 : had == had_.end() ? 0.0 : static_cast<double>(had->second) / noted_;
  };
  std::set<std::string> looks;
  double sum = 0;
  const auto add = [&](const std::string& name, double counts) {
    if (!looks.insert(name).second) return;
    const auto touched = throws_.find(name);
    sum += counts / (1 + kAgainCounts * (touched == throws_.end() ? 0 : touched->second));
    if (at_pass_.contains(name)) sum += kAtPassCounts;
  };
  std::size_t place = episode.believed.regions.size();
  const std::vector<std::string> names = names_of(episode.believed);
  for (std::size_t i = 0; i < episode.believed.objects.size(); ++i) {
    const BelievedObject& object = episode.believed.objects[i];
    if (pull.moves(i)) add(names[i], object.familiar ? commonness(names[i]) : kUnfamiliarCounts);
    for (std::size_t side = 0; side < kBeside.size() && !object.familiar; ++side)
      if (pull.visits(place++)) add(name_of(object.look, side), kUnfamiliarCounts);
  }
  return sum * pull.throws / (pull.throws + kFewThrows);
}

Pull Touched::telling_throw(const Episode& episode, std::vector<MovingPull> throws, const LawPosterior& laws,
                            const Simulator& simulator, std::uint64_t seed) const {
  constexpr double kCurious = 0.5;
  constexpr std::size_t kReplayed = 8;
  if (throws.empty()) return {.angle_rad = radians(episode.believed.task.slingshot.faces_left ? 135 : 45)};
  const auto most_curious_first = [&](std::vector<MovingPull>& pulls) {
    sort_by(pulls, [&](const MovingPull& pull) { return -curiosity(episode, pull); });
  };
  most_curious_first(throws);
  std::vector<MovingPull> again =
      replayed(episode, first_of(throws, kReplayed), laws.laws().front().law, simulator);
  most_curious_first(again);
  if (curiosity(episode, again.front()) > kCurious) return again.front().aim;
  if (throws.size() > kExploredThrows) throws.resize(kExploredThrows);
  std::vector<Pull> aims;
  for (const MovingPull& each : throws) aims.push_back(each.aim);
  return most_informative_throw(episode, aims, laws_to_distinguish(episode, laws, simulator, seed),
                                simulator);
}

}  // namespace novphy
