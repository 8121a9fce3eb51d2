#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/sets/make_tasks.h"
#include "jobs/context.h"

/// What novphy generate and Python's generate() do.
namespace novphy {

struct GenerateSettings {
  AssetSettings assets{};
  std::vector<std::string> names{};  ///< none: with a certificate, all of its templates
  std::string from{};                ///< certificate
  std::string templates{};
  std::optional<int> count{};
  std::uint64_t seed = 1;
  std::string out{};
  bool xml = false;
  int jobs = 1;
  MakingSettings making{};
  bool paired = false;
  std::string window{};
  std::vector<std::string> difficulty{};
  bool resume = false;
  std::optional<Shard> shard{};

  Settings settings();
};

struct GeneratedTasks {
  std::vector<TaskSetLine> lines{};
  std::size_t templates = 0;
};

/// Writes tasks into the folder. Throws InputError.
GeneratedTasks generate(const GenerateSettings& wanted, const JobContext& context, const JobWatch& watch);

}  // namespace novphy
