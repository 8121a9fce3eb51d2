#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "trials/plan_file.h"

/// Entries of a board that the program makes itself.
namespace novphy::app {

/// The names of these entries: every agent that needs no training and no more than its name, and "people" for
/// the printed figures of NovPhy's paper.
std::vector<std::string> own_entries();

/// What own entries are made with.
struct OwnEntrySetting {
  std::filesystem::path entries;  ///< the folder of all entries
  std::string plan_file;
  const PlanFile& plan;
  const Assets& assets;
  int jobs = 1;
};

/// Plays the plan with the agent of this name and writes an entry: records and a card. Records and a card
/// that are there stay, and an interrupted run goes on. Throws InputError for records of another run.
void make_own_entry(const std::string& name, const OwnEntrySetting& setting);

}  // namespace novphy::app
