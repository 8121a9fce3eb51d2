#include "jobs/merge.h"

namespace novphy {

Settings MergeSettings::settings() {
  return {{.name = "files",
           .value = &files,
           .help = "Finished shards, tries of shards, and partial files, in any order",
           .word = "FILE",
           .positional = true,
           .required = true},
          {.name = "out",
           .value = &out,
           .help = "The file of records to write",
           .word = "FILE",
           .required = true,
           .writes = {{FileKind::kRecords}},
           .named = true},
          {.name = "force",
           .value = &force,
           .help = "Replaces records that are there already, and files of another kind"},
          {.name = "plan",
           .value = &plan,
           .help = "The plan, where it was moved; needed only to name shards that are missing",
           .word = "PLAN"},
          {.name = "shards",
           .value = &shards,
           .help = "The number of shards, to name those that are missing (default: as the files' names say)",
           .word = "N",
           .least = 1,
           .most = kMostShards}};
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
