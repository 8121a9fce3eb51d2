#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace novphy {

/// One thing wrong with an input file.
struct Problem {
  std::string file;
  int line = 0;       ///< counted from 1; 0: the problem has no line
  std::string place;  ///< JSON pointer or XML path; may be empty
  std::string text;   ///< says the value found and the value expected

  /// Such as "levels/x.json:8: /objects/1/at/1: expected a number, found a string".
  std::string message() const;
};

/// Bad input. main() catches it, prints each problem on a line of its own, and exits with 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Problem> problems);
  /// A single problem without a line, such as a missing file.
  InputError(std::string file, std::string text);
  /// Bad input in this line, counted from 1.
  InputError(std::string file, int line, std::string text);

  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// Collects the problems of one file, to report them together.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}
  const std::string& file() const { return file_; }
  /// Adds a problem. Only the first 1000 are kept; a last line then says that the rest is not listed.
  void note(int line, std::string place, std::string text);
  bool empty() const { return noted_.empty(); }
  /// Whether a further problem would not be listed. Then its place need not be computed.
  bool full() const;
  const std::vector<Problem>& problems() const { return noted_; }
  /// Throws InputError with all problems, sorted by line and without repeats. Does nothing without problems.
  void check() const;

 private:
  std::string file_;
  std::vector<Problem> noted_{};
};

}  // namespace novphy
