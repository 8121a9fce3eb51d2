#include "novelties/injected_pair.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "base/input_error.h"
#include "base/number_text.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

using Dom = nlohmann::ordered_json;

/// Joins the common part and one side's own part, as the reader of pairs does.
Dom joined(const Dom& common, const Dom& own) {
  Dom both = common;
  for (const auto& [key, value] : own.items()) {
    const bool list = (key == "objects" || key == "effects") && both.contains(key);
    if (list)
      both[key].insert(both[key].end(), value.begin(), value.end());
    else
      both[key] = value;
  }
  return both;
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

/// Adds to a number, or to the formula of one, and rounds to 1e-4.
void add(Dom& number, double difference) {
  const double by = rounded(difference);
  if (by == 0) return;
  if (number.is_string())
    number =
        "=(" + number.get<std::string>().substr(1) + ")" + (by < 0 ? " - " : " + ") + shortest(std::abs(by));
  else
    number = rounded(number.get<double>() + by);
}

void turn(Dom& object, double by_rad) {
  if (by_rad == 0) return;
  if (object.contains("angle_rad")) {
    object["angle_rad"] = object["angle_rad"].get<double>() + by_rad;
    return;
  }
  if (!object.contains("angle_deg")) object["angle_deg"] = 0;
  add(object["angle_deg"], degrees(by_rad));
}

/// Writes the differences between two objects into the JSON of the first.
void alter(Dom& object, const Object& before, const Object& after) {
  if (after.material != before.material) object["material"] = after.material;
  if (after.hidden != before.hidden) object["unlike"] = Dom::parse(to_json(after.hidden));
  add(object["at"][0], after.at_m.x - before.at_m.x);
  add(object["at"][1], after.at_m.y - before.at_m.y);
  turn(object, after.angle_rad - before.angle_rad);
}

/// Keeps the formulas of a box.
void keep_box(Dom& effect, const Dom& before) {
  for (const char* key : {"at", "size", "angle_deg"})
    if (before.contains(key)) effect[key] = before[key];
}

/// Builds the JSON of the novel side from that of the normal side while a novelty is put in.
class NovelSide {
 public:
  NovelSide(Dom side, const Task& before, const Injected& injected, const Catalogue& catalogue)
      : normal_(side),
        side_(std::move(side)),
        before_(before),
        after_(injected.task),
        beside_(injected.beside),
        catalogue_(catalogue),
        effect_{&catalogue} {}

  Dom take() {
    objects();
    effects();
    const Dom properties = Dom::parse(to_json(changed_properties(before_, after_), catalogue_));
    for (const auto& [key, value] : properties.items()) side_[key] = value;
    for (std::size_t i = before_.novelties.size(); i < after_.novelties.size(); ++i)
      mark(after_.novelties[i]);
    side_.erase("intent");
    return std::move(side_);
  }

 private:
  void objects() {
    Dom& list = side_["objects"];
    for (std::size_t i = 0; i < after_.objects.size(); ++i) {
      const Object& object = after_.objects[i];
      if (i < before_.objects.size())
        alter(list[i], before_.objects[i], object);
      else
        list.push_back(written({.object = object, .fixed = object == catalogue_.inverted_gravity.ceiling}));
    }
  }

  static Dom written(const PartObject& part) { return Dom::parse(to_json(part, Format::kTemplate)); }

  void effects() {
    for (std::size_t i = 0; i < after_.effects.size(); ++i) {
      JsonText text;
      effect_.write(text, after_.effects[i]);
      Dom effect = Dom::parse(text.text);
      if (i >= before_.effects.size()) {
        put_beside(effect, after_.effects[i]);
        side_["effects"].push_back(std::move(effect));
      } else if (!(after_.effects[i] == before_.effects[i])) {
        keep_box(effect, normal_["effects"][i]);
        side_["effects"][i] = std::move(effect);
      }
    }
  }

  /// Lets an added region follow the formulas of the object beside which it stays.
  void put_beside(Dom& effect, const Effect& added) const {
    if (!beside_) return;
    if (const auto* field = std::get_if<ForceField>(&added); field && field->region && !field->object)
      effect["at"] = beside(field->region->centre_m);
    if (const auto* portal = std::get_if<Portal>(&added)) {
      effect["at"] = beside(portal->region.centre_m);
      effect["to"] = beside(portal->to_m);
    }
  }

  Dom beside(Vec2 place_m) const {
    const auto index = static_cast<std::size_t>(*beside_);
    const Vec2 away = place_m - before_.objects[index].at_m;
    Dom at = normal_["objects"][index]["at"];
    add(at[0], away.x);
    add(at[1], away.y);
    return at;
  }

  /// Adds the mark. Its steps restore the normal side's formulas.
  void mark(const NoveltyMark& mark) {
    Dom json = Dom::parse(to_json(mark, UndoCodec{effect_}));
    for (Dom& step : json["without"]) {
      if (step.contains("pose_of")) pose(step, normal_["objects"][step["pose_of"].get<std::size_t>()]);
      if (step.contains("material"))
        step["material"] = normal_["objects"][step["object"].get<std::size_t>()].value("material", "");
      if (step.contains("effect")) step["is"] = normal_["effects"][step["effect"].get<std::size_t>()];
    }
    side_["novelties"].push_back(std::move(json));
  }

  static void pose(Dom& step, const Dom& object) {
    step["at"] = object["at"];
    for (const char* key : {"angle_deg", "angle_rad"}) {
      step.erase(key);
      if (object.contains(key)) step[key] = object[key];
    }
  }

  Dom normal_;
  Dom side_;
  const Task& before_;
  const Task& after_;
  std::optional<int> beside_;
  const Catalogue& catalogue_;
  EffectCodec effect_;
};

/// The JSON of a part of a pair, with one object, effect or novelty a line.
std::string part_text(const Dom& part) {
  std::string text;
  for (const auto& [key, value] : part.items()) {
    text += (text.empty() ? "" : ",\n    ") + in_quotes(key) + ": ";
    if (!value.is_array() || value.empty() || !value.front().is_object()) {
      text += value.dump();
      continue;
    }
    std::string list;
    for (const Dom& each : value) list += (list.empty() ? "\n      " : ",\n      ") + each.dump();
    text += "[" + list + "\n    ]";
  }
  return "{\n    " + text + "\n  }";
}

std::string pair_text(const Dom& pair) {
  std::string text;
  for (const auto& [key, value] : pair.items())
    text += (text.empty() ? "\n  " : ",\n  ") + in_quotes(key) + ": " +
            (key == "normal" || key == "novel" ? part_text(value) : value.dump());
  return "{" + text + "\n}\n";
}

}  // namespace

std::string injected_pair_json(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                               const Where& where, const NoveltyValues& values) {
  return injected_pair_json(base, inject(base.normal.task, novelty, catalogue, where, values), novelty.name,
                            catalogue);
}

std::string injected_pair_json(const Pair& base, const Injected& injected, const std::string& novelty,
                               const Catalogue& catalogue) {
  const Dom from = base.text.empty() ? Dom::object() : Dom::parse(base.text);
  const Dom normal = base.text.empty() ? Dom::parse(template_to_json(base.normal, catalogue))
                                       : joined(from.value("common", Dom::object()), from.at("normal"));
  Dom pair{{"novphy_pair", 1}, {"novelty", novelty}, {"scenario", base.scenario}};
  for (const char* key : {"parameters", "must", "distractors"})
    if (from.contains(key)) pair[key] = from[key];
  pair["normal"] = normal;
  pair["novel"] = NovelSide(normal, base.normal.task, injected, catalogue).take();
  return pair_text(pair);
}

Pair injected_pair(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                   const NoveltyValues& values) {
  const std::string file = novelty.name + " in " + (base.file.empty() ? base.normal.name : base.file);
  return parse_pair_json(injected_pair_json(base, novelty, catalogue, {}, values), file, catalogue);
}

namespace {

constexpr const char* kInject = "--inject";

const Novelty& entry_of(const ChosenNovelty& chosen, const std::vector<Novelty>& table) {
  try {
    return find_novelty(table, chosen.name);
  } catch (const std::invalid_argument& error) {
    throw InputError(kInject, error.what());
  }
}

Pair pair_with(const Novelty& novelty, const NoveltyValues& values, const Pair& pair,
               const Catalogue& catalogue) {
  try {
    return injected_pair(pair, novelty, catalogue, values);
  } catch (const std::invalid_argument& error) {
    throw InputError(kInject,
                     fmt::format("{} does not take {}: {}", pair.normal.name, novelty.name, error.what()));
  }
}

}  // namespace

ChosenNovelty chosen_novelty(const std::string& text) {
  std::istringstream parts(text);
  ChosenNovelty chosen;
  std::getline(parts, chosen.name, ',');
  for (std::string part; std::getline(parts, part, ',');) {
    const auto equals = part.find('=');
    const auto value = number_text<double>(equals == std::string::npos ? "" : part.substr(equals + 1));
    if (!value || !std::isfinite(*value) || equals == 0) throw std::invalid_argument("expected NAME=NUMBER");
    chosen.values.emplace(part.substr(0, equals), *value);
  }
  return chosen;
}

std::vector<Pair> injected_pairs(const std::vector<Pair>& pairs, bool named,
                                 const std::vector<ChosenNovelty>& chosen, const std::vector<Novelty>& table,
                                 const Catalogue& catalogue) {
  std::vector<Pair> injected;
  for (const ChosenNovelty& each : chosen) {
    const Novelty& novelty = entry_of(each, table);
    for (const Pair& pair : pairs)
      if (named || pair.novelty == novelty.hierarchy)
        injected.push_back(pair_with(novelty, each.values, pair, catalogue));
  }
  return injected;
}

std::vector<Novelty> without_checks_of(const std::vector<ChosenNovelty>& chosen, std::vector<Novelty> table) {
  for (const ChosenNovelty& each : chosen) {
    const std::string name = entry_of(each, table).name;
    for (Novelty& novelty : table)
      if (novelty.name == name) {
        novelty.checks.clear();
        novelty.touched.clear();
      }
  }
  return table;
}

}  // namespace novphy
