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
#include "app/invent_options.h"
#include "app/invented_pairs.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "app/shipped.h"
#include "base/file.h"
#include "base/input_error.h"
#include "generator/sets/make_tasks.h"
#include "levels/task_recipe.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

struct InventArguments {
  AssetOptions assets;
  NoveltyTable novelties;
  std::vector<std::string> bases;
  CandidateOptions candidate;
  InventOptions set;
  std::string secret;
  std::string out;
  QuietOption quiet;
};

void name_pairs(std::vector<InventedPair>& pairs, const InventHead& head) {
  for (InventedPair& pair : pairs) {
    name_pair(pair, pair.name, to_json_line(head));
    pair.file = fmt::format("pairs/{}_{}.json", pair.candidate.scenario, pair.name);
  }
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

void invent_pairs(InventArguments& options) {
  if (!options.secret.empty())
    options.candidate.seed = read_secret(options.candidate.seed.number, options.secret);
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
  const InventedSet set = invent(maker, options.set, known);
  if (options.set.shard) return;
  if (set.accepted < options.set.count)
    throw InputError(options.out, too_few(set, options.set) + "; with more --candidates the work goes on");
  std::vector<InventedPair> accepted = accepted_pairs(set);
  name_pairs(accepted, head);
  complete(accepted, novelties, numbers, {.step_deg = options.candidate.step_deg, .jobs = options.set.jobs});
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
  add_candidate_options(*command, options->candidate, options->set);
  add_seed(*command, options->candidate.seed.number, "Seed of the candidates");
  add_secret(*command, options->secret);
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
