// Plays one shot at a side of a pair and tells what came of it.
// Usage: play_a_shot DATA_FOLDER PAIR ANGLE_DEG, such as: play_a_shot . levels/templates/rolling/agents.json
// 50
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/play.h"

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "Usage: play_a_shot DATA_FOLDER PAIR ANGLE_DEG\n";
    return 2;
  }
  using namespace novphy;
  const std::string data = argv[1];
  const Assets assets = load_assets(data + "/assets");
  const Pair pair = read_pair(data + "/" + argv[2], assets.catalogue);
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
