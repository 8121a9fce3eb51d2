#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/lines.h"
#include "base/shard.h"
#include "trials/store/blocks.h"

namespace novphy {

/// A file that is written in parts and appears under its name only after commit(). Throws InputError if the
/// file cannot be written; an old file of that name then stays unchanged. Of a
/// symbolic link, the target is replaced. "-" is the standard output.
/// Standard output, devices and pipes get each part immediately.
class RecordsFile {
 public:
  explicit RecordsFile(std::filesystem::path file);
  ~RecordsFile();
  RecordsFile(const RecordsFile&) = delete;
  RecordsFile& operator=(const RecordsFile&) = delete;

  void write(std::string_view text);
  /// Makes sure that every byte is on disk, then gives the file its name.
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  [[noreturn]] void fail() const;

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::unique_ptr<std::FILE, Close> stream_;
};

// The files of a shard of a run. Every process that plays a shard writes a file of its own, called a try. A
// try reads the blocks of earlier tries, and takes the name of the shard's file once it holds all trials of
// the shard. So no process needs a lock, which network file systems may lack.

/// A file of blocks (trials/store/blocks.h) that grows while a run is played and holds the finished trials
/// until the run is over: FILE.partial beside the output FILE, or a try of a shard. The blocks are in the
/// order in which the trials finished. Bytes that a killed run left after the last whole block are dropped.
/// Throws InputError if the file cannot be written, read or locked.
class Partial {
 public:
  /// FILE.partial for FILE, or for the file to which a symbolic link leads.
  static std::filesystem::path path_for(const std::filesystem::path& output);

  /// Makes a new file, which replaces an old file of that name. A file of its `own` is not locked, because no
  /// other process writes to it; InputError is thrown if a file of that name exists.
  static Partial create(const std::filesystem::path& file, std::string_view first_line, bool own = false);
  /// Opens an existing file. `first_line()` is empty if a killed run left no whole first line.
  static Partial open(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_.file(); }
  const std::string& first_line() const { return blocks_.first_line; }
  bool holds(int trial) const { return blocks_.places.contains(trial); }
  int size() const { return static_cast<int>(blocks_.places.size()); }

  /// Removes all content and writes a new first line.
  void restart(std::string_view first_line);
  /// Adds the block of a finished trial. If the disk is full, the earlier blocks stay whole.
  void append(int trial, std::string_view block);
  std::string read(int trial) const;
  /// Notes that a player outside the program begins a trial. The note is on disk when this returns.
  void note_begun(int trial);
  /// Adds the notes of another file.
  void add_begun(const BegunTrials& begun);
  const BegunTrials& begun() const { return blocks_.begun; }
  /// Deletes the file. Call this once the output holds its content.
  void remove() { file_.remove(); }
  /// Makes sure that every byte is on disk, then renames the file to `name`.
  void rename(const std::filesystem::path& name) { file_.rename(name); }

 private:
  explicit Partial(AppendFile file) : file_(std::move(file)) {}

  AppendFile file_;
  Blocks blocks_{};
};

/// FILE.shard-3-of-8 for the output FILE: the file with the trials of a finished shard.
std::filesystem::path shard_path(const std::filesystem::path& output, const Shard& shard);

/// The tries of a shard, in the order of their names. `shard` is the path of the shard's file.
std::vector<std::filesystem::path> tries_of(const std::filesystem::path& shard);

/// Begins a try. Its file's name ends with the names of this host and process, and with a number if a process
/// of the same name already had a try. Throws InputError if the file cannot be written.
Partial begin_try(const std::filesystem::path& shard, std::string_view first_line);

/// Deletes all tries of a shard. Call this once the shard's file exists. Tries that cannot be deleted stay.
void remove_tries(const std::filesystem::path& shard);

}  // namespace novphy
