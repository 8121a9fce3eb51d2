#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// Why a play is over.
enum class End {
  kPigsGone,   ///< won
  kBirdsUsed,  ///< lost: no bird left and all is still
  kTime,       ///< lost: the time cap after the last launch
  kNoShot,     ///< lost: the player gave no further shot
};

/// "pigs_gone", "birds_used", "time", "no_shot": the names records use.
std::string_view name(End end);

enum class EventKind { kLaunch, kTap, kContact, kDamage, kDeath, kPush, kScore, kBirdGone };

/// "launch", "tap", "contact", ...: the names event files use.
std::string_view name(EventKind kind);

/// One line of a play's log. Which fields mean something depends on the kind.
struct Event {
  EventKind kind = EventKind::kLaunch;
  double time_s = 0;     ///< since the end of settling
  int body = -1;         ///< id of the body it happens to
  int other = -1;        ///< contact: the other body; damage, death: the body that did it, or -1
  double speed_mps = 0;  ///< contact, damage: relative speed just before the contact is solved
  double amount = 0;     ///< damage: life lost; score: points; contact: largest impulse of its first step, Ns
  Vec2 vector{};         ///< launch: velocity, m/s; push: impulse an effect gave without a break, Ns
  double since_s = 0;    ///< push: when it began
  int effect = -1;       ///< push: index of the task's effect
  std::string cause{};   ///< death: "hit", "birds", "explosion", "left", "split"; score: "pig", "block", ...
};

/// What came of a play.
struct Outcome {
  bool won = false;
  End end = End::kNoShot;
  int score = 0;
  int birds_left = 0;           ///< not launched
  double time_s = 0;            ///< of the play, without settling
  std::int64_t steps = 0;       ///< time steps, settling included
  std::uint64_t digest = 0;     ///< hash of the exact final state
  std::vector<Event> events{};  ///< only where a log was asked for
};

}  // namespace novphy
