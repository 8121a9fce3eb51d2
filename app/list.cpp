#include <fmt/core.h>

#include "agents/table/agent_table.h"
#include "app/commands.h"
#include "jobs/making.h"

namespace novphy::app {
namespace {

struct ListArguments {
  std::string assets{};  ///< folder
  std::string what{};
  std::string table{};  ///< folder

  Settings settings() {
    return {
        {"what", &what, "novelties, agents, objects or pairs", "WHAT",
         Also{.choices = {"novelties", "agents", "objects", "pairs"}, .positional = true, .required = true}},
        novelties_setting(table),
        assets_setting(assets)};
  }
};

void list_novelties(const std::string& table, const Catalogue& catalogue) {
  for (const Novelty& novelty : novelty_table(table, context_of(), catalogue)) {
    fmt::print("{:<20} level {} {:<13} {}\n", novelty.name, novelty.level, novelty.hierarchy, novelty.doc);
    for (const NoveltyParameter& p : novelty.parameters) {
      fmt::print("  {:<18} {:g} {} ({:g} to {:g})  {}\n", p.name, p.default_value, p.unit, p.min, p.max,
                 p.doc);
    }
  }
}

/// Both names of each pair that comes with the program: by the level of its novelty, such as
/// "rolling/agents", and by the novelty itself, "rolling/fan".
void list_pairs() {
  std::map<std::string, std::string> novelties;
  for (const auto& [novelty, level] : levels_by_novelty(context_of())) novelties[level] = novelty;
  const std::filesystem::path pairs = data_folder("levels/templates");
  std::map<std::string, std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(pairs)) {
    if (entry.path().extension() != ".json") continue;
    const auto name = entry.path().lexically_relative(pairs).replace_extension();
    names[name.string()] = (name.parent_path() / novelties[name.filename().string()]).string();
  }
  for (const auto& [by_level, by_novelty] : names) fmt::print("{:<29} {}\n", by_level, by_novelty);
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
  if (options.what == "pairs") list_pairs();
  if (options.what == "objects") list_objects(assets.catalogue);
}

}  // namespace

void add_list(Command& program) {
  add_job(program,
          {"list",
           "Lists the novelties, the agents, the objects a task may hold, or the pairs that come with the "
           "program",
           kTasksGroup, "novphy list pairs\nnovphy list agents"},
          job_of(list));
}

}  // namespace novphy::app
