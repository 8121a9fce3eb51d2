#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/guarded.h"
#include "python/seen_object.h"
#include "python/shots.h"
#include "python/stepped_world.h"
#include "python/world_arrays.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// The docstrings of World.
namespace texts {

constexpr const char* kWorld =
    R"(A task that is being played: throw birds, step by time, look, save and restore.

The world moves only in calls. The same shots give what `play` gives, to the last bit, with steps of any size.
One thread at a time may use a world; another one gets a RuntimeError. Worlds of different threads run at the
same time, because steps release the interpreter's lock. A pickle holds the task and the shots, and loading it
plays them again.)";

constexpr const char* kInit = R"(Settles the task. `physics` is an entry of assets/physics.json.

Raises InputError for an unknown one.)";

constexpr const char* kThrow = R"(Gives the next bird its shot: the numbers of a row of `play`.

`angle_deg` is the direction (0 to the right, counter-clockwise), `pull_m` the pull in metres; `tap_ms` is the
time of the tap after the launch and `launch_ms` that of the launch after the one before, -1 for none. The bird
is launched now if its time has come, else in a later step: at `launch_ms`, or once the bird before is gone and
all is still. Shots for later birds may be given early. Raises InputError for a number out of range, after the
end of the play, and if every bird has a shot.)";

constexpr const char* kTap = R"(Makes the bird launched last use its ability in the next time step.

Returns the `tap_ms` with which its shot does the same, or None if there is no such bird or its shot has a tap.)";

constexpr const char* kGiveUp = R"(Ends the play without another shot: its end is "no_shot".

`play` does so when its shots are used up and it is the next bird's turn. After the end nothing changes.)";

constexpr const char* kStep =
    R"(Moves the world by `seconds`, rounded up to whole time steps; None: without a limit.

It stops early at the end of the play, when the world waits for a shot, and after a time step with an event of a
kind in `until`, such as "contact" or ("death", "score"). Returns the seconds that it moved. Raises InputError
for a negative number and an unknown kind.)";

constexpr const char* kStepTo = R"(Moves the world until `time_s` seconds have passed since settling.

It stops early, returns and raises as step() does.)";

constexpr const char* kSave = R"(A Snapshot of this moment. It takes microseconds and about 100 kB.)";

constexpr const char* kRestore = R"(Goes to the moment of a snapshot, bit by bit, any number of times.

Raises InputError, and changes nothing, for a snapshot of another world, be it of the same task.)";

constexpr const char* kBranch =
    R"(An independent world that goes on as this one does, as copy.deepcopy(world).

It settles the task and plays it again up to this moment; save() and restore() are faster.)";

constexpr const char* kBodies =
    R"(The bodies: a structured array (n,) whose row i is the body with id i.

The task's objects come first, then its birds, the ground, the slingshot, and copies and eggs as they appear.
x is to the right, y up. The columns are

id              int32
type, material  text, as in tasks
at_m            float64 (2,): the place of its origin
angle_rad       float64, counter-clockwise
velocity_mps    float64 (2,), of the centre of mass
spin_rad_per_s  float64
size_m          float64 (2,): width and height of its picture
life            float64: the share that is left, at most 0 when dead, 1 for what cannot be hurt
present         bool; place and velocity are 0 if it is false
phase           text, of birds: "waiting", "on_sling", "flying", "dying" or "gone", else "")";

constexpr const char* kEvents =
    R"(What happened: a structured array (n,), as the entries of `play(..., events=True).events`.

It holds the events of the last step, with those of throw(), tap() and give_up() since the step before. The columns are

kind       text: "launch", "tap", "contact", "damage", "death", "push", "score" or "bird_gone"
time_s     float64: seconds since settling
body       int32: id of the body that the event is about
other      int32: contact: the other body; damage, death: the body that did it; else -1
speed_mps  float64: contact, damage: relative speed just before the contact
amount     float64: damage: life lost; score: points; contact: largest impulse of its first step in Ns
vector     float64 (2,): launch: velocity in m/s; push: impulse of an effect in Ns
since_s    float64: push: its begin
effect     int32: push: index of the task's effect, else -1
cause      text: damage, death, score: "hit", "explosion", "left", "pig", ..., else "")";

constexpr const char* kContacts =
    R"(The events of kind "contact", two bodies that began to touch: a structured array (n,).

The columns are time_s float64; body, other int32: the smaller id and the greater; speed_mps float64: relative speed just
before; impulse_ns float64: largest impulse of the contact's first step.)";

constexpr const char* kTouching = R"(Ids of the bodies that a body touches now, ascending.

Raises InputError for an unknown id.)";

constexpr const char* kShots = R"(The shots that were given, as rows for `play`.

They hold the times at which taps and early launches came, so that `play` gives the same play, unless give_up() came
before a bird's turn.)";

}  // namespace texts

using GuardedWorld = Guarded<SteppedWorld>;

/// One call's use of a world.
class Use : public UseOf<SteppedWorld> {
 public:
  explicit Use(GuardedWorld& guarded)
      : UseOf(
            guarded,
            "World: another thread uses this world, expected one thread at a time; branch() makes a world of "
            "its own") {}
};

using Holder = std::unique_ptr<GuardedWorld>;

template <class... Arguments>
Holder made(Arguments&&... arguments) {
  catalogue();
  const py::gil_scoped_release release;
  return std::make_unique<GuardedWorld>(std::forward<Arguments>(arguments)...);
}

Holder settled(const Task& task, const std::string& physics) {
  return made(SteppedWorld::Setup{task, physics});
}

Holder branch(GuardedWorld& guarded) {
  const Use world(guarded);
  return made(world->setup(), world->course(), world->steps());
}

Throw throw_of(double angle_deg, double pull_m, double tap_ms, double launch_ms) {
  return {angle_deg, pull_m, shot_of_numbers({angle_deg, pull_m, tap_ms, launch_ms})};
}

EventKind kind_named(const std::string& wanted) {
  for (int i = 0; i <= static_cast<int>(EventKind::kBirdGone); ++i)
    if (name(static_cast<EventKind>(i)) == wanted) return static_cast<EventKind>(i);
  throw InputError("until", fmt::format("found \"{}\", expected launch, tap, contact, damage, death, push, "
                                        "score or bird_gone",
                                        wanted));
}

/// One word or several.
using Words = std::variant<std::string, std::vector<std::string>>;

std::uint32_t kinds_of(const std::optional<Words>& until) {
  std::uint32_t kinds = 0;
  const auto add = [&](const std::string& word) { kinds |= 1U << static_cast<unsigned>(kind_named(word)); };
  if (!until) return kinds;
  if (const auto* word = std::get_if<std::string>(&*until))
    add(*word);
  else
    for (const std::string& each : std::get<std::vector<std::string>>(*until)) add(each);
  return kinds;
}

/// Moves the world, and looks for Python's signals now and then. Returns the seconds that it moved.
double move(SteppedWorld& world, const SteppedWorld::Until& until) {
  constexpr int kStepsBetweenSignals = 500;
  const std::int64_t from = world.steps();
  world.open_log();
  for (bool over = false; !over;) {
    {
      const py::gil_scoped_release release;
      over = world.advance(until, kStepsBetweenSignals);
    }
    if (!over && PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return static_cast<double>(world.steps() - from) * world.world().physics().step_s;
}

double checked_seconds(const char* what, double seconds) {
  if (!(seconds >= 0 && std::isfinite(seconds)))
    throw InputError(what, fmt::format("found {}, expected a number of at least 0", seconds));
  return seconds;
}

double step(GuardedWorld& guarded, const std::optional<double>& seconds, const std::optional<Words>& until) {
  const Use world(guarded);
  const double time_s = seconds ? world->world().time_s() + checked_seconds("seconds", *seconds)
                                : std::numeric_limits<double>::infinity();
  return move(*world, {time_s, kinds_of(until)});
}

double step_to(GuardedWorld& guarded, double time_s, const std::optional<Words>& until) {
  const Use world(guarded);
  return move(*world, {checked_seconds("time_s", time_s), kinds_of(until)});
}

/// A shot as Python holds it.
using Row = std::tuple<double, double, int, int>;

std::vector<Row> rows_of(const std::vector<Throw>& throws) {
  std::vector<Row> rows;
  for (const Throw& each : throws)
    rows.emplace_back(each.angle_deg, each.pull_m, each.shot.tap_ms, each.shot.launch_ms);
  return rows;
}

std::string digest_text(const SteppedWorld& world) { return fmt::format("{:016x}", world.world().digest()); }

std::vector<int> touching(GuardedWorld& guarded, int body) {
  const Use world(guarded);
  const int bodies = world->world().body_count();
  if (body < 0 || body >= bodies)
    throw InputError("body", fmt::format("found {}, expected 0 to {}", body, bodies - 1));
  return world->world().touching(body);
}

py::object seen_in_world(GuardedWorld& guarded, const std::string& form, const std::pair<int, int>& size) {
  const Use world(guarded);
  if (form == "picture") return picture_of(world->world(), size.first, size.second);
  return Seen(observe(world->world(), data().assets.colours, false)).form(form);
}

std::string text_of_world(GuardedWorld& guarded) {
  const Use world(guarded);
  const auto end = world->world().end();
  return fmt::format("<novphy.World: {:.2f} s, {} birds left, {}>", world->world().time_s(),
                     world->world().birds_left(), end ? name(*end) : "goes on");
}

/// What a pickle holds: from it, the world is played again.
py::tuple state_of(GuardedWorld& guarded) {
  const Use world(guarded);
  const auto& [task, physics] = world->setup();
  const auto& [throws, gave_up, forgotten, stepped] = world->course();
  return py::make_tuple(task, physics, rows_of(throws), gave_up, forgotten, stepped, world->steps(),
                        digest_text(*world));
}

Holder played_again(const py::tuple& state) {
  constexpr const char* kOther = "World: a pickle of another version";
  if (state.size() != 8) throw std::invalid_argument(kOther);
  SteppedWorld::Course course{.gave_up = state[3].cast<bool>(),
                              .forgotten = state[4].cast<std::size_t>(),
                              .stepped = state[5].cast<bool>()};
  for (const auto& [angle_deg, pull_m, tap_ms, launch_ms] : state[2].cast<std::vector<Row>>())
    course.throws.push_back(throw_of(angle_deg, pull_m, tap_ms, launch_ms));
  Holder again = made(SteppedWorld::Setup{state[0].cast<Task>(), state[1].cast<std::string>()},
                      std::move(course), state[6].cast<std::int64_t>());
  if (digest_text(*Use(*again)) != state[7].cast<std::string>()) throw std::invalid_argument(kOther);
  return again;
}

/// A property that reads the world by `get(SteppedWorld&)`.
template <class Get>
void property(py::class_<GuardedWorld>& type, const char* name, Get get, const char* doc) {
  type.def_property_readonly(
      name, [get](GuardedWorld& guarded) { return get(*Use(guarded)); }, doc);
}

void add_properties(py::class_<GuardedWorld>& type) {
  property(
      type, "task", [](SteppedWorld& w) { return w.setup().task; }, "The Task that is played.");
  property(
      type, "waits", [](SteppedWorld& w) { return w.waits(); },
      "Whether it is the next bird's turn and no shot was given. The world does not move then.");
  property(
      type, "won", [](SteppedWorld& w) { return w.won(); }, "Whether the task is passed.");
  property(
      type, "end",
      [](SteppedWorld& w) {
        const auto end = w.world().end();
        return end ? std::optional(std::string(name(*end))) : std::nullopt;
      },
      "The cause that ended the play, in the words of `Play.end`. None while it goes on.");
  property(
      type, "score", [](SteppedWorld& w) { return w.world().score(); }, "Points so far.");
  property(
      type, "birds_left", [](SteppedWorld& w) { return w.world().birds_left(); },
      "Birds that were not launched yet.");
  property(
      type, "time_s", [](SteppedWorld& w) { return w.world().time_s(); }, "Seconds since settling.");
  property(
      type, "step_s", [](SteppedWorld& w) { return w.world().physics().step_s; },
      "Length of one time step in seconds.");
  property(
      type, "steps", [](SteppedWorld& w) { return w.world().outcome().steps; },
      "Time steps so far, including settling.");
  property(type, "digest", &digest_text,
           "Hash of the exact state, 16 hexadecimal digits, as in `Play.digest`.");
  property(
      type, "shots", [](SteppedWorld& w) { return rows_of(w.course().throws); }, texts::kShots);
}

void add_moves(py::class_<GuardedWorld>& type) {
  const auto shoot = [](GuardedWorld& world, double angle_deg, double pull_m, double tap_ms,
                        double launch_ms) {
    Use(world)->shoot(throw_of(angle_deg, pull_m, tap_ms, launch_ms));
  };
  type.def("throw", shoot, py::arg("angle_deg"), py::arg("pull_m") = 1.0, py::arg("tap_ms") = -1.0,
           py::arg("launch_ms") = -1.0, texts::kThrow);
  type.def(
      "tap", [](GuardedWorld& world) { return Use(world)->tap(); }, texts::kTap);
  type.def(
      "give_up", [](GuardedWorld& world) { Use(world)->give_up(); }, texts::kGiveUp);
  type.def("step", &step, py::arg("seconds") = py::none(), py::arg("until") = py::none(), texts::kStep);
  type.def("step_to", &step_to, py::arg("time_s"), py::arg("until") = py::none(), texts::kStepTo);
}

void add_states(py::class_<GuardedWorld>& type) {
  const auto restore = [](GuardedWorld& world, const SteppedWorld::Snapshot& snapshot) {
    Use(world)->restore(snapshot);
  };
  const auto deep_copy = [](GuardedWorld& world, const py::dict& /*memo*/) { return branch(world); };
  type.def(
      "save", [](GuardedWorld& world) { return Use(world)->save(); }, texts::kSave);
  type.def("restore", restore, py::arg("snapshot"), texts::kRestore);
  type.def("branch", &branch, texts::kBranch);
  type.def("__copy__", &branch);
  type.def("__deepcopy__", deep_copy, py::arg("memo"));
  type.def(py::pickle(&state_of, &played_again));
}

void add_views(py::class_<GuardedWorld>& type) {
  const auto bodies = [](GuardedWorld& world) { return bodies_array(Use(world)->world()); };
  const auto events = [](GuardedWorld& world) { return events_array(Use(world)->world().events()); };
  const auto contacts = [](GuardedWorld& world) { return contacts_array(Use(world)->world().events()); };
  type.def("bodies", bodies, texts::kBodies);
  type.def("events", events, texts::kEvents);
  type.def("contacts", contacts, texts::kContacts);
  type.def("touching", &touching, py::arg("body"), texts::kTouching);
  type.def(
      "observe", &seen_in_world, py::arg("form") = "features", py::arg("size") = std::pair(640, 480),
      "What agents see now, in one `form`: novphy.observe() lists them. `size` is the (width, height) of "
      "pictures.");
  type.def("__repr__", &text_of_world);
}

}  // namespace

void bind_worlds(py::module_& module) {
  using Snapshot = SteppedWorld::Snapshot;
  py::class_<Snapshot>(module, "Snapshot",
                       "A World at one moment. Only World.save() makes it, and it cannot be pickled.")
      .def("__repr__", [](const Snapshot& snapshot) {
        return fmt::format("<novphy.Snapshot: {} bytes>", snapshot.world.bytes());
      });
  py::class_<GuardedWorld> type(module, "World", texts::kWorld);
  type.def(py::init(&settled), py::arg("task"), py::arg("physics") = "standard", texts::kInit);
  add_moves(type);
  add_states(type);
  add_views(type);
  add_properties(type);
}

}  // namespace novphy::python
