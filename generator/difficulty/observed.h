#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/difficulty/classifier.h"
#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/difficulty/equations.h"
#include "evaluator/difficulty/outline.h"
#include "sim/observation.h"

namespace novphy {

/// Examples by the name of their class.
struct NamedExamples {
  std::vector<std::vector<double>> rows{};
  std::vector<std::string> classes{};  ///< one name for each row
};

struct RecogniserNumbers {
  AppearanceNumbers appearance{};
  /// gamma of the paper: a model counts if it recognises more than this share of each class's test examples.
  double gamma = 0.5;
  ClassifierNumbers classifiers{};
};

/// Three different classifiers for the same kind of numbers (equation 1 of Pinto et al. 2023). With `scaled`,
/// each column is first divided by its standard deviation over the training examples.
class Recogniser {
 public:
  /// Trains on `training` and tests on `test`. Classes with a single training example are left out, because
  /// one example shows no spread. Where no class is left, judge() is undefined.
  Recogniser(const NamedExamples& training, const NamedExamples& test, bool scaled,
             const RecogniserNumbers& numbers, std::string dimension = {});

  struct Judgement {
    Degree difficulty{};
    /// The mean of the counting models' probabilities, weighted as in equation 1; one for each of classes().
    std::vector<double> probabilities{};
    std::vector<ModelVote> votes{};  ///< of the models that count
  };
  Judgement judge(const std::vector<double>& row) const;

  const std::vector<std::string>& classes() const { return classes_; }
  const std::vector<DifficultyModel>& models() const { return reports_; }

 private:
  std::vector<double> scaled(std::vector<double> row) const;
  void learn_scale(const NamedExamples& training);
  DifficultyModel test(const Classifier& model, const NamedExamples& examples) const;

  RecogniserNumbers numbers_;
  std::vector<std::string> classes_{};
  std::vector<double> scale_{};  ///< empty: not scaled
  std::vector<Classifier> models_{};
  std::string dimension_;
  std::vector<DifficultyModel> reports_{};
};

// What the measures of difficulty use of the things that agents see.

struct SceneNumbers {
  /// Edges whose lengths differ by less than this count as equally long, in pixels.
  double slack_px = 1.5;
  /// Outlines with more corners count as round, so that their rotation is not visible.
  std::size_t most_corners = 8;
};

/// An object on the screen. Lengths are in pixels of the 640 x 480 screen, y upwards from its lower edge.
struct SceneObject {
  int id = 0;  ///< of the observation
  /// Only in labelled scenes: the classes by colour ("stone", "pig") and by shape ("circle", "rect_fat").
  std::string colour_class{};
  std::string shape_class{};
  std::vector<ColourShare> colours{};
  Rings outline{};
  std::array<double, kShapeNames.size()> shape{};  ///< shape_numbers() in hundreds of pixels
  std::optional<double> rotation_deg{};
};

/// Everything that an observation shows except ground and slingshot.
using SeenScene = std::vector<SceneObject>;

/// The scene of an observation. Objects without an outline are left out. The classes are parts of the
/// developer label: "stone_circle_1" has the colour class "stone" and the shape class "circle"; "Platform" is
/// both classes of a platform. The state of damage is left out.
SeenScene scene_of(const Observation& seen, const SceneNumbers& numbers = {});

/// The dimensions of the observational state of Pinto et al. 2023.
inline constexpr std::array<std::string_view, 4> kSeenDimensions{"colour", "shape", "rotation", "location"};

struct ObservedNumbers {
  SceneNumbers scene{};
  RecogniserNumbers recogniser{};
  RotationNumbers rotation{.period_deg = 180};
  LocationNumbers location{};
  RelationNumbers relations{};
  bool eq_beside_ntpp = false;  ///< see RelationGraphs
  /// Least number of seen states of a pair of classes to be judged by its location, and of seen rotations of
  /// a class to be judged by its rotation. Fewer say little. With 0, pairs that were never seen together
  /// count as farthest away (difficulty 0), and any rotation that was seen counts.
  int least_states = 20;
};

/// The difficulty of a scene in one dimension: the least over its objects or pairs of objects.
struct SceneDegree {
  Degree difficulty{};
  std::vector<int> deciders{};             ///< ids of the object, or the two objects, with the smallest value
  int judged = 0;                          ///< objects or pairs with a value
  std::map<std::string, int> undefined{};  ///< number of objects or pairs without a value, by reason
  std::string why{};                       ///< the numbers behind the least value, in lines
};

/// One for each of kSeenDimensions.
using SceneDegrees = std::array<SceneDegree, kSeenDimensions.size()>;

/// What normal scenes look like, learned from examples, and how hard it is to tell other scenes from them
/// (equations 1 to 3). Many threads may share one object.
class NormalSceneModel {
 public:
  /// Learns from labelled scenes of normal tasks; models are tested on the objects of other normal tasks.
  NormalSceneModel(std::span<const SeenScene> training, std::span<const SeenScene> test,
                   const ObservedNumbers& numbers);

  /// Does not read the scene's labels.
  SceneDegrees judge(const SeenScene& scene) const;

  const Recogniser& colours() const { return colours_; }
  const Recogniser& shapes() const { return shapes_; }

 private:
  /// The classes by colour and shape of an object.
  using ClassKey = std::pair<std::string, std::string>;
  struct Recognised;

  std::vector<double> colour_row(const SceneObject& thing) const;
  static std::vector<double> shape_row(const SceneObject& thing);
  NamedExamples examples(std::span<const SeenScene> scenes, bool by_colour) const;
  void learn_rotations(std::span<const SeenScene> scenes);
  void learn_locations(std::span<const SeenScene> scenes);
  /// Index into classes_ of a training object's class.
  std::size_t class_of(const SceneObject& thing) const;
  Recognised recognise(const SceneObject& thing) const;
  /// Index into classes_, by soft voting over the classes that were seen; nothing where no model counts.
  std::optional<std::size_t> voted(const Recogniser::Judgement& colour,
                                   const Recogniser::Judgement& shape) const;
  void judge_rotation(const SceneObject& thing, const Recognised& known, SceneDegree& result) const;
  void judge_locations(const SeenScene& scene, const std::vector<Recognised>& known,
                       SceneDegree& result) const;
  /// Judges two objects of the classes with these indices.
  void judge_pair(std::pair<std::size_t, const Outline*> a, std::pair<std::size_t, const Outline*> b,
                  const std::vector<int>& ids, SceneDegree& result) const;
  std::string class_name(std::size_t index) const;
  /// The relations of (a, b), and the key of their classes, both in the order of their classes.
  std::pair<std::pair<std::size_t, std::size_t>, Relations> state_of(std::size_t class_a, std::size_t class_b,
                                                                     const Outline& a,
                                                                     const Outline& b) const;

  ObservedNumbers numbers_;
  RelationGraphs graphs_;
  std::vector<int> colours_seen_{};  ///< the colours of training objects, ascending, which are the columns of
                                     ///< colour rows
  Recogniser colours_;
  Recogniser shapes_;
  std::vector<ClassKey> classes_{};               ///< ascending
  std::vector<std::vector<double>> rotations_{};  ///< degrees seen, for each class
  std::map<std::pair<std::size_t, std::size_t>, SeenStates> states_{};
};

}  // namespace novphy
