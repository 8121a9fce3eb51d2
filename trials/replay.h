#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/task.h"
#include "trials/plan.h"

namespace novphy {

/// Why a program that knows only the standard numbers, such as a page in a browser, cannot play these records
/// again. "" if it can. `assets` are those that the program has.
std::string obstacle_to_standard_play(const Fingerprint& print, const Assets& assets);
/// The same of the plan that was played.
std::string obstacle_to_standard_play(const Plan& plan);

/// The result of playing a record's shots again.
struct Replay {
  Outcome outcome;
  std::vector<std::string> differences;  ///< of the record; empty if the play equals the recorded one
};

/// The record's shots in the form that a World takes.
std::vector<Shot> shots_of(const Record& record);

/// How the record differs from a play of the task with the record's shots, in texts such as "score: 5000
/// recorded, 0 now".
std::vector<std::string> differences(const Record& record, const Task& task, const Outcome& outcome);

/// Plays the task with the record's shots and compares the outcome with the record.
Replay replay(const Record& record, const Task& task, const Catalogue& catalogue, const Physics& physics,
              bool log_events = false);

// The plays of novphy selftest, and their digest.

struct TestTasks {
  std::vector<Task> pairs;       ///< both sides of every pair that comes with the program
  std::vector<Task> everything;  ///< tasks that hold every object, bird and effect of the catalogue
};
/// `pairs` are those that come with the program.
TestTasks test_tasks(const std::vector<Pair>& pairs, const Catalogue& catalogue);
/// A hash of the content of the pairs' files, 16 hexadecimal digits. White space does not change it.
std::string pairs_hash(const std::filesystem::path& pairs);

/// A task and one shot for each of its birds.
struct TestPlay {
  const Task* task = nullptr;
  std::vector<Shot> shots{};
};

/// The first `count` plays of an endless list that is always the same. `tasks` must outlive the plays.
std::vector<TestPlay> test_plays(const TestTasks& tasks, int count);

enum class Order { kForwards, kBackwards };

/// How plays are played, which changes no digest.
struct WayOfPlaying {
  unsigned threads = 1;
  Order order = Order::kForwards;  ///< in which plays are begun
  std::function<void()> played{};  ///< called after each play, by its thread
};

/// Plays all plays. The digest combines their outcomes in the order of the list.
std::uint64_t digest_of(const std::vector<TestPlay>& plays, const Catalogue& catalogue,
                        const Physics& physics, const WayOfPlaying& way = {});

/// Some plays of novphy selftest, and their digests on this machine and on the machine on which this version
/// of novphy was made.
struct SelftestLine {
  std::string plays;  ///< such as "plays 12 to 22"
  std::string found;
  std::string expected;  ///< "" if the assets or pairs are not those of this version
  friend bool operator==(const SelftestLine&, const SelftestLine&) = default;
};

/// Plays the first plays of novphy selftest, which takes a few tenths of a second. `pairs` is the folder of
/// the pairs that come with the program.
std::vector<SelftestLine> short_selftest(const std::filesystem::path& pairs, const Assets& assets);

/// Throws InputError, naming the first line that differs, if this machine plays differently. Does nothing if
/// the assets or pairs are not those of this version, because there is nothing to compare with.
void check_machine(const std::filesystem::path& pairs, const Assets& assets);

}  // namespace novphy
