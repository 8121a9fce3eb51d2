#include "generator/sets/write_tasks.h"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "base/file.h"
#include "base/input_error.h"
#include "base/names.h"
#include "levels/level_files.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

std::string journal_name(const std::optional<Shard>& shard) {
  return shard ? kShardIndexBase + shard_ending(*shard) + kShardIndexEnding : kPartialIndexName;
}

std::vector<fs::path> shard_indices(const fs::path& folder) {
  return files_of_shards(folder / kShardIndexBase, kShardIndexEnding);
}

}  // namespace

void NewFolders::make(const fs::path& folder) {
  std::error_code error;
  const std::lock_guard lock(mutex_);
  std::vector<fs::path> missing;
  for (fs::path each = link_target(folder); !each.empty() && !fs::exists(each, error);
       each = each.parent_path())
    missing.push_back(each);
  made_.insert(made_.end(), missing.rbegin(), missing.rend());
  make_folder(folder);
}

NewFolders::~NewFolders() {
  std::error_code ignored;  // of folders that hold something
  for (auto each = made_.rbegin(); each != made_.rend(); ++each) fs::remove(*each, ignored);
}

TaskWriter::TaskWriter(fs::path folder, const TaskSetHead& head, bool resume, const std::vector<Pair>& pairs,
                       const Catalogue& catalogue, std::optional<Shard> shard)
    : folder_(std::move(folder)), head_(head), shard_(shard) {
  new_folders_.make(folder_);
  const fs::path partial = folder_ / journal_name(shard_);
  TaskJournal::Lines lines;
  const Resumption resumption{.resume = resume,
                              .head = head,
                              .pairs = pairs,
                              .catalogue = catalogue,
                              .to_remove = "the folder " + folder_.string()};
  const auto take_lines = [&](const fs::path& index) {
    for (auto& [key, line] : lines_to_resume(index, resumption)) {
      check_file(line, folder_);
      if (fs::exists(folder_ / line.file)) lines[key] = line;
    }
  };
  if (fs::exists(folder_ / kIndexName)) take_lines(folder_ / kIndexName);
  if (!shard_)
    for (const fs::path& index : shard_indices(folder_)) take_lines(index);
  AppendFile file(partial, {.create = true});
  if (file.size() > 0) take_lines(partial);
  journal_ = std::make_unique<TaskJournal>(std::move(file), head_, std::move(lines));
}

void TaskWriter::add(TaskSetLine line, const std::string& text) {
  const fs::path file = folder_ / line.file;
  new_folders_.make(file.parent_path());
  write_atomically(file, text);
  journal_->add(std::move(line));
}

std::vector<TaskSetLine> TaskWriter::finish() {
  std::string text = to_json_line(head_);
  std::vector<TaskSetLine> lines;
  for (const auto& [key, line] : journal_->lines()) {
    text += to_json_line(line);
    lines.push_back(line);
  }
  if (shard_) return lines;
  write_atomically(folder_ / kIndexName, text);
  journal_->remove();
  std::error_code ignored;
  for (const fs::path& index : shard_indices(folder_)) fs::remove(index, ignored);
  return lines;
}

namespace {

/// The type ("010203") and the level of a template in NovPhy's numbering.
PublishedName published_name_of(const Pair& pair, bool novel) {
  const std::string& name = pair.side(novel).name;
  if (auto published = published_name("00001_0_1_" + name + "_1.xml")) return *published;
  const auto novelty = std::find(kNovelties.begin(), kNovelties.end(), pair.novelty) - kNovelties.begin() + 1;
  const auto scenario =
      std::find(kScenarios.begin(), kScenarios.end(), pair.scenario) - kScenarios.begin() + 1;
  if (novelty > static_cast<int>(kNovelties.size()) || scenario > static_cast<int>(kScenarios.size()))
    throw InputError(name, "has no number in NovPhy, which names of XML files need: use --format json");
  return {.type = fmt::format("01{:02}{:02}", novelty, scenario),
          .level = novel ? static_cast<int>(novelty) : 0};
}

std::string file_name(const Pair& pair, bool novel, int task, bool xml) {
  if (!xml) return fmt::format("{}/{:05}.json", pair.side(novel).name, task + 1);
  const PublishedName name = published_name_of(pair, novel);
  return fmt::format("novelty_level_{0}/type{1}/Levels/{2:05}_0_1_{1}_{0}_{3}.xml", name.level, name.type,
                     task + 1, name.type.back());
}

/// The pairs that the names mean: files, folders, pairs of the library, or all. Throws InputError.
std::vector<Pair> named_pairs(const std::vector<std::string>& names, const std::vector<Pair>& library,
                              const Catalogue& catalogue) {
  std::vector<Pair> pairs;
  for (const std::string& name : names)
    for (const Pair& pair : order_of({name}, library, 1, catalogue).pairs) pairs.push_back(pair);
  return pairs;
}

/// A window is known only of tasks that are passed.
void check_window(const VariationOptions& variation) {
  const VariationOptions any;
  const bool wished =
      variation.least_window_deg != any.least_window_deg || variation.most_window_deg != any.most_window_deg;
  if (wished && variation.proof < Proof::kWitness)
    throw InputError("--window", "needs --proof witness or full: without a proof no window is known");
}

TaskSetHead head_of(const TaskOrder& order, const TaskRun& run, const TaskFolder& to, const Assets& assets) {
  TaskSetHead head = set_head(run.variation, order.pairs, assets, to.physics);
  head.count = to.count;
  head.difficulty = to.difficulty;
  head.format = run.xml ? "xml" : "json";
  return head;
}

}  // namespace

TaskOrder injected_order(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                         const std::vector<ChosenNovelty>& chosen, const std::vector<Novelty>& table,
                         const Catalogue& catalogue) {
  if (chosen.empty()) return order_of(names, library, count, catalogue);
  const bool named = names != std::vector<std::string>{"all"};
  return order_of({"all"},
                  injected_pairs(named_pairs(names, library, catalogue), named, chosen, table, catalogue),
                  count, catalogue);
}

std::vector<TaskSetLine> write_tasks(const TaskOrder& order, const TaskRun& run, const TaskFolder& to,
                                     const Assets& assets) {
  check_window(run.variation);
  TaskWriter writer(to.folder, head_of(order, run, to, assets), to.resume, order.pairs, assets.catalogue,
                    run.shard);
  make_tasks(order, run, solver_numbers(assets, to.physics), writer.journal(),
             [&](const WantedTasks& wanted, TaskSetLine made, const Task&, const std::string& text) {
               made.file = file_name(order.pairs[wanted.pair], wanted.novel, made.task, run.xml);
               writer.add(std::move(made), text);
             });
  return writer.finish();
}

}  // namespace novphy
