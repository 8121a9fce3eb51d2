#include "generator/sets/task_hash.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "levels/task_file.h"

namespace novphy {
namespace {

constexpr std::string_view kLineHash = ",\"line_hash\":\"";
constexpr std::size_t kDigits = 16;

std::string end_of_line(std::string_view hashed) {
  return fmt::format("{}{}\"}}", kLineHash, hash_of(hashed));
}

const Pair* pair_with(const std::vector<Pair>& pairs, const std::string& task_template) {
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    return pair.normal.name == task_template || pair.novel.name == task_template;
  });
  return found == pairs.end() ? nullptr : &*found;
}

std::string text_of(const TaskSetLine& line, const Pair& base, const std::string& format,
                    const Catalogue& catalogue) {
  const bool novel = line.task_template == base.novel.name;
  const Pair pair = line.recipe.make_pair(base, novel, catalogue);
  const Task& task = (novel ? pair.novel : pair.normal).task;
  return format == "xml" ? task_to_xml(task, catalogue) : task_to_json(task, catalogue);
}

}  // namespace

std::string hash_of(std::string_view text) { return fmt::format("{:016x}", fnv1a(text)); }

std::string with_line_hash(const TaskSetLine& line) {
  std::string text = to_json_line(line);
  text.resize(text.size() - std::string_view("}\n").size());
  return text + end_of_line(text) + "\n";
}

bool is_changed(std::string_view text) {
  const std::size_t ending = kLineHash.size() + kDigits + std::string_view("\"}").size();
  if (text.size() < ending) return false;
  const std::string_view hashed = text.substr(0, text.size() - ending);
  const std::string_view end = text.substr(hashed.size());
  return end.starts_with(kLineHash) && end != end_of_line(hashed);
}

void check_recipe(const TaskSetLine& line, const std::string& format, const std::vector<Pair>& pairs,
                  const Catalogue& catalogue, const std::filesystem::path& index, int number) {
  const auto wrong = [&](const std::string& what) { throw InputError(index.string(), number, what); };
  const Pair* base = pair_with(pairs, line.task_template);
  if (!base) return wrong(fmt::format("no pair has the template {}", line.task_template));
  const std::string found = hash_of(text_of(line, *base, format, catalogue));
  if (found != line.hash)
    wrong(fmt::format("has been changed: it makes a task with the hash {}, and says {}", found, line.hash));
}

void check_file(const TaskSetLine& line, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / line.file;
  if (line.file.empty() || !std::filesystem::is_regular_file(file)) return;
  const std::string found = hash_of(read_file(file, kTaskBounds));
  if (found == line.hash) return;
  throw InputError(file.string(), fmt::format("has been changed since it was made: its hash is {}, and the "
                                              "folder's index says {}",
                                              found, line.hash));
}

}  // namespace novphy
