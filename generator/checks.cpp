#include "generator/checks.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/hash.h"
#include "base/input_error.h"
#include "levels/overlap.h"

namespace novphy {

SideReport solved_side(const Template& base, const SolverNumbers& numbers, double step_deg) {
  const SolverSpec spec = solver_spec(base.task, step_deg);
  SideReport report{.name = base.name, .throws = spec.throws()};
  report.solutions = solve_or_search(base.task, spec, numbers);
  report.safest = safest_window(base.task, report.solutions, numbers, step_deg);
  if (report.safest) report.witness = shots_of(base.task, report.safest->throws, spec.sacrificed);
  return report;
}

std::string_view what_to_change(std::string_view check) {
  using Advice = std::pair<std::string_view, std::string_view>;
  constexpr std::array kAdvice{
      Advice{"valid_start", "set the object apart from others, in view, on something that carries it"},
      Advice{"solvable",
             "give the throw that is meant more room: a wider target, a lower obstacle, a weaker novelty"},
      Advice{"novelty_touched", "put the novelty where the winning throws lead, or close their other ways"},
      Advice{
          "novelty_needed",
          "make the novelty stronger, or block what wins without it; of a law that only takes wins away, ask "
          "for usual_way_fails instead"},
      Advice{"storm_not_skipped", "move the pig out of reach of a bird without the storm"},
      Advice{"old_plan_fails",
             "make the novelty stronger, or put it on the way that wins on the normal side"},
      Advice{"usual_way_fails",
             "let the law catch what mostly wins on the normal side, and leave another way open"},
      Advice{"way_changes", "lay out a second way, which wins with the novelty only"},
      Advice{"rule_wins", "close the ways in which anything but the rule object kills the pig"},
      Advice{"no_direct_hit", "shelter the pig from birds"},
      Advice{"not_trivial", "make the pig harder to reach, or tougher"},
      Advice{"distractors_neutral", "say under distractors where they may stand"}};
  const auto found = std::ranges::find(kAdvice, check, &Advice::first);
  return found == kAdvice.end() ? "" : found->second;
}

std::string SideReport::failed() const {
  for (const CheckResult& check : checks)
    if (check.verdict == CheckVerdict::kFailed) return check.id;
  return "";
}

PairReport verify(const Pair& pair, const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                  const VerifyOptions& options) {
  return verify(pair,
                PairReport{.normal = solved_side(pair.normal, numbers, options.step_deg),
                           .novel = solved_side(pair.novel, numbers, options.step_deg)},
                novelties, numbers, options);
}

namespace {

/// Whether the mark's steps take out nothing but laws that only take wins away.
bool only_takes_wins(const Task& novel, const NoveltyMark& mark) {
  const auto takes = [&](const Undo& step) {
    return step.remove_effect &&
           only_takes_wins(novel.effects[static_cast<std::size_t>(*step.remove_effect)]);
  };
  return !mark.undo.empty() && std::ranges::all_of(mark.undo, takes);
}

/// Adds the checks required by a novelty that has no entry in the table. The steps of its mark, if there is
/// one, tell how it is met. Returns what add() does.
bool add_all(const Task& novel, const NoveltyMark& mark, RequiredChecks& required) {
  const bool takes_wins = only_takes_wins(novel, mark);
  required.usual_way_fails |= takes_wins;
  required.novelty_needed |= !takes_wins;
  required.old_plan_fails |= !takes_wins;
  (mark.undo.empty() ? required.way_changes : required.way_told) = true;
  required.storm_not_skipped = birds_to_sacrifice(novel) > 0;
  const auto any = [&](auto takes_out) { return std::ranges::any_of(mark.undo, takes_out); };
  required.by_push |= mark.undo.empty() || any([&](const Undo& u) {
                        const std::optional<int> effect = u.remove_effect ? u.remove_effect : u.effect;
                        return effect && pushes(novel.effects[static_cast<std::size_t>(*effect)]);
                      });
  required.by_unlike |= any([](const Undo& u) { return u.hidden.has_value(); });
  return !takes_wins;
}

/// Returns whether old throws are to fail because of the novelty, so that a composition can be asked to need
/// it.
bool add(const Novelty& novelty, RequiredChecks& required) {
  const auto asks = [&](const char* check) {
    return std::ranges::find(novelty.checks, check) != novelty.checks.end();
  };
  if (novelty.touched == "push") required.by_push = true;
  if (novelty.touched == "material") required.materials.push_back(novelty.material);
  if (novelty.touched == "unlike") required.by_unlike = true;
  required.novelty_needed |= asks("novelty_needed");
  required.storm_not_skipped |= asks("storm_not_skipped");
  required.old_plan_fails |= asks("old_plan_fails");
  required.usual_way_fails |= asks("usual_way_fails");
  required.way_changes |= !novelty.checks.empty();
  return asks("novelty_needed") || asks("old_plan_fails");
}

}  // namespace

RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table) {
  RequiredChecks required;
  if (novel.novelties.empty()) add_all(novel, {}, required);
  for (std::size_t i = 0; i < novel.novelties.size(); ++i) {
    const NoveltyMark& mark = novel.novelties[i];
    const auto entry = std::ranges::find(table, mark.name, &Novelty::name);
    if (entry == table.end() ? add_all(novel, mark, required) : add(*entry, required))
      required.each_needed.push_back(i);
  }
  if (required.each_needed.size() > 1)
    required.novelty_needed = required.old_plan_fails = true;
  else
    required.each_needed.clear();
  return required;
}

std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table) {
  std::set<std::string> in_use;
  for (const Pair& pair : pairs)
    for (const NoveltyMark& mark : pair.novel.task.novelties) in_use.insert(mark.name);
  std::string text;
  for (const Novelty& entry : table)
    if (in_use.count(entry.name) > 0)
      text += fmt::format("{}:{}:{}:{}\n", entry.name, fmt::join(entry.checks, ","), entry.touched,
                          entry.material);
  return fmt::format("{:016x}", fnv1a(text));
}

namespace {

/// Whether an object's centre is outside the screen or below the ground. Platforms do not count, as they may
/// reach into the ground or over the edge.
bool out_of_view(const Object& object, const Catalogue& catalogue) {
  if (object.type == "platform") return false;
  const Screen screen;
  const Pixel at = screen.pixel(object.at_m);
  return at.x < 0 || at.x >= screen.width_px || at.y < 0 || at.y >= screen.height_px ||
         object.at_m.y < catalogue.world.ground_top_m;
}

}  // namespace

std::optional<std::string> moves_by_itself(const Task& task, const SolverNumbers& numbers, std::size_t from) {
  using namespace thresholds;
  World world(task, numbers.catalogue, numbers.physics);
  while (!world.end() && world.time_s() < kQuietS) world.tick();
  for (std::size_t i = from; i < task.objects.size(); ++i) {
    const BodyView now = world.body(static_cast<int>(i));
    // Measured from the place in the task, because an object must not move while the task settles either.
    const double moved = length(now.at_m - task.objects[i].at_m);
    if (now.present && moved <= kQuietM) continue;
    return now.present
               ? fmt::format("object {} moves {:.2f} m by itself, expected at most {} m", i, moved, kQuietM)
               : fmt::format("object {} is gone without a shot", i);
  }
  return std::nullopt;
}

std::optional<std::string> no_valid_start(const Task& task, const SolverNumbers& numbers) {
  if (!task.may_overlap)
    for (const Overlap& overlap : check_overlaps(task, numbers.catalogue)) return overlap_text(overlap, task);
  for (std::size_t i = 0; i < task.objects.size(); ++i)
    if (out_of_view(task.objects[i], numbers.catalogue)) return fmt::format("object {} is out of view", i);
  return moves_by_itself(task, numbers);
}

namespace {

constexpr int kTries = 1000;

/// The root of x^(d + 1) = x + 1 between 1 and 2.
double root(std::size_t dimensions) {
  double x = 1.5;
  for (int i = 0; i < 64; ++i) x = std::pow(1 + x, 1 / static_cast<double>(dimensions + 1));
  return x;
}

double in_range(double share, double min, double max) {
  return std::clamp(std::round((min + share * (max - min)) * 1e4) / 1e4, min, max);
}

const std::string& at_share(double share, const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(share * static_cast<double>(words.size()))];
}

}  // namespace

Range both(const Range& a, const Range& b) { return {std::max(a.min, b.min), std::min(a.max, b.max)}; }

std::vector<Member> sample_members(const Pair& pair, int count, std::uint64_t seed) {
  const auto& parameters = pair.family.parameters;
  const std::size_t dimensions = parameters.size() + 2;
  const double step = 1 / root(dimensions);
  Rng rng = Rng::stream(seed, "generator/spread");
  std::vector<double> offsets;
  for (std::size_t d = 0; d < dimensions; ++d) offsets.push_back(rng.uniform());
  const Range dx = both(pair.normal.dx_m, pair.novel.dx_m);
  const Range dy = both(pair.normal.dy_m, pair.novel.dy_m);
  std::vector<Member> members;
  for (int i = 1; static_cast<int>(members.size()) < count; ++i) {
    if (members.empty() && i > kTries)
      throw InputError(pair.scenario + "/" + pair.novelty, "no member of the family fits its conditions");
    const auto share = [&](std::size_t d) {
      const double point = offsets[d] + i * std::pow(step, static_cast<double>(d + 1));
      return point - std::floor(point);
    };
    Member member;
    for (std::size_t d = 0; d < parameters.size(); ++d) {
      const Parameter& parameter = parameters[d];
      member.values[parameter.name] = parameter.is_word()
                                          ? ParameterValue(at_share(share(d), parameter.words))
                                          : ParameterValue(in_range(share(d), parameter.min, parameter.max));
    }
    member.shift_m = {in_range(share(dimensions - 2), dx.min, dx.max),
                      in_range(share(dimensions - 1), dy.min, dy.max)};
    if (holds(pair.family, member.values)) members.push_back(std::move(member));
  }
  return members;
}

}  // namespace novphy
