#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "generator/solver.h"
#include "generator/variation.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "trials/plan_file.h"
#include "view/object_table.h"

namespace novphy::python {

/// Everything that the module reads from its data folder. It is read once, at first use, and lives as long as
/// the process, because a call that Ctrl-C ended may leave a thread that still computes.
struct Data {
  Assets assets;
  ObjectTable table;
  std::vector<Novelty> novelties;
  std::vector<Pair> pairs;
};

/// Sets the folder that holds "assets", "levels" and "novelties". Call this function before data().
void set_data_folder(const std::filesystem::path& path);
/// Sets another folder of assets ("": that of the data folder) and changes of their numbers, such as
/// "catalogue:/blocks/friction=0.5". Call this function before data().
void set_assets(const std::filesystem::path& path, const std::vector<std::string>& overrides);
/// These changes, for fingerprints.
const std::vector<std::string>& overrides();
const std::filesystem::path& data_folder();
/// Throws InputError if the folder cannot be read.
const Data& data();
const Catalogue& catalogue();
/// The entry of physics.json with this name. Throws InputError, listing the known names, if there is none.
const Physics& physics(const std::string& name);
/// The numbers of the solver with the physics of this name.
SolverNumbers solver(const std::string& name = "standard");

/// A plan as Python holds it. Sessions and runs keep their plan alive.
using PlanPointer = std::shared_ptr<const PlanFile>;

}  // namespace novphy::python
