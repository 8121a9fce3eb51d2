#include "evaluator/load.h"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>

#include "evaluator/input/detections_csv.h"
#include "evaluator/input/playdata.h"
#include "evaluator/input/results_csv.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

constexpr std::string_view kHuman = "human:";

class Loader {
 public:
  Loader(const Conventions& conventions, const LoadOptions& options)
      : conventions_(conventions), options_(options) {}

  void read(const std::string& file) {
    if (is_playdata(file)) {
      read_person(file);
    } else if (is_detections_csv(file)) {
      read_detections(file);
    } else if (is_results_csv(file)) {
      read_results(file);
    } else {
      read_records(file);
    }
  }

  Loaded loaded() && {
    for (auto& [name, log] : logs_) loaded_.agents.push_back(std::move(log));
    return std::move(loaded_);
  }

 private:
  AgentLog& log_of(const std::string& agent) {
    return logs_.try_emplace(agent, AgentLog{agent, {}, TrialLogs(conventions_)}).first->second;
  }

  static void add(AgentLog& log, const Record& record, const std::string& file, long line,
                  std::optional<double> score = {}) {
    try {
      log.trials.add(record, score);
    } catch (const std::invalid_argument& error) {
      throw RecordError(file, line, error.what());
    }
  }

  void read_person(const std::string& file) {
    const std::string stem = std::filesystem::path(file).stem().string();
    AgentLog& log = log_of(options_.each_person ? "people:" + stem : "people");
    log.trials.set_of_people();
    log.trials.next_source();
    log.files.push_back({file, {}, 0});
    for (const Record& record : read_playdata(file)) add(log, record, file, 0);
  }

  void read_detections(const std::string& file) {
    AgentLog& log = log_of(agent_of_detections(file));
    log.trials.next_source();
    log.files.push_back({file, {}, 0});
    read_detections_csv(file, options_.detection_novel_tasks,
                        [&](const Record& record, long line) { add(log, record, file, line); });
  }

  void read_results(const std::string& file) {
    std::set<std::string> agents;
    read_results_csv(file, [&](const ResultRow& row, long line) {
      AgentLog& log = log_of(row.agent);
      if (agents.insert(row.agent).second) {
        log.trials.next_source();
        log.files.push_back({file, {}, 0});
      }
      add(log, row.record, file, line, row.score);
    });
  }

  void read_records(const std::string& file) {
    RecordReader reader(file, CutLine::kSkip);
    const std::string& agent = reader.fingerprint().agent;
    const bool human = agent.starts_with(kHuman);
    AgentLog& log = log_of(human && !options_.each_person ? "human" : agent);
    if (human) log.trials.set_of_people();
    log.trials.next_source(reader.fingerprint().plan_hash);
    log.files.push_back({file, reader.fingerprint(), 0});
    note_differences(log);
    while (const auto record = reader.next()) add(log, *record, file, reader.line());
    log.files.back().cut_lines = reader.cut_lines();
    if (reader.cut_lines() > 0)
      loaded_.warnings.push_back(fmt::format("{}: the last line is cut off, skipped", file));
  }

  /// Files of one agent are put together, but their numbers should come from the same world.
  void note_differences(const AgentLog& log) {
    const Fingerprint* first = nullptr;
    for (const LogFile& file : log.files)
      if (first == nullptr && file.fingerprint) first = &*file.fingerprint;
    const LogFile& last = log.files.back();
    const auto note = [&](std::string_view what, bool differs) {
      if (differs)
        loaded_.warnings.push_back(
            fmt::format("{}: pooled with {}, which has another {}", last.path, log.files.front().path, what));
    };
    note("catalogue", last.fingerprint->catalogue_hash != first->catalogue_hash);
    note("physics", last.fingerprint->physics_hash != first->physics_hash);
    note("detector", last.fingerprint->detector != first->detector);
    note("use of developer labels", last.fingerprint->labels != first->labels);
  }

  Conventions conventions_;
  LoadOptions options_;
  std::map<std::string, AgentLog> logs_;
  Loaded loaded_;
};

/// A file given twice would count its trials twice.
void check_distinct(std::span<const std::string> files) {
  std::set<std::filesystem::path> seen;
  for (const std::string& file : files)
    if (!seen.insert(std::filesystem::weakly_canonical(file)).second)
      throw RecordError(file, 0, "given twice");
}

}  // namespace

Loaded load(std::span<const std::string> files, const Conventions& conventions, const LoadOptions& options) {
  check_distinct(files);
  Loader loader(conventions, options);
  for (const std::string& file : files) loader.read(file);
  return std::move(loader).loaded();
}

}  // namespace novphy
