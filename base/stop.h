#pragma once

#include <atomic>
#include <stdexcept>

namespace novphy {

/// Set by another thread or by a handler of signals: work that goes on for long ends soon. Null stands for
/// work that nobody stops.
using StopFlag = const std::atomic<bool>*;

/// Thrown by work that ends because its StopFlag is set. What the work was doing is lost.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped") {}
};

inline bool is_set(StopFlag stop) { return stop != nullptr && stop->load(); }

/// Throws Stopped where the flag is set.
inline void check_stop(StopFlag stop) {
  if (is_set(stop)) throw Stopped();
}

}  // namespace novphy
