#include "sim/laws.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/text.h"

namespace novphy {
namespace {

template <class Law>
const Law& as_made() {
  static const Law kLaw{};
  return kLaw;
}

template <std::size_t... I>
std::vector<Effect> named_alternatives(std::index_sequence<I...> /*all*/) {
  std::vector<Effect> laws;
  const auto add = [&](Effect law) {
    if (!name_of(law).empty()) laws.push_back(std::move(law));
  };
  (add(std::variant_alternative_t<I, Effect>{}), ...);
  return laws;
}

}  // namespace

const std::vector<Effect>& all_laws() {
  static const std::vector<Effect> kLaws =
      named_alternatives(std::make_index_sequence<std::variant_size_v<Effect>>());
  return kLaws;
}

const std::string& name_of(const Effect& effect) {
  return std::visit([](const auto& law) -> const std::string& { return law.name; }, effect);
}

bool pushes(const Effect& effect) {
  return std::visit(
      [](const auto& law) {
        return requires { law.kPushes; };
      },
      effect);
}

bool only_takes_wins(const Effect& effect) {
  return std::visit(
      [](const auto& law) {
        if constexpr (requires { law.only_takes_wins(); }) return law.only_takes_wins();
        return false;
      },
      effect);
}

bool has_strength(const Effect& effect) {
  const bool whole = std::visit(
      [](const auto& law) {
        if constexpr (requires { law.has_strength(); }) return !law.has_strength();
        return false;
      },
      effect);
  return !whole && strengthened(effect, 0.5) != effect;
}

// Checks.
namespace {

bool positive(std::optional<double> time_s) { return !time_s || (*time_s > 0 && std::isfinite(*time_s)); }

bool fits(const law_field::Number& range, double value) { return value >= range.min && value <= range.max; }
bool fits(const law_field::Count& range, int value) { return value >= 0 && value <= range.most; }
bool fits(const law_field::Force& /*any*/, Vec2 force) { return finite(force); }
bool fits(const law_field::Place& /*any*/, Vec2 place) { return finite(place); }
bool fits(const law_field::Matrix& /*any*/, const Matrix2& m) { return finite(m.x) && finite(m.y); }
bool fits(const law_field::Unlike& /*any*/, const HiddenFactors& factors) { return novphy::fits(factors); }
bool fits(const law_field::Angle& /*any*/, double angle_rad) { return std::isfinite(angle_rad); }
template <class Region>
bool fits(const law_field::Region& /*any*/, const Region& region) {
  const Box* box = box_in(region);
  return !box || (finite(box->centre_m) && std::isfinite(box->angle_rad) && finite(box->size_m) &&
                  std::min(box->size_m.x, box->size_m.y) >= bounds::kMinSizeM);
}
bool fits(const law_field::Times& /*any*/, const ForceTimes& times) {
  return times.from_s >= 0 && std::isfinite(times.from_s) && positive(times.until_s) &&
         positive(times.every_s) && (!times.until_s || *times.until_s > times.from_s) &&
         (!times.every_s || (times.until_s && *times.until_s <= *times.every_s));
}
template <class What, class T>
bool fits(const What& /*what*/, const T& /*value*/) {
  return true;
}

}  // namespace

std::string_view ForceField::problem() const {
  const bool disc = region && region->size_m.x == region->size_m.y;
  return round && !disc ? "expected two equal sides of the region of a disc" : "";
}

std::string_view Alteration::problem() const {
  const bool moves_alike = factors.mass == 1 && factors.gravity == 1 && factors.life == 1 && drag_per_s == 0;
  return on.any_fixed() && !moves_alike
             ? "expected only friction, bounce and restitution: platforms and the ground have no more"
             : "";
}

std::optional<std::string> problem_of(const Effect& effect) {
  return std::visit(
      [](const auto& law) {
        std::optional<std::string> problem;
        for_each_field(law, [&](const auto& row, const auto& value) {
          if (!problem && !fits(row.what, value))
            problem = fmt::format("the {} of {} {} is out of range", row.key,
                                  law.name.starts_with("a") ? "an" : "a", law.name);
        });
        if constexpr (requires { law.problem(); })
          if (!problem && !law.problem().empty()) problem = std::string(law.problem());
        return problem;
      },
      effect);
}

// Strength.
namespace {

double rounded(double value) { return std::round(value * 1e3) / 1e3; }
Vec2 rounded(Vec2 v) { return {rounded(v.x), rounded(v.y)}; }

template <class Law>
struct Strengthening {
  Law& law;
  double strength;

  void operator()(const law_field::Number& range, double& value) const {
    if (range.grows == law_field::Grows::kInProportion)
      value = std::clamp(rounded(strength * value), range.min, range.max);
  }
  void operator()(const law_field::Force& /*any*/, Vec2& force) const { force = rounded(strength * force); }
  void operator()(const law_field::Matrix& /*any*/, Matrix2& m) const {
    m = {rounded(strength * m.x), rounded(strength * m.y)};
  }
  void operator()(const law_field::Unlike& /*any*/, HiddenFactors& factors) const {
    for (const NamedFactor& factor : kFactors)
      if (double& value = factors.*factor.value; value != 1)
        value = std::clamp(rounded(std::pow(value, strength)), kLeastFactor, kMostFactor);
  }
  void operator()(const law_field::Place& /*any*/, Vec2& place) const {
    if constexpr (requires { law.region.centre_m; })
      place = rounded(law.region.centre_m + strength * (place - law.region.centre_m));
  }
  template <class What, class T>
  void operator()(const What& /*what*/, const T& /*value*/) const {}
};

}  // namespace

Effect strengthened(Effect effect, double strength) {
  std::visit(
      [&]<class Law>(Law& law) {
        const Strengthening<Law> strengthen{law, strength};
        for_each_field(law, [&](const auto& row, auto& value) { strengthen(row.what, value); });
      },
      effect);
  return effect;
}

// English.
namespace {

using Words = std::vector<std::string>;

std::string joined(const Words& words, std::string_view by = ", ") {
  return fmt::format("{}", fmt::join(words, by));
}

/// "a", "a and b", "a, b and c".
std::string listed_words(const Words& words) {
  return listed(std::vector<std::string_view>(words.begin(), words.end()), "and");
}

std::string words(Vec2 v) { return fmt::format("({:.3g}, {:.3g})", v.x, v.y); }

/// "to the right", "at 20\u00b0".
std::string direction_words(double angle_rad) {
  constexpr std::array kEighths{"to the right", "up and to the right",  "up",   "up and to the left",
                                "to the left",  "down and to the left", "down", "down and to the right"};
  const double eighths = angle_rad * 4 / std::numbers::pi;
  const double nearest = std::round(eighths);
  const auto whole = static_cast<std::size_t>(std::lround(std::remainder(nearest, 8)) + 8) % 8;
  if (std::abs(eighths - nearest) < 0.01) return kEighths.at(whole);
  return fmt::format("at {:.3g}\u00b0", degrees(std::remainder(angle_rad, 2 * std::numbers::pi)));
}

/// Where a box is that reaches beyond the world on three sides.
std::string half_plane_words(const Box& box) {
  const double at_m = rotated(box.centre_m, -box.angle_rad).x - box.size_m.x / 2;
  const std::string side = direction_words(box.angle_rad);
  if (side == "to the right") return fmt::format("right of x = {:.3g} m", at_m);
  if (side == "to the left") return fmt::format("left of x = {:.3g} m", 0 - at_m);
  if (side == "up") return fmt::format("above y = {:.3g} m", at_m);
  if (side == "down") return fmt::format("below y = {:.3g} m", 0 - at_m);
  return fmt::format("farther than {:.3g} m {} from the middle", at_m, side);
}

std::string words(const HiddenFactors& factors) {
  Words list;
  for (const NamedFactor& factor : kFactors)
    if (const double value = factors.*factor.value; value != 1)
      list.push_back(fmt::format("{:.3g} times the usual {}", value, factor.name));
  return joined(list);
}

std::string words(const ForceTimes& times) {
  if (times.always()) return "";
  std::string text = fmt::format(", from {:.3g} s", times.from_s);
  if (times.until_s) text += fmt::format(" to {:.3g} s", *times.until_s);
  text += " after the launch";
  return times.every_s ? text + fmt::format(", every {:.3g} s", *times.every_s) : text;
}

}  // namespace

std::string words_of(Vec2 v, std::string_view unit) {
  return fmt::format("{:.3g} {} {}", length(v), unit, direction_words(std::atan2(v.y, v.x)));
}

namespace {

/// Puts the words of a law's fields into its sentence.
template <class Law>
class Sentence {
 public:
  Sentence(const Law& law, const std::function<std::string(int)>& object) : law_(law), object_(object) {}

  std::string made() const {
    std::string text;
    std::string_view left = Law::kWords;
    while (!left.empty()) {
      const std::size_t choice = left.find('<');
      text += filled(left.substr(0, choice));
      if (choice == std::string_view::npos) break;
      const std::size_t end = left.find('>', choice);
      text += chosen(left.substr(choice + 1, end - choice - 1));
      left.remove_prefix(end + 1);
    }
    return text;
  }

 private:
  /// "SEPARATOR;PART;PART": the parts of which a field has another value than in a law as it is made; with a
  /// separator at least the first one.
  std::string chosen(std::string_view choice) const {
    const std::size_t first = choice.find(';');
    Words all;
    Words changed;
    for (std::string_view left = choice.substr(first); !left.empty();) {
      const std::string_view part = left.substr(1, left.find(';', 1) - 1);
      all.push_back(filled(part));
      if (is_changed(part)) changed.push_back(all.back());
      left.remove_prefix(part.size() + 1);
    }
    if (changed.empty() && first > 0) changed.push_back(all.front());
    return joined(changed, choice.substr(0, first));
  }

  bool is_changed(std::string_view part) const {
    bool changed = false;
    for_each_field(law_, [&](const auto& row, const auto& value) {
      changed = changed || (part.find(braced(row.key)) != std::string_view::npos &&
                            !(value == as_made<Law>().*row.member));
    });
    return changed;
  }

  std::string filled(std::string_view part) const {
    std::string text(part);
    for_each_field(law_, [&](const auto& row, const auto& value) {
      const std::string key = braced(row.key);
      if (const std::size_t at = text.find(key); at != std::string::npos)
        text.replace(at, key.size(), of(row.what, value));
    });
    return text;
  }

  static std::string braced(std::string_view key) { return fmt::format("{{{}}}", key); }

  std::string_view unit() const {
    if constexpr (requires { law_.times_mass; })
      if (law_.times_mass) return "m/s\u00b2";
    return "N";
  }

  std::string of(const law_field::Number& /*any*/, double value) const {
    return fmt::format("{:.3g}", value);
  }
  std::string of(const law_field::Count& what, int value) const {
    return counted(value, what.of) + (value == 1 ? " is" : " are");
  }
  std::string of(const law_field::Angle& /*any*/, double value_rad) const {
    return fmt::format("{:.3g}", degrees(value_rad));
  }
  std::string of(const law_field::Flag& /*any*/, bool /*value*/) const { return ""; }
  std::string of(const law_field::Force& /*any*/, Vec2 force) const {
    if constexpr (requires { law_.region; })
      if (const Box* box = box_in(law_.region); box && !object_of(law_))
        force = rotated(force, box->angle_rad);
    return words_of(force, unit());
  }
  std::string of(const law_field::Matrix& /*any*/, const Matrix2& m) const {
    return fmt::format("[[{:.3g}, {:.3g}], [{:.3g}, {:.3g}]] {}", m.x.x, m.x.y, m.y.x, m.y.y, unit());
  }
  std::string of(const law_field::Unlike& /*any*/, const HiddenFactors& factors) const {
    return words(factors);
  }
  template <class AnyRegion>
  std::string of(const law_field::Region& /*any*/, const AnyRegion& region) const {
    const Box* box = box_in(region);
    if (!box) return "everywhere";
    if (box->size_m.x >= bounds::kMaxSizeM) return half_plane_words(*box);
    bool round = false;
    if constexpr (requires { law_.round; }) round = law_.round;
    const std::string shape =
        round ? fmt::format("in a disc of {:.3g} m", box->size_m.x)
              : fmt::format("in a box of {:.3g} by {:.3g} m", box->size_m.x, box->size_m.y);
    const std::optional<int> object = object_of(law_);
    if (!object) return shape + " at " + words(box->centre_m);
    if (box->centre_m == Vec2{}) return shape + " around " + object_(*object) + ", in its frame";
    return fmt::format("{} at {} m from {}, in its frame", shape, words(box->centre_m), object_(*object));
  }
  std::string of(const law_field::Place& /*any*/, Vec2 place) const { return words(place); }
  std::string of(const law_field::Chosen& /*any*/, const Bodies& bodies) const {
    if (bodies.object) return object_(*bodies.object);
    Words classes;
    if (bodies.birds) classes.emplace_back("birds");
    if (bodies.blocks) classes.push_back(of_material(bodies.material, "blocks"));
    if (bodies.pigs) classes.push_back(of_material(bodies.material, "pigs"));
    if (bodies.platforms) classes.emplace_back("platforms");
    if (bodies.ground) classes.emplace_back("the ground");
    return listed_words(classes);
  }
  std::string of(const law_field::Faster& /*any*/, const Targets& on) const {
    if (on.object) return (most_mps(on) > 0 ? "moving " : "") + object_(*on.object);
    Words classes;
    Words moving;
    const auto add = [&](const std::optional<double>& above_mps, const std::string& what) {
      if (above_mps) (*above_mps > 0 ? moving : classes).push_back(what);
    };
    add(on.birds_above_mps, "birds");
    add(on.blocks_above_mps, of_material(on.material, "blocks"));
    add(on.pigs_above_mps, of_material(on.material, "pigs"));
    if (!moving.empty()) moving.front() = "moving " + moving.front();  // and all that follow
    classes.insert(classes.end(), moving.begin(), moving.end());
    return listed_words(classes);
  }
  static double most_mps(const Targets& on) {
    return std::max(
        {on.birds_above_mps.value_or(0), on.blocks_above_mps.value_or(0), on.pigs_above_mps.value_or(0)});
  }
  static std::string of_material(const std::string& material, const char* what) {
    return material.empty() ? what : material + " " + what;
  }
  std::string of(const law_field::OfObject& /*any*/, std::optional<int> object) const {
    return object ? object_(*object) : "";
  }
  template <class Word>
  std::string of(const Word& /*material or look*/, const std::string& word) const {
    return word;
  }
  std::string of(const law_field::Times& /*any*/, const ForceTimes& times) const { return words(times); }
  std::string of(const law_field::Start& /*any*/, const std::optional<Trigger>& trigger) const {
    if (!trigger) return "";
    const std::string object = ", once " + object_(trigger->object);
    return trigger->at_death ? object + " is destroyed"
                             : object + " is touched by " + of(law_field::Chosen{}, trigger->by);
  }

  const Law& law_;
  const std::function<std::string(int)>& object_;
};

}  // namespace

std::string words_of(const Effect& effect, const std::function<std::string(int)>& object) {
  return std::visit([&](const auto& law) { return Sentence(law, object).made(); }, effect);
}

}  // namespace novphy
