#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "sim/observation.h"
#include "sim/vec2.h"
#include "sim/world.h"
#include "view/perception/looks.h"

namespace novphy {

/// The words in which players of the tools are told what is seen. Disguised, things and materials have
/// made-up names, so that knowledge of the original game does not help.
class Vocabulary {
 public:
  /// `disguise`: the seed of the made-up words; none: plain words.
  explicit Vocabulary(std::optional<std::uint64_t> disguise = {});

  /// "bird", "pig", "slingshot", ...: the word itself, or what stands for it.
  const std::string& word(std::string_view plain) const;
  /// The name of a thing with this appearance of the colour table: "big wood rectangle" for
  /// "wood_rect_big". "unknown thing" for "".
  std::string thing(std::string_view appearance) const;

 private:
  std::map<std::string, std::string, std::less<>> words_{};
};

// What an observation shows, in words and metres. Places are on the screen: from the rest point of the bird
// on the slingshot, x to the right and y up.

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

/// At most `most` points of a path, such as "(0.00, 0.00) (1.20, 0.45)", without those next to the one
/// before.
std::string text_of(const std::vector<Vec2>& path, std::size_t most);

/// A place or a size with two decimals: "1.20", "-0.05", and never "-0.00".
std::string metres(double value);

/// What a bird touched first.
struct FirstTouch {
  bool ground = false;
  int body = -1;      ///< the world's id of the body, if it is not the ground
  double time_s = 0;  ///< since the launch
};

/// The first contact of the bird that was launched when the world's log had so many events. Nothing as long
/// as it has touched nothing. The world must log its events.
std::optional<FirstTouch> first_touch(const World& world, std::size_t events);

/// What a player sees of a throw.
struct SeenTurn {
  NamedScene before{};
  NamedScene after{};
  std::optional<FirstTouch> touched{};  ///< `body` is the number of a thing of `before`
};

/// The numbers of things that a throw touched and changed.
struct TurnFacts {
  struct Moved {
    int number = 0;
    Vec2 to_m{};
  };
  bool ground = false;           ///< was touched first
  std::optional<int> touched{};  ///< first
  std::optional<double> after_s{};
  std::vector<int> gone{};
  std::vector<int> damaged{};  ///< more than before
  std::vector<Moved> moved{};
};
TurnFacts facts_of(const SeenTurn& turn);

/// The turn in sentences: the first touch, what is gone, damaged and moved, and the bird's path.
std::string text_of(const SeenTurn& turn, const Vocabulary& vocabulary);

/// How a picture is shown, and what is drawn over it.
struct PictureMarks {
  bool numbers = true;  ///< of things
  bool grid = true;     ///< lines every 2 m from the rest point of the bird, with their places
  int scale = 1;        ///< of the observation's picture, in 640 x 480 pixels
  bool crop = false;    ///< only the part where things are
};

/// Where the numbers of things stand, in pixels: the middles of boxes of these sizes. None covers a bird or a
/// pig if there is a free place beside its thing.
struct NumberPlace {
  int number = 0;
  Vec2 middle_px{};
  Vec2 size_px{};
};
std::vector<NumberPlace> number_places(const Observation& seen, const NamedScene& scene, int scale);

/// The observation's picture with marks, as the bytes of a PNG file. Disguised, every hue is turned by the
/// same angle, which the seed gives. The observation must hold a picture.
std::string scene_picture(const Observation& seen, const NamedScene& scene, const PictureMarks& marks,
                          std::optional<std::uint64_t> disguise);

}  // namespace novphy
