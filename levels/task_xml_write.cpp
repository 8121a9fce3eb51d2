#include <cmath>
#include <cstddef>

#include "levels/task_parts.h"
#include "levels/task_xml.h"

namespace novphy {
namespace {

using namespace xml;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::size_t number(std::optional<int> index) { return index ? static_cast<std::size_t>(*index) : kNone; }

/// One element of the XML list of game objects: an object, an effect, an effect with its object, or, if
/// neither is set, inverted gravity.
struct Item {
  std::size_t object = kNone;
  std::size_t effect = kNone;
  std::size_t novelty = kNone;  ///< number, among those with an element, of the novelty that it marks
};
constexpr std::array kItemParts{&Item::object, &Item::effect, &Item::novelty};

std::size_t object_pushed_by(const Effect& effect) {
  if (const auto* magnet = std::get_if<Magnet>(&effect)) return number(magnet->object);
  const auto* field = std::get_if<ForceField>(&effect);
  return field ? number(field->object) : kNone;
}

/// The element that makes a reader mark this novelty, according to the novelty's undo steps, or null.
Item* item_of(const NoveltyMark& mark, std::vector<Item>& items) {
  const auto with_effect = [&](std::optional<int> effect) {
    return find_in(items, [&](const Item& item) { return item.effect == number(effect); });
  };
  for (const Undo& undo : mark.undo) {
    if (undo.task.gravity_mps2)
      return find_in(items, [](const Item& item) { return item.object == kNone && item.effect == kNone; });
    if (undo.remove_effect) return with_effect(undo.remove_effect);
    if (undo.effect) return with_effect(undo.effect);
    if (undo.material)
      return find_in(items, [&](const Item& item) { return item.object == number(undo.object); });
  }
  return nullptr;
}

std::vector<Item> items_of(const Task& task, std::size_t objects, bool inverted_gravity) {
  std::vector<Item> items(objects);
  for (std::size_t i = 0; i < objects; ++i) items[i].object = i;
  for (std::size_t i = 0; i < task.effects.size(); ++i) {
    const std::size_t object = object_pushed_by(task.effects[i]);
    if (object < objects && items[object].effect == kNone)
      items[object].effect = i;
    else if (object == kNone)
      items.push_back({.effect = i});
  }
  if (inverted_gravity) items.push_back({});
  std::size_t novelties = 0;
  for (const NoveltyMark& mark : task.novelties)
    if (Item* item = item_of(mark, items); item && item->novelty == kNone) item->novelty = novelties++;
  return items;
}

/// The elements of a task, ordered so that a reader finds its objects, its effects and its novelties each in
/// the task's order. If there is no such order, the result holds only the elements that can be ordered. Takes
/// only the first `objects` objects.
std::vector<Item> in_order(const Task& task, std::size_t objects, bool inverted_gravity) {
  std::vector<Item> left = items_of(task, objects, inverted_gravity), order;
  const auto first = [&](std::size_t Item::*part) { return std::ranges::min_element(left, {}, part); };
  const auto is_ready = [&](const Item& item) {
    return std::ranges::all_of(kItemParts, [&](std::size_t Item::*part) {
      return item.*part == kNone || item.*part == (*first(part)).*part;
    });
  };
  const auto next = [&] {
    for (const auto part : kItemParts)
      if (const auto it = first(part); it != left.end() && (*it).*part != kNone && is_ready(*it)) return it;
    return left.end();
  };
  for (auto it = next(); it != left.end(); it = next()) {
    order.push_back(*it);
    left.erase(it);
  }
  return order;
}

/// Largest error from writing degrees and scales as decimals.
constexpr double kTolerance = 1e-9;

[[noreturn]] void fail(const std::string& place, const std::string& what) {
  throw InputError({Problem{"Science Birds XML", 0, place, what}});
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

std::string place(Vec2 at_m, double angle_rad = 0) {
  return attribute("x", shortest(at_m.x)) + attribute("y", shortest(at_m.y)) +
         attribute("rotation", shortest(degrees(angle_rad)));
}

bool near(Vec2 a, Vec2 b) { return std::abs(a.x - b.x) <= kTolerance && std::abs(a.y - b.y) <= kTolerance; }

/// Writes the parts of a task that the format can express. task_to_xml() then reads the text back to check
/// that nothing is missing.
class Writer {
 public:
  Writer(const Task& task, const Catalogue& catalogue) : task_(task), catalogue_(catalogue) {}

  std::string text() {
    text_ = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    text_ += "<Level" + attribute("width", shortest(task_.width_m / kWidthUnitM)) + ">\n";
    text_ += "  <Camera x=\"0\" y=\"-1\" minWidth=\"25\" maxWidth=\"35\" />\n  <Score highScore=\"0\" />\n";
    text_ += "  <Birds>\n";
    for (const std::string& bird : task_.birds) line("Bird", attribute("type", name_of(kBirds, bird)));
    text_ += "  </Birds>\n  <Slingshot" + attribute("x", shortest(task_.slingshot.at_m.x)) +
             attribute("y", shortest(task_.slingshot.at_m.y)) + " />\n  <GameObjects>\n";
    game_objects();
    return text_ + "  </GameObjects>\n</Level>\n";
  }

 private:
  void line(const std::string& name, const std::string& attributes) {
    text_ += "    <" + name + attributes + " />\n";
  }

  void novelty(std::string_view type, const std::string& where, const std::string& material = "") {
    line("Novelty", attribute("type", type) + attribute("material", material) + where);
  }

  static std::string_view name_of(Names table, std::string_view own) {
    const Name* name = ours(table, own);
    return name ? name->theirs : own;
  }

  void game_objects() {
    for (const Item& item : in_order(task_, object_count(), inverted())) {
      if (item.object != kNone && item.effect != kNone)
        bound_effect(task_.effects[item.effect], item.object);
      else if (item.object != kNone)
        object(task_.objects[item.object], item.object);
      else if (item.effect != kNone)
        free_effect(task_.effects[item.effect], item.effect);
      else
        novelty("InverseGravity", place({0, 0}));
    }
  }

  /// Number of objects to write. Leaves out the ceiling that a novelty added, because the reader adds it
  /// again.
  std::size_t object_count() const {
    const std::size_t count = task_.objects.size();
    for (const NoveltyMark& mark : task_.novelties)
      for (const Undo& undo : mark.undo)
        if (mark.name == "inverted_gravity" && undo.remove_object == static_cast<int>(count) - 1)
          return count - 1;
    return count;
  }

  bool inverted() const { return near(task_.gravity_mps2, catalogue_.inverted_gravity.gravity_mps2); }

  void free_effect(const Effect& effect, std::size_t index) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (field && field->name == "storm") return novelty("Storm", place({0, 0}));
    const Name* name = field ? ours(kTurbulences, field->name) : nullptr;
    if (!name || !field->region) fail("/effects/" + std::to_string(index), "the format has no such effect");
    novelty(name->theirs,
            place(field->region->centre_m, field->region->angle_rad) + scale(field->region->size_m));
  }

  void bound_effect(const Effect& effect, std::size_t index) {
    const Object& object = task_.objects[index];
    const std::string where = place(object.at_m, object.angle_rad);
    std::holds_alternative<Magnet>(effect) ? novelty("Magnet", where, normal_material(index))
                                           : novelty("Fan", where);
  }

  void object(const Object& object, std::size_t index) {
    const std::string where = place(object.at_m, object.angle_rad);
    if (object.type == "platform" && object.size_m)
      return line("Platform", attribute("type", "Platform") + where + scale(*object.size_m));
    if (object.type == "tnt") return line("TNT", where);
    if (const Name* pig = ours(kPigs, object.type, object.material))
      return line("Pig", attribute("type", pig->theirs) + where);
    if (const Name* pink = ours(kPinkBlocks, object.type, object.material))
      return novelty(pink->theirs, where, normal_material(index));
    const bool has_name = ours(kBlocks, object.type) || is_own_block(catalogue_, object.type);
    if (!has_name || object.material == "pink")
      fail("/objects/" + std::to_string(index),
           "there is no name for " + object.material + (object.material.empty() ? "" : " ") + object.type);
    line("Block",
         attribute("type", name_of(kBlocks, object.type)) + attribute("material", object.material) + where);
  }

  /// The object's material without its novelty, or "" for wood, which readers assume by default.
  std::string normal_material(std::size_t object) const {
    for (const NoveltyMark& mark : task_.novelties)
      for (const Undo& undo : mark.undo)
        if (undo.material && undo.object == static_cast<int>(object))
          return *undo.material == "wood" ? "" : *undo.material;
    return "";
  }

  std::string scale(Vec2 size_m) const {
    const Vec2 unit_m = scale_unit_m(catalogue_);
    return attribute("scaleX", shortest(size_m.x / unit_m.x)) +
           attribute("scaleY", shortest(size_m.y / unit_m.y));
  }

  const Task& task_;
  const Catalogue& catalogue_;
  std::string text_;
};

}  // namespace

std::string task_to_xml(const Task& task, const Catalogue& catalogue) {
  std::string text = Writer(task, catalogue).text();
  Task again = parse_task_xml(text, "Science Birds XML", catalogue);
  again.may_overlap = task.may_overlap;  // a level may always overlap
  const std::string difference = first_difference(task, again, kTolerance);
  if (!difference.empty()) fail(difference, "the format cannot express this");
  return text;
}

}  // namespace novphy
