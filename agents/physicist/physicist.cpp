#include "agents/physicist/physicist.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "agents/physicist/answering.h"
#include "agents/physicist/calibration.h"
#include "agents/physicist/exploring.h"
#include "agents/physicist/familiarity.h"
#include "agents/physicist/posterior.h"
#include "agents/physicist/track_laws.h"
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

constexpr double kHopeless = 0.15;   ///< a throw that passes less often may as well tell something
constexpr double kGoodEnough = 0.8;  ///< probability with which the next bird is thrown as the one before
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
    for (Task& task : episode.tasks) make_room(task, ordinary);
    trial.hits.apply(episode.tasks, episode.believed, trial.birds_gone, options.level == 0, with_hit_counts,
                     seed_now());
    if (is_off()) trial.fitted.tune(episode.believed, episode.tasks, with_hit_counts, seed_now());
    episode.birds_gone = trial.birds_gone;
    trial.laws.leave_playable(episode, with_hit_counts);
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
      if (options.exploring)
        pull = trial.touched.telling_throw(episode, plan.various, trial.laws, simulator(), seed_now());
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
    see(episode, trial.fine, trial.turns, options.shooting, simulator());
    if (is_off()) calibrate(episode);
    trial.hits.count(episode, ordinary);
    trial.touched.note(episode, passed && trial.detector.alarmed());
    const bool strange = std::ranges::any_of(episode.tracks, [](const BodyTrack& track) {
      return track.pushes.empty() && usual_misfit(track) > kStrangeAlarm;
    });
    const double surprise = trial.laws.learn(std::move(episode), options.plays, simulator());
    if (strange && surprise > kStrange * simulator().surprise_scale) trial.detector.unfamiliar();
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
      see(episode, trial.fine, trial.turns, options.shooting, simulator());
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
    Touched touched{};
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
