#include "generator/difficulty/observed.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "base/lists.h"

namespace novphy {

Recogniser::Recogniser(const NamedExamples& training, const NamedExamples& test_examples, bool scaled_columns,
                       const RecogniserNumbers& numbers, std::string dimension)
    : numbers_(numbers), dimension_(std::move(dimension)) {
  std::map<std::string, int> counts;
  for (const std::string& name : training.classes) ++counts[name];
  std::map<std::string, std::size_t> index;
  for (const auto& [name, count] : counts)
    if (count > 1) {
      index[name] = classes_.size();
      classes_.push_back(name);
    }
  if (classes_.empty()) return;
  if (scaled_columns) learn_scale(training);
  Examples examples{.class_count = classes_.size()};
  for (std::size_t i = 0; i < training.rows.size(); ++i) {
    const auto known = index.find(training.classes[i]);
    if (known == index.end()) continue;
    examples.rows.push_back(scaled(training.rows[i]));
    examples.classes.push_back(known->second);
  }
  models_.push_back(nearest_centroid(examples, numbers.classifiers));
  models_.push_back(nearest_neighbours(examples, numbers.classifiers));
  models_.push_back(random_forest(examples, numbers.classifiers));
  reports_ = mapped(models_, [&](const Classifier& model) { return test(model, test_examples); });
}

void Recogniser::learn_scale(const NamedExamples& training) {
  const double n = static_cast<double>(training.rows.size());
  scale_.assign(training.rows.front().size(), 1);
  for (std::size_t j = 0; j < scale_.size(); ++j) {
    double mean = 0;
    for (const auto& row : training.rows) mean += row[j] / n;
    double variance = 0;
    for (const auto& row : training.rows) variance += (row[j] - mean) * (row[j] - mean) / n;
    constexpr double kConstant = 1e-6;  // a column that does not vary is not scaled
    if (variance > kConstant * kConstant) scale_[j] = std::sqrt(variance);
  }
}

std::vector<double> Recogniser::scaled(std::vector<double> row) const {
  for (std::size_t j = 0; j < scale_.size(); ++j) row[j] /= scale_[j];
  return row;
}

DifficultyModel Recogniser::test(const Classifier& model, const NamedExamples& examples) const {
  DifficultyModel report{.dimension = dimension_, .name = std::string(model.name), .counts = true};
  for (const std::string& name : classes_) report.classes[name] = {0, 0};
  for (std::size_t i = 0; i < examples.rows.size(); ++i) {
    const auto known = report.classes.find(examples.classes[i]);
    if (known == report.classes.end()) continue;
    auto& [tested, right] = known->second;
    const ModelVote vote = vote_of(model.probabilities(scaled(examples.rows[i])), numbers_.appearance);
    ++tested;
    right += classes_[vote.best] == known->first && vote.p_max > 0;
  }
  for (const auto& [name, count] : report.classes)
    if (count.first > 0 && count.second <= numbers_.gamma * count.first) report.counts = false;
  return report;
}

Recogniser::Judgement Recogniser::judge(const std::vector<double>& row) const {
  Judgement judgement;
  if (classes_.empty()) {
    judgement.difficulty = Degree::none("no class of the normal tasks has two examples");
    return judgement;
  }
  const std::vector<double> here = scaled(row);
  judgement.probabilities.resize(classes_.size());
  double weights = 0;
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (!reports_[i].counts) continue;
    const std::vector<double> p = models_[i].probabilities(here);
    judgement.votes.push_back(vote_of(p, numbers_.appearance));
    const double weight = judgement.votes.back().weight;
    for (std::size_t c = 0; c < p.size(); ++c) judgement.probabilities[c] += weight * p[c];
    weights += weight;
  }
  if (weights > 0)
    for (double& p : judgement.probabilities) p /= weights;
  judgement.difficulty = appearance_difficulty(judgement.votes);
  return judgement;
}

namespace {

std::vector<int> colours_in(std::span<const SeenScene> scenes) {
  std::set<int> found;
  for (const SeenScene& scene : scenes)
    for (const SceneObject& thing : scene)
      for (const ColourShare& share : thing.colours) found.insert(share.colour);
  return {found.begin(), found.end()};
}

/// Adds the value of an object or pair. Returns whether it is the least so far.
bool add(SceneDegree& result, const Degree& degree, std::vector<int> ids) {
  if (!degree.value) {
    ++result.undefined[degree.undefined];
    return false;
  }
  ++result.judged;
  if (result.difficulty.value && *degree.value >= *result.difficulty.value) return false;
  result.difficulty = degree;
  result.deciders = std::move(ids);
  return true;
}

/// For a dimension without a value, sets the reason that most objects have.
void explain_lack(SceneDegree& result) {
  if (result.difficulty.value) return;
  const auto most =
      std::ranges::max_element(result.undefined, {}, [](const auto& each) { return each.second; });
  result.difficulty = Degree::none(most == result.undefined.end() ? "nothing to judge" : most->first);
}

std::string votes_text(const Recogniser& recogniser, const Recogniser::Judgement& judgement) {
  std::string text;
  std::size_t next = 0;
  for (const DifficultyModel& model : recogniser.models()) {
    if (!model.counts) continue;
    const ModelVote& vote = judgement.votes[next++];
    text += fmt::format("  {}: {} with p {:.4f}, {} rivals, weight {:.4f}\n", model.name,
                        recogniser.classes()[vote.best], vote.p_max, vote.rivals, vote.weight);
  }
  return text;
}

std::string colours_text(const SceneObject& thing) {
  std::string text = "  colours (RRRGGGBB: share):";
  for (const ColourShare& share : thing.colours)
    text += fmt::format(" {}: {:.4f}", share.colour, share.share);
  return text + "\n";
}

std::string shape_text(const SceneObject& thing) {
  std::string text = " ";
  for (std::size_t i = 0; i < kShapeNames.size(); ++i)
    text += fmt::format(" {} {:.4f}", kShapeNames[i], thing.shape[i]);
  return text + "\n";
}

}  // namespace

/// What the models say of an object.
struct NormalSceneModel::Recognised {
  Recogniser::Judgement colour{};
  Recogniser::Judgement shape{};
  std::optional<std::size_t> class_index{};
};

NormalSceneModel::NormalSceneModel(std::span<const SeenScene> training, std::span<const SeenScene> test,
                                   const ObservedNumbers& numbers)
    : numbers_(numbers),
      graphs_(numbers.eq_beside_ntpp),
      colours_seen_(colours_in(training)),
      colours_(examples(training, true), examples(test, true), false, numbers.recogniser, "colour"),
      shapes_(examples(training, false), examples(test, false), true, numbers.recogniser, "shape") {
  std::set<ClassKey> classes;
  for (const SeenScene& scene : training)
    for (const SceneObject& thing : scene) classes.insert({thing.colour_class, thing.shape_class});
  classes_.assign(classes.begin(), classes.end());
  learn_rotations(training);
  learn_locations(training);
}

/// The share of each colour of training objects, and of all other colours together.
std::vector<double> NormalSceneModel::colour_row(const SceneObject& thing) const {
  std::vector<double> row(colours_seen_.size() + 1);
  for (const ColourShare& share : thing.colours) {
    const auto found = std::ranges::lower_bound(colours_seen_, share.colour);
    const bool known = found != colours_seen_.end() && *found == share.colour;
    row[known ? static_cast<std::size_t>(found - colours_seen_.begin()) : colours_seen_.size()] +=
        share.share;
  }
  return row;
}

std::vector<double> NormalSceneModel::shape_row(const SceneObject& thing) {
  return {thing.shape.begin(), thing.shape.end()};
}

NamedExamples NormalSceneModel::examples(std::span<const SeenScene> scenes, bool by_colour) const {
  NamedExamples found;
  for (const SeenScene& scene : scenes)
    for (const SceneObject& thing : scene) {
      found.rows.push_back(by_colour ? colour_row(thing) : shape_row(thing));
      found.classes.push_back(by_colour ? thing.colour_class : thing.shape_class);
    }
  return found;
}

std::size_t NormalSceneModel::class_of(const SceneObject& thing) const {
  const ClassKey key{thing.colour_class, thing.shape_class};
  return static_cast<std::size_t>(std::ranges::lower_bound(classes_, key) - classes_.begin());
}

void NormalSceneModel::learn_rotations(std::span<const SeenScene> scenes) {
  rotations_.resize(classes_.size());
  for (const SeenScene& scene : scenes)
    for (const SceneObject& thing : scene)
      if (thing.rotation_deg) rotations_[class_of(thing)].push_back(*thing.rotation_deg);
}

void NormalSceneModel::learn_locations(std::span<const SeenScene> scenes) {
  for (const SeenScene& scene : scenes) {
    const auto outlines = mapped(scene, [](const SceneObject& thing) { return Outline(thing.outline); });
    const auto classes = mapped(scene, [&](const SceneObject& thing) { return class_of(thing); });
    for (std::size_t i = 0; i < scene.size(); ++i)
      for (std::size_t j = i + 1; j < scene.size(); ++j) {
        const auto [key, state] = state_of(classes[i], classes[j], outlines[i], outlines[j]);
        ++states_[key][state];
      }
  }
}

std::pair<std::pair<std::size_t, std::size_t>, Relations> NormalSceneModel::state_of(std::size_t class_a,
                                                                                     std::size_t class_b,
                                                                                     const Outline& a,
                                                                                     const Outline& b) const {
  const Relations found = relations_of(a, b, numbers_.relations);
  if (class_a < class_b) return {{class_a, class_b}, found};
  if (class_b < class_a) return {{class_b, class_a}, inverse(found)};
  return {{class_a, class_b}, std::min(found, inverse(found))};  // two objects of one class have no order
}

std::optional<std::size_t> NormalSceneModel::voted(const Recogniser::Judgement& colour,
                                                   const Recogniser::Judgement& shape) const {
  const auto probability = [](const Recogniser& recogniser, const Recogniser::Judgement& judgement,
                              const std::string& name) {
    if (judgement.votes.empty()) return 1.0;  // no model of this dimension counts
    const auto& names = recogniser.classes();
    const auto found = std::ranges::lower_bound(names, name);
    if (found == names.end() || *found != name) return 0.0;
    return judgement.probabilities[static_cast<std::size_t>(found - names.begin())];
  };
  if (colour.votes.empty() && shape.votes.empty()) return std::nullopt;
  std::optional<std::size_t> best;
  double most = -1;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const double p =
        probability(colours_, colour, classes_[i].first) * probability(shapes_, shape, classes_[i].second);
    if (p <= most) continue;
    most = p;
    best = i;
  }
  return best;
}

NormalSceneModel::Recognised NormalSceneModel::recognise(const SceneObject& thing) const {
  Recognised known{.colour = colours_.judge(colour_row(thing)), .shape = shapes_.judge(shape_row(thing))};
  known.class_index = voted(known.colour, known.shape);
  return known;
}

std::string NormalSceneModel::class_name(std::size_t index) const {
  const auto& [colour, shape] = classes_[index];
  return colour == shape ? colour : colour + " " + shape;
}

void NormalSceneModel::judge_rotation(const SceneObject& thing, const Recognised& known,
                                      SceneDegree& result) const {
  if (!thing.rotation_deg) {
    ++result.undefined["a round outline shows no rotation"];
    return;
  }
  if (!known.class_index) {
    ++result.undefined["no model is above the threshold gamma"];
    return;
  }
  const std::vector<double>& seen = rotations_[*known.class_index];
  if (static_cast<int>(seen.size()) < numbers_.least_states) {
    ++result.undefined["the class was seen turned too rarely"];
    return;
  }
  const Degree degree = rotation_difficulty(seen, *thing.rotation_deg, numbers_.rotation);
  if (!add(result, degree, {thing.id})) return;
  constexpr int kBinDeg = 10;
  std::map<int, int> histogram;
  for (const double angle : seen) ++histogram[static_cast<int>(angle / kBinDeg) * kBinDeg];
  result.why = fmt::format("  taken for {}, at {:.1f} degrees; seen at (degrees: times)",
                           class_name(*known.class_index), *thing.rotation_deg);
  for (const auto& [angle, count] : histogram) result.why += fmt::format(" {}: {}", angle, count);
  result.why += "\n";
}

void NormalSceneModel::judge_pair(std::pair<std::size_t, const Outline*> a,
                                  std::pair<std::size_t, const Outline*> b, const std::vector<int>& ids,
                                  SceneDegree& result) const {
  const auto [key, state] = state_of(a.first, b.first, *a.second, *b.second);
  const std::string names = class_name(key.first) + " and " + class_name(key.second);
  const auto found = states_.find(key);
  static const SeenStates kNone;
  const SeenStates& seen = found == states_.end() ? kNone : found->second;
  int count = 0;
  for (const auto& [other, times] : seen) count += times;
  if (count < numbers_.least_states) {
    ++result.undefined["the two classes were seen together too rarely"];
    return;
  }
  if (count == 0) {
    if (add(result, Degree::of(0), ids)) result.why = "  " + names + " were never seen together\n";
    return;
  }
  const LocationDegree degree = location_difficulty(seen, state, graphs_, numbers_.location);
  if (!add(result, degree.difficulty, ids)) return;
  result.why = fmt::format("  {}: {}; nearest of {} states: {}, at {}; size {:.4f}\n  states (times):", names,
                           words(state), count, words(degree.nearest), degree.cd, degree.size);
  for (const auto& [other, times] : seen) result.why += fmt::format(" {} ({});", words(other), times);
  result.why += fmt::format(" {} clusters\n", clusters_of(seen, graphs_, numbers_.location.d_star).size());
}

void NormalSceneModel::judge_locations(const SeenScene& scene, const std::vector<Recognised>& known,
                                       SceneDegree& result) const {
  const auto outlines = mapped(scene, [](const SceneObject& thing) { return Outline(thing.outline); });
  for (std::size_t i = 0; i < scene.size(); ++i)
    for (std::size_t j = i + 1; j < scene.size(); ++j)
      if (known[i].class_index && known[j].class_index)
        judge_pair({*known[i].class_index, &outlines[i]}, {*known[j].class_index, &outlines[j]},
                   {scene[i].id, scene[j].id}, result);
      else
        ++result.undefined["no model is above the threshold gamma"];
}

SceneDegrees NormalSceneModel::judge(const SeenScene& scene) const {
  SceneDegrees degrees;
  auto& [colour, shape, rotation, location] = degrees;
  std::vector<Recognised> known;
  for (const SceneObject& thing : scene) {
    known.push_back(recognise(thing));
    if (add(colour, known.back().colour.difficulty, {thing.id}))
      colour.why = colours_text(thing) + votes_text(colours_, known.back().colour);
    if (add(shape, known.back().shape.difficulty, {thing.id}))
      shape.why = shape_text(thing) + votes_text(shapes_, known.back().shape);
    judge_rotation(thing, known.back(), rotation);
  }
  judge_locations(scene, known, location);
  for (SceneDegree& degree : degrees) explain_lack(degree);
  return degrees;
}

namespace {

constexpr double kShapeUnitPx = 100;

Rings rings_of(const SeenObject& object, int height_px) {
  Rings rings;
  for (const std::vector<Pixel>& pixels : object.rings) {
    auto& ring = rings.emplace_back();
    for (const Pixel pixel : pixels) {
      const OutlinePoint point{static_cast<double>(pixel.x), static_cast<double>(height_px - pixel.y)};
      if (ring.empty() || ring.back().x != point.x || ring.back().y != point.y) ring.push_back(point);
    }
  }
  return rings;
}

/// The label without its state of damage: "_1" to "_9".
std::string without_damage(const std::string& label) {
  const bool damaged = label.size() > 2 && label[label.size() - 2] == '_' &&
                       std::isdigit(static_cast<unsigned char>(label.back())) != 0;
  return damaged ? label.substr(0, label.size() - 2) : label;
}

void name_classes(SceneObject& thing, const std::string& label) {
  const std::string name = without_damage(label);
  const auto bar = name.find('_');
  thing.colour_class = name.substr(0, bar);
  thing.shape_class = bar == std::string::npos ? name : name.substr(bar + 1);
}

}  // namespace

SeenScene scene_of(const Observation& seen, const SceneNumbers& numbers) {
  SeenScene scene;
  for (const SeenObject& object : seen.objects) {
    if (object.rings.empty() || object.rings.front().size() < 3) continue;
    SceneObject thing{
        .id = object.id, .colours = object.colours, .outline = rings_of(object, seen.height_px)};
    thing.shape = shape_numbers(thing.outline, kShapeUnitPx);
    thing.rotation_deg = rotation_deg(thing.outline, numbers.slack_px, numbers.most_corners);
    if (seen.labelled) name_classes(thing, object.label);
    scene.push_back(std::move(thing));
  }
  return scene;
}

}  // namespace novphy
