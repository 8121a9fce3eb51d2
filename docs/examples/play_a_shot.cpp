// Plays one shot at both sides of a pair and tells what came of it. PAIR is a file, or a path in DATA_FOLDER.
// Usage: play_a_shot DATA_FOLDER PAIR ANGLE_DEG, such as: play_a_shot . levels/templates/rolling/agents.json
// 50
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/world.h"

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "Usage: play_a_shot DATA_FOLDER PAIR ANGLE_DEG\n";
    return 2;
  }
  using namespace novphy;
  const std::filesystem::path data = argv[1];
  const std::filesystem::path file = argv[2];
  const Assets assets = load_assets(data / "assets");
  const Pair pair = read_pair(std::filesystem::exists(file) ? file : data / file, assets.catalogue);
  const Shot shot = aimed(radians(std::atof(argv[3])), 1);  // pulled by 1 m

  for (const Template& side : {pair.normal, pair.novel}) {
    const std::vector<Shot> shots(side.task.birds.size(), shot);
    const Outcome outcome = play(side.task, shots, assets.catalogue, assets.physics.at("standard"));
    std::cout << side.name << ": " << (outcome.won ? "passed" : "failed") << ", score " << outcome.score
              << ", " << outcome.time_s << " s\n";
  }
} catch (const std::exception& error) {
  std::cerr << "play_a_shot: " << error.what() << '\n';
  return 2;
}
