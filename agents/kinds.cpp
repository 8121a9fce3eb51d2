#include "agents/kinds.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace novphy {
namespace {

constexpr double kLeastShared = 0.5;

/// The beginning of an appearance's name, and the kind of all appearances whose names begin so.
struct NamedLook {
  std::string_view begins;
  Look look;
};
constexpr std::array kLooks{NamedLook{"bird_red", Look::kRedBird},
                            NamedLook{"bird_yellow", Look::kYellowBird},
                            NamedLook{"bird_blue", Look::kBlueBird},
                            NamedLook{"bird_black", Look::kBlackBird},
                            NamedLook{"bird_white", Look::kWhiteBird},
                            NamedLook{"pig_", Look::kPig},
                            NamedLook{"platform", Look::kPlatform},
                            NamedLook{"ice_", Look::kIce},
                            NamedLook{"wood_", Look::kWood},
                            NamedLook{"stone_", Look::kStone},
                            NamedLook{"tnt", Look::kTnt}};

std::optional<Look> look_named(std::string_view appearance) {
  const auto* row = std::find_if(kLooks.begin(), kLooks.end(),
                                 [&](const NamedLook& each) { return appearance.starts_with(each.begins); });
  if (row == kLooks.end()) return std::nullopt;
  return row->look;
}

}  // namespace

Kinds::Kinds(const ColourTable& colours) {
  for (const auto& [name, pictures] : colours) {
    const std::optional<Look> look = look_named(name);
    if (!look) continue;
    for (const std::vector<ColourShare>& picture : pictures) {
      Known& known = known_.emplace_back(Known{.look = *look, .shares = {}});
      for (const ColourShare& each : picture)
        known.shares.at(static_cast<std::size_t>(each.colour)) += each.share;
    }
  }
}

Look Kinds::of(const SeenObject& object) const {
  Look best = Look::kTnt;
  double most = 0;
  for (const Known& known : known_) {
    double shared = 0;
    for (const ColourShare& each : object.colours)
      if (each.colour >= 0 && each.colour < kColours && each.share > 0)
        shared += std::min(known.shares[static_cast<std::size_t>(each.colour)], each.share);
    if (!(shared >= kLeastShared) || shared <= most) continue;
    most = shared;
    best = known.look;
  }
  return best;
}

}  // namespace novphy
