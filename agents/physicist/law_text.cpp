#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "agents/physicist/law.h"

namespace novphy {
namespace {

using Words = std::vector<std::string>;

/// "a", "a and b", "a, b and c".
std::string listed(const Words& words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  const Words first(words.begin(), words.end() - 1);
  return fmt::format("{} and {}", fmt::join(first, ", "), words.back());
}

std::string capitalised(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::string direction_words(double angle_rad) {
  constexpr std::array kEighths{"to the right", "up and to the right",  "up",   "up and to the left",
                                "to the left",  "down and to the left", "down", "down and to the right"};
  const double eighths = angle_rad * 4 / std::numbers::pi;
  const double nearest = std::round(eighths);
  const int whole = static_cast<int>(std::remainder(nearest, 8));
  if (std::abs(eighths - nearest) < 0.01) return kEighths[static_cast<std::size_t>((whole + 8) % 8)];
  return fmt::format("at {:.3g} degrees", degrees(std::remainder(angle_rad, 2 * std::numbers::pi)));
}

std::string direction_words(Vec2 v) { return direction_words(std::atan2(v.y, v.x)); }

/// "each fan", "the leftmost fan".
std::string named_words(const std::string& look, Which which) {
  constexpr std::array kNames{"each", "the leftmost", "the rightmost", "the highest", "the lowest"};
  return fmt::format("{} {}", kNames[static_cast<std::size_t>(which)], look);
}

std::string bodies_words(const Who& who) {
  if (who.which != Which::kEach) return named_words(who.look, who.which);
  Words classes;
  if (who.birds) classes.push_back("birds");
  if (who.blocks) classes.push_back("blocks");
  if (who.pigs) classes.push_back("pigs");
  return (who.moving ? "moving " : "") + listed(classes) +
         (who.material.empty() ? "" : " of " + who.material) +
         (who.look.empty() ? "" : " that look like " + who.look);
}

std::string half_plane_words(const ForceRegion& where) {
  const std::string side = direction_words(where.side_rad);
  if (side == "to the right") return fmt::format("right of x = {:.3g} m", where.at_m);
  if (side == "to the left") return fmt::format("left of x = {:.3g} m", -where.at_m);
  if (side == "up") return fmt::format("above y = {:.3g} m", where.at_m);
  if (side == "down") return fmt::format("below y = {:.3g} m", -where.at_m);
  return fmt::format("farther than {:.3g} m {} from the middle", where.at_m, side);
}

std::string box_words(const ForceRegion& where) {
  const std::string size = fmt::format("in a box of {:.3g} m x {:.3g} m", where.size_m.x, where.size_m.y);
  const std::string named = named_words(where.look, where.which);
  if (where.centre_m == Vec2{}) return fmt::format("{} around {}", size, named);
  return fmt::format("{} at ({:.3g}, {:.3g}) m from {}", size, where.centre_m.x, where.centre_m.y, named);
}

std::string place_words(const ForceRegion& where) {
  switch (where.kind) {
    case ForceRegion::Kind::kEverywhere:
      return "everywhere";
    case ForceRegion::Kind::kHalfPlane:
      return half_plane_words(where);
    case ForceRegion::Kind::kBoxAt:
      return box_words(where);
    case ForceRegion::Kind::kDiscAt:
      return fmt::format("within {:.3g} m of {}", where.radius_m, named_words(where.look, where.which));
    case ForceRegion::Kind::kSeenRegion:
      return "in the visible air turbulence instead of its own";
  }
  return "";
}

/// Directions in a place that turns with an object are the object's.
std::string frame_words(const ForceRegion& where) {
  const bool turns = where.kind == ForceRegion::Kind::kBoxAt || where.kind == ForceRegion::Kind::kDiscAt;
  return turns ? ", in its frame" : "";
}

std::string start_words(int after_birds_gone) {
  if (after_birds_gone == 0) return "";
  if (after_birds_gone == 1) return " once the first bird is gone";
  return fmt::format(" once {} birds are gone", after_birds_gone);
}

std::string sentence(const ForceLaw& law) {
  return fmt::format("A force of {:.3g} N {} acts on {} {}{}{}.", length(law.force_n),
                     direction_words(law.force_n), bodies_words(law.on), place_words(law.where),
                     frame_words(law.where), start_words(law.after_birds_gone));
}

std::string sentence(const PullLaw& law) {
  Words verbs{"attracts", "repels"};
  if (law.strength_n_per_m < 0) std::swap(verbs[0], verbs[1]);
  const std::string but =
      law.repels.empty() ? "" : fmt::format(", but {} blocks of {}", verbs[1], law.repels);
  return fmt::format("{} {} {} within {:.3g} m by {:.3g} N for each metre of distance{}.",
                     capitalised(named_words(law.look, law.which)), verbs[0], bodies_words(law.on),
                     law.radius_m, std::abs(law.strength_n_per_m), but);
}

std::string sentence(const GravityLaw& law) {
  if (law.gravity_mps2 == Vec2{}) return "There is no gravity.";
  return fmt::format("Gravity is {:.3g} m/s^2 {}.", length(law.gravity_mps2),
                     direction_words(law.gravity_mps2));
}

std::string sentence(const LaunchLaw& law) {
  Words ways;
  if (law.speed_factor != 1) ways.push_back(fmt::format("{:.3g} times as fast", law.speed_factor));
  if (law.mirrored_x) ways.push_back("with left and right exchanged");
  if (law.mirrored_y) ways.push_back("with up and down exchanged");
  if (law.turn_rad != 0)
    ways.push_back(fmt::format("turned by {:.3g} degrees {}", degrees(std::abs(law.turn_rad)),
                               law.turn_rad > 0 ? "counter-clockwise" : "clockwise"));
  return fmt::format("The slingshot launches birds {}.", ways.empty() ? "as usual" : listed(ways));
}

std::string sentence(const MatterLaw& law) {
  Words factors;
  const auto add = [&](double factor, const char* name) {
    if (factor != 1) factors.push_back(fmt::format("{:.3g} times the usual {}", factor, name));
  };
  add(law.factors.mass, "mass");
  add(law.factors.friction, "friction");
  add(law.factors.gravity, "gravity");
  add(law.factors.life, "life");
  add(law.factors.bounce, "bounce");
  return fmt::format("{} {} {}.", capitalised(bodies_words(law.of)),
                     law.of.which == Which::kEach ? "have" : "has",
                     factors.empty() ? "nothing unusual" : listed(factors));
}

}  // namespace

std::string text(const Law& law) {
  if (law.changes.empty()) return "The world is as usual.";
  Words sentences;
  for (const LawChange& change : law.changes)
    sentences.push_back(std::visit([](const auto& one) { return sentence(one); }, change));
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace novphy
