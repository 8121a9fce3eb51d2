#include "bench/places.h"

#include <algorithm>

#include "levels/file.h"
#include "levels/json_reader.h"

namespace novphy {
namespace {

double nearest_0(const Range& range) { return std::clamp(0.0, range.min, range.max); }

double at_share(const Range& range, double share) { return range.min + share * (range.max - range.min); }

}  // namespace

Intents read_intents(const std::string& file) {
  constexpr double kMost_m = 100;
  JsonDocument document(read_file(file), file);
  Intents intents;
  for (const auto& [name, place] : document.root().at("intended_at").members())
    intents[name] = place.vec2(-kMost_m, kMost_m);
  document.check();
  return intents;
}

bool direct(const Pair& pair) {
  return pair.scenario == "single_force" || pair.scenario == "multiple_forces";
}

SweepSpec sweep_of(const Pair& pair, bool novel, double step_deg) {
  SweepSpec spec{.step_deg = step_deg};
  const Task& task = novel ? pair.novel.task : pair.normal.task;
  if (task.gravity_mps2.y > 0) {
    spec.from_deg = -40;
    spec.to_deg = 60;
  }
  if (novel && pair.novelty == "events") spec.sacrificed = 1;
  return spec;
}

std::vector<Vec2> shifts(const Template& base, int grid) {
  std::vector<Vec2> shifts{{nearest_0(base.dx_m), nearest_0(base.dy_m)}};
  for (int i = 0; i < grid; ++i)
    for (int j = 0; j < grid; ++j)
      shifts.push_back({at_share(base.dx_m, (i + 0.5) / grid), at_share(base.dy_m, (j + 0.5) / grid)});
  return shifts;
}

int intended_object(const Template& base, const Intents& intents) {
  if (base.intent)
    if (const auto rule = object_named(base, base.intent->rule)) return *rule;
  const auto& objects = base.task.objects;
  const auto meant = intents.find(base.name);
  const auto nearest = [&](const Object& a, const Object& b) {
    return length(a.at_m - meant->second) < length(b.at_m - meant->second);
  };
  const auto found = meant == intents.end()
                         ? std::find_if(objects.begin(), objects.end(),
                                        [](const Object& o) { return o.type.starts_with("pig"); })
                         : std::min_element(objects.begin(), objects.end(), nearest);
  return static_cast<int>(found - objects.begin());
}

}  // namespace novphy
