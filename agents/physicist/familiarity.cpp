#include "agents/physicist/familiarity.h"

#include <algorithm>
#include <cmath>

#include "view/perception/looks.h"

namespace novphy {
namespace {

constexpr int kLastColour = 255;
/// Left and right slingshots count as colours that no object has.
constexpr int kSlingLeft = -1;
constexpr int kSlingRight = -2;
/// Tasks that make everything in them familiar, and those that show too little of a world for an alarm.
constexpr int kFirstTasks = 3;
constexpr int kTooFew = 5;
/// The world changes at one task of fifteen or so, and two changes of five show something new.
constexpr double kTaskChanges = 1.0 / 15;
constexpr double kShowsNew = 0.4;
constexpr double kUnseenCounts = 1;   ///< colours that one task alone has shown, at least
constexpr double kShownAgain = 0.3;   ///< probability that a new colour comes again by chance
constexpr double kLeastShare = 0.02;  ///< of an object's picture that a colour must have to count
constexpr double kMostly = 0.5;       ///< share of colours never seen from which an object is unfamiliar

}  // namespace

void Familiarity::see(const Observation& seen) {
  std::set<int> here;
  std::set<int> late;
  unfamiliar_.clear();
  const auto is_late = [&](int colour) {
    return late_.contains(colour) || (tasks_ >= kFirstTasks && !tasks_with_.contains(colour));
  };
  // What many tasks lack since it came first is one of the things that come and go.
  const auto stays = [&](int colour) {
    const auto its = late_.find(colour);
    return its == late_.end() || its->second.tasks >= kMostly * (tasks_ - its->second.since);
  };
  name_colours(seen);
  for (const SeenObject& object : seen.objects) {
    std::set<int> its_late;
    double share = 0;
    double staying = 0;
    for (const ColourShare& each : object.colours) {
      if (each.share < kLeastShare) continue;
      here.insert(each.colour);
      if (!is_late(each.colour)) continue;
      its_late.insert(each.colour);
      share += each.share;
      staying += stays(each.colour) ? each.share : 0;
    }
    if (share <= kMostly) continue;
    if (staying > kMostly) unfamiliar_.push_back(object.id);
    late.merge(its_late);
  }
  const int sling = seen.bird_rest.x * 2 > seen.width_px ? kSlingRight : kSlingLeft;
  here.insert(sling);
  if (is_late(sling)) late.insert(sling);
  const auto once = static_cast<double>(
      std::ranges::count_if(tasks_with_, [](const auto& each) { return each.second == 1; }));
  const double by_chance = std::min(1.0, (once + kUnseenCounts) / std::max(1, tasks_));
  for (const int colour : late) {
    Late& its = late_.try_emplace(colour, Late{.since = tasks_}).first->second;
    const int before = its.tasks++;
    const double again = std::pow(kShownAgain, before);
    strange_ = strange_ || (its.since >= kTooFew && before > 0 &&
                            kTaskChanges * kShowsNew > (1 - kTaskChanges) * by_chance * again);
  }
  ++tasks_;
  for (const int colour : here)
    if (!late.contains(colour)) ++tasks_with_[colour];
}

void Familiarity::name_colours(const Observation& seen) {
  Looks looks(colours_, false);
  for (const SeenObject& object : seen.objects) {
    const auto exists = [](const ColourShare& each) {
      return each.colour >= 0 && each.colour <= kLastColour;
    };
    if (object.colours.empty() || !std::ranges::all_of(object.colours, exists) ||
        looks.best(object.colours).shared >= kSameLook)
      continue;
    colours_["strange_" + std::to_string(++named_)] = {object.colours};
    looks = Looks(colours_, false);
  }
}

}  // namespace novphy
