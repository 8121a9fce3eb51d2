#include "generator/invent/invent.h"

#include <fmt/core.h>

#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/invent_page.h"
#include "app/law_words.h"
#include "app/outputs.h"
#include "app/pair_picture.h"
#include "app/progress_line.h"
#include "app/shipped.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "generator/invent/candidate_file.h"
#include "generator/invent/likeness.h"
#include "generator/sets/make_tasks.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

constexpr double kAlike = 0.7;  // half of the square of a signature is left

struct InventArguments {
  AssetOptions assets;
  NoveltyTable novelties;
  std::vector<std::string> bases;
  CandidateOptions candidate;
  InventOptions set;
  std::string out;
  QuietOption quiet;
};

std::string pair_file(const Candidate& candidate) {
  return fmt::format("{}_{}.json", candidate.scenario, novelty_name(candidate));
}

/// The accepted pairs with their pictures. Every pair that is written is verified once more, as the file has
/// it. Throws InputError for one that fails, which would be an error of this program.
std::vector<InventedPair> accepted_pairs(const InventedSet& set, const std::vector<Novelty>& novelties,
                                         const SolverNumbers& numbers, const InventArguments& options) {
  std::vector<InventedPair> pairs;
  for (const Candidate* candidate : set.pairs())
    pairs.push_back({.candidate = *candidate, .file = "pairs/" + pair_file(*candidate)});
  parallel_for(pairs.size(), options.set.jobs, [&](std::size_t i) {
    const Pair pair = parse_pair_json(pairs[i].candidate.pair, pairs[i].file, numbers.catalogue);
    const PairReport report = verify(pair, novelties, numbers, {.step_deg = options.candidate.step_deg});
    if (!report.normal.passed() || !report.novel.passed())
      throw InputError(pairs[i].file, "fails a check that it passed before; novphy verify shows it");
    pairs[i].law = law_words(pair);
    pairs[i].picture = pair_picture(pair, report, numbers, true);
  });
  return pairs;
}

/// Writes the pairs, the index of all candidates, and the page.
void write_set(const InventedSet& set, const InventHead& head, const std::vector<InventedPair>& pairs,
               const std::vector<std::vector<std::size_t>>& groups, const fs::path& folder) {
  std::string index = to_json_line(head);
  for (const Candidate& candidate : set.candidates) index += to_json_line(candidate, false);
  make_folder(folder / "pairs");
  for (const InventedPair& pair : pairs) write_file(folder / pair.file, pair.candidate.pair);
  write_file(folder / "index.html", invent_page(set, pairs, groups));
  write_file(folder / kInventIndex, index);  // last: with it, the set is finished
}

/// Groups of pairs that are alike, though none is a duplicate of another.
std::vector<std::vector<std::size_t>> alike(const CandidateMaker& maker,
                                            const std::vector<InventedPair>& pairs) {
  std::vector<std::vector<double>> far(pairs.size(), std::vector<double>(pairs.size()));
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      far[i][j] = far[j][i] = maker.apart(pairs[i].candidate, pairs[j].candidate);
  return clusters(
      pairs.size(), [&](std::size_t i, std::size_t j) { return far[i][j]; }, kAlike);
}

void print_alike(const std::vector<InventedPair>& pairs,
                 const std::vector<std::vector<std::size_t>>& groups) {
  fmt::print("groups of pairs nearer to each other than {} in the mean:\n", kAlike);
  for (const auto& group : groups) {
    if (group.size() < 2) continue;
    std::string names;
    for (const std::size_t i : group) names += " " + pair_name(pairs[i].candidate);
    fmt::print(" {}\n", names);
  }
}

void print_set(const InventedSet& set) {
  fmt::print("{:<28}{:>6}\n", "candidates", set.candidates.size());
  for (const auto& [verdict, count] : set.verdicts()) fmt::print("  {:<26}{:>6}\n", verdict, count);
  const double all_s = std::accumulate(set.seconds.begin(), set.seconds.end(), 0.0);
  fmt::print("CPU time {:.0f} s:", all_s);
  for (std::size_t i = 0; i < kInventStages.size(); ++i)
    fmt::print(" {} {:.1f}", kInventStages[i], set.seconds[i]);
  fmt::print("\n");
}

void invent_pairs(InventArguments& options) {
  options.candidate.family.step_deg = options.candidate.step_deg;
  const Assets assets = options.assets.load();
  const std::vector<Novelty> novelties = options.novelties.load(assets.catalogue);
  std::vector<std::string> places = shipped(options.bases);
  if (places.empty()) places.push_back(data_folder("levels/templates").string());
  std::vector<Pair> pairs = pairs_in(places, assets.catalogue);
  const InventHead head = head_of(options.candidate, pairs, novelties, assets, options.assets.physics_name());
  const SolverNumbers numbers = solver_numbers(assets, options.assets.physics_name());
  const CandidateMaker maker(std::move(pairs), novelties, assets, numbers, options.candidate);
  CandidateJournal journal(options.out, head, options.set.shard);
  KnownCandidates known{.made = journal.known(), .keep = [&](const Candidate& c) { journal.keep(c); }};
  ProgressLine line("invent", "pairs", options.quiet);
  options.set.progress = line.counter();
  options.set.least_apart = options.candidate.least_distance;
  options.set.apart = [&](const Candidate& a, const Candidate& b) { return maker.apart(a, b); };
  const InventedSet set = invent(maker, options.set, known);
  if (options.set.shard) return;
  if (set.accepted < options.set.count)
    throw InputError(
        options.out,
        fmt::format("only {} of {} pairs after {} candidates; with more --candidates the work goes on",
                    set.accepted, options.set.count, options.set.most_candidates));
  const std::vector<InventedPair> accepted = accepted_pairs(set, novelties, numbers, options);
  const auto groups = alike(maker, accepted);
  write_set(set, head, accepted, groups, options.out);
  journal.remove();
  print_set(set);
  print_alike(accepted, groups);
}

}  // namespace

void add_invent(CLI::App& app) {
  const auto options = std::make_shared<InventArguments>();
  CLI::App* command = &add_command(
      app, "invent", "Invents novelties: draws laws, puts them into pairs, and proves the pairs by playing",
      kTasksGroup, "novphy invent --count 40 --seed 7 --jobs 2 --out invented");
  command
      ->add_option("bases", options->bases,
                   "Pairs whose normal sides get the novelties; default: those that come with the program")
      ->type_name("FILE|DIR");
  command->add_option("--count", options->set.count, "Number of pairs")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  add_seed(*command, options->candidate.seed, "Seed of the candidates");
  command
      ->add_option("--scenario", options->candidate.scenario,
                   "Only this scenario; default: all, equally often")
      ->type_name("NAME");
  command->add_option("--level", options->candidate.level, "Only this level of the novelty hierarchy; 0: any")
      ->check(CLI::Range(0, 8))
      ->capture_default_str();
  command
      ->add_flag("--compose", options->candidate.compose,
                 "Two known novelties at once, both of which are needed, in place of a new law")
      ->excludes("--level");
  command->add_flag("--strict", options->candidate.strict,
                    "Another object than in the normal task must kill the pig");
  command
      ->add_option("--members", options->candidate.family.members,
                   "Members of a family that must pass every check; 0: no family, only the base")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command
      ->add_option("--distance", options->candidate.least_distance, "Least distance from every known novelty")
      ->check(between(0, 1))
      ->capture_default_str();
  command->add_option("--step", options->candidate.step_deg, "Step between throws, in degrees")
      ->check(between(0.1, 10))
      ->capture_default_str();
  command->add_option("--candidates", options->set.most_candidates, "Most candidates to try")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--jobs", options->set.jobs, "Threads")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_shard(*command, options->set.shard,
            "Makes all candidates of shard I of N; a run without it then puts the set together");
  as_output(command->add_option("--out", options->out,
                                "The folder of the pairs and their index; a stopped run goes on"))
      ->required()
      ->type_name("DIR");
  options->novelties.add_to(*command);
  options->quiet.add_to(*command);
  options->assets.add_to(*command);
  command->callback([options] { invent_pairs(*options); });
}

}  // namespace novphy::app
