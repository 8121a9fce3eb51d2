#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/catalogue.h"

/// Any law with drawn values, by the lists of fields in sim/laws.h, for tests that try tasks of every kind.
namespace novphy {

/// Where values come from, such as random bytes: whole(n) is from 0 to n - 1, number(a, b) from a to b.
template <class Source>
concept DrawsValues = requires(Source& source) {
  { source.whole(2u) } -> std::convertible_to<unsigned>;
  { source.number(0.0, 1.0) } -> std::convertible_to<double>;
};

/// Draws laws that a task may have beside those that it has.
template <DrawsValues Source>
class LawDraws {
 public:
  LawDraws(Source& source, const Task& task, const Catalogue& catalogue)
      : source_(source), task_(task), catalogue_(catalogue) {}

  /// A law, or an entry of the catalogue, with other values in some fields. Nothing where the law would do
  /// nothing, or the task has no object for it.
  std::optional<Effect> draw() {
    std::vector<Effect> laws = all_laws();
    for (const auto& [name, entry] : catalogue_.effects) laws.push_back(entry);
    Effect effect = one_of(laws);
    const bool is_law = std::visit([&](auto& law) { return change(law); }, effect);
    return is_law ? std::optional(effect) : std::nullopt;
  }

 private:
  unsigned whole(std::size_t below) { return source_.whole(static_cast<unsigned>(below)); }
  bool chance(unsigned of) { return whole(of) == 1; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[whole(list.size())];
  }
  /// Mostly moderate, at times as large as files may say.
  double number(double least, double most, double moderate) {
    const bool extreme = chance(8);
    const double low = extreme ? least : std::clamp(-moderate, least, most);
    return source_.number(low, extreme ? most : std::clamp(moderate, least, most));
  }
  Vec2 vector(double most, double moderate) {
    const double x = number(-most, most, moderate);
    return {x, number(-most, most, moderate)};
  }

  /// Draws values of the fields one after the other. A value with which the law breaks a rule is put back.
  template <class Law>
  bool change(Law& law) {
    const Law begin = law;
    const bool preset = begin != Law{};
    bool says_something = true;
    if constexpr (requires { Law::kOneOf; }) says_something = false;
    has_object_ = true;
    for_each_field(law, [&](const auto& row, auto& value) {
      constexpr bool kOfObject = std::is_same_v<std::remove_cvref_t<decltype(row.what)>, law_field::OfObject>;
      if (kOfObject || (row.given && !preset) || chance(2)) {
        draw(row.what, value);
        if (!holds(law)) value = begin.*row.member;
      }
      says_something = says_something || (!row.given && value != Law{}.*row.member);
    });
    return has_object_ && says_something;
  }

  template <class Law>
  bool holds(const Law& law) const {
    Task task = task_;
    task.effects.emplace_back(law);
    const auto possible = [&](const ForceField* field) {
      return !grows_too_fast(*field, task, catalogue_) && !(field->round && !field->look.empty());
    };
    return !problem_of(law) && std::ranges::all_of(laws_of<ForceField>(task.effects), possible);
  }

  void draw(const law_field::Number& range, double& value) { value = number(range.min, range.max, 20); }
  void draw(const law_field::Count& range, int& value) {
    value = static_cast<int>(
        whole(static_cast<std::size_t>(chance(8) ? range.most : std::min(range.most, 3)) + 1));
  }
  void draw(const law_field::Flag& /*any*/, bool& value) { value = chance(2); }
  void draw(const law_field::Force& /*any*/, Vec2& force) { force = vector(bounds::kForceN, 100); }
  /// Small, or near one of the bounds for a kilogram.
  void draw(const law_field::Matrix& /*any*/, Matrix2& m) {
    const double most = one_of(std::vector{5.0, 1.0, kMostPerMps_per_s / 3, kMostPerM_per_s2 / 3});
    m.x = vector(most, most);
    m.y = vector(most, most);
  }
  void draw(const law_field::Unlike& /*any*/, HiddenFactors& factors) {
    const unsigned only = whole(2 * kFactors.size());  // all of them where there is none of this index
    for (unsigned i = 0; i < kFactors.size(); ++i)
      if (i == only || only >= kFactors.size())
        factors.*kFactors.at(i).value = number(kFactors.at(i).least, kMostFactor, 4);
  }
  void draw(const law_field::Region& /*any*/, Box& box) {
    box.centre_m = vector(bounds::kPlaceM, 15);
    box.size_m.x = box.size_m.y = number(bounds::kMinSizeM, bounds::kMaxSizeM, 9);
    if (chance(2)) box.size_m.y = number(bounds::kMinSizeM, bounds::kMaxSizeM, 9);
    box.angle_rad = source_.number(-7, 7);
  }
  template <class What, class T>
  void draw(const What& what, std::optional<T>& value) {
    chance(4) ? value.reset() : draw(what, value.emplace());
  }
  void draw(const law_field::Place& /*any*/, Vec2& place) { place = vector(bounds::kPlaceM, 15); }
  void draw(const law_field::Angle& /*any*/, double& angle_rad) { angle_rad = source_.number(-7, 7); }
  void draw(const law_field::Chosen& what, Bodies& these) {
    constexpr std::array kAmong{31u, 7u, 3u};  // blocks, pigs, birds, platforms, ground
    const unsigned classes = what.classes == law_field::Classes::kAll && chance(3)
                                 ? 8U << whole(2)
                                 : 1 + whole(kAmong.at(static_cast<std::size_t>(what.classes)));
    these = {.birds = (classes & 4) != 0,
             .blocks = (classes & 1) != 0,
             .pigs = (classes & 2) != 0,
             .platforms = (classes & 8) != 0,
             .ground = (classes & 16) != 0};
    if (chance(4)) draw(law_field::Material{}, these.material);
    if (chance(4))
      these.object = an_object([&](const Kind& kind, int i) { return is_among(these, kind, i); });
  }
  void draw(const law_field::Faster& /*any*/, Targets& on) {
    const unsigned classes = 1 + whole(7);
    const auto above = [&](bool one) { return one ? std::optional(source_.number(0, 2)) : std::nullopt; };
    on = {.birds_above_mps = above((classes & 1) != 0),
          .blocks_above_mps = above((classes & 2) != 0),
          .pigs_above_mps = above((classes & 4) != 0)};
    if (classes == 1) return;
    if (chance(4)) draw(law_field::Material{}, on.material);
    if (chance(4))
      on.object =
          an_object([&](const Kind& kind, int) { return acts_above_mps(on, kind.category).has_value(); });
  }
  void draw(const law_field::OfObject& what, int& object) {
    const auto found = an_object([&](const Kind& kind, int) {
      return what.of != law_field::OfObject::Of::kPlatform || kind.category == Category::kPlatform;
    });
    has_object_ = has_object_ && found;
    object = found.value_or(object);
  }
  void draw(const law_field::Material& /*any*/, std::string& material) {
    std::vector<std::string> materials{""};
    for (const Kind& kind : catalogue_.objects)
      if (kind.category == Category::kBlock) materials.push_back(kind.material);
    material = one_of(materials);
  }
  void draw(const law_field::Look& /*any*/, std::string& look) {
    std::vector<std::string> looks{""};
    for (const auto& [name, entry] : catalogue_.effects)
      if (const auto* field = std::get_if<ForceField>(&entry)) looks.push_back(field->look);
    look = one_of(looks);
  }
  void draw(const law_field::Times& /*any*/, ForceTimes& times) {
    times = {.from_s = number(0, bounds::kTimeS / 3, 5)};
    if (chance(2)) return;
    times.until_s = times.from_s + source_.number(0.001, 5);
    if (chance(2)) times.every_s = *times.until_s + source_.number(0, 5);
  }
  void draw(const law_field::Start& /*any*/, Trigger& start) {
    draw(law_field::OfObject{}, start.object);
    start.at_death = chance(2);
    if (!start.at_death) draw(law_field::Chosen{law_field::Classes::kMoving}, start.by);
  }

  /// An object that is wanted, by its kind and index; nothing if there is none.
  template <class Wanted>
  std::optional<int> an_object(const Wanted& wanted) {
    std::vector<int> found;
    for (std::size_t i = 0; i < task_.objects.size(); ++i)
      if (wanted(*catalogue_.find(task_.objects[i].type, task_.objects[i].material), static_cast<int>(i)))
        found.push_back(static_cast<int>(i));
    return found.empty() ? std::nullopt : std::optional(one_of(found));
  }

  Source& source_;
  const Task& task_;
  const Catalogue& catalogue_;
  bool has_object_ = true;  ///< whether the task has the object that the law needs
};

}  // namespace novphy
