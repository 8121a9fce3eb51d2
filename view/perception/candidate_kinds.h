#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"
#include "view/perception/fit.h"
#include "view/perception/looks.h"

namespace novphy {

/// What an object may be.
struct KindCandidate {
  std::string type{};
  std::string material{};
  double weight = 0;  ///< its probability; those of an object's candidates sum to 1

  friend bool operator==(const KindCandidate&, const KindCandidate&) = default;
};

/// Whether normal tasks hold things of this kind.
bool is_ordinary(const Kind& kind);

/// Scales the weights to a sum of 1 and puts the most probable kind first.
void normalise(std::vector<KindCandidate>& kinds);

/// What an object is, judged by its outline and its colours.
struct JudgedObject {
  enum class Class { kObject, kBird, kEgg, kRegion };
  Class is = Class::kObject;
  std::vector<KindCandidate> kinds{};  ///< most probable first; birds have the catalogue's names as types
  bool familiar = false;               ///< its colours are those of an ordinary appearance
  LookMatch look{};                    ///< without a name if its colours are of no appearance
  Fit fit{};                           ///< with a size for regions and what may be a platform
  std::string conflict{};              ///< what fits no kind; "" if all fits
};

/// An object as several observations show it, in the plain view.
struct SeenThing {
  int id = 0;
  std::vector<std::vector<Pixel>> rings{};  ///< as its last observation shows them
  /// By how many pixels each observation shows the object elsewhere than the last one. Observations in which
  /// its outline has another form are left out.
  std::vector<Pixel> shifts{};
  std::vector<ColourShare> colours{};  ///< mean of the observations
  JudgedObject judged{};               ///< by judge()
};

/// What players see at one moment, with mirrored views and those upside down turned back.
struct SeenMoment {
  Screen screen{};  ///< the plain screen, with the view that players have
  PixelBox slingshot{};
  Pixel bird_rest{};
  std::vector<SeenThing> things{};  ///< in the order of the last observation
};

/// Puts observations of the same moment together. Needs at least one observation.
SeenMoment put_together(std::span<const Observation> seen);

/// The place in the world that the plain screen shows at this place in pixels.
Vec2 in_metres(Vec2 at_px, const Screen& screen);

/// Judges all things by the kinds of the catalogue and the appearances of the colour table, or by their greys
/// where the world is shown without colour.
void judge(SeenMoment& moment, const Catalogue& catalogue, const ColourTable& colours, bool grey);

}  // namespace novphy
