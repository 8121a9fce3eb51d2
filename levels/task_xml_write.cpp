#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/json_reader.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "levels/xml_objects.h"
#include "sim/task.h"

namespace novphy::xml {

/// One element of the XML list of game objects: an object, an effect, an effect with its object, or, if
/// neither is set, inverted gravity.
struct Item {
  std::optional<std::size_t> object;
  std::optional<std::size_t> effect;
};

/// The elements of a task, ordered so that a reader finds its objects, its effects and its novelties each in
/// the task's order. If there is no such order, the result holds only the elements that can be ordered. Takes
/// only the first `objects` objects.
std::vector<Item> in_order(const Task& task, std::size_t objects, bool inverted_gravity);

namespace {

using Chain = std::vector<std::size_t>;

std::optional<std::size_t> object_pushed_by(const Effect& effect) {
  if (const auto* magnet = std::get_if<Magnet>(&effect)) return static_cast<std::size_t>(magnet->object);
  const auto* field = std::get_if<ForceField>(&effect);
  if (field && field->object) return static_cast<std::size_t>(*field->object);
  return std::nullopt;
}

/// All elements, and the chains: lists of elements that must keep their order.
struct Elements {
  std::vector<Item> items;
  std::vector<Chain> chains{3};

  /// The first element that passes the test.
  template <class Test>
  std::optional<std::size_t> find(Test test) const {
    const auto it = std::find_if(items.begin(), items.end(), test);
    if (it == items.end()) return std::nullopt;
    return static_cast<std::size_t>(it - items.begin());
  }
  std::optional<std::size_t> with_object(std::size_t object) const {
    return find([&](const Item& item) { return item.object == object; });
  }
  std::optional<std::size_t> with_effect(std::size_t effect) const {
    return find([&](const Item& item) { return item.effect == effect; });
  }
  std::optional<std::size_t> gravity() const {
    return find([](const Item& item) { return !item.object && !item.effect; });
  }

  void chain(std::size_t chain, std::optional<std::size_t> item) {
    Chain& links = chains[chain];
    if (item && std::find(links.begin(), links.end(), *item) == links.end()) links.push_back(*item);
  }
};

/// The element that makes a reader mark this novelty, according to the novelty's undo steps.
std::optional<std::size_t> element_of(const NoveltyMark& mark, const Elements& elements) {
  for (const Undo& undo : mark.undo) {
    if (undo.task.gravity_mps2) return elements.gravity();
    if (undo.remove_effect) return elements.with_effect(static_cast<std::size_t>(*undo.remove_effect));
    if (undo.effect) return elements.with_effect(static_cast<std::size_t>(*undo.effect));
    if (undo.material) return elements.with_object(static_cast<std::size_t>(*undo.object));
  }
  return std::nullopt;
}

Elements elements_of(const Task& task, std::size_t objects, bool inverted_gravity) {
  Elements elements;
  for (std::size_t i = 0; i < objects; ++i) elements.items.push_back({i, std::nullopt});
  for (std::size_t i = 0; i < task.effects.size(); ++i) {
    const auto object = object_pushed_by(task.effects[i]);
    if (object && *object < objects && !elements.items[*object].effect)
      elements.items[*object].effect = i;
    else if (!object)
      elements.items.push_back({std::nullopt, i});
  }
  if (inverted_gravity) elements.items.push_back({});
  for (std::size_t i = 0; i < objects; ++i) elements.chain(0, i);
  for (std::size_t i = 0; i < task.effects.size(); ++i) elements.chain(1, elements.with_effect(i));
  for (const NoveltyMark& mark : task.novelties) elements.chain(2, element_of(mark, elements));
  return elements;
}

/// Whether this element is not preceded by another in any chain.
bool is_ready(std::size_t item, const std::vector<Chain>& chains) {
  return std::all_of(chains.begin(), chains.end(), [&](const Chain& chain) {
    const auto it = std::find(chain.begin(), chain.end(), item);
    return it == chain.end() || it == chain.begin();
  });
}

/// The first element of some chain that is ready, or nothing.
std::optional<std::size_t> next_ready(const std::vector<Chain>& chains) {
  for (const Chain& chain : chains)
    if (!chain.empty() && is_ready(chain.front(), chains)) return chain.front();
  return std::nullopt;
}

}  // namespace

std::vector<Item> in_order(const Task& task, std::size_t objects, bool inverted_gravity) {
  Elements elements = elements_of(task, objects, inverted_gravity);
  std::vector<Item> order;
  while (const auto next = next_ready(elements.chains)) {
    order.push_back(elements.items[*next]);
    for (Chain& chain : elements.chains)
      chain.erase(std::remove(chain.begin(), chain.end(), *next), chain.end());
  }
  return order;
}

}  // namespace novphy::xml

namespace novphy {

namespace {

using namespace xml;

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
    for (const std::string& bird : task_.birds) line("Bird", attribute("type", name_of_bird(bird)));
    text_ += "  </Birds>\n  <Slingshot" + attribute("x", shortest(task_.slingshot.at_m.x)) +
             attribute("y", shortest(task_.slingshot.at_m.y)) + " />\n  <GameObjects>\n";
    game_objects();
    return text_ + "  </GameObjects>\n</Level>\n";
  }

 private:
  void line(const std::string& name, const std::string& attributes) {
    text_ += "    <" + name + attributes + " />\n";
  }

  static std::string name_of_bird(const std::string& bird) {
    const Name* name = ours(kBirds, bird);
    return name ? std::string(name->theirs) : bird;
  }

  void game_objects() {
    for (const Item& item : in_order(task_, object_count(), inverted())) {
      if (item.object && item.effect)
        bound_effect(task_.effects[*item.effect], *item.object);
      else if (item.object)
        object(task_.objects[*item.object], *item.object);
      else if (item.effect)
        free_effect(task_.effects[*item.effect], *item.effect);
      else
        line("Novelty", attribute("type", "InverseGravity") + attribute("material", "") + place({0, 0}));
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
    if (field && field->name == "storm")
      return line("Novelty", attribute("type", "Storm") + attribute("material", "") + place({0, 0}));
    const Name* name = field ? ours(kTurbulences, field->name) : nullptr;
    if (!name || !field->region) fail("/effects/" + std::to_string(index), "the format has no such effect");
    line("Novelty", attribute("type", name->theirs) + attribute("material", "") +
                        place(field->region->centre_m, field->region->angle_rad) +
                        scale(field->region->size_m));
  }

  void bound_effect(const Effect& effect, std::size_t index) {
    const Object& object = task_.objects[index];
    const bool magnet = std::holds_alternative<Magnet>(effect);
    line("Novelty", attribute("type", magnet ? "Magnet" : "Fan") +
                        attribute("material", magnet ? normal_material(index) : "") +
                        place(object.at_m, object.angle_rad));
  }

  void object(const Object& object, std::size_t index) {
    const std::string where = place(object.at_m, object.angle_rad);
    if (object.type == "platform" && object.size_m)
      return line("Platform", attribute("type", "Platform") + where + scale(*object.size_m));
    if (object.type == "tnt") return line("TNT", where);
    for (const NameWithMaterial& pig : kPigs)
      if (pig.ours == object.type && pig.material == object.material)
        return line("Pig", attribute("type", pig.theirs) + where);
    for (const NameWithMaterial& pink : kPinkBlocks)
      if (pink.ours == object.type && pink.material == object.material)
        return line("Novelty",
                    attribute("type", pink.theirs) + attribute("material", normal_material(index)) + where);
    const Name* block = ours(kBlocks, object.type);
    const bool has_name = block || is_own_block(catalogue_, object.type);
    if (!has_name || object.material == "pink")
      fail("/objects/" + std::to_string(index),
           "there is no name for " + object.material + (object.material.empty() ? "" : " ") + object.type);
    line("Block", attribute("type", block ? block->theirs : object.type) +
                      attribute("material", object.material) + where);
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
    const Kind* platform = catalogue_.find("platform", "");
    const Vec2 unit_m = platform ? platform->size_m : Vec2{1, 1};
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
