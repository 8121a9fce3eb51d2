#pragma once

#include <span>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/catalogue.h"

namespace novphy {

/// How long clients of a server (serve/server.h) wait, over the loopback device of this machine.
struct ServedRates {
  double run_tasks_per_s = 0;          ///< of a run on one thread, with the same tasks and shots
  double one_client_tasks_per_s = 0;   ///< five requests a task: 53, 62, 31, 12, 66
  double two_clients_tasks_per_s = 0;  ///< two clients and two threads
  double state_request_us = 0;         ///< median time of a request for the game's state
  double kb_per_connection = 0;        ///< heap of a connection whose level is loaded
};

/// Plays a few tasks of each pair; each rate is the best of `rounds`. Writes into the folder for temporary
/// files, and cleans up.
ServedRates measure_server(std::span<const Pair> pairs, const Assets& assets, const Physics& physics,
                           int rounds);

}  // namespace novphy
