#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "trials/plan_file.h"

/// Entries of a board that the program makes itself.
namespace novphy::app {

/// Whether agents that play trained nets are among them.
enum class OwnNets { kNo, kYes };

/// The names of these entries: every agent that needs no more than its name (and nets), and "people" for the
/// printed figures of NovPhy's paper.
std::vector<std::string> own_entries(OwnNets nets);

/// Whether the entry of this name needs trained nets.
bool plays_net(const std::string& name);

/// What own entries are made with.
struct OwnEntrySetting {
  std::filesystem::path entries;  ///< the folder of all entries
  std::string plan_file;
  const PlanFile& plan;
  const Assets& assets;
  std::string weights;  ///< the folder of trained nets
  int jobs = 1;
};

/// Plays the plan with the agent of this name and writes an entry: records and a card. Records and a card
/// that are there stay, and an interrupted run goes on. An agent that adapts only once told of the novelty is
/// told. Throws InputError for records of another run, and for nets that the plan cannot be played with.
void make_own_entry(const std::string& name, const OwnEntrySetting& setting);

}  // namespace novphy::app
