#include "trials/store/merge.h"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/outputs.h"
#include "app/recorded_run.h"
#include "base/input_error.h"
#include "base/utf8.h"
#include "evaluator/detectors/alarms.h"
#include "trials/plan_file.h"

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

/// The plan of the files. Nothing where --plan does not name it and it is no longer where it was.
std::optional<Plan> plan_of(const MergeArguments& options, const Fingerprint& fingerprint) {
  const std::string path = options.plan.empty() ? fingerprint.plan : options.plan;
  if (options.plan.empty() && !std::filesystem::is_regular_file(path)) return std::nullopt;
  PlanFile file = read_plan(path, options.assets.load_catalogue());
  if (file.hash == fingerprint.plan_hash) return std::move(file.plan);
  throw InputError(path,
                   fmt::format("has the hash {}, expected {}, the plan of the files: --plan names the plan",
                               file.hash, fingerprint.plan_hash));
}

/// Says which trials are missing. Only the argument for Slurm goes to the standard output.
void tell_missing(const MergeArguments& options, const Merge& merge) {
  const auto say = [](const std::string& text) {
    std::fputs(("novphy: " + printable(text) + "\n").c_str(), stderr);
  };
  const int count = merge.planned() - static_cast<int>(merge.trials().size());
  const std::string what =
      fmt::format("{} of {} trials are missing; nothing is written", count, merge.planned());
  const int shards = options.shards > 0 ? options.shards : merge.shards().value_or(0);
  if (shards == 0) return say(what + "; --shards N names the shards that hold them");
  const auto plan = plan_of(options, merge.fingerprint());
  if (!plan) return say(what + "; --plan PLAN names the shards that hold them");
  const auto missing = shards_of(missing_trials(merge, *plan), shards);
  say(fmt::format("{}; they are of {} of {} shards", what, missing.size(), shards));
  fmt::print("--array={}\n", array_text(missing));
}

void merge_files(const MergeArguments& options) {
  if (options.out == "-") throw InputError("--out", "found \"-\", expected the name of a file");
  if (!options.force && std::filesystem::exists(options.out))
    throw InputError(options.out, "is there already: expected another name or --force");
  const Merge merge(options.files);
  if (!merge.is_whole()) {
    tell_missing(options, merge);
    throw ExitCode{kTrialsMissing};
  }
  std::optional<OnlineDetector> detector;
  Mark mark;
  if (const std::string& text = merge.fingerprint().detector; !text.empty()) {
    detector.emplace(parse_detector(text));
    mark = [&detector](Record& record) { detector->mark(record); };
  }
  print_run(merge.write(options.out, mark), options.out);
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
  command.callback([options] { merge_files(*options); });
}

}  // namespace novphy::app
