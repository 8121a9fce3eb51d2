#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "agents/physicist/episode.h"

namespace novphy {

/// By which share the numbers of a simulator that is off are wrong at most (PhysicistOptions::level 2).
inline constexpr double kMostOff = 0.15;

/// The catalogue with gravity, launch speed, and each kind's mass and friction times factors that are uniform
/// in 1 +- kMostOff. A seed gives the same ones.
Catalogue with_wrong_numbers(Catalogue catalogue, std::uint64_t seed);

/// The physics with steps twice as long, none of which is cut.
Physics coarser(Physics physics);

/// What a trial has taught of how wrong a catalogue's numbers are. Gravity, the launch speed and the masses
/// of birds are fitted to ways of launched birds, masses and frictions of materials to what followed
/// contacts. What is not known of them is drawn in the tasks that are believed, so that plays differ by as
/// much.
class FittedNumbers {
 public:
  /// The logarithm of a factor on one of the catalogue's numbers, with its standard deviation.
  struct Number {
    double log = 0;
    double sd = kMostOff / 1.7320508;  ///< of what is uniform within kMostOff

    double factor() const;
  };

  /// Gives tasks drawn from what is believed these numbers, instead of those that it gave them before: the
  /// first one the most probable ones, as the believed task gets them, the others drawn ones.
  void tune(Believed& believed, std::vector<Task>& drawn, const Catalogue& catalogue,
            std::uint64_t seed) const;

  /// Fits gravity, the launch speed and the bird's mass to the way of a launched bird. Returns false, and
  /// learns nothing, where there is none or none of these numbers that may be true explains it.
  bool learn_launch(const std::vector<BodyTrack>& tracks, const Catalogue& catalogue);
  /// Fits some numbers of materials by plays of the last usual throws, of which this is one.
  void learn_contacts(const Episode& usual, const Simulator& simulator);

  /// Takes the surprise of a throw. The first ones tell how much is usual.
  void learn_surprise(double surprise);
  /// How many times larger than with true numbers surprises usually are, at least 1.
  double surprise_scale() const;

  /// The error of what gravity, and forces on a mass that is not known, do to the body of a track.
  double acceleration_sd_mps2(const BodyTrack& track) const;
  /// Whether a launch was learned from.
  bool launched() const { return launches_ > 0; }

  const Number& gravity() const { return gravity_; }
  const Number& launch() const { return launch_; }
  /// Of all kinds of birds together.
  const Number& bird_mass() const { return bird_mass_; }

 private:
  struct Material {
    double log_mass = 0;
    double log_friction = 0;
  };

  /// Moves the mass or friction of a material by a small step, if that explains these throws better.
  void fit_contacts(const std::string& material, bool mass, const Simulator& simulator);

  Number gravity_{};
  Number launch_{};
  Number bird_mass_{};
  std::map<std::string, Material> materials_{};
  std::vector<Episode> usual_{};  ///< the last ones
  std::size_t next_ = 0;          ///< counts the numbers that were fitted
  int launches_ = 0;
  int surprises_ = 0;
  double squares_ = 0;  ///< sum of those of surprises
};

}  // namespace novphy
