#include "levels/task_xml.h"

#include <filesystem>
#include <optional>
#include <span>

#include "levels/level_files.h"
#include "levels/overlap.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

using namespace xml;

constexpr std::array<std::string_view, 6> kParts{"Camera",    "Score",       "Birds",
                                                 "Slingshot", "assetBundle", "GameObjects"};
constexpr std::array<std::string_view, 1> kOfBirds{"Bird"};

/// The elements of a level, in the order of the file. The game seeks one after the other and does not mind
/// how they are nested. Its own writer puts everything into Birds.
class LevelElements {
 public:
  explicit LevelElements(const XmlElement& level) : level_(level) {
    seek_parts(level);
    std::ranges::stable_sort(open, {}, &XmlElement::line);
  }

  std::vector<XmlElement> birds{};
  std::vector<XmlElement> objects{};
  std::vector<XmlElement> open{};  ///< elements that hold others, although the format has them side by side
  std::vector<XmlElement> ignored{};  ///< elements that the game passes over

  std::vector<XmlElement> all(std::string_view name) const {
    std::vector<XmlElement> found;
    for (const XmlElement& part : parts_)
      if (part.name() == name) found.push_back(part);
    return found;
  }

  /// The only part with this name. A missing or second one is noted as an error.
  std::optional<XmlElement> only(std::string_view name) const {
    const std::vector<XmlElement> found = all(name);
    for (std::size_t i = 1; i < found.size(); ++i) found[i].error("expected one such element, found another");
    if (!found.empty()) return found.front();
    if (!find_in(refused_, [&](const std::string& other) { return differ_in_case(name, other); }))
      level_.error("expected an element " + std::string(name) + ", found none");
    return std::nullopt;
  }

 private:
  void seek_parts(const XmlElement& in) {
    const std::string place = in.name();
    bool is_open = false;
    for (const XmlElement& element : in.children()) {
      const bool is_bird = element.name() == "Bird" && (place == "Birds" || place == "Bird");
      const bool is_part = contains(kParts, element.name());
      if (is_bird)
        birds.push_back(element);
      else if (is_part)
        parts_.push_back(element);
      else
        unknown(element, place);
      element.name() == "GameObjects" ? seek_objects(element) : seek_parts(element);
      is_open = is_open || (is_bird ? place != "Birds" : place != "Level" && is_part);
    }
    if (is_open) open.push_back(in);
  }

  void seek_objects(const XmlElement& in) {
    const std::vector<XmlElement> children = in.children();
    if (!children.empty() && in.name() != "GameObjects") open.push_back(in);
    for (const XmlElement& element : children) {
      objects.push_back(element);
      seek_objects(element);
    }
  }

  void unknown(const XmlElement& element, const std::string& place) {
    if (meant_by(element.name(), kParts))
      refuse(element, kParts);
    else if (place == "Birds" && differ_in_case(element.name(), kOfBirds.front()))
      refuse(element, kOfBirds);
    else if (place == "Level" || place == "Birds")
      ignored.push_back(element);
  }

  void refuse(const XmlElement& element, std::span<const std::string_view> expected) {
    element.unknown(expected);
    refused_.push_back(element.name());
  }

  XmlElement level_;
  std::vector<XmlElement> parts_{};
  std::vector<std::string> refused_{};
};

std::string birds_found(std::size_t count) {
  return "expected from 1 to " + std::to_string(bounds::kBirds) + " birds, found " + std::to_string(count);
}

/// Throws EmptyLevel for a level that lacks birds or objects. Its other mistakes have been reported.
void check_not_empty(const LevelElements& elements, const XmlElement& birds, const XmlElement& objects,
                     int objects_read, const std::string& file) {
  std::vector<Problem> problems;
  if (elements.birds.empty()) problems.push_back({file, birds.line(), birds.path(), birds_found(0)});
  if (objects_read == 0)
    problems.push_back({file, objects.line(), objects.path(), "expected objects, found none"});
  if (!problems.empty()) throw EmptyLevel(problems);
}

void read_birds(const XmlElement& element, const LevelElements& elements, const Catalogue& catalogue,
                Task& task) {
  element.only({});
  for (const XmlElement& bird : elements.birds) {
    bird.only({"type"});
    const std::string type = bird.text("type");
    if (const Name* name = theirs(kBirds, type))
      task.birds.emplace_back(name->ours);
    else if (!ours(kBirds, type) && catalogue.bird(type))
      task.birds.push_back(type);
    else if (bird.has("type"))
      unknown_name(bird, "type", names_of(kBirds));
  }
  if (elements.birds.size() > static_cast<std::size_t>(bounds::kBirds))
    element.error(birds_found(elements.birds.size()));
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
void check_camera_and_score(const LevelElements& elements) {
  for (const XmlElement& camera : elements.all("Camera")) {
    camera.only({"x", "y", "minWidth", "maxWidth"});
    for (const char* key : {"x", "y", "minWidth", "maxWidth"})
      camera.number(key, -bounds::kPlaceM, bounds::kPlaceM, 0);
  }
  for (const XmlElement& score : elements.all("Score")) {
    score.only({"highScore"});
    score.number("highScore", -1e9, 1e9, 0);
  }
}

void warn(const XmlElement& element, std::string text, Warnings& warnings) {
  warnings.push_back({"", element.line(), element.path(), std::move(text)});
}

/// Warns of the element "assetBundle", in which the game stores the path of its own pictures.
void warn_of_bundle(const LevelElements& elements, Warnings& warnings) {
  for (const XmlElement& bundle : elements.all("assetBundle")) {
    bundle.only({"path"});
    warn(bundle, "ignored: an asset bundle has no meaning here", warnings);
  }
}

/// One warning of all elements that are still open where the next one begins.
void warn_of_open(const std::vector<XmlElement>& open, Warnings& warnings) {
  if (open.empty()) return;
  std::vector<std::string> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(open.size(), 5); ++i)
    others.push_back(open[i].name() + " in line " + std::to_string(open[i].line()));
  if (open.size() > 5) others.push_back(std::to_string(open.size() - 5) + " more");
  std::string text = open.front().name() + " is not closed before the next element";
  if (!others.empty())
    text += ", nor " + std::string(others.size() > 1 ? "are " : "is ") +
            listed(std::vector<std::string_view>(others.begin(), others.end()), "and");
  warn(open.front(), text + ": read as the game reads it", warnings);
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
  LevelElements elements(level);
  check_camera_and_score(elements);

  Task task;
  Warnings found;
  warn_of_open(elements.open, found);
  if (document.left() && elements.open.empty()) found.push_back(*document.left());
  warn_of_bundle(elements, found);
  task.width_m = kWidthUnitM * level.number("width", 1, 100, 1);
  task.gravity_mps2 = catalogue.world.gravity_mps2;
  const auto birds = elements.only("Birds");
  if (birds) read_birds(*birds, elements, catalogue, task);
  if (const auto slingshot = elements.only("Slingshot")) read_slingshot(*slingshot, task);
  const auto list = elements.only("GameObjects");
  if (list) list->only({});
  GameObjects objects = read_game_objects(elements.objects, is_under_ceiling(file), catalogue, task, found);
  check_counts(level, task);
  document.check();
  check_not_empty(elements, *birds, *list, objects.read, file);
  if (!warnings) return task;
  for (const auto& passed_over : {elements.ignored, objects.passed_over})
    for (const XmlElement& element : passed_over)
      warn(element, "ignored: the game knows no element " + element.name() + " here", found);
  for (const auto& remark : {document.ignored(), document.commas()})
    if (remark) found.push_back(*remark);
  add_start_warnings(task, catalogue,
                     {.whole = {"", list->line(), list->path(), ""}, .objects = std::move(objects.places)},
                     found);
  for (Problem& warning : found = folded(found)) {
    warning.file = file;
    warnings->push_back(std::move(warning));
  }
  return task;
}

}  // namespace novphy
