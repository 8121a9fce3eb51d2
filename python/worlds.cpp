#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "base/input_error.h"
#include "base/text.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seeing.h"
#include "python/settings.h"
#include "python/shots.h"
#include "python/stepped_world.h"
#include "python/threads.h"
#include "sim/rng.h"
#include "view/geojson.h"

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

using Holder = std::unique_ptr<GuardedWorld>;

template <class... Arguments>
Holder made(Arguments&&... arguments) {
  catalogue();
  const py::gil_scoped_release release;
  return std::make_unique<GuardedWorld>(std::forward<Arguments>(arguments)...);
}

/// The Task, or what Task.load() makes of a name or a file.
Holder settled(const std::variant<Task, std::filesystem::path>& given, const std::string& physics) {
  const auto* task = std::get_if<Task>(&given);
  const py::object load = py::type::of<Task>().attr("load");
  return made(SteppedWorld::Setup{
      task != nullptr ? *task : load(std::get<std::filesystem::path>(given)).cast<Task>(), physics});
}

Holder branch(SteppedWorld& world) { return made(world.setup(), world.course(), world.steps()); }

Throw throw_of(double angle_deg, double pull_m, double tap_ms, double launch_ms) {
  return {angle_deg, pull_m, shot_of_numbers({angle_deg, pull_m, tap_ms, launch_ms})};
}

/// One word or several.
using Words = std::variant<std::string, std::vector<std::string>>;

std::uint32_t kinds_of(const std::optional<Words>& until) {
  static constexpr std::array<std::string_view, 8> kNames{"launch", "tap",  "contact", "damage",
                                                          "death",  "push", "score",   "bird_gone"};
  if (!until) return 0;
  const auto* word = std::get_if<std::string>(&*until);
  std::uint32_t kinds = 0;
  for (const std::string& each : word ? std::vector{*word} : std::get<std::vector<std::string>>(*until))
    kinds |= 1U << index_of(each, kNames, "until");
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

double step(SteppedWorld& world, const std::optional<double>& seconds, const std::optional<Words>& until) {
  const double time_s = seconds ? world.world().time_s() + checked_seconds("seconds", *seconds)
                                : std::numeric_limits<double>::infinity();
  return move(world, {time_s, kinds_of(until)});
}

double step_to(SteppedWorld& world, double time_s, const std::optional<Words>& until) {
  return move(world, {checked_seconds("time_s", time_s), kinds_of(until)});
}

/// A shot as Python holds it.
using Row = std::tuple<double, double, int, int>;

std::vector<Row> rows_of(const std::vector<Throw>& throws) {
  std::vector<Row> rows;
  for (const Throw& each : throws)
    rows.emplace_back(each.angle_deg, each.pull_m, each.shot.tap_ms, each.shot.launch_ms);
  return rows;
}

std::string digest_text(SteppedWorld& world) { return fmt::format("{:016x}", world.world().digest()); }

std::vector<int> touching(SteppedWorld& world, int body) {
  check_range("body", body, 0, world.world().body_count() - 1);
  return world.world().touching(body);
}

py::object seen_in_world(SteppedWorld& world, const std::string& form, const std::pair<int, int>& size) {
  if (form == "picture") return picture_of(world.world(), size.first, size.second);
  return Seen(observe(world.world(), data().assets.colours, false)).form(form);
}

Seen see(SteppedWorld& world, double noise_px, std::uint64_t seed) {
  check_range("noise_px", noise_px, 0, kMostNoisePx);
  Observation seen = observe(world.world(), data().assets.colours, false);
  Rng rng = Rng::stream(seed, "python/see");
  add_noise(seen, world.world(), noise_px, rng);
  return Seen(std::move(seen));
}

std::string text_of_world(SteppedWorld& world) {
  const auto end = world.world().end();
  return fmt::format("<World: {:.2f} s, {} left, {}>", world.world().time_s(),
                     counted(world.world().birds_left(), "bird"), end ? name(*end) : "goes on");
}

/// What a pickle holds: from it, the world is played again.
py::tuple state_of(SteppedWorld& world) {
  const auto& [task, physics] = world.setup();
  const auto& [throws, gave_up, forgotten, stepped] = world.course();
  return py::make_tuple(task, physics, rows_of(throws), gave_up, forgotten, stepped, world.steps(),
                        digest_text(world));
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
  if (digest_text(*UseOf<SteppedWorld>(*again)) != state[7].cast<std::string>())
    throw std::invalid_argument(kOther);
  return again;
}

/// A text of at most N letters, as numpy holds it.
template <std::size_t N>
struct Text {
  explicit Text(std::string_view text) {
    std::copy_n(text.begin(), std::min(N, text.size()), letters.begin());
  }
  std::array<char32_t, N> letters{};
};
using Pair = std::array<double, 2>;

Pair pair_of(Vec2 v) { return {v.x, v.y}; }

/// A column of a structured array, in numpy's format, and its value of a row.
template <class Get>
struct ArrayColumn {
  const char* name;
  const char* format;
  Get get;
};
template <class Get>
ArrayColumn(const char*, const char*, Get) -> ArrayColumn<Get>;

/// Puts a value of this alignment behind so many bytes. Returns its offset.
std::size_t placed(std::size_t& bytes, std::size_t alignment, std::size_t size) {
  const std::size_t offset = (bytes + alignment - 1) / alignment * alignment;
  bytes = offset + size;
  return offset;
}

/// A structured array with a row for each of these, as an array of C++ structs holds its columns.
template <class Rows, class... Get>
py::array array_of(const Rows& rows, const ArrayColumn<Get>&... columns) {
  using Element = typename Rows::value_type;
  std::size_t bytes = 0;
  const std::array offsets{placed(bytes, alignof(std::invoke_result_t<Get, const Element&>),
                                  sizeof(std::invoke_result_t<Get, const Element&>))...};
  placed(bytes, alignof(double), 0);
  static py::handle dtype;  // made once, lives as long as the process
  if (!dtype)
    dtype = py::dtype(py::cast(std::vector<std::string>{columns.name...}),
                      py::cast(std::vector<std::string>{columns.format...}), py::cast(offsets),
                      static_cast<py::ssize_t>(bytes))
                .release();
  // With the strides named, pybind11 before 2.12 need not look into a dtype of numpy 2, which it does not
  // know.
  const std::array shape{static_cast<py::ssize_t>(rows.size())};
  const std::array strides{static_cast<py::ssize_t>(bytes)};
  py::array array(py::reinterpret_borrow<py::dtype>(dtype), shape, strides);
  auto* at = static_cast<std::byte*>(array.mutable_data());
  std::fill_n(at, rows.size() * bytes, std::byte{});
  for (const Element& row : rows) {
    const std::size_t* offset = offsets.data();
    const auto write = [&](const auto& value) { std::memcpy(at + *offset++, &value, sizeof(value)); };
    (write(columns.get(row)), ...);
    at += bytes;
  }
  return array;
}

std::string_view phase_name(BirdPhase phase) {
  static constexpr std::array<std::string_view, 5> kNames{"waiting", "on_sling", "flying", "dying", "gone"};
  return kNames.at(static_cast<std::size_t>(phase));
}

py::array bodies_array(SteppedWorld& world) {
  using Body = const BodyView&;
  return array_of(
      world.world().bodies(), ArrayColumn{"id", "i4", [](Body b) { return std::int32_t{b.id}; }},
      ArrayColumn{"type", "U24", [](Body b) { return Text<24>(b.kind->type); }},
      ArrayColumn{"material", "U8", [](Body b) { return Text<8>(b.kind->material); }},
      ArrayColumn{"at_m", "(2,)f8", [](Body b) { return pair_of(b.at_m); }},
      ArrayColumn{"angle_rad", "f8", [](Body b) { return b.angle_rad; }},
      ArrayColumn{"velocity_mps", "(2,)f8", [](Body b) { return pair_of(b.velocity_mps); }},
      ArrayColumn{"spin_rad_per_s", "f8", [](Body b) { return b.spin_rad_per_s; }},
      ArrayColumn{"size_m", "(2,)f8", [](Body b) { return pair_of(b.size_m); }},
      ArrayColumn{"life", "f8", [](Body b) { return b.life_left; }},
      ArrayColumn{"present", "?", [](Body b) { return b.present; }},
      ArrayColumn{"phase", "U8", [](Body b) { return Text<8>(b.bird ? phase_name(*b.bird) : ""); }});
}

py::array events_array(SteppedWorld& world) {
  using Of = const Event&;
  return array_of(world.world().events(),
                  ArrayColumn{"kind", "U9", [](Of e) { return Text<9>(name(e.kind)); }},
                  ArrayColumn{"time_s", "f8", [](Of e) { return e.time_s; }},
                  ArrayColumn{"body", "i4", [](Of e) { return std::int32_t{e.body}; }},
                  ArrayColumn{"other", "i4", [](Of e) { return std::int32_t{e.other}; }},
                  ArrayColumn{"speed_mps", "f8", [](Of e) { return e.speed_mps; }},
                  ArrayColumn{"amount", "f8", [](Of e) { return e.amount; }},
                  ArrayColumn{"vector", "(2,)f8", [](Of e) { return pair_of(e.vector); }},
                  ArrayColumn{"since_s", "f8", [](Of e) { return e.since_s; }},
                  ArrayColumn{"effect", "i4", [](Of e) { return std::int32_t{e.effect}; }},
                  ArrayColumn{"cause", "U16", [](Of e) { return Text<16>(e.cause); }});
}

py::array contacts_array(SteppedWorld& world) {
  using Of = const Event&;
  std::vector<Event> contacts;
  for (const Event& event : world.world().events())
    if (event.kind == EventKind::kContact) contacts.push_back(event);
  return array_of(contacts, ArrayColumn{"time_s", "f8", [](Of e) { return e.time_s; }},
                  ArrayColumn{"body", "i4", [](Of e) { return std::int32_t{e.body}; }},
                  ArrayColumn{"other", "i4", [](Of e) { return std::int32_t{e.other}; }},
                  ArrayColumn{"speed_mps", "f8", [](Of e) { return e.speed_mps; }},
                  ArrayColumn{"impulse_ns", "f8", [](Of e) { return e.amount; }});
}
}  // namespace

void bind_worlds(py::module_& module) {
  using Snapshot = SteppedWorld::Snapshot;
  py::class_<Snapshot>(module, "Snapshot",
                       "A World at one moment. Only World.save() makes it, and it cannot be pickled.")
      .def("__repr__", [](const Snapshot& snapshot) {
        return fmt::format("<Snapshot: {} bytes>", snapshot.world.bytes());
      });
  py::class_<GuardedWorld> type(module, "World", texts::kWorld);
  type.def(py::init(&settled), py::arg("task"), py::arg("physics") = "standard", texts::kInit);
  type.def("throw",
           alone(+[](SteppedWorld& world, double angle_deg, double pull_m, double tap_ms, double launch_ms) {
             world.shoot(throw_of(angle_deg, pull_m, tap_ms, launch_ms));
           }),
           py::arg("angle_deg"), py::arg("pull_m") = 1.0, py::arg("tap_ms") = -1.0,
           py::arg("launch_ms") = -1.0, texts::kThrow);
  type.def("tap", alone(+[](SteppedWorld& world) { return world.tap(); }), texts::kTap);
  type.def("give_up", alone(+[](SteppedWorld& world) { world.give_up(); }), texts::kGiveUp);
  type.def("step", alone(&step), py::arg("seconds") = py::none(), py::arg("until") = py::none(),
           texts::kStep);
  type.def("step_to", alone(&step_to), py::arg("time_s"), py::arg("until") = py::none(), texts::kStepTo);
  type.def("save", alone(+[](SteppedWorld& world) { return world.save(); }), texts::kSave);
  type.def("restore", alone(+[](SteppedWorld& world, const Snapshot& snapshot) { world.restore(snapshot); }),
           py::arg("snapshot"), texts::kRestore);
  type.def("branch", alone(&branch), texts::kBranch);
  type.def("__copy__", alone(&branch));
  type.def("__deepcopy__",
           alone(+[](SteppedWorld& world, const py::dict& /*memo*/) { return branch(world); }),
           py::arg("memo"));
  type.def(py::pickle(alone(&state_of), &played_again));
  type.def("bodies", alone(&bodies_array), texts::kBodies);
  type.def("events", alone(&events_array), texts::kEvents);
  type.def("contacts", alone(&contacts_array), texts::kContacts);
  type.def("touching", alone(&touching), py::arg("body"), texts::kTouching);
  type.def(
      "observe", alone(&seen_in_world), py::arg("form") = "features", py::arg("size") = std::pair(640, 480),
      "What agents see now, in one `form`: novphy.observe() lists them. `size` is the (width, height) of "
      "pictures.");
  type.def(
      "see", alone(&see), py::arg("noise_px") = 0.0, py::arg("seed") = 0,
      "What agents see now, as an Observation for believe(). `noise_px` is the size of its noise, 0 to 5 "
      "pixels, which is drawn with this `seed`.");
  type.def("__repr__", alone(&text_of_world));
  const auto property = [&](const char* name, auto get, const char* doc) {
    type.def_property_readonly(name, alone(+get), doc);
  };
  property(
      "task", [](SteppedWorld& w) { return w.setup().task; }, "The Task that is played.");
  property(
      "waits", [](SteppedWorld& w) { return w.waits(); },
      "Whether it is the next bird's turn and no shot was given. The world does not move then.");
  property(
      "won", [](SteppedWorld& w) { return w.won(); }, "Whether the task is passed.");
  property(
      "end",
      [](SteppedWorld& w) {
        const auto end = w.world().end();
        return end ? std::optional(std::string(name(*end))) : std::nullopt;
      },
      "The cause that ended the play, in the words of `Play.end`. None while it goes on.");
  property(
      "score", [](SteppedWorld& w) { return w.world().score(); }, "Points so far.");
  property(
      "birds_left", [](SteppedWorld& w) { return w.world().birds_left(); },
      "Birds that were not launched yet.");
  property(
      "time_s", [](SteppedWorld& w) { return w.world().time_s(); }, "Seconds since settling.");
  property(
      "step_s", [](SteppedWorld& w) { return w.world().physics().step_s; },
      "Length of one time step in seconds.");
  property(
      "steps", [](SteppedWorld& w) { return w.world().outcome().steps; },
      "Time steps so far, including settling.");
  property("digest", &digest_text, "Hash of the exact state, 16 hexadecimal digits, as in `Play.digest`.");
  property(
      "shots", [](SteppedWorld& w) { return rows_of(w.course().throws); }, texts::kShots);
}

}  // namespace novphy::python
