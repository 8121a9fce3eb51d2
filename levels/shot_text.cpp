#include "levels/shot_text.h"

#include <fmt/core.h>

namespace novphy {

std::string shot_text(const Shot& shot) {
  return fmt::format("{:.8g}@{:.8g}", degrees(launch_angle_rad(shot)), length(shot.drag_m));
}

std::vector<std::string> shot_texts(const std::vector<Shot>& shots) {
  std::vector<std::string> texts;
  for (const Shot& shot : shots) texts.push_back(shot_text(shot));
  return texts;
}

}  // namespace novphy
