#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// The cause that ended a play.
enum class End {
  kPigsGone,   ///< won
  kBirdsUsed,  ///< lost: no bird left and all is still
  kTime,       ///< lost: the time cap after the last launch
  kNoShot,     ///< lost: the player gave no further shot
  kTooLate,    ///< lost: the player took longer for the decisions than the task's time limit
  kForbidden,  ///< lost: something was touched that must not be
};

/// The end's name in records: "pigs_gone", "birds_used", "time", "no_shot", "too_late", "forbidden".
std::string_view name(End end);

enum class EventKind { kLaunch, kTap, kContact, kDamage, kDeath, kPush, kScore, kBirdGone };

/// The kind's name in event files: "launch", "tap", "contact", ...
std::string_view name(EventKind kind);

/// One line of a play's log. Comments name the kinds of event that use a field.
struct Event {
  EventKind kind = EventKind::kLaunch;
  double time_s = 0;     ///< since the end of settling
  int body = -1;         ///< id of the body that the event is about
  int other = -1;        ///< contact: the other body; damage, death: the body that did it, or -1
  double speed_mps = 0;  ///< contact, damage: relative speed just before Box2D solves the contact
  /// Damage: life lost; score: points; contact: largest impulse of the contact's first step, Ns.
  double amount = 0;
  Vec2 vector{};        ///< launch: velocity, m/s; push: impulse that an effect gave without interruption, Ns
  double since_s = 0;   ///< push: time at which the push began
  int effect = -1;      ///< push: index of the task's effect
  std::string cause{};  ///< death: "hit", "birds", "explosion", "left", "split"; score: "pig", "block", ...
};

/// The result of a play.
struct Outcome {
  bool won = false;
  End end = End::kNoShot;
  int score = 0;
  int birds_left = 0;           ///< birds that were not launched
  double time_s = 0;            ///< length of the play, without settling
  std::int64_t steps = 0;       ///< time steps, settling included
  bool certain_end = false;     ///< whether a certain end (sim/certain_end.h) took birds out of the world
  std::uint64_t digest = 0;     ///< hash of the exact final state
  std::vector<Event> events{};  ///< empty unless a log was asked for
};

}  // namespace novphy
