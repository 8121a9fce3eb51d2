// An example of a program that uses the library of measures. docs/reference/measures.md shows this program.
#include <iostream>
#include <vector>

#include "evaluator/measures/detection.h"
#include "evaluator/measures/intervals.h"

int main() {
  const std::vector<double> normal{0.1, 0.2};  // the agent's probability of novelty after each normal task
  const std::vector<double> novel{0.3, 0.8, 0.9, 0.2};  // the agent's probability after each novel task
  const novphy::Alarms alarms = novphy::alarms_of({normal, novel}, {.threshold = 0.5});
  const std::vector<double> passes{0, 1, 1, 1};
  if (novphy::wilson(9, 12).low > 0.5) return 1;
  std::cout << "CDT " << (novphy::detection(alarms) == novphy::Detection::kCorrect) << ", DD "
            << *novphy::detection_delay(alarms) << ", AUS " << *novphy::area_under_success(passes) << '\n';
}
