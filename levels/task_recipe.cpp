#include "levels/task_recipe.h"

#include <fmt/core.h>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {
namespace {

constexpr std::size_t kShortestSecret = 16;  // bytes: as many guesses as nobody can make
constexpr FileBounds kSecretBounds{"a secret", kMebibyte, 0};

}  // namespace

Seed read_secret(std::uint64_t number, const std::filesystem::path& file) {
  const std::string secret = read_file(file, kSecretBounds);
  if (secret.size() < kShortestSecret)
    throw InputError(file.string(),
                     fmt::format("holds {} bytes, expected a secret of at least {} that nobody can guess",
                                 secret.size(), kShortestSecret));
  return with_secret(number, secret);
}

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
