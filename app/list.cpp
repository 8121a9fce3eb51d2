#include <fmt/core.h>

#include <string>

#include "agents/table/agent_table.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "app/shipped.h"
#include "novelties/novelty.h"

namespace novphy::app {
namespace {

struct ListArguments {
  std::string assets{};  ///< folder
  std::string what{};
  NoveltyTable table{};

  Settings settings() {
    return {{.name = "what",
             .value = &what,
             .help = "novelties, agents, objects or pairs",
             .word = "WHAT",
             .choices = {"novelties", "agents", "objects", "pairs"},
             .positional = true,
             .required = true},
            table.setting(),
            assets_setting(assets)};
  }
};

void list_novelties(const NoveltyTable& table, const Catalogue& catalogue) {
  for (const Novelty& novelty : table.load(catalogue)) {
    fmt::print("{:<20} level {} {:<13} {}\n", novelty.name, novelty.level, novelty.hierarchy, novelty.doc);
    for (const NoveltyParameter& p : novelty.parameters) {
      fmt::print("  {:<18} {:g} {} ({:g} to {:g})  {}\n", p.name, p.default_value, p.unit, p.min, p.max,
                 p.doc);
    }
  }
}

void list_agents() {
  for (const AgentEntry& entry : agent_table())
    fmt::print("{:<16} {}{}\n", entry.name, entry.doc, entry.needs.labels ? " Sees developer labels." : "");
}

void print_kind(const Kind& kind) {
  const std::string what = kind.type + (kind.material.empty() ? "" : " " + kind.material);
  fmt::print("{:<24} {:>5.2f} x {:<5.2f} {:>8.4g} {:>8.4g} {:>9.4g} {:>9.4g} {:>7}\n", what, kind.size_m.x,
             kind.size_m.y, kind.mass_kg, kind.life, kind.friction, kind.restitution, kind.points);
}

void list_objects(const Catalogue& catalogue) {
  fmt::print("{:<24} {:>5} x {:<5} {:>8} {:>8} {:>9} {:>9} {:>7}\n", "object", "m", "m", "mass kg", "life",
             "friction", "bounce", "points");
  for (const Kind& kind : catalogue.objects) print_kind(kind);
  for (const BirdKind& bird : catalogue.birds) print_kind(bird.body);
}

void list(ListArguments& options) {
  const Assets assets = load_assets(assets_folder(options.assets));
  if (options.what == "novelties") list_novelties(options.table, assets.catalogue);
  if (options.what == "agents") list_agents();
  if (options.what == "pairs")
    for (const PairName& pair : shipped_pairs()) fmt::print("{:<29} {}\n", pair.by_level, pair.by_novelty);
  if (options.what == "objects") list_objects(assets.catalogue);
}

}  // namespace

void add_list(Command& program) {
  add_job(
      program,
      {.name = "list",
       .what =
           "Lists the novelties, the agents, the objects a task may hold, or the pairs that come with the "
           "program",
       .group = kTasksGroup,
       .examples = "novphy list pairs\nnovphy list agents"},
      job_of(list));
}

}  // namespace novphy::app
