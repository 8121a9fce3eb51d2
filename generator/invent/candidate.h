#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "generator/invent/family.h"
#include "generator/invent/invention.h"
#include "generator/invent/signature.h"
#include "levels/assets.h"
#include "sim/seed.h"

namespace novphy {

/// The normal side of a pair, into which novelties are put, and what is known of it.
class InventBase {
 public:
  /// Searches the winning throws of the normal side. Throws as World does.
  InventBase(Pair pair, const SolverNumbers& numbers, double step_deg);

  const Pair& pair() const { return pair_; }
  const Task& task() const { return pair_.normal.task; }
  const SideReport& normal() const { return normal_; }
  const OldWays& ways() const { return ways_; }
  const Probes& probes() const { return *probes_; }

 private:
  Pair pair_;
  SideReport normal_;
  OldWays ways_;
  std::unique_ptr<Probes> probes_;
};

/// How hard a pair is, beside `novphy difficulty`, whose equations saturate for invented pairs.
struct Grade {
  /// From the middle of the safest old window to the nearest new winning throw, in degrees of the angle; a
  /// change of the pull counts as the angle that changes the launch velocity as much.
  double aim_shift_deg = 0;
  double winning_share = 0;        ///< of the throws of the novel side's sweep
  double visible_share = 0;        ///< of the probe throws: Probes::visible_share
  std::optional<double> detect{};  ///< difficulty of detection and of adaptation, 0 to 1
  std::optional<double> adapt{};
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
};

inline constexpr const char* kAccepted = "accepted";

/// The novelty's name: "whirl_12" for candidate 12, "fan_magnet_3" for a composition.
std::string novelty_name(const Candidate& candidate);

struct CandidateOptions {
  Seed seed{};
  std::string scenario{};        ///< "": any, in turn
  int level = 0;                 ///< 0: any
  double least_distance = 0.35;  ///< from every known novelty
  double least_visible = 0.25;   ///< least Grade::visible_share
  bool compose = false;          ///< two novelties of the table in place of a law
  bool strict = false;           ///< another object than in the old way must kill the pig
  FamilyOptions family{};
  double step_deg = 0.5;
  friend bool operator==(const CandidateOptions&, const CandidateOptions&) = default;
};

/// The stages of a candidate, of which the time is measured.
enum class InventStage { kBase, kStrength, kSweep, kChecks, kKnown, kFamily, kGrade };
inline constexpr std::array<std::string_view, 7> kInventStages{"base",  "strength", "sweep", "checks",
                                                               "known", "family",   "grade"};
/// CPU seconds by stage.
using StageSeconds = std::array<double, kInventStages.size()>;

/// Makes candidates. A candidate depends on its number, the options and the pairs alone. Several threads may
/// call its functions.
class CandidateMaker {
 public:
  /// `pairs` are the base pairs. Assets and numbers must outlive this object.
  CandidateMaker(std::vector<Pair> pairs, std::vector<Novelty> novelties, const Assets& assets,
                 const SolverNumbers& numbers, CandidateOptions options);
  ~CandidateMaker();

  const CandidateOptions& options() const { return options_; }
  /// Draws law, scenario and base of the candidate; its verdict is empty. Costs nothing.
  Candidate drawn(int number) const;
  /// Goes through all stages until a check fails.
  Candidate made(int number, StageSeconds& seconds) const;
  /// How far apart the novelties of two candidates with a strength are: the function of likeness.h.
  double apart(const Candidate& a, const Candidate& b) const;

 private:
  struct Work;
  const InventBase& base(std::size_t pair) const;

  std::vector<Pair> pairs_;
  std::vector<Novelty> novelties_;
  const Assets& assets_;
  SolverNumbers numbers_;
  CandidateOptions options_;
  std::vector<std::string> scenarios_;
  struct Bases;
  std::unique_ptr<Bases> bases_;
};

}  // namespace novphy
