#include <algorithm>
#include <filesystem>

#include "levels/overlap.h"
#include "levels/published_name.h"
#include "levels/task_fields.h"
#include "levels/task_file.h"
#include "levels/xml_names.h"
#include "levels/xml_objects.h"
#include "levels/xml_reader.h"

namespace novphy {
namespace {

using namespace xml;

void read_birds(const XmlElement& birds, Task& task) {
  birds.only({});
  birds.only_children({"Bird"});
  for (const XmlElement& bird : birds.children()) {
    if (bird.name() != "Bird") continue;
    bird.only({"type"});
    const Name* name = theirs(kBirds, bird.text("type"));
    if (!name && bird.has("type")) bird.expected(names_of(kBirds), "type");
    if (name) task.birds.emplace_back(name->ours);
  }
  if (birds.children().empty() || task.birds.size() > static_cast<std::size_t>(bounds::kBirds))
    birds.error("expected from 1 to " + std::to_string(bounds::kBirds) + " birds, found " +
                std::to_string(birds.children().size()));
}

/// Reads the slingshot. A slingshot to the right of the middle shoots to the left, which is a novelty.
void read_slingshot(const XmlElement& element, Task& task) {
  element.only({"x", "y"});
  task.slingshot = {.at_m = read_at(element), .faces_left = false};
  if (task.slingshot.at_m.x <= 0) return;
  task.slingshot.faces_left = true;
  const Vec2 mirrored{-task.slingshot.at_m.x, task.slingshot.at_m.y};
  task.novelties.push_back(
      {"mirrored_slingshot", {{.task = {.slingshot = Slingshot{.at_m = mirrored, .faces_left = false}}}}});
}

/// Checks the syntax of the camera and the high score. We do not use their values.
void check_camera_and_score(const XmlElement& level) {
  for (const XmlElement& element : level.children()) {
    if (element.name() == "Camera") {
      element.only({"x", "y", "minWidth", "maxWidth"});
      for (const char* key : {"x", "y", "minWidth", "maxWidth"})
        element.number(key, -bounds::kPlaceM, bounds::kPlaceM, 0);
    }
    if (element.name() == "Score") {
      element.only({"highScore"});
      element.number("highScore", -1e9, 1e9, 0);
    }
  }
}

/// Warns of the element "assetBundle", in which the game stores the path of its own pictures.
void warn_of_bundle(const XmlElement& level, Warnings& warnings) {
  for (const XmlElement& element : level.children()) {
    if (element.name() != "assetBundle") continue;
    element.only({"path"});
    warnings.push_back({"", element.line(), element.path(), "ignored: an asset bundle has no meaning here"});
  }
}

void check_pigs(const XmlElement& list, const Task& task, const Catalogue& catalogue) {
  const auto is_pig = [&](const Object& object) {
    const Kind* kind = catalogue.find(object.type, object.material);
    return kind && kind->category == Category::kPig;
  };
  if (std::none_of(task.objects.begin(), task.objects.end(), is_pig))
    list.error("expected at least one Pig, found none");
}

void check_counts(const XmlElement& level, const Task& task) {
  const auto check = [&](std::size_t count, int most, const char* what) {
    if (count > static_cast<std::size_t>(most))
      level.error("expected at most " + std::to_string(most) + " " + what + ", found " +
                  std::to_string(count));
  };
  check(task.objects.size(), bounds::kObjects, "objects");
  check(task.effects.size(), bounds::kEffects, "effects");
  check(task.novelties.size(), bounds::kMostNovelties, "novelties");
}

void warn_of_overlaps(const Task& task, const Catalogue& catalogue, const ObjectReader& objects,
                      Warnings& warnings) {
  for (const Overlap& overlap : check_overlaps(task, catalogue)) {
    if (!objects.has_place(overlap.object)) continue;
    Problem warning = objects.place(overlap.object);
    warning.text = overlap_text(overlap, task);
    warnings.push_back(std::move(warning));
  }
}

/// Whether the file is a task of a published inverted-gravity pair. Both sides of such a pair have the
/// ceiling.
bool is_under_ceiling(const std::string& file) {
  const auto name = published_name(std::filesystem::path(file).filename().string());
  return name && name->type.substr(0, 4) == "0106";
}

}  // namespace

Task parse_task_xml(std::string_view bytes, const std::string& file, const Catalogue& catalogue,
                    Warnings* warnings) {
  XmlDocument document(bytes, file);
  const XmlElement level = document.root();
  if (level.name() != "Level") level.error("expected an element Level");
  document.check();
  level.only({"width", "version"});
  level.only_children({"Camera", "Score", "Birds", "Slingshot", "assetBundle", "GameObjects"});
  check_camera_and_score(level);

  Task task;
  Warnings found;
  warn_of_bundle(level, found);
  task.width_m = kWidthUnitM * level.number("width", 1, 100, 1);
  task.gravity_mps2 = catalogue.world.gravity_mps2;
  if (const auto birds = level.child("Birds")) read_birds(*birds, task);
  if (const auto slingshot = level.child("Slingshot")) read_slingshot(*slingshot, task);
  ObjectReader objects(task, catalogue, found);
  if (const auto list = level.child("GameObjects")) {
    list->only({});
    for (const XmlElement& element : list->children()) objects.read(element);
    if (document.good()) check_pigs(*list, task, catalogue);
  }
  objects.add_ceiling(is_under_ceiling(file));
  check_counts(level, task);
  document.check();
  warn_of_overlaps(task, catalogue, objects, found);
  for (Problem& warning : found) warning.file = file;
  if (warnings) warnings->insert(warnings->end(), found.begin(), found.end());
  return task;
}

}  // namespace novphy
