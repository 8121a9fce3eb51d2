#pragma once

#include <functional>
#include <string>

#include "jobs/invent.h"
#include "jobs/seal.h"
#include "jobs/setting.h"

/// A sealed set once its seed is known: invented pairs and their plan.
namespace novphy {

/// What novphy reveal takes.
struct RevealSettings {
  std::string sealed{};
  std::string randomness{};
  std::string secret{};
  std::string out{};
  int jobs = 1;

  Settings settings();
};

struct Revealed {
  InventedSet set{};
  std::uint64_t seed = 0;
  std::string plan_hash{};
  bool was_there = false;    ///< the set was finished before, and is compared
  std::string difference{};  ///< the first file of it that differs, is missing or too many; "": none
};

/// Makes the set, or makes a finished one again and compares it. Candidates and tasks are kept beside the
/// folder while the set is made, so that a stopped run goes on there. `progress` gives the function that
/// counts the next part of the work, by the plural of its pieces. Throws InputError where another run works
/// there, where the folder or what is beside it is of another set, where the program is another one than that
/// which sealed the set, and where too few candidates are accepted.
Revealed reveal(
    const RevealSettings& wanted, const JobContext& context,
    const std::function<std::function<void(std::size_t, std::size_t)>(const char* unit)>& progress);

}  // namespace novphy
