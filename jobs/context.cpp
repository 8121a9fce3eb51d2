#include "jobs/context.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/input_error.h"

namespace novphy {

Settings AssetSettings::settings() {
  return {
      {"assets", &folder, "Folder of catalogue.json, physics.json and colours.json", "DIR"},
      {"physics", &physics, "The physics (time step and iterations): an entry of physics.json", "NAME"},
      {"set", &overrides, "Changes a number of the assets, such as catalogue:/blocks/linear_drag_per_s=0.5",
       "FILE:/POINTER=VALUE", Also{.one_each = true}}};
}

std::shared_ptr<const Assets> AssetSettings::load(const JobContext& context) const {
  std::shared_ptr<const Assets> assets = context.assets;
  if (!assets || !folder.empty() || !overrides.empty())
    assets = std::make_shared<const Assets>(
        load_assets(folder.empty() ? context.folder("assets") : std::filesystem::path(folder), overrides));
  if (assets->physics.contains(physics)) return assets;
  std::vector<std::string> names;
  for (const auto& [name, numbers] : assets->physics) names.push_back(name);
  throw InputError(name_of("physics", context.face),
                   fmt::format("found \"{}\", expected one of: {}", physics, fmt::join(names, ", ")));
}

}  // namespace novphy
