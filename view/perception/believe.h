#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "view/perception/candidate_kinds.h"

namespace novphy {

/// Where an object truly is, in pixels from where its last observation shows it.
struct TrueShift {
  Vec2 mean_px{};
  double sd_px = 0;  ///< of each coordinate
};

/// The noise of observations, which shifts each object by whole pixels within a disc (view/geojson.h).
class ShiftNoise {
 public:
  explicit ShiftNoise(double radius_px);

  /// Judges from the places where observations show the object. Radius 0: the last place is the true one.
  TrueShift true_shift(std::span<const Pixel> places) const;
  /// The logarithm of the probability of these places.
  double log_likelihood(std::span<const Pixel> places) const;

 private:
  /// How probable a shift is, compared with the most probable one.
  double relative(int x, int y) const;
  template <class Visit>
  void each_true_place(std::span<const Pixel> places, const Visit& visit) const;

  double radius_px_;
  std::vector<double> relative_;
  double most_ = 0;  ///< the probability of the most probable shift
};

/// The radius, 1 to 5 pixels, that explains best how far apart observations show the same objects; `usual_px`
/// where no object was seen twice.
double likely_radius_px(std::span<const std::vector<Pixel>> places_of_objects, double usual_px);

/// An object as a player may believe it to be.
struct BelievedObject {
  int id = 0;                          ///< as observations give it
  std::vector<KindCandidate> kinds{};  ///< most probable first; their weights sum to 1
  /// Its colours are those of an ordinary appearance. Those of pink objects, of the fan and of what the
  /// colour table does not have are not.
  bool familiar = true;
  std::string look{};  ///< the appearance that it shows, such as "wood_circle"; "": none of the colour table
  Vec2 at_m{};
  double angle_rad = 0;
  std::optional<Vec2> size_m{};  ///< width and height before turning, if it may be a platform
  double at_sd_m = 0;            ///< standard deviation of each coordinate
  double angle_sd_rad = 0;
  double size_sd_m = 0;
  bool level = false;    ///< it may lie level on one of its sides, and most drawn tasks take this angle
  double life_from = 1;  ///< share of its life left, from its picture of damage: at least ...
  double life_to = 1;    ///< ... and at most

  friend bool operator==(const BelievedObject&, const BelievedObject&) = default;
};

/// A visible region of air turbulence.
struct BelievedRegion {
  int id = 0;  ///< as observations give it
  Box box{};
  double at_sd_m = 0;
  double size_sd_m = 0;
  bool familiar = true;

  friend bool operator==(const BelievedRegion&, const BelievedRegion&) = default;
};

/// A task with its uncertainty, from what a player may see.
struct Believed {
  /// The most probable task, in the true directions of the world: `shown` tells whether players see it
  /// otherwise. The objects stand in the order of `objects`, the effects in the order of `regions`.
  Task task{};
  std::vector<BelievedObject> objects{};
  std::vector<BelievedRegion> regions{};
  int bird_id = -1;  ///< id of the bird on the slingshot; -1: none is seen
  /// Sentences about what fits no task, such as two objects in one place.
  std::vector<std::string> conflicts{};

  friend bool operator==(const Believed&, const Believed&) = default;
};

/// The task that a player may believe in. Several observations of the same unmoved objects, each with noise,
/// are averaged; the last of them says which objects there are. `noise_px`: the size of the noise
/// (Senses::noise_px); without it, the observations themselves tell, where one alone counts as the usual 2
/// px. Throws std::invalid_argument without an observation that has a scale.
Believed believe(std::span<const Observation> seen, const Catalogue& catalogue, const ColourTable& colours,
                 std::optional<double> noise_px = {});

/// The object as one of its kinds, where it is believed to be, with this share of its life left. Objects that
/// look unharmed get their whole life.
Object as_kind(const BelievedObject& believed, const KindCandidate& kind, double life);

/// n tasks that may be the true one. The first tasks of a longer list are those of a shorter one.
std::vector<Task> draw(const Believed& believed, int n, std::uint64_t seed);

/// The same where the world is at rest by ordinary laws, which tells more than pixels do: objects that would
/// not stay where they are seen are drawn again, some attempts long, and those that stay begin where they
/// settle. Worth its time under noise. Throws as World does.
std::vector<Task> draw_at_rest(const Believed& believed, int n, std::uint64_t seed,
                               const Catalogue& catalogue, const Physics& physics);

/// Makes platforms smaller that hold an object between them with no room. As places are known to a centimetre
/// or two, many drawn tasks squeeze it, and the engine takes fifty times as long for these.
void make_room(Task& drawn, const Catalogue& catalogue);

}  // namespace novphy
