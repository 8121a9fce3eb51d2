#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace novphy {

/// One thing wrong with an input file.
struct Problem {
  std::string file;
  int line = 0;       ///< from 1; 0 where there is none
  std::string place;  ///< JSON pointer or XML path; may be empty
  std::string text;   ///< what was found, what was expected

  /// "levels/x.json:8: /objects/1/at/1: expected a number, found a string"
  std::string message() const;
};

/// Bad input: caught once in main, which prints the problems, one line each, and exits with 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Problem> problems);
  /// Bad input that has no line, such as a missing file.
  InputError(std::string file, std::string text);
  /// Bad input in this line, from 1.
  InputError(std::string file, int line, std::string text);

  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// Collects a file's problems, so that all of them are reported at once.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}
  /// A thousand at most: beyond, one line says that the rest is not listed.
  void note(int line, std::string place, std::string text);
  bool empty() const { return noted_.empty(); }
  const std::vector<Problem>& noted() const { return noted_; }
  /// Throws InputError with the problems by line, each once, where there are any.
  void check() const;

 private:
  std::string file_;
  std::vector<Problem> noted_{};
};

}  // namespace novphy
