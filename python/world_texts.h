#pragma once

/// The docstrings of World.
namespace novphy::python::world_texts {

inline constexpr const char* kWorld =
    R"(A task that is being played: throw birds, step by time, look, save and restore.

The world moves only in calls. The same shots give what `play` gives, to the last bit, with steps of any size.
One thread at a time may use a world; another one gets a RuntimeError. Worlds of different threads run at the
same time, because steps release the interpreter's lock. A pickle holds the task and the shots, and loading it
plays them again.)";

inline constexpr const char* kInit = R"(Settles the task. `physics` is an entry of assets/physics.json.

Raises InputError for an unknown one.)";

inline constexpr const char* kThrow = R"(Gives the next bird its shot: the numbers of a row of `play`.

`angle_deg` is the direction (0 to the right, counter-clockwise), `pull_m` the pull in metres; `tap_ms` is the
time of the tap after the launch and `launch_ms` that of the launch after the one before, -1 for none. The bird
is launched now if its time has come, else in a later step: at `launch_ms`, or once the bird before is gone and
all is still. Shots for later birds may be given early. Raises InputError for a number out of range, after the
end of the play, and if every bird has a shot.)";

inline constexpr const char* kTap = R"(Makes the bird launched last use its ability in the next time step.

Returns the `tap_ms` with which its shot does the same, or None if there is no such bird or its shot has a tap.)";

inline constexpr const char* kGiveUp = R"(Ends the play without another shot: its end is "no_shot".

`play` does so when its shots are used up and it is the next bird's turn. After the end nothing changes.)";

inline constexpr const char* kStep =
    R"(Moves the world by `seconds`, rounded up to whole time steps; None: without a limit.

It stops early at the end of the play, when the world waits for a shot, and after a time step with an event of a
kind in `until`, such as "contact" or ("death", "score"). Returns the seconds that it moved. Raises InputError
for a negative number and an unknown kind.)";

inline constexpr const char* kStepTo = R"(Moves the world until `time_s` seconds have passed since settling.

It stops early, returns and raises as step() does.)";

inline constexpr const char* kSave = R"(A Snapshot of this moment. It takes microseconds and about 100 kB.)";

inline constexpr const char* kRestore = R"(Goes to the moment of a snapshot, bit by bit, any number of times.

Raises InputError, and changes nothing, for a snapshot of another world, be it of the same task.)";

inline constexpr const char* kBranch =
    R"(An independent world that goes on as this one does, as copy.deepcopy(world).

It settles the task and plays it again up to this moment; save() and restore() are faster.)";

inline constexpr const char* kBodies =
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

inline constexpr const char* kEvents =
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

inline constexpr const char* kContacts =
    R"(The events of kind "contact", two bodies that began to touch: a structured array (n,).

The columns are time_s float64; body, other int32: the smaller id and the greater; speed_mps float64: relative speed just
before; impulse_ns float64: largest impulse of the contact's first step.)";

inline constexpr const char* kTouching = R"(Ids of the bodies that a body touches now, ascending.

Raises InputError for an unknown id.)";

inline constexpr const char* kShots = R"(The shots that were given, as rows for `play`.

They hold the times at which taps and early launches came, so that `play` gives the same play, unless give_up() came
before a bird's turn.)";

}  // namespace novphy::python::world_texts
