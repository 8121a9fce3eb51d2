#include "jobs/merge.h"

namespace novphy {

Settings MergeSettings::settings() {
  return {
      {"files", &files, "Finished shards, tries of shards, and partial files, in any order", "FILE",
       Also{.positional = true, .required = true}},
      {"out", &out, "The file of records to write", "FILE",
       Also{.required = true, .writes = {{FileKind::kRecords}}, .named = true}},
      {"force", &force, "Replaces records that are there already, and files of another kind"},
      {"plan", &plan, "The plan, where it was moved; needed only to name shards that are missing", "PLAN"},
      {"shards", &shards,
       "The number of shards, to name those that are missing (default: as the files' names say)", "N",
       Also{.least = 1, .most = kMostShards}}};
}

Merged merge(const MergeSettings& wanted, const std::filesystem::path& assets, StopFlag stop) {
  return merge_files(wanted.files,
                     {.out = wanted.out,
                      .force = wanted.force,
                      .plan = wanted.plan,
                      .shards = wanted.shards.value_or(0),
                      .stop = stop},
                     assets);
}

}  // namespace novphy
