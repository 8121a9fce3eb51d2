#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agents/physicist/fit.h"
#include "agents/physicist/looks.h"
#include "sim/catalogue.h"

namespace novphy {

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

}  // namespace novphy
