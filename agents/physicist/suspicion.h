#pragma once

namespace novphy {

/// How much speaks for a changed world, over the tasks of a trial. One strange throw alone is no alarm,
/// because the world is chaotic; a second one soon after it is. An alarm stays.
class Suspicion {
 public:
  /// After a throw: by how much the normal world was surprised (surprise() in likelihood.h).
  void add(double surprise);
  /// Before the first throw of a task: in the normal world no throw passes it.
  void nothing_passes();
  /// Something is in sight that is unlike anything of the normal world.
  void unfamiliar() { alarmed_ = true; }

  bool alarmed() const { return alarmed_; }
  /// The probability that the world has changed. Above kAlarm once there is an alarm.
  double probability() const;
  static constexpr double kAlarm = 0.5;

 private:
  void add_up(double amount);

  double sum_ = 0;
  bool alarmed_ = false;
};

}  // namespace novphy
