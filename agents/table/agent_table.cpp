#include "agents/table/agent_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "agents/external/external.h"
#include "agents/learning/adapting.h"
#include "agents/physicist/physicist.h"
#include "agents/published/datalab_rules.h"
#include "agents/published/eagles_wing.h"
#include "base/input_error.h"

namespace novphy {
namespace {

using AgentPointer = std::unique_ptr<Agent>;

/// What is needed to make an agent.
struct Making {
  std::string_view agent;  ///< the agent's name
  std::string rest;        ///< what follows the name: the command of a program, or an agent's options
  const AgentOptions& options;
  const Trained* trained;
};

std::invalid_argument lacks(const Making& making, std::string_view what) {
  return std::invalid_argument(fmt::format("the agent \"{}\" needs {}", making.agent, what));
}

template <class Player>
AgentPointer simple(const Making&) {
  return std::make_unique<Player>();
}

AgentPointer paper_random(const Making&) { return std::make_unique<RandomAgent>(kPaperRange); }

template <class Player, auto... more>
AgentPointer by_colours(const Making& making) {
  if (making.options.colours.empty()) throw lacks(making, "the table of colours");
  return std::make_unique<Player>(making.options.colours, more...);
}

constexpr bool kSeesCircles = true;

AgentPointer oracle(const Making& making) {
  if (!making.options.solve) throw lacks(making, "a solver");
  return std::make_unique<Oracle>(making.options.solve);
}

AgentPointer program(const Making& making) {
  const AgentOptions& options = making.options;
  return std::make_unique<ExternalAgent>(making.rest, ProgramOptions{.answer_s = options.timeout_s,
                                                                     .trial_s = options.trial_timeout_s,
                                                                     .stop = options.stop,
                                                                     .questions = options.questions,
                                                                     .hear = options.hear,
                                                                     .sandbox = options.sandbox});
}

template <class Player>
AgentPointer with_net(const Making& making) {
  if (making.trained == nullptr) throw lacks(making, "a trained net");
  return std::make_unique<Player>(*making.trained);
}

AgentPointer physicist(const Making& making) {
  const AgentOptions& options = making.options;
  if (options.colours.empty()) throw lacks(making, "the table of colours");
  if (options.catalogue.objects.empty()) throw lacks(making, "the catalogue");
  PhysicistOptions own = making.rest.empty() ? PhysicistOptions{} : read_physicist_options(making.rest);
  own.threads = options.threads;
  return make_physicist(options.catalogue, options.search, options.colours, own);
}

struct Row {
  std::string_view name;
  std::string_view doc;
  AgentNeeds needs;
  AgentPointer (*make)(const Making&);
};

constexpr AgentNeeds kNothing{};
constexpr AgentNeeds kLabels{.labels = true};
constexpr AgentNeeds kLabelsAndNews{.labels = true, .told = true};
constexpr AgentNeeds kThreads{.threads = true};
constexpr AgentNeeds kDqn{.net = NetKind::kDqn, .told = true};
constexpr AgentNeeds kRelational{.net = NetKind::kRelational, .told = true};
constexpr AgentNeeds kUntoldDqn{.net = NetKind::kDqn};
constexpr AgentNeeds kUntoldRelational{.net = NetKind::kRelational};

constexpr std::array kTable{
    Row{"random", "Releases the bird anywhere left of the slingshot, as the published code does.", kNothing,
        simple<RandomAgent>},
    Row{"random:paper", "Releases the bird anywhere around the slingshot, as the paper says.", kNothing,
        paper_random},
    Row{"pig_shooter", "Throws at the middle of a pig; a coin decides between low and high.", kLabels,
        simple<PigShooter>},
    Row{"datalab", "Weighs throws at pigs, TNT and buildings by what is in the way.", kNothing,
        by_colours<Datalab>},
    Row{"eagles_wing", "Throws first at pigs that nothing protects, and learns the launch speed.", kNothing,
        by_colours<EaglesWing>},
    Row{"eagles_wing:circles", "Plays as eagles_wing, and also hits balls that can roll or fall on a pig.",
        kNothing, by_colours<EaglesWing, kSeesCircles>},
    Row{"naive_adapt", "Plays as pig_shooter until told of a novelty, then tries objects, arcs and waits.",
        kLabelsAndNews, simple<NaiveAdapt>},
    Row{"physicist",
        "Tries throws in a simulator, notices a world unlike it, and looks for the law that explains it.",
        kThreads, physicist},
    Row{"physicist:OPTIONS",
        "The same, such as physicist:level=1,plays=500,noise=2: what it knows beforehand, plays a decision, "
        "and pixels of noise in what it sees.",
        kThreads, physicist},
    Row{"oracle", "Is told each task and throws what the solver finds. Serves as the ceiling.", kNothing,
        oracle},
    Row{"exec:COMMAND", "A program that answers each line of JSON with one line.", kNothing, program},
    Row{"exec+labels:COMMAND", "Such a program, which also sees developer labels.", kLabels, program},
    Row{"dqn", "Plays the best action of a trained deep Q-network, whatever happens. Needs --weights.", kDqn,
        with_net<OfflineAgent>},
    Row{"dqn:online", "Plays as dqn, and goes on learning once it is told of the novelty.", kDqn,
        with_net<OnlineAgent>},
    Row{"dqn:adapt", "Plays as dqn, and looks for other actions where its own fail after the novelty.", kDqn,
        with_net<AdaptAgent>},
    Row{"dqn:adapt:untold", "Plays as dqn:adapt, and tells itself of a novelty by sma:5:0.2 on its passes.",
        kUntoldDqn, with_net<UntoldAdaptAgent>},
    Row{"relational",
        "Plays the best action of a trained relational network, whatever happens. Needs --weights.",
        kRelational, with_net<OfflineAgent>},
    Row{"relational:online", "Plays as relational, and goes on learning once it is told of the novelty.",
        kRelational, with_net<OnlineAgent>},
    Row{"relational:adapt",
        "Plays as relational, and looks for other actions where its own fail after the novelty.", kRelational,
        with_net<AdaptAgent>},
    Row{"relational:adapt:untold",
        "Plays as relational:adapt, and tells itself of a novelty by sma:5:0.2 on its passes.",
        kUntoldRelational, with_net<UntoldAdaptAgent>},
};

constexpr std::string_view kCommand = "COMMAND";
constexpr std::string_view kOptions = "OPTIONS";

/// The part before COMMAND or OPTIONS, such as "exec:" of "exec:COMMAND". Empty for a row without either.
std::string_view prefix(const Row& row) {
  for (const std::string_view any : {kCommand, kOptions})
    if (row.name.ends_with(any)) return row.name.substr(0, row.name.size() - any.size());
  return "";
}

/// What stands in the place of COMMAND or OPTIONS. Empty for a row without either.
std::string rest_of(const Row& row, const std::string& spec) {
  const std::string_view start = prefix(row);
  return start.empty() ? "" : spec.substr(start.size());
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
  const bool has_words = spec.find(' ') != std::string_view::npos;
  const bool is_command = has_words || spec.ends_with(".py");
  throw std::invalid_argument(fmt::format(
      "found \"{}\", expected one of: {}{}", spec, known,
      is_command ? fmt::format("; a program is \"exec:{}{}\"", has_words ? "" : "python3 ", spec) : ""));
}

void check_rest(const Row& row, const std::string& spec) {
  if (!row.name.ends_with(kOptions)) return;
  try {
    read_physicist_options(rest_of(row, spec));
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(fmt::format("the agent \"{}\": {}", spec, wrong.what()));
  }
}

/// The row of an agent whose options, if there are any, can be read.
const Row& checked_row(const std::string& spec) {
  const Row& row = find_row(spec);
  check_rest(row, spec);
  return row;
}

AgentEntry entry(const Row& row) {
  return {.name = std::string(row.name), .doc = std::string(row.doc), .needs = row.needs};
}

void check_timeout(double timeout_s) {
  constexpr double kLongestS = 1e6;
  if (!(timeout_s >= 0) || timeout_s > kLongestS)
    throw std::invalid_argument(
        fmt::format("agent timeout: found {} s, expected 0 (none) to {:.0f} s", timeout_s, kLongestS));
}

}  // namespace

std::vector<AgentEntry> agent_table() {
  std::vector<AgentEntry> entries;
  for (const Row& row : kTable) entries.push_back(entry(row));
  return entries;
}

AgentEntry agent_entry(const std::string& spec, const std::string& place) try {
  return entry(checked_row(spec));
} catch (const std::invalid_argument& wrong) {
  throw InputError(place, wrong.what());
}

void check_agent_name(const std::string& name, const std::string& agent, const char* place) {
  for (const Row& other : kTable)
    if (other.name == name && name != agent)
      throw InputError(place, fmt::format("\"{}\" is the name of another agent", name));
}

std::string agent_command(const std::string& spec) {
  const Row& row = checked_row(spec);
  return row.name.ends_with(kCommand) ? rest_of(row, spec) : "";
}

AgentPointer make_agent(const std::string& spec, const AgentOptions& options, const Trained* trained) {
  const Row& row = checked_row(spec);
  check_timeout(options.timeout_s);
  check_timeout(options.trial_timeout_s);
  return row.make({.agent = row.name, .rest = rest_of(row, spec), .options = options, .trained = trained});
}

}  // namespace novphy
