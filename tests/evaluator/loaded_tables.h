#pragma once

#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/evaluation.h"
#include "evaluator/load.h"
#include "evaluator/record_io.h"
#include "tests/evaluator/results_text.h"
#include "tests/evaluator/trials.h"
#include "tests/temporary_folder.h"

/// Tables of results, written by a test and loaded together.
namespace novphy::test {

/// Tables and records of a test, in one folder.
class Inputs {
 public:
  std::string add(const std::string& name, const std::string& content) {
    const auto path = *folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    paths_.push_back(path.string());
    return paths_.back();
  }

  Loaded load(const Conventions& conventions = {}, const ColumnNames& columns = {}) const {
    LoadOptions options;
    options.columns = columns;
    Loaded loaded = without_folder(novphy::load(paths_, conventions, options));
    // Most tables here have no column of detection; a test of its own holds this warning.
    std::erase_if(loaded.warnings, says_no_detection);
    return loaded;
  }
  /// The warnings that a table has no column of detection.
  std::vector<std::string> without_detection() const {
    std::vector<std::string> warnings = without_folder(novphy::load(paths_, {}, {})).warnings;
    std::erase_if(warnings, [](const std::string& text) { return !says_no_detection(text); });
    return warnings;
  }

  /// The error's message, with the names of files instead of their paths.
  std::string error(const Conventions& conventions = {}, const ColumnNames& columns = {}) const {
    try {
      load(conventions, columns);
    } catch (const std::exception& error) {
      return without_folder(error.what());
    }
    return "no error";
  }

 private:
  static bool says_no_detection(const std::string& warning) {
    return warning.find("no column \"novelty_probability\" or \"alarm\"") != std::string::npos;
  }
  std::string without_folder(std::string text) const {
    const std::string folder = folder_->path().string() + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }
  Loaded without_folder(Loaded loaded) const {
    for (std::string& warning : loaded.warnings) warning = without_folder(warning);
    return loaded;
  }

  std::shared_ptr<TemporaryFolder> folder_ = std::make_shared<TemporaryFolder>();
  std::vector<std::string> paths_;
};

inline Conventions with(Performance performance, Repeats repeats = Repeats::kRefuse) {
  Conventions conventions;
  conventions.performance = performance;
  conventions.repeats = repeats;
  return conventions;
}

/// A table with this last column.
inline Inputs table(const std::string& last_column, const std::string& rows) {
  Inputs inputs;
  inputs.add("r.csv", kTableHead + "," + last_column + "\n" + rows);
  return inputs;
}

inline CellMeasures cell_of(const Loaded& loaded, const Conventions& conventions = {}) {
  return measure(loaded.agents.at(0).trials, conventions).cells.at(0);
}

inline std::string records(const std::vector<Record>& tasks, const std::string& plan = "0123",
                           const std::string& agent = "a") {
  Fingerprint print;
  print.agent = agent;
  print.plan_hash = plan;
  std::string text = to_line(print) + "\n";
  for (const Record& task : tasks) text += to_line(task) + "\n";
  return text;
}

}  // namespace novphy::test
