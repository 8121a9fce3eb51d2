#include "jobs/board.h"

#include <fmt/core.h>

#include <optional>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/progress_line.h"
#include "base/text.h"
#include "evaluator/compare.h"

namespace novphy::app {
namespace {

struct BoardArguments {
  BoardSettings board{};
  std::string novelties{};  ///< folder
  std::string assets{};     ///< folder
  bool quiet = false;

  Settings settings() {
    return joined(
        {board.settings(), {novelties_setting(novelties), quiet_setting(quiet), assets_setting(assets)}});
  }
};

void print_board(const std::string& out, const Board& board) {
  int ranked = 0;
  std::vector<const AgentLog*> logs;
  for (const MeasuredEntry& entry : board.entries) {
    if (entry.rank) ++ranked;
    if (entry.standing == Standing::kDifferent)
      print_warning(fmt::format(
          "entries/{}: is not ranked, because {} of its plays come out differently; the first: {}",
          entry.entry.folder, entry.entry.replay.different, entry.entry.replay.first.front()));
    if (entry.entry.log) logs.push_back(&*entry.entry.log);
  }
  std::vector<std::string> warnings;
  note_equal_plays(logs, warnings);
  print_warnings(warnings);
  fmt::print("{}: {} entries, {} ranked\n", printable(out), board.entries.size(), ranked);
}

void run_board(BoardArguments& wanted) {
  const Assets assets = load_assets(assets_folder(wanted.assets));
  std::optional<ProgressLine> line;  // once the entries of --add are there
  const auto count = [&](std::size_t done, std::size_t of) {
    if (!line) line.emplace("board", "records", wanted.quiet);
    line->count({.done = done, .of = of});
  };
  const Board board = write_board(wanted.board, assets,
                                  novelty_table(wanted.novelties, context_of(), assets.catalogue), count);
  line.reset();
  print_board(wanted.board.out, board);
}

}  // namespace

void add_board(Command& program) {
  add_job(program,
          {"board", "Plays the records of all entries again and writes a board of ranks", kResultsGroup,
           "novphy board my_board --out site\n"
           "novphy board my_board --add shipped --jobs 2 --out site"},
          job_of(run_board));
}

}  // namespace novphy::app
