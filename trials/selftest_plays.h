#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

/// The plays of novphy selftest, and their digest.
namespace novphy {

struct TestTasks {
  std::vector<Task> pairs;       ///< both sides of every pair that comes with the program
  std::vector<Task> everything;  ///< tasks that hold every object, bird and effect of the catalogue
};
TestTasks test_tasks(const std::vector<Pair>& pairs, const Catalogue& catalogue);
/// `pairs` is the folder of the pairs that come with the program.
TestTasks test_tasks(const std::filesystem::path& pairs, const Catalogue& catalogue);
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

/// Plays all plays on `threads` threads. They are begun in the given order, and the digest combines their
/// outcomes in the order of the list. After each play, its thread calls `played`.
std::uint64_t digest_of(const std::vector<TestPlay>& plays, const Catalogue& catalogue,
                        const Physics& physics, unsigned threads = 1, Order order = Order::kForwards,
                        const std::function<void()>& played = {});

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
