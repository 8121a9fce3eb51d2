#include "generator/variation.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "base/input_error.h"
#include "levels/overlap.h"
#include "sim/vec2.h"
#include "sim/world.h"

namespace novphy {
namespace {

constexpr double kApartM = 0.1;      // between a distractor and everything else
constexpr double kSlingshotM = 2.5;  // between a distractor and the slingshot, sideways
constexpr int kDraws = 100;          // places tried for one distractor
constexpr double kPlatformLeastM = 0.3;
constexpr double kPlatformMostM = 1.5;

BoundingBox bounds_of(const Object& object, const Catalogue& catalogue) {
  BoundingBox bounds = kNoBox;
  for (const Ring& ring : outline_in_world(object, catalogue))
    for (const Vec2 corner : ring) extend(bounds, corner);
  return bounds;
}

bool near(const BoundingBox& a, const BoundingBox& b, double apart_m) {
  return a.low_m.x < b.high_m.x + apart_m && b.low_m.x < a.high_m.x + apart_m &&
         a.low_m.y < b.high_m.y + apart_m && b.low_m.y < a.high_m.y + apart_m;
}

double distance_m(const BoundingBox& bounds, Vec2 point) {
  const double x = std::max({bounds.low_m.x - point.x, 0.0, point.x - bounds.high_m.x});
  const double y = std::max({bounds.low_m.y - point.y, 0.0, point.y - bounds.high_m.y});
  return length(Vec2{x, y});
}

/// Finds a place for one distractor after the other.
class Placer {
 public:
  Placer(const DistractorRoom& room, Rng& rng)
      : task_(room.task), rules_(room.rules), catalogue_(room.catalogue), disks_(room.disks), rng_(rng) {
    for (const Object& object : task_.objects) taken_.push_back(bounds_of(object, catalogue_));
    for (const Kind& kind : catalogue_.objects) {
      const bool block = kind.category == Category::kBlock && kind.material != "pink";
      if ((block || kind.category == Category::kPlatform) && !forbids(rules_, kind.type, kind.material))
        kinds_[kind.type].push_back(&kind);
    }
  }

  /// Adds a distractor to those that were placed, if there is room for it.
  void place(PlacedDistractors& placed) {
    if (kinds_.empty() || rules_.areas.empty()) return;
    for (int i = 0; i < kDraws; ++i) {
      const Rng before = rng_;
      std::optional<Object> object = draw();
      if (!object) continue;
      const BoundingBox bounds = bounds_of(*object, catalogue_);
      if (!free(bounds, *object)) continue;
      taken_.push_back(bounds);
      placed.objects.push_back(*std::move(object));
      placed.drawn_from.push_back(before);
      return;
    }
  }

  /// Draws a distractor, which may stand in the way of others; nothing where it would hang in the air.
  std::optional<Object> draw() {
    const auto& materials = std::next(kinds_.begin(), pick(kinds_.size()))->second;
    const Kind& kind = *materials[static_cast<std::size_t>(pick(materials.size()))];
    const Box& area = rules_.areas[static_cast<std::size_t>(pick(rules_.areas.size()))];
    Object object{.type = kind.type, .material = kind.material};
    object.at_m.x = area.centre_m.x + (rng_.uniform() - 0.5) * area.size_m.x;
    object.at_m.y = area.centre_m.y + (rng_.uniform() - 0.5) * area.size_m.y;
    if (kind.category == Category::kPlatform) {
      const double width = rng_.uniform(kPlatformLeastM, kPlatformMostM);
      const double height = rng_.uniform(kPlatformLeastM, kPlatformMostM);
      object.size_m = {rounded(width), rounded(height)};
    } else if (!drop(object) || !within(area, object.at_m)) {
      return std::nullopt;
    }
    object.at_m = {rounded(object.at_m.x), rounded(object.at_m.y)};
    return object;
  }

 private:
  bool upwards() const { return task_.gravity_mps2.y > 0; }

  int pick(std::size_t of) { return rng_.integer(0, static_cast<int>(of) - 1); }

  /// Puts the object onto the ground or the nearest level platform below it; where things fall upwards, under
  /// the nearest level platform above it. Returns false where there is none.
  bool drop(Object& object) const {
    const BoundingBox bounds = bounds_of(object, catalogue_);
    const double sign = upwards() ? -1 : 1;
    const auto height = [&](const BoundingBox& b, bool top) {
      return sign * (top == (sign > 0) ? b.high_m.y : b.low_m.y);
    };
    const double foot = height(bounds, false);
    double floor = std::numeric_limits<double>::lowest();
    if (!upwards()) floor = catalogue_.world.ground_top_m;
    for (std::size_t i = 0; i < task_.objects.size(); ++i) {
      const Object& other = task_.objects[i];
      const bool level = other.type == "platform" && std::abs(std::sin(2 * other.angle_rad)) < 1e-6;
      const bool carries = taken_[i].low_m.x <= bounds.low_m.x && bounds.high_m.x <= taken_[i].high_m.x;
      if (level && carries && height(taken_[i], true) <= foot)
        floor = std::max(floor, height(taken_[i], true));
    }
    if (floor == std::numeric_limits<double>::lowest() || floor > foot) return false;
    object.at_m.y -= sign * (foot - floor);
    return true;
  }

  bool free(const BoundingBox& bounds, const Object& object) const {
    const double sling = task_.slingshot.at_m.x;
    if (bounds.low_m.x < sling + kSlingshotM && bounds.high_m.x > sling - kSlingshotM) return false;
    if (bounds.low_m.y < catalogue_.world.ground_top_m - kFitM) return false;
    for (std::size_t i = 0; i < taken_.size(); ++i)
      if (near(bounds, taken_[i],
               i < task_.objects.size() && stands_on(bounds, i, object) ? -kFitM : kApartM))
        return false;
    return std::ranges::none_of(disks_, [&](const SweptDisk& disk) {
      return distance_m(bounds, disk.at_m) < disk.radius_m + kApartM;
    });
  }

  /// Whether the object is a block that stands on the platform at index `other` (or hangs under it, where
  /// things fall upwards). The two may touch.
  bool stands_on(const BoundingBox& bounds, std::size_t other, const Object& object) const {
    if (object.type == "platform" || task_.objects[other].type != "platform") return false;
    const double gap =
        upwards() ? taken_[other].low_m.y - bounds.high_m.y : bounds.low_m.y - taken_[other].high_m.y;
    return std::abs(gap) < kFitM;
  }

  static constexpr double kFitM = 1e-3;
  static double rounded(double metres) { return std::round(metres * 1e4) / 1e4; }

  const Task& task_;
  const DistractorRules& rules_;
  const Catalogue& catalogue_;
  std::span<const SweptDisk> disks_;
  Rng& rng_;
  std::map<std::string, std::vector<const Kind*>> kinds_{};  ///< kinds that may be placed, by type
  std::vector<BoundingBox> taken_{};
};

}  // namespace

PlacedDistractors place_distractors(const DistractorRoom& room, int count, Rng& rng) {
  Placer placer(room, rng);
  PlacedDistractors placed;
  for (int i = 0; i < count; ++i) placer.place(placed);
  return placed;
}

namespace {

Intent intent_of(const std::string& scenario) {
  if (scenario == "rolling") return {.mode = Mode::kRoll};
  if (scenario == "falling") return {.mode = Mode::kFall};
  if (scenario == "sliding") return {.mode = Mode::kSlide};
  return {.mode = Mode::kDirect};
}

}  // namespace

std::vector<Pair> published_pairs(const std::string& folder, const Catalogue& catalogue) {
  std::vector<Pair> pairs = read_published(folder, catalogue);
  for (Pair& pair : pairs) pair.normal.intent = pair.novel.intent = intent_of(pair.scenario);
  return pairs;
}

namespace {

constexpr int kPlacements = 4;

double drawn(Rng& rng, const Range& range) {
  return std::clamp(std::round(rng.uniform(range.min, range.max) * 1e4) / 1e4, range.min, range.max);
}

const std::string& drawn(Rng& rng, const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(rng.integer(0, static_cast<int>(words.size()) - 1))];
}

bool touches(const Outcome& outcome, std::size_t from, std::size_t to) {
  const auto among = [&](int body) { return body >= static_cast<int>(from) && body < static_cast<int>(to); };
  return std::ranges::any_of(outcome.events, [&](const Event& e) {
    return e.kind == EventKind::kContact && (among(e.body) || among(e.other));
  });
}

Rng stream_of_task(const Pair& base, const VariationOptions& options, bool novel, int index, int attempt) {
  const std::string purpose = options.paired ? base.scenario + "/" + base.novelty : base.side(novel).name;
  const std::string again = attempt > 0 ? "/again/" + std::to_string(attempt) : "";
  return stream_of(options.seed, "generator/task/" + purpose + again, static_cast<std::uint64_t>(index));
}

Member draw_member(const Pair& base, bool novel, bool paired, Rng& rng) {
  const Template& side = base.side(novel);
  const Range dx = paired ? both(base.normal.dx_m, base.novel.dx_m) : side.dx_m;
  const Range dy = paired ? both(base.normal.dy_m, base.novel.dy_m) : side.dy_m;
  Member member;
  for (const Parameter& parameter : base.family.parameters)
    member.values[parameter.name] = parameter.is_word()
                                        ? ParameterValue(drawn(rng, parameter.words))
                                        : ParameterValue(drawn(rng, {parameter.min, parameter.max}));
  member.shift_m.x = drawn(rng, dx);
  member.shift_m.y = drawn(rng, dy);
  return member;
}

std::vector<bool> sides_of_draw(bool novel, bool paired) {
  return paired ? std::vector<bool>{false, true} : std::vector<bool>{novel};
}

/// The task among whose objects the distractors of these sides are placed.
Task task_to_fill(const Pair& pair, const std::vector<bool>& sides) {
  Task all = pair.side(sides.front()).task;
  return sides.size() == 1 ? all : with_distractors(std::move(all), pair.side(sides.back()).task.objects);
}

/// One draw of a task or, where tasks are paired, of both sides.
class Draw {
 public:
  Draw(const Pair& base, const VariationOptions& options, const SolverNumbers& numbers, const Prover* prover,
       Rng& rng)
      : base_(base), options_(options), numbers_(numbers), prover_(prover), rng_(rng) {}

  std::vector<Variation> made{};  ///< by make()

  /// The generators before the member and each distractor were drawn.
  std::vector<Rng> drawn_from() const {
    std::vector<Rng> all{begin_};
    all.insert(all.end(), distractors_.drawn_from.begin(), distractors_.drawn_from.end());
    return all;
  }

  /// Makes the tasks. Returns "" or the name of the failed check.
  std::string make(bool novel) try {
    const Member member = draw_member(base_, novel, options_.paired, rng_);
    if (!holds(base_.family, member.values)) return "conditions";
    pair_ = member_of(base_, member, numbers_.catalogue);
    for (const bool side : sides_of_draw(novel, options_.paired)) {
      sides_.push_back({.novel = side});
      if (std::string failed = prove(sides_.back()); !failed.empty()) return failed;
    }
    if (options_.most_distractors > 0 && !distract()) return "distractors";
    for (const Side& side : sides_) {
      made.push_back({.novel = side.novel,
                      .recipe = {.member = member, .distractors = distractors_.objects},
                      .task = task_of(side)});
      if (!prover_) continue;
      if (std::string failed = witness(side, made.back()); !failed.empty()) return failed;
    }
    return options_.judge && sides_.back().novel ? options_.judge(base_, pair_) : "";
  } catch (const InputError&) {
    return "valid_start";  // no file may hold the member, for example because two of its objects overlap
  } catch (const std::invalid_argument&) {
    return "bounds";  // no world may hold it: a force would grow too fast
  }

 private:
  struct Side {
    bool novel = false;
    Proved proved{};  ///< without distractors
  };

  Task& task_of(const Side& side) { return pair_.side(side.novel).task; }

  /// Proves the side before distractors are placed. Returns "" or the name of the failed check.
  std::string prove(Side& side) {
    if (options_.proof == Proof::kValid && no_valid_start(task_of(side), numbers_)) return "valid_start";
    if (!prover_) return {};
    side.proved = prover_->prove(pair_, side.novel);
    if (!side.proved.failed.empty()) return side.proved.failed;
    const double width = side.proved.window.window.width_deg(kEdgeStepDeg);
    return width < options_.least_window_deg || width > options_.most_window_deg ? "window" : "";
  }

  /// Places equal distractors into all sides. Returns false where that fails.
  bool distract() {
    const int count = rng_.integer(1, options_.most_distractors);
    SweptDisks disks;
    for (const Side& side : sides_) {
      const SweptDisks more = swept_disks(task_of(side), side.proved, numbers_);
      disks.insert(disks.end(), more.begin(), more.end());
    }
    const Task all = task_to_fill(pair_, sides_of_draw(sides_.front().novel, options_.paired));
    const DistractorRoom room{
        .task = all, .rules = pair_.distractors, .catalogue = numbers_.catalogue, .disks = disks};
    for (int i = 0; i < kPlacements; ++i) {
      distractors_ = place_distractors(room, count, rng_);
      if (static_cast<int>(distractors_.objects.size()) < count) continue;
      if (!std::ranges::all_of(sides_, [&](const Side& side) { return neutral(side); })) continue;
      for (const Side& side : sides_)
        task_of(side) = with_distractors(std::move(task_of(side)), distractors_.objects);
      return true;
    }
    return false;
  }

  /// Whether the distractors do not move by themselves, no disturbed play touches a distractor, and as many
  /// disturbed plays win as without distractors.
  bool neutral(const Side& side) {
    const std::size_t own = task_of(side).objects.size();
    const Task task = with_distractors(task_of(side), distractors_.objects);
    if (moves_by_itself(task, numbers_, own)) return false;
    const std::vector<std::vector<Shot>>& plays = side.proved.plays;
    if (plays.empty()) return true;
    const std::vector<std::size_t> first = first_equals(plays);
    std::vector<bool> won;
    PlayStart start(task, numbers_.catalogue, numbers_.physics, {.log_events = true});
    for (std::size_t i = 0; i < plays.size(); ++i) {
      if (first[i] < i) {
        won.push_back(won[first[i]]);
        continue;
      }
      const Outcome outcome = start.play(plays[i]);
      if (touches(outcome, own, task.objects.size())) return false;
      won.push_back(outcome.won);
    }
    return std::ranges::count(won, true) >= side.proved.window.disturbed_wins;
  }

  /// Fills in the window, the witness and its digest; with Proof::kFull, makes every check of verify(), too.
  /// Returns "" or the name of the failed check.
  std::string witness(const Side& side, Variation& variation) {
    variation.window = side.proved.window;
    variation.witness = side.proved.witness();
    const Outcome outcome = play(variation.task, variation.witness, numbers_.catalogue, numbers_.physics);
    variation.digest = outcome.digest;
    if (!outcome.won) return "solvable";
    if (options_.proof != Proof::kFull) return {};
    const PairReport report = verify(pair_, options_.novelties, numbers_);
    const SideReport& checked = side.novel ? report.novel : report.normal;
    variation.winning_share =
        static_cast<double>(checked.solutions.size()) / static_cast<double>(checked.throws);
    return checked.failed();
  }

  const Pair& base_;
  const VariationOptions& options_;
  const SolverNumbers& numbers_;
  const Prover* prover_;  ///< null: tasks are not proved by a witness
  Rng& rng_;
  Rng begin_ = rng_;
  Pair pair_{};
  std::vector<Side> sides_{};
  PlacedDistractors distractors_{};
};

/// How many numbers were taken from the stream before each of these generators, which come in their order.
std::vector<int> numbers_before(Rng stream, const std::vector<Rng>& later) {
  std::vector<int> counts;
  for (int count = 0; const Rng& each : later) {
    for (; stream != each; ++count) stream.next();
    counts.push_back(count);
  }
  return counts;
}

}  // namespace

TaskRecipe recipe_of(const Pair& base, const VariationOptions& options, bool novel, int index,
                     const KeptDraw& kept, const Catalogue& catalogue) {
  Rng stream = stream_of_task(base, options, novel, index, kept.attempt);
  int count = 0;
  const auto generator_after = [&](int numbers) {
    for (; count < numbers; ++count) stream.next();
    return stream;
  };
  if (kept.after.empty()) throw std::invalid_argument("a kept draw without a place in its stream");
  TaskRecipe recipe;
  Rng rng = generator_after(kept.after.front());
  recipe.member = draw_member(base, novel, options.paired, rng);
  const Pair pair = member_of(base, recipe.member, catalogue);
  const Task task = task_to_fill(pair, sides_of_draw(novel, options.paired));
  Placer placer({.task = task, .rules = pair.distractors, .catalogue = catalogue}, rng);
  for (std::size_t i = 1; i < kept.after.size(); ++i) {
    rng = generator_after(kept.after[i]);
    if (auto object = placer.draw()) recipe.distractors.push_back(*std::move(object));
  }
  return recipe;
}

VariationMaker::VariationMaker(Pair base, const VariationOptions& options, const SolverNumbers& numbers)
    : base_(std::move(base)), options_(options), numbers_(numbers) {
  if (options_.proof >= Proof::kWitness) prover_.emplace(base_, options_.novelties, numbers_);
}

Made VariationMaker::make(bool novel, int index, int attempt) const {
  const Rng stream = stream_of_task(base_, options_, novel, index, attempt);
  Rng rng = stream;
  Made made;
  for (int i = 1; i <= kMostDraws && made.sides.empty(); ++i) {
    Draw draw(base_, options_, numbers_, prover_ ? &*prover_ : nullptr, rng);
    if (const std::string failed = draw.make(novel); !failed.empty()) {
      ++made.rejected[failed];
      continue;
    }
    made.sides = std::move(draw.made);
    for (Variation& side : made.sides) {
      side.index = index;
      side.draws = i;
      side.kept = {.attempt = attempt, .after = numbers_before(stream, draw.drawn_from())};
    }
  }
  return made;
}

}  // namespace novphy
