#include "app/board_entries.h"

#include <algorithm>

#include "agents/table/agent_table.h"
#include "base/file.h"
#include "evaluator/board/card.h"
#include "generator/solver.h"
#include "learning/trained.h"
#include "trials/made_by.h"
#include "trials/runner.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr const char* kPeople = "people";
constexpr const char* kOracle = "oracle";  // it is told each task, so it is a ceiling and no player

/// The agent's name as that of a folder and of a page.
std::string folder_name(std::string agent) {
  std::replace(agent.begin(), agent.end(), ':', '_');
  return agent;
}

AgentCard card_of(const AgentEntry& agent) {
  return {.format = 1,
          .name = agent.name,
          .authors = {"novphy"},
          .track = CardTrack::kText,
          .data = agent.needs.net ? "normal tasks of the plan's templates (novphy train)" : "none",
          .hardware = "any CPU",
          .cost = "none",
          .link = {},
          .description = agent.doc,
          .reference = agent.name == kOracle,
          .printed = {}};
}

void play_agent(const AgentEntry& agent, const fs::path& folder, const OwnEntrySetting& setting) {
  Fingerprint print = made_by(setting.assets, "standard");
  print.plan = setting.plan_file;
  print.plan_hash = setting.plan.hash;
  print.seed = setting.plan.plan.options.seed.number;
  print.agent = agent.name;
  print.labels = agent.needs.labels;
  Plan plan = setting.plan.plan;
  print.informed = agent.needs.told && inform(plan);
  PlanNets nets;
  if (agent.needs.net)
    nets = read_plan_nets(*agent.needs.net, setting.weights, plan, setting.assets.catalogue);
  print.agent_files = nets.files;
  const SolverNumbers numbers = solver_numbers(setting.assets);
  const AgentOptions options{.solve = [&](const Task& task) { return safe_solution(task, numbers); },
                             .colours = setting.assets.colours,
                             .catalogue = setting.assets.catalogue,
                             .search = numbers.search};
  make_folder(folder);
  RunOptions run_options;
  run_options.out = folder / "records.jsonl";
  run_options.resume = true;
  run_options.jobs = setting.jobs;
  run(
      plan, print,
      [&](const std::string& normal_template) {
        return make_agent(agent.name, options, nets.of(normal_template));
      },
      {.catalogue = setting.assets.catalogue,
       .physics = setting.assets.physics.at("standard"),
       .colours = setting.assets.colours,
       .labels = agent.needs.labels,
       .clock = steady_seconds},
      run_options);
}

}  // namespace

std::vector<std::string> own_entries(OwnNets nets) {
  std::vector<std::string> names;
  for (const AgentEntry& agent : agent_table())
    if ((nets == OwnNets::kYes || !agent.needs.net) && !agent.name.ends_with("COMMAND") &&
        !agent.name.ends_with("OPTIONS"))
      names.push_back(agent.name);
  names.emplace_back(kPeople);
  return names;
}

bool plays_net(const std::string& name) { return name != kPeople && agent_entry(name).needs.net; }

void make_own_entry(const std::string& name, const OwnEntrySetting& setting) {
  const fs::path folder = setting.entries / folder_name(name);
  AgentCard card = card_of_papers_people();
  if (name != kPeople) {
    const AgentEntry agent = agent_entry(name);
    play_agent(agent, folder, setting);
    card = card_of(agent);
  }
  make_folder(folder);
  if (!fs::exists(folder / "card.json")) write_atomically(folder / "card.json", card_text(card));
}

}  // namespace novphy::app
