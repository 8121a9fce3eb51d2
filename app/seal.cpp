#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/invent_options.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/plan_sizes.h"
#include "app/sealed_program.h"
#include "app/sealed_set.h"
#include "app/shipped.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "generator/invent/invent.h"
#include "generator/sets/make_tasks.h"
#include "levels/task_recipe.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace {

struct SealArguments {
  std::vector<std::string> bases;
  CandidateOptions candidate;
  InventOptions set;
  PlanOptions plan;
  MakingOptions making;
  std::string secret;
  std::string out;
};

/// As many pairs as the set will have, to find mistakes in the sizes of its plan before anything is
/// published.
std::vector<Pair> stand_ins(const std::vector<Pair>& bases, int count) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    Pair& pair = pairs.emplace_back(bases[static_cast<std::size_t>(i) % bases.size()]);
    pair.novelty = fmt::format("n{}", i);
    for (Template* side : {&pair.normal, &pair.novel}) side->name += pair.novelty;
  }
  return pairs;
}

/// Throws InputError for options that would fail once the seed is known.
void check(const SealedSet& set, const std::vector<Pair>& bases, const Assets& assets) try {
  const SolverNumbers numbers = solver_numbers(assets);
  const std::vector<Novelty> table = MakingOptions().table(assets.catalogue);
  const CandidateMaker maker(bases, table, assets, numbers, set.candidates);  // refuses an unknown scenario
  make_plan(stand_ins(bases, set.count), set.plan.sizes);
} catch (const std::invalid_argument& error) {
  throw InputError("seal", error.what());
}

/// Throws std::logic_error where the text does not hold every option: a list of fields would lack one.
void check_text(const std::string& text, const SealedSet& set, const std::vector<Pair>& bases,
                const Assets& assets) {
  const SealedSet read = parse_sealed(text, "sealed set");
  const auto head = [&](const SealedSet& of) { return head_of(of.candidates, bases, {}, assets, ""); };
  if (head(read) != head(set) || !(read.plan.sizes == set.plan.sizes))
    throw std::logic_error("a sealed set does not hold all its options");
}

/// What was published stays.
void write_sealed(const std::string& file, const std::string& text) {
  if (std::filesystem::is_regular_file(file) && read_file(file) != text)
    throw InputError(file, "is there already with other content: expected another name");
  write_file(file, text);
}

void seal(SealArguments& options) {
  options.candidate.family.step_deg = options.candidate.step_deg;
  check_options(options.plan);
  const Assets assets = load_assets(data_folder("assets"));
  const bool given = !options.bases.empty();
  const std::vector<Pair> bases =
      given ? pairs_in(shipped(options.bases), assets.catalogue) : program_pairs(assets.catalogue);
  const SealedSet set{.version = build_info().version,
                      .sources = std::string(kSourcesHash),
                      .secret_sha256 = read_secret(0, options.secret).secret_sha256,
                      .laws = sealed_laws(),
                      .plays = plays_fingerprint(bases, assets),
                      .count = options.set.count,
                      .most_candidates = options.set.most_candidates,
                      .candidates = options.candidate,
                      .plan = {.sizes = options.plan,
                               .proof = options.making.proof(),
                               .most_distractors = options.making.rest().most_distractors},
                      .files = sealed_files(),
                      .pairs = sealed_pairs(bases, given)};
  check(set, bases, assets);
  const std::string text = sealed_to_json(set);
  check_text(text, set, bases, assets);
  write_sealed(options.out, text);
  if (options.out != "-") fmt::print("{}  {}\n", sha256(text), options.out);
}

}  // namespace

void add_seal(CLI::App& app) {
  const auto options = std::make_shared<SealArguments>();
  CLI::App& command = add_command(
      app, "seal", "Freezes all of a set of invented pairs but its seed, and prints one hash of it",
      kTasksGroup, "novphy seal --secret FILE --count 40 --trials 4 --pool 40 --out sealed.json");
  command
      .add_option("bases", options->bases,
                  "Pairs whose normal sides get the novelties; default: those that come with the program")
      ->type_name("FILE|DIR");
  add_candidate_options(command, options->candidate, options->set);
  add_plan_sizes(command, options->plan);
  command.get_option("--trials")->description("Trials of each novelty-scenario");
  options->making.add_proof_to(command, "witness");
  add_secret(command, options->secret)->required();
  as_output(command.add_option("--out", options->out,
                               "Where the sealed set goes; publish its SHA-256, which is printed"),
            {FileKind::kSealed})
      ->required()
      ->type_name("FILE");
  command.callback([options] { seal(*options); });
}

}  // namespace novphy::app
