#pragma once

#include <string>
#include <vector>

#include "evaluator/mean.h"
#include "evaluator/measures.h"

namespace novphy {

/// Adds up the trials of one cell.
class Cell {
 public:
  explicit Cell(const Conventions& conventions) : conventions_(conventions) {}

  void add_incomplete(const TrialLog& trial);
  void add(const TrialLog& trial);
  CellMeasures finish(std::string novelty, std::string scenario) &&;

 private:
  void add_detection(const TrialLog& trial);
  void add_adaptation(const TrialLog& trial);
  int m_of(int novel) const;

  Conventions conventions_;
  CellMeasures measures_;
  Mean dd_, ap_, aus_, aus_trapz_, normal_;
  std::vector<Mean> pass_rate_;
};

}  // namespace novphy
