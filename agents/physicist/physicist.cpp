#include "agents/physicist/physicist.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "agents/physicist/answering.h"
#include "agents/physicist/calibration.h"
#include "agents/physicist/familiarity.h"
#include "agents/physicist/hypotheses.h"
#include "agents/physicist/posterior.h"
#include "agents/physicist/tracks.h"
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

constexpr std::size_t kExploredLaws = 16;  ///< laws among which an exploring throw is to tell
constexpr std::size_t kExploredThrows = 8;
constexpr double kHopeless = 0.15;   ///< a throw that passes less often may as well tell something
constexpr double kGoodEnough = 0.8;  ///< probability with which the next bird is thrown as the one before
constexpr double kStillHeld = 8;     ///< nats behind the best law, up to which a law counts when exploring
constexpr double kStrange = 3;       ///< surprise from which a throw tells nothing of usual numbers
constexpr std::size_t kManyConflicts = 4;  ///< conflicts with which planning makes no sense
constexpr std::size_t kManyObjects = 200;  ///< objects with which it takes too long

/// Throws std::invalid_argument, which says why, where what is believed cannot be played.
void check_playable(const Believed& believed) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument(why); };
  if (believed.objects.size() >= kManyObjects) refuse(std::to_string(believed.objects.size()) + " objects.");
  if (believed.conflicts.size() >= kManyConflicts) refuse(believed.conflicts.front());
  if (believed.bird_id < 0) refuse("No bird is on the slingshot.");
}

constexpr double kStrangeAlarm = 5;  ///< misfit of a clean track that no normal world has
constexpr double kSuspectNearM = 2;  ///< a bird that comes so near an object may tell of it
constexpr double kTouchedByM = 0.1;  ///< a thing that goes so far was touched

std::vector<std::size_t> suspect_objects(const Believed& believed) {
  std::vector<std::size_t> suspects;
  for (std::size_t i = 0; i < believed.objects.size(); ++i)
    if (!believed.objects[i].familiar) suspects.push_back(i);
  return suspects;
}

/// Where the world may differ from the normal one: in visible air turbulence, and near unfamiliar objects.
std::vector<Box> suspect_places(const Believed& believed) {
  std::vector<Box> places;
  for (const BelievedRegion& region : believed.regions) places.push_back(region.box);
  for (const std::size_t i : suspect_objects(believed))
    places.push_back(
        {.centre_m = believed.objects[i].at_m, .size_m = {2 * kSuspectNearM, 2 * kSuspectNearM}});
  return places;
}

/// The catalogue without the kinds and effects that normal tasks never hold.
Catalogue with_ordinary_kinds(Catalogue catalogue) {
  std::erase_if(catalogue.objects, [](const Kind& kind) { return !is_ordinary(kind); });
  std::erase_if(catalogue.effects, [](const auto& each) { return !is_seen_region(each.second); });
  return catalogue;
}

/// The appearances of the catalogue's kinds and regions.
ColourTable of_kinds(const ColourTable& all, const Catalogue& catalogue) {
  ColourTable kept;
  const auto keep = [&](const std::string& name) {
    if (const auto found = all.find(name); found != all.end()) kept.insert(*found);
  };
  for (const Kind& kind : catalogue.objects) keep(appearance(kind));
  for (const BirdKind& bird : catalogue.birds) keep(appearance(bird.body));
  keep(appearance(catalogue.egg));
  for (const auto& [name, effect] : catalogue.effects) keep(std::get<ForceField>(effect).look);
  return kept;
}

/// See make_physicist().
class Physicist : public Agent {
 public:
  Physicist(const Catalogue& catalogue, const Physics& search, const ColourTable& table,
            const PhysicistOptions& given)
      : brought(given.level > 0 ? with_ordinary_kinds(catalogue) : catalogue),
        ordinary(brought),
        with_hit_counts(HitCounts::with_hit_pigs(ordinary)),
        physics(given.level > 1 ? coarser(search) : search),
        colours(given.level > 0 ? of_kinds(table, brought) : table),
        options(given) {}

  Senses senses() const override { return {.noise_px = options.noise_px}; }
  int watch_every_ms() const override { return kFineFrameMs; }
  void begin_trial(std::uint64_t seed) override {
    trial = {.seed = seed, .familiarity = Familiarity(colours)};
    if (is_off()) {
      ordinary = with_wrong_numbers(brought, seed);
      with_hit_counts = HitCounts::with_hit_pigs(ordinary);
    }
  }
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
    if (!trial.flying || trial.fine.size() > kMostFrames * kFineFrames) return;
    trial.fine.push_back(frame_of(seen, trial.flying->believed));
    trial.turns.see(seen, trial.flying->believed);
  }
  void end_task(const TaskResult& result) override {
    if (trial.flying) land(result.last, result.passed);
  }
  std::optional<Answer> answer(const Question& question) override try {
    constexpr std::size_t kAskedWorlds = 7;
    trial.birds_gone = 0;
    trial.hits.begin_task();
    ++trial.decisions;
    return answered(believed(question.seen), trial.laws.drawn(kAskedWorlds, seed_now()), question.shot,
                    simulator());
  } catch (const std::invalid_argument&) {
    return std::nullopt;
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
            .threads = static_cast<unsigned>(options.threads),
            .shipped_forms = options.level == 0,
            .proposals = options.proposals,
            .memory = options.memory,
            .surprise_scale = is_off() ? trial.fitted.surprise_scale() : 1};
  }

  /// Whether its numbers are wrong.
  bool is_off() const { return options.level > 1; }

  std::uint64_t seed_now() const {
    return Rng::stream(trial.seed, "physicist/decisions", trial.decisions).seed64();
  }

  Episode believed(const Observation& seen) {
    Episode episode;
    episode.believed = believe(std::span(&seen, 1), ordinary, trial.familiarity.colours(), options.noise_px);
    if (options.level > 0) {
      for (BelievedObject& object : episode.believed.objects)
        object.familiar = std::ranges::count(trial.familiarity.unfamiliar(), object.id) == 0;
    }
    check_playable(episode.believed);
    episode.tasks = draw(episode.believed, static_cast<int>(kWorlds), seed_now());
    trial.hits.apply(episode.tasks, episode.believed, trial.birds_gone, options.level == 0, with_hit_counts,
                     seed_now());
    if (is_off()) trial.fitted.tune(episode.believed, episode.tasks, with_hit_counts, seed_now());
    episode.birds_gone = trial.birds_gone;
    episode.seen.push_back(frame_of(seen, episode.believed));
    return episode;
  }

  /// The first n worlds of kWorlds that may be the true one.
  std::vector<PossibleWorld> possible_worlds(const Episode& episode, std::size_t n, const Physics& of) const {
    const std::vector<Law> laws = trial.laws.drawn(kWorlds, seed_now());
    const std::vector<std::string> looks = episode.looks();
    std::vector<std::optional<PossibleWorld>> made(n);
    parallel_for(n, simulator().threads, [&](std::size_t i) {
      made[i].emplace(under(laws[i], episode.tasks[i], looks, episode.birds_gone), laws[i], with_hit_counts,
                      of);
    });
    std::vector<PossibleWorld> worlds;
    for (auto& each : made) worlds.push_back(std::move(*each));
    for (PossibleWorld& world : worlds) world.watch(suspect_places(episode.believed));
    return worlds;
  }

  ThrowPlan planned(const Episode& episode) const {
    std::vector<PossibleWorld> worlds = possible_worlds(episode, kWorlds, physics.of_plans);
    if (trial.birds_gone > 0) {
      const PlannedPull again{.aim = trial.last,
                              .probability = mean_value(worlds, trial.last, simulator().threads)};
      if (again.probability >= kGoodEnough) return {.best = again};
    }
    const bool falls_up = worlds.front().at_rest().task().gravity_mps2.y > 0;
    std::vector<PossibleWorld> first = possible_worlds(episode, kFirstWorlds, physics.of_first_tries);
    return plan_throw(first, worlds, episode.believed.task.slingshot.faces_left, falls_up,
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

  /// What a throw would touch that no throw of the trial has: each appearance that moves or that the bird
  /// comes near, unfamiliar ones before others, and what a passing throw moved once more.
  double curiosity(const Episode& episode, const MovingPull& pull) const {
    constexpr double kUnfamiliarCounts = 3;
    constexpr double kPassedCounts = 2;
    std::set<std::string> looks;
    double sum = 0;
    const std::vector<std::size_t> suspects = suspect_objects(episode.believed);
    for (std::size_t i = 0; i < episode.believed.objects.size(); ++i) {
      const BelievedObject& object = episode.believed.objects[i];
      const auto suspect = std::ranges::find(suspects, i);
      const bool visited =
          suspect != suspects.end() &&
          pull.visits(episode.believed.regions.size() + static_cast<std::size_t>(suspect - suspects.begin()));
      if ((!pull.moves(i) && !visited) || !looks.insert(object.look).second) continue;
      const auto touched = trial.touched.find(object.look);
      const int times = touched == trial.touched.end() ? 0 : touched->second;
      sum += (object.familiar ? 1 : kUnfamiliarCounts) / (1 + 3.0 * times);
      if (trial.moved_at_pass.contains(object.look)) sum += kPassedCounts;
    }
    return sum;
  }

  /// Notes what the bird moved or came near.
  void note_touched(const Episode& episode, bool passed) {
    std::set<std::string> looks;
    for (std::size_t i = 0; i < episode.believed.objects.size(); ++i) {
      const auto& before = episode.seen.front()[i];
      const bool moved = std::ranges::any_of(episode.seen, [&](const Frame& frame) {
        return before && (!frame[i] || length(*frame[i] - *before) > kTouchedByM);
      });
      const bool near = before && std::ranges::any_of(episode.seen, [&](const Frame& frame) {
                          return frame.back() && length(*frame.back() - *before) < kSuspectNearM;
                        });
      if (moved || (near && !episode.believed.objects[i].familiar))
        looks.insert(episode.believed.objects[i].look);
    }
    for (const std::string& look : looks) ++trial.touched[look];
    if (passed && trial.detector.alarmed()) trial.moved_at_pass = std::move(looks);
  }

  Pull exploring(const Episode& episode, std::vector<MovingPull> throws) const {
    constexpr double kCurious = 0.9;
    if (throws.empty()) return {.angle_rad = radians(episode.believed.task.slingshot.faces_left ? 135 : 45)};
    sort_by(throws, [&](const MovingPull& pull) { return -curiosity(episode, pull); });
    if (curiosity(episode, throws.front()) > kCurious) return throws.front().aim;
    if (throws.size() > kExploredThrows) throws.resize(kExploredThrows);
    std::vector<Pull> aims;
    for (const MovingPull& each : throws) aims.push_back(each.aim);
    return most_informative_throw(episode, aims, laws_to_distinguish(episode), simulator());
  }

  Shot choose_by_plan(const Observation& seen) {
    if (trial.flying) land(seen);
    ++trial.decisions;
    if (options.level > 0 && trial.birds_gone == 0) trial.familiarity.see(seen);
    Episode episode = believed(seen);
    look_for_unfamiliar(episode.believed);
    const ThrowPlan plan = planned(episode);
    Pull pull = plan.best.aim;
    if (plan.best.probability < kHopeless) {
      if (trial.birds_gone == 0 && (!is_off() || trial.fitted.launched())) trial.detector.nothing_passes();
      if (options.exploring) pull = exploring(episode, plan.various);
    }
    tell(fmt::format("Throw {}: passes with probability {:.2f}.", trial.birds_gone + 1,
                     plan.best.probability));
    episode.shot = shot_of(pull);
    trial.last = pull;
    ++trial.birds_gone;
    trial.flying = std::move(episode);
    trial.fine = trial.flying->seen;
    trial.turns = {};
    trial.turns.see(seen, trial.flying->believed);
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
    if (options.level > 0) {
      if (trial.familiarity.strange()) trial.detector.unfamiliar();
      return;
    }
    if (!trial.unfamiliar_ids.empty()) trial.detector.unfamiliar();
    const bool faces_left = believed.task.slingshot.faces_left;
    if (trial.faces_left.value_or(faces_left) != faces_left) {
      trial.detector.unfamiliar();
      tell("The slingshot faces the other way.");
    }
    trial.faces_left = trial.faces_left.value_or(faces_left);
  }

  /// The bird's turn is over: learns from its flight.
  void land(const Observation& last, bool passed = false) {
    watch(last);
    Episode episode = std::move(*trial.flying);
    trial.flying.reset();
    see(episode, trial.fine, trial.turns, options.shooting, with_hit_counts, simulator().exactly);
    if (is_off()) calibrate(episode);
    trial.hits.count(episode, ordinary);
    note_touched(episode, passed);
    for (const BodyTrack& track : episode.tracks)
      if (usual_misfit(track) > kStrangeAlarm) trial.detector.unfamiliar();
    const double surprise = trial.laws.learn(std::move(episode), options.plays, simulator());
    trial.detector.add(surprise / simulator().surprise_scale);
    if (is_off()) calibrate_by_contacts(surprise);
    tell(fmt::format("Surprise: {:.1f}.", surprise));
  }

  /// Whether the normal law is the best one.
  bool is_usual() const { return trial.laws.laws().front().law.changes.empty(); }

  /// Fits the launch to the bird's way, so that the throw is judged by what it tells itself.
  void calibrate(Episode& episode) {
    if (is_usual() && trial.fitted.learn_launch(episode.tracks, with_hit_counts)) {
      trial.fitted.tune(episode.believed, episode.tasks, with_hit_counts, seed_now());
      episode.tracks =
          tracks_of(episode, trial.fine, trial.turns.by_frame(), with_hit_counts, simulator().exactly);
    }
    for (BodyTrack& track : episode.tracks)
      track.acceleration_sd_mps2 = trial.fitted.acceleration_sd_mps2(track);
  }

  void calibrate_by_contacts(double surprise) {
    if (!is_usual()) return;
    if (surprise < kStrange * simulator().surprise_scale)
      trial.fitted.learn_contacts(trial.laws.episodes().back(), simulator());
    trial.fitted.learn_surprise(surprise);
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
    Familiarity familiarity{};
    std::vector<int> unfamiliar_ids{};  ///< of the current task
    std::optional<bool> faces_left{};   ///< the slingshot of the trial's first task
    int birds_gone = 0;
    Pull last{};  ///< throw of the bird before, if one is gone
    HitCounts hits{};
    std::map<std::string, int> touched{};   ///< throws that moved or came near each appearance
    std::set<std::string> moved_at_pass{};  ///< what the last throw that passed a task moved
    FittedNumbers fitted{};
    std::optional<Episode> flying{};
    Flight fine{};       ///< of the bird in flight, with a frame every kFineFrameMs
    Turns turns{};       ///< by its frames
    std::string told{};  ///< what the report says about the current task
  };

  const Catalogue brought;
  Catalogue ordinary;  ///< of this trial
  Catalogue with_hit_counts;
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
