#include "trials/drive.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "trials/told_seed.h"
#include "view/noise.h"

namespace novphy {
namespace {

Senses senses_of(const Agent& agent) {
  const Senses senses = agent.senses();
  if (!(senses.noise_px >= 0 && senses.noise_px <= kMostNoisePx))
    throw AgentError(fmt::format("noise must be 0 to {} pixels, found {}", kMostNoisePx, senses.noise_px));
  return senses;
}

/// Passes the shot to the session. If the session rejects it, throws AgentError.
void shoot(Session& session, const Shot& shot) {
  try {
    session.shoot(shot);
  } catch (const std::invalid_argument& error) {
    throw AgentError(error.what());
  }
}

/// Lets the agent shoot, or ends the task if it gives up.
void take_turn(Session& session, Agent& agent) {
  try {
    shoot(session, agent.choose(session.observe()));
  } catch (const GivesUp&) {
    session.give_up();
  }
}

void fly(Session& session, Agent& agent) {
  const int stride_ms = agent.watch_every_ms();
  if (stride_ms <= 0) return session.advance_until_still();
  while (session.state() == SessionState::kFlying) {
    session.advance(stride_ms);
    if (session.state() == SessionState::kFlying) agent.watch(session.observe());
  }
}

void check_share(std::string_view what, double share) {
  if (!(share >= 0 && share <= 1))
    throw AgentError(fmt::format("a novelty {} must be from 0 to 1, found {}", what, share));
}

void check_length(std::string_view what, std::size_t found, std::size_t most) {
  if (found > most)
    throw AgentError(fmt::format("a novelty report may hold at most {} {}, found {}", most, what, found));
}

NoveltyReport ask(Agent& agent) {
  NoveltyReport report = agent.novelty();
  check_length("objects", report.objects.size(), kMostReportedIds);
  check_length("bytes of text", report.text.size(), kMostReportedBytes);
  check_share("probability", report.probability);
  check_share("threshold", report.threshold.value_or(0));
  return report;
}

/// Plays the current task up to its report and fills its record.
void play_task(Session& session, Agent& agent, Record& record) {
  agent.begin_task();
  if (agent.senses().task) agent.told_task(session.world().task());
  while (session.state() != SessionState::kReport) {
    if (session.state() == SessionState::kChoose)
      take_turn(session, agent);
    else
      fly(session, agent);
  }
  const TaskResult result = session.result();
  agent.end_task(result);
  fill(record, ask(agent));
  fill(record, session.played());
  session.report();
}

void play_all(Session& session, Agent& agent, std::vector<Record>& records, StopFlag stop) {
  while (session.state() != SessionState::kDone) {
    check_stop(stop);
    if (session.state() == SessionState::kTold) {
      agent.told_novel();
      session.told();
    }
    play_task(session, agent, records[static_cast<std::size_t>(session.task())]);
  }
}

}  // namespace

SessionSetup setup_of(const Plan& plan, const PlannedTrial& trial, SessionSetup setup) {
  setup.informed = trial.informed;
  setup.noise_seed = noise_seed(plan, trial, setup.catalogue);
  setup.certain_ends = plan.certain_ends;
  return setup;
}

TrialScript script(const Plan& plan, const PlannedTrial& trial, int training_tasks,
                   const Catalogue& catalogue) {
  TrialScript script;
  const auto append = [&](const std::vector<TaskRef>& refs, std::size_t count, Phase phase) {
    for (std::size_t i = 0; i < std::min(count, refs.size()); ++i) {
      script.refs.push_back(refs[i]);
      script.tasks.push_back({.phase = phase, .task = task_of(plan, refs[i], catalogue)});
    }
  };
  append(trial.training, static_cast<std::size_t>(std::max(0, training_tasks)), Phase::kTraining);
  append(trial.calibration, trial.calibration.size(), Phase::kCalibration);
  append(trial.normal, trial.normal.size(), Phase::kNormal);
  append(trial.novel, trial.novel.size(), Phase::kNovel);
  return script;
}

Record blank_record(const Plan& plan, const PlannedTrial& trial, const TrialScript& script, int task) {
  const auto at = static_cast<std::size_t>(task);
  const TaskRef ref = script.refs[at];
  const Phase phase = script.tasks[at].phase;
  const auto training = std::count_if(script.tasks.begin(), script.tasks.end(), [](const SessionTask& other) {
    return other.phase == Phase::kTraining;
  });
  Record record;
  record.novelty = trial.novelty;
  record.scenario = trial.scenario;
  record.trial = trial.index;
  record.control = trial.control;
  record.informed = trial.informed;
  record.phase = phase;
  record.task = phase == Phase::kTraining ? task : task - static_cast<int>(training);
  record.task_template = plan.templates[static_cast<std::size_t>(ref.task_template)].base.name;
  record.variation = ref.variation;
  return record;
}

std::vector<Record> blank_records(const Plan& plan, const PlannedTrial& trial, const TrialScript& script) {
  std::vector<Record> records;
  for (int i = 0; i < static_cast<int>(script.refs.size()); ++i)
    records.push_back(blank_record(plan, trial, script, i));
  return records;
}

void fill(Record& record, const PlayedTask& played) {
  record.passed = played.outcome.won;
  record.score = played.outcome.score;
  record.end = name(played.outcome.end);
  record.digest = fmt::format("{:016x}", played.outcome.digest);
  record.time_s = played.outcome.time_s;
  for (const Shot& shot : played.shots)
    record.shots.push_back({.drag_m = {shot.drag_m.x, shot.drag_m.y},
                            .tap_ms = shot.tap_ms,
                            .launch_ms = shot.launch_ms,
                            .thought_ms = shot.thought_ms});
}

void fill(Record& record, const NoveltyReport& report) {
  record.novelty_probability = report.probability;
  record.novelty_threshold = report.threshold;
  record.reported_level = report.level;
  record.reported_objects = report.objects;
  record.reported_text = report.text;
}

void end_with(std::vector<Record>& records, const std::string& reason) {
  for (Record& record : records) {
    if (!record.end.empty()) continue;
    record.end = "agent_error";
    record.error = reason.substr(0, kMostReportedBytes);
  }
}

std::vector<Record> play_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                               const SessionSetup& setup, StopFlag stop) {
  std::vector<Record> records;
  const auto begin = [&](int training_tasks) {
    TrialScript tasks = script(plan, trial, training_tasks, setup.catalogue);
    records = blank_records(plan, trial, tasks);
    return tasks;
  };
  try {
    const std::unique_ptr<Agent> agent = make(normal_template(plan, trial));
    TrialScript tasks = begin(agent->training_tasks());
    SessionSetup of_trial = setup_of(plan, trial, setup);
    of_trial.senses = senses_of(*agent);
    agent->begin_trial(told_seed(plan, trial, setup.catalogue));
    Session session(std::move(tasks.tasks), of_trial);
    play_all(session, *agent, records, stop);
  } catch (const AgentError& error) {
    if (records.empty()) begin(0);
    end_with(records, error.what());
  }
  return records;
}

}  // namespace novphy
