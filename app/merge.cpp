#include "jobs/merge.h"

#include <fmt/core.h>

#include <cstdio>

#include "app/commands.h"
#include "app/recorded_run.h"
#include "base/text.h"

namespace novphy::app {
namespace {

constexpr int kTrialsMissing = 3;  // exit code

struct MergeArguments {
  MergeSettings merge{};
  std::string assets{};  ///< folder

  Settings settings() { return joined({merge.settings(), {assets_setting(assets)}}); }
};

void run_merge(MergeArguments& wanted) {
  const Merged merged = merge(wanted.merge, assets_folder(wanted.assets));
  if (!merged.warning.empty()) print_warning(merged.warning);
  if (merged.written) return print_run(*merged.written, wanted.merge.out);
  std::fputs(("novphy: " + printable(merged.missing) + "\n").c_str(), stderr);
  // Only the argument for Slurm goes to the standard output.
  if (!merged.shards.empty()) fmt::print("--array={}\n", array_text(merged.shards));
  throw ExitCode{kTrialsMissing};
}

}  // namespace

void add_merge(Command& program) {
  add_job(program,
          {"merge", "Merges the shards of a run into its records; exit code 3 where trials are missing",
           kTrialsGroup, "novphy merge records.jsonl.shard-*-of-8 --out records.jsonl"},
          job_of(run_merge));
}

}  // namespace novphy::app
