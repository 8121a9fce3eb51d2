#include "levels/task_recipe.h"

namespace novphy {

Task with_distractors(Task task, const std::vector<Object>& distractors) {
  task.objects.insert(task.objects.end(), distractors.begin(), distractors.end());
  return task;
}

Task TaskRecipe::make(const Template& base, const std::string& pair_json, const Catalogue& catalogue) const {
  if (pair_json.empty()) return with_distractors(shifted(base, member.shift_m), distractors);
  const Pair pair = parse_pair_json(pair_json, base.name, catalogue, member.values);
  const Template& side = base.name == pair.normal.name ? pair.normal : pair.novel;
  return with_distractors(shifted(side, member.shift_m), distractors);
}

Pair TaskRecipe::make_pair(const Pair& base, bool novel, const Catalogue& catalogue) const {
  Pair pair = member_of(base, member, catalogue);
  Task& task = (novel ? pair.novel : pair.normal).task;
  task = with_distractors(std::move(task), distractors);
  return pair;
}

}  // namespace novphy
