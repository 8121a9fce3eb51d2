#include "evaluator/conventions.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "base/input_error.h"
#include "evaluator/measures/success.h"

namespace novphy {
namespace {

int window(std::string_view name, const std::optional<int>& asked, int otherwise, int novel_tasks) {
  if (!asked) return otherwise;
  if (*asked < 1 || *asked > novel_tasks)
    throw std::invalid_argument(
        fmt::format("{} = {}: expected 1 to {}, the novel tasks of a trial", name, *asked, novel_tasks));
  return *asked;
}

/// A share of `tasks` as a window, rounded down. The small summand compensates rounding errors.
int part(double share, int tasks, int novel_tasks) {
  return std::clamp(static_cast<int>(share * tasks + 1e-9), 1, std::max(1, novel_tasks));
}

/// SAIL-ON's window if no number is asked for.
int sailon_window(const Conventions& conventions, int novel_tasks, int tasks) {
  if (conventions.sailon_m_share) return part(*conventions.sailon_m_share, tasks, novel_tasks);
  switch (conventions.definitions) {
    case Definitions::kSailOn:
      return std::clamp(novel_tasks, 1, 100);
    case Definitions::kWsu:
      return part(0.05, tasks, novel_tasks);
    case Definitions::kWsuScript:
      return part(0.1, tasks, novel_tasks);
    default:
      return std::max(1, novel_tasks / 10);
  }
}

}  // namespace

Windows windows_of(const Conventions& conventions, int novel_tasks, int normal_tasks) {
  const int tenth = std::max(1, novel_tasks / 10);
  return {.ap = window("m", conventions.m, default_m(novel_tasks), novel_tasks),
          .m1 = window("m1", conventions.m1, tenth, novel_tasks),
          .m2 = window("m2", conventions.m2, tenth, novel_tasks),
          .sailon = window("SAIL-ON m", conventions.sailon_m,
                           sailon_window(conventions, novel_tasks, novel_tasks + normal_tasks), novel_tasks)};
}

}  // namespace novphy
