#include "agents/physicist/doubts.h"

#include <algorithm>

#include "levels/overlap.h"

namespace novphy {
namespace {

/// Objects overlap by more than this, beyond what noise explains, only if something is wrong.
constexpr double kDeepM = 0.1;
constexpr double kNoiseSds = 4;

std::string id_of(int index, const Believed& believed) {
  return std::to_string(believed.objects[static_cast<std::size_t>(index)].id);
}

double greatest_sd_m(const Believed& believed) {
  double sd_m = 0;
  for (const BelievedObject& object : believed.objects) sd_m = std::max(sd_m, object.at_sd_m);
  return sd_m;
}

}  // namespace

std::vector<std::string> doubts_about(const JudgedMoment& moment, const Believed& believed,
                                      const Catalogue& catalogue) {
  std::vector<std::string> doubts;
  for (const JudgedThing& each : moment.things)
    if (!each.judged.doubt.empty())
      doubts.push_back("Object " + std::to_string(each.thing.id) + ": " + each.judged.doubt + ".");
  for (const Overlap& overlap :
       check_overlaps(believed.task, catalogue, kDeepM + kNoiseSds * greatest_sd_m(believed)))
    if (overlap.other >= 0)
      doubts.push_back("Objects " + id_of(overlap.object, believed) + " and " +
                       id_of(overlap.other, believed) + " are in one place.");
  return doubts;
}

}  // namespace novphy
