#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sim/worlds.h"
#include "tests/view/colour_shares.h"

using namespace novphy;
using novphy::test::share_of;

namespace {

/// A colour byte by which published agents know a class. Agents weigh the bytes by a table of their own, of
/// which the weights here keep the order only.
struct Carrier {
  int colour;
  double weight = 1;
};

/// The weight of dark grey, which says black bird, but outlines stone as well. The published table tells the
/// black bird and the smallest block of nearly destroyed stone by small margins: a fifth agrees with both.
constexpr double kDarkGrey = 0.2;

struct PublishedClass {
  std::string_view begins;  ///< the beginning of the names of its appearances
  std::vector<Carrier> carriers;
};

const std::vector<PublishedClass>& published_classes() {
  static const std::vector<PublishedClass> kClasses{{"pig_", {{125}}},
                                                    {"platform", {{36}, {68}}},
                                                    {"ice_", {{19}, {123}, {87}}},
                                                    {"wood_", {{136}, {240}}},
                                                    {"stone_", {{182}, {146}}},
                                                    {"tnt", {{205}, {209}}},
                                                    {"bird_red", {{250}}},
                                                    {"bird_yellow", {{248}}},
                                                    {"bird_blue", {{119}}},
                                                    {"bird_black", {{73, kDarkGrey}}},
                                                    {"bird_white", {{255}, {21}}}};
  return kClasses;
}

double weight_of(const std::vector<ColourShare>& picture, const PublishedClass& wanted) {
  double sum = 0;
  for (const Carrier& each : wanted.carriers) sum += each.weight * share_of(picture, each.colour);
  return sum;
}

/// The class of an ordinary appearance. Nothing for novel appearances and for the egg, which have no class.
const PublishedClass* class_named(std::string_view appearance) {
  for (const PublishedClass& each : published_classes())
    if (appearance.starts_with(each.begins)) return &each;
  return nullptr;
}

/// White and greys, which outlines, eyes and reflections of many things have.
bool neutral(int colour) {
  constexpr std::array kNeutral{36, 73, 146, 255};
  return std::find(kNeutral.begin(), kNeutral.end(), colour) != kNeutral.end();
}

bool novel(std::string_view appearance) {
  return appearance.starts_with("pink_") || appearance == "fan" || appearance == "air_turbulence";
}

}  // namespace

TEST_CASE("the bytes of its class outweigh those of all others in every picture of an ordinary appearance") {
  std::size_t pictures = 0;
  for (const auto& [name, looks] : worlds::assets().colours) {
    const PublishedClass* own = class_named(name);
    if (!own) continue;
    pictures += looks.size();
    for (const auto& picture : looks)
      for (const PublishedClass& other : published_classes()) {
        INFO(name << " in state " << &picture - looks.data() << " against " << other.begins);
        if (&other != own) CHECK(weight_of(picture, *own) > weight_of(picture, other));
      }
  }
  CHECK(pictures == 3 * (3 * 12 + 5 + 1) + 5 + 1);  // 3 states of blocks, pigs and TNT; 5 birds; the platform
}

TEST_CASE("only greys and white carry one class and take a twentieth of a picture of another class") {
  for (const auto& [name, looks] : worlds::assets().colours) {
    const PublishedClass* own = class_named(name);
    if (!own) continue;
    for (const auto& picture : looks)
      for (const PublishedClass& other : published_classes())
        for (const Carrier& each : other.carriers) {
          INFO(name << " in state " << &picture - looks.data() << ", colour " << each.colour);
          if (&other != own && !neutral(each.colour)) CHECK(share_of(picture, each.colour) < 0.05);
        }
  }
}

TEST_CASE("no byte of a class takes a tenth of a picture of a novel appearance") {
  std::size_t pictures = 0;
  for (const auto& [name, looks] : worlds::assets().colours) {
    if (!novel(name)) continue;
    for (const auto& picture : looks) {
      ++pictures;
      for (const PublishedClass& each : published_classes()) {
        INFO(name << " in state " << &picture - looks.data() << " against " << each.begins);
        CHECK(weight_of(picture, each) < 0.1);
      }
    }
  }
  CHECK(pictures == 3 * (12 + 5) + 2);
}
