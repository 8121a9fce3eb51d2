#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "agents/published/datalab_rules.h"

namespace novphy::datalab {
namespace {

constexpr std::size_t kLeastBlocks = 3;
constexpr double kNearRight = 0.65;  // shares of the building's height
constexpr double kNearLeft = 0.55;

/// A group of blocks that touch, and the box around them.
struct Building {
  std::vector<Sighted> blocks{};
  PixelBox box;

  double height_px() const { return static_cast<double>(box.bottom) - box.top; }
  double width_px() const { return static_cast<double>(box.right) - box.left; }
  double middle_x_px() const { return (static_cast<double>(box.left) + box.right) / 2; }
  double middle_y_px() const { return (static_cast<double>(box.top) + box.bottom) / 2; }
};

PixelBox around(const PixelBox& a, const PixelBox& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}

std::vector<Building> buildings(std::vector<Sighted> blocks) {
  std::vector<Building> all;
  while (!blocks.empty()) {
    const Sighted first = blocks.front();
    blocks.erase(blocks.begin());
    Building building{.blocks = take_connected(first, blocks), .box = first.box};
    for (const Sighted& each : building.blocks) building.box = around(building.box, each.box);
    if (building.blocks.size() >= kLeastBlocks) all.push_back(std::move(building));
  }
  return all;
}

bool over_columns(const Building& building, const Sighted& pig) {
  return pig.box.left < building.box.right && building.box.left < pig.box.right;
}
bool is_inside(const Building& building, const Sighted& pig) {
  const Pixel middle = pig.middle();
  return building.box.left <= middle.x && middle.x < building.box.right && building.box.top <= middle.y &&
         middle.y < building.box.bottom;
}
bool is_low(const Building& building, const Sighted& pig) { return pig.middle().y > building.middle_y_px(); }
bool is_right_of(const Building& building, const Sighted& pig) {
  return is_low(building, pig) && pig.box.left >= building.box.left &&
         pig.box.left <= building.middle_x_px() + kNearRight * building.height_px();
}
bool is_left_of(const Building& building, const Sighted& pig) {
  return is_low(building, pig) && pig.box.right <= building.box.right &&
         pig.box.right >= building.middle_x_px() - kNearLeft * building.height_px();
}
/// Whether the pig stands on the building.
bool is_on(const Building& building, const Sighted& pig) {
  constexpr int kHighestPx = 60;
  return over_columns(building, pig) && pig.box.bottom <= building.box.top + kTouchPx &&
         pig.box.bottom >= building.box.top - kHighestPx;
}

bool holds_a_pig(const Building& building, std::span<const Sighted> pigs) {
  return std::any_of(pigs.begin(), pigs.end(), [&](const Sighted& pig) {
    return is_inside(building, pig) || is_right_of(building, pig) || is_left_of(building, pig);
  });
}

bool is_flat(const Sighted& block) { return block.width_px() <= 53 && block.height_px() <= 10; }

/// Whether the block stands on the other.
bool is_supported_by(const Sighted& block, const Sighted& other) {
  return other.index != block.index && touch(block.box, other.box) &&
         other.box.top >= block.box.bottom - kTouchPx;
}

bool is_beside(const Sighted& block, const Sighted& other) {
  return other.index != block.index && touch(block.box, other.box) && other.box.top < block.box.bottom &&
         block.box.top < other.box.bottom;
}

bool is_too_small(const Building& building, const Sighted& block) {
  const int w = block.width_px();
  const int h = block.height_px();
  return w + h < 25 || h > 3.8 * w || (w <= 13 && h <= 23) ||
         (w <= 23 && block.box.top - building.box.top <= 13);
}

bool is_worth_hitting(const Building& building, const Sighted& block) {
  if (is_too_small(building, block)) return false;
  const auto& all = building.blocks;
  const auto supports = std::count_if(all.begin(), all.end(),
                                      [&](const Sighted& each) { return is_supported_by(block, each); });
  if (supports != 1) return supports > 1;
  return is_flat(block) && std::any_of(all.begin(), all.end(), [&](const Sighted& each) {
           return is_flat(each) && is_beside(block, each);
         });
}

/// The throws at the left edge of a block that have at most two blocks in the way.
std::vector<PlannedThrow> edge_throws(const Aiming& aiming, const Building& building, const Sighted& block) {
  constexpr int kFromTopPx = 7;
  constexpr int kFromBottomPx = 6;
  constexpr std::size_t kMostInTheWay = 2;
  const auto [top, bottom] = std::pair(block.box.top, block.box.bottom);
  const std::array rows{top + 1, top + 2, top + 4, top + 6, bottom - 1, bottom - 2, bottom - 4, bottom - 6};
  std::vector<PlannedThrow> all;
  for (const int y : rows) {
    if (y < building.box.top + kFromTopPx || y > building.box.bottom - kFromBottomPx) continue;
    const Pixel aim{block.box.left, y};
    const std::vector<Release> releases = aiming.planner.releases(aim);
    if (releases.empty()) continue;
    PlannedThrow planned = thrown(aiming, block, aim, releases.front());
    if (!planned.way.platform && planned.way.blocks.size() <= kMostInTheWay)
      all.push_back(std::move(planned));
  }
  return all;
}

std::vector<PlannedThrow> reachable_throws(const Aiming& aiming, const Building& building, Rng& draws) {
  std::vector<PlannedThrow> all;
  for (const Sighted& block : building.blocks) {
    if (!is_worth_hitting(building, block)) continue;
    const std::vector<PlannedThrow> some = edge_throws(aiming, building, block);
    if (some.empty()) continue;
    all.push_back(pick(some, draws));
  }
  return all;
}

/// What Datalab knows of buildings of one shape.
struct Shape {
  /// What a hit is worth at places from the top (0) to the bottom (1) of the building (kPlaces).
  std::array<double, 12> worth;
  double firm;  ///< the worth that a thin block takes away that withstands the bird
  bool (*destroys)(double place);
  // What each pig adds to the score, by its position, as a share of 5000.
  double above;
  double below;
  int below_px;  ///< largest distance of a pig below, from middle to middle
  double left;
  double right;
};

constexpr std::array<double, 12> kPlaces{0, .05, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1};
constexpr Shape kPyramid{.worth = {.5, .6, .6, .6, .6, .65, .7, .75, .8, .9, .95, .5},
                         .firm = 0.4,
                         .destroys = [](double) { return true; },
                         .above = .7,
                         .below = .6,
                         .below_px = 50,
                         .left = .15,
                         .right = 0};
constexpr Shape kSkyscraper{.worth = {.6, .95, .9, .85, .8, .75, .7, .6, .75, .8, .85, .5},
                            .firm = 0.2,
                            .destroys = [](double place) { return place > 0.7; },
                            .above = .7,
                            .below = .5,
                            .below_px = 50,
                            .left = 0,
                            .right = .15};
constexpr Shape kRectangle{.worth = {.8, 1, .9, .8, .7, .6, .5, .6, .7, .9, .9, .5},
                           .firm = 0.2,
                           .destroys = [](double place) { return place >= 0.5; },
                           .above = .7,
                           .below = .4,
                           .below_px = 60,
                           .left = 0,
                           .right = .15};

double worth_at(const Shape& shape, double at) {
  for (std::size_t i = 1; i < kPlaces.size(); ++i) {
    const double x0 = kPlaces[i - 1], y0 = shape.worth[i - 1];
    if (at <= kPlaces[i]) return y0 + (shape.worth[i] - y0) * std::max(0.0, at - x0) / (kPlaces[i] - x0);
  }
  return shape.worth.back();
}

const Shape& shape_of(const Building& building, std::span<const PlannedThrow> throws,
                      std::span<const Sighted> pigs) {
  constexpr int kPyramidSpreadPx = 15;
  constexpr int kSkyscraperPx = 9;
  std::optional<int> least;
  std::optional<int> most;
  for (const PlannedThrow& each : throws) {
    if (each.target.width_px() <= each.target.height_px()) continue;
    least = std::min(least.value_or(each.aim.x), each.aim.x);
    most = std::max(most.value_or(each.aim.x), each.aim.x);
  }
  const bool pig_on_top =
      std::any_of(pigs.begin(), pigs.end(), [&](const Sighted& pig) { return is_on(building, pig); });
  if (pig_on_top && most.value_or(0) - least.value_or(0) >= kPyramidSpreadPx) return kPyramid;
  return building.height_px() - kSkyscraperPx > building.width_px() ? kSkyscraper : kRectangle;
}

/// One number each for ice, wood and stone.
using Materials = std::array<double, 3>;
double of(const Materials& materials, SeenKind kind) {
  if (kind == SeenKind::kIce) return materials[0];
  return kind == SeenKind::kWood ? materials[1] : materials[2];
}

/// A bird's numbers for blocks.
struct BirdRow {
  SeenKind bird;
  Materials destroys;
  Materials topples;
  Materials in_the_way;  ///< factor for each block in the way
};
constexpr std::array kBirdRows{
    BirdRow{SeenKind::kRedBird, {1000, 1400, 500}, {900, 1500, 850}, {.9, .8, .7}},
    BirdRow{SeenKind::kYellowBird, {700, 1000, 300}, {300, 750, 1050}, {.95, .9, .8}},
    BirdRow{SeenKind::kBlueBird, {550, 200, 100}, {100, 500, 300}, {.95, .8, .6}},
    BirdRow{SeenKind::kBlackBird, {1100, 1000, 700}, {500, 700, 900}, {.8, .85, .7}},
};

/// Whether a thin block of this material withstands this bird.
bool stands_firm(const Sighted& block, SeenKind bird) {
  if (block.height_px() < 11 || block.height_px() > 14) return false;
  if (bird == SeenKind::kYellowBird) return block.kind == SeenKind::kStone;
  if (bird == SeenKind::kBlueBird) return block.kind != SeenKind::kIce;
  return bird == SeenKind::kRedBird || bird == SeenKind::kBlackBird;
}

double block_score(const Aiming& aiming, const Building& building, const Shape& shape,
                   const PlannedThrow& planned, const BirdRow& bird) {
  constexpr double kPigTouched = 0.055;
  const Sighted& block = planned.target;
  const auto& pigs = aiming.sight.pigs;
  const double place = (block.box.top - building.box.top) / building.height_px();
  double worth = worth_at(shape, place);
  if (&shape == &kPyramid &&
      std::any_of(pigs.begin(), pigs.end(), [&](const Sighted& pig) { return touch(pig.box, block.box); }))
    worth += kPigTouched;
  if (stands_firm(block, bird.bird)) worth -= shape.firm;
  double score = worth * of(shape.destroys(place) ? bird.destroys : bird.topples, block.kind);
  for (const Obstacle& each : planned.way.blocks) score *= of(bird.in_the_way, each.object.kind);
  return score;
}

double pig_share(const Building& building, const Sighted& block, const Shape& shape, const Sighted& pig) {
  const Pixel at = pig.middle();
  if (over_columns(building, pig) && (is_inside(building, pig) || is_on(building, pig))) {
    if (at.y < block.box.top) return shape.above;
    return std::abs(at.x - block.middle().x) <= shape.below_px ? shape.below : 0;
  }
  if (is_right_of(building, pig)) return shape.right;
  return is_left_of(building, pig) ? shape.left : 0;
}

double pigs_score(const Aiming& aiming, const Building& building, const Shape& shape, const Sighted& block) {
  double score = 0;
  for (const Sighted& pig : aiming.sight.pigs) score += kPigScore * pig_share(building, block, shape, pig);
  return score;
}

std::optional<Candidate> best_throw(const Aiming& aiming, const Building& building, const BirdRow& bird,
                                    Rng& draws) {
  const std::vector<PlannedThrow> throws = reachable_throws(aiming, building, draws);
  const Shape& shape = shape_of(building, throws, aiming.sight.pigs);
  std::optional<Candidate> best;
  for (const PlannedThrow& planned : throws) {
    const double score = block_score(aiming, building, shape, planned, bird) +
                         pigs_score(aiming, building, shape, planned.target);
    if (!best || score > best->score) best = {.planned = planned, .score = score};
  }
  return best;
}

}  // namespace

std::vector<Candidate> building_candidates(const Aiming& aiming, Rng& draws) {
  std::vector<Candidate> all;
  const auto* bird = std::find_if(kBirdRows.begin(), kBirdRows.end(),
                                  [&](const BirdRow& row) { return row.bird == aiming.bird; });
  if (bird == kBirdRows.end()) return all;
  for (const Building& building : buildings(aiming.sight.blocks))
    if (holds_a_pig(building, aiming.sight.pigs))
      if (std::optional<Candidate> best = best_throw(aiming, building, *bird, draws)) all.push_back(*best);
  return all;
}

}  // namespace novphy::datalab
