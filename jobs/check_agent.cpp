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
#include "jobs/agent_points.h"
#include "jobs/run.h"
#include "trials/plan_file.h"
#include "trials/questions.h"
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

constexpr const char* kCheck = "check";  // the novelty of the plan's trials

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

const char* what_to_change(AgentError::Cause cause) {
  if (cause == AgentError::Cause::kSilent) return "answer faster, or raise the time limit of answers";
  if (cause == AgentError::Cause::kWrongAnswer)
    return "answer as docs/reference/agents.md describes, with nothing else on the standard output";
  return "catch what ended it (its standard error may say more); an agent goes on until its input ends";
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
  std::optional<Answer> answer(const Question& question) override {
    const double before_s = steady_seconds();
    auto answer = agent_->answer(question);
    if (answer) log_.note("question", steady_seconds() - before_s, "");
    return answer;
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
      fail_with(checked, error);
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
    PointTasks tasks = point.tasks(checked_scene(assets_->catalogue));
    if (agent->training_tasks() == 0)
      std::erase_if(tasks, [](const SessionTask& task) { return task.phase == Phase::kTraining; });
    for (const SessionTask& task : tasks) {
      Record& record = records.emplace_back();
      record.phase = task.phase;
      record.task = static_cast<int>(records.size()) - 1;
    }
    SessionSetup setup{.catalogue = assets_->catalogue,
                       .physics = assets_->physics.at(AssetSettings().physics),
                       .colours = assets_->colours,
                       .labels = labels_,
                       .informed = true,
                       .noise_seed = wanted_.seed,
                       .clock = steady_seconds};
    play_tasks(tasks, *agent, wanted_.seed, setup, records, stop_);
    setup.informed = false;
    setup.senses = agent->senses();
    if (!tasks.empty()) said_of(tasks.back().task, aimed(radians(45), 1), *agent, setup);
  }

  void fail_with(CheckedPoint& checked, const AgentError& error) const {
    fail(checked, checked.trials.back(), "", error.what());
    end_with(checked.trials.back(), error.what());
    checked.last_answer = log_.last();
    checked.change = what_to_change(error.cause());
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
  for (const AgentPoint& point : agent_points()) {
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
  for (const AgentPoint& point : agent_points()) {
    PlannedTrial trial{.novelty = kCheck, .scenario = point.name, .informed = true};
    for (SessionTask& task : point.in_plan ? point.tasks(checked_scene(catalogue)) : PointTasks()) {
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
  for (const AgentPoint& point : agent_points()) {
    const auto found = played.find(point.name);
    CheckedPoint& checked = check.points.emplace_back(CheckedPoint{.name = point.name});
    if (!point.in_plan) {
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
