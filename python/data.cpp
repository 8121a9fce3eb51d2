#include "python/data.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/input_error.h"
#include "generator/sets/make_tasks.h"

namespace novphy::python {
namespace {

std::filesystem::path& folder() {
  static auto* place = new std::filesystem::path;
  return *place;
}

std::pair<std::filesystem::path, std::vector<std::string>>& own_assets() {
  static auto* own = new std::pair<std::filesystem::path, std::vector<std::string>>;
  return *own;
}

Data* read() {
  const auto& [own, changes] = own_assets();
  Assets assets = load_assets(own.empty() ? folder() / "assets" : own, changes);
  ObjectTable table(assets.catalogue, assets.colours);
  std::vector<Novelty> novelties = read_novelties(folder() / "novelties", assets.catalogue);
  std::vector<Pair> pairs = read_pairs(folder() / "levels" / "templates", assets.catalogue);
  return new Data{std::move(assets), std::move(table), std::move(novelties), std::move(pairs)};
}

}  // namespace

void set_data_folder(const std::filesystem::path& path) { folder() = path; }

void set_assets(const std::filesystem::path& path, const std::vector<std::string>& overrides) {
  own_assets() = {path, overrides};
}

const std::vector<std::string>& overrides() { return own_assets().second; }

const std::filesystem::path& data_folder() { return folder(); }

const Data& data() {
  static const Data* all = read();  // never deleted: see the header
  return *all;
}

const Catalogue& catalogue() { return data().assets.catalogue; }

const Physics& physics(const std::string& name) {
  const auto& known = data().assets.physics;
  if (const auto it = known.find(name); it != known.end()) return it->second;
  std::vector<std::string> names;
  for (const auto& [each, numbers] : known) names.push_back(each);
  throw InputError("physics", fmt::format("found \"{}\", expected one of: {}", name, fmt::join(names, ", ")));
}

SolverNumbers solver(const std::string& name) {
  physics(name);
  return solver_numbers(data().assets, name);
}

}  // namespace novphy::python
