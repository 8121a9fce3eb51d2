#include "generator/difficulty/recogniser.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace novphy {

Recogniser::Recogniser(const NamedExamples& training, const NamedExamples& test_examples, bool scaled_columns,
                       const RecogniserNumbers& numbers)
    : numbers_(numbers) {
  std::map<std::string, int> counts;
  for (const std::string& name : training.classes) ++counts[name];
  std::map<std::string, std::size_t> index;
  for (const auto& [name, count] : counts) {
    (count > 1 ? classes_ : too_few_).push_back(name);
    if (count > 1) index[name] = classes_.size() - 1;
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
  for (const auto& model : models_) reports_.push_back(test(*model, test_examples));
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

ModelReport Recogniser::test(const Classifier& model, const NamedExamples& examples) const {
  ModelReport report{.name = std::string(model.name())};
  for (const std::string& name : classes_) report.classes.push_back({.name = name});
  for (std::size_t i = 0; i < examples.rows.size(); ++i) {
    const auto known = std::find(classes_.begin(), classes_.end(), examples.classes[i]);
    if (known == classes_.end()) continue;
    const auto expected = static_cast<std::size_t>(known - classes_.begin());
    const ModelVote vote = vote_of(model.probabilities(scaled(examples.rows[i])), numbers_.appearance);
    ++report.classes[expected].tested;
    report.classes[expected].right += vote.best == expected && vote.p_max > 0;
  }
  report.counts = std::all_of(report.classes.begin(), report.classes.end(), [&](const ClassAccuracy& c) {
    return c.tested == 0 || c.right > numbers_.gamma * c.tested;
  });
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
    const std::vector<double> p = models_[i]->probabilities(here);
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

}  // namespace novphy
