#include "generator/sets/task_writer.h"

#include <system_error>

#include "base/file.h"
#include "generator/sets/task_hash.h"

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

}  // namespace novphy
