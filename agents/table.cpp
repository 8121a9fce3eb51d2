#include "agents/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "agents/external/external.h"
#include "agents/published/datalab_rules.h"
#include "agents/published/eagles_wing.h"
#include "agents/published/naive_adapt.h"
#include "agents/simple_agents.h"

namespace novphy {
namespace {

using Made = std::unique_ptr<Agent>;

struct Row {
  std::string_view name;
  std::string_view doc;
  bool needs_labels = false;
  Made (*make)(const std::string& command, const AgentOptions&) = nullptr;
};

Made make_random(const std::string&, const AgentOptions&) {
  return std::make_unique<RandomAgent>(kCodeRange);
}
Made make_paper_random(const std::string&, const AgentOptions&) {
  return std::make_unique<RandomAgent>(kPaperRange);
}
Made make_pig_shooter(const std::string&, const AgentOptions&) { return std::make_unique<PigShooter>(); }
const ColourTable& colours_of(std::string_view agent, const AgentOptions& options) {
  if (!options.colours.empty()) return options.colours;
  throw std::invalid_argument(fmt::format("the agent \"{}\" needs the table of colours", agent));
}
Made make_datalab(const std::string&, const AgentOptions& options) {
  return std::make_unique<Datalab>(colours_of("datalab", options));
}
Made make_eagles_wing(const std::string&, const AgentOptions& options) {
  return std::make_unique<EaglesWing>(colours_of("eagles_wing", options));
}
Made make_circle_eagles_wing(const std::string&, const AgentOptions& options) {
  constexpr bool kSeesCircles = true;
  return std::make_unique<EaglesWing>(colours_of("eagles_wing:circles", options), kSeesCircles);
}
Made make_naive_adapt(const std::string&, const AgentOptions&) { return std::make_unique<NaiveAdapt>(); }
Made make_oracle(const std::string&, const AgentOptions& options) {
  if (!options.solve) throw std::invalid_argument("the agent \"oracle\" needs a solver");
  return std::make_unique<Oracle>(options.solve);
}
Made make_external(const std::string& command, const AgentOptions& options) {
  return std::make_unique<ExternalAgent>(command, options.timeout_s, options.stop);
}

constexpr std::array kTable{
    Row{"random", "Lets go anywhere left of the slingshot, as the published code does.", false, make_random},
    Row{"random:paper", "Lets go anywhere around the slingshot, as the paper says.", false,
        make_paper_random},
    Row{"pig_shooter", "Throws at the middle of a pig, low or high by a coin.", true, make_pig_shooter},
    Row{"datalab", "Weighs throws at pigs, at TNT and at buildings by what is in the way.", false,
        make_datalab},
    Row{"eagles_wing", "Throws at pigs that nothing protects first, and learns the launch speed.", false,
        make_eagles_wing},
    Row{"eagles_wing:circles", "The same, and hits balls that can roll or fall on a pig.", false,
        make_circle_eagles_wing},
    Row{"naive_adapt", "Is pig_shooter until told of a novelty, then searches objects, arcs and waits.", true,
        make_naive_adapt},
    Row{"oracle", "Is told each task and throws what the solver finds: the ceiling.", false, make_oracle},
    Row{"exec:COMMAND", "A program that answers each JSON line with one.", false, make_external},
    Row{"exec+labels:COMMAND", "The same, with developer labels in what it sees.", true, make_external},
};

constexpr std::string_view kCommand = "COMMAND";

/// The part before COMMAND, such as "exec:" of "exec:COMMAND". Empty for a row without COMMAND.
std::string_view prefix(const Row& row) {
  return row.name.ends_with(kCommand) ? row.name.substr(0, row.name.size() - kCommand.size()) : "";
}

bool matches(const Row& row, std::string_view spec) {
  const std::string_view start = prefix(row);
  return start.empty() ? spec == row.name : spec.starts_with(start) && spec.size() > start.size();
}

const Row& find_row(std::string_view spec) {
  const auto* row =
      std::find_if(kTable.begin(), kTable.end(), [&](const Row& r) { return matches(r, spec); });
  if (row != kTable.end()) return *row;
  std::string known;
  for (const Row& r : kTable) known += fmt::format("{}{}", known.empty() ? "" : ", ", r.name);
  throw std::invalid_argument(fmt::format("found the agent \"{}\", expected one of: {}", spec, known));
}

AgentEntry entry(const Row& row) {
  return {.name = std::string(row.name), .doc = std::string(row.doc), .needs_labels = row.needs_labels};
}

}  // namespace

std::vector<AgentEntry> agent_table() {
  std::vector<AgentEntry> entries;
  for (const Row& row : kTable) entries.push_back(entry(row));
  return entries;
}

AgentEntry agent_entry(const std::string& spec) { return entry(find_row(spec)); }

std::string agent_command(const std::string& spec) {
  const std::string_view start = prefix(find_row(spec));
  return start.empty() ? "" : spec.substr(start.size());
}

Made make_agent(const std::string& spec, const AgentOptions& options) {
  const Row& row = find_row(spec);
  constexpr double kLongestS = 1e6;
  if (!(options.timeout_s >= 0) || options.timeout_s > kLongestS)
    throw std::invalid_argument(fmt::format("agent timeout: found {} s, expected 0 (none) to {:.0f} s",
                                            options.timeout_s, kLongestS));
  return row.make(spec.substr(prefix(row).size()), options);
}

}  // namespace novphy
