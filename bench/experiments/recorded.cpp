#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "bench/experiments/agreement.h"
#include "bench/experiments/experiments.h"

/// Replays the shots that were recorded in the original, and prints how far the replays agree with the
/// recordings.
namespace novphy::experiments::recorded {
namespace {

struct Options {
  std::string folder{};
  app::AssetOptions assets{};
  double turn_deg = 0;
  int turns = 1;
  bool list = false;
  bool exact = false;
  int jobs = 0;

  Settings settings() {
    return joined(
        {{{"folder", &folder, "Folder of shots.csv, shots_13_angles.csv and levels", "DIR",
           Also{.positional = true, .required = true}},
          {"turn", &turn_deg, "Turns every throw by so many degrees"},
          {"list", &list, "Prints each shot on which ours disagrees"},
          {"exact", &exact, "Prints the times of rest of the shots that touch no object that can move"},
          {"turns", &turns, "Prints means over so many turns, from minus --turn to --turn degrees",
           Also{.least = 1, .most = 1000, .excludes = {"list", "exact"}}},
          jobs_setting(jobs, "Threads")},
         assets.settings()});
  }
};

OriginalShot turned(OriginalShot shot, double turn_deg) {
  shot.velocity_mps = rotated(shot.velocity_mps, radians(turn_deg));
  return shot;
}

/// Replays every recorded shot. Warnings of the levels' reader are ignored.
std::vector<ComparedShot> compare(const Options& options, const Assets& assets) {
  const auto recorded = read_original_shots(options.folder);
  std::vector<ComparedShot> shots(recorded.size());
  parallel_for(shots.size(), threads_of(options.jobs), [&](std::size_t i) {
    const OriginalShot& theirs = recorded[i];
    Warnings warnings;
    const Task task = read_task(level_file(options.folder, theirs), assets.catalogue, &warnings);
    shots[i] = {theirs, replay_shot(task, turned(theirs, options.turn_deg), assets.catalogue,
                                    assets.physics.at(options.assets.physics))};
  });
  return shots;
}

std::vector<ComparedShot> only(const std::vector<ComparedShot>& shots,
                               const std::function<bool(const ComparedShot&)>& wanted) {
  std::vector<ComparedShot> result;
  std::copy_if(shots.begin(), shots.end(), std::back_inserter(result), wanted);
  return result;
}

std::vector<ComparedShot> half(const std::vector<ComparedShot>& shots, int number) {
  return only(shots, [&](const ComparedShot& s) { return half_of(shots, s.theirs.family) == number; });
}

void print_row(const std::string& what, const std::vector<ComparedShot>& shots) {
  fmt::print("{:<18}{:>6}", what, shots.size());
  for (const Question question : kQuestions) {
    const AnswerAgreement a = agreement(shots, question);
    if (a.shots == 0)
      fmt::print(" |{:>35}", "-");
    else
      fmt::print(" |{:>4} {:>5.1f} [{:>5.1f}, {:>5.1f}] {:>5.2f} {:>5.1f}", a.shots, 100 * a.share,
                 100 * a.low, 100 * a.high, a.kappa, 100 * a.commonest);
  }
  const auto times = rest_times(shots);
  fmt::print(" | {}\n", times ? fmt::format("{:>3} {:>5.2f} {:>3.0f}", times->shots, times->median_s,
                                            100 * times->within_half_second)
                              : "-");
}

void print_head() {
  fmt::print("{:<18}{:>6}", "", "");
  for (const Question question : kQuestions) fmt::print(" | {:<33}", name(question));
  fmt::print(" | rest\n{:<18}{:>6}", "", "shots");
  for (std::size_t i = 0; i < kQuestions.size(); ++i)
    fmt::print(" |{:>4} {:>5} {:>14} {:>5} {:>5}", "n", "same", "95 %", "kappa", "commo");
  fmt::print(" | {:>3} {:>5} {:>3}\n", "n", "apart", "%");
}

const char* text(Ending ending) {
  return ending == Ending::kCleared ? "cleared" : ending == Ending::kAtRest ? "at rest" : "moving";
}

void print_table(const std::vector<ComparedShot>& shots) {
  print_head();
  print_row("all", shots);
  print_row("first half", half(shots, 0));
  print_row("second half", half(shots, 1));
  for (int novelty = 0; novelty <= 8; ++novelty)
    print_row(novelty == 0 ? "normal" : fmt::format("novelty {}", novelty),
              only(shots, [&](const ComparedShot& s) { return s.theirs.novelty == novelty; }));
  for (int scenario = 1; scenario <= 5; ++scenario)
    print_row(fmt::format("scenario {}", scenario), only(shots, [&](const ComparedShot& s) {
                return s.theirs.scenario == fmt::format("{:02}", scenario);
              }));
}

void print_endings(const std::vector<ComparedShot>& shots) {
  int counts[kEndings][kEndings] = {};
  for (const auto& [theirs, ours] : shots)
    ++counts[static_cast<std::size_t>(theirs.ending)][static_cast<std::size_t>(ours.ending)];
  fmt::print("theirs / ours  cleared  at rest  moving\n");
  for (const Ending theirs : {Ending::kCleared, Ending::kAtRest, Ending::kMoving}) {
    const auto& row = counts[static_cast<std::size_t>(theirs)];
    fmt::print("{:<13}  {:>7}  {:>7}  {:>6}\n", text(theirs), row[0], row[1], row[2]);
  }
}

void print_disagreements(const std::vector<ComparedShot>& shots) {
  for (const ComparedShot& shot : shots) {
    std::string where;
    for (const Question question : kQuestions) {
      const Answers both = answers(shot, question);
      if (both.theirs && *both.theirs != both.ours)
        where += fmt::format("{}{}", where.empty() ? "" : ", ", name(question));
    }
    if (where.empty()) continue;
    const auto& [theirs, ours] = shot;
    fmt::print("{} {}: {}: {} after {}, ours {} after {:.2f} s, bird {:.3f} m/s\n", theirs.level, theirs.shot,
               where, text(theirs.ending), theirs.rest_s ? fmt::format("{:.2f} s", *theirs.rest_s) : "-",
               text(ours.ending), ours.end_s, ours.bird_speed_mps);
  }
}

/// The times of rest where the bird touches no object that can move, so that only bird, ground and platforms
/// matter. There an exact time cannot be luck.
void print_rest_times(const std::vector<ComparedShot>& shots) {
  constexpr double kStepS = 0.0004;
  int all = 0, exact = 0, near = 0;
  for (const auto& [theirs, ours] : shots) {
    if (ours.hit_object || !theirs.rest_s) continue;
    ++all;
    const bool rests = ours.ending != Ending::kMoving;
    const auto apart = std::lround((ours.end_s - *theirs.rest_s) / kStepS);
    if (rests && std::abs(apart) <= 1) ++exact;
    if (rests && std::abs(ours.end_s - *theirs.rest_s) <= 0.1) ++near;
    fmt::print("{} {}: at rest after {:.4f} s, ours {}\n", theirs.level, theirs.shot, *theirs.rest_s,
               rests ? fmt::format("{:.4f} s, {:+} steps of 0.0004 s", ours.end_s, apart) : "never");
  }
  fmt::print("{} shots at rest touched no object: {} exact to a step, {} within 0.1 s\n", all, exact, near);
}

/// Plays magnify small differences, so means over small turns of all throws say more than one turn.
void print_means(Options options, const Assets& assets) {
  const double most_deg = options.turn_deg;
  AnswerAgreement sum;
  double first = 0, second = 0, pig_dead = 0, moved = 0;
  for (int i = 0; i < options.turns; ++i) {
    options.turn_deg = most_deg * (2.0 * i / (options.turns - 1) - 1);
    const auto shots = compare(options, assets);
    const AnswerAgreement all = agreement(shots, Question::kEnding);
    sum.share += all.share;
    sum.kappa += all.kappa;
    first += agreement(half(shots, 0), Question::kEnding).share;
    second += agreement(half(shots, 1), Question::kEnding).share;
    pig_dead += agreement(shots, Question::kPigDead).share;
    moved += agreement(shots, Question::kMoved).share;
  }
  const double percent = 100.0 / options.turns;
  fmt::print("means over {} turns up to {} degrees, physics {}:\n", options.turns, most_deg,
             options.assets.physics);
  fmt::print("endings {:.1f} (halves {:.1f} and {:.1f}), kappa {:.2f}, pig dead {:.1f}, moved {:.1f}\n",
             percent * sum.share, percent * first, percent * second, sum.kappa / options.turns,
             percent * pig_dead, percent * moved);
}

void run(Options& options) {
  const Assets assets = options.assets.load();
  if (options.turns > 1) return print_means(options, assets);
  const auto shots = compare(options, assets);
  print_table(shots);
  print_endings(shots);
  if (options.list) print_disagreements(shots);
  if (options.exact) print_rest_times(shots);
  const Removals gone = removals(shots);
  fmt::print("{} of {} birds went whole seconds, three or more, after our first contact\n",
             gone.whole_seconds, gone.shots);
  fmt::print("{} shots; physics {}, turned by {} degrees; catalogue {}, physics {}\n", shots.size(),
             options.assets.physics, options.turn_deg, assets.catalogue_hash, assets.physics_hash);
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"recorded",
                "Plays the shots that were recorded in the original, and says how far ours agree with them"},
               app::job_of(run));
}

}  // namespace novphy::experiments::recorded
