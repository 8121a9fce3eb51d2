#include "agents/sighted.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace novphy {
namespace {

constexpr int kScreenBottomPx = 480;
// The part of the screen in which points of a path count.
constexpr PixelBox kCounted{.left = 200, .top = 100, .right = 840, .bottom = 480};

bool comes_earlier(const Obstacle& a, const Obstacle& b) { return a.at.x < b.at.x; }

bool counts(Pixel p) {
  return kCounted.left < p.x && p.x < kCounted.right && kCounted.top < p.y && p.y < kCounted.bottom;
}

bool holds(const PixelBox& box, int x, int y) {
  return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
}

/// Whether a bird at this point touches the box: the point, or one of the points one radius above, below,
/// left and right of it, lies in the box.
bool meets(const PixelBox& box, Pixel p, int r) {
  return holds(box, p.x, p.y) || holds(box, p.x - r, p.y) || holds(box, p.x + r, p.y) ||
         holds(box, p.x, p.y - r) || holds(box, p.x, p.y + r);
}

/// Index of the first counted point of the path at which the bird meets the box, or the path's size if there
/// is none. A path has one point for each column.
std::size_t first_meeting(std::span<const Pixel> path, const PixelBox& box, int radius_px) {
  if (path.empty()) return 0;
  const std::ptrdiff_t size = std::ssize(path);
  const std::ptrdiff_t first_x = path.front().x;
  const std::ptrdiff_t begin = std::clamp<std::ptrdiff_t>(box.left - radius_px - first_x, 0, size);
  const std::ptrdiff_t end = std::clamp<std::ptrdiff_t>(box.right + radius_px - first_x, 0, size);
  for (std::ptrdiff_t i = begin; i < end; ++i) {
    const Pixel& p = path[static_cast<std::size_t>(i)];
    if (counts(p) && meets(box, p, radius_px)) return static_cast<std::size_t>(i);
  }
  return path.size();
}

std::vector<Sighted>& list_of(SightedObjects& sight, SeenKind kind) {
  if (is_bird(kind)) return sight.birds;
  if (is_block(kind)) return sight.blocks;
  if (kind == SeenKind::kPig) return sight.pigs;
  return kind == SeenKind::kTnt ? sight.tnts : sight.platforms;
}

double squared_distance(Pixel a, Pixel b) {
  const double x = static_cast<double>(a.x) - b.x;
  const double y = static_cast<double>(a.y) - b.y;
  return x * x + y * y;
}

}  // namespace

std::optional<SeenKind> SightedObjects::bird() const {
  const auto topmost = std::min_element(
      birds.begin(), birds.end(), [](const Sighted& a, const Sighted& b) { return a.box.top < b.box.top; });
  if (topmost == birds.end()) return std::nullopt;
  return topmost->kind;
}

SightedObjects sighted(const Observation& seen, const KindClassifier& kinds) {
  SightedObjects sight;
  for (std::size_t i = 0; i < seen.objects.size(); ++i) {
    const SeenObject& object = seen.objects[i];
    if (object.rings.empty() || object.rings.front().empty()) continue;
    Sighted one{.kind = kinds.of(object),
                .box = box_around(object.rings.front()),
                .first_row_px = object.rings.front().front().y,
                .index = i};
    if (one.kind == SeenKind::kPlatform) {
      one.box.top = one.first_row_px;
      one.box.bottom = kScreenBottomPx;
    }
    list_of(sight, one.kind).push_back(one);
  }
  return sight;
}

int bird_radius_px(SeenKind bird) {
  constexpr std::array kRadiiPx{6, 7, 4, 8, 13};  // red, yellow, blue, black, white
  return is_bird(bird) ? kRadiiPx.at(static_cast<std::size_t>(bird)) : 5;
}

std::span<const Pixel> up_to(const PredictedPath& path, Pixel target) {
  std::size_t size = path.size();
  double nearest = std::numeric_limits<double>::infinity();
  while (size > 0) {
    const double distance = squared_distance(path[size - 1], target);
    --size;
    if (distance > nearest) break;
    nearest = distance;
  }
  return std::span(path).first(size);
}

bool touch(const PixelBox& a, const PixelBox& b) {
  constexpr int kGap = 2 * kTouchPx;
  return a.left < b.right + kGap && b.left < a.right + kGap && a.top < b.bottom + kGap &&
         b.top < a.bottom + kGap;
}

std::vector<Sighted> take_connected(const Sighted& first, std::vector<Sighted>& others) {
  std::vector<Sighted> connected{first};
  for (std::size_t i = 0; i < connected.size(); ++i) {
    const PixelBox box = connected[i].box;
    const auto touching = std::stable_partition(others.begin(), others.end(),
                                                [&](const Sighted& each) { return !touch(each.box, box); });
    connected.insert(connected.end(), touching, others.end());
    others.erase(touching, others.end());
  }
  return connected;
}

double distance_px(Pixel a, Pixel b) {
  return length({static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y});
}

InTheWay in_the_way(const SightedObjects& sight, std::span<const Pixel> path, const Sighted& target,
                    int radius_px) {
  const std::size_t end = first_meeting(path, target.box, radius_px);
  std::size_t first = end;
  const auto meeting = [&](const Sighted& each) {
    return each.index == target.index ? end : first_meeting(path, each.box, radius_px);
  };
  InTheWay way{.empty = path.empty()};
  for (const Sighted& pig : sight.pigs) {
    const std::size_t at = meeting(pig);
    way.pigs += at < end;
    first = std::min(first, at);
  }
  for (const Sighted& block : sight.blocks) {
    const std::size_t at = meeting(block);
    if (at < end) way.blocks.push_back({.object = block, .at = path[at]});
    first = std::min(first, at);
  }
  way.platform = std::any_of(sight.platforms.begin(), sight.platforms.end(),
                             [&](const Sighted& each) { return meeting(each) < end; });
  std::stable_sort(way.blocks.begin(), way.blocks.end(), comes_earlier);
  way.first_x_px = first < path.size() ? path[first].x : target.middle().x;
  return way;
}

std::vector<Obstacle> met_by(const SightedObjects& sight, std::span<const Pixel> path, int radius_px) {
  std::vector<Obstacle> met;
  for (const auto* list : {&sight.blocks, &sight.pigs, &sight.tnts})
    for (const Sighted& each : *list)
      if (const std::size_t at = first_meeting(path, each.box, radius_px); at < path.size())
        met.push_back({.object = each, .at = path[at]});
  std::stable_sort(met.begin(), met.end(), comes_earlier);
  return met;
}

namespace {

constexpr double kLeastShared = 0.5;

/// How the names of some appearances begin, and the kind of all of them.
struct NamedKind {
  std::string_view begins;
  SeenKind kind;
};
constexpr std::array kSeenKinds{NamedKind{"bird_red", SeenKind::kRedBird},
                                NamedKind{"bird_yellow", SeenKind::kYellowBird},
                                NamedKind{"bird_blue", SeenKind::kBlueBird},
                                NamedKind{"bird_black", SeenKind::kBlackBird},
                                NamedKind{"bird_white", SeenKind::kWhiteBird},
                                NamedKind{"pig_", SeenKind::kPig},
                                NamedKind{"platform", SeenKind::kPlatform},
                                NamedKind{"ice_", SeenKind::kIce},
                                NamedKind{"wood_", SeenKind::kWood},
                                NamedKind{"stone_", SeenKind::kStone},
                                NamedKind{"tnt", SeenKind::kTnt}};

std::optional<SeenKind> kind_named(std::string_view appearance) {
  const auto* row = std::find_if(kSeenKinds.begin(), kSeenKinds.end(),
                                 [&](const NamedKind& each) { return appearance.starts_with(each.begins); });
  if (row == kSeenKinds.end()) return std::nullopt;
  return row->kind;
}

}  // namespace

KindClassifier::KindClassifier(const ColourTable& colours)
    : looks_([&] {
        ColourTable ordinary = colours;
        std::erase_if(ordinary, [](const auto& look) { return !kind_named(look.first); });
        return Looks(ordinary, false);
      }()) {}

SeenKind KindClassifier::of(const SeenObject& object) const {
  const LookMatch match = looks_.best(object.colours);
  return match.shared >= kLeastShared ? *kind_named(match.name) : SeenKind::kTnt;
}

}  // namespace novphy
