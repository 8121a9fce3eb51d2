#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <variant>

#include "levels/overlap.h"
#include "levels/task_parts.h"
#include "sim/catalogue.h"

namespace novphy {
namespace {

using Words = std::set<std::string_view>;

std::string one_of(const Words& words) {
  const std::vector<std::string_view> list(words.begin(), words.end());
  return listed(list);
}

Words types(const Catalogue& catalogue) {
  Words words;
  for (const Kind& kind : catalogue.objects) words.insert(kind.type);
  return words;
}

Words materials(const Catalogue& catalogue, const std::string& type) {
  Words words;
  for (const Kind& kind : catalogue.objects)
    if (kind.type == type) words.insert(kind.material);
  return words;
}

Words block_materials(const Catalogue& catalogue) {
  Words words{""};
  for (const Kind& kind : catalogue.objects)
    if (kind.category == Category::kBlock) words.insert(kind.material);
  return words;
}

Words looks(const Catalogue& catalogue) {
  Words words{""};
  for (const auto& [name, effect] : catalogue.effects)
    if (const auto* field = std::get_if<ForceField>(&effect)) words.insert(field->look);
  return words;
}

std::size_t index_of(int index) { return static_cast<std::size_t>(index); }

/// Checks one task part by part, and notes each problem at the place of its part.
class Checker {
 public:
  Checker(const Template& base, const Places& places, const Catalogue& catalogue)
      : base_(base), task_(base.task), places_(places), catalogue_(catalogue) {}

  void run(Usage usage) {
    birds();
    objects();
    for (std::size_t i = 0; i < places_.effects.size(); ++i)
      effect(task_.effects[i], places_.effects[i], task_);
    for (std::size_t i = 0; i < places_.novelties.size(); ++i)
      novelty(task_.novelties[i], places_.novelties[i]);
    intent();
    if (usage == Usage::kPair) ranges();
    usage == Usage::kTask ? some_objects() : goal();
  }

  /// Checks for overlaps in the task itself, and in the task shifted to the corners of its ranges.
  void overlaps() {
    if (overlaps(task_, "")) return;
    for (const double dx : {base_.dx_m.min, base_.dx_m.max})
      for (const double dy : {base_.dy_m.min, base_.dy_m.max}) {
        const std::string where = " when shifted by (" + shortest(dx) + ", " + shortest(dy) + ")";
        if ((dx != 0 || dy != 0) && overlaps(shifted(base_, {dx, dy}), where)) return;
      }
  }

 private:
  void birds() {
    if (task_.birds.empty() && !places_.incomplete && !places_.whole.get("birds"))
      places_.whole.error("expected birds, found none");
    Words names;
    for (const BirdKind& bird : catalogue_.birds) names.insert(bird.body.type);
    for (std::size_t i = 0; i < places_.birds.size(); ++i) word(task_.birds[i], places_.birds[i], names);
  }

  void objects() {
    for (std::size_t i = 0; i < places_.objects.size(); ++i) object(task_.objects[i], places_.objects[i]);
    if (task_.objects.size() > index_of(bounds::kObjects))
      places_.whole.error("expected at most 1000 objects, found " + std::to_string(task_.objects.size()));
  }

  void some_objects() {
    if (task_.objects.empty() && !places_.incomplete && !places_.whole.get("objects").has_errors())
      places_.whole.error("expected objects, found none");
  }

  void goal() {
    const auto is_known = [&](const Object& each) { return catalogue_.find(each.type, each.material); };
    if (!places_.incomplete && std::all_of(task_.objects.begin(), task_.objects.end(), is_known) &&
        !has_goal(task_, catalogue_))
      places_.whole.error("expected at least one pig among the objects, found none");
  }

  void object(const Object& object, const Node& node) {
    const Kind* kind = catalogue_.find(object.type, object.material);
    if (!kind && node.get("type").is_text()) unknown_kind(object, node);
    if (!kind) return;
    const bool has_size = node.get("size").present();
    if (kind->category == Category::kPlatform && !has_size)
      node.error("expected a key \"size\" of the platform, found none");
    if (kind->category != Category::kPlatform && has_size)
      node.get("size").error("unknown key, only platforms have a size");
    if (object.hidden != HiddenFactors{} && !may_move(kind->category))
      node.get("unlike").error("unknown key, only blocks, pigs and TNT may differ from their kind");
  }

  void unknown_kind(const Object& object, const Node& node) {
    const Words fitting = materials(catalogue_, object.type);
    const Node material = node.get("material");
    if (fitting.empty())
      node.get("type").expected(one_of(types(catalogue_)));
    else if (material)
      material.expected(fitting == Words{""} ? "no material for " + object.type : one_of(fitting));
    else
      node.error("expected a key \"material\" (" + one_of(fitting) + "), found none");
  }

  void effect(const Effect& effect, const Node& node, const Task& task) {
    std::visit([&](const auto& each) { law(each, node, task); }, effect);
  }

  /// Checks each field of the law, and what holds for the law as a whole.
  template <class Law>
  void law(const Law& law, const Node& node, const Task& task) {
    for_each_field(law,
                   [&](const auto& row, const auto& value) { of(row.what, value, node.get(row.key), task); });
    if constexpr (std::is_same_v<Law, ForceField>) field(law, node, task);
    if (node.has_errors()) return;
    if constexpr (requires { law.problem(); })
      if (!law.problem().empty()) node.error(std::string(law.problem()));
    if constexpr (requires { Law::kOneOf; })
      if (says_nothing(law)) node.error("expected " + std::string(Law::kOneOf));
  }

  /// Whether every field that a file may leave out has the value that it has then.
  template <class Law>
  static bool says_nothing(const Law& law) {
    bool nothing = true;
    for_each_field(law, [&](const auto& row, const auto& value) {
      nothing = nothing && (row.given || value == Law{}.*row.member);
    });
    return nothing;
  }

  template <class Index>
  void of(const law_field::OfObject& what, const Index& object, const Node& node, const Task& task) {
    object_index(object, node, task);
    if constexpr (std::is_same_v<Index, int>)
      if (what.of == law_field::OfObject::Of::kPlatform && node.is_number() && !node.has_errors() &&
          task.objects[index_of(object)].type != "platform")
        node.expected("the index of a platform");
  }
  void of(const law_field::Material& /*any*/, const std::string& word_of, const Node& node,
          const Task& /*task*/) {
    word(word_of, node, block_materials(catalogue_));
  }
  void of(const law_field::Look& /*any*/, const std::string& look, const Node& node, const Task& /*task*/) {
    word(look, node, looks(catalogue_));
  }
  void of(const law_field::Faster& /*any*/, const Targets& on, const Node& node, const Task& task) {
    targets(on, node, task);
  }
  void of(const law_field::Times& /*any*/, const ForceTimes& these, const Node& node, const Task& /*task*/) {
    times(these, node);
  }
  void of(const law_field::Start& /*any*/, const std::optional<Trigger>& start, const Node& node,
          const Task& task) {
    if (start) trigger(*start, node, task);
  }
  void of(const law_field::Chosen& what, const Bodies& these, const Node& node, const Task& task) {
    constexpr std::array<std::span<const std::string_view>, 3> kClasses{kAllClasses, kMovingClasses,
                                                                        kMortalClasses};
    bodies(these, node, kClasses.at(static_cast<std::size_t>(what.classes)), task);
  }
  template <class What, class T>
  void of(const What& /*what*/, const T& /*value*/, const Node& /*node*/, const Task& /*task*/) {}

  void field(const ForceField& field, const Node& node, const Task& task) const {
    region(field, node);
    growth(field, node, task);
  }

  void trigger(const Trigger& trigger, const Node& node, const Task& task) {
    if (!node.is_object()) return;
    object_index(trigger.object, node.get("object"), task);
    const Node by = node.get("by");
    if (trigger.at_death && by.present())
      by.error("unknown key, expected it only for a trigger that is touched");
    else if (!trigger.at_death)
      bodies(trigger.by, by, kMovingClasses, task);
  }

  /// The classes that a law may name.
  static constexpr std::array<std::string_view, 5> kAllClasses{"birds", "blocks", "pigs", "platforms",
                                                               "ground"};

  static constexpr std::array<std::string_view, 3> kMovingClasses{"birds", "blocks", "pigs"};

  static constexpr std::array<std::string_view, 2> kMortalClasses{"blocks", "pigs"};

  /// Checks that the choice has a class, only classes of the list, and a material and an object that bodies
  /// of these classes may have.
  void bodies(const Bodies& these, const Node& node, std::span<const std::string_view> classes,
              const Task& task) {
    if (!node.is_object()) return;
    for (const std::string_view each : kAllClasses)
      if (std::find(classes.begin(), classes.end(), each) == classes.end() && node.get(each).present())
        node.get(each).error("unknown key, expected " + listed(classes));
    if (!these.any()) node.expected(listed(classes));
    word(these.material, node.get("material"), block_materials(catalogue_));
    const Kind* kind = kind_of(these.object, node.get("object"), task);
    if (kind && !node.has_errors() && !is_among(these, *kind, *these.object))
      node.get("object").expected("the index of an object of the classes and the material beside it");
  }

  static void region(const ForceField& field, const Node& node) {
    if (!field.round || node.has_errors()) return;
    if (!field.region)
      node.get("shape").error("unknown key without a region: expected \"at\" and \"size\" beside it");
    else if (field.region->size_m.x != field.region->size_m.y)
      node.get("size").expected("two equal numbers, the diameter of the disc");
    if (!field.look.empty()) node.get("shape").error("expected no disc: a region with a look is a box");
  }

  static void times(const ForceTimes& times, const Node& node) {
    if (!node.is_object() || node.has_errors()) return;
    if (times.until_s && *times.until_s <= times.from_s) node.get("until_s").expected("a time after from_s");
    if (times.every_s && !(times.until_s && *times.until_s <= *times.every_s))
      node.get("every_s").error("expected an until_s beside it that is not later");
  }

  void growth(const ForceField& field, const Node& node, const Task& task) const {
    if (!node.has_errors() && grows_too_fast(field, task, catalogue_))
      node.error("the force grows too fast for the lightest body that it acts on: expected at most " +
                 shortest(kMostPerM_per_s2) + " m/s2 per metre and " + shortest(kMostPerMps_per_s) +
                 " m/s2 per m/s");
  }

  void targets(const Targets& on, const Node& node, const Task& task) {
    if (!node.is_object()) return;
    const bool on_objects = on.blocks_above_mps || on.pigs_above_mps;
    if (!on_objects && !on.birds_above_mps) node.expected("birds, blocks or pigs");
    for (const char* narrower : {"material", "object"})
      if (!on_objects && on.birds_above_mps && node.get(narrower).present())
        node.get(narrower).error("expected \"blocks\" or \"pigs\" beside it, found only \"birds\"");
    word(on.material, node.get("material"), block_materials(catalogue_));
    const Node only = node.get("object");
    if (const Kind* kind = on_objects ? kind_of(on.object, only, task) : nullptr)
      if (!acts_above_mps(on, kind->category)) only.expected("the index of " + classes(on));
  }

  /// Checks that the only object that a law acts on is there. Returns its kind, or null without one.
  const Kind* kind_of(std::optional<int> index, const Node& node, const Task& task) {
    object_index(index, node, task);
    if (!index || node.has_errors()) return nullptr;
    const Object& object = task.objects[index_of(*index)];
    return catalogue_.find(object.type, object.material);
  }

  static std::string classes(const Targets& on) {
    if (on.blocks_above_mps && on.pigs_above_mps) return "a block, TNT or pig";
    return on.pigs_above_mps ? "a pig" : "a block or TNT";
  }

  void word(const std::string& value, const Node& node, const Words& words) {
    if (node.is_text() && words.count(value) == 0) node.expected(one_of(words));
  }

  void object_index(std::optional<int> index, const Node& node, const Task& task) {
    if (index) in_range(*index, task.objects.size(), node, "object");
  }

  void in_range(int index, std::size_t count, const Node& node, const std::string& what) {
    if (node.is_number() && index_of(index) >= count)
      node.expected("the index of an " + what + " (there are " + std::to_string(count) + ")");
  }

  /// Checks the undo steps one after the other, following how they change the indices of objects and effects.
  void novelty(const NoveltyMark& mark, const Node& node) {
    if (node.get("name").is_text() && mark.name.empty()) node.get("name").expected("the name of a novelty");
    if (!node.get("without").is_array()) return;
    const std::vector<Node> steps = node.get("without").array();
    Task left = task_;
    for (std::size_t i = 0; i < mark.undo.size(); ++i) undo(mark.undo[i], steps[i], left);
  }

  void undo(const Undo& step, const Node& node, Task& left) {
    if (step.remove_effect) remove_effect(*step.remove_effect, node.get("remove_effect"), left);
    if (step.remove_object) remove_object(*step.remove_object, node.get("remove_object"), left);
    if (step.effect) restore_effect(step, node, left);
    object_index(step.object, node.get(key_of_object(step)), left);
    if (step.material && index_of(*step.object) < left.objects.size())
      restore_material(step, node.get("material"), left.objects[index_of(*step.object)]);
  }

  static std::string_view key_of_object(const Undo& step) {
    return step.material ? "object" : step.hidden ? "unlike_of" : "pose_of";
  }

  void remove_effect(int effect, const Node& node, Task& left) {
    in_range(effect, left.effects.size(), node, "effect");
    if (index_of(effect) < left.effects.size()) left.effects.erase(left.effects.begin() + effect);
  }

  void remove_object(int object, const Node& node, Task& left) {
    object_index(object, node, left);
    if (index_of(object) >= left.objects.size()) return;
    for (Effect& effect : left.effects) detach(effect, object, node);
    left.objects.erase(left.objects.begin() + object);
  }

  /// Adjusts an effect's object indices after an object was removed. Notes an error if the effect names that
  /// object.
  void detach(Effect& effect, int removed, const Node& node) {
    for_each_object_of(effect, [&](int& index) {
      if (index == removed)
        node.error("expected an object that no effect names, found one that an effect names");
      if (index > removed) --index;
    });
  }

  void restore_effect(const Undo& step, const Node& node, Task& left) {
    in_range(*step.effect, left.effects.size(), node.get("effect"), "effect");
    if (step.was) effect(*step.was, node.get("is"), left);
    if (step.was && index_of(*step.effect) < left.effects.size())
      left.effects[index_of(*step.effect)] = *step.was;
  }

  void restore_material(const Undo& step, const Node& node, Object& object) {
    object.material = *step.material;
    const Words fitting = materials(catalogue_, object.type);
    if (!fitting.empty()) word(*step.material, node, fitting);
  }

  /// Checks that the roles of the intent name objects of the template, and that no two objects share a name.
  void intent() {
    std::set<std::string> names;
    for (std::size_t i = 0; i < base_.names.size(); ++i)
      if (!base_.names[i].empty() && !names.insert(base_.names[i]).second)
        places_.objects[i].get("name").error("expected a name that no other object has");
    for (const char* role : {"rule", "decoy", "agent"}) {
      const Node node = places_.intent.get(role);
      if (node.is_text() && names.count(node.text()) == 0)
        node.expected(names.empty() ? "the name of an object (no object has a name)"
                                    : "the name of an object");
    }
    if (base_.intent && base_.intent->mode != Mode::kDirect && base_.intent->rule.empty())
      places_.intent.error("expected a key \"rule\": the object that reaches the pig, found none");
  }

  void ranges() {
    for (const auto& [range, key] : {std::pair(base_.dx_m, "dx"), std::pair(base_.dy_m, "dy")})
      if (range.min <= range.max && (range.min > 0 || range.max < 0))
        places_.vary.get(key).expected("a range that includes 0, the task as it is");
  }

  bool overlaps(const Task& task, const std::string& where) {
    const std::vector<Overlap> found = check_overlaps(task, catalogue_);
    for (const Overlap& overlap : found)
      places_.objects[index_of(overlap.object)].error(overlap_text(overlap, task) + where);
    return !found.empty();
  }

  const Template& base_;
  const Task& task_;
  const Places& places_;
  const Catalogue& catalogue_;
};

}  // namespace

void check_parts(const Template& base, const Places& places, const Catalogue& catalogue, Usage usage) {
  Checker(base, places, catalogue).run(usage);
}

void check_start(const Template& base, const Places& places, const Catalogue& catalogue) {
  if (!base.task.may_overlap) Checker(base, places, catalogue).overlaps();
}

}  // namespace novphy
