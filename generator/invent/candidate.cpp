#include "generator/invent/candidate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "generator/invent/placement.h"
#include "generator/invent/strength.h"
#include "generator/proof.h"
#include "novelties/injected_pair.h"

namespace novphy {
namespace {

/// CPU seconds of this thread so far.
double cpu_s() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The launch velocity, as a share of that at the full pull.
Vec2 launched(const Throw& what) { return what.pull_m * rotated({1, 0}, radians(what.angle_deg)); }

/// Whether people can hit the window: more than the check solvable asks.
bool is_fair(const WinningWindow& window, double step_deg) {
  constexpr double kFairDeg = 2;
  constexpr int kFairWins = 8;  // of the nine disturbed throws
  return window.window.width_deg(step_deg) >= kFairDeg && window.disturbed_wins >= kFairWins;
}

/// Grade::aim_shift_deg. A change of the pull counts as the angle that would change the velocity as much.
double aim_shift_deg(const SideReport& normal, const SideReport& novel) {
  const Throw& old = normal.safest ? normal.safest->throws.back() : normal.solutions.front().what;
  double least_deg = 180;
  for (const Solution& solution : novel.solutions)
    least_deg = std::min(least_deg, degrees(length(launched(solution.what) - launched(old)) / old.pull_m));
  return least_deg;
}

/// The law for another task: it names the objects that are nearest to those that it named.
Invention carried_over(Invention law, const Task& from, const Task& to) {
  const auto carry = [&](int& object) {
    const Vec2 at = from.objects[static_cast<std::size_t>(object)].at_m;
    object = nearest_object(to, at).value_or(0);
  };
  for (Effect& effect : law.effects) for_each_object_of(effect, carry);
  for (PlacedNovelty& part : law.parts)
    if (part.where.object) carry(*part.where.object);
  return law;
}

std::vector<double> signature(const InventBase& base, const Invention& law, double strength,
                              const Catalogue& catalogue) {
  return base.probes->signature(put_in(base.task(), law, strength, "novelty", catalogue).task);
}

/// How far the other's novelty is from this one in this one's base.
double apart_in(const InBase& own, const InBase& other, const Catalogue& catalogue) try {
  const Invention carried = carried_over(other.invention, other.base.task(), own.base.task());
  return std::min(1.0, distance(signature(own.base, own.invention, own.strength, catalogue),
                                signature(own.base, carried, other.strength, catalogue)));
} catch (const std::invalid_argument&) {
  return 1;  // the base does not take the novelty
}

}  // namespace

InventBase::InventBase(Pair of, const SolverNumbers& numbers, double step_deg)
    : pair(std::move(of)), normal(solved_side(pair.normal, numbers, step_deg)) {
  normal.checks = normal_checks({pair.normal, normal, pair.distractors, numbers, step_deg});
  if (normal.solutions.empty()) return;
  ways = old_ways(task(), normal.solutions, numbers);
  probes.emplace(task(), ways, numbers);
}

namespace {

/// How much a law may do with lures: for each body that comes nearest to a pig in one of them, how near that
/// is to a win. 0 where a coarse sweep finds no win.
double worth_of(const Task& task, const SolverNumbers& numbers) {
  const std::vector<Solution> wins = solve(task, coarse_sweep(task), numbers);
  if (wins.empty()) return 0;
  const OldWays ways = old_ways(task, wins, numbers);
  std::map<int, double> of_killer;
  for (const Lure& lure : ways.lures) {
    double& best = of_killer[lure.killer];
    best = std::max(best, lure.hurt + 1 / lure.from_pig_m);
  }
  double sum = 0;
  for (const auto& [killer, best] : of_killer) sum += best;
  return sum;
}

}  // namespace

double apart(const InBase& a, const InBase& b, const Catalogue& catalogue) {
  return std::min(apart_in(a, b, catalogue), apart_in(b, a, catalogue));
}

std::string novelty_name(const Candidate& candidate) {
  std::string law = candidate.law;
  std::ranges::replace(law, '+', '_');
  return fmt::format("{}_{}", law, candidate.number);
}

CandidateMaker::CandidateMaker(std::vector<Pair> pairs, std::vector<Novelty> novelties, const Assets& assets,
                               const SolverNumbers& numbers, CandidateOptions options)
    : pairs_(std::move(pairs)),
      novelties_(std::move(novelties)),
      assets_(assets),
      numbers_(numbers),
      options_(std::move(options)),
      once_(2 * pairs_.size()),
      bases_(2 * pairs_.size()) {
  for (const Pair& pair : pairs_) {
    const bool wanted = options_.scenario.empty() || pair.scenario == options_.scenario;
    if (wanted && std::ranges::find(scenarios_, pair.scenario) == scenarios_.end())
      scenarios_.push_back(pair.scenario);
  }
  if (scenarios_.empty())
    throw InputError("--scenario", "no base pair has the scenario " + options_.scenario);
  if (options_.compose && composable(novelties_).size() < 2)
    throw InputError("--compose", "expected at least two novelties that change motion in the table");
}

constexpr int kLayoutDraws = 4;  // of which the best is taken

std::unique_ptr<InventBase> CandidateMaker::made_base(std::size_t pair, bool drawn) const {
  const Pair& shipped = pairs_[pair];
  const auto made = [&](Pair of) {
    return std::make_unique<InventBase>(std::move(of), numbers_, options_.step_deg);
  };
  if (!drawn || shipped.text.empty()) return made(shipped);
  Rng rng = stream_of(options_.seed, "invent/base", pair);
  std::vector<std::pair<double, Pair>> draws;
  for (int i = 0; i < kLayoutDraws; ++i) try {
      Pair draw = parse_pair_json(with_drawn_base(shipped, numbers_.catalogue, rng), shipped.file,
                                  numbers_.catalogue);
      if (no_valid_start(draw.normal.task, numbers_)) continue;
      const double worth = worth_of(draw.normal.task, numbers_);
      if (worth > 0) draws.emplace_back(worth, std::move(draw));
    } catch (const InputError&) {  // the drawn values fit no task
    }
  std::ranges::stable_sort(draws, std::greater{}, [](const auto& draw) { return draw.first; });
  for (auto& [worth, draw] : draws)
    if (auto base = made(std::move(draw)); base->normal.passed()) return base;
  return made(shipped);
}

const InventBase& CandidateMaker::base(std::size_t pair, bool drawn) const {
  const std::size_t index = 2 * pair + (drawn ? 1 : 0);
  std::call_once(once_[index], [&] { bases_[index] = made_base(pair, drawn); });
  return *bases_[index];
}

constexpr int kDraws = 6;             // of a law's place
constexpr double kDecoys = 0.7;       // of the bases, which are drawn with decoys
constexpr double kSecondShare = 0.8;  // of the laws, which are tried with second places

/// One candidate on its way through the stages.
struct CandidateMaker::Work {
  const CandidateMaker& maker;
  StageSeconds& seconds;
  Candidate candidate;
  std::size_t pair = 0;                   ///< index of the base
  std::array<const Novelty*, 2> parts{};  ///< of a composition
  Rng rng;
  InventStage stage = InventStage::kBase;
  bool only_other_ways = false;
  double since_s = cpu_s();

  Work(const CandidateMaker& of, int number, StageSeconds& to)
      : maker(of),
        seconds(to),
        rng(stream_of(of.options_.seed, "invent", static_cast<std::uint64_t>(number))) {
    candidate.number = number;
    candidate.scenario = of.scenarios_[static_cast<std::size_t>(number) % of.scenarios_.size()];
    std::vector<std::size_t> bases;
    for (std::size_t i = 0; i < of.pairs_.size(); ++i)
      if (of.pairs_[i].scenario == candidate.scenario) bases.push_back(i);
    pair = bases[index_below(bases.size())];
    candidate.base = of.pairs_[pair].scenario + "/" + of.pairs_[pair].novelty;
    draw_law();
    candidate.decoys = rng.uniform() < kDecoys;
  }

  std::size_t index_below(std::size_t count) {
    return static_cast<std::size_t>(rng.integer(0, static_cast<int>(count) - 1));
  }

  void draw_law() {
    if (!options().compose) {
      candidate.level = options().level > 0 ? options().level : 1 + static_cast<int>(index_below(8));
      const std::vector<std::string_view> laws = law_names(candidate.level);
      candidate.law = laws[index_below(laws.size())];
      return;
    }
    const std::vector<const Novelty*> known = composable(maker.novelties_);
    const std::size_t first = index_below(known.size());
    const std::size_t second = (first + 1 + index_below(known.size() - 1)) % known.size();
    parts = {known[std::min(first, second)], known[std::max(first, second)]};
    candidate.law = parts[0]->name + "+" + parts[1]->name;
  }

  const CandidateOptions& options() const { return maker.options_; }
  const SolverNumbers& numbers() const { return maker.numbers_; }

  /// Begins a stage, for which the time counts until the next one begins.
  void begin(InventStage next) {
    const double now_s = cpu_s();
    seconds[static_cast<std::size_t>(stage)] += now_s - std::exchange(since_s, now_s);
    stage = next;
  }

  std::string verdict() try {
    const InventBase& base = maker.base(pair, candidate.decoys);
    if (!base.normal.passed()) return base.normal.failed() + " of the normal side";
    const OldWins old{.task = base.task(), .ways = base.ways, .throws = base.normal.solutions};
    const bool with_seconds = !base.ways.lures.empty() && rng.uniform() < kSecondShare;
    std::string failed = "place";
    for (candidate.draw = 0; candidate.draw < kDraws; ++candidate.draw) {
      const std::optional<Invention> invention = drawn(base);
      if (!invention) continue;
      begin(InventStage::kStrength);
      candidate.level = invention->level;
      DrawSecond second;
      if (with_seconds && invention->effects.size() == 1)
        second = [&](const SecondChoice& choice) { return with_second(base, *invention, choice); };
      const FoundStrength found = find_strength(old, *invention, numbers(), rng, second);
      candidate.strength = found.strength;
      candidate.least_strength = found.least;
      candidate.second = found.second;
      if (found.failed.empty())
        return prove(base, found.second.number > 0 ? second(found.second)->whole : *invention);
      failed = found.failed;
      if (found.failed != "old_plan_fails") break;
    }
    return failed;
  } catch (const InputError&) {
    return "valid_start";  // the reader of pairs refuses the novel side, for example for an overlap
  } catch (const std::invalid_argument&) {
    return "bounds";  // World refuses a member of the family, in which a force would grow too fast
  }

  std::optional<Invention> drawn(const InventBase& base) const {
    Rng draws = stream_of(options().seed, fmt::format("invent/{}/first", candidate.number),
                          static_cast<std::uint64_t>(candidate.draw));
    if (!options().compose)
      return draw_invention(candidate.law, base.task(), base.ways.points, numbers().catalogue, draws,
                            candidate.level);
    return draw_composition(parts, base.task(), base.ways, numbers().catalogue, draws);
  }

  /// The invention with a second place; nothing where the draw makes none.
  std::optional<SecondPlace> with_second(const InventBase& base, const Invention& invention,
                                         const SecondChoice& choice) const {
    Rng draws = stream_of(options().seed, fmt::format("invent/{}/second", candidate.number),
                          static_cast<std::uint64_t>(choice.number));
    SecondPlace drawn{
        .whole = invention,
        .lure = static_cast<std::size_t>(draws.integer(0, static_cast<int>(base.ways.lures.size()) - 1))};
    const auto more = draw_invention(invention.law, base.task(), base.ways.lures[drawn.lure].points,
                                     numbers().catalogue, draws, invention.level);
    if (!more) return std::nullopt;
    for (const Effect& effect : more->effects) {
      Effect& added = drawn.whole.effects.emplace_back(strengthened(effect, choice.factor));
      move_region(added, choice.moved_m);
    }
    return drawn;
  }

  /// What was found before: the invention, with its second place if it has one.
  std::optional<Invention> whole(const InventBase& base, const SecondChoice& second) {
    std::optional<Invention> found = drawn(base);
    if (found && second.number > 0) found = with_second(base, *found, second).value_or(SecondPlace{}).whole;
    return found;
  }

  /// The pair with the ranges of its base.
  std::string whole_text(const InventBase& base, const Invention& invention) const {
    const std::string name = novelty_name(candidate);
    return injected_pair_json(base.pair,
                              put_in(base.task(), invention, candidate.strength, name, numbers().catalogue),
                              name, numbers().catalogue);
  }

  std::string prove(const InventBase& base, const Invention& invention) {
    const std::string name = novelty_name(candidate);
    const std::string text = whole_text(base, invention);
    const Pair made = parse_pair_json(text, name, numbers().catalogue);
    if (!misplaced(made.normal.task, made.novel.task, numbers().catalogue).empty()) return "misplaced";
    PairReport report;
    if (std::string failed = check(base, made, report); !failed.empty()) return failed;
    if (std::string failed = compare(base, invention, made.novel.task); !failed.empty()) return failed;
    begin(InventStage::kChecks);
    const SideToCheck novel{made.novel, report.novel, made.distractors, numbers(), options().step_deg};
    if (distractors_neutral(novel).verdict == CheckVerdict::kFailed) return "distractors_neutral";
    begin(InventStage::kFamily);
    const FoundFamily family = find_family(text, name, prover(made, report), maker.novelties_, numbers(),
                                           options().members, options().step_deg);
    if (!family.failed.empty()) return "family: " + family.failed;
    candidate.ranges = options().members > 0 ? family.ranges : 0;
    candidate.pair = family.text;
    grade(report);
    return kAccepted;
  }

  /// Throws of the sweeps are not tried again where they hold those of the search for hints.
  Prover prover(const Pair& made, const PairReport& report) const {
    if (options().step_deg > kHintStepDeg) return {made, maker.novelties_, numbers()};
    return {hints_of(report.normal.solutions), hints_of(report.novel.solutions), maker.novelties_, numbers()};
  }

  /// All checks but distractors_neutral of the novel side, which takes another sweep.
  std::string check(const InventBase& base, const Pair& made, PairReport& report) {
    begin(InventStage::kSweep);
    SideReport novel = solved_side(made.novel, numbers(), options().step_deg);
    candidate.grade.other_way =
        needs_another_way(base.task(), base.normal.solutions, made.novel.task, novel.solutions);
    if (only_other_ways && !candidate.grade.other_way) return kOldWay;
    begin(InventStage::kChecks);
    report = verify(made, {.normal = base.normal, .novel = std::move(novel)}, maker.novelties_, numbers(),
                    {.step_deg = options().step_deg, .distractors = false});
    if (!report.novel.passed()) return report.novel.failed();
    if (!is_fair(*report.novel.safest, options().step_deg)) return "fair";
    if (!options().strict) return "";
    const WinningWay before = usual_way(made.normal, report.normal.solutions, numbers());
    const WinningWay after = usual_way(made.novel, report.novel.solutions, numbers());
    return before.killer == after.killer ? "strict" : "";
  }

  std::string compare(const InventBase& base, const Invention& invention, const Task& novel) {
    begin(InventStage::kKnown);
    const std::vector<double> signature = base.probes->signature(novel);
    candidate.grade.visible_share = base.probes->visible_share(signature);
    if (candidate.grade.visible_share < options().least_visible) return "visible";
    candidate.grade.notice_throws = base.probes->notice_throws(signature);
    candidate.nearest = nearest_known(*base.probes, invention, signature, options().least_distance);
    return candidate.nearest.distance < options().least_distance ? "new: " + candidate.nearest.name : "";
  }

  void grade(const PairReport& report) {
    Grade& to = candidate.grade;
    to.aim_shift_deg = aim_shift_deg(report.normal, report.novel);
    to.winning_share =
        static_cast<double>(report.novel.solutions.size()) / static_cast<double>(report.novel.throws);
    const auto lost = std::ranges::count_if(report.normal.solutions, [&](const Solution& old) {
      return !is_old(old.what, report.novel.solutions);
    });
    to.ways_lost = static_cast<double>(lost) / static_cast<double>(report.normal.solutions.size());
    to.new_birds = static_cast<int>(std::ranges::min(report.novel.solutions, {}, [](const Solution& s) {
                                      return s.shots.size();
                                    }).shots.size());
  }
};

Candidate CandidateMaker::drawn(int number) const {
  StageSeconds none{};
  return Work(*this, number, none).candidate;
}

double CandidateMaker::apart(const Candidate& a, const Candidate& b) const {
  const auto in_base = [&](const Candidate& candidate) {
    StageSeconds none{};
    Work work(*this, candidate.number, none);
    work.candidate.draw = candidate.draw;
    const InventBase& own = base(work.pair, work.candidate.decoys);
    return InBase{own, work.whole(own, candidate.second).value(), candidate.strength};
  };
  return novphy::apart(in_base(a), in_base(b), numbers_.catalogue);
}

Candidate CandidateMaker::made(int number, StageSeconds& seconds, bool only_other_ways) const {
  Work work(*this, number, seconds);
  work.only_other_ways = only_other_ways;
  work.candidate.verdict = work.verdict();
  work.begin(InventStage::kBase);  // the last one is over
  return std::move(work.candidate);
}

std::string CandidateMaker::pair_text(const Candidate& accepted) const {
  StageSeconds none{};
  Work work(*this, accepted.number, none);
  work.candidate.draw = accepted.draw;
  const InventBase& own = base(work.pair, work.candidate.decoys);
  const auto invention = own.probes ? work.whole(own, accepted.second) : std::nullopt;
  if (!invention) return "";
  work.candidate.strength = accepted.strength;
  std::string text = work.whole_text(own, *invention);
  return accepted.ranges == 1 ? text : narrowed(text, accepted.ranges);
}

}  // namespace novphy
