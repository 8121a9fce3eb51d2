#include "agents/physicist/judged_moment.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agents/physicist/shifts.h"
#include "view/noise.h"

namespace novphy {
namespace {

/// All that is seen, judged by the colours of the table or by their greys.
std::vector<JudgedThing> judge_all(const SeenMoment& moment, const CandidateKinds& kinds) {
  std::vector<JudgedThing> judged;
  for (const SeenThing& thing : moment.things)
    judged.push_back({thing, kinds.judge(outline_of(thing, moment.screen), thing.colours)});
  return judged;
}

/// How many things have colours of the table, where a thing counts by the share of its colours.
double familiarity(const std::vector<JudgedThing>& things) {
  double sum = 0;
  for (const JudgedThing& each : things) sum += each.judged.look.shared;
  return sum;
}

JudgedMoment in_colour_or_grey(const SeenMoment& seen, const Catalogue& catalogue,
                               const ColourTable& colours) {
  JudgedMoment moment{seen.screen, seen.slingshot, seen.bird_rest,
                      judge_all(seen, CandidateKinds(catalogue, colours, false))};
  const double familiar = familiarity(moment.things);
  const double all = static_cast<double>(moment.things.size());
  if (moment.screen.shown != ViewMode::kPlain || familiar >= kSameLook * all) return moment;
  std::vector<JudgedThing> in_grey = judge_all(seen, CandidateKinds(catalogue, colours, true));
  if (familiarity(in_grey) <= familiar) return moment;
  moment.screen.shown = ViewMode::kGrey;
  moment.things = std::move(in_grey);
  return moment;
}

bool is_bird(const JudgedThing& thing) { return thing.judged.is == JudgedObject::Class::kBird; }

/// Whether noise changed the colours of the thing, or its place from one observation to another.
bool noisy(const JudgedThing& each) {
  constexpr double kExact = 1 - 1e-6;
  const double shared = each.judged.look.shared;
  const auto& shifts = each.thing.shifts;
  return (shared >= kSameLook && shared < kExact) ||
         std::any_of(shifts.begin(), shifts.end(), [](Pixel p) { return p != Pixel{}; });
}

/// The size of the noise that the observations themselves show. Birds have none.
double noise_of(const std::vector<JudgedThing>& things) {
  if (std::none_of(things.begin(), things.end(), noisy)) return 0;
  std::vector<std::vector<Pixel>> places;
  for (const JudgedThing& each : things)
    if (!is_bird(each)) places.push_back(each.thing.shifts);
  return likely_radius_px(places, kUsualNoisePx);
}

/// Moves what was fitted to the last outline to where all outlines together tell that it is.
void average(std::vector<JudgedThing>& things, const ShiftNoise& noise, double px_per_m) {
  for (JudgedThing& each : things) {
    const TrueShift shift = noise.true_shift(each.thing.shifts);
    Fit& fit = each.judged.fit;
    fit.pose.at_m = fit.pose.at_m + (1 / px_per_m) * Vec2{shift.mean_px.x, -shift.mean_px.y};
    const double sd_m = shift.sd_px / px_per_m;
    fit.at_sd_m = std::sqrt(fit.at_sd_m * fit.at_sd_m + sd_m * sd_m);
  }
}

}  // namespace

JudgedMoment judge_moment(std::span<const Observation> seen, const Catalogue& catalogue,
                          const ColourTable& colours, std::optional<double> noise_px) {
  JudgedMoment moment = in_colour_or_grey(put_together(seen), catalogue, colours);
  const double radius_px = noise_px ? *noise_px : noise_of(moment.things);
  if (radius_px > 0) average(moment.things, ShiftNoise(radius_px), moment.screen.px_per_m);
  return moment;
}

}  // namespace novphy
