#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agents/sighted.h"
#include "base/json_fields.h"
#include "serve/tools/vocabulary.h"
#include "sim/observation.h"
#include "sim/vec2.h"

/// What an observation shows, in words and metres. Places are on the screen: from the rest point of the bird
/// on the slingshot, x to the right and y up.
namespace novphy {

struct NamedThing {
  int number = 0;         ///< SeenObject::id
  std::string look{};     ///< its appearance in the colour table; "": none
  std::string name{};     ///< "big wood rectangle", "small pig", ...
  Vec2 at_m{};            ///< its middle
  Vec2 size_m{};          ///< width and height, before turning by turned_deg
  double turned_deg = 0;  ///< counter-clockwise, -45 to 45; 0 for things without four corners
  int damage = 0;         ///< the picture of damage that it shows, from 0 (unharmed)

  bool is_bird() const { return look.starts_with("bird_"); }
};

struct NamedScene {
  std::vector<NamedThing> things{};   ///< in the order of the observation
  std::optional<int> on_slingshot{};  ///< number of the bird that is thrown next
  double ground_m = 0;                ///< height of the ground
  std::vector<Vec2> flight_m{};       ///< dots of the last bird's path, oldest first

  const NamedThing* find(int number) const;
};

/// The appearances by which things are named, in colour and in grey. It remembers what it has named, so each
/// thread needs its own.
class SceneLooks {
 public:
  explicit SceneLooks(const ColourTable& colours)
      : colours_{Looks(colours, false)}, greys_{Looks(colours, true)} {}
  /// The appearance of each object of an observation: in grey where it shows nothing but greys.
  std::vector<LookMatch> of(const Observation& seen) const;

 private:
  struct ByColours {
    bool operator()(const std::vector<ColourShare>& a, const std::vector<ColourShare>& b) const;
  };
  struct Remembered {
    Looks looks;
    std::map<std::vector<ColourShare>, LookMatch, ByColours> matches{};
  };
  mutable Remembered colours_;
  mutable Remembered greys_;
};

/// A place of the screen in the scene's metres.
Vec2 scene_place(const Observation& seen, Vec2 at_px);

NamedScene scene_of(const Observation& seen, const SceneLooks& appearances, const Vocabulary& vocabulary);

/// The scene, with one line for each thing.
std::string text_of(const NamedScene& scene, const Vocabulary& vocabulary);

/// A number, or a place as [x, y], with two decimals. Only for writing, as the lists below.
struct TwoDecimals {
  void write(JsonText& out, double value) const;
  void write(JsonText& out, Vec2 place) const;
};

template <class Io>
void describe(Io& io, NamedThing& thing) {
  io.field("number", thing.number, kCount);
  io.field("name", thing.name, TextCodec{});
  io.field("at", thing.at_m, TwoDecimals{});
  io.field("size", thing.size_m, TwoDecimals{});
  io.field("turned", thing.turned_deg, TwoDecimals{}, 0);
  io.field("damage", thing.damage, kCount, 0);
}
template <class Io>
void describe(Io& io, NamedScene& scene) {
  io.field("things", scene.things, ListCodec{ObjectCodec<NamedThing>{}});
  io.field("thrown_next", scene.on_slingshot, MaybeCodec{kCount}, std::nullopt);
  io.field("ground_y", scene.ground_m, TwoDecimals{});
}

/// At most `most` points of a path, such as "(0.00, 0.00) (1.20, 0.45)", without those next to the one
/// before.
std::string text_of(const std::vector<Vec2>& path, std::size_t most);

/// A place or a size with two decimals: "1.20", "-0.05", and never "-0.00".
std::string metres(double value);

}  // namespace novphy
