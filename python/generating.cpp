#include <fmt/core.h>
#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "generator/difficulty/pair_difficulty.h"
#include "generator/sets/write_tasks.h"
#include "generator/variation.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/options.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// Tasks to write to disk. The thread that writes them owns everything.
struct Generation {
  TaskOrder order;
  TaskRun run;
  TaskFolder to;
  std::vector<TaskSetLine> lines{};

  void write(const Stop& stop) {
    run.stop = &stop;
    lines = write_tasks(order, run, to, data().assets);
  }
};

std::optional<novphy::Range> taken_range(std::map<std::string, std::pair<double, double>>& wishes,
                                         const char* name) {
  const auto it = wishes.find(name);
  if (it == wishes.end()) return std::nullopt;
  const auto [low, high] = it->second;
  if (!(low >= 0 && high >= low && high <= 1))
    throw InputError("difficulty",
                     fmt::format("found {} from {} to {}, expected a range within 0 to 1", name, low, high));
  wishes.erase(it);
  return novphy::Range{low, high};
}

DifficultyWish taken_wish(Options& options) {
  std::map<std::string, std::pair<double, double>> wishes;
  options.take("difficulty", wishes);
  DifficultyWish wish;
  wish.detect = taken_range(wishes, "detect");
  wish.adapt = taken_range(wishes, "adapt");
  if (!wishes.empty())
    throw InputError("difficulty",
                     fmt::format("found \"{}\", expected detect or adapt", wishes.begin()->first));
  return wish;
}

void take_window(Options& options, VariationOptions& variation) {
  std::pair<double, double> window;
  if (!options.take("window", window)) return;
  if (!(window.first >= 0 && window.second >= window.first))
    throw InputError("window", fmt::format("found {} to {}, expected degrees such as (1, 3)", window.first,
                                           window.second));
  variation.least_window_deg = window.first;
  variation.most_window_deg = window.second;
}

VariationOptions taken_variation(Options& options, const std::vector<ChosenNovelty>& chosen,
                                 const DifficultyWish& wish) {
  std::string proof = "witness";
  options.take("proof", proof);
  VariationOptions variation{.novelties = without_checks_of(chosen, data().novelties),
                             .proof = proof_named(proof)};
  options.take("seed", variation.seed.number);
  options.take("distractors", variation.most_distractors, 0, 20);
  options.take("paired", variation.paired);
  take_window(options, variation);
  if (wish.detect || wish.adapt) variation.judge = difficulty_judge(wish, data().assets, {});
  return variation;
}

bool takes_xml(Options& options) {
  std::string format = "json";
  options.take("format", format);
  if (format != "json" && format != "xml")
    throw InputError("format", fmt::format("found \"{}\", expected json or xml", format));
  return format == "xml";
}

TaskRun taken_run(Options& options, const std::vector<ChosenNovelty>& chosen, const DifficultyWish& wish) {
  int threads = 0;
  std::string shard;
  options.take("threads", threads);
  options.take("shard", shard);
  TaskRun run{.variation = taken_variation(options, chosen, wish),
              .xml = takes_xml(options),
              .jobs = threads_of(threads)};
  if (!shard.empty()) run.shard = shard_from_text(shard);
  if (wish.detect || wish.adapt) run.least_acceptance = kLeastFitting;
  return run;
}

TaskFolder taken_folder(Options& options, const std::string& out, int count, const DifficultyWish& wish) {
  TaskFolder to{.folder = out, .count = count, .difficulty = words(wish)};
  options.take("physics", to.physics);
  options.take("resume", to.resume);
  physics(to.physics);
  return to;
}

/// The pairs that names refer to, in the order in which the program finds them.
std::vector<Pair> library_of(Options& options) {
  std::string published;
  options.take("templates", published);
  return published.empty() ? shipped_pairs() : published_pairs(published, catalogue());
}

std::shared_ptr<Generation> generation_of(const std::vector<std::string>& names, int count,
                                          const std::string& out, const py::dict& given) {
  if (count < 1 || count > 1'000'000)
    throw InputError("count", fmt::format("found {}, expected 1 to 1000000", count));
  Options options(given);
  const auto chosen = taken_novelties(options);
  const DifficultyWish wish = taken_wish(options);
  TaskRun run = taken_run(options, chosen, wish);
  TaskFolder to = taken_folder(options, out, count, wish);
  TaskOrder order = injected_order(names, library_of(options), count, chosen, data().novelties, catalogue());
  options.done("generate", "tasks");
  return std::make_shared<Generation>(Generation{std::move(order), std::move(run), std::move(to)});
}

/// Writes tasks as `novphy generate` does. Returns the lines of the index.
std::vector<std::string> generate(const std::vector<std::string>& names, int count, const std::string& out,
                                  const py::dict& given) {
  const auto generation = generation_of(names, count, out, given);
  interruptible([generation](const Stop& stop) { generation->write(stop); });
  std::vector<std::string> lines;
  for (const TaskSetLine& line : generation->lines) lines.push_back(to_json_line(line));
  return lines;
}

}  // namespace

void bind_generating(py::module_& module) { module.def("generate", &generate); }

}  // namespace novphy::python
