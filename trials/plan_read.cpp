#include <fmt/core.h>

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "levels/content_hash.h"
#include "levels/file.h"
#include "levels/json_reader.h"
#include "levels/task_parts.h"
#include "trials/plan_file.h"

namespace novphy {
namespace {

constexpr int kFormat = 1;
constexpr int kMostTasks = 1'000'000;
constexpr int kMostTrials = 1'000'000;
constexpr double kMostShiftM = 1000;
constexpr std::uint64_t kSeedLimit = std::uint64_t{1} << 53;

class PlanReader {
 public:
  explicit PlanReader(const Catalogue& catalogue) : catalogue_(catalogue) {}

  Plan read(const Node& root) {
    root.at("novphy_plan").integer(kFormat, kFormat);
    root.only({"novphy_plan", "options", "templates", "trials"});
    plan_.options = options(root.at("options"));
    for (const Node& node : root.at("templates").array()) add_template(node);
    for (const Node& node : root.at("trials").array(0, kMostTrials)) add_trial(node);
    return std::move(plan_);
  }

 private:
  static std::uint64_t seed(const Node& node) {
    const std::uint64_t value = node.unsigned64();
    if (value >= kSeedLimit) node.expected("a seed below 2^53");
    return value;
  }

  static std::pair<int, int> two(const Node& node, int least) {
    const auto both = node.array(2, 2);
    if (both.size() != 2) return {least, least};
    return {both[0].integer(0, kMostTasks), both[1].integer(least, kMostTasks)};
  }

  static PlanOptions options(const Node& node) {
    node.only(
        {"seed", "trials", "normal", "novel", "calibration", "training", "control", "informed", "distinct"});
    PlanOptions read;
    read.seed = seed(node.at("seed"));
    read.trials = node.at("trials").integer(0, kMostTrials);
    std::tie(read.min_normal, read.max_normal) = two(node.at("normal"), 0);
    if (read.max_normal < read.min_normal) node.at("normal").expected("the least number, then the most");
    read.novel = node.at("novel").integer(0, kMostTasks);
    std::tie(read.calibration_runs, read.calibration_tasks) = two(node.at("calibration"), 1);
    read.training = node.at("training").integer(0, kMostTasks);
    read.control_trials = node.at("control").integer(0, kMostTrials);
    read.informed = node.at("informed").boolean();
    read.distinct = node.at("distinct").boolean();
    return read;
  }

  // Published templates may overlap and have ranges that exclude their base: a plan takes them as they are.
  void add_template(const Node& node) {
    node.only({"name", "template", "shifts"});
    PlanTemplate family;
    const std::string name = node.at("name").text();
    family.base = read_template(node.at("template"), name, catalogue_, Origin::kImported);
    for (const Node& shift : node.at("shifts").array(0, kMostTasks))
      family.shifts_m.push_back(shift.vec2(-kMostShiftM, kMostShiftM));
    const int index = static_cast<int>(plan_.templates.size());
    if (!indices_.emplace(name, index).second)
      node.at("name").error(fmt::format("the name {} is used twice", in_quotes(name)));
    plan_.templates.push_back(std::move(family));
  }

  /// [["name", 0, 1, 2], ...]
  std::vector<TaskRef> tasks(const Node& node) const {
    std::vector<TaskRef> refs;
    if (!node) return refs;
    for (const Node& run : node.array()) {
      const auto parts = run.array(1);
      if (parts.empty()) continue;
      const auto found = indices_.find(parts[0].text());
      if (found == indices_.end()) {
        parts[0].expected("the name of a template of this plan");
        continue;
      }
      const auto& shifts = plan_.templates[static_cast<std::size_t>(found->second)].shifts_m;
      for (std::size_t i = 1; i < parts.size(); ++i)
        refs.push_back({.task_template = found->second,
                        .variation = parts[i].integer(0, static_cast<int>(shifts.size()) - 1)});
    }
    return refs;
  }

  void add_trial(const Node& node) {
    node.only({"novelty", "scenario", "trial", "calibration_run", "seed", "control", "informed", "training",
               "calibration", "normal", "novel"});
    PlannedTrial trial;
    const bool calibrates = node.get("calibration_run").present();
    const Node index = node.at(calibrates ? "calibration_run" : "trial");
    trial.novelty = node.at("novelty").text();
    trial.scenario = node.at("scenario").text();
    trial.index = index.integer(0, kMostTrials - 1);
    trial.seed = seed(node.at("seed"));
    if (const Node control = node.get("control")) trial.control = control.boolean();
    if (const Node informed = node.get("informed")) trial.informed = informed.boolean();
    trial.training = tasks(node.get("training"));
    trial.calibration = tasks(node.get("calibration"));
    trial.normal = tasks(node.get("normal"));
    trial.novel = tasks(node.get("novel"));
    check(node, trial, calibrates);
    if (!trials_.emplace(trial.novelty, trial.scenario, calibrates, trial.index).second)
      index.error("this novelty-scenario has that number already");
    plan_.trials.push_back(std::move(trial));
  }

  static void check(const Node& node, const PlannedTrial& trial, bool calibrates) {
    for (const char* key : {"trial", "control", "informed", "normal", "novel"})
      if (calibrates && node.get(key)) node.get(key).error("does not belong to a calibration run");
    if (!calibrates && node.get("calibration")) node.get("calibration").error("belongs to a calibration run");
    if (calibrates && trial.calibration.empty()) node.at("calibration").expected("at least one task");
  }

  const Catalogue& catalogue_;
  Plan plan_;
  std::map<std::string, int> indices_;
  std::set<std::tuple<std::string, std::string, bool, int>> trials_;
};

}  // namespace

Plan parse_plan(std::string_view text, const std::string& file, const Catalogue& catalogue) {
  JsonDocument document(text, file);
  Plan plan = PlanReader(catalogue).read(document.root());
  document.check();
  return plan;
}

PlanFile read_plan(const std::filesystem::path& file, const Catalogue& catalogue) {
  const std::string text = read_file(file);
  Plan plan = parse_plan(text, file.string(), catalogue);
  return {.plan = std::move(plan), .hash = content_hash(text)};
}

}  // namespace novphy
