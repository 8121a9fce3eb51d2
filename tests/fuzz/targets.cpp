#include "tests/fuzz/targets.h"

#include <array>

namespace novphy::fuzz {
namespace {

constexpr std::array kTargets{
    Target{"task", run_task},           Target{"xml", run_xml},
    Target{"plan", run_plan},           Target{"novelty", run_novelty},
    Target{"catalogue", run_catalogue}, Target{"records", run_records},
    Target{"tables", run_tables},       Target{"study", run_study},
    Target{"journal", run_journal},     Target{"answers", run_answers},
    Target{"arguments", run_arguments}, Target{"world", run_world},
    Target{"server", run_server},       Target{"weights", run_weights},
    Target{"blocks", run_blocks},       Target{"config", run_config},
    Target{"online", run_online},       Target{"card", run_card},
};

}  // namespace

std::span<const Target> targets() { return kTargets; }

const Assets& shipped_assets() {
  static const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return assets;
}

}  // namespace novphy::fuzz
