#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/input_error.h"
#include "base/utf8.h"
#include "evaluator/input/source.h"
#include "evaluator/load.h"

namespace novphy {
namespace {

/// The first of the agent's files of records that is of the same training as the last.
const LogFile& first_of_run(const AgentLog& log) {
  return *std::find_if(log.files.begin(), log.files.end(), [&](const LogFile& file) {
    return file.fingerprint && file.fingerprint->run == log.files.back().fingerprint->run;
  });
}

/// Throws if the last file has the same name as an earlier file of its training but is of another agent.
/// Trainings may differ in the words that name the agent, such as the path of its weights.
void check_agent(const AgentLog& log) {
  const LogFile& first = first_of_run(log);
  const LogFile& last = log.files.back();
  if (first.fingerprint->agent == last.fingerprint->agent) return;
  if (is_human(*first.fingerprint) && is_human(*last.fingerprint)) return;
  throw InputError(
      last.path, 1,
      fmt::format("the name \"{}\" is that of the agent \"{}\" here, and of the agent \"{}\" in {}: "
                  "expected one agent for each name",
                  log.agent, last.fingerprint->agent, first.fingerprint->agent, first.path));
}

/// Warns of the first file whose training is of another agent than the first file's.
void note_agents(const AgentLog& log, std::vector<std::string>& warnings) {
  const auto records = [](const LogFile& file) { return file.fingerprint.has_value(); };
  const LogFile& first = *std::find_if(log.files.begin(), log.files.end(), records);
  const LogFile& last = log.files.back();
  const auto differs = [&](const LogFile& file) {
    return records(file) && file.fingerprint->agent != first.fingerprint->agent;
  };
  if (is_human(*last.fingerprint) || &*std::find_if(log.files.begin(), log.files.end(), differs) != &last)
    return;
  warnings.push_back(
      fmt::format("{}: is of the agent \"{}\", but {} is of the agent \"{}\": both count as trainings of one "
                  "agent, \"{}\"",
                  last.path, last.fingerprint->agent, first.path, first.fingerprint->agent, log.agent));
}

/// Warns if a file was made with other numbers, another detector or another use of labels than the agent's
/// first file. The files are put together nevertheless.
void note_differences(const AgentLog& log, std::vector<std::string>& warnings) {
  const LogFile& first = *std::find_if(log.files.begin(), log.files.end(),
                                       [](const LogFile& file) { return file.fingerprint.has_value(); });
  const LogFile& last = log.files.back();
  const auto note = [&](std::string_view what, bool differs) {
    if (differs)
      warnings.push_back(
          fmt::format("{}: pooled with {}, which has another {}", last.path, first.path, what));
  };
  note("catalogue", last.fingerprint->catalogue_hash != first.fingerprint->catalogue_hash);
  note("physics", last.fingerprint->physics_hash != first.fingerprint->physics_hash);
  note("detector", last.fingerprint->detector != first.fingerprint->detector);
  const bool known = !first.fingerprint->agent_files.empty() && !last.fingerprint->agent_files.empty() &&
                     first.fingerprint->run == last.fingerprint->run;
  note("program of the agent", known && last.fingerprint->agent_files != first.fingerprint->agent_files);
  note("use of developer labels", last.fingerprint->labels != first.fingerprint->labels);
}

/// Throws if an earlier file of the agent holds the same plan with alarms of another detector. A run and the
/// records that novphy detect made from it are such files.
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

/// Throws if an earlier file of the agent holds the same plan, but only one of the two runs was told of the
/// novelties.
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

/// What must be the same in all files of an agent.
struct SameInAll {
  std::string Fingerprint::*of;
  std::string_view known;  ///< {} stands for the value
  std::string_view not_known;
};
constexpr SameInAll kSameInAll[] = {
    {&Fingerprint::served, "was played served with \"{}\"", "was played without a server"},
    {&Fingerprint::model, "was played by the model \"{}\"", "names no model"},
    {&Fingerprint::model_version, "was played by the version \"{}\" of the model",
     "names no version of the model"}};

/// Throws if in an earlier file a server let the agent play otherwise, with other tools, noise or practice,
/// or another model or version of a model played.
void check_same_player(const AgentLog& log) {
  const LogFile& last = log.files.back();
  for (const SameInAll& part : kSameInAll) {
    const auto said = [&](const LogFile& file) {
      const std::string& value = (*file.fingerprint).*part.of;
      return value.empty() ? std::string(part.not_known)
                           : fmt::format(fmt::runtime(part.known), printable(value));
    };
    for (const LogFile& file : log.files)
      if (file.fingerprint && (*file.fingerprint).*part.of != (*last.fingerprint).*part.of)
        throw InputError(last.path, 1,
                         fmt::format("{}, while {} {}: expected the same for all files of an agent, or "
                                     "another name (--agent)",
                                     said(last), file.path, said(file)));
  }
}

}  // namespace

void check_pooled(const AgentLog& log, std::vector<std::string>& warnings) {
  check_agent(log);
  check_detector(log);
  check_informed(log);
  check_same_player(log);
  note_agents(log, warnings);
  note_differences(log, warnings);
}

void check_told_seeds(std::span<const AgentLog> agents) {
  const LogFile* first = nullptr;
  for (const AgentLog& agent : agents)
    for (const LogFile& file : agent.files) {
      if (!file.fingerprint || is_human(*file.fingerprint)) continue;
      if (first == nullptr) first = &file;
      if (file.fingerprint->told_seeds == first->fingerprint->told_seeds) continue;
      throw InputError(
          file.path, 1,
          fmt::format("/told_seeds: found {}, but {} in {}: agents that draw from the told number play "
                      "otherwise in each version; play one of them again, or measure them apart",
                      file.fingerprint->told_seeds, first->fingerprint->told_seeds, first->path));
    }
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
