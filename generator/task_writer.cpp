#include "generator/task_writer.h"

#include <fmt/core.h>

#include <cerrno>
#include <system_error>

#include "levels/file.h"
#include "levels/input_error.h"
#include "sim/hash.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

bool same_but_count(TaskSetHead a, const TaskSetHead& b) {
  a.count = b.count;
  return a == b;
}

[[noreturn]] void cannot_write(const fs::path& file) {
  throw InputError(file.string(), "cannot be written: " + std::generic_category().message(errno));
}

}  // namespace

fs::path TaskWriter::partial() const { return folder_ / "index.partial.jsonl"; }

TaskWriter::TaskWriter(fs::path folder, const TaskSetHead& head, bool resume)
    : folder_(std::move(folder)), head_(head) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw InputError(folder_.string(), "cannot be made: " + error.message());
  for (const fs::path& index : {folder_ / kIndexName, partial()}) {
    if (!fs::exists(index)) continue;
    if (!resume) throw InputError(folder_.string(), "holds tasks already; --resume goes on with them");
    TaskSet before = index == partial() ? read_unfinished(index) : read_task_set(folder_);
    if (!same_but_count(before.head, head))
      throw InputError(index.string(), "was made with other options, numbers or templates");
    if (before.head.count > head.count)
      throw InputError(index.string(),
                       fmt::format("is of {} tasks of each template, more than the {} asked for",
                                   before.head.count, head.count));
    for (TaskSetLine& line : before.lines)
      if (fs::exists(folder_ / line.file)) lines_[{line.task_template, line.task}] = std::move(line);
  }
  // What is there already stands in the new unfinished index, so that a second interruption loses nothing.
  std::string text = to_json_line(head_);
  for (const auto& [key, line] : lines_) text += to_json_line(line);
  write_atomically(partial(), text);
  stream_ = std::fopen(partial().c_str(), "ab");
  if (!stream_) cannot_write(partial());
}

TaskWriter::~TaskWriter() {
  if (stream_) std::fclose(stream_);
}

bool TaskWriter::holds(const std::string& task_template, int task) const {
  const std::lock_guard lock(mutex_);
  return lines_.contains({task_template, task});
}

void TaskWriter::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size() || std::fflush(stream_) != 0)
    cannot_write(partial());
}

void TaskWriter::add(TaskSetLine line, const std::string& text) {
  line.hash = fmt::format("{:016x}", fnv1a(text));
  const fs::path file = folder_ / line.file;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) throw InputError(file.parent_path().string(), "cannot be made: " + error.message());
  write_atomically(file, text);
  const std::lock_guard lock(mutex_);
  append(to_json_line(line));
  Key key{line.task_template, line.task};
  lines_[std::move(key)] = std::move(line);
}

std::vector<TaskSetLine> TaskWriter::finish() {
  const std::lock_guard lock(mutex_);
  std::string text = to_json_line(head_);
  std::vector<TaskSetLine> lines;
  for (const auto& [key, line] : lines_) {
    text += to_json_line(line);
    lines.push_back(line);
  }
  write_atomically(folder_ / kIndexName, text);
  std::fclose(stream_);
  stream_ = nullptr;
  fs::remove(partial());
  return lines;
}

}  // namespace novphy
