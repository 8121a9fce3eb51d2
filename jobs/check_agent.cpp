#include "jobs/check_agent.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "agents/table/agent_table.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/lists.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "generator/solver.h"
#include "jobs/run.h"
#include "levels/task_file.h"
#include "trials/plan_file.h"
#include "trials/session.h"
#include "trials/store/blocks.h"

namespace novphy {

Settings AgentCheckSettings::settings() {
  return {{"agent", &agent, "The agent; see novphy list agents", kAgentType,
           Also{.positional = true, .required = true}},
          {"agent-timeout", &agent_timeout_s,
           "Longest wait for an answer of the agent's program, in seconds; 0 waits for ever", "S",
           Also{.least = 0, .most = 1e6}},
          seed_setting(seed, "The seed in begin_trial")};
}

namespace {

constexpr WordCodec<PointVerdict, 4> kVerdict{{"ok", "warn", "fail", "skip"}};

}  // namespace

std::string_view name(PointVerdict verdict) { return kVerdict.word(verdict); }

void describe(FieldIo& io, CheckedPoint& point) {
  io.field("point", point.name, TextCodec{});
  io.field("verdict", point.verdict, kVerdict);
  io.field("says", point.says, TextCodec{});
  io.field("change", point.change, TextCodec{});
  io.field("last_answer", point.last_answer, TextCodec{});
  io.field("trials", point.trials, ListCodec<ListCodec<ObjectCodec<Record>>>{});
}

void describe(FieldIo& io, CheckedMessage& message) {
  io.field("type", message.type, TextCodec{});
  io.field("sent", message.sent, kCount);
  io.field("longest_s", message.longest_s, NumberCodec{.min = 0});
  io.field("answer", message.answer, TextCodec{});
}

void describe(FieldIo& io, AgentCheck& check) {
  io.field("points", check.points, ListCodec{ObjectCodec<CheckedPoint>{}});
  io.field("messages", check.messages, ListCodec{ObjectCodec<CheckedMessage>{}});
}

std::string AgentCheck::json() const { return to_json(*this); }

int AgentCheck::count(PointVerdict verdict) const {
  return static_cast<int>(std::count_if(points.begin(), points.end(), [verdict](const CheckedPoint& point) {
    return point.verdict == verdict;
  }));
}

bool AgentCheck::has(std::string_view message) const {
  return std::any_of(messages.begin(), messages.end(),
                     [message](const CheckedMessage& each) { return each.type == message; });
}

namespace {

// What was played.

/// What a point's judge sees.
struct SeenAgent {
  const std::vector<std::vector<Record>>& trials;
  const std::vector<CheckedMessage>& messages;
  double timeout_s;
};

struct PointFinding {
  std::string says{};
  std::string change{};  ///< with it, the point is a warning
};

std::vector<RecordedShot> shots_in(const std::vector<Record>& tasks) {
  std::vector<RecordedShot> shots;
  for (const Record& task : tasks) shots.insert(shots.end(), task.shots.begin(), task.shots.end());
  return shots;
}

std::string what_it_did(const std::vector<Record>& tasks) {
  int passed = 0;
  int given_up = 0;
  int taps = 0;
  for (const Record& task : tasks) {
    passed += task.passed ? 1 : 0;
    given_up += task.end == "no_shot" ? 1 : 0;
  }
  const std::vector<RecordedShot> shots = shots_in(tasks);
  for (const RecordedShot& shot : shots) taps += shot.tap_ms >= 0 ? 1 : 0;
  std::string text = fmt::format("{}, {}", counted(tasks.size(), "task"), counted(shots.size(), "shot"));
  if (taps > 0) text += fmt::format(", {}", counted(taps, "tap"));
  if (passed > 0) text += fmt::format(", {} passed", passed);
  if (given_up > 0) text += fmt::format(", {} given up", given_up);
  return text;
}

PointFinding fine(const SeenAgent& seen) { return {.says = what_it_did(seen.trials.front())}; }

PointFinding judge_hello(const SeenAgent& seen) {
  const CheckedMessage& hello = seen.messages.front();
  return {.says = hello.answer.empty() ? "started" : "asks for " + hello.answer};
}

PointFinding judge_trial(const SeenAgent& seen) {
  double most = 0;
  for (const Record& task : seen.trials.front()) most = std::max(most, task.novelty_probability);
  return {.says = fmt::format("{}; reports novelty with probability {}{}", what_it_did(seen.trials.front()),
                              most > 0 ? "up to " : "", shortest(most))};
}

PointFinding judge_determinism(const SeenAgent& seen) {
  for (std::size_t task = 0; task < seen.trials[0].size(); ++task) {
    const auto shots = [&](std::size_t trial) { return seen.trials[trial][task].shots; };
    if (shots(0) == shots(1)) continue;
    const auto first = shots(0);
    const auto second = shots(1);
    const auto differ = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
    return {.says = fmt::format("two trials with equal seeds differ from task {}, shot {} on", task + 1,
                                differ - first.begin() + 1),
            .change = "draw all chance from the seed of begin_trial, and keep nothing from earlier trials"};
  }
  return {.says = "two trials with equal seeds have equal shots"};
}

PointFinding judge_mirrored(const SeenAgent& seen) {
  const std::vector<RecordedShot> shots = shots_in(seen.trials.front());
  const auto away =
      std::count_if(shots.begin(), shots.end(), [](const RecordedShot& shot) { return shot.drag_m[0] < 0; });
  if (away == 0) return fine(seen);
  return {
      .says = fmt::format("{} of {} to the right, away from the scene", away, counted(shots.size(), "shot")),
      .change = "throw to the left where bird_rest lies in the right half of the screen"};
}

PointFinding judge_time_limit(const SeenAgent& seen) {
  if (seen.trials.front().front().end != "too_late") return fine(seen);
  return {.says = "the decisions took longer than the task's time limit of 10 s, so the task was lost",
          .change = "answer faster, or expect no pass in tasks with a time limit"};
}

PointFinding judge_times(const SeenAgent& seen) {
  const CheckedMessage& slowest = *std::max_element(
      seen.messages.begin(), seen.messages.end(),
      [](const CheckedMessage& a, const CheckedMessage& b) { return a.longest_s < b.longest_s; });
  PointFinding found{
      .says = fmt::format("the slowest answer, to {}, took {:.2f} s", slowest.type, slowest.longest_s)};
  if (seen.timeout_s > 0 && slowest.longest_s > seen.timeout_s / 2)
    found.change =
        fmt::format("answer faster: that is more than half of the time limit of {} s", seen.timeout_s);
  return found;
}

// What is played. The pig of the scene stands in a box of platforms, so that every bird is thrown.

constexpr const char* kBoxedPig = R"({"novphy_task": 1, "birds": ["red", "red"], "objects": [
  {"type": "pig_small", "at": [4, -3.28]},
  {"type": "platform", "at": [3.4, -3], "size": [0.2, 1]},
  {"type": "platform", "at": [4.6, -3], "size": [0.2, 1]},
  {"type": "platform", "at": [4, -2.4], "size": [1.4, 0.2]},
  {"type": "square_hole", "material": "wood", "at": [1, -3.08]},
  {"type": "circle", "material": "stone", "at": [8, -3.12]}]})";

using PointTasks = std::vector<SessionTask>;

PointTasks alone(Task task) { return {{.phase = Phase::kNormal, .task = std::move(task)}}; }

/// A training task, two normal tasks, and two novel ones in which things fall more slowly.
PointTasks whole_trial(const Task& scene) {
  Task novel = scene;
  novel.gravity_mps2 = 0.5 * scene.gravity_mps2;
  Task open = scene;  // the pig may be hit
  open.objects.erase(open.objects.begin() + 1, open.objects.begin() + 4);
  return {{Phase::kTraining, open},
          {Phase::kNormal, scene},
          {Phase::kNormal, open},
          {Phase::kNovel, novel},
          {Phase::kNovel, scene}};
}

PointTasks all_birds(const Task& scene) {
  Task task = scene;
  task.birds = {"red", "yellow", "blue", "white", "black"};
  return alone(task);
}

/// The pig stands right of the screen. In the second task nothing else is there either.
PointTasks no_pig(const Task& scene) {
  Task task = scene;
  task.width_m = 100;
  for (std::size_t i = 0; i < 4; ++i) task.objects[i].at_m.x += 25;
  Task empty = task;
  empty.objects.resize(4);
  return {{Phase::kNormal, task}, {Phase::kNormal, empty}};
}

PointTasks many_objects(const Task& scene) {
  Task task = scene;
  for (int i = 0; task.objects.size() < 200; ++i)
    task.objects.push_back({.type = "rect_tiny",
                            .material = i % 2 == 0 ? "wood" : "ice",
                            .at_m = {8.8 + 0.5 * (i % 16), -3.39 + 0.23 * (i / 16)}});
  return alone(task);
}

PointTasks mirrored(const Task& scene) {
  Task task = scene;
  task.slingshot.at_m.x *= -1;
  task.slingshot.faces_left = true;
  for (Object& object : task.objects) object.at_m.x *= -1;
  return alone(task);
}

/// Things fall up to a ceiling.
PointTasks upwards(const Task& scene) {
  Task task = scene;
  task.gravity_mps2 = -1 * scene.gravity_mps2;
  task.objects.push_back({.type = "platform", .at_m = {0, 5}, .size_m = Vec2{35, 0.5}});
  return alone(task);
}

PointTasks time_limit(const Task& scene) {
  Task task = scene;
  task.time_limit_s = 10;
  return alone(task);
}

/// A weak pig falls from above, so any first shot passes the task and leaves a bird.
PointTasks passed_early(const Task& scene) {
  Task task = scene;
  task.objects[0].at_m.y = 3;
  task.objects[0].hidden.life = kLeastFactor;
  return {{Phase::kNormal, task}, {Phase::kNormal, scene}};
}

/// A point of the check: what is played with a fresh agent, how often, and what is said of it.
struct AgentPoint {
  const char* name;
  PointTasks (*tasks)(const Task& scene);  ///< null: the point judges what the others saw
  PointFinding (*judge)(const SeenAgent& seen);
  int trials = 1;
};

constexpr std::array kPoints{
    AgentPoint{"hello", [](const Task&) { return PointTasks{}; }, judge_hello},
    AgentPoint{"trial", whole_trial, judge_trial},
    AgentPoint{"determinism", whole_trial, judge_determinism, 2},
    AgentPoint{"kinds of birds", all_birds, fine},
    AgentPoint{"no pig in sight", no_pig, fine},
    AgentPoint{"200 objects", many_objects, fine},
    AgentPoint{"mirrored slingshot", mirrored, judge_mirrored},
    AgentPoint{"inverted gravity", upwards, fine},
    AgentPoint{"passed early", passed_early, fine},
    AgentPoint{"time limit", time_limit, judge_time_limit},
    AgentPoint{"answer times", nullptr, judge_times},
};

constexpr const char* kCheck = "check";  // the novelty of the plan's trials

/// Whether the plan of the check holds the point: equal seeds and times of answers are for programs.
bool is_in_plan(const AgentPoint& point) {
  return point.judge != judge_hello && point.judge != judge_times && point.trials == 1;
}

Task scene(const Catalogue& catalogue) { return parse_task_json(kBoxedPig, kCheck, catalogue); }

CheckedPoint judged(const AgentPoint& point, const SeenAgent& seen) {
  const PointFinding found = point.judge(seen);
  return {.name = point.name,
          .verdict = found.change.empty() ? PointVerdict::kOk : PointVerdict::kWarn,
          .says = found.says,
          .change = found.change};
}

/// Notes that the agent did not go on in one of the tasks, which stands before the reason.
void fail(CheckedPoint& checked, const std::vector<Record>& tasks, std::string_view end,
          const std::string& reason) {
  const std::size_t at = index_in(mapped(tasks, &Record::end), end);
  checked.verdict = PointVerdict::kFail;
  checked.says = at == tasks.size() ? reason : fmt::format("task {} of {}: {}", at + 1, tasks.size(), reason);
}

// The agent.

/// The messages of all points, and the last answer of the point's agent.
class MessageLog {
 public:
  void note(std::string_view type, double seconds, const std::string& answer) {
    auto same = std::find_if(messages_.begin(), messages_.end(),
                             [&](const CheckedMessage& each) { return each.type == type; });
    if (same == messages_.end()) same = messages_.insert(same, {.type = std::string(type), .answer = answer});
    ++same->sent;
    same->longest_s = std::max(same->longest_s, seconds);
    last_ = answer;
  }
  void forget_last() { last_.clear(); }

  const std::vector<CheckedMessage>& messages() const { return messages_; }
  const std::string& last() const { return last_; }

 private:
  std::vector<CheckedMessage> messages_{};
  std::string last_{};
};

/// An agent inside the program, whose calls are noted as if they were messages.
class NotedAgent : public Agent {
 public:
  NotedAgent(std::unique_ptr<Agent> agent, MessageLog& log) : agent_(std::move(agent)), log_(log) {}

  Senses senses() const override { return agent_->senses(); }
  int training_tasks() const override { return agent_->training_tasks(); }
  int watch_every_ms() const override { return agent_->watch_every_ms(); }
  NoveltyReport novelty() override { return agent_->novelty(); }
  void told_task(const Task& task) override { agent_->told_task(task); }
  void begin_trial(std::uint64_t seed) override {
    note("begin_trial", [&] { agent_->begin_trial(seed); });
  }
  void told_novel() override {
    note("told_novel", [&] { agent_->told_novel(); });
  }
  void begin_task() override {
    note("begin_task", [&] { agent_->begin_task(); });
  }
  void watch(const Observation& seen) override {
    note("watch", [&] { agent_->watch(seen); });
  }
  void end_task(const TaskResult& result) override {
    note("end_task", [&] { agent_->end_task(result); });
  }
  Shot choose(const Observation& seen) override {
    Shot shot;
    note("choose", [&] { shot = agent_->choose(seen); });
    return shot;
  }

 private:
  template <class Call>
  void note(const char* type, const Call& call) {
    const double before_s = steady_seconds();
    call();
    log_.note(type, steady_seconds() - before_s, "");
  }

  std::unique_ptr<Agent> agent_;
  MessageLog& log_;
};

/// Starts agents and plays points with them.
class AgentChecker {
 public:
  AgentChecker(const AgentCheckSettings& wanted, const JobContext& context, const CheckedAgent& own,
               StopFlag stop)
      : wanted_(wanted), own_(own), assets_(AssetSettings().load(context)), stop_(stop) {
    labels_ = own.labels;
    if (own_.make) return;
    const AgentNeeds needs = agent_entry(wanted.agent, name_of("agent", context.face)).needs;
    if (needs.net)
      throw InputError(name_of("agent", context.face),
                       wanted.agent + " plays trained nets, which the check lacks");
    labels_ = needs.labels;
  }

  /// Throws InputError if the agent gives no answer at all.
  void start() {
    try {
      make();
    } catch (const AgentError& error) {
      if (log_.messages().empty())
        throw InputError(own_.make ? "agent" : wanted_.agent,
                         fmt::format("cannot be started: {}", error.what()));
    }
  }

  CheckedPoint check(const AgentPoint& point) {
    CheckedPoint checked{.name = point.name};
    log_.forget_last();
    try {
      for (int i = 0; point.tasks != nullptr && i < point.trials; ++i)
        play(point, checked.trials.emplace_back());
      auto trials = std::move(checked.trials);
      checked = judged(point, {trials, log_.messages(), wanted_.agent_timeout_s});
      checked.trials = std::move(trials);
    } catch (const AgentError& error) {
      fail_with(checked, error.what());
    }
    return checked;
  }

  const std::vector<CheckedMessage>& messages() const { return log_.messages(); }

 private:
  std::unique_ptr<Agent> make() {
    const double before_s = steady_seconds();
    if (own_.make || agent_command(wanted_.agent).empty()) {
      auto agent =
          std::make_unique<NotedAgent>(own_.make ? own_.make() : make_agent(wanted_.agent, options()), log_);
      log_.note("hello", steady_seconds() - before_s, "");
      return agent;
    }
    return make_agent(wanted_.agent, options());
  }

  AgentOptions options() {
    const SolverNumbers numbers = solver_numbers(*assets_);
    return {.timeout_s = wanted_.agent_timeout_s,
            .solve = [numbers](const Task& task) { return safe_solution(task, numbers); },
            .colours = assets_->colours,
            .stop = stop_,
            .hear = [this](std::string_view type, double seconds,
                           const std::string& answer) { log_.note(type, seconds, answer); },
            .catalogue = assets_->catalogue,
            .search = numbers.search};
  }

  void play(const AgentPoint& point, std::vector<Record>& records) {
    const auto agent = make();
    PointTasks tasks = point.tasks(scene(assets_->catalogue));
    if (agent->training_tasks() == 0)
      std::erase_if(tasks, [](const SessionTask& task) { return task.phase == Phase::kTraining; });
    for (const SessionTask& task : tasks) {
      Record& record = records.emplace_back();
      record.phase = task.phase;
      record.task = static_cast<int>(records.size()) - 1;
    }
    play_tasks(std::move(tasks), *agent, wanted_.seed,
               {.catalogue = assets_->catalogue,
                .physics = assets_->physics.at(AssetSettings().physics),
                .colours = assets_->colours,
                .labels = labels_,
                .informed = true,
                .noise_seed = wanted_.seed,
                .clock = steady_seconds},
               records, stop_);
  }

  void fail_with(CheckedPoint& checked, const std::string& reason) const {
    fail(checked, checked.trials.back(), "", reason);
    end_with(checked.trials.back(), reason);
    checked.last_answer = log_.last();
    const auto tells = [&](std::string_view part) { return reason.find(part) != std::string::npos; };
    checked.change = tells("gave no answer within") ? "answer faster, or raise the time limit of answers"
                     : tells(", found ") ? "answer as docs/agents.md describes, with nothing else on the "
                                           "standard output"
                                         : "catch what ended it (its standard error may say more); an agent "
                                           "goes on until its input ends";
  }

  const AgentCheckSettings& wanted_;
  const CheckedAgent& own_;
  std::shared_ptr<const Assets> assets_;
  StopFlag stop_;
  bool labels_ = false;
  MessageLog log_{};
};

/// The records of the finished trials, by their points.
std::map<std::string, std::vector<Record>> records_of(const std::filesystem::path& out) {
  std::map<std::string, std::vector<Record>> found;
  const auto add = [&](Record record) { found[record.scenario].push_back(std::move(record)); };
  const std::filesystem::path partial = Partial::path_for(out);
  if (is_there(out)) {
    RecordReader reader(out.string());
    while (auto record = reader.next()) add(*std::move(record));
  } else if (is_there(partial)) {
    const BlockFile file(partial);
    for (const int trial : map_keys(file.blocks().places)) {
      std::istringstream lines(file.read(trial));
      for (std::string line; std::getline(lines, line);) add(record_from_line(line, partial.string(), 0));
    }
  }
  return found;
}

/// A folder for files that nobody keeps.
struct TemporaryFolder {
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "novphy-check-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw InputError(name, "cannot be made");
    path = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path;
};

}  // namespace

AgentCheck check_agent(const AgentCheckSettings& wanted, const JobContext& context, const CheckedAgent& own,
                       StopFlag stop, const std::function<void(const CheckedPoint&)>& done) {
  AgentChecker checker(wanted, context, own, stop);
  checker.start();
  AgentCheck check;
  for (const AgentPoint& point : kPoints) {
    const CheckedPoint& checked = check.points.emplace_back(checker.check(point));
    if (done) done(checked);
    if (check.points.size() == 1 && checked.verdict == PointVerdict::kFail)
      break;  // no other point can begin
  }
  check.messages = checker.messages();
  return check;
}

PlanFile check_plan(const Catalogue& catalogue) {
  PlanFile file;
  for (const AgentPoint& point : kPoints) {
    PlannedTrial trial{.novelty = kCheck, .scenario = point.name, .informed = true};
    for (SessionTask& task : is_in_plan(point) ? point.tasks(scene(catalogue)) : PointTasks()) {
      const int number = static_cast<int>(file.plan.templates.size());
      file.plan.templates.push_back(
          {.base = {.name = fmt::format("{}/{}", point.name, number)}, .tasks = {{}}});
      file.plan.templates.back().base.task = std::move(task.task);
      const bool normal = task.phase == Phase::kNormal;
      (task.phase == Phase::kTraining ? trial.training
       : normal                       ? trial.normal
                                      : trial.novel)
          .push_back({.task_template = number});
    }
    if (task_count(trial) > 0) file.plan.trials.push_back(std::move(trial));
  }
  file.hash = content_hash(plan_to_json(file.plan, catalogue));
  return file;
}

AgentCheck check_records(const std::filesystem::path& out) {
  const auto played = records_of(out);
  AgentCheck check;
  for (const AgentPoint& point : kPoints) {
    const auto found = played.find(point.name);
    CheckedPoint& checked = check.points.emplace_back(CheckedPoint{.name = point.name});
    if (!is_in_plan(point)) {
      checked.verdict = PointVerdict::kSkip;
      checked.says = "not checked: only the messages of an agent's program tell";
    } else if (found == played.end()) {
      fail(checked, {}, "", "the agent did not play it to the end");
      checked.change = "play on, in new trials, until no trial is left";
    } else {
      checked.trials = {found->second};
      const auto* failed = find_in(found->second, [](const Record& each) { return !each.error.empty(); });
      if (!failed) {
        checked = judged(point, {{found->second}, {}, 0});
        checked.trials = {found->second};
      } else {
        fail(checked, found->second, failed->end, failed->error);
        checked.change = "catch what ended it (its standard error may say more)";
      }
    }
  }
  return check;
}

AgentCheck check_served(ServerSettings wanted, double timeout_s, const JobContext& context, StopFlag stop,
                        const std::function<void(int port)>& listening) {
  const TemporaryFolder folder;
  wanted.recorded.out = (folder.path / "records.jsonl").string();
  wanted.served.server.idle_s = timeout_s;
  wanted.served.player.training_tasks = 1;
  const auto plan = std::make_shared<const PlanFile>(check_plan(AssetSettings().load(context)->catalogue));
  PlannedServer server(wanted, context, stop, {}, plan);
  listening(server.run().port());
  try {
    server.run().serve();
  } catch (const StoppedServer&) {
    check_stop(stop);
  }
  return check_records(wanted.recorded.out);
}

}  // namespace novphy
