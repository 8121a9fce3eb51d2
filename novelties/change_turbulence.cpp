#include "novelties/change.h"

namespace novphy {
namespace {

/// Whether an effect looks like the entry's effect, as air turbulences of all strengths do.
bool looks_alike(const Effect& effect, const std::string& look) {
  const auto* law = std::get_if<ForceField>(&effect);
  return law != nullptr && law->look == look && law->region;
}

}  // namespace

void change_turbulence(Change& change) {
  const ForceField novel = std::get<ForceField>(change.effect());
  bool found = false;
  for (std::size_t i = 0; i < change.task.effects.size() && !change.where.at_m; ++i) {
    Effect& effect = change.task.effects[i];
    if (!looks_alike(effect, novel.look)) continue;
    change.mark.undo.push_back(RestoreEffect{static_cast<int>(i), effect});
    auto& law = std::get<ForceField>(effect);
    law.name = novel.name;
    law.force_n = novel.force_n;
    change.place = "effect " + std::to_string(i);
    found = true;
  }
  if (!found) add_effect(change);
}

}  // namespace novphy
