#include "novelties/novelty.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tuple>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/names.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

/// The number, after it was set if there is a value to set.
std::optional<double> plain(double& number, const double* set_to) {
  if (set_to) number = *set_to;
  return number;
}

/// The strength of a force. The direction stays as the catalogue gives it.
std::optional<double> strength(Vec2& force_n, const double* set_to) {
  const double now = length(force_n);
  if (set_to) force_n = now > 0 ? (*set_to / now) * force_n : Vec2{*set_to, 0};
  return now;
}

constexpr std::array<std::string_view, 6> kOfEffects{"force_n",          "width_m",  "height_m",
                                                     "after_birds_gone", "radius_m", "strength_n_per_m"};

/// The effect's number of this name, which is set if there is a value to set; nothing if it has no such
/// number.
std::optional<double> number_of(Effect& effect, std::string_view name, const double* set_to) {
  if (auto* field = std::get_if<ForceField>(&effect)) {
    if (name == "force_n") return strength(field->force_n, set_to);
    if (name == "width_m" && field->region) return plain(field->region->size_m.x, set_to);
    if (name == "height_m" && field->region) return plain(field->region->size_m.y, set_to);
    if (name == "after_birds_gone") {
      if (set_to) field->after_birds_gone = static_cast<int>(std::lround(*set_to));
      return field->after_birds_gone;
    }
  }
  if (auto* magnet = std::get_if<Magnet>(&effect)) {
    if (name == "radius_m") return plain(magnet->radius_m, set_to);
    if (name == "strength_n_per_m") return plain(magnet->strength_n_per_m, set_to);
  }
  return std::nullopt;
}

/// Parameters that change numbers of an object. A change of a number of the task names its parameter in
/// changes().
constexpr std::array<std::string_view, 6> kOfObjects{"angle_deg",      "mass_factor", "friction_factor",
                                                     "gravity_factor", "life_factor", "bounce_factor"};

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names(kOfEffects.begin(), kOfEffects.end());
  names.insert(names.end(), kOfObjects.begin(), kOfObjects.end());
  for (const ChangeEntry& change : changes()) {
    const std::string_view name = change.needs_parameter;
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

std::span<const std::string_view> parameter_names() {
  static const std::vector<std::string_view> kNames = all_names();
  return kNames;
}

std::optional<double> parameter_of(Effect effect, std::string_view name) {
  return number_of(effect, name, nullptr);
}

void set_parameter(Effect& effect, std::string_view name, double value) { number_of(effect, name, &value); }

bool chooses_object(const Effect& effect) {
  bool chooses = false;
  const auto look = [&](const auto& law) {
    for_each_field(law, [&](const auto& row, const auto& /*value*/) {
      if constexpr (requires { row.what.chosen; }) chooses = chooses || row.what.chosen;
    });
  };
  std::visit(look, effect);
  return chooses;
}

std::string with_values(const std::string& json, const Novelty& novelty, const NoveltyValues& values) {
  nlohmann::ordered_json changed = nlohmann::ordered_json::parse(json);
  for (const NoveltyParameter& parameter : novelty.parameters) {
    if (parameter.sets.empty()) continue;
    const double value = values.at(parameter.name);
    nlohmann::ordered_json& place = changed[nlohmann::ordered_json::json_pointer(parameter.sets)];
    if (value == std::round(value) && std::abs(value) < 1e9)
      place = static_cast<std::int64_t>(value);
    else
      place = value;
  }
  return changed.dump();
}

Effect effect_of(const std::string& json, const std::string& source, const Catalogue& catalogue) {
  JsonDocument document(json, source);
  Effect effect = EffectCodec{&catalogue}.read(document.root());
  document.check();
  return effect;
}

TaskProperties properties_with(const Task& task, const std::string& json, const std::string& source,
                               const Catalogue& catalogue) {
  using Dom = nlohmann::ordered_json;
  const Dom now = Dom::parse(to_json(changed_properties({}, task), catalogue));
  Dom wanted = Dom::parse(json);
  if (wanted.contains("slingshot") && wanted["slingshot"].is_object()) {
    Dom slingshot = now.value("slingshot", Dom::object());
    if (wanted["slingshot"].contains("turn_deg")) slingshot.erase("turn_rad");
    slingshot.update(wanted["slingshot"]);
    wanted["slingshot"] = slingshot;
  }
  JsonDocument document(wanted.dump(), source);
  const TaskProperties properties =
      ObjectCodec<TaskProperties, std::reference_wrapper<const Catalogue>>(catalogue).read(document.root());
  document.check();
  return properties;
}

const ChangeEntry* find_change(std::string_view name) {
  const auto it = std::find_if(changes().begin(), changes().end(),
                               [&](const ChangeEntry& entry) { return entry.name == name; });
  return it == changes().end() ? nullptr : &*it;
}

namespace {

constexpr std::array<std::string_view, 5> kChecks{"novelty_touched", "novelty_needed", "storm_not_skipped",
                                                  "old_plan_fails", "usual_way_fails"};
/// The names of the first of these checks in entries of former versions, in the same order.
constexpr std::array<std::string_view, 4> kFormerChecks{"C2a", "C2b", "C2c", "C3a"};

std::vector<std::string_view> change_names() {
  std::vector<std::string_view> names;
  for (const ChangeEntry& entry : changes()) names.push_back(entry.name);
  return names;
}

/// The JSON in which parameters set numbers.
const std::string& json_of(const Novelty& novelty) {
  static const std::string kNone = "{}";
  if (!novelty.task_json.empty()) return novelty.task_json;
  return novelty.law_json.empty() ? kNone : novelty.law_json;
}

bool has_parameter(const Novelty& novelty, std::string_view name) {
  return std::any_of(novelty.parameters.begin(), novelty.parameters.end(),
                     [&](const NoveltyParameter& parameter) { return parameter.name == name; });
}

/// Notes everything that the entry's change needs and the entry lacks.
void check_needs(const Node& root, const Novelty& novelty) {
  const ChangeEntry* change = find_change(novelty.change);
  if (!change) return;
  const auto needs = [&](const std::string& what) {
    root.error("the change " + novelty.change + " needs " + what);
  };
  if (change->effect != NeededEffect::kNone && !novelty.law)
    (root.get("effect") ? root.at("effect") : root).error("expected an effect of the catalogue");
  if (change->effect != NeededEffect::kNone && novelty.law) {
    const bool magnet = std::holds_alternative<Magnet>(*novelty.law);
    if (change->effect == NeededEffect::kMagnet && !magnet)
      root.at("effect").expected("a magnet of the catalogue");
    if (change->effect == NeededEffect::kForceField && !std::holds_alternative<ForceField>(*novelty.law))
      root.at("effect").expected("a force field of the catalogue");
    if (change->effect == NeededEffect::kAnyButMagnet && magnet)
      root.at("effect").error("a magnet needs the change magnetise");
  }
  if (change->needs_task && novelty.task_json.empty()) needs("properties of a task: a key \"task\"");
  for (std::size_t i = 0; change->needs_task && i < novelty.parameters.size(); ++i)
    if (novelty.parameters[i].sets.empty())
      root.at("parameters").array()[i].error("expected a key \"sets\": what the parameter sets in \"task\"");
  if (!change->needs_task && !novelty.task_json.empty())
    root.at("task").error("applies to the change change_task");
  if (change->needs_shown && novelty.shown == ViewMode::kPlain) needs("another view: a key \"shown\"");
  if (change->needs_object && novelty.object.empty()) needs("an object: a key \"object\"");
  if (change->needs_material && novelty.material.empty()) needs("a material: a key \"material\"");
  const std::string parameter(change->needs_parameter);
  if (!parameter.empty() && !has_parameter(novelty, parameter)) needs("the parameter " + parameter);
}

/// A parameter's default: the entry's own number, otherwise that of the catalogue's effect, otherwise the
/// catalogue's gravity.
double default_value(const Node& node, const NoveltyParameter& parameter, const Novelty& novelty,
                     const Catalogue& catalogue) {
  if (const Node own = node.get("default")) return own.number(parameter.min, parameter.max);
  if (!parameter.sets.empty()) {
    const auto json = nlohmann::ordered_json::parse(json_of(novelty));
    const nlohmann::ordered_json::json_pointer place(parameter.sets);
    if (json.contains(place) && json[place].is_number()) return json[place].get<double>();
  }
  if (parameter.name == "gravity_mps2") return catalogue.inverted_gravity.gravity_mps2.y;
  if (const auto value = novelty.law ? parameter_of(*novelty.law, parameter.name) : std::nullopt)
    return *value;
  node.error("expected a default, which the catalogue does not give");
  return 0;
}

/// The place that a parameter sets. Its value must stand in an object or list of the entry.
std::string read_place(const Node& node, const Novelty& novelty) {
  if (!node) return "";
  std::string text = node.text();
  try {
    const nlohmann::ordered_json::json_pointer place(text);
    const auto json = nlohmann::ordered_json::parse(json_of(novelty));
    if (!place.empty() && !json.empty() && json.contains(place.parent_pointer()) &&
        (json.contains(place) || json[place.parent_pointer()].is_object()))
      return text;
  } catch (const nlohmann::json::exception&) {  // no pointer
  }
  node.error(R"(expected a JSON pointer to a number of the entry's "effect" or "task", such as "/turn_deg")");
  return "";
}

NoveltyParameter read_parameter(const Node& node, const Novelty& novelty, const Catalogue& catalogue) {
  node.only({"name", "sets", "unit", "min", "max", "default", "doc"});
  const std::string sets = read_place(node.get("sets"), novelty);
  NoveltyParameter parameter{
      .name = node.get("sets") ? node.at("name").text() : node.at("name").one_of(parameter_names()),
      .sets = sets,
      .unit = node.at("unit").text(),
      .min = node.at("min").number(),
      .max = node.at("max").number(),
      .doc = node.at("doc").text()};
  if (parameter.min > parameter.max) node.at("min").error("expected a number not above max");
  if (parameter.name.empty() || parameter.name.find_first_of(",= ") != std::string::npos)
    node.at("name").error("expected a name without comma, blank or =");
  parameter.default_value = default_value(node, parameter, novelty, catalogue);
  return parameter;
}

bool asks(const Novelty& novelty, std::string_view check) {
  return std::find(novelty.checks.begin(), novelty.checks.end(), check) != novelty.checks.end();
}

std::string read_check(const Node& node) {
  const auto former = node.is_text() ? std::find(kFormerChecks.begin(), kFormerChecks.end(), node.text())
                                     : kFormerChecks.end();
  if (former == kFormerChecks.end()) return node.one_of(kChecks);
  return std::string(kChecks[static_cast<std::size_t>(former - kFormerChecks.begin())]);
}

void read_checks(const Node& root, Novelty& novelty) {
  for (const Node& node : root.at("checks").array()) {
    const std::string check = read_check(node);
    if (asks(novelty, check)) node.error(check + " is given twice");
    if (check == "novelty_needed" && novelty.law && only_takes_wins(*novelty.law))
      node.error("the law only takes wins away, so nothing needs it: ask for usual_way_fails");
    novelty.checks.push_back(check);
  }
  const Node touched = root.get("touched");
  if (asks(novelty, "novelty_touched"))
    novelty.touched = root.at("touched").one_of({"push", "material", "unlike"});
  else if (touched)
    touched.error("applies to novelty_touched, which is not among the checks");
  if (novelty.touched == "push" && !(novelty.law && pushes(*novelty.law)))
    touched.error("without a force nothing is pushed");
  if (novelty.touched == "material" && novelty.material.empty()) touched.error("the entry names no material");
}

void check_names(const Node& root, const Novelty& novelty, const Catalogue& catalogue) {
  check_needs(root, novelty);
  if (!novelty.object.empty() && catalogue.find(novelty.object, novelty.material) == nullptr) {
    root.at("object").error("the catalogue has no such object");
  }
  if (!novelty.strength.empty() && !has_parameter(novelty, novelty.strength))
    root.at("strength").error("expected the name of a parameter");
}

/// The effect of this JSON. Its errors are noted at the node.
std::optional<Effect> effect_in(const Node& node, const std::string& json, const Catalogue& catalogue) try {
  return effect_of(json, "", catalogue);
} catch (const InputError& error) {
  for (const Problem& problem : error.problems())
    node.error(problem.place == "/" ? problem.text : problem.place + ": " + problem.text);
  return std::nullopt;
}

/// Reads the properties of a task that the entry's change sets.
void read_task(const Node& node, const Catalogue& catalogue, Novelty& novelty) {
  if (!node) return;
  ObjectCodec<TaskProperties, std::reference_wrapper<const Catalogue>>(catalogue).read(node);
  if (node.object() && !node.has_errors()) novelty.task_json = node.json();
}

/// Notes a bound that the entry's effect or task does not take.
void check_bounds(const Node& node, const Novelty& novelty, const NoveltyParameter& parameter,
                  const Catalogue& catalogue) {
  if (parameter.sets.empty()) return;
  for (const auto& [key, value] : {std::pair("min", parameter.min), std::pair("max", parameter.max)}) {
    NoveltyValues values;
    for (const NoveltyParameter& each : novelty.parameters) values[each.name] = each.default_value;
    values[parameter.name] = value;
    try {
      const std::string json = with_values(json_of(novelty), novelty, values);
      if (novelty.task_json.empty())
        effect_of(json, "", catalogue);
      else
        properties_with({}, json, "", catalogue);
    } catch (const InputError& error) {
      node.at(key).error(error.problems().front().text);
    }
  }
}

/// Reads the entry's effect: the name of an effect of the catalogue, or an effect as in a task file.
void read_effect(const Node& node, const Catalogue& catalogue, Novelty& novelty) {
  if (!node) return;
  if (node.is_object()) {
    auto json = nlohmann::ordered_json::parse(node.json());
    const std::string name = node.get("effect").text();
    // The change chooses the object of these.
    const auto law =
        std::ranges::find_if(all_laws(), [&](const Effect& each) { return name_of(each) == name; });
    if (law != all_laws().end() && chooses_object(*law) && !node.has("object")) {
      json["object"] = 0;
      novelty.law = effect_in(node, json.dump(), catalogue);
    } else {
      novelty.law = EffectCodec{&catalogue}.read(node);
    }
    if (node.has_errors()) novelty.law.reset();
    if (!novelty.law) return;
    novelty.law_json = json.dump();
    novelty.effect = name_of(*novelty.law);
    return;
  }
  novelty.effect = node.text();
  novelty.law_json = nlohmann::ordered_json{{"effect", novelty.effect}}.dump();
  const auto of_catalogue = catalogue.effects.find(novelty.effect);
  if (of_catalogue != catalogue.effects.end()) novelty.law = of_catalogue->second;
}

std::optional<Category> read_category(const Node& node) {
  if (!node) return std::nullopt;
  return node.one_of({"block", "pig"}) == "pig" ? Category::kPig : Category::kBlock;
}

Novelty read_entry(const Node& root, const Catalogue& catalogue) {
  root.only({"novelty", "hierarchy", "representative", "doc", "change", "effect", "object", "material",
             "category", "shown", "task", "looks_only", "strength", "parameters", "checks", "touched"});
  Novelty novelty{.name = root.at("novelty").text(),
                  .hierarchy = root.at("hierarchy").one_of(kNovelties),
                  .doc = root.at("doc").text(),
                  .change = root.at("change").one_of(change_names()),
                  .representative = root.get("representative").boolean(),
                  .object = root.get("object").text(),
                  .material = root.get("material").text(),
                  .category = read_category(root.get("category")),
                  .looks_only = root.get("looks_only").boolean(),
                  .strength = root.get("strength").text()};
  read_effect(root.get("effect"), catalogue, novelty);
  read_task(root.get("task"), catalogue, novelty);
  if (const Node shown = root.get("shown")) novelty.shown = kShown.read(shown);
  const auto place = std::find(kNovelties.begin(), kNovelties.end(), novelty.hierarchy);
  novelty.level = static_cast<int>(place - kNovelties.begin()) + 1;
  for (const Node& node : root.get("parameters").array())
    novelty.parameters.push_back(read_parameter(node, novelty, catalogue));
  if (!root.has_errors())
    for (std::size_t i = 0; i < novelty.parameters.size(); ++i)
      check_bounds(root.at("parameters").array()[i], novelty, novelty.parameters[i], catalogue);
  check_names(root, novelty, catalogue);
  read_checks(root, novelty);
  return novelty;
}

}  // namespace

std::vector<Novelty> read_novelties(const std::filesystem::path& folder, const Catalogue& catalogue) {
  std::vector<Novelty> novelties;
  std::error_code failed;
  for (const auto& file : std::filesystem::directory_iterator(folder, failed)) {
    if (file.path().extension() != ".json") continue;
    JsonDocument document(read_file(file.path(), kNoveltyBounds), file.path().string(), kNoveltyBounds);
    novelties.push_back(read_entry(document.root(), catalogue));
    if (novelties.back().name != file.path().stem().string()) {
      document.root().at("novelty").error("expected the name of the file");
    }
    document.check();
  }
  if (failed) throw InputError(folder.string(), "cannot read the folder");
  std::sort(novelties.begin(), novelties.end(), [](const Novelty& a, const Novelty& b) {
    return std::tuple(a.level, !a.representative, a.name) < std::tuple(b.level, !b.representative, b.name);
  });
  return novelties;
}

const Novelty& find_novelty(const std::vector<Novelty>& novelties, const std::string& name) {
  std::vector<const Novelty*> of_level;
  std::string known;
  for (const Novelty& novelty : novelties) {
    if (novelty.name == name) return novelty;
    if (novelty.hierarchy == name && novelty.representative) return novelty;
    if (novelty.hierarchy == name) of_level.push_back(&novelty);
    known += (known.empty() ? "" : ", ") + novelty.name;
  }
  if (of_level.size() == 1) return *of_level.front();
  throw std::invalid_argument("unknown novelty " + name + "; there are " + known);
}

namespace {

void remove_object(Task& task, int removed) {
  task.objects.erase(task.objects.begin() + removed);
  for (Effect& effect : task.effects)
    for_each_object_of(effect, [&](int& object) {
      if (object > removed) --object;
    });
}

template <class T>
void restore(T& value, const std::optional<T>& before) {
  if (before) value = *before;
}

void restore(Object& object, const Undo& step) {
  restore(object.material, step.material);
  restore(object.hidden, step.hidden);
  if (!step.pose) return;
  object.at_m = step.pose->at_m;
  object.angle_rad = step.pose->angle_rad;
}

void apply(const Undo& step, Task& task) {
  if (step.remove_effect) task.effects.erase(task.effects.begin() + *step.remove_effect);
  if (step.remove_object) remove_object(task, *step.remove_object);
  if (step.effect) restore(task.effects[static_cast<std::size_t>(*step.effect)], step.was);
  if (step.object) restore(task.objects[static_cast<std::size_t>(*step.object)], step);
  for_each_property(task, step.task, [](auto& value, const auto& before) { restore(value, before); });
}

}  // namespace

Task without(const Task& task, std::size_t mark) {
  Task result = task;
  for (const Undo& step : task.novelties[mark].undo) apply(step, result);
  result.novelties.erase(result.novelties.begin() + static_cast<std::ptrdiff_t>(mark));
  return result;
}

Task without(const Task& task) {
  Task result = task;
  for (auto mark = task.novelties.rbegin(); mark != task.novelties.rend(); ++mark)
    for (const Undo& step : mark->undo) apply(step, result);
  result.novelties.clear();
  return result;
}

}  // namespace novphy
