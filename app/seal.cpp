#include "jobs/seal.h"

#include <fmt/core.h>

#include "app/commands.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "jobs/invent.h"
#include "jobs/plan.h"
#include "levels/task_recipe.h"

namespace novphy::app {
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

}  // namespace novphy::app
