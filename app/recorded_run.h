#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/common.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "evaluator/record.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"
#include "trials/store/open_run.h"
#include "trials/summary.h"

/// The parts that are common to run and serve, which play a plan and write records.
namespace novphy::app {

struct RecordedRunOptions {
  AssetOptions assets;
  std::string plan;
  std::string out;
  std::string run;  ///< the training of the agent; "": not known
  int trials = 0;   ///< 0: all
  bool resume = false;
  bool force = false;
  bool informed = false;  ///< agents are told about the novelty, whatever the plan says
  QuietOption quiet;

  void add_plan_to(CLI::App& command);
  void add_files_to(CLI::App& command);
  /// Throws InputError where the output cannot become a file of records, or the run cannot have its name,
  /// before anything is played.
  void check_out() const;
  void set(RunFiles& files) const;
};

/// The physics for records. Throws InputError for physics that is meant only for searches.
const Physics& physics_of_records(const RecordedRunOptions& options, const Assets& assets);
/// Informs the plan if the options say so; its hash stays that of the file. The fingerprint comes without the
/// agent.
Fingerprint fingerprint_of(const RecordedRunOptions& options, const Assets& assets, PlanFile& file);
/// Throws InputError, which names `option`, for a name that tables and terminals cannot show.
void check_shown_name(const std::string& name, const char* option);

void count_tasks(ProgressLine& line, const Progress& progress);
/// A run that a signal has ended.
Interrupted interrupted(const StoppedRun& stopped, const CatchSignals& signals);
/// How many trials of a run were begun more than once.
std::string begun_again_text(const RunSummary& summary);
void print_run(const RunSummary& summary, const std::string& out);

}  // namespace novphy::app
