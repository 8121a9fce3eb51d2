#include "python/stepped_world.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/input_error.h"
#include "base/text.h"
#include "python/data.h"

namespace novphy::python {
namespace {

constexpr double kTimeRoundingS = 1e-9;  // rounding error of the sum of time steps
constexpr double kRoundingMs = 1e-6;

}  // namespace

SteppedWorld::SteppedWorld(Setup setup)
    : setup_(std::move(setup)), world_(setup_.task, catalogue(), python::physics(setup_.physics), true) {}

SteppedWorld::SteppedWorld(Setup setup, Course course, std::int64_t steps) : SteppedWorld(std::move(setup)) {
  course_ = std::move(course);
  launch_due_shots();
  while (this->steps() < steps && !world_.end()) tick();
  if (course_.gave_up) world_.give_up();
  world_.forget_events(course_.forgotten);
}

void SteppedWorld::shoot(Throw thrown) {
  if (world_.end())
    throw InputError("throw",
                     fmt::format("the play is over ({}), expected a play that goes on", name(*world_.end())));
  if (course_.throws.size() >= setup_.task.birds.size())
    throw InputError("throw", fmt::format("found shot {}, the task has {}", course_.throws.size() + 1,
                                          counted(setup_.task.birds.size(), "bird")));
  open_log();
  // play() would launch at a time that has passed when it came. So the shot gets the time of this call.
  const double now_ms = std::ceil(world_.since_launch_s() * 1000 - kRoundingMs);
  int& launch_ms = thrown.shot.launch_ms;
  if (launch_ms >= 0 && waiting() == 0) launch_ms = std::max(launch_ms, static_cast<int>(now_ms));
  course_.throws.push_back(thrown);
  launch_due_shots();
}

std::optional<int> SteppedWorld::tap() {
  if (world_.end() || launched() == 0) return std::nullopt;
  Shot& shot = course_.throws[launched() - 1].shot;
  if (shot.tap_ms >= 0) return std::nullopt;
  open_log();
  int tap_ms = static_cast<int>(std::floor(world_.since_launch_s() * 1000)) + 1;
  while (!world_.tap(tap_ms)) ++tap_ms;
  return shot.tap_ms = tap_ms;
}

void SteppedWorld::give_up() {
  if (world_.end()) return;
  open_log();
  world_.give_up();
  course_.gave_up = true;
}

bool SteppedWorld::advance(const Until& until, int most) {
  course_.stepped = true;
  for (int i = 0; i < most; ++i) {
    if (world_.end() || waits() || world_.time_s() >= until.time_s - kTimeRoundingS) return true;
    const std::size_t before = world_.events().size();
    tick();
    if (until.kinds != 0 && happened(until.kinds, before)) return true;
  }
  return false;
}

bool SteppedWorld::waits() const { return waiting() == 0 && world_.ready(); }

std::int64_t SteppedWorld::steps() const { return std::llround(world_.time_s() / world_.physics().step_s); }

void SteppedWorld::restore(const Snapshot& snapshot) {
  try {
    world_.restore(snapshot.world);
  } catch (const std::logic_error&) {
    throw InputError("snapshot", "found one of another world, expected one that this world's save() gave");
  }
  course_ = snapshot.course;
}

std::size_t SteppedWorld::launched() const {
  return setup_.task.birds.size() - static_cast<std::size_t>(world_.birds_left());
}

void SteppedWorld::launch_due_shots() {
  while (!world_.end() && waiting() > 0 && launch_due(world_, course_.throws[launched()].shot))
    world_.launch(course_.throws[launched()].shot);
}

void SteppedWorld::tick() {
  world_.tick();
  launch_due_shots();
}

void SteppedWorld::open_log() {
  if (!course_.stepped) return;
  course_.stepped = false;
  course_.forgotten += world_.events().size();
  world_.forget_events(world_.events().size());
}

bool SteppedWorld::happened(std::uint32_t kinds, std::size_t from) const {
  const auto events = world_.events().subspan(from);
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return (kinds >> static_cast<unsigned>(event.kind) & 1U) != 0;
  });
}

}  // namespace novphy::python
