#include "generator/invent/candidate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "generator/invent/placement.h"
#include "generator/proof.h"
#include "novelties/injected_pair.h"

namespace novphy {
namespace {

using Tree = nlohmann::ordered_json;

constexpr int kHalvings = 4;

double in_steps(double value) { return std::round(value * 1e4) / 1e4; }

void shrink(Tree& range, double around, double factor) {
  for (Tree& end : range) end = in_steps(around + factor * (end.get<double>() - around));
}

/// The member's failed check; also "overlap" and the like where the reader refuses the member.
std::string failed_check(const Pair& base, const Member& member, const std::vector<Novelty>& novelties,
                         const SolverNumbers& numbers, double step_deg) try {
  const Pair pair = member_of(base, member, numbers.catalogue);
  const PairReport report = verify(pair, novelties, numbers, {.step_deg = step_deg});
  return report.normal.passed() ? report.novel.failed() : report.normal.failed();
} catch (const InputError&) {
  return "valid_start";
}

/// The check of the first member too many that fails, or "".
std::string audited(const Pair& base, const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                    const CandidateOptions& options) {
  const auto& [members, least_share] = options.family;
  int left = static_cast<int>(std::floor((1 - least_share) * members + 1e-9));
  for (const Member& member : sample_members(base, members, 1)) {
    const std::string failed = failed_check(base, member, novelties, numbers, options.step_deg);
    if (!failed.empty() && left-- == 0) return failed;
  }
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
                        const CandidateOptions& options) {
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
    const Pair pair = member_of(family, member, numbers.catalogue);
    std::string failed = prover.prove(pair, false).failed;
    if (failed.empty()) failed = prover.prove(pair, true).failed;
    if (failed.empty()) continue;
    ++refused;
    why = std::move(failed);
  }
  return 2 * refused > members ? why : "";
}

namespace {

constexpr int kMostSurvivors = 1;                  // of kOldPlays
constexpr double kPrecision = 1.05;                // of the least strength
constexpr int kNewWins = 2;                        // winning throws of the coarse sweep
constexpr double kCoarseStepDeg = 3;               // a multiple of the step of old winning throws
constexpr std::array kAbove{1.15, 1.4, 1.8, 2.5};  // factors on the least strength

/// A task with an invention of any strength.
struct Stronger {
  const Task& task;
  const Invention& invention;
  const SolverNumbers& numbers;

  Task at(double strength) const {
    return put_in(task, invention, strength, "novelty", numbers.catalogue).task;
  }

  /// How many of the old plays still win, but no more than one above kMostSurvivors; nothing where the
  /// strength is out of bounds, so that inject() or World refuses it.
  std::optional<int> survivors(double strength, const OldWays& ways) const try {
    PlayStart start(at(strength), numbers.catalogue, numbers.physics);
    int wins = 0;
    for (const auto& shots : ways.plays) {
      if (start.play(shots).won) ++wins;
      if (wins > kMostSurvivors) break;
    }
    return wins;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
};

bool is_old(const Throw& what, const std::vector<Solution>& old_wins) {
  return std::ranges::any_of(old_wins, [&](const Solution& s) {
    return std::abs(s.what.angle_deg - what.angle_deg) < 1e-6 && s.what.pull_m == what.pull_m;
  });
}

/// Whether a coarse sweep finds throws that win, most of which are new.
bool wins_anew(const Task& task, const std::vector<Solution>& old_wins, const SolverNumbers& numbers) {
  SolverSpec spec = solver_spec(task, kCoarseStepDeg);
  spec.pulls_m = {1, 0.8, 0.6};
  SameThrow same(task, numbers.catalogue, numbers.search, spec.sacrificed);
  int wins = 0;
  int old = 0;
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles_deg(spec)) {
      const Throw what{angle_deg, pull_m};
      if (!same.passes(what)) continue;
      ++wins;
      if (is_old(what, old_wins)) ++old;
    }
  return wins - old >= kNewWins && old <= thresholds::kOldPlanShare * wins;
}

}  // namespace

FoundStrength find_strength(const OldWins& old, const Invention& invention, const SolverNumbers& numbers,
                            Rng& rng) {
  const Stronger stronger{old.task, invention, numbers};
  const auto fails = [&](double strength) {
    const std::optional<int> wins = stronger.survivors(strength, old.ways);
    return wins && *wins <= kMostSurvivors;
  };
  double high = invention.most;
  while (high > invention.least && !stronger.survivors(high, old.ways))
    high = std::max(invention.least, high / 2);  // out of bounds
  if (!fails(high)) return {.failed = "old_plan_fails"};
  double low = invention.least;
  while (high / low > kPrecision) {
    const double middle = std::sqrt(low * high);
    (fails(middle) ? high : low) = middle;
  }
  FoundStrength found{.failed = "solvable", .least = high};
  double tried = 0;
  const auto first = static_cast<std::size_t>(rng.integer(0, static_cast<int>(kAbove.size()) - 1));
  for (std::size_t i = 0; i < kAbove.size() && found.strength == 0; ++i) {
    const double strength = std::min(invention.most, kAbove[(first + i) % kAbove.size()] * high);
    if (i > 0 && strength == tried) continue;
    tried = strength;
    if (fails(strength) && wins_anew(stronger.at(strength), old.throws, numbers))
      found = {.least = high, .strength = strength};
  }
  return found;
}

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
  if (normal.solutions.empty()) return;
  ways = old_ways(task(), normal.solutions, numbers);
  probes.emplace(task(), ways, numbers);
}

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
      once_(pairs_.size()),
      bases_(pairs_.size()) {
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

const InventBase& CandidateMaker::base(std::size_t pair) const {
  std::call_once(once_[pair], [&] {
    bases_[pair] = std::make_unique<InventBase>(pairs_[pair], numbers_, options_.step_deg);
  });
  return *bases_[pair];
}

/// One candidate on its way through the stages.
struct CandidateMaker::Work {
  const CandidateMaker& maker;
  StageSeconds& seconds;
  Candidate candidate;
  std::size_t pair = 0;                   ///< index of the base
  std::array<const Novelty*, 2> parts{};  ///< of a composition
  Rng rng;
  InventStage stage = InventStage::kBase;
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
  }

  std::size_t index_below(std::size_t count) {
    return static_cast<std::size_t>(rng.integer(0, static_cast<int>(count) - 1));
  }

  void draw_law() {
    if (!options().compose) {
      const std::vector<std::string_view> laws = law_names();
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
    const InventBase& base = maker.base(pair);
    if (base.normal.solutions.empty()) return "solvable of the normal side";
    const std::optional<Invention> invention = drawn(base);
    if (!invention) return "place";
    candidate.level = invention->level;
    if (options().level > 0 && candidate.level != options().level) return "level";
    begin(InventStage::kStrength);
    const OldWins old{.task = base.task(), .ways = base.ways, .throws = base.normal.solutions};
    const FoundStrength found = find_strength(old, *invention, numbers(), rng);
    candidate.strength = found.strength;
    candidate.least_strength = found.least;
    return found.failed.empty() ? prove(base, *invention) : found.failed;
  } catch (const InputError&) {
    return "valid_start";  // the reader of pairs refuses the novel side, for example for an overlap
  } catch (const std::invalid_argument&) {
    return "bounds";  // World refuses a member of the family, in which a force would grow too fast
  }

  std::optional<Invention> drawn(const InventBase& base) {
    if (!options().compose)
      return draw_invention(candidate.law, base.task(), base.ways, numbers().catalogue, rng);
    return draw_composition(parts, base.task(), base.ways, numbers().catalogue, rng);
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
    begin(InventStage::kFamily);
    const int members = options().family.members;
    const FoundFamily family = members > 0 ? find_family(text, name, maker.novelties_, numbers(), options())
                                           : FoundFamily{.text = narrowed(text, 0), .ranges = 0};
    if (!family.failed.empty()) return "family: " + family.failed;
    const Pair found = parse_pair_json(family.text, name, numbers().catalogue);
    const std::string refused = refused_by_generate(found, std::max(1, members), maker.novelties_, numbers());
    if (!refused.empty()) return "witness: " + refused;
    candidate.ranges = family.ranges;
    candidate.pair = family.text;
    grade(report);
    return kAccepted;
  }

  std::string check(const InventBase& base, const Pair& made, PairReport& report) {
    begin(InventStage::kSweep);
    SideReport novel = solved_side(made.novel, numbers(), options().step_deg);
    begin(InventStage::kChecks);
    report = verify(made, {.normal = base.normal, .novel = std::move(novel)}, maker.novelties_, numbers(),
                    {.step_deg = options().step_deg});
    if (!report.novel.passed()) return report.novel.failed();
    if (!report.normal.passed()) return report.normal.failed();
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
    const InventBase& own = base(work.pair);
    return InBase{own, work.drawn(own).value(), candidate.strength};
  };
  return novphy::apart(in_base(a), in_base(b), numbers_.catalogue);
}

Candidate CandidateMaker::made(int number, StageSeconds& seconds) const {
  Work work(*this, number, seconds);
  work.candidate.verdict = work.verdict();
  work.begin(InventStage::kBase);  // the last one is over
  return std::move(work.candidate);
}

std::string CandidateMaker::pair_text(const Candidate& accepted) const {
  StageSeconds none{};
  Work work(*this, accepted.number, none);
  const InventBase& own = base(work.pair);
  const auto invention = own.probes ? work.drawn(own) : std::nullopt;
  if (!invention) return "";
  work.candidate.strength = accepted.strength;
  std::string text = work.whole_text(own, *invention);
  return accepted.ranges == 1 ? text : narrowed(text, accepted.ranges);
}

}  // namespace novphy
