#include "evaluator/pooling.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/input_error.h"
#include "evaluator/input/source.h"

namespace novphy {
namespace {

/// The agent's first file that has a fingerprint.
const LogFile& first_records(const AgentLog& log) {
  return *std::find_if(log.files.begin(), log.files.end(),
                       [](const LogFile& file) { return file.fingerprint.has_value(); });
}

/// Throws where the last file has the name of the agent's first file, but is of another agent.
void check_agent(const AgentLog& log) {
  const LogFile& first = first_records(log);
  const LogFile& last = log.files.back();
  if (first.fingerprint->agent == last.fingerprint->agent) return;
  if (is_human(*first.fingerprint) && is_human(*last.fingerprint)) return;
  throw InputError(
      last.path, 1,
      fmt::format("the name \"{}\" is that of the agent \"{}\" here, and of the agent \"{}\" in {}: "
                  "expected one agent for each name",
                  log.agent, last.fingerprint->agent, first.fingerprint->agent, first.path));
}

/// Warns where a file was made with other numbers, another detector or another use of labels than the agent's
/// first file. The files are put together nevertheless.
void note_differences(const AgentLog& log, std::vector<std::string>& warnings) {
  const LogFile& first = first_records(log);
  const LogFile& last = log.files.back();
  const auto note = [&](std::string_view what, bool differs) {
    if (differs)
      warnings.push_back(
          fmt::format("{}: pooled with {}, which has another {}", last.path, first.path, what));
  };
  note("catalogue", last.fingerprint->catalogue_hash != first.fingerprint->catalogue_hash);
  note("physics", last.fingerprint->physics_hash != first.fingerprint->physics_hash);
  note("detector", last.fingerprint->detector != first.fingerprint->detector);
  const bool known = !first.fingerprint->agent_files.empty() && !last.fingerprint->agent_files.empty();
  note("program of the agent", known && last.fingerprint->agent_files != first.fingerprint->agent_files);
  note("use of developer labels", last.fingerprint->labels != first.fingerprint->labels);
}

/// Throws where an earlier file of the agent holds the same plan with alarms of another detector, as a run
/// and the records that novphy detect made of it do.
void check_detector(const AgentLog& log) {
  const Fingerprint& last = *log.files.back().fingerprint;
  const auto said = [](const Fingerprint& print) {
    return print.detector.empty() ? "the agent's own alarms" : fmt::format("alarms of {}", print.detector);
  };
  for (const LogFile& file : log.files)
    if (file.fingerprint && !last.plan_hash.empty() && file.fingerprint->plan_hash == last.plan_hash &&
        file.fingerprint->detector != last.detector)
      throw InputError(log.files.back().path, 1,
                       fmt::format("holds {}, while {} holds {} of the same plan and agent: expected one of "
                                   "the two, or another name of the agent (novphy run --name)",
                                   said(last), file.path, said(*file.fingerprint)));
}

/// Throws where an earlier file of the agent holds the same plan, and only one of the two runs was told of
/// the novelties.
void check_informed(const AgentLog& log) {
  const Fingerprint& last = *log.files.back().fingerprint;
  for (const LogFile& file : log.files)
    if (file.fingerprint && !last.plan_hash.empty() && file.fingerprint->plan_hash == last.plan_hash &&
        file.fingerprint->informed != last.informed)
      throw InputError(log.files.back().path, 1,
                       fmt::format("holds {} run, while {} holds {} one of the same plan and agent: expected "
                                   "one of the two, or another name of the agent (novphy run --name)",
                                   last.informed ? "an informed" : "an uninformed", file.path,
                                   last.informed ? "an uninformed" : "an informed"));
}

}  // namespace

void check_pooled(const AgentLog& log, std::vector<std::string>& warnings) {
  check_agent(log);
  check_detector(log);
  check_informed(log);
  note_differences(log, warnings);
}

void note_plans(const AgentLog& log, std::vector<std::string>& warnings) {
  std::map<std::string, std::string> first_of_plan;
  for (const LogFile& file : log.files)
    if (file.fingerprint && !file.fingerprint->plan_hash.empty() && !is_human(*file.fingerprint))
      first_of_plan.try_emplace(file.fingerprint->plan_hash, file.path);
  if (first_of_plan.size() < 2) return;
  std::vector<std::string> files;
  for (const auto& [plan, file] : first_of_plan) files.push_back(file);
  std::sort(files.begin(), files.end());
  warnings.push_back(fmt::format("agent {}: trials of {} plans are pooled, such as those of {} and {}",
                                 log.agent, files.size(), files[0], files[1]));
}

}  // namespace novphy
