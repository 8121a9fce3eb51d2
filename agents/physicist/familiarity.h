#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/observation.h"

namespace novphy {

/// Which appearances a trial has shown, so that others are noticed. It knows no appearance beforehand: what
/// the first tasks show is familiar, whatever it is.
class Familiarity {
 public:
  /// Takes the first observation of a task.
  void see(const Observation& seen);

  /// Ids of the objects of the last task of whose colours most were never seen in the tasks before it, or
  /// first in a task in which that was strange.
  const std::vector<int>& unfamiliar() const { return unfamiliar_; }
  /// Whether so strange a task would hardly come by chance. By Good and Turing, a task shows something new
  /// with the probability (number of appearances seen in one task alone) / (number of tasks).
  bool strange() const { return strange_; }

  /// The table with an appearance "strange_1", "strange_2", ... for each kind of colours that it lacks. They
  /// are numbered in the order in which the trial showed them.
  const ColourTable& colours() const { return colours_; }

  /// The table holds the ordinary appearances, which need not have been seen.
  explicit Familiarity(ColourTable ordinary = {}) : colours_(std::move(ordinary)) {}

 private:
  void name_colours(const Observation& seen);

  ColourTable colours_;
  int named_ = 0;
  int tasks_ = 0;
  std::map<int, int> tasks_with_{};  ///< the tasks that had each colour
  /// A colour that came late.
  struct Late {
    int since = 0;  ///< the index of the first task that had it
    int tasks = 0;  ///< that had it
  };
  std::map<int, Late> late_{};
  std::vector<int> unfamiliar_{};
  bool strange_ = false;
};

}  // namespace novphy
