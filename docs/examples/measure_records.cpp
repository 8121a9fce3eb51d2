// Prints a measure of every agent in some files of records, with its interval.
// Usage: measure_records MEASURE RECORDS..., such as: measure_records ap records.jsonl
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/tables/tables.h"

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "Usage: measure_records MEASURE RECORDS...\n";
    return 2;
  }
  using namespace novphy;
  const std::vector<std::string> files(argv + 2, argv + argc);
  const Conventions conventions;  // thresholds, windows and confidence as in docs/reference/measures.md
  const Loaded loaded = load(files, conventions);
  const Evaluation evaluation = evaluate(loaded.agents, conventions);
  Selection selection = parse_selection(argv[1]);
  selection.intervals = true;
  for (const AgentMeasures& agent : evaluation.agents)
    std::cout << text_tables(agent, evaluation, selection) << '\n';
} catch (const std::exception& error) {
  std::cerr << "measure_records: " << error.what() << '\n';
  return 2;
}
