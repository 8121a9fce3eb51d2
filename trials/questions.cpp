#include "trials/questions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/lists.h"
#include "sim/rng.h"
#include "trials/plan_tasks.h"
#include "trials/replay.h"

namespace novphy {
namespace {

constexpr int kThrowsDrawn = 40;  // for a question
constexpr double kFarthestPx = 1e6;

/// The tasks of the trial's last phase, in their order.
std::vector<OrderedTask> last_phase(const PlannedTrial& trial) {
  std::vector<OrderedTask> tasks = tasks_in_order(trial);
  const auto other = [&](const OrderedTask& task) {
    return task.novel != tasks.back().novel || task.change != tasks.back().change;
  };
  const auto last = std::find_if(tasks.rbegin(), tasks.rend(), other);
  return {last.base(), tasks.end()};
}

std::vector<TaskRef> chosen_tasks(const Plan& plan, const PlannedTrial& trial, std::size_t count,
                                  std::uint64_t seed) {
  Rng rng = Rng::stream(seed, "trials/questions/tasks");
  std::set<std::pair<int, int>> played;
  for (const auto* refs : {&trial.training, &trial.normal, &trial.novel})
    for (const TaskRef ref : *refs) played.emplace(ref.task_template, ref.variation);
  std::set<int> templates;
  std::vector<TaskRef> own;
  for (const OrderedTask& task : last_phase(trial)) {
    templates.insert(task.ref.task_template);
    own.insert(own.begin(), task.ref);
  }
  std::vector<TaskRef> chosen;
  for (const int of : templates)
    for (int i = 0; i < static_cast<int>(plan.templates[static_cast<std::size_t>(of)].tasks.size()); ++i)
      if (!played.contains({of, i})) chosen.push_back({of, i});
  shuffle(chosen, rng);
  add_all(chosen, own);
  const std::size_t all = chosen.size();
  while (all > 0 && chosen.size() < count) chosen.push_back(chosen[chosen.size() - all]);
  chosen.resize(std::min(chosen.size(), count));
  return chosen;
}

/// The task of a question after the record's task, in which the novelty has the same strength.
std::optional<Task> task_of(const Plan& plan, Record last, const RecordedQuestion& question,
                            const Catalogue& catalogue) {
  last.task_template = question.task_template;
  last.variation = question.variation;
  return novphy::task_of(plan, last, catalogue);
}

/// A throw toward the field: by a whole degree and a tenth of a metre.
Shot drawn_throw(const Task& task, Rng& rng) {
  const double up = task.gravity_mps2.y > 0 ? -1 : 1;
  const double elevation_deg = up * rng.integer(-20, 80);
  const double pull_m = std::min(1.0, 0.1 * rng.integer(5, 14));  // half of them full
  return aimed(radians(task.slingshot.faces_left ? 180 - elevation_deg : elevation_deg), pull_m);
}

/// A place in metres from the bird at rest, as the screen shows it.
std::array<double, 2> from_rest(const World& world, Vec2 at_m) {
  constexpr double kPlaces = 1e3;
  const Task& task = world.task();
  const Vec2 from = at_m - (task.slingshot.at_m + world.catalogue().launch.anchor_offset_m);
  const double x = task.shown == ViewMode::kMirrored ? -from.x : from.x;
  const double y = task.shown == ViewMode::kUpsideDown ? -from.y : from.y;
  return {std::round(x * kPlaces) / kPlaces, std::round(y * kPlaces) / kPlaces};
}

}  // namespace

void choose_questions(Plan& plan, int count, const Catalogue& catalogue) {
  for (PlannedTrial& trial : plan.trials)
    if (!is_calibration(trial) && trial.questions.empty() && trial.normal.size() + trial.novel.size() > 0)
      trial.questions =
          chosen_tasks(plan, trial, static_cast<std::size_t>(count), question_seed(plan, trial, catalogue));
}

std::vector<RecordedAnswer> what_throws_do(World& world, std::span<const Shot> shots) {
  const int objects = static_cast<int>(world.task().objects.size());
  const int birds = static_cast<int>(world.task().birds.size());
  std::vector<RecordedAnswer> throws(std::min(shots.size(), world.task().birds.size()),
                                     {.hit = kHitsNothing, .passes = 0});
  Playback playback(world, shots);
  do {
    for (std::size_t i = 0; i < throws.size(); ++i)
      if (const BodyView bird = world.body(objects + static_cast<int>(i));
          bird.bird == BirdPhase::kFlying || bird.bird == BirdPhase::kDying)
        throws[i].end_m = from_rest(world, bird.at_m);
  } while (playback.step());
  const auto note = [&](int bird, int other) {
    const bool is_ground = other == objects + birds;
    if (bird < objects || bird >= objects + static_cast<int>(throws.size())) return;
    auto& hit = throws[static_cast<std::size_t>(bird - objects)].hit;
    if (hit == kHitsNothing && (is_ground || other < objects)) hit = is_ground ? kHitsGround : other;
  };
  for (const Event& event : world.events()) {
    if (event.kind != EventKind::kContact) continue;
    note(event.body, event.other);
    note(event.other, event.body);
  }
  throws.resize(std::min(throws.size(), static_cast<std::size_t>(birds - world.birds_left())));
  if (!throws.empty() && world.outcome().won) throws.back().passes = 1;
  return throws;
}

namespace {

RecordedAnswer what_throw_does(World& world, const Shot& shot) {
  const auto throws = what_throws_do(world, {&shot, 1});
  return throws.empty() ? RecordedAnswer{} : throws.front();
}

/// Draws the throw of a question about the task. A coin decides whether one that passes is asked about, where
/// one is drawn. What is asked about hits nothing that cannot be seen.
void draw_throw(RecordedQuestion& question, const Task& task, const Catalogue& catalogue,
                const Physics& physics, Rng rng) {
  const double wished = rng.integer(0, 1);
  World world(task, catalogue, physics, true);
  const World::Snapshot start = world.save();
  const auto seen = mapped(observe(world, {}, false).objects, &SeenObject::id);
  bool found = false;
  for (int i = 0; i < kThrowsDrawn && !(found && question.truth.passes == wished); ++i) {
    const Shot shot = drawn_throw(task, rng);
    world.restore(start);
    const RecordedAnswer did = what_throw_does(world, shot);
    const bool visible = did.hit.value_or(0) < 0 || contains(seen, did.hit.value_or(0));
    if (i > 0 && (!visible || (found && did.passes != wished))) continue;
    found = visible;
    question.drag_m = {shot.drag_m.x, shot.drag_m.y};
    question.truth = did;
  }
}

/// The agent's throws in the last phase of its trial, as its records tell them.
std::vector<PastThrow> throws_in(const Plan& plan, std::span<const Record> records,
                                 const Catalogue& catalogue, const Physics& physics) {
  std::vector<PastThrow> all;
  for (const Record& record : records) {
    const Task task = *task_of(plan, record, catalogue);
    const std::vector<Shot> shots = shots_of(record);
    World world(task, catalogue, physics, true);
    const auto did = what_throws_do(world, shots);
    for (std::size_t i = 0; i < did.size(); ++i) {
      const double longer = length(shots[i].drag_m) / catalogue.launch.max_drag_m;
      all.push_back({.task = task, .drag_m = (1 / std::max(1.0, longer)) * shots[i].drag_m, .did = did[i]});
    }
  }
  return all;
}

/// Throws AgentError for an answer that says what cannot be.
RecordedAnswer checked(const Answer& answer, const Observation& seen) {
  const auto check = [](bool fine, const std::string& expected) {
    if (!fine)
      throw AgentError("an answer to a question: expected " + expected, AgentError::Cause::kWrongAnswer);
  };
  RecordedAnswer said{.hit = answer.hit, .passes = answer.passes};
  if (answer.end_px) {
    const auto [x, y] = *answer.end_px;
    check(std::abs(x) <= kFarthestPx && std::abs(y) <= kFarthestPx, "an end of two numbers up to 1e6");
    said.end_m = {(x - seen.bird_rest.x) / seen.px_per_m, (seen.bird_rest.y - y) / seen.px_per_m};
  }
  const int hit = answer.hit.value_or(kHitsGround);
  check(hit == kHitsGround || hit == kHitsNothing || contains(mapped(seen.objects, &SeenObject::id), hit),
        fmt::format("the id of an object that is seen, {} or {} as what is hit, found {}", kHitsGround,
                    kHitsNothing, hit));
  const double passes = answer.passes.value_or(0);
  check(passes >= 0 && passes <= 1, fmt::format("a probability to pass from 0 to 1, found {}", passes));
  return said;
}

}  // namespace

RecordedAnswer last_such_throw(std::span<const PastThrow> throws, const Task& task, Vec2 drag_m) {
  const PastThrow* nearest = nullptr;
  for (const PastThrow& each : throws)
    if (nearest == nullptr || length(each.drag_m - drag_m) <= length(nearest->drag_m - drag_m))
      nearest = &each;
  if (nearest == nullptr) return {};
  RecordedAnswer again = nearest->did;
  if (again.hit.value_or(kHitsNothing) < 0) return again;
  const Object& was = nearest->task.objects[static_cast<std::size_t>(*again.hit)];
  const auto unlike = [&](const Object& now) {
    return std::tuple(now.type != was.type, now.material != was.material,
                      length((now.at_m - task.slingshot.at_m) - (was.at_m - nearest->task.slingshot.at_m)));
  };
  const auto differences = mapped(task.objects, unlike);
  const auto least = std::min_element(differences.begin(), differences.end());
  again.hit = differences.empty() ? kHitsNothing : static_cast<int>(least - differences.begin());
  return again;
}

RecordedAnswer said_of(const Task& task, const Shot& shot, Agent& agent, const SessionSetup& setup) {
  if (setup.senses.task) agent.told_task(task);
  const Observation seen = Session({{.task = task}}, setup).observe();
  const auto answer = agent.answer({.seen = seen, .shot = shot});
  return answer ? checked(*answer, seen) : RecordedAnswer{};
}

void ask_questions(const Plan& plan, const PlannedTrial& trial, Agent& agent, SessionSetup setup,
                   std::vector<Record>& records, StopFlag stop) {
  if (trial.questions.empty()) return;
  const Physics physics = played_physics(plan, setup.physics);
  const std::size_t last = last_phase(trial).size();
  const auto throws = throws_in(plan, std::span(records).last(last), setup.catalogue, physics);
  const std::uint64_t seed = question_seed(plan, trial, setup.catalogue);
  Record& record = records.back();
  std::vector<Task> tasks;
  for (const TaskRef ref : trial.questions) {
    RecordedQuestion& question = record.questions.emplace_back();
    question.task_template = plan.templates[static_cast<std::size_t>(ref.task_template)].base.name;
    question.variation = ref.variation;
    tasks.push_back(*task_of(plan, record, question, setup.catalogue));
    draw_throw(question, tasks.back(), setup.catalogue, physics,
               Rng::stream(seed, "trials/questions", tasks.size()));
    question.again = last_such_throw(throws, tasks.back(), {question.drag_m[0], question.drag_m[1]});
  }
  setup.informed = false;
  setup.noise_seed = seed;
  setup.begins = nullptr;
  setup.clock = nullptr;
  for (std::size_t i = 0; i < tasks.size(); ++i, ++setup.noise_seed) try {
      check_stop(stop);
      RecordedQuestion& question = record.questions[i];
      question.answer = said_of(tasks[i], {.drag_m = {question.drag_m[0], question.drag_m[1]}}, agent, setup);
    } catch (const AgentError& error) {
      record.error = std::string(error.what()).substr(0, kMostReportedBytes);
      return;
    }
}

std::vector<std::string> question_differences(const Record& record, const Plan& plan,
                                              const Catalogue& catalogue, const Physics& physics) {
  std::vector<std::string> found;
  for (const RecordedQuestion& question : record.questions) {
    const auto task = task_of(plan, record, question, catalogue);
    std::optional<RecordedAnswer> now;
    if (task) {
      World world(*task, catalogue, physics, true);
      now = what_throw_does(world, {.drag_m = {question.drag_m[0], question.drag_m[1]}});
    }
    if (now != question.truth)
      found.push_back(fmt::format("question {}: {}", &question - record.questions.data() + 1,
                                  task ? "another truth" : "a task that is not the plan's"));
  }
  return found;
}

}  // namespace novphy
