#include "levels/task_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "base/lists.h"
#include "levels/overlap.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

/// Whether the text is XML. Unlike JSON, XML starts with "<" or with a byte order mark of UTF-16.
bool is_xml(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  const auto first = bytes.find_first_not_of(std::string_view(" \t\r\n\0", 5));
  return first != std::string_view::npos && bytes[first] == '<';
}

}  // namespace

Task read_task(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings) {
  return parse_task(read_file(file, kTaskBounds), file.string(), catalogue, warnings);
}

Task parse_task(std::string_view bytes, const std::string& file, const Catalogue& catalogue,
                Warnings* warnings) {
  return is_xml(bytes) ? parse_task_xml(bytes, file, catalogue, warnings)
                       : parse_task_json(bytes, file, catalogue, warnings);
}

namespace {

/// Throws EmptyLevel instead of InputError where the only mistakes are lists without an element.
void check_unless_empty(const JsonDocument& document, const Node& root) {
  const auto is_empty = [&](const std::string& key) {
    return root.get(key).is_array() && root.get(key).json() == "[]";
  };
  try {
    document.check();
  } catch (const InputError& error) {
    const std::vector<Problem>& all = error.problems();
    if (std::ranges::all_of(all, [&](const Problem& each) {
          return (each.place == "/birds" || each.place == "/objects") && is_empty(each.place.substr(1));
        }))
      throw EmptyLevel(all);
    throw;
  }
}

StartPlaces places_in(const std::string& file, const Places& places) {
  StartPlaces in{.whole = {file, places.whole.line(), places.whole.pointer(), ""}};
  for (const Node& object : places.objects) in.objects.push_back({file, object.line(), object.pointer(), ""});
  return in;
}

}  // namespace

Task parse_task_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     Warnings* warnings) {
  expect_kind(text, file, FileKind::kTask);
  JsonDocument document(text, file);
  const Node root = document.root().object();
  if (!root) document.check();
  const PlacedParts read = with_places(read_fields<TaskParts>(root, {}, Format::kTask, catalogue), root);
  const Template base = from_parts(read.parts, catalogue);
  check_parts(base, read.places, catalogue, Usage::kTask);
  check_unless_empty(document, root);
  if (warnings) add_start_warnings(base.task, catalogue, places_in(file, read.places), *warnings);
  return base.task;
}

std::string task_to_json(const Task& task, const Catalogue& catalogue) {
  return to_json_lines(to_parts({.task = task}, catalogue), Format::kTask, catalogue) + "\n";
}

std::string content_hash(std::string_view json_text) {
  return fmt::format("{:016x}", fnv1a(nlohmann::json::parse(json_text).dump()));
}

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Removes two numbers from the end of the words, and the word between them or before them.
std::optional<Vec2> take(std::vector<std::string>& words, std::size_t word_at, const char* word) {
  if (words.size() < 3 || words[words.size() - 3 + word_at] != word) return std::nullopt;
  const auto x = number_text<double>(words[words.size() - (word_at == 0 ? 2 : 3)]);
  const auto y = number_text<double>(words.back());
  words.resize(words.size() - 3);
  if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return std::nullopt;
  return Vec2{*x, *y};
}

}  // namespace

std::string kind_text(const Object& object) {
  return object.material.empty() ? object.type : object.material + " " + object.type;
}

std::string object_text(const Object& object) {
  std::string text = kind_text(object);
  if (object.size_m) text += " " + shortest(object.size_m->x) + " x " + shortest(object.size_m->y);
  return text + " at " + shortest(object.at_m.x) + " " + shortest(object.at_m.y);
}

std::optional<Object> object_from_text(std::string_view text, const Catalogue& catalogue) {
  std::vector<std::string> words = words_of(text);
  const auto at = take(words, 0, "at");
  if (!at) return std::nullopt;
  Object object{.at_m = *at};
  if (words.size() > 3) {
    object.size_m = take(words, 1, "x");
    if (!object.size_m) return std::nullopt;
  }
  if (words.empty() || words.size() > 2) return std::nullopt;
  object.type = words.back();
  if (words.size() == 2) object.material = words.front();
  const Kind* kind = catalogue.find(object.type, object.material);
  if (!kind || object.size_m.has_value() != (kind->category == Category::kPlatform)) return std::nullopt;
  return object;
}

std::string shot_text(const Shot& shot) {
  return fmt::format("{:.8g}@{:.8g}", degrees(launch_angle_rad(shot)), length(shot.drag_m));
}

std::vector<std::string> shot_texts(const std::vector<Shot>& shots) { return mapped(shots, shot_text); }

namespace {

/// The places of an array's values. If the array was too long and its values were not read, forgets their
/// places too, so that values and places always match.
template <class T>
std::vector<Node> places_of(const std::optional<std::vector<T>>& values, const Node& node, bool& incomplete) {
  std::vector<Node> places = node.is_array() ? node.array() : std::vector<Node>();
  if (places.size() == (values ? values->size() : 0)) return places;
  incomplete = true;
  return {};
}

template <class T>
void append(std::optional<std::vector<T>>& to, const std::optional<std::vector<T>>& more) {
  if (more) add_all(to ? *to : to.emplace(), *more);
}

/// Takes the value and its place from the second part if the value is present there.
template <class T, class Where>
void replace(std::optional<T>& value, const std::optional<T>& other, Where& where, const Where& other_where) {
  if (!other) return;
  value = other;
  where = other_where;
}

template <class T>
std::optional<T> unless(const T& value, const T& fallback) {
  return value == fallback ? std::nullopt : std::optional(value);
}

/// A task without birds and objects, otherwise with the catalogue's defaults.
Task bare_task(const Catalogue& catalogue) {
  return {.width_m = catalogue.world.width_m,
          .gravity_mps2 = catalogue.world.gravity_mps2,
          .slingshot = catalogue.world.slingshot};
}

TaskProperties properties_of(const Task& task) {
  TaskProperties properties;
  for_each_property(properties, task, [](auto& property, const auto& value) { property = value; });
  return properties;
}

std::vector<PartObject> part_objects(const Template& base) {
  auto parts =
      mapped(base.task.objects, [](const Object& object) -> PartObject { return {.object = object}; });
  for (const int index : base.fixed) parts[static_cast<std::size_t>(index)].fixed = true;
  for (std::size_t i = 0; i < base.names.size(); ++i) parts[i].name = base.names[i];
  return parts;
}

}  // namespace

PlacedParts with_places(TaskParts parts, const Node& node) {
  const Node object = node.object();
  bool incomplete = false;
  Places places{.whole = object,
                .birds = places_of(parts.birds, object.get("birds"), incomplete),
                .objects = places_of(parts.objects, object.get("objects"), incomplete),
                .effects = places_of(parts.effects, object.get("effects"), incomplete),
                .novelties = places_of(parts.novelties, object.get("novelties"), incomplete),
                .vary = object.get("vary"),
                .intent = object.get("intent"),
                .incomplete = incomplete};
  return {std::move(parts), std::move(places)};
}

PlacedParts merged(const PlacedParts& first, const PlacedParts& second) {
  PlacedParts both = first;
  both.places.whole = second.places.whole;
  both.places.incomplete = first.places.incomplete || second.places.incomplete;
  replace(both.parts.birds, second.parts.birds, both.places.birds, second.places.birds);
  append(both.parts.objects, second.parts.objects);
  add_all(both.places.objects, second.places.objects);
  both.parts.may_overlap |= second.parts.may_overlap;
  append(both.parts.effects, second.parts.effects);
  add_all(both.places.effects, second.places.effects);
  for_each_property(both.parts.properties, second.parts.properties, [](auto& value, const auto& other) {
    if (other) value = other;
  });
  replace(both.parts.novelties, second.parts.novelties, both.places.novelties, second.places.novelties);
  replace(both.parts.vary, second.parts.vary, both.places.vary, second.places.vary);
  replace(both.parts.intent, second.parts.intent, both.places.intent, second.places.intent);
  return both;
}

Template from_parts(const TaskParts& parts, const Catalogue& catalogue) {
  Template base;
  base.task = bare_task(catalogue);
  for_each_property(base.task, parts.properties, [](auto& value, const auto& given) {
    if (given) value = *given;
  });
  base.task.birds = parts.birds.value_or(std::vector<std::string>());
  for (const PartObject& part : parts.objects.value_or(std::vector<PartObject>())) {
    if (part.fixed) base.fixed.push_back(static_cast<int>(base.task.objects.size()));
    base.task.objects.push_back(part.object);
    base.names.push_back(part.name);
  }
  if (std::ranges::all_of(base.names, [](const std::string& name) { return name.empty(); }))
    base.names.clear();
  base.task.effects = parts.effects.value_or(std::vector<Effect>());
  base.task.may_overlap = parts.may_overlap;
  base.task.novelties = parts.novelties.value_or(std::vector<NoveltyMark>());
  base.dx_m = parts.vary.value_or(Vary{}).dx_m;
  base.dy_m = parts.vary.value_or(Vary{}).dy_m;
  base.intent = parts.intent;
  return base;
}

TaskParts to_parts(const Template& base, const Catalogue& catalogue) {
  return {.birds = base.task.birds,
          .objects = part_objects(base),
          .effects = unless(base.task.effects, {}),
          .properties = changed_properties(bare_task(catalogue), base.task),
          .may_overlap = base.task.may_overlap,
          .novelties = unless(base.task.novelties, {}),
          .vary = unless(Vary{base.dx_m, base.dy_m}, Vary{}),
          .intent = base.intent};
}

Template read_template(const Node& node, const std::string& name, const Catalogue& catalogue) {
  const PlacedParts read = with_places(read_fields<TaskParts>(node, {}, Format::kTemplate, catalogue), node);
  Template base = from_parts(read.parts, catalogue);
  base.name = name;
  check_parts(base, read.places, catalogue, Usage::kPlan);
  return base;
}

std::string template_to_json(const Template& base, const Catalogue& catalogue) {
  return to_json_lines(to_parts(base, catalogue), Format::kTemplate, catalogue);
}

TaskProperties changed_properties(const Task& before, const Task& after) {
  TaskProperties properties = properties_of(after);
  for_each_property(properties, before, [](auto& property, const auto& former) {
    if (*property == former) property.reset();
  });
  return properties;
}

std::string first_difference(const Task& a, const Task& b, double tolerance) {
  const auto whole = [](const Task& task) {
    const TaskParts parts{.birds = task.birds,
                          .objects = part_objects({.task = task}),
                          .effects = task.effects,
                          .properties = properties_of(task),
                          .may_overlap = task.may_overlap,
                          .novelties = task.novelties,
                          .vary = {},
                          .intent = {}};
    return to_whole_json(parts, Format::kTask, Catalogue{});
  };
  return json_difference(whole(a), whole(b), tolerance);
}

}  // namespace novphy
