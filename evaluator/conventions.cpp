#include "evaluator/conventions.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

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

}  // namespace

Windows windows_of(const Conventions& conventions, int novel_tasks) {
  const int tenth = std::max(1, novel_tasks / 10);
  return {.ap = window("m", conventions.m, default_m(novel_tasks), novel_tasks),
          .m1 = window("m1", conventions.m1, tenth, novel_tasks),
          .m2 = window("m2", conventions.m2, tenth, novel_tasks),
          .sailon = window("SAIL-ON m", conventions.sailon_m, tenth, novel_tasks)};
}

}  // namespace novphy
