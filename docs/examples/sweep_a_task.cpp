// Throws at every whole degree on several threads and prints the angles that pass the task.
// Usage: sweep_a_task DATA_FOLDER PAIR THREADS, such as: sweep_a_task . levels/templates/rolling/agents.json
// 2
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "base/parallel.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/world.h"

namespace {

constexpr int kFromDeg = -20;
constexpr int kToDeg = 88;

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "Usage: sweep_a_task DATA_FOLDER PAIR THREADS\n";
    return 2;
  }
  using namespace novphy;
  const std::string data = argv[1];
  const Assets assets = load_assets(data + "/assets");
  const Task task = read_pair(data + "/" + argv[2], assets.catalogue).normal.task;

  // Each thread has a world of its own; the catalogue is shared and never changes.
  std::vector<char> passed(kToDeg - kFromDeg + 1);
  parallel_for(passed.size(), static_cast<unsigned>(std::atoi(argv[3])), [&](std::size_t i) {
    const Shot shot = aimed(radians(kFromDeg + static_cast<double>(i)), 1);
    const std::vector<Shot> shots(task.birds.size(), shot);
    passed[i] = play(task, shots, assets.catalogue, assets.physics.at("standard")).won;
  });

  for (std::size_t i = 0; i < passed.size(); ++i)
    if (passed[i]) std::cout << kFromDeg + static_cast<int>(i) << '\n';
} catch (const std::exception& error) {
  std::cerr << "sweep_a_task: " << error.what() << '\n';
  return 2;
}
