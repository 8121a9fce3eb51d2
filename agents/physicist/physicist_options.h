#pragma once

#include <string_view>

namespace novphy {

/// What the user may set of the agent "physicist".
struct PhysicistOptions {
  /// Most throws that are tried for a plan (PlanLimits), 1 to kMostPlays. Exploring, and the search for a
  /// law after a strange flight, take more, in proportion.
  int plays = 1500;
  int threads = 1;      ///< threads that share these plays, 1 to kMostThreads; they change no shot
  double noise_px = 0;  ///< noise of what the agent sees, 0 to kMostNoisePx (view/noise.h)
  friend bool operator==(const PhysicistOptions&, const PhysicistOptions&) = default;
};

inline constexpr int kMostPlays = 1'000'000;
inline constexpr int kMostThreads = 1024;

/// Throws std::invalid_argument, naming the option, for one out of range.
void check_options(const PhysicistOptions& options);

/// The options in a text such as "plays=500,noise=2", in any order, each at most once. They are those that
/// change what the agent does: the number of threads is not among them. Throws std::invalid_argument for any
/// other text.
PhysicistOptions read_physicist_options(std::string_view text);

}  // namespace novphy
