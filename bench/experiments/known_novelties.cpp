#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "bench/experiments/experiments.h"
#include "generator/invent/signature.h"
#include "generator/sets/make_tasks.h"

/// Prints how well `novphy invent` recognises the novelties that are known: the distance of the novelty of
/// each shipped pair from the nearest known law, with its free numbers fitted. docs/invent.md says what the
/// threshold of `invent` owes to it.
namespace novphy::experiments {
namespace known_novelties {
namespace {

struct Options {
  std::string pairs = NOVPHY_SOURCE_DIR "/levels/templates";
  unsigned jobs = 1;
};

struct Row {
  std::string pair{};
  NearestKnown nearest{};
};

/// An invention in the place of the last effect of the task, so that the search begins there, as it does for
/// an invention.
Invention at_last_effect(const Task& novel) {
  Invention invention;
  if (novel.effects.empty()) return invention;
  const Effect& last = novel.effects.back();
  const auto* field = std::get_if<ForceField>(&last);
  const auto* magnet = std::get_if<Magnet>(&last);
  Box region = field && field->region ? *field->region : Box{{}, {4, 4}, 0};
  const auto object = magnet ? std::optional(magnet->object) : field ? field->object : std::nullopt;
  if (!object && !(field && field->region)) return invention;
  if (object) {
    const Object& holder = novel.objects[static_cast<std::size_t>(*object)];
    region.centre_m = holder.at_m + rotated(region.centre_m, holder.angle_rad);
  }
  invention.place = region;
  return invention;
}

/// Compares the novel task with itself without its novelty, because the two sides of a pair may differ in
/// more.
Row row_of(const Pair& pair, const SolverNumbers& numbers) {
  const Task normal = without(pair.novel.task);
  const Probes probes(normal, {}, numbers);
  return {pair.scenario + "/" + pair.novelty,
          nearest_known(normal, at_last_effect(pair.novel.task), probes.signature(pair.novel.task), probes,
                        numbers.catalogue, 0)};
}

void run(const Options& options) {
  const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  const SolverNumbers numbers = solver_numbers(assets);
  const std::vector<Pair> pairs = pairs_in({options.pairs}, assets.catalogue);
  std::vector<Row> rows(pairs.size());
  parallel_for(pairs.size(), options.jobs, [&](std::size_t i) { rows[i] = row_of(pairs[i], numbers); });
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.nearest.distance < b.nearest.distance; });
  for (const Row& row : rows)
    fmt::print("{:<32}{:<24}{:6.2f}\n", row.pair, row.nearest.name, row.nearest.distance);
}

}  // namespace
}  // namespace known_novelties

void add_known_novelties(CLI::App& experiments) {
  const auto options = std::make_shared<known_novelties::Options>();
  CLI::App* command = experiments.add_subcommand(
      "known-novelties", "How near the shipped novelties are to the known laws of novphy invent");
  command->add_option("--pairs", options->pairs, "A pair, or a folder of pairs")->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads")->check(CLI::Range(1, 256))->capture_default_str();
  command->callback([options] { known_novelties::run(*options); });
}

}  // namespace novphy::experiments
