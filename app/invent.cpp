#include "jobs/invent.h"

#include <fmt/core.h>

#include <optional>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "jobs/plan.h"
#include "jobs/seal.h"
#include "levels/pair.h"

namespace novphy::app {
namespace {

struct InventArguments {
  AssetOptions assets{};
  std::string novelties{};  ///< folder
  InventSettings invent{};
  bool quiet = false;

  Settings settings() {
    return joined(
        {invent.settings(), {novelties_setting(novelties), quiet_setting(quiet)}, assets.settings()});
  }
};

void run_invent(InventArguments& wanted) {
  const Assets assets = wanted.assets.load();
  InventSettings& invent = wanted.invent;
  invent.bases = shipped(invent.bases);
  if (invent.bases.empty()) invent.bases.push_back(data_folder("levels/templates").string());
  ProgressLine line("invent", "pairs", wanted.quiet);
  invent.set.progress = line.counter();
  const Invented made = write_invented(invent, assets, wanted.assets.physics,
                                       novelty_table(wanted.novelties, context_of(), assets.catalogue));
  if (!invent.set.shard) fmt::print("{}{}", text_of(made.set), alike_text(made));
}

}  // namespace

void add_invent(Command& program) {
  add_job(program,
          {"invent", "Invents novelties: draws laws, puts them into pairs, and proves the pairs by playing",
           kTasksGroup, "novphy invent --count 40 --seed 7 --jobs 2 --out invented"},
          job_of(run_invent));
}

namespace {

struct SealArguments {
  InventSettings invent{};
  SealedPlan plan{};
  std::string out{};

  Settings settings() {
    Settings all =
        joined({invent.how_drawn(),
                plan_size_settings(plan.sizes),
                plan.making.without_table(),
                {out_setting(out, {FileKind::kSealed},
                             "Where the sealed set goes; publish its SHA-256, which is printed")}});
    find(all, "secret", Face::kFile)->required = true;
    find(all, "trials", Face::kFile)->help = "Trials of each novelty-scenario";
    return all;
  }
};

void run_seal(SealArguments& wanted) {
  const InventSettings& invent = wanted.invent;
  const std::string text = seal({.secret_sha256 = read_secret(0, invent.secret).secret_sha256,
                                 .count = invent.set.count,
                                 .most_candidates = invent.set.most_candidates,
                                 .candidates = invent.candidate,
                                 .plan = wanted.plan},
                                shipped(invent.bases), context_of());
  // What was published stays.
  if (std::filesystem::is_regular_file(wanted.out) && read_file(wanted.out) != text)
    throw InputError(wanted.out, "is there already with other content: expected another name");
  write_file(wanted.out, text);
  if (wanted.out != "-") fmt::print("{}  {}\n", sha256(text), wanted.out);
}

}  // namespace

void add_seal(Command& program) {
  add_job(program,
          {"seal", "Freezes all of a set of invented pairs but its seed, and prints one hash of it",
           kTasksGroup, "novphy seal --secret FILE --count 40 --trials 4 --pool 40 --out sealed.json"},
          job_of(run_seal));
}

namespace {

struct RevealArguments {
  RevealSettings reveal{};
  bool quiet = false;

  Settings settings() { return joined({reveal.settings(), {quiet_setting(quiet)}}); }
};

void run_reveal(RevealArguments& wanted) {
  const std::string& out = wanted.reveal.out;
  std::optional<ProgressLine> line;
  const Revealed made = reveal(wanted.reveal, context_of(), [&](const char* unit) {
    return line.emplace("reveal", unit, wanted.quiet).counter();
  });
  line.reset();
  if (!made.difference.empty()) {
    fmt::print("{}: {}\n", out, made.difference);
    throw ExitCode{1};
  }
  if (!made.was_there) fmt::print("{}", text_of(made.set));
  fmt::print("{}: {} pairs, seed {}, plan {}{}\n", out, made.set.accepted, made.seed, made.plan_hash,
             made.was_there ? ": every file is as the seed gives it" : "");
}

}  // namespace

void add_reveal(Command& program) {
  add_job(program,
          {"reveal", "Makes the pairs and the plan of a sealed set from public randomness, or checks them",
           kTasksGroup,
           "novphy reveal sealed.json --secret FILE --seed \"quicknet 30000000: 5f1c...\" "
           "--jobs 2 --out set"},
          job_of(run_reveal));
}

}  // namespace novphy::app
