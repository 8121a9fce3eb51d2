#include "view/stage.h"

#include <algorithm>

namespace novphy {
namespace {

/// Number of the task's birds that are gone, without copies.
int birds_gone(const World& world) {
  const int first = static_cast<int>(world.task().objects.size());
  int gone = 0;
  for (int i = 0; i < static_cast<int>(world.task().birds.size()); ++i)
    if (world.body(first + i).bird == BirdPhase::kGone) ++gone;
  return gone;
}

/// Whether a force acts everywhere, independent of a region or an object.
bool stormy(const World& world) {
  const auto& effects = world.task().effects;
  return std::any_of(effects.begin(), effects.end(), [&](const Effect& effect) {
    const auto* field = std::get_if<ForceField>(&effect);
    return field && !field->region && !field->object && birds_gone(world) >= field->after_birds_gone;
  });
}

}  // namespace

Stage stage_of(const World& world) {
  const Catalogue& catalogue = world.catalogue();
  const Slingshot& slingshot = world.task().slingshot;
  Stage stage{.ground_top_m = catalogue.world.ground_top_m,
              .storm = stormy(world),
              .slingshot = slingshot,
              .slingshot_size_m = catalogue.slingshot.size_m,
              .bird_rest_m = slingshot.at_m + catalogue.launch.anchor_offset_m};
  for (int id = 0; id < world.body_count(); ++id) {
    BodyView body = world.body(id);
    if (body.present) stage.bodies.push_back(body);
  }
  for (const Effect& effect : world.task().effects) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (field && !field->look.empty() && field->region && !field->object)
      stage.turbulence.push_back(*field->region);
  }
  stage.trail.assign(world.trail().begin(), world.trail().end());
  return stage;
}

}  // namespace novphy
