#include "generator/sets/audit.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "base/parallel.h"
#include "generator/sets/make_tasks.h"
#include "sim/rng.h"

namespace novphy {
namespace {

SideReport check(const TaskSetLine& line, const Pair& base, const std::vector<Novelty>& novelties,
                 const SolverNumbers& numbers) {
  const bool novel = line.task_template == base.novel.name;
  const PairReport report = verify(line.recipe.make_pair(base, novel, numbers.catalogue), novelties, numbers);
  return novel ? report.novel : report.normal;
}

}  // namespace

std::vector<std::size_t> audit_sample(std::size_t count, double share, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const double wanted = std::max(1.0, std::round(share * static_cast<double>(count)));
  const std::size_t size = std::min(count, static_cast<std::size_t>(wanted));
  Rng rng = Rng::stream(seed, "generator/audit");
  for (std::size_t i = 0; i < size; ++i) {
    const int other = rng.integer(static_cast<int>(i), static_cast<int>(count) - 1);
    std::swap(order[i], order[static_cast<std::size_t>(other)]);
  }
  order.resize(size);
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<AuditedTask> audit(const TaskSet& set, const std::vector<Pair>& pairs,
                               const AuditOptions& options, const SolverNumbers& numbers) {
  const auto chosen = audit_sample(set.lines.size(), options.share, options.seed);
  std::vector<AuditedTask> audited(chosen.size());
  std::mutex mutex;
  std::size_t done = 0;
  parallel_for(chosen.size(), options.jobs, [&](std::size_t i) {
    const TaskSetLine& line = set.lines[chosen[i]];
    audited[i] = {.task_template = line.task_template,
                  .task = line.task,
                  .report = check(line, pair_of(pairs, line.task_template), options.novelties, numbers)};
    const std::lock_guard lock(mutex);
    ++done;
    if (options.progress) options.progress(done, chosen.size());
  });
  return audited;
}

std::map<std::string, CheckTally> tally(const std::vector<AuditedTask>& tasks) {
  std::map<std::string, CheckTally> tallies;
  for (const AuditedTask& task : tasks)
    for (const CheckResult& result : task.report.checks) {
      if (result.verdict == CheckVerdict::kNotAsked || result.verdict == CheckVerdict::kReported) continue;
      CheckTally& check = tallies[result.id];
      ++check.asked;
      check.passed += result.verdict == CheckVerdict::kPassed;
    }
  return tallies;
}

}  // namespace novphy
