#include "jobs/reveal.h"

#include <fmt/core.h>

#include <optional>

#include "app/commands.h"
#include "app/progress_line.h"

namespace novphy::app {
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
