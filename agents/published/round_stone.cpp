#include "agents/published/round_stone.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/vec2.h"

namespace novphy {
namespace {

constexpr int kSupportReachPx = 80;

double pixels_between(Pixel a, Pixel b) {
  return length({static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y});
}

bool is_below(const Sighted& pig, const Sighted& ball) { return pig.middle().y > ball.middle().y; }
bool is_below_right(const Sighted& pig, const Sighted& ball) {
  return is_below(pig, ball) && pig.middle().x >= ball.box.right;
}

/// Whether the block touches the ball directly on its right.
bool is_barrier(const Sighted& block, const Sighted& ball) {
  return block.index != ball.index && touch(block.box, ball.box) &&
         block.box.left >= ball.box.right - kTouchPx && block.box.top < ball.box.bottom &&
         ball.box.top < block.box.bottom;
}

/// Whether the ball cannot roll to the right, because more than one block stands there, or one as wide as the
/// ball or taller.
bool is_held(const SightedObjects& sight, const Sighted& ball) {
  int barriers = 0;
  for (const Sighted& block : sight.blocks) {
    if (!is_barrier(block, ball)) continue;
    if (block.width_px() >= ball.width_px() || block.height_px() > ball.height_px()) return true;
    ++barriers;
  }
  return barriers > 1;
}

/// The lowest block of wood or ice (the leftmost of equals) that is connected to the ball by such blocks and
/// has its middle within reach.
std::optional<Sighted> support_of(const SightedObjects& sight, const Sighted& ball) {
  std::vector<Sighted> connected{ball};
  std::vector<Sighted> others = sight.blocks;
  std::erase_if(others, [&](const Sighted& each) {
    return each.index == ball.index || each.kind == SeenKind::kStone ||
           pixels_between(each.middle(), ball.middle()) > kSupportReachPx;
  });
  for (std::size_t i = 0; i < connected.size(); ++i) {
    const PixelBox box = connected[i].box;
    const auto found = std::stable_partition(others.begin(), others.end(),
                                             [&](const Sighted& each) { return !touch(each.box, box); });
    connected.insert(connected.end(), found, others.end());
    others.erase(found, others.end());
  }
  if (connected.size() < 2) return std::nullopt;
  return *std::min_element(connected.begin() + 1, connected.end(), [](const Sighted& a, const Sighted& b) {
    return a.box.bottom != b.box.bottom ? a.box.bottom > b.box.bottom : a.box.left < b.box.left;
  });
}

double worth_of(const Sighted& ball, const Sighted& pig) {
  return 5000 * (1 - std::pow(pixels_between(ball.middle(), pig.middle()), 1.4) / 2000);
}

void add_clear_throws(const Aiming& aiming, const Sighted& target, double score,
                      std::vector<RoundStoneThrow>& all) {
  for (PlannedThrow& planned : throws_at(aiming, target))
    if (planned.way.blocks.empty() && !planned.way.platform)
      all.push_back({.planned = std::move(planned), .score = score});
}

}  // namespace

bool is_round(const std::vector<Pixel>& outline) {
  constexpr std::size_t kLeastCorners = 8;
  constexpr double kRoughnessPx = 1.5;
  if (outline.size() < kLeastCorners) return false;
  const auto [left, right] = std::minmax_element(outline.begin(), outline.end(),
                                                 [](const Pixel& a, const Pixel& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(outline.begin(), outline.end(),
                                                 [](const Pixel& a, const Pixel& b) { return a.y < b.y; });
  const Vec2 middle{(static_cast<double>(left->x) + right->x) / 2,
                    (static_cast<double>(top->y) + bottom->y) / 2};
  const double radius_px =
      ((static_cast<double>(right->x) - left->x) + (static_cast<double>(bottom->y) - top->y)) / 4;
  return std::all_of(outline.begin(), outline.end(), [&](const Pixel& p) {
    return std::abs(length(Vec2{static_cast<double>(p.x), static_cast<double>(p.y)} - middle) - radius_px) <=
           kRoughnessPx;
  });
}

std::vector<RoundStoneThrow> round_stone_throws(const Aiming& aiming, const Observation& seen) {
  std::vector<RoundStoneThrow> all;
  for (const Sighted& ball : aiming.sight.blocks) {
    if (!is_round(seen.objects[ball.index].rings.front())) continue;
    double right_score = 0;
    double under_score = 0;
    for (const Sighted& pig : aiming.sight.pigs) {
      if (!is_below(pig, ball)) continue;
      (is_below_right(pig, ball) ? right_score : under_score) += worth_of(ball, pig);
    }
    if (right_score > 0 && !is_held(aiming.sight, ball)) add_clear_throws(aiming, ball, right_score, all);
    if (under_score <= 0) continue;
    if (const std::optional<Sighted> support = support_of(aiming.sight, ball))
      add_clear_throws(aiming, *support, under_score, all);
  }
  return all;
}

}  // namespace novphy
