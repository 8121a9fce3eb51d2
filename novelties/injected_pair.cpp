#include "novelties/injected_pair.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

/// Whether the novelty is put somewhere, as an object or a region.
bool takes_place(const ChangeEntry& entry, const Novelty& novelty) {
  if (!entry.takes_place || !novelty.object.empty()) return entry.takes_place;
  bool somewhere = false;
  for_each_place_of(*novelty.law, [&](std::string_view key, Vec2 /*place*/) { somewhere |= key == "at"; });
  return somewhere;
}

/// Throws if a place or an object was requested that the novelty would ignore.
void check_where(const Where& where, const ChangeEntry& entry, const Novelty& novelty) {
  const auto refuse = [&](const char* what) {
    throw std::invalid_argument(fmt::format("the novelty {} {}", novelty.name, what));
  };
  if (where.at_m && !takes_place(entry, novelty)) refuse("takes no place (--at)");
  if (where.object && !entry.takes_object && !(novelty.law && chooses_object(*novelty.law)))
    refuse("takes no object (--object)");
  if (where.at_m && where.object) refuse("takes a place (--at) or an object (--object), but found both");
  const auto far = [](double x_m) { return !(std::abs(x_m) <= bounds::kPlaceM); };
  if (where.at_m && (far(where.at_m->x) || far(where.at_m->y)))
    refuse("takes a place (--at) of two numbers from -1000 to 1000 m");
}

const NoveltyParameter& parameter(const Novelty& novelty, const std::string& name) {
  std::vector<std::string_view> known;
  for (const NoveltyParameter& p : novelty.parameters) {
    if (p.name == name) return p;
    known.push_back(p.name);
  }
  throw std::invalid_argument(fmt::format("the novelty {} has no parameter {}; it has {}", novelty.name, name,
                                          known.empty() ? "none" : fmt::to_string(fmt::join(known, ", "))));
}

NoveltyValues all_values(const Novelty& novelty, const NoveltyValues& given) {
  NoveltyValues values;
  for (const NoveltyParameter& p : novelty.parameters) values[p.name] = p.default_value;
  for (const auto& [name, value] : given) {
    const NoveltyParameter& p = parameter(novelty, name);
    if (!(value >= p.min && value <= p.max)) {
      throw std::invalid_argument(
          fmt::format("{}={}: expected a number from {} to {} ({})", name, value, p.min, p.max, p.unit));
    }
    values[name] = value;
  }
  return values;
}

/// The distance of a point from an object's box.
double gap(Vec2 point, const Object& object, const Catalogue& catalogue) {
  const Vec2 size_m = object.size_m.value_or(catalogue.find(object.type, object.material)->size_m);
  const Vec2 p = rotated(point - object.at_m, -object.angle_rad);
  return length({std::max(0.0, std::abs(p.x) - size_m.x / 2), std::max(0.0, std::abs(p.y) - size_m.y / 2)});
}

bool is_free(const Task& task, const Catalogue& catalogue, Vec2 point, double radius_m) {
  if (point.y - radius_m < catalogue.world.ground_top_m) return false;
  return std::all_of(task.objects.begin(), task.objects.end(),
                     [&](const Object& object) { return gap(point, object, catalogue) > radius_m; });
}

Vec2 first_pig_m(const Task& task, const Catalogue& catalogue) {
  for (const Object& object : task.objects) {
    if (catalogue.find(object.type, object.material)->category == Category::kPig) return object.at_m;
  }
  return {0, catalogue.world.ground_top_m};
}

}  // namespace

int Change::add_object(const Object& object) {
  const int index = static_cast<int>(task.objects.size());
  task.objects.push_back(object);
  mark.undo.push_back({.remove_object = index});
  place = fmt::format("at ({:g}, {:g})", object.at_m.x, object.at_m.y);
  return index;
}

int Change::add_effect(const Effect& added) {
  const int index = static_cast<int>(task.effects.size());
  task.effects.push_back(added);
  mark.undo.push_back({.remove_effect = index});
  for_each_place_of(added, [&](std::string_view key, Vec2 at_m) {
    if (key == "at") place = fmt::format("at ({:g}, {:g})", at_m.x, at_m.y);
  });
  if (place.empty()) place = "the whole task";
  return index;
}

Effect Change::effect() const {
  const bool own = std::ranges::any_of(
      novelty.parameters, [](const NoveltyParameter& parameter) { return !parameter.sets.empty(); });
  Effect result =
      own ? effect_of(with_values(novelty.law_json, novelty, values), novelty.name, catalogue) : *novelty.law;
  for (const NoveltyParameter& parameter : novelty.parameters)
    if (parameter.sets.empty()) set_parameter(result, parameter.name, values.at(parameter.name));
  return result;
}

Vec2 Change::free_place_m(Vec2 size_m) const {
  if (where.at_m) return *where.at_m;
  const Vec2 pig = first_pig_m(task, catalogue);
  const double towards_sling = task.slingshot.at_m.x < pig.x ? -1 : 1;
  for (double up = 0; up <= 8; up += 0.5) {
    for (double along = 2; along <= 6; along += 0.5) {
      const Vec2 point{pig.x + towards_sling * along, pig.y + up};
      if (is_free(task, catalogue, point, std::min(length(size_m) / 2, 1.0))) return point;
    }
  }
  throw std::invalid_argument("found no free place before the first pig; choose a place with --at");
}

Injected inject(const Task& task, const Novelty& novelty, const Catalogue& catalogue, const Where& where,
                const NoveltyValues& values) {
  const ChangeEntry* entry = find_change(novelty.change);
  if (!entry) throw std::invalid_argument("there is no change " + novelty.change);
  check_where(where, *entry, novelty);
  Change change{.task = task,
                .mark = {.name = novelty.name},
                .novelty = novelty,
                .catalogue = catalogue,
                .values = all_values(novelty, values),
                .where = where};
  entry->apply(change);
  // The steps are undone from last to first, so that an effect is removed before its object.
  std::reverse(change.mark.undo.begin(), change.mark.undo.end());
  change.task.novelties.push_back(change.mark);
  return {change.task, change.place};
}

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
        list.push_back(Dom::parse(
            to_json(PartObject{.object = object, .fixed = object == catalogue_.inverted_gravity.ceiling},
                    Format::kTemplate)));
    }
  }

  void effects() {
    for (std::size_t i = 0; i < after_.effects.size(); ++i) {
      JsonText text;
      effect_.write(text, after_.effects[i]);
      Dom effect = Dom::parse(text.text);
      if (i >= before_.effects.size()) {
        put_beside(effect, after_.effects[i]);
        side_["effects"].push_back(std::move(effect));
      } else if (!(after_.effects[i] == before_.effects[i])) {
        for (const char* key : {"at", "size", "angle_deg"})  // keeps the formulas of its box
          if (normal_["effects"][i].contains(key)) effect[key] = normal_["effects"][i][key];
        side_["effects"][i] = std::move(effect);
      }
    }
  }

  /// Lets an added region follow the formulas of the object beside which it stays.
  void put_beside(Dom& effect, const Effect& added) const {
    if (!beside_) return;
    for_each_place_of(added, [&](std::string_view key, Vec2 place) { effect[key] = beside(place); });
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

/// The JSON of a pair, with one key, and in its parts one object, effect or novelty a line. `depth`: 0 for
/// the pair, 1 for its parts, 2 for lists of objects.
std::string pair_text(const Dom& json, int depth) {
  const std::string end = "\n" + std::string(2 * static_cast<std::size_t>(depth), ' '), start = end + "  ";
  const std::string comma = "," + start;
  const JsonLayout layout{.comma = comma, .colon = ": ", .begin = start, .end = end};
  std::vector<std::string> elements;
  JsonMembers members;
  for (const auto& [key, value] : json.items()) {
    const bool part = depth == 0 && (key == "normal" || key == "novel");
    const bool list = depth == 1 && value.is_array() && !value.empty() && value.front().is_object();
    members.emplace_back(key, part || list ? pair_text(value, depth + 1) : value.dump());
    elements.push_back(members.back().second);
  }
  return depth == 2 ? json_array(elements, layout) : json_object(members, layout);
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
  return pair_text(pair, 0) + "\n";
}

Pair injected_pair(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                   const NoveltyValues& values) {
  const std::string file = novelty.name + " in " + (base.file.empty() ? base.normal.name : base.file);
  return parse_pair_json(injected_pair_json(base, novelty, catalogue, {}, values), file, catalogue);
}

namespace {

const Novelty& entry_of(const ChosenNovelty& chosen, const std::vector<Novelty>& table) try {
  return find_novelty(table, chosen.name);
} catch (const std::invalid_argument& error) {
  throw InputError("--inject", error.what());
}

Pair pair_with(const Novelty& novelty, const NoveltyValues& values, const Pair& pair,
               const Catalogue& catalogue) try {
  return injected_pair(pair, novelty, catalogue, values);
} catch (const std::invalid_argument& error) {
  throw InputError("--inject",
                   fmt::format("{} does not take {}: {}", pair.normal.name, novelty.name, error.what()));
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
