#include "python/data.h"

#include <fmt/ranges.h>

#include <utility>

#include "generator/sets/make_tasks.h"

namespace novphy::python {
namespace {

/// Where the data are, and how their numbers are changed.
struct Places {
  std::filesystem::path folder{};
  std::filesystem::path assets{};
  std::vector<std::string> overrides{};
};

Places& places() {
  static auto* all = new Places;
  return *all;
}

Data* read() {
  const auto& [folder, own, changes] = places();
  Assets assets = load_assets(own.empty() ? folder / "assets" : own, changes);
  ObjectTable table(assets.catalogue, assets.colours);
  std::vector<Novelty> novelties = read_novelties(folder / "novelties", assets.catalogue);
  std::vector<Pair> pairs = read_pairs(folder / "levels" / "templates", assets.catalogue);
  return new Data{std::move(assets), std::move(table), std::move(novelties), std::move(pairs)};
}

}  // namespace

void set_data_folder(const std::filesystem::path& path) { places().folder = path; }

void set_assets(const std::filesystem::path& path, const std::vector<std::string>& overrides) {
  places().assets = path;
  places().overrides = overrides;
}

const std::vector<std::string>& overrides() { return places().overrides; }

const std::filesystem::path& data_folder() { return places().folder; }

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
