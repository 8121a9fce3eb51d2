#pragma once

#include <string>
#include <vector>

#include "evaluator/board/board.h"
#include "jobs/context.h"
#include "jobs/setting.h"
#include "levels/assets.h"
#include "novelties/novelty.h"

namespace novphy {

/// What novphy board takes.
struct BoardSettings {
  std::string folder{};
  std::string out{};
  std::string by = "ap";
  std::vector<std::string> ran{};  ///< entries that the organiser ran
  std::vector<std::string> add{};
  std::string weights{};
  std::string people{};  ///< an entry that must be of people if it is there; "": any may be
  int jobs = 1;
  std::string title = "novphy: a board";
  std::string journal{};  ///< file of KeptResults

  Settings settings();
};

/// Makes the entries of `add`, checks every entry of the folder before it plays any of them again, and writes
/// the board's pages. The entries of a name in `add` play the plan; their records and cards that are there
/// stay, and an interrupted run goes on. Throws InputError for entries that are none, for records of another
/// run, for nets that the plan cannot be played with, and for a folder in which something would be lost.
Board write_board(const BoardSettings& wanted, const Assets& assets, const std::vector<Novelty>& novelties,
                  const JobWatch& watch);

}  // namespace novphy
