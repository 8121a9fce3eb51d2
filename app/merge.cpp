#include "trials/store/merge.h"

#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/outputs.h"
#include "app/recorded_run.h"
#include "base/input_error.h"
#include "base/utf8.h"

namespace novphy::app {
namespace {

constexpr int kTrialsMissing = 3;  // exit code

struct MergeArguments {
  AssetOptions assets;
  std::vector<std::string> files;
  std::string out;
  std::string plan;
  int shards = 0;
  bool force = false;
};

/// Says which trials are missing. Only the argument for Slurm goes to the standard output.
void tell_missing(const Merged& merged) {
  std::fputs(("novphy: " + printable(merged.missing) + "\n").c_str(), stderr);
  if (!merged.shards.empty()) fmt::print("--array={}\n", array_text(merged.shards));
}

void merge(const MergeArguments& options) {
  if (options.out == "-") throw InputError("--out", "found \"-\", expected the name of a file");
  const Merged merged = merge_files(
      options.files,
      {.out = options.out, .force = options.force, .plan = options.plan, .shards = options.shards},
      options.assets.place());
  if (!merged.warning.empty()) print_warning(merged.warning);
  if (merged.written) return print_run(*merged.written, options.out);
  tell_missing(merged);
  throw ExitCode{kTrialsMissing};
}

}  // namespace

void add_merge(CLI::App& app) {
  const auto options = std::make_shared<MergeArguments>();
  CLI::App& command = add_command(
      app, "merge", "Merges the shards of a run into its records; exit code 3 where trials are missing",
      kTrialsGroup, "novphy merge records.jsonl.shard-*-of-8 --out records.jsonl");
  command
      .add_option("files", options->files,
                  "Finished shards, tries of shards, and partial files, in any order")
      ->type_name("FILE")
      ->required();
  as_output(command.add_option("--out", options->out, "The file of records to write"), {FileKind::kRecords})
      ->type_name("FILE")
      ->required();
  command.add_flag("--force", options->force,
                   "Replaces records that are there already, and files of another kind");
  command
      .add_option("--plan", options->plan,
                  "The plan, where it was moved; needed only to name shards that are missing")
      ->type_name("PLAN");
  command
      .add_option("--shards", options->shards,
                  "The number of shards, to name those that are missing (default: as the files' names say)")
      ->check(CLI::Range(1, kMostShards))
      ->type_name("N");
  options->assets.add_folder_to(command);
  command.callback([options] { merge(*options); });
}

}  // namespace novphy::app
