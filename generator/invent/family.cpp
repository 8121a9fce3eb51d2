#include "generator/invent/family.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "base/json_reader.h"

namespace novphy {
namespace {

using Tree = nlohmann::ordered_json;

constexpr int kHalvings = 4;

double in_steps(double value) { return std::round(value * 1e4) / 1e4; }

void shrink(Tree& range, double around, double factor) {
  for (Tree& end : range) end = in_steps(around + factor * (end.get<double>() - around));
}

/// The member's failed check; also "overlap" and the like where the reader refuses the member. The base
/// itself has passed.
std::string failed_check(const Pair& base, const Member& member, const std::vector<Novelty>& novelties,
                         const SolverNumbers& numbers, double step_deg) try {
  const Pair pair = member_of(base, member, numbers.catalogue);
  if (pair.normal.task == base.normal.task && pair.novel.task == base.novel.task) return "";
  const PairReport report = verify(pair, novelties, numbers, {.step_deg = step_deg});
  return report.normal.passed() ? report.novel.failed() : report.normal.failed();
} catch (const InputError&) {
  return "valid_start";
}

constexpr int kFullChecks = 2;  // members that must pass all checks; the others only the proof of generate

/// Whether `novphy generate` would refuse more than half of these members: the check that the last of them
/// fails, else "".
std::string refused_by_generate(const Pair& family, const std::vector<Member>& members, const Prover& prover,
                                const SolverNumbers& numbers) {
  int refused = 0;
  for (const Member& member : members) {
    std::string failed = "valid_start";
    try {
      const Pair pair = member_of(family, member, numbers.catalogue);
      failed = prover.prove(pair, false).failed;
      if (failed.empty()) failed = prover.prove(pair, true).failed;
    } catch (const InputError&) {  // the reader refuses the member
    }
    if (!failed.empty() && 2 * ++refused > static_cast<int>(members.size())) return "witness: " + failed;
  }
  return "";
}

/// The check that fails, or "".
std::string audited(const Pair& base, const Prover& prover, const std::vector<Novelty>& novelties,
                    const SolverNumbers& numbers, int count, double step_deg) {
  const std::vector<Member> members = sample_members(base, count, 1);
  for (int i = 0; i < std::min(kFullChecks, count); ++i) {
    std::string failed =
        failed_check(base, members[static_cast<std::size_t>(i)], novelties, numbers, step_deg);
    if (!failed.empty()) return failed;
  }
  return refused_by_generate(base, members, prover, numbers);
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

FoundFamily find_family(const std::string& pair_text, const std::string& file, const Prover& prover,
                        const std::vector<Novelty>& novelties, const SolverNumbers& numbers, int members,
                        double step_deg) {
  FoundFamily family{.text = members > 0 ? pair_text : narrowed(pair_text, 0)};
  for (int halvings = 0; halvings <= (members > 0 ? kHalvings : 0); ++halvings) {
    if (halvings > 0) family.text = narrowed(pair_text, family.ranges /= 2);
    family.failed = audited(parse_pair_json(family.text, file, numbers.catalogue), prover, novelties, numbers,
                            std::max(1, members), step_deg);
    if (family.failed.empty()) break;
  }
  return family;
}

namespace {

constexpr int kMostDecoys = 4;

/// A block on a small platform near a pig, which a bird can push down.
void add_decoy(Tree& objects, Vec2 pig_m, Rng& rng) {
  const bool round = rng.uniform() < 0.5;
  const Vec2 top_m = pig_m + Vec2{rng.uniform(-4, 1.5), rng.uniform(0.4, 3.5)};
  const auto add = [&](const char* type, Vec2 at_m) -> Tree& {
    return objects.emplace_back(Tree{{"type", type}, {"at", {in_steps(at_m.x), in_steps(at_m.y)}}});
  };
  add("platform", top_m - Vec2{0, 0.1})["size"] = {in_steps(rng.uniform(0.6, 1.4)), 0.2};
  add(round ? "circle" : "rect_fat",
      top_m + Vec2{rng.uniform(-0.2, 0.2), round ? 0.375 : 0.215})["material"] = "stone";
}

}  // namespace

std::string with_drawn_base(const Pair& shipped, const Catalogue& catalogue, Rng& rng) {
  Tree pair = Tree::parse(shipped.text);
  Tree none = Tree::object();
  for (auto& [name, parameter] : (pair.contains("parameters") ? pair["parameters"] : none).items()) {
    if (!parameter.is_object() || !parameter.contains("range")) continue;
    const double low = parameter["range"][0].get<double>();
    const double high = parameter["range"][1].get<double>();
    const double base = in_steps(rng.uniform(1.5 * low - 0.5 * high, 1.5 * high - 0.5 * low));
    parameter["base"] = base;
    parameter["range"] = {in_steps(base - (high - low) / 8), in_steps(base + (high - low) / 8)};
  }
  const Task task = parse_pair_json(pair.dump(), shipped.file, catalogue).normal.task;
  const auto pig = std::ranges::find_if(task.objects, [&](const Object& object) {
    return catalogue.find(object.type, object.material)->category == Category::kPig;
  });
  if (pig != task.objects.end())
    for (int i = rng.integer(1, kMostDecoys); i > 0; --i)
      add_decoy(pair["normal"]["objects"], pig->at_m, rng);
  return pair.dump(1) + "\n";
}

}  // namespace novphy
