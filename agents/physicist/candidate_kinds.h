#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/fit.h"
#include "sim/catalogue.h"
#include "sim/observation.h"

namespace novphy {

/// An appearance of the colour table, and which of its pictures.
struct LookMatch {
  std::string name{};
  int picture = 0;
  int pictures = 1;   ///< that the appearance has
  double shared = 0;  ///< share of the colours in common, 0 to 1
};

/// Compares colours with the appearances of the colour table.
class Looks {
 public:
  /// `grey`: the world is shown without colour.
  Looks(const ColourTable& colours, bool grey);

  /// The picture, of any appearance or of the named one, with which the colours have most in common. A match
  /// without a name if the table has no such appearance.
  LookMatch best(const std::vector<ColourShare>& colours) const;
  LookMatch best_of(const std::string& name, const std::vector<ColourShare>& colours) const;

 private:
  static constexpr int kColours = 256;
  struct Picture {
    LookMatch match{};
    std::array<double, kColours> shares{};
  };
  template <class Wanted>
  LookMatch best_where(const std::vector<ColourShare>& colours, const Wanted& wanted) const;

  std::vector<Picture> pictures_{};
};

/// Colours with this much in common are those of the same picture: noise changes no more than a few percent.
inline constexpr double kSameLook = 0.9;

/// What an object may be.
struct KindCandidate {
  std::string type{};
  std::string material{};
  double weight = 0;  ///< its probability; those of an object's candidates sum to 1

  friend bool operator==(const KindCandidate&, const KindCandidate&) = default;
};

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
  std::string doubt{};                 ///< what fits no kind; "" if all fits
};

/// The kinds of the catalogue, and the appearances of the colour table, by which objects are recognised.
class CandidateKinds {
 public:
  /// The catalogue must outlive the object. `grey`: the world is shown without colour.
  CandidateKinds(const Catalogue& catalogue, const ColourTable& colours, bool grey);

  JudgedObject judge(const SeenOutline& seen, const std::vector<ColourShare>& colours) const;

 private:
  /// Kinds that observations show with the same outline.
  struct Form {
    std::vector<Ring> rings{};  ///< empty: a box of any size
    std::vector<const Kind*> kinds{};
  };
  struct Fitted {
    const Form* form = nullptr;
    Fit fit{};
  };
  using Colours = std::vector<ColourShare>;

  void add(const Kind& kind);
  std::vector<Fitted> fits(const SeenOutline& seen) const;
  std::optional<JudgedObject> by_look(const std::vector<Fitted>& fitting, const Colours& colours) const;
  JudgedObject alike(const Fitted& fitted, const Colours& colours, const LookMatch& best) const;
  static void add_ordinary(const Form& form, JudgedObject& judged);
  JudgedObject by_outline(const std::vector<Fitted>& fitting) const;
  JudgedObject by_colours(const std::vector<Fitted>& fitted, const SeenOutline& seen,
                          const LookMatch& look) const;

  Looks looks_;
  std::string region_look_{};
  std::vector<Form> forms_{};
};

/// An object as several observations show it, in the plain view.
struct SeenThing {
  int id = 0;
  std::vector<std::vector<Pixel>> rings{};  ///< as its last observation shows them
  /// By how many pixels each observation shows the object elsewhere than the last one. Observations in which
  /// its outline has another form are left out.
  std::vector<Pixel> shifts{};
  std::vector<ColourShare> colours{};  ///< mean of the observations
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

/// The outline in metres.
SeenOutline outline_of(const SeenThing& thing, const Screen& screen);

}  // namespace novphy
