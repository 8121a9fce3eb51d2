#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "generator/invent/family.h"
#include "generator/invent/invention.h"
#include "generator/invent/signature.h"
#include "generator/invent/strength.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/rng.h"

namespace novphy {

struct CandidateOptions {
  Seed seed{};
  std::string scenario{};        ///< "": any, in turn
  int level = 0;                 ///< 0: any
  double least_distance = 0.35;  ///< from every known novelty
  double least_visible = 0.25;   ///< least Grade::visible_share
  bool compose = false;          ///< two novelties of the table in place of a law
  bool strict = false;           ///< another object than in the old way must kill the pig
  int members = 16;              ///< of the family's audit; 0: only the base
  double step_deg = 0.5;         ///< between throws of the sweep
  friend bool operator==(const CandidateOptions&, const CandidateOptions&) = default;
};

/// The normal side of a pair, into which novelties are put, and what is known of it.
struct InventBase {
  /// Searches the winning throws of the normal side and makes its checks. Throws as World does.
  InventBase(Pair pair, const SolverNumbers& numbers, double step_deg);

  const Task& task() const { return pair.normal.task; }

  Pair pair;
  SideReport normal;
  OldWays ways;
  std::optional<Probes> probes;  ///< where the normal side has winning throws
};

/// An invention of some strength, and the base that it was drawn for.
struct InBase {
  const InventBase& base;
  Invention invention{};
  double strength = 1;
};

/// How far two novelties are apart: each is put into the other's base, where its place and the objects
/// nearest to its own are, and the smaller of both distances between signatures counts. 1 where neither base
/// takes the other's novelty.
double apart(const InBase& a, const InBase& b, const Catalogue& catalogue);

/// How hard a pair is. The equations of `novphy difficulty` saturate for invented pairs, in which old throws
/// fail.
struct Grade {
  /// From the middle of the safest old window to the nearest new winning throw, in degrees of the angle; a
  /// change of the pull counts as the angle that changes the launch velocity as much.
  double aim_shift_deg = 0;
  double winning_share = 0;  ///< of the throws of the novel side's sweep
  double visible_share = 0;  ///< of the probe throws: Probes::visible_share
  /// How many throws of the old plan it takes in the mean until one looks different; at most kOldProbes + 1.
  double notice_throws = 0;
  double ways_lost = 0;    ///< share of the normal side's winning throws that do not win with the novelty
  bool other_way = false;  ///< needs_another_way()
  int new_birds = 0;       ///< the fewest birds with which the sweep passes the novel side
  friend bool operator==(const Grade&, const Grade&) = default;
};

/// A candidate for an invented pair: what was drawn, and what became of it.
struct Candidate {
  int number = 0;
  std::string law{};  ///< Invention::law
  int level = 0;      ///< Invention::level
  std::string scenario{};
  std::string base{};     ///< name of the base pair, "rolling/agents"
  bool decoys = false;    ///< the base is the best of some of with_drawn_base(), in which decoys nearly win
  std::string verdict{};  ///< "accepted", or the check that failed
  double strength = 0;
  double least_strength = 0;
  int draw = 0;  ///< of the place, from 0 on: the first at which the old plays fail, or the number of draws
  SecondChoice second{};
  NearestKnown nearest{};
  double ranges = 0;  ///< factor on the base pair's ranges
  Grade grade{};
  std::string pair{};  ///< text of the pair file; "" unless the candidate passed every check
  std::string hash{};  ///< of this text, in a finished index; else ""
};

inline constexpr const char* kAccepted = "accepted";
inline constexpr const char* kOldWay = "too many of the old way";  ///< of a set that has room for no more

/// The novelty's name: "whirl_12" for candidate 12, "fan_magnet_3" for a composition.
std::string novelty_name(const Candidate& candidate);

/// The stages of a candidate, of which the time is measured.
enum class InventStage { kBase, kStrength, kSweep, kChecks, kKnown, kFamily };
inline constexpr std::array<std::string_view, 6> kInventStages{"base",   "strength", "sweep",
                                                               "checks", "known",    "family"};
/// CPU seconds by stage.
using StageSeconds = std::array<double, kInventStages.size()>;

/// Makes candidates. A candidate depends on its number, the options and the pairs alone. Several threads may
/// call its functions.
class CandidateMaker {
 public:
  /// `pairs` are the base pairs. Assets and numbers must outlive this object.
  CandidateMaker(std::vector<Pair> pairs, std::vector<Novelty> novelties, const Assets& assets,
                 const SolverNumbers& numbers, CandidateOptions options);

  const CandidateOptions& options() const { return options_; }
  /// Draws law, scenario and base of the candidate; its verdict is empty. Costs nothing.
  Candidate drawn(int number) const;
  /// Goes through all stages until a check fails. With `only_other_ways`, a candidate that needs no other way
  /// ends as kOldWay as soon as this is known.
  Candidate made(int number, StageSeconds& seconds, bool only_other_ways = false) const;
  /// The text of the pair of an accepted candidate: draws it again and proves nothing.
  std::string pair_text(const Candidate& accepted) const;
  /// How far apart the novelties of two candidates with a strength are.
  double apart(const Candidate& a, const Candidate& b) const;

 private:
  struct Work;
  const InventBase& base(std::size_t pair, bool drawn) const;
  std::unique_ptr<InventBase> made_base(std::size_t pair, bool drawn) const;

  std::vector<Pair> pairs_;
  std::vector<Novelty> novelties_;
  const Assets& assets_;
  SolverNumbers numbers_;
  CandidateOptions options_;
  std::vector<std::string> scenarios_{};
  mutable std::vector<std::once_flag> once_;
  mutable std::vector<std::unique_ptr<InventBase>> bases_;
};

}  // namespace novphy
