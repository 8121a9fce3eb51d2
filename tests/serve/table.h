#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/record_io.h"
#include "serve/player.h"
#include "serve/served_trials.h"
#include "tests/serve/wire.h"
#include "tests/trials/fixtures.h"

namespace novphy::test {

/// A run over a plan and a queue, in a folder of its own.
struct Table {
  explicit Table(Plan of) : plan(std::move(of)) {}

  Player player(const PlayerOptions& options = {}, bool labels = false) {
    SessionSetup with = setup();
    with.labels = labels;
    return {plan, queue, with, options};
  }

  static RunFiles files_in(const TemporaryFolder& folder) {
    RunFiles files;
    files.out = folder / "r.jsonl";
    return files;
  }
  static Fingerprint fingerprint() {
    Fingerprint print;
    print.agent = "server";
    return print;
  }

  TemporaryFolder folder{};
  Plan plan;
  RunFiles files = files_in(folder);
  OpenRun run{plan, fingerprint(), files};
  TrialQueue queue{run};
};

/// A set of two levels for practice, of the table's plan, and its file.
struct PracticeTable {
  explicit PracticeTable(Table& table)
      : file(PracticeFile::path_for(table.files.out), Table::fingerprint(), false, false),
        set{.tasks = practice_tasks(table.plan, 2), .file = file} {}

  PracticeFile file;
  PracticeSet set;
};

/// A plan of one trial of the pair agents/rolling, and nothing else.
inline Plan one_trial(int normal, int novel, bool informed = false, int training = 0) {
  PlanOptions options = small_options();
  options.trials = 1;
  options.min_normal = options.max_normal = normal;
  options.novel = novel;
  options.calibration_runs = 0;
  options.training = training;
  options.informed = informed;
  return shifted_plan(std::span(pairs()).first(1), options);
}

/// Speaks to a player as a client does.
class Client {
 public:
  explicit Client(Player player) : player_(std::move(player)) {}

  std::string ask(const std::string& bytes) { return player_.answer(request_in(bytes)); }
  int byte(const std::string& bytes) { return static_cast<unsigned char>(ask(bytes).at(0)); }
  int number(const std::string& bytes) { return number_at(ask(bytes), 0); }
  GameState state() { return static_cast<GameState>(byte(u8(12))); }
  int next() { return number(u8(53)); }
  int load(int level) { return byte(u8(51) + i32(level)); }
  /// A throw that meets nothing.
  int shoot(int id = 31) { return byte(u8(id) + i32(90) + i32(400) + i32(0) + i32(0)); }
  int report(float probability) { return byte(likelihood_bytes(probability, "", 0, 0, "")); }
  std::string ready() { return ask(u8(68)); }
  /// From a new trial to its main menu.
  void begin() {
    ready();
    ready();
  }
  Player& player() { return player_; }

 private:
  Player player_;
};

inline constexpr PlayerOptions kNeverAsks{.ask_every = 0};

inline std::vector<Record> records_in(const std::filesystem::path& file) {
  RecordReader reader(file.string());
  std::vector<Record> records;
  while (const auto record = reader.next()) records.push_back(*record);
  return records;
}

/// The records that the table's run has written, after its trials are finished.
inline std::vector<Record> records_of(Table& table) {
  table.run.finish();
  return records_in(table.files.out);
}

/// The features of the state text at a place of a reply.
inline nlohmann::json features_in(const std::string& reply, std::size_t at = 0) {
  const auto length = static_cast<std::size_t>(number_at(reply, at));
  return nlohmann::json::parse(reply.substr(at + 4, length - 5))[0]["features"];
}

/// A throw that meets nothing, with frames.
inline std::string recorded(int every, const std::string& tail = "") {
  return u8(38) + i32(90) + i32(400) + i32(0) + i32(0) + i32(every) + tail;
}

}  // namespace novphy::test
