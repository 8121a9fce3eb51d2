#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/common.h"
#include "generator/variation.h"

namespace novphy::app {

struct AuditOptions {
  std::string folder{};
  std::vector<Novelty> novelties{};  ///< whose entries say which checks a novel task must pass
  double share = 0.01;               ///< of the tasks, drawn by the seed
  std::uint64_t seed = 1;
  double least_percent = 97;  ///< of them must pass every check
  unsigned jobs = 1;
};

/// Asks every check of a sample of the tasks in a folder of novphy generate, distractors included, and prints
/// what came of it, check by check. Throws ExitCode 1 where too few pass, and InputError.
void audit_tasks(const AuditOptions& options, std::vector<Pair> pairs, const AssetOptions& asset_options,
                 const Assets& assets);

}  // namespace novphy::app
