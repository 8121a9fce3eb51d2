#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/task.h"

namespace novphy {

/// The seed with the secret of this file, whose bytes are taken as they are. Throws InputError unless it has
/// 16 bytes to 1 MiB.
Seed read_secret(std::uint64_t number, const std::filesystem::path& file);

/// How a task is made from its template: a member of the pair's family, and added objects.
struct TaskRecipe {
  Member member{};
  std::vector<Object> distractors{};  ///< objects without rotation
  friend bool operator==(const TaskRecipe&, const TaskRecipe&) = default;

  /// Makes the task. `pair_json` is the text of the pair that has the template as one side, or "" if only the
  /// shift varies. Throws InputError if the pair cannot give the member.
  Task make(const Template& base, const std::string& pair_json, const Catalogue& catalogue) const;
  /// The member of the pair. The distractors are added to one side: the novel side if `novel`, otherwise the
  /// normal side. Throws InputError.
  Pair make_pair(const Pair& base, bool novel, const Catalogue& catalogue) const;
};

/// The task with these objects after its own.
Task with_distractors(Task task, const std::vector<Object>& distractors);

}  // namespace novphy
