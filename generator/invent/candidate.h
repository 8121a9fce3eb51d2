#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "generator/invent/invention.h"
#include "generator/invent/signature.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/rng.h"

namespace novphy {

struct FamilyOptions {
  int members = 16;           ///< of the audit
  double least_share = 0.97;  ///< share of them of which both sides must pass every check
  friend bool operator==(const FamilyOptions&, const FamilyOptions&) = default;
};

struct CandidateOptions {
  Seed seed{};
  std::string scenario{};        ///< "": any, in turn
  int level = 0;                 ///< 0: any
  double least_distance = 0.35;  ///< from every known novelty
  double least_visible = 0.25;   ///< least Grade::visible_share
  bool compose = false;          ///< two novelties of the table in place of a law
  bool strict = false;           ///< another object than in the old way must kill the pig
  FamilyOptions family{};
  double step_deg = 0.5;  ///< between throws of the sweep
  friend bool operator==(const CandidateOptions&, const CandidateOptions&) = default;
};

/// A family whose members pass.
struct FoundFamily {
  std::string
      failed{};        ///< the check that a member failed in the narrowest ranges; "" where the family passes
  std::string text{};  ///< of the pair file, with narrowed ranges
  double ranges = 1;   ///< the factor on the base pair's ranges
};

/// The pair's text with every range of parameters and of the shift shrunk around its base by this factor.
/// With a factor of 0 nothing varies but parameters that are words, which always keep all their words.
std::string narrowed(const std::string& pair_text, double factor);

/// Audits members that are spread over everything that varies. Where too few pass, halves all ranges and
/// tries again, at most four times. Throws InputError as the reader of pairs does.
FoundFamily find_family(const std::string& pair_text, const std::string& file,
                        const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                        const CandidateOptions& options);

/// Whether `novphy generate` would refuse more than half of these members with its usual proof, which looks
/// at one window of winning throws and not at all throws: the check that the last of them fails, else "".
std::string refused_by_generate(const Pair& family, int members, const std::vector<Novelty>& novelties,
                                const SolverNumbers& numbers);

/// The result of searching a strength at which the old throws fail and new ones win.
struct FoundStrength {
  std::string failed{};  ///< "old_plan_fails" or "solvable" where there is none
  double least = 0;      ///< the least strength, to 5 %, at which at most one of the old plays wins
  double strength = 0;   ///< above it, so that a coarse sweep finds new throws that win
};

/// What wins in a normal task.
struct OldWins {
  const Task& task;
  const OldWays& ways;
  const std::vector<Solution>& throws;  ///< these do not count as new
};

/// Halves the range of strengths, on a scale of factors, between one that leaves too many of the old plays
/// winning and one that does not. Then tries up to four strengths above the least, from a drawn one on, with
/// a coarse sweep. Throws as World does.
FoundStrength find_strength(const OldWins& old, const Invention& invention, const SolverNumbers& numbers,
                            Rng& rng);

/// The normal side of a pair, into which novelties are put, and what is known of it.
struct InventBase {
  /// Searches the winning throws of the normal side. Throws as World does.
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
  double ways_lost = 0;  ///< share of the normal side's winning throws that do not win with the novelty
  int new_birds = 0;     ///< the fewest birds with which the sweep passes the novel side
  friend bool operator==(const Grade&, const Grade&) = default;
};

/// A candidate for an invented pair: what was drawn, and what became of it.
struct Candidate {
  int number = 0;
  std::string law{};  ///< Invention::law
  int level = 0;      ///< Invention::level
  std::string scenario{};
  std::string base{};     ///< name of the base pair, "rolling/agents"
  std::string verdict{};  ///< "accepted", or the check that failed
  double strength = 0;
  double least_strength = 0;
  NearestKnown nearest{};
  double ranges = 0;  ///< factor on the base pair's ranges
  Grade grade{};
  std::string pair{};  ///< text of the pair file; "" unless the candidate passed every check
  std::string hash{};  ///< of this text, in a finished index; else ""
};

inline constexpr const char* kAccepted = "accepted";

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
  /// Goes through all stages until a check fails.
  Candidate made(int number, StageSeconds& seconds) const;
  /// The text of the pair of an accepted candidate: draws it again and proves nothing.
  std::string pair_text(const Candidate& accepted) const;
  /// How far apart the novelties of two candidates with a strength are.
  double apart(const Candidate& a, const Candidate& b) const;

 private:
  struct Work;
  const InventBase& base(std::size_t pair) const;

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
