#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"
#include "evaluator/input/playdata.h"
#include "evaluator/load.h"
#include "evaluator/record_io.h"
#include "tests/evaluator/trials.h"
#include "tests/temporary_folder.h"

/// Files of records, written by a test and loaded together.
namespace novphy::test {

/// Files of a test, loaded in the order of writing.
class Files {
 public:
  /// Writes a file and returns its path.
  std::string add(const std::string& name, const std::string& content) {
    const auto path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    paths_.push_back(path.string());
    return paths_.back();
  }
  void add_path(const std::string& path) { paths_.push_back(path); }
  std::string folder() const { return folder_.path().string(); }

  Loaded load(const LoadOptions& options = {}, const Conventions& conventions = {}) const {
    return novphy::load(paths_, conventions, options);
  }
  std::string error() const {
    try {
      load();
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> paths_;
};

inline Fingerprint print_of(const std::string& agent) {
  Fingerprint print;
  print.agent = agent;
  return print;
}

inline std::string records(const Fingerprint& print, const std::vector<Record>& tasks) {
  std::string text = to_line(print) + "\n";
  for (const Record& task : tasks) text += to_line(task) + "\n";
  return text;
}

inline std::string records(const std::string& agent, std::string_view letters) {
  return records(print_of(agent), trial(letters));
}

/// The names of the agents.
inline std::vector<std::string> names(const Loaded& loaded) {
  std::vector<std::string> found;
  for (const AgentLog& log : loaded.agents) found.push_back(log.agent);
  return found;
}

inline std::size_t trials(const AgentLog& log) { return log.trials.trials().size(); }

/// A person's play data.
inline std::string playdata(std::string_view letters) {
  std::vector<PlaydataRow> rows;
  for (const Record& record : trial(letters)) rows.push_back({.record = record});
  return write_playdata(rows);
}

/// A table of results of two agents.
inline const std::string kResults =
    "agent,novelty,scenario,trial,phase,passed,score,alarm\n"
    "second,objects,rolling,0,normal,1,,0\n"
    "first,objects,rolling,0,normal,1,0.5,0\n"
    "second,objects,rolling,0,novel,1,,0\n"
    "first,objects,rolling,0,novel,0,2.5,0\n";
inline const std::string kDetections = "type,distribution_shift,detected_level\n010103,1,2\n";

}  // namespace novphy::test
