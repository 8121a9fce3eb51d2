#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/rng.h"
#include "tests/temporary_folder.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy::test {

inline const Assets& assets() {
  static const Assets loaded = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return loaded;
}

inline const Physics& physics() { return assets().physics.at("standard"); }

inline SessionSetup setup(bool informed = false) {
  return {.catalogue = assets().catalogue,
          .physics = physics(),
          .colours = assets().colours,
          .labels = false,
          .informed = informed};
}

/// Two pairs: agents/rolling with one bird, and events/single_force with two birds.
inline const std::vector<Pair>& pairs() {
  static const std::vector<Pair> read =
      read_pairs(NOVPHY_SOURCE_DIR "/tests/trials/pairs", assets().catalogue);
  return read;
}

/// A plan whose tasks are shifted templates.
inline Plan shifted_plan(std::span<const Pair> of, const PlanOptions& options) {
  Plan plan = make_plan(of, options);
  shift_tasks(plan);
  return plan;
}

inline const Task& task_with_two_birds() { return pairs()[1].normal.task; }

/// Options of a small plan, which is played in a moment.
inline PlanOptions small_options() {
  PlanOptions options;
  options.trials = 3;
  options.min_normal = 1;
  options.max_normal = 3;
  options.novel = 2;
  options.calibration_runs = 2;
  options.calibration_tasks = 2;
  return options;
}

/// An agent for tests, which chooses its own shots.
class TestAgent : public Agent {
 public:
  Shot choose(const Observation&) override {
    ++choices;
    const double angle_rad = rng_.uniform(0.2, 1.2);
    return aimed(angle_rad, 1);
  }
  void begin_trial(std::uint64_t seed) override { rng_ = Rng(seed, 1); }

  int choices = 0;

 private:
  Rng rng_{0, 1};
};

template <class Player>
AgentFactory factory() {
  return [](const std::string&) { return std::make_unique<Player>(); };
}

inline std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace novphy::test
