#include "generator/invent/family.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "generator/member_samples.h"
#include "generator/proof.h"

namespace novphy {
namespace {

using Tree = nlohmann::ordered_json;

constexpr int kHalvings = 4;

double in_steps(double value) { return std::round(value * 1e4) / 1e4; }

void shrink(Tree& range, double around, double factor) {
  for (Tree& end : range) end = in_steps(around + factor * (end.get<double>() - around));
}

/// The check that fails on a side of the pair, or "".
std::string failed_check(const PairReport& report) {
  for (const SideReport* side : {&report.normal, &report.novel})
    for (const CheckResult& check : side->checks)
      if (check.verdict == CheckVerdict::kFailed) return check.id;
  return "";
}

/// The member's failed check; also "overlap" and the like where the reader refuses the member.
std::string failed_check(const Pair& base, const Member& member, const std::vector<Novelty>& novelties,
                         const SolverNumbers& numbers, double step_deg) try {
  const Pair pair = member_of(base, member, numbers.catalogue);
  return failed_check(verify(pair, novelties, numbers, {.step_deg = step_deg}));
} catch (const InputError&) {
  return "valid_start";
}

/// The check of the first member too many that fails, or "".
std::string audited(const Pair& base, const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                    const FamilyOptions& options) {
  int left = static_cast<int>(std::floor((1 - options.least_share) * options.members + 1e-9));
  for (const Member& member : sample_members(base, options.members, 1)) {
    const std::string failed = failed_check(base, member, novelties, numbers, options.step_deg);
    if (!failed.empty() && left-- == 0) return failed;
  }
  return "";
}

/// The check that a side fails in its proof by one window of winning throws, or "".
std::string unproved(const Pair& member, const Prover& prover) {
  for (const bool novel : {false, true})
    if (std::string failed = prover.prove(member, novel).failed; !failed.empty()) return failed;
  return "";
}

}  // namespace

std::string narrowed(const std::string& pair_text, double factor) {
  Tree pair = Tree::parse(pair_text);
  if (pair.contains("parameters"))
    for (auto& [name, parameter] : pair["parameters"].items()) {
      if (!parameter.is_object() || !parameter.contains("range")) continue;
      const double base = parameter["base"].get<double>();
      if (factor > 0)
        shrink(parameter["range"], base, factor);
      else
        parameter = "=" + shortest(base);
    }
  for (const char* side : {"common", "normal", "novel"})
    if (pair.contains(side) && pair[side].contains("vary"))
      for (auto& [axis, range] : pair[side]["vary"].items()) shrink(range, 0, factor);
  return pair.dump(1) + "\n";
}

FoundFamily find_family(const std::string& pair_text, const std::string& file,
                        const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                        const FamilyOptions& options) {
  FoundFamily family{.text = pair_text};
  for (int halvings = 0; halvings <= kHalvings; ++halvings) {
    if (halvings > 0) family.text = narrowed(pair_text, family.ranges /= 2);
    family.failed =
        audited(parse_pair_json(family.text, file, numbers.catalogue), novelties, numbers, options);
    if (family.failed.empty()) break;
  }
  return family;
}

std::string refused_by_generate(const Pair& family, int members, const std::vector<Novelty>& novelties,
                                const SolverNumbers& numbers) {
  const Prover prover(family, novelties, numbers);
  int refused = 0;
  std::string why;
  for (const Member& member : sample_members(family, members, 1)) {
    std::string failed = unproved(member_of(family, member, numbers.catalogue), prover);
    if (failed.empty()) continue;
    ++refused;
    why = std::move(failed);
  }
  return 2 * refused > members ? why : "";
}

}  // namespace novphy
