#include "jobs/invent.h"

#include <fmt/core.h>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/progress_line.h"

namespace novphy::app {
namespace {

struct InventArguments {
  AssetOptions assets{};
  std::string novelties{};  ///< folder
  InventSettings invent{};
  bool quiet = false;

  Settings settings() {
    return joined(
        {invent.settings(), {novelties_setting(novelties), quiet_setting(quiet)}, assets.settings()});
  }
};

void run_invent(InventArguments& wanted) {
  const Assets assets = wanted.assets.load();
  InventSettings& invent = wanted.invent;
  invent.bases = shipped(invent.bases);
  if (invent.bases.empty()) invent.bases.push_back(data_folder("levels/templates").string());
  ProgressLine line("invent", "pairs", wanted.quiet);
  invent.set.progress = line.counter();
  const Invented made = write_invented(invent, assets, wanted.assets.physics,
                                       novelty_table(wanted.novelties, context_of(), assets.catalogue));
  if (!invent.set.shard) fmt::print("{}{}", text_of(made.set), alike_text(made));
}

}  // namespace

void add_invent(Command& program) {
  add_job(program,
          {"invent", "Invents novelties: draws laws, puts them into pairs, and proves the pairs by playing",
           kTasksGroup, "novphy invent --count 40 --seed 7 --jobs 2 --out invented"},
          job_of(run_invent));
}

}  // namespace novphy::app
