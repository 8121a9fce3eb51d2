#include "app/invent_options.h"

#include "app/arguments.h"

namespace novphy::app {

void add_candidate_options(CLI::App& command, CandidateOptions& candidate, InventOptions& set) {
  command.add_option("--count", set.count, "Number of pairs")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_option("--scenario", candidate.scenario, "Only this scenario; default: all, equally often")
      ->type_name("NAME");
  command.add_option("--level", candidate.level, "Only this level of the novelty hierarchy; 0: any")
      ->check(CLI::Range(0, 8))
      ->capture_default_str();
  command
      .add_flag("--compose", candidate.compose,
                "Two known novelties at once, both of which are needed, in place of a new law")
      ->excludes("--level");
  command.add_flag("--strict", candidate.strict, "Another object than in the normal task must kill the pig");
  command
      .add_option("--members", candidate.family.members,
                  "Members of a family that must pass every check; 0: no family, only the base")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.add_option("--distance", candidate.least_distance, "Least distance from every known novelty")
      ->check(between(0, 1))
      ->capture_default_str();
  command.add_option("--step", candidate.step_deg, "Step between throws, in degrees")
      ->check(between(0.1, 10))
      ->capture_default_str();
  command.add_option("--candidates", set.most_candidates, "Most candidates to try")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
}

}  // namespace novphy::app
