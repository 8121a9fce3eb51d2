#include "trials/standard_plan.h"

#include <fmt/core.h>

#include <map>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "generator/sets/make_tasks.h"
#include "levels/task_file.h"
#include "trials/plan_file.h"

namespace novphy {
namespace {

constexpr std::size_t kDigits = 16;

/// Cuts lines such as "788557e7ac03df98..." into hashes of 16 digits each.
std::vector<std::string> hashes_of(const Node& node) {
  std::vector<std::string> hashes;
  for (const Node& line : node.array()) {
    const std::string text = line.text();
    if (text.size() % kDigits != 0) line.expected("hashes of 16 digits");
    for (std::size_t i = 0; i + kDigits <= text.size(); i += kDigits)
      hashes.push_back(text.substr(i, kDigits));
  }
  return hashes;
}

void need_same(const std::string& file, const char* what, const std::string& then, const std::string& now) {
  if (then == now) return;
  throw InputError(file,
                   fmt::format("was frozen with other {} than this program has ({} then, {} now): use the "
                               "version of novphy that it came with",
                               what, then, now));
}

}  // namespace

StandardPlan read_standard_plan(const std::filesystem::path& file, const std::vector<Pair>& pairs,
                                const Assets& assets) {
  StandardPlan plan{.file = file.string()};
  const std::string text = read_file(file, kStandardPlanBounds);
  expect_kind(text, plan.file, FileKind::kStandardPlan);
  JsonDocument document(text, plan.file, kStandardPlanBounds);
  const Node root = document.root().object();
  root.at("novphy_standard_plan").integer(1, 1);
  root.at("version").text();
  plan.options = read_plan_options(root.at("options"));
  plan.proof = root.at("proof").text();
  plan.most_distractors = root.at("distractors").integer(0, 20);
  plan.plan_hash = root.at("plan").text();
  const std::string pairs_hash = root.at("pairs").text();
  const std::string catalogue = root.at("catalogue").text();
  const std::string physics = root.at("physics").text();
  for (const auto& [name, hashes] : root.at("tasks").members())
    plan.hashes.emplace_back(name, hashes_of(hashes));
  document.check();
  need_same(plan.file, "pairs", pairs_hash, hash_of_pairs(pairs));
  need_same(plan.file, "objects (catalogue)", catalogue, assets.catalogue_hash);
  need_same(plan.file, "physics", physics, assets.physics_hash);
  return plan;
}

void check_tasks(const StandardPlan& standard, const std::vector<TaskSetLine>& lines) {
  std::map<std::pair<std::string, int>, std::string> found;
  for (const TaskSetLine& line : lines) found[{line.task_template, line.task}] = line.hash;
  for (const auto& [name, hashes] : standard.hashes)
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const auto line = found.find({name, static_cast<int>(i)});
      const std::string hash = line == found.end() ? "missing" : line->second;
      if (hash != hashes[i])
        throw InputError(standard.file,
                         fmt::format("task {} of {} is {}, expected {}", i, name, hash, hashes[i]));
    }
}

void check_plan(const StandardPlan& standard, const std::string& plan_text) {
  const std::string hash = content_hash(plan_text);
  if (hash != standard.plan_hash)
    throw InputError(standard.file, fmt::format("the plan is {}, expected {}", hash, standard.plan_hash));
}

}  // namespace novphy
