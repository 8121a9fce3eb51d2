#include "window/winning_throws.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "view/tracks.h"

namespace novphy::window {
namespace {

constexpr double kSolveStepDeg = 1;
constexpr std::size_t kShownWins = 5;

bool ended(const std::future<std::vector<Path>>& paths) {
  return paths.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::vector<Path> winning_paths(const Task& task, const SolverNumbers& numbers, const std::stop_token& stop) {
  const auto solutions =
      solve(task, solver_spec(task, kSolveStepDeg), numbers, birds_to_sacrifice(task), {}, stop);
  std::vector<Path> paths;
  const std::size_t every = std::max<std::size_t>(1, solutions.size() / kShownWins);
  for (std::size_t i = 0; i < solutions.size() && !stop.stop_requested(); i += every) {
    const auto more = paths_of(task, solutions[i].shots, numbers.catalogue, numbers.physics);
    paths.insert(paths.end(), more.begin(), more.end());
  }
  return paths;
}

}  // namespace

void WinningThrows::search(const Task& task, const SolverNumbers& numbers) {
  drop();
  now_.emplace();
  now_->paths = std::async(std::launch::async, [task, numbers, stop = now_->stop.get_token()] {
    return winning_paths(task, numbers, stop);
  });
}

void WinningThrows::drop() {
  std::erase_if(dropped_, [](const Search& search) { return ended(search.paths); });
  if (!now_) return;
  now_->stop.request_stop();
  dropped_.push_back(std::move(*now_));
  now_.reset();
}

std::optional<std::vector<Path>> WinningThrows::take() {
  if (!now_ || !ended(now_->paths)) return std::nullopt;
  std::vector<Path> paths = now_->paths.get();
  now_.reset();
  return paths;
}

}  // namespace novphy::window
