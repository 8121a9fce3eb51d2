#include "jobs/invent.h"

#include <fmt/core.h>

#include <string>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "app/progress_line.h"
#include "app/shipped.h"

namespace novphy::app {
namespace {

struct InventArguments {
  AssetOptions assets{};
  NoveltyTable novelties{};
  InventSettings invent{};
  bool quiet = false;

  Settings settings() {
    Settings all = invent.settings();
    add(all, {novelties.setting(), quiet_setting(quiet)});
    add(all, assets.settings());
    return all;
  }
};

void run_invent(InventArguments& wanted) {
  const Assets assets = wanted.assets.load();
  InventSettings& invent = wanted.invent;
  invent.bases = shipped(invent.bases);
  if (invent.bases.empty()) invent.bases.push_back(data_folder("levels/templates").string());
  ProgressLine line("invent", "pairs", wanted.quiet);
  invent.set.progress = line.counter();
  const Invented made =
      write_invented(invent, assets, wanted.assets.physics_name(), wanted.novelties.load(assets.catalogue));
  if (!invent.set.shard) fmt::print("{}{}", text_of(made.set), alike_text(made));
}

}  // namespace

void add_invent(Command& program) {
  add_job(program,
          {.name = "invent",
           .what = "Invents novelties: draws laws, puts them into pairs, and proves the pairs by playing",
           .group = kTasksGroup,
           .examples = "novphy invent --count 40 --seed 7 --jobs 2 --out invented"},
          job_of(run_invent));
}

}  // namespace novphy::app
