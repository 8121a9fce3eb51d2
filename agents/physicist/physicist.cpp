#include "agents/physicist/physicist.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "agents/physicist/hypotheses.h"
#include "agents/physicist/posterior.h"
#include "agents/published/datalab_rules.h"
#include "base/parallel.h"

namespace novphy {

namespace {

constexpr double kUsualSurprise = 1.5;  ///< surprise that every world has now and then
constexpr double kMostSurprise = 14;    ///< what one throw counts at most
constexpr double kNothingPasses = 4;    ///< what a task counts in which no throw passes
constexpr double kDecay = 0.8;          ///< share that is left after a further throw
constexpr double kAlarmSum = 18;        ///< the sum that is an alarm

}  // namespace

void ChangeDetector::add(double surprise) {
  sum_ *= kDecay;
  add_up(std::min(surprise, kMostSurprise) - kUsualSurprise);
}

void ChangeDetector::nothing_passes() { add_up(kNothingPasses); }

void ChangeDetector::add_up(double amount) {
  sum_ = std::max(0.0, sum_ + amount);
  alarmed_ = alarmed_ || sum_ > kAlarmSum;
}

double ChangeDetector::probability() const {
  return alarmed_ ? 1 : kAlarm * std::min(1.0, sum_ / kAlarmSum) * 0.98;
}

namespace {

constexpr std::size_t kNormalPlays = 3;
constexpr double kMostNats = 20;  ///< what one law counts at most
/// A pass counts like so many laws that a throw tells from the normal one.
constexpr double kPassCounts = 1;
constexpr std::size_t kFrames = 60;
/// Laws that are drawn before anything is played, for each that is drawn in the end.
constexpr std::size_t kDrawnFirst = 4;
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
  const Surroundings here = surroundings_of(last, simulator.catalogue);
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

constexpr std::size_t kExploredLaws = 40;  ///< laws among which an exploring throw is to tell
constexpr std::size_t kExploredThrows = 20;
constexpr double kHopeless = 0.15;   ///< a throw that passes less often may as well tell something
constexpr double kGoodEnough = 0.8;  ///< probability with which the next bird is thrown as the one before
constexpr double kStillHeld = 8;     ///< nats behind the best law, up to which a law counts when exploring
constexpr std::size_t kManyConflicts = 4;  ///< conflicts with which planning makes no sense
constexpr std::size_t kManyObjects = 200;  ///< objects with which it takes too long

/// Throws std::invalid_argument, which says why, where what is believed cannot be played.
void check_playable(const Believed& believed) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument(why); };
  if (believed.objects.size() >= kManyObjects) refuse(std::to_string(believed.objects.size()) + " objects.");
  if (believed.conflicts.size() >= kManyConflicts) refuse(believed.conflicts.front());
  if (believed.bird_id < 0) refuse("No bird is on the slingshot.");
}

/// Where the world may differ from the normal one: near unfamiliar objects, and in visible air turbulence.
std::vector<Box> suspect_places(const Believed& believed) {
  constexpr double kSuspectNearM = 2;
  std::vector<Box> places;
  for (const BelievedRegion& region : believed.regions) places.push_back(region.box);
  for (const BelievedObject& object : believed.objects)
    if (!object.familiar)
      places.push_back({.centre_m = object.at_m, .size_m = {2 * kSuspectNearM, 2 * kSuspectNearM}});
  return places;
}

/// See make_physicist().
class Physicist : public Agent {
 public:
  Physicist(const Catalogue& catalogue, const Physics& search, const ColourTable& table,
            const PhysicistOptions& given)
      : ordinary(catalogue),
        with_hit_counts(HitCounts::with_hit_pigs(catalogue)),
        physics(search),
        colours(table),
        options(given) {}

  Senses senses() const override { return {.noise_px = options.noise_px}; }
  int watch_every_ms() const override { return kFrameMs; }
  void begin_trial(std::uint64_t seed) override { trial = {.seed = seed}; }
  void begin_task() override {
    trial.birds_gone = 0;
    trial.hits.begin_task();
    trial.told.clear();
  }
  Shot choose(const Observation& seen) override {
    try {
      return choose_by_plan(seen);
    } catch (const std::invalid_argument& error) {
      return choose_by_rules(seen, error.what());
    }
  }
  void watch(const Observation& seen) override {
    if (trial.flying && trial.flying->seen.size() <= kMostFrames)
      trial.flying->seen.push_back(frame_of(seen, trial.flying->believed));
  }
  void end_task(const TaskResult& result) override {
    if (trial.flying) land(result.last);
  }
  NoveltyReport novelty() override {
    return {.probability = trial.detector.probability(),
            .threshold = ChangeDetector::kAlarm,
            .objects = trial.unfamiliar_ids,
            .text = trial.told + text(trial.laws.laws().front().law)};
  }

 private:
  Simulator simulator() const {
    return {.catalogue = with_hit_counts,
            .physics = physics,
            .exactly = exactness_of(options.noise_px),
            .threads = static_cast<unsigned>(options.threads)};
  }

  std::uint64_t seed_now() const {
    return Rng::stream(trial.seed, "physicist/decisions", trial.decisions).seed64();
  }

  Episode believed(const Observation& seen) {
    Episode episode;
    episode.believed = believe(std::span(&seen, 1), ordinary, colours, options.noise_px);
    check_playable(episode.believed);
    episode.tasks = draw(episode.believed, static_cast<int>(kWorlds), seed_now());
    trial.hits.apply(episode.tasks, episode.believed, trial.birds_gone, with_hit_counts, seed_now());
    episode.birds_gone = trial.birds_gone;
    episode.seen.push_back(frame_of(seen, episode.believed));
    return episode;
  }

  std::vector<PossibleWorld> possible_worlds(const Episode& episode) const {
    const std::vector<Law> laws = trial.laws.drawn(kWorlds, seed_now());
    const std::vector<std::string> looks = episode.looks();
    std::vector<std::optional<PossibleWorld>> made(kWorlds);
    parallel_for(kWorlds, simulator().threads, [&](std::size_t i) {
      made[i].emplace(under(laws[i], episode.tasks[i], looks, episode.birds_gone), laws[i], with_hit_counts,
                      physics.of_plans);
    });
    std::vector<PossibleWorld> worlds;
    for (auto& each : made) worlds.push_back(std::move(*each));
    for (PossibleWorld& world : worlds) world.watch(suspect_places(episode.believed));
    return worlds;
  }

  ThrowPlan planned(const Episode& episode) const {
    std::vector<PossibleWorld> worlds = possible_worlds(episode);
    if (trial.birds_gone > 0) {
      const PlannedPull again{.aim = trial.last,
                              .probability = mean_value(worlds, trial.last, simulator().threads)};
      if (again.probability >= kGoodEnough) return {.best = again};
    }
    const bool falls_up = worlds.front().at_rest().task().gravity_mps2.y > 0;
    return plan_throw(worlds, episode.believed.task.slingshot.faces_left, falls_up,
                      {.plays = options.plays, .threads = simulator().threads});
  }

  /// The laws that may hold besides the normal one, or those that might.
  std::vector<Law> laws_to_distinguish(const Episode& episode) const {
    const WeightedLaw& best = trial.laws.laws().front();
    std::vector<Law> laws;
    for (const WeightedLaw& held : trial.laws.laws())
      if (!held.law.changes.empty() && held.log_posterior() > best.log_posterior() - kStillHeld)
        laws.push_back(held.law);
    if (!best.law.changes.empty()) return laws;
    std::vector<Episode> episodes = trial.laws.episodes();
    episodes.push_back(episode);
    append(laws, drawn_laws(episodes, kExploredLaws, simulator(), seed_now()));
    return laws;
  }

  Pull exploring(const Episode& episode, std::vector<Pull> throws) const {
    if (throws.size() > kExploredThrows) throws.resize(kExploredThrows);
    if (throws.empty())
      throws = {{.angle_rad = radians(episode.believed.task.slingshot.faces_left ? 135 : 45)}};
    return most_informative_throw(episode, throws, laws_to_distinguish(episode), simulator());
  }

  Shot choose_by_plan(const Observation& seen) {
    if (trial.flying) land(seen);
    ++trial.decisions;
    Episode episode = believed(seen);
    look_for_unfamiliar(episode.believed);
    const ThrowPlan plan = planned(episode);
    Pull pull = plan.best.aim;
    if (plan.best.probability < kHopeless) {
      if (trial.birds_gone == 0) trial.detector.nothing_passes();
      pull = exploring(episode, plan.various);
    }
    tell(fmt::format("Throw {}: passes with probability {:.2f}.", trial.birds_gone + 1,
                     plan.best.probability));
    episode.shot = shot_of(pull);
    trial.last = pull;
    ++trial.birds_gone;
    trial.flying = std::move(episode);
    return trial.flying->shot;
  }

  /// Throws as Datalab does, whose rules need no task.
  Shot choose_by_rules(const Observation& seen, const std::string& why) {
    tell("Played by rules, since no task fits what is seen: " + why);
    ++trial.birds_gone;
    Datalab rules(colours);
    rules.begin_trial(trial.seed);
    return rules.choose(seen);
  }

  void look_for_unfamiliar(const Believed& believed) {
    trial.unfamiliar_ids.clear();
    for (const BelievedObject& object : believed.objects)
      if (!object.familiar) trial.unfamiliar_ids.push_back(object.id);
    if (!trial.unfamiliar_ids.empty()) trial.detector.unfamiliar();
    const bool faces_left = believed.task.slingshot.faces_left;
    if (trial.faces_left.value_or(faces_left) != faces_left) {
      trial.detector.unfamiliar();
      tell("The slingshot faces the other way.");
    }
    trial.faces_left = trial.faces_left.value_or(faces_left);
  }

  /// The bird's turn is over: learns from its flight.
  void land(const Observation& last) {
    watch(last);
    Episode episode = std::move(*trial.flying);
    trial.flying.reset();
    hold_bird(episode.seen);
    trial.hits.count(episode, ordinary);
    const double surprise = trial.laws.learn(std::move(episode), options.plays, simulator());
    trial.detector.add(surprise);
    tell(fmt::format("Surprise: {:.1f}.", surprise));
  }

  void tell(const std::string& sentence) {
    if (trial.told.size() < kMostTold) trial.told += sentence + " ";
  }
  static constexpr std::size_t kMostTold = 600;

  /// What a trial has found out.
  struct Trial {
    std::uint64_t seed = 0;
    std::uint64_t decisions = 0;
    ChangeDetector detector{};
    LawPosterior laws{};
    std::vector<int> unfamiliar_ids{};  ///< of the current task
    std::optional<bool> faces_left{};   ///< the slingshot of the trial's first task
    int birds_gone = 0;
    Pull last{};  ///< throw of the bird before, if one is gone
    HitCounts hits{};
    std::optional<Episode> flying{};
    std::string told{};  ///< what the report says about the current task
  };

  const Catalogue ordinary;
  const Catalogue with_hit_counts;
  const BelievedPhysics physics;
  const ColourTable colours;
  const PhysicistOptions options;
  Trial trial{};
};

}  // namespace

std::unique_ptr<Agent> make_physicist(const Catalogue& catalogue, const Physics& search,
                                      const ColourTable& colours, const PhysicistOptions& options) {
  check_options(options);
  return std::make_unique<Physicist>(catalogue, search, colours, options);
}

}  // namespace novphy
