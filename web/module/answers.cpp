#include "web/module/answers.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "agents/published/datalab_rules.h"
#include "agents/published/eagles_wing.h"
#include "agents/simple_agents.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "levels/pair.h"
#include "sim/world.h"
#include "trials/made_by.h"
#include "trials/replay.h"
#include "trials/session.h"
#include "web/module/assets.h"
#include "web/module/values.h"

namespace novphy::web {
namespace {

constexpr std::int64_t kMostExact = std::int64_t{1} << 53U;  // JavaScript has no larger whole number for sure

Json about(const Json& /*question*/) {
  const Fingerprint print = made_by(assets(), physics().name);
  return {{"version", print.version},
          {"box2d", print.box2d},
          {"compiler", print.compiler},
          {"architecture", print.architecture},
          {"catalogue_hash", print.catalogue_hash},
          {"physics_hash", print.physics_hash},
          {"physics", print.physics}};
}

Json texts_of(const Warnings& warnings) {
  Json texts = Json::array();
  for (const Problem& warning : warnings) texts.push_back(warning.message());
  return texts;
}

/// A value that the parameter can have. Throws InputError.
ParameterValue value_of(const Parameter& parameter, const Json& with) {
  const char* name = parameter.name.c_str();
  if (!parameter.is_word()) return number_in(with, name, parameter.min, parameter.max);
  const std::string word = text_in(with, name);
  if (allows(parameter, word)) return word;
  throw InputError(name, fmt::format("found \"{}\", expected {}", word, allowed_values(parameter)));
}

const Parameter& parameter_named(const Pair& pair, const std::string& name) {
  const std::vector<Parameter>& all = pair.family.parameters;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Parameter& each) { return each.name == name; });
  if (found != all.end()) return *found;
  throw InputError("with", fmt::format("found \"{}\", which is no parameter of the pair", name));
}

/// The pair, with the values of its parameters in the member "with", such as {"gap": 0.5}.
Pair pair_in(const Json& question) {
  Pair pair =
      parse_pair_json(text_in(question, "text"), text_in(question, "file", "pair"), assets().catalogue);
  if (!has(question, "with")) return pair;
  ParameterValues values;
  const Json& with = content_of(question, "with");
  for (const auto& [name, value] : with.items())
    if (!value.is_null()) values[name] = value_of(parameter_named(pair, name), with);
  return read_pair_json(pair, assets().catalogue, values);
}

Json task_json(const Task& task, const Warnings& warnings) {
  return {{"task", task_to_json(task, assets().catalogue)}, {"warnings", texts_of(warnings)}};
}

/// Reads a task, or one side of a pair.
Json read_task(const Json& question) {
  if (is_pair(text_in(question, "text"))) {
    const Pair pair = pair_in(question);
    const bool novel = second_in(question, "side", "normal", "novel");
    return task_json((novel ? pair.novel : pair.normal).task, {});
  }
  Warnings warnings;
  const Task task =
      parse_task(text_in(question, "text"), text_in(question, "file", "task"), assets().catalogue, &warnings);
  return task_json(task, warnings);
}

Json parameter_json(const Parameter& parameter) {
  Json json{{"name", parameter.name}, {"base", Json::parse(json_text(parameter.base))}};
  if (parameter.is_word()) {
    json["of"] = parameter.words;
  } else {
    json["low"] = parameter.min;
    json["high"] = parameter.max;
  }
  return json;
}

Json read_pair(const Json& question) {
  const Pair pair = pair_in(question);
  Json json{{"novelty", pair.novelty}, {"scenario", pair.scenario}, {"parameters", Json::array()}};
  for (const Parameter& parameter : pair.family.parameters)
    json["parameters"].push_back(parameter_json(parameter));
  return json;
}

Json play_task(const Json& question) {
  return json_of(
      play(task_in(question), shots_in(question, "shots"), assets().catalogue, physics_in(question)));
}

Json replay_record(const Json& question) {
  const Record record =
      record_from_line(content_of(question, "record").dump(), text_in(question, "file", "record"), 1);
  const Replay again = replay(record, task_in(question), assets().catalogue, physics_in(question));
  return {{"same", again.differences.empty()},
          {"differences", again.differences},
          {"outcome", json_of(again.outcome)}};
}

/// Plays the first plays of the self-test. "pairs" has the texts of all pairs, in any order.
Json selftest(const Json& question) {
  std::vector<Pair> pairs;
  for (const Json& pair : content_of(question, "pairs"))
    pairs.push_back(parse_pair_json(text_of(pair, "pairs"), "pair", assets().catalogue));
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.novelty, a.scenario) < std::tie(b.novelty, b.scenario);
  });
  const TestTasks tasks = test_tasks(pairs, assets().catalogue);
  const auto count = static_cast<int>(whole_in(question, "plays", 400, 1, 1'000'000));
  const auto digest = digest_of(test_plays(tasks, count), assets().catalogue, physics());
  return {{"digest", fmt::format("{:016x}", digest)}};
}

std::unique_ptr<Agent> agent_named(const std::string& name) {
  if (name == "random") return std::make_unique<RandomAgent>();
  if (name == "pig_shooter") return std::make_unique<PigShooter>();
  if (name == "datalab") return std::make_unique<Datalab>(assets().colours);
  if (name == "eagles_wing") return std::make_unique<EaglesWing>(assets().colours);
  throw InputError("agent",
                   fmt::format("expected random, pig_shooter, datalab or eagles_wing, found \"{}\"", name));
}

void take_turn(Session& session, Agent& agent) {
  try {
    session.shoot(agent.choose(session.observe()));
  } catch (const GivesUp&) {
    session.give_up();
  }
}

/// The shots with which one of our agents plays a task, for simulated participants.
Json agent_shots(const Json& question) {
  const auto agent = agent_named(text_in(question, "agent", "random"));
  const Physics played = physics_in(question);
  const SessionSetup setup{
      .catalogue = assets().catalogue, .physics = played, .colours = assets().colours, .labels = true};
  Session session({{.phase = Phase::kNormal, .task = task_in(question)}}, setup);
  agent->begin_trial(static_cast<std::uint64_t>(whole_in(question, "seed", 0, 0, kMostExact)));
  agent->begin_task();
  while (session.state() != SessionState::kReport) {
    if (session.state() == SessionState::kChoose)
      take_turn(session, *agent);
    else
      session.advance_until_still();
  }
  return {{"shots", json_of(session.played().shots)}};
}

using Answer = Json (*)(const Json&);
const std::map<std::string, Answer> kAnswers{
    {"about", about},          {"read_task", read_task}, {"read_pair", read_pair},    {"play", play_task},
    {"replay", replay_record}, {"selftest", selftest},   {"agent_shots", agent_shots}};

}  // namespace

std::string answer(std::string_view text) {
  const Json question = Json::parse(text);
  const std::string call = text_in(question, "call");
  const auto found = kAnswers.find(call);
  if (found == kAnswers.end())
    throw InputError("call", fmt::format("found \"{}\", which is no function", call));
  return found->second(question).dump();
}

}  // namespace novphy::web
