#pragma once

/// A small plan and its runs, for the tests of whole, stopped and resumed runs.

#include <stdexcept>

#include "tests/trials/fixtures.h"
#include "trials/runner.h"
#include "trials/store/blocks.h"

namespace novphy::test {

inline const Plan& run_plan() {
  static const Plan plan = shifted_plan(pairs(), small_options());
  return plan;
}

inline Fingerprint fingerprint() {
  Fingerprint print;
  print.version = "test";
  print.agent = "test_agent";
  print.seed = 1;
  return print;
}

/// The fingerprint that the records of a whole run have.
inline Fingerprint with_counts(Fingerprint print) {
  print.planned_trials = static_cast<int>(run_plan().trials.size());
  print.planned_novel = small_options().novel;
  return print;
}

inline RunOptions into(const std::filesystem::path& out, int jobs = 1) {
  RunOptions options;
  options.out = out;
  options.jobs = jobs;
  return options;
}

inline RunSummary run_into(const RunOptions& options, const Fingerprint& print = fingerprint()) {
  return run(run_plan(), print, factory<TestAgent>(), setup(), options);
}

/// The output of a run that was not interrupted.
inline const std::string& expected() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    run_into(into(folder / "r"));
    return content(folder / "r");
  }();
  return bytes;
}

/// The content of the partial file of a run that is stopped after its last trial and before its end.
inline std::string partial_bytes(const TemporaryFolder& folder, int jobs) {
  const auto out = folder / "stopped";
  RunOptions options = into(out, jobs);
  std::string bytes;
  options.progress = [&](const Progress& progress) {
    if (progress.trials == progress.trials_of) bytes = content(Partial::path_for(out));
  };
  run_into(options);
  return bytes;
}

/// The places in the plan of the trials that come first in their novelty-scenario, calibration runs included.
inline std::vector<std::size_t> first_trials() {
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < run_plan().trials.size(); ++i)
    if (run_plan().trials[i].index == 0) first.push_back(i);
  return first;
}

struct Stop : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace novphy::test
