#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

/// A temporary file of a test. The destructor removes the file.
class ScratchFile {
 public:
  explicit ScratchFile(std::string_view content)
      : path_(std::filesystem::temp_directory_path() /
              ("novphy_evaluator_test_" + std::to_string(::getpid()) + "_" + std::to_string(count_++))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~ScratchFile() { std::filesystem::remove(path_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};
