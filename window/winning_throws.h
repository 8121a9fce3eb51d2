#pragma once

#include <future>
#include <optional>
#include <stop_token>
#include <vector>

#include "generator/solver.h"
#include "view/stage.h"

namespace novphy::window {

/// The paths of some winning throws of a task, found on a thread of its own.
class WinningThrows {
 public:
  WinningThrows() = default;
  /// Stops the search, and waits for the play that is being tried.
  ~WinningThrows() { drop(); }
  WinningThrows(const WinningThrows&) = delete;
  WinningThrows& operator=(const WinningThrows&) = delete;

  /// Begins a search. Everything that `numbers` refers to must outlive this object.
  void search(const Task& task, const SolverNumbers& numbers);
  bool searching() const { return now_.has_value(); }
  /// Stops the search without waiting; its result is lost.
  void drop();
  /// The result of a search that has ended, once. The paths are empty where no throw wins.
  std::optional<std::vector<Path>> take();

 private:
  struct Search {
    std::stop_source stop;
    std::future<std::vector<Path>> paths;
  };
  std::optional<Search> now_;
  std::vector<Search> dropped_;  ///< searches that were stopped and may still end a play
};

}  // namespace novphy::window
