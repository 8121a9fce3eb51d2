#pragma once

#include <memory>
#include <string>
#include <vector>

#include "evaluator/difficulty/appearance.h"
#include "evaluator/difficulty/classifier.h"

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

/// How well a model recognises the test examples of a class.
struct ClassAccuracy {
  std::string name{};
  int tested = 0;  ///< 0: the class has no test example and says nothing about the model
  int right = 0;
};

/// A model of a recogniser, and whether it counts.
struct ModelReport {
  std::string name{};
  std::vector<ClassAccuracy> classes{};
  bool counts = false;
};

/// Three different classifiers for the same kind of numbers (equation 1 of Pinto et al. 2023). With `scaled`,
/// each column is first divided by its standard deviation over the training examples.
class Recogniser {
 public:
  /// Trains on `training` and tests on `test`. Classes with a single training example are left out, because
  /// one example shows no spread. Where no class is left, judge() is undefined.
  Recogniser(const NamedExamples& training, const NamedExamples& test, bool scaled,
             const RecogniserNumbers& numbers);

  struct Judgement {
    Degree difficulty{};
    /// The mean of the counting models' probabilities, weighted as in equation 1; one for each of classes().
    std::vector<double> probabilities{};
    std::vector<ModelVote> votes{};  ///< of the models that count
  };
  Judgement judge(const std::vector<double>& row) const;

  const std::vector<std::string>& classes() const { return classes_; }
  const std::vector<ModelReport>& models() const { return reports_; }
  /// Names of the classes that are left out because they have too few examples.
  const std::vector<std::string>& too_few() const { return too_few_; }

 private:
  std::vector<double> scaled(std::vector<double> row) const;
  void learn_scale(const NamedExamples& training);
  ModelReport test(const Classifier& model, const NamedExamples& examples) const;

  RecogniserNumbers numbers_;
  std::vector<std::string> classes_{};
  std::vector<std::string> too_few_{};
  std::vector<double> scale_{};  ///< empty: not scaled
  std::vector<std::unique_ptr<Classifier>> models_{};
  std::vector<ModelReport> reports_{};
};

}  // namespace novphy
