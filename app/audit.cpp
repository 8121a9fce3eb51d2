#include "app/audit.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>

#include "app/plan_tasks.h"
#include "base/parallel.h"
#include "generator/checks.h"
#include "sim/rng.h"

namespace novphy::app {
namespace {

/// Indices of the sample, ascending.
std::vector<std::size_t> sample(std::size_t of, double share, std::uint64_t seed) {
  std::vector<std::size_t> order(of);
  std::iota(order.begin(), order.end(), 0);
  const auto count = std::min(of, static_cast<std::size_t>(std::max(1.0, std::round(share * double(of)))));
  Rng rng = Rng::stream(seed, "generator/audit");
  for (std::size_t i = 0; i < count; ++i)
    std::swap(order[i],
              order[static_cast<std::size_t>(rng.integer(static_cast<int>(i), static_cast<int>(of) - 1))]);
  order.resize(count);
  std::sort(order.begin(), order.end());
  return order;
}

/// Every check of the task's side.
SideReport check(const TaskSetLine& line, const Pair& base, const std::vector<Novelty>& novelties,
                 const SolverNumbers& numbers) {
  const PlannedTask planned = planned_task(line, base, numbers.catalogue);
  Pair pair = member_of(base, planned.member, numbers.catalogue);
  const bool novel = line.task_template == pair.novel.name;
  auto& objects = (novel ? pair.novel : pair.normal).task.objects;
  objects.insert(objects.end(), planned.distractors.begin(), planned.distractors.end());
  const PairReport report = verify(pair, novelties, numbers);
  return novel ? report.novel : report.normal;
}

struct Tally {
  std::size_t asked = 0;
  std::size_t passed = 0;
};

}  // namespace

void audit_tasks(const AuditOptions& options, std::vector<Pair> pairs, const AssetOptions& asset_options,
                 const Assets& assets) {
  const SolverNumbers numbers = solver_numbers(asset_options, assets);
  const TaskSet set = read_tasks_of(options.folder, pairs, assets);
  const auto chosen = sample(set.lines.size(), options.share, options.seed);
  std::vector<SideReport> reports(chosen.size());
  const auto progress = making_progress();
  std::mutex mutex;
  std::size_t done = 0;
  parallel_for(chosen.size(), options.jobs, [&](std::size_t i) {
    const TaskSetLine& line = set.lines[chosen[i]];
    reports[i] = check(line, pair_of(pairs, line.task_template), options.novelties, numbers);
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress(done, chosen.size());
  });
  std::map<std::string, Tally> tallies;
  std::size_t passed = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const TaskSetLine& line = set.lines[chosen[i]];
    passed += reports[i].passed();
    for (const CheckResult& result : reports[i].checks) {
      if (result.verdict == CheckVerdict::kNotAsked || result.verdict == CheckVerdict::kReported) continue;
      ++tallies[result.id].asked;
      if (result.verdict == CheckVerdict::kPassed)
        ++tallies[result.id].passed;
      else
        fmt::print("{} task {}: {} {}\n", line.task_template, line.task, result.id, result.finding);
    }
  }
  for (const auto& [id, tally] : tallies) fmt::print("{:<4} {} of {}\n", id, tally.passed, tally.asked);
  const double percent = 100.0 * static_cast<double>(passed) / static_cast<double>(chosen.size());
  fmt::print("{} of {} tasks pass every check ({:.1f} %), a sample of {}\n", passed, chosen.size(), percent,
             set.lines.size());
  if (percent < options.least_percent) throw ExitCode{1};
}

}  // namespace novphy::app
