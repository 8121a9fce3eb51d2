#include <fmt/core.h>

#include <algorithm>

#include "base/parallel.h"
#include "bench/experiments/experiments.h"
#include "generator/invent/signature.h"

/// Prints how well `novphy invent` recognises the novelties that are known: the distance of the novelty of
/// each shipped pair from the nearest known law, with its free numbers fitted. docs/invent.md says what the
/// threshold of `invent` owes to it.
namespace novphy::experiments::known_novelties {
namespace {

struct Options {
  std::string pairs{};
  int jobs = 1;

  Settings settings() { return {pairs_setting(pairs), jobs_setting(jobs, "Threads")}; }
};

struct Row {
  std::string pair{};
  NearestKnown nearest{};
};

/// Compares the novel task with itself without its novelty, because the two sides of a pair may differ in
/// more.
Row row_of(const Pair& pair, const SolverNumbers& numbers) {
  const Task normal = without(pair.novel.task);
  const Probes probes(normal, {}, numbers);
  Invention last;  // the search begins where the last effect is, as it does for an invention
  if (!pair.novel.task.effects.empty())
    last.place = place_of(pair.novel.task.effects.back(), pair.novel.task);
  return {pair.scenario + "/" + pair.novelty,
          nearest_known(probes, last, probes.signature(pair.novel.task), 0)};
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  const SolverNumbers numbers = solver_numbers(assets);
  const std::vector<Pair> pairs = load_pairs(options.pairs, assets.catalogue);
  std::vector<Row> rows(pairs.size());
  parallel_for(pairs.size(), threads_of(options.jobs),
               [&](std::size_t i) { rows[i] = row_of(pairs[i], numbers); });
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.nearest.distance < b.nearest.distance; });
  for (const Row& row : rows)
    fmt::print("{:<32}{:<24}{:6.2f}\n", row.pair, row.nearest.name, row.nearest.distance);
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"known-novelties", "How near the shipped novelties are to the known laws of novphy invent"},
               app::job_of(run));
}

}  // namespace novphy::experiments::known_novelties
