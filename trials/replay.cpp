#include "trials/replay.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <variant>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/text.h"
#include "levels/task_file.h"
#include "sim/world.h"
#include "trials/session.h"

namespace novphy {

std::string obstacle_to_standard_play(const Fingerprint& print, const Assets& assets) {
  if (!print.overrides.empty())
    return fmt::format("they were played with changed numbers: {}", fmt::join(print.overrides, ", "));
  if (print.physics != "standard")
    return fmt::format("they were played with the physics \"{}\"", print.physics);
  if (print.catalogue_hash != assets.catalogue_hash || print.physics_hash != assets.physics_hash)
    return "they were played with another catalogue or physics";
  return "";
}

std::string obstacle_to_standard_play(const Plan& plan) {
  return plan.certain_ends ? "" : "they were played without certain ends, as their plan says";
}

std::vector<Shot> shots_of(const Record& record) {
  std::vector<Shot> shots;
  for (const RecordedShot& shot : record.shots)
    shots.push_back({.drag_m = {shot.drag_m[0], shot.drag_m[1]},
                     .tap_ms = shot.tap_ms,
                     .launch_ms = shot.launch_ms,
                     .thought_ms = shot.thought_ms});
  return shots;
}

std::vector<std::string> differences(const Record& record, const Task& task, const Outcome& outcome) {
  Record now;
  fill(now, {.shots = {}, .outcome = outcome});
  std::vector<std::string> found;
  const auto compare = [&](const char* what, const auto& recorded, const auto& played) {
    if (recorded != played) found.push_back(fmt::format("{}: {} recorded, {} now", what, recorded, played));
  };
  if (record.shots.size() > task.birds.size())
    found.push_back(fmt::format("shots: {} recorded, the task has {}", record.shots.size(),
                                counted(task.birds.size(), "bird")));
  compare("digest", record.digest, now.digest);
  compare("passed", record.passed, now.passed);
  compare("end", record.end, now.end);
  compare("score", record.score, now.score);
  compare("time_s", record.time_s, now.time_s);
  return found;
}

Replay replay(const Record& record, const Task& task, const Catalogue& catalogue, const Physics& physics,
              bool log_events) {
  Outcome outcome = play(task, shots_of(record), catalogue, physics, {.log_events = log_events});
  std::vector<std::string> found = differences(record, task, outcome);
  return {.outcome = std::move(outcome), .differences = std::move(found)};
}

namespace fs = std::filesystem;

namespace {

/// The size of a place in the grid of all objects. The longest block fits into a place, even turned a little.
constexpr Vec2 kCellM{2.2, 1.2};
constexpr Vec2 kFirstCellM{-7, -2.9};
constexpr int kPlacesAcross = 10;

/// One object of each kind. The rows fall onto each other while the world settles.
std::vector<Object> every_object(const Catalogue& catalogue) {
  std::vector<Object> objects;
  for (const Kind& kind : catalogue.objects) {
    const int cell = static_cast<int>(objects.size());
    Object object{.type = kind.type, .material = kind.material};
    const int row = cell / kPlacesAcross;
    object.at_m = kFirstCellM + Vec2{kCellM.x * (cell % kPlacesAcross), kCellM.y * row};
    object.angle_rad = 0.05 * (cell % 3);
    if (kind.category == Category::kPlatform) object.size_m = Vec2{1, 0.3};
    objects.push_back(object);
  }
  return objects;
}

int first_of(Category category, const Catalogue& catalogue) {
  const auto found = std::find_if(catalogue.objects.begin(), catalogue.objects.end(),
                                  [&](const Kind& kind) { return kind.category == category; });
  return found == catalogue.objects.end() ? 0 : static_cast<int>(found - catalogue.objects.begin());
}

/// One effect of each kind. Effects that belong to an object are attached to the fan or to a block. The other
/// regions lie side by side.
std::vector<Effect> every_effect(const Catalogue& catalogue) {
  std::vector<Effect> effects;
  for (const auto& [name, entry] : catalogue.effects) {
    Effect effect = entry;
    auto* magnet = std::get_if<Magnet>(&effect);
    auto* field = std::get_if<ForceField>(&effect);
    if (magnet != nullptr) magnet->object = first_of(Category::kBlock, catalogue);
    if (field != nullptr && field->object)
      field->object = first_of(Category::kFan, catalogue);
    else if (field != nullptr && field->region)
      field->region->centre_m = kFirstCellM + Vec2{4.0 * static_cast<double>(effects.size()), 2};
    effects.push_back(effect);
  }
  return effects;
}

Task everything(const Catalogue& catalogue) {
  const WorldNumbers& world = catalogue.world;
  Task task{.width_m = world.width_m, .gravity_mps2 = world.gravity_mps2, .slingshot = world.slingshot};
  for (const BirdKind& bird : catalogue.birds) task.birds.push_back(bird.body.type);
  task.objects = every_object(catalogue);
  task.effects = every_effect(catalogue);
  return task;
}

/// The task mirrored, with the slingshot at the right, gravity upwards and a ceiling.
Task turned_round(Task task, const Catalogue& catalogue) {
  task.slingshot.at_m.x = -task.slingshot.at_m.x;
  task.slingshot.faces_left = true;
  for (Object& object : task.objects) object.at_m.x = -object.at_m.x;
  task.gravity_mps2 = catalogue.inverted_gravity.gravity_mps2;
  task.objects.push_back(catalogue.inverted_gravity.ceiling);
  return task;
}

constexpr std::array kPullsM{1.0, 0.9, 0.6};
constexpr std::array kTapsMs{-1, 400, 500, 800};

/// The n-th shot of the endless list. The periods of angle, pull, tap and launch share no factor, so that all
/// combinations occur. In most shots the tap comes before the bird is among the objects of everything().
Shot nth_shot(std::size_t n, bool faces_left) {
  const double elevation_deg = static_cast<double>(n * 37 % 97) - 12;
  const double angle_deg = faces_left ? 180 - elevation_deg : elevation_deg;
  Shot shot = aimed(radians(angle_deg), kPullsM[n % kPullsM.size()], kTapsMs[n % kTapsMs.size()]);
  shot.launch_ms = n % 5 < 2 ? 2000 : -1;  // early, while the effects of the last bird are still at work
  return shot;
}

/// Every 11th play is of a task with everything, because such a play takes as long as 20 others.
constexpr std::size_t kEverythingOnceIn = 11;

const Task& nth_task(const TestTasks& tasks, std::size_t n) {
  const std::size_t turn = n / kEverythingOnceIn;
  const bool all = tasks.pairs.empty() || n % kEverythingOnceIn == kEverythingOnceIn - 1;
  return all ? tasks.everything[turn % tasks.everything.size()]
             : tasks.pairs[(n - turn) % tasks.pairs.size()];
}

std::uint64_t outcome_hash(const Outcome& outcome) {
  return Hash()
      .add(outcome.digest)
      .add(static_cast<int>(outcome.end))
      .add(outcome.score)
      .add(outcome.birds_left)
      .add(outcome.steps)
      .value();
}

}  // namespace

TestTasks test_tasks(const std::vector<Pair>& pairs, const Catalogue& catalogue) {
  TestTasks tasks;
  for (const Pair& pair : pairs) {
    tasks.pairs.push_back(pair.normal.task);
    tasks.pairs.push_back(pair.novel.task);
  }
  tasks.everything = {everything(catalogue), turned_round(everything(catalogue), catalogue)};
  return tasks;
}

std::string pairs_hash(const fs::path& pairs) {
  std::set<std::string> hashes;  // sorted, because folders list their files in any order
  for (const auto& entry : fs::recursive_directory_iterator(pairs))
    if (entry.path().extension() == ".json")
      hashes.insert(content_hash(read_file(entry.path(), kTaskBounds)));
  return fmt::format("{:016x}", fnv1a(fmt::format("{}", fmt::join(hashes, " "))));
}

std::vector<TestPlay> test_plays(const TestTasks& tasks, int count) {
  std::vector<TestPlay> plays;
  for (std::size_t n = 0; n < static_cast<std::size_t>(count); ++n) {
    TestPlay& play = plays.emplace_back(TestPlay{.task = &nth_task(tasks, n)});
    for (std::size_t bird = 0; bird < play.task->birds.size(); ++bird)
      play.shots.push_back(nth_shot(n + bird, play.task->slingshot.faces_left));
  }
  return plays;
}

std::uint64_t digest_of(const std::vector<TestPlay>& plays, const Catalogue& catalogue,
                        const Physics& physics, const WayOfPlaying& way) {
  std::vector<std::uint64_t> found(plays.size());
  parallel_for(plays.size(), way.threads, [&](std::size_t i) {
    const std::size_t n = way.order == Order::kForwards ? i : plays.size() - 1 - i;
    found[n] = outcome_hash(play(*plays[n].task, plays[n].shots, catalogue, physics));
    if (way.played) way.played();
  });
  Hash hash;
  for (const std::uint64_t one : found) hash.add(one);
  return hash.value();
}

namespace {

// `novphy selftest --short` prints these texts for the program's own assets and pairs.
constexpr std::string_view kCatalogue = "3968706a0642b17b";
constexpr std::string_view kPhysics = "114a488e6bc34e6d";
constexpr std::string_view kPairs = "14cbe2fb270ee535";
constexpr std::array<std::string_view, 3> kDigests{"3c5036ec81e3ed79", "d7e401ee7df8e120",
                                                   "02ba9b9c6a59821c"};

constexpr std::size_t kPlaysOfLine = 11;  // the eleventh play is of a task with every object

bool are_of_this_version(const std::filesystem::path& pairs, const Assets& assets) {
  return assets.catalogue_hash == kCatalogue && assets.physics_hash == kPhysics &&
         pairs_hash(pairs) == kPairs;
}

}  // namespace

std::vector<SelftestLine> short_selftest(const std::filesystem::path& pairs, const Assets& assets) {
  const bool compares = are_of_this_version(pairs, assets);
  const TestTasks tasks = test_tasks(read_pairs(pairs, assets.catalogue), assets.catalogue);
  const auto plays = test_plays(tasks, static_cast<int>(kDigests.size() * kPlaysOfLine));
  std::vector<SelftestLine> lines;
  for (std::size_t i = 0; i < kDigests.size(); ++i) {
    const auto begin = plays.begin() + static_cast<std::ptrdiff_t>(i * kPlaysOfLine);
    const std::vector<TestPlay> of_line(begin, begin + kPlaysOfLine);
    const std::uint64_t digest = digest_of(of_line, assets.catalogue, assets.physics.at("standard"));
    lines.push_back({.plays = fmt::format("plays {} to {}", i * kPlaysOfLine + 1, (i + 1) * kPlaysOfLine),
                     .found = fmt::format("{:016x}", digest),
                     .expected = compares ? std::string(kDigests[i]) : ""});
  }
  return lines;
}

void check_machine(const std::filesystem::path& pairs, const Assets& assets) {
  if (!are_of_this_version(pairs, assets)) return;
  for (const SelftestLine& line : short_selftest(pairs, assets))
    if (line.found != line.expected)
      throw InputError("selftest",
                       fmt::format("this machine plays differently: the digest of {} is {}, expected {}; "
                                   "its records do not belong beside those of other machines",
                                   line.plays, line.found, line.expected));
}

}  // namespace novphy
