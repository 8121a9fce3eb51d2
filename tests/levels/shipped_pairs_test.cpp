#include <algorithm>
#include <array>
#include <bitset>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/overlap.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "tests/levels/shipped_catalogue.h"

using namespace novphy;

namespace {

const std::filesystem::path kTemplates = NOVPHY_SOURCE_DIR "/levels/templates";
const std::vector<std::string> kScenarios{"single_force", "multiple_forces", "rolling", "falling", "sliding"};
const std::vector<std::string> kNovelties{"objects",   "agents",       "actions", "interactions",
                                          "relations", "environments", "goals",   "events"};

const std::vector<Pair>& shipped() {
  static const std::vector<Pair> pairs = read_pairs(kTemplates, shipped_catalogue());
  return pairs;
}

/// The phases of a play that each novelty affects (Gamage et al. 2023, Table C.4), in the order of kScenarios
/// and kNovelties. The letters i, m, f stand for initial, middle, final.
const std::vector<std::vector<std::string>> kPhases{{"f", "m", "m", "m", "im", "im", "m", "m"},
                                                    {"f", "m", "mf", "mf", "im", "im", "mf", "m"},
                                                    {"i", "m", "m", "m", "im", "im", "m", "m"},
                                                    {"i", "m", "m", "m", "im", "im", "m", "m"},
                                                    {"i", "m", "m", "m", "im", "im", "m", "m"}};

/// The first letters of the phases: "im" for initial and middle.
std::string letters(const std::vector<std::string>& phases) {
  std::string text;
  for (const std::string& phase : phases) text += phase.front();
  return text;
}

std::string label(const Pair& pair) { return pair.scenario + "/" + pair.novelty; }

bool inside(const Ring& ring, Vec2 p) {
  bool in = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
    if ((ring[i].y > p.y) != (ring[j].y > p.y) &&
        p.x < (ring[j].x - ring[i].x) * (p.y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
      in = !in;
  return in;
}

/// The cells that a layout covers in a square grid around the layout, which is independent of shift and
/// scale.
constexpr int kCells = 64;
using Mask = std::bitset<kCells * kCells>;

Mask mask_of(const Template& base, bool mirrored) {
  std::vector<Ring> rings;
  for (std::size_t i = 0; i < base.task.objects.size(); ++i)
    if (std::find(base.fixed.begin(), base.fixed.end(), static_cast<int>(i)) == base.fixed.end())
      rings.push_back(outline_in_world(base.task.objects[i], shipped_catalogue()).front());
  Vec2 least{1e9, 1e9};
  Vec2 most{-1e9, -1e9};
  for (const Ring& ring : rings)
    for (const Vec2 p : ring) {
      least = {std::min(least.x, p.x), std::min(least.y, p.y)};
      most = {std::max(most.x, p.x), std::max(most.y, p.y)};
    }
  const Vec2 middle = 0.5 * (least + most);
  const double cell = std::max(most.x - least.x, most.y - least.y) / kCells;
  Mask mask;
  for (int row = 0; row < kCells; ++row)
    for (int column = 0; column < kCells; ++column) {
      const double x = (column + 0.5 - kCells / 2.0) * cell * (mirrored ? -1 : 1);
      const Vec2 point = middle + Vec2{x, (row + 0.5 - kCells / 2.0) * cell};
      if (std::any_of(rings.begin(), rings.end(), [&](const Ring& ring) { return inside(ring, point); }))
        mask.set(static_cast<std::size_t>(row * kCells + column));
    }
  return mask;
}

/// The cells of a layout, as the layout is and mirrored.
struct Layout {
  explicit Layout(const Template& base) : plain(mask_of(base, false)), mirrored(mask_of(base, true)) {}
  Mask plain;
  Mask mirrored;
};

double likeness(const Layout& a, const Layout& b) {
  double most = 0;
  for (const Mask& other : {b.plain, b.mirrored}) {
    const auto shared = static_cast<double>((a.plain & other).count());
    most = std::max(most, shared / static_cast<double>((a.plain | other).count()));
  }
  return most;
}

}  // namespace

TEST_CASE("forty pairs come with the program, each named by its path") {
  CHECK(shipped().size() == kScenarios.size() * kNovelties.size());
  for (const std::string& scenario : kScenarios)
    for (const std::string& novelty : kNovelties) {
      CAPTURE(scenario, novelty);
      const Pair pair = read_pair(kTemplates / scenario / (novelty + ".json"), shipped_catalogue());
      CHECK(pair.scenario == scenario);
      CHECK(pair.novelty == novelty);
    }
}

TEST_CASE("the novelty of a shipped pair acts in the phases of the paper's Table C.4") {
  for (std::size_t s = 0; s < kScenarios.size(); ++s)
    for (std::size_t n = 0; n < kNovelties.size(); ++n) {
      CAPTURE(kScenarios[s], kNovelties[n]);
      const Pair pair =
          read_pair(kTemplates / kScenarios[s] / (kNovelties[n] + ".json"), shipped_catalogue());
      CHECK(letters(pair.phases) == kPhases[s][n]);
    }
}

TEST_CASE("a shipped pair says how both sides are meant, and has one novelty, which can be taken out") {
  for (const Pair& pair : shipped()) {
    CAPTURE(label(pair));
    REQUIRE(pair.normal.intent);
    REQUIRE(pair.novel.intent);
    CHECK(pair.normal.task.novelties.empty());
    REQUIRE(pair.novel.task.novelties.size() == 1);
    const Task plain = without(pair.novel.task);
    CHECK(plain.novelties.empty());
    CHECK(plain != pair.novel.task);
    const std::string text = task_to_json(plain, shipped_catalogue());
    CHECK(parse_task_json(text, "plain.json", shipped_catalogue()) == plain);
  }
}

TEST_CASE("a shipped pair varies in three ways besides the shift, each by 0.3 m or 5 degrees at least") {
  for (const Pair& pair : shipped()) {
    CAPTURE(label(pair));
    const auto ways =
        std::count_if(pair.family.parameters.begin(), pair.family.parameters.end(), [](const Parameter& p) {
          const bool angle = p.name.ends_with("_deg");
          return !p.words.empty() || p.max - p.min >= (angle ? 5 : 0.3) - 1e-9;
        });
    CHECK(ways >= 3);
    for (const Template* side : {&pair.normal, &pair.novel})
      CHECK(side->dx_m.max - side->dx_m.min + side->dy_m.max - side->dy_m.min >= 0.6 - 1e-9);
  }
}

TEST_CASE("no two pairs of a scenario share a layout up to shift, mirror or scale") {
  constexpr double kMost = 0.65;
  struct Side {
    const Pair* pair;
    const Template* side;
    Layout layout;
  };
  std::vector<Side> sides;
  for (const Pair& pair : shipped())
    for (const Template* side : {&pair.normal, &pair.novel}) sides.push_back({&pair, side, Layout(*side)});
  int compared = 0;
  for (const Side& a : sides)
    for (const Side& b : sides) {
      if (a.pair->scenario != b.pair->scenario || a.pair->novelty >= b.pair->novelty) continue;
      INFO(a.side->name << " and " << b.side->name);
      CHECK(likeness(a.layout, b.layout) < kMost);
      ++compared;
    }
  CHECK(compared == 5 * 28 * 4);
}

TEST_CASE("a likeness sees through shift, mirror and scale, and knows different layouts") {
  const Pair& pair = shipped().front();
  Template moved = pair.normal;
  for (Object& object : moved.task.objects) {
    object.at_m.x = 3 - object.at_m.x;
    object.angle_rad = -object.angle_rad;
  }
  CHECK(likeness(Layout(pair.normal), Layout(moved)) > 0.9);
  CHECK(likeness(Layout(pair.normal), Layout(shipped().back().normal)) < 0.5);
}
