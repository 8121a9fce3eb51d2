#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "evaluator/input/results_csv.h"
#include "tests/evaluator/scratch_file.h"

/// Texts of tables of results, for tests of their reader.
namespace novphy::test {

inline const std::string kTableHead = "agent,novelty,scenario,trial,phase,passed";

inline std::vector<ResultRow> results(const std::string& content) {
  const ScratchFile file(content);
  std::vector<ResultRow> rows;
  read_results_csv(LineReader(file.path()), [&](const ResultRow& row, int) { rows.push_back(row); });
  return rows;
}

/// The part of the error's message that follows the file's name.
inline std::string results_error(const std::string& content) {
  const ScratchFile file(content);
  try {
    read_results_csv(LineReader(file.path()), [](const ResultRow&, int) {});
  } catch (const InputError& error) {
    const std::string message = error.what();
    REQUIRE_THAT(message, Catch::StartsWith(file.path() + ":"));
    return message.substr(file.path().size());
  }
  return "no error";
}

inline std::string results_row_error(const std::string& row) {
  return results_error(kTableHead + "\n" + row + "\n");
}

}  // namespace novphy::test
