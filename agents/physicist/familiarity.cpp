#include "agents/physicist/familiarity.h"

#include <algorithm>

#include "view/perception/looks.h"

namespace novphy {
namespace {

/// Left and right slingshots count as colours that no object has.
constexpr int kSlingLeft = -1;
constexpr int kSlingRight = -2;
/// Tasks before which everything is familiar.
constexpr int kFirstTasks = 3;
/// The world changes at one task of fifteen or so, and two changes of five show something new.
constexpr double kTaskChanges = 1.0 / 15;
constexpr double kShowsNew = 0.4;
constexpr double kUnseenCounts = 0.1;  ///< appearances that one task alone has shown, at least

int main_colour(const SeenObject& object) {
  const auto less = [](const ColourShare& a, const ColourShare& b) { return a.share < b.share; };
  return std::ranges::max_element(object.colours, less)->colour;
}

}  // namespace

void Familiarity::see(const Observation& seen) {
  std::set<int> here;
  unfamiliar_.clear();
  std::set<int> late;
  const auto look = [&](int colour) {
    here.insert(colour);
    const bool is_late =
        strange_in_.contains(colour) || (tasks_ >= kFirstTasks && !tasks_with_.contains(colour));
    if (is_late) late.insert(colour);
    return is_late;
  };
  name_colours(seen);
  for (const SeenObject& object : seen.objects) {
    if (object.colours.empty()) continue;
    if (look(main_colour(object))) unfamiliar_.push_back(object.id);
  }
  const bool left = seen.bird_rest.x * 2 > seen.width_px;
  look(left ? kSlingRight : kSlingLeft);
  const auto once = static_cast<double>(
      std::ranges::count_if(tasks_with_, [](const auto& each) { return each.second == 1; }));
  const double by_chance = std::min(1.0, (once + kUnseenCounts) / std::max(1, tasks_));
  for (const int colour : late) {
    const double again = strange_in_[colour]++ > 0 ? 1.0 / std::max(1, tasks_) : 1;
    const double changed = kTaskChanges * kShowsNew;
    strange_ = strange_ || changed > (1 - kTaskChanges) * by_chance * again;
  }
  ++tasks_;
  for (const int colour : here)
    if (!late.contains(colour)) ++tasks_with_[colour];
}

void Familiarity::name_colours(const Observation& seen) {
  Looks looks(colours_, false);
  for (const SeenObject& object : seen.objects) {
    if (object.colours.empty() || looks.best(object.colours).shared >= kSameLook) continue;
    colours_["strange_" + std::to_string(++named_)] = {object.colours};
    looks = Looks(colours_, false);
  }
}

}  // namespace novphy
