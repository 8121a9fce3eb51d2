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
  /// gamma of the paper: a model counts where it knows more than this share of the test examples of every
  /// class.
  double gamma = 0.5;
  ClassifierNumbers classifiers{};
};

/// How well a model knows the test examples of a class.
struct ClassAccuracy {
  std::string name{};
  int tested = 0;  ///< 0: the class has no test example, so that it says nothing of the model
  int right = 0;
};

/// A model of a recogniser, and whether it counts.
struct ModelReport {
  std::string name{};
  std::vector<ClassAccuracy> classes{};
  bool counts = false;
};

/// Three unlike classifiers of one kind of numbers (equation 1 of Pinto et al. 2023). Every column is first
/// divided by its standard deviation over the training examples where `scaled`.
class Recogniser {
 public:
  /// Trains on `training` and tests on `test`. Classes with a single training example are left out, since one
  /// example shows no spread. Without any class nothing is known: judge() is undefined.
  Recogniser(const NamedExamples& training, const NamedExamples& test, bool scaled,
             const RecogniserNumbers& numbers);

  struct Judgement {
    Degree difficulty{};
    /// The mean of the counting models' probabilities, weighted like equation 1; one for each of classes().
    std::vector<double> probabilities{};
    std::vector<ModelVote> votes{};  ///< of the models that count
  };
  Judgement judge(const std::vector<double>& row) const;

  const std::vector<std::string>& classes() const { return classes_; }
  const std::vector<ModelReport>& models() const { return reports_; }
  /// Names of classes that are left out for want of examples.
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
