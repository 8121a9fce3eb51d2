#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "agents/learning/trained.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "levels/task_file.h"
#include "tests/learning/play_setting.h"
#include "tests/temporary_folder.h"
#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

const Plan& plan() {
  static const Plan made = shifted_plan(pairs(), small_options());
  return made;
}

/// Writes a net as drawn for each normal template of the plan, trained on tasks with these hashes.
void write_nets(const std::filesystem::path& folder, const std::vector<std::string>& hashes) {
  Rng rng = Rng::stream(1, "tests/plan_nets");
  const Net net(shape_of(NetKind::kDqn, ActionSet::kGrid), [&] { return rng.uniform(); });
  for (const Pair& pair : pairs())
    write_trained(folder,
                  trained_net({.task_template = pair.normal.name, .hashes = hashes}, net, ActionSet::kGrid));
}

PlanNets read(const std::filesystem::path& folder) {
  return read_plan_nets(NetKind::kDqn, folder, plan(), assets().catalogue);
}

}  // namespace

TEST_CASE("a plan is played with a net for each normal template, and records name its file and hash") {
  const TemporaryFolder folder;
  write_nets(folder.path(), {"0123"});
  const PlanNets nets = read(folder.path());
  CHECK(nets.nets.size() == pairs().size());
  CHECK(nets.of("nowhere") == nullptr);
  REQUIRE(nets.files.size() == pairs().size());
  for (const Pair& pair : pairs()) {
    const Trained* net = nets.of(pair.normal.name);
    REQUIRE(net != nullptr);
    CHECK_THAT(nets.files, Catch::VectorContains(
                               fmt::format("{}.dqn {:016x}", pair.normal.name, weights_hash(net->net))));
  }
}

TEST_CASE("a net that was trained on a normal task of the plan, and a net that is missing, are refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read(folder.path()), Contains(".dqn: cannot be read"));
  const PlannedTrial& trial = plan().trials.front();
  const Task task = task_of(plan(), trial.calibration.front(), assets().catalogue);
  write_nets(folder.path(), {fmt::format("{:016x}", fnv1a(task_to_json(task, assets().catalogue)))});
  CHECK_THROWS_WITH(read(folder.path()), Contains("was trained on task 0 of") && Contains("another --seed"));
}
