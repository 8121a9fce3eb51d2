// An agent of one's own, and a plan that is run with it.
// Usage: own_agent DATA_FOLDER PLAN RECORDS; novphy plan writes plans, novphy measure reads the records.
#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <string>

#include "agents/agent.h"
#include "levels/assets.h"
#include "trials/plan_file.h"
#include "trials/runner.h"

namespace {

/// Throws 10 degrees higher after each failure, and takes two failures in a row for a novelty.
class Climber : public novphy::Agent {
 public:
  novphy::Shot choose(const novphy::Observation& seen) override {
    const bool to_the_left = seen.bird_rest.x > seen.width_px / 2;
    return novphy::aimed(novphy::radians(to_the_left ? 180 - angle_deg_ : angle_deg_), 1);
  }
  void end_task(const novphy::TaskResult& result) override {
    failures_ = result.passed ? 0 : failures_ + 1;
    if (!result.passed) angle_deg_ = angle_deg_ >= 80 ? 0 : angle_deg_ + 10;
  }
  novphy::NoveltyReport novelty() override { return {.probability = failures_ >= 2 ? 1.0 : 0.0}; }

 private:
  double angle_deg_ = 20;
  int failures_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "Usage: own_agent DATA_FOLDER PLAN RECORDS\n";
    return 2;
  }
  using namespace novphy;
  const Assets assets = load_assets(std::string(argv[1]) + "/assets");
  const PlanFile plan = read_plan(argv[2], assets.catalogue);
  const SessionSetup setup{
      .catalogue = assets.catalogue, .physics = assets.physics.at("standard"), .colours = assets.colours};
  Fingerprint made_by;
  made_by.physics = "standard";
  made_by.plan_hash = plan.hash;
  made_by.agent = "climber";
  RunOptions options;
  options.out = argv[3];
  options.jobs = 2;
  options.force = true;
  const auto make = [](const std::string&) { return std::make_unique<Climber>(); };
  const RunSummary summary = run(plan.plan, made_by, make, setup, options);
  std::cout << summary.records << " tasks, " << summary.passed << " passed\n";
} catch (const std::exception& error) {
  std::cerr << "own_agent: " << error.what() << '\n';
  return 2;
}
