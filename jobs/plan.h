#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/sets/make_tasks.h"
#include "jobs/context.h"
#include "trials/plan.h"
#include "trials/plan_counts.h"
#include "trials/plan_tasks.h"

/// What novphy plan and Python's plan(), level_plan() and standard_plan() do.
namespace novphy {

struct PlanSettings {
  AssetSettings assets{};
  PlanOptions options{};  ///< but for the trials and the secret
  std::optional<int> trials{};
  std::string secret{};  ///< file
  std::vector<std::string> pairs{};
  bool in_order = false;  ///< pairs stay in the order of their names, else they are sorted by path
  std::string templates{};
  std::string ranges{};
  bool as_published = false;
  std::vector<std::string> novelties{};
  std::vector<std::string> scenarios{};
  MakingSettings making{};
  std::string tasks{};
  std::string standard{};
  std::string levels{};
  std::string config{};
  bool skip_unreadable = false;
  bool no_certain_ends = false;
  int jobs = 1;
  std::string out{};  ///< beside it, tasks are kept until the plan is written; "" or "-": nowhere
  bool force = false;
  bool resume = false;
  std::optional<Shard> shard{};

  /// All but those of the output, which Python does not have.
  Settings settings();
  Settings output_settings();
};

/// The settings that say how large a plan is and whether it is informed: all of PlanOptions but the seed.
Settings plan_size_settings(PlanOptions& options);

/// Asks how many trials a difference needs, instead of for a plan.
struct PowerSettings {
  std::optional<double> difference{};
  std::optional<double> rate{};
  std::vector<std::string> like{};

  Settings settings();
};

/// A measure, how much pairs of trials differ in it, and the trials of each novelty-scenario that the
/// difference needs over all novelty-scenarios, those of a row of NPS or of SPN, and a single one; empty
/// above a million. Where no trials differ, nothing tells how many are needed.
struct NeededTrials {
  std::string measure{};
  double deviation = 0;
  std::array<std::optional<int>, 4> trials{};
};
struct TrialsNeeded {
  std::array<int, 4> cells{};  ///< numbers of novelty-scenarios to which the trials belong
  std::vector<NeededTrials> rows{};
};

struct PlanEstimate {
  PlanSketch sketch{};
  std::optional<double> make_s{};  ///< of one thread; empty where no tasks are made
  double play_s = 0;
};

struct MadePlan {
  Plan plan{};
  std::string text{};                              ///< of the plan's file; "" for a shard
  std::size_t tasks = 0;                           ///< that a shard has
  std::string partial{};                           ///< the shard's file
  std::vector<std::filesystem::path> leftovers{};  ///< to be removed once the plan is written
};

/// A plan before its trials are drawn.
class PlanMaker {
 public:
  /// Reads everything that the settings name. Throws InputError.
  PlanMaker(PlanSettings wanted, const JobContext& context);
  PlanMaker(const PlanMaker&) = delete;
  PlanMaker& operator=(const PlanMaker&) = delete;
  ~PlanMaker() = default;

  MadePlan make(const JobWatch& watch);
  PlanEstimate estimate();
  TrialsNeeded trials_needed(const PowerSettings& wanted) const;
  const Catalogue& catalogue() const { return assets_->catalogue; }

 private:
  void read_pairs_of_plan();
  void read_standard();
  void keep(std::vector<Pair>& pairs, const std::vector<std::string>& names,
            bool (*means)(const Pair&, std::string_view), std::string Pair::*member,
            const char* setting) const;
  Plan plan_of_levels();
  Plan plan_of_groups(int trials);
  void check_output() const;
  double unproved_share(const Plan& plan) const;
  std::vector<Pair> pairs_of_tasks() const;
  std::vector<TaskSetLine> fill(Plan& plan, const std::string& partial, const JobWatch& watch) const;

  PlanSettings wanted_;
  JobContext context_;
  std::shared_ptr<const Assets> assets_{};
  std::vector<Pair> pairs_{};
  std::vector<Pair> others_{};  ///< of the second novelty of trials
  std::optional<StandardPlan> standard_{};
  std::optional<TaskSet> set_{};
  bool informed_ = false;
};

}  // namespace novphy
