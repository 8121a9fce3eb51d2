#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"
#include "sim/task.h"

namespace novphy {

/// How a task is made of its template: a member of the pair's family, and objects that are put in besides.
struct TaskRecipe {
  Member member{};
  std::vector<Object> distractors{};  ///< none of them turned
  friend bool operator==(const TaskRecipe&, const TaskRecipe&) = default;

  /// The task. `pair_json` is the pair that the template is a side of; "" where its shift alone varies.
  /// Throws InputError where the pair does not give the member.
  Task make(const Template& base, const std::string& pair_json, const Catalogue& catalogue) const;
  /// The whole member of the pair, with the distractors in one side. Throws InputError.
  Pair make_pair(const Pair& base, bool novel, const Catalogue& catalogue) const;
};

/// The task with these objects after its own.
Task with_distractors(Task task, const std::vector<Object>& distractors);

}  // namespace novphy
