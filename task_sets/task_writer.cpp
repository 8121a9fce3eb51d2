#include "task_sets/task_writer.h"

#include <system_error>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(folder.string(), "cannot be made: " + error.message());
}

}  // namespace

TaskWriter::TaskWriter(fs::path folder, const TaskSetHead& head, bool resume, const Catalogue& catalogue)
    : folder_(std::move(folder)), head_(head) {
  make_folder(folder_);
  const fs::path partial = folder_ / kPartialIndexName;
  TaskJournal::Lines lines;
  const auto take_lines = [&](const fs::path& index) {
    if (!resume) throw InputError(folder_.string(), "holds tasks already; --resume goes on with them");
    for (auto& [key, line] : lines_to_resume(index, index != partial, head, catalogue))
      if (fs::exists(folder_ / line.file)) lines[key] = line;
  };
  if (fs::exists(folder_ / kIndexName)) take_lines(folder_ / kIndexName);
  AppendFile file(partial, {.create = true});
  if (file.size() > 0) take_lines(partial);
  journal_ = std::make_unique<TaskJournal>(std::move(file), head_, std::move(lines));
}

void TaskWriter::add(TaskSetLine line, const std::string& text) {
  const fs::path file = folder_ / line.file;
  make_folder(file.parent_path());
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
  write_atomically(folder_ / kIndexName, text);
  journal_->remove();
  return lines;
}

}  // namespace novphy
