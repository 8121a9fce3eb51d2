#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/task.h"

/// What novphy bench measures: a bare Box2D loop that does the work of the game, and a server with clients.
namespace novphy {

double seconds_of(const std::function<void()>& work);
/// The memory that this process has from the heap, in bytes.
double heap_bytes();

/// The launches and removals of bodies in one play of the game, by time step. A bare Box2D loop that repeats
/// them has to do the same work as the game.
struct Script {
  struct Entry {
    std::int64_t step = 0;
    int body = 0;
    bool launch = false;  ///< true: the body is launched; false: the body is removed
    Vec2 at_m{};          ///< place of a launch
    Vec2 velocity_mps{};  ///< velocity of a launch
  };
  std::int64_t steps = 0;
  std::vector<Entry> entries{};
};

/// Plays the shots in the game, and notes all launches and removals of bodies.
Script script_of(const Task& task, const std::vector<Shot>& shots, const Catalogue& catalogue,
                 const Physics& physics);

/// Repeats the bodies, launches and time steps of the script in a bare Box2D world: no listener, damage,
/// effects or score. Returns the number of contacts at the end, so that the compiler cannot leave out any
/// work.
int raw_play(const Task& task, const Script& script, const Catalogue& catalogue, const Physics& physics);

/// How long clients of a server (serve/server.h) wait, over the loopback device of this machine:
/// run_tasks_per_s of a run on one thread; one_client_tasks_per_s of the same tasks and shots, with five
/// requests a task (53, 62, 31, 12, 66); two_clients_tasks_per_s of two clients and two threads;
/// state_request_us, the median time of a request for the game's state; and kb_per_connection, the heap of a
/// connection whose level is loaded. Plays a few tasks of each pair; each rate is the best of `rounds`.
/// Writes into the folder for temporary files, and cleans up.
std::map<std::string, double> measure_server(std::span<const Pair> pairs, const Assets& assets,
                                             const Physics& physics, int rounds);

}  // namespace novphy
