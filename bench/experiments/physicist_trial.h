#pragma once

#include <cstdint>
#include <vector>

#include "agents/physicist/law_memory.h"
#include "agents/physicist/physicist_options.h"
#include "bench/experiments/physicist_throw.h"
#include "view/stage.h"

namespace novphy::experiments {

/// The first throw at a task.
struct Attempt {
  Stage stage{};  ///< before the throw
  Law law{};      ///< by which it was planned
  Episode episode{};
  bool passed = false;
};

/// Plays tasks one after the other and looks for the law that holds in them, as the agent physicist does.
class PhysicistTrial {
 public:
  /// The assets must outlive the trial.
  PhysicistTrial(const std::vector<Task>& tasks, const PhysicistOptions& options, std::uint64_t seed,
                 const Assets& assets);

  /// Plays until a throw passes that was planned by a changed law, which is still the best one then. Throws
  /// std::runtime_error if there is none.
  void play();

  const Attempt& first() const { return attempts_.front(); }
  const Attempt& last() const { return attempts_.back(); }
  std::size_t tasks() const { return attempts_.size(); }

  /// The throw by a law, in each of the drawn tasks.
  std::vector<Flight> flights(const Attempt& attempt, const Law& law) const;

 private:
  Simulator simulator() const { return own_.simulator(options_); }
  Attempt attempt();

  PhysicistOptions options_;
  std::uint64_t seed_;
  const Assets& assets_;
  OwnWorld own_;
  Session session_;
  std::vector<Attempt> attempts_{};
  LawMemory memory_{};
};

}  // namespace novphy::experiments
