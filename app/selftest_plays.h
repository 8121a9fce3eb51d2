#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

/// What novphy selftest plays, and what it makes of it.
namespace novphy::app {

struct TestTasks {
  std::vector<Task> pairs;       ///< both sides of every pair that comes with the program
  std::vector<Task> everything;  ///< each with every object, bird and effect of the catalogue
};
TestTasks test_tasks(const Catalogue& catalogue);
/// 16 hexadecimal digits of the content of the pairs' files, white space aside.
std::string pairs_hash();

/// A task and one shot for each of its birds.
struct TestPlay {
  const Task* task = nullptr;
  std::vector<Shot> shots{};
};

/// The beginning of an endless list that is always the same. The tasks must outlive it.
std::vector<TestPlay> test_plays(const TestTasks& tasks, int count);

enum class Order { kForwards, kBackwards };

/// Plays them all on so many threads; what came of them is hashed in the order of the list.
std::uint64_t digest_of(const std::vector<TestPlay>& plays, const Catalogue& catalogue,
                        const Physics& physics, unsigned threads = 1, Order order = Order::kForwards);

}  // namespace novphy::app
