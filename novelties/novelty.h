#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// Numbers by the names of parameters. What is absent has its default.
using NoveltyValues = std::map<std::string, double>;

/// A number a novelty can be given.
struct NoveltyParameter {
  std::string name{};  ///< one of parameter_names(), such as "force_n"
  std::string unit{};
  double min = 0;
  double max = 0;
  std::string doc{};         ///< one sentence
  double default_value = 0;  ///< from the entry, else the catalogue's
};

/// An entry of the table of novelties: a file novelties/NAME.json.
struct Novelty {
  std::string name{};       ///< "fan"
  std::string hierarchy{};  ///< level of the novelty hierarchy: "objects", "agents", ... "events"
  int level = 0;            ///< its number there, 1 to 8
  std::string doc{};        ///< one sentence
  std::string change{};     ///< one of change_names(): the function from task to task
  std::string effect{};     ///< entry of the catalogue's effects, where the change adds or replaces one
  std::string object{};     ///< type of the object it adds or makes, such as "fan" or "circle"
  std::string material{};   ///< of that object, or the new one of the object that changes
  bool looks_only = false;  ///< changes what is seen of some objects and not how they move
  std::vector<std::string> checks{};  ///< "C2a", "C2b", "C2c", "C3a": which a pair with it must pass
  std::string touched{};   ///< C2a: how a body meets it, by a "push" or by its "material"; "" if not asked
  std::string strength{};  ///< the parameter whose zero changes nothing; "" where there is none
  std::vector<NoveltyParameter> parameters{};
};

/// Where a novelty goes; without either, a sensible place is chosen.
struct Where {
  std::optional<Vec2> at_m{};
  std::optional<int> object{};  ///< index of the object that changes
};

/// A task with a novelty in it, and where it went, for people.
struct Injected {
  Task task{};
  std::string place{};  ///< "at (1.2, 3.4)", "object 3 (wood circle)", "the whole task"
};

/// Puts a novelty into a task and marks how to take it out. Values override the entry's defaults. Throws
/// std::invalid_argument for unknown parameters, values out of range, or a place that does not fit the
/// novelty.
Injected inject(const Task& task, const Novelty& novelty, const Catalogue& catalogue, const Where& where = {},
                const NoveltyValues& values = {});

/// The same task with every novelty taken out, the last one first.
Task without(const Task& task);

/// Reads every entry of a folder, in the order of level, then name. Throws InputError.
std::vector<Novelty> read_novelties(const std::filesystem::path& folder, const Catalogue& catalogue);

/// The entry of that name or, where it is the only one there, of that level of the hierarchy. Throws
/// std::invalid_argument naming those there are.
const Novelty& find_novelty(const std::vector<Novelty>& novelties, const std::string& name);

}  // namespace novphy
