"""The compiled module, of which scripts/stubs.py writes this file. Import its names from novphy, not from here."""

import collections.abc
import numpy
import numpy.typing
import os
import typing
from types import ModuleType
from typing import Any, overload

ENDS: tuple
FEATURES: tuple
FEATURE_ROWS: int
GRID_ACTIONS: int
MOST_SPENT: tuple
PLANNER_ACTIONS: int
TABLE_CELLS: int
TOOL_INSTRUCTIONS: str
__version__: str
measures: ModuleType

class AgentPlayer:
    @overload
    def __init__(self, plays: int, threads: int, noise_px: float, level: int) -> None: ...
    @overload
    def __init__(self, agent: str) -> None: ...
    def answer(self, arg0: Observation, arg1: dict) -> dict: ...
    def begin_task(self) -> None: ...
    def begin_trial(self, arg0: int) -> None: ...
    def choose(self, arg0: Observation) -> typing.Any: ...
    def end_task(self, arg0: bool, arg1: int, arg2: Observation) -> None: ...
    def novelty(self) -> dict: ...
    def told_novel(self) -> None: ...
    def training_tasks(self) -> int: ...
    def watch(self, arg0: Observation) -> None: ...
    def watch_every_ms(self) -> int: ...

class BackgroundServer:
    def __init__(self, *args: typing.NoReturn, **kwargs: typing.NoReturn) -> None: ...
    def stop(self) -> None: ...
    def stopped(self) -> tuple[str, list[int], int] | None: ...
    def wait(self, arg0: float | None) -> bool: ...
    @property
    def host(self) -> str: ...
    @property
    def port(self) -> int | None: ...
    @property
    def trials(self) -> int: ...

class Believed:
    """A task with its uncertainty, from what a player may see."""
    def __init__(self, *args: typing.NoReturn, **kwargs: typing.NoReturn) -> None: ...
    def draw(self, n: int, seed: int = ..., at_rest: bool = ...) -> list[Task]:
        """`n` tasks that may be the true one, drawn by chance with this `seed`. The first ones of a longer list are
        those of a shorter one. `at_rest`: objects that would not stay where they are seen are drawn again, and those
        that stay begin where they settle; worth its time under noise. Raises InputError for n out of range.
        """
    @property
    def bird_id(self) -> int:
        """Id of the bird on the slingshot; -1: none is seen."""
    @property
    def conflicts(self) -> list[str]:
        """Sentences about what fits no task, such as two objects in one place."""
    @property
    def objects(self) -> list:
        """A dictionary for each object of `task`, in its order: `id` in observations; `kinds`, a list of (type,
        material, probability), most probable first; whether its colours are `familiar`; its `look`; `at_m`,
        `angle_rad` and `size_m` (of what may be a platform, else None), with standard deviations `at_sd_m`,
        `angle_sd_rad` and `size_sd_m`; `life`, the least and greatest share left.
        """
    @property
    def regions(self) -> list:
        """A dictionary for each visible region of air turbulence, in the order of the task's effects."""
    @property
    def task(self) -> Task:
        """The most probable task."""

class EnvSetup:
    def __init__(self, options: dict, tasks: typing.Any = ..., plan: Plan = ..., trial: int | None = ..., detector: str = ..., asks: bool = ...) -> None: ...
    def __copy__(self) -> EnvSetup: ...
    def __deepcopy__(self, arg0: dict) -> EnvSetup: ...
    @property
    def options(self) -> dict: ...

class Environments:
    def __init__(self, arg0: EnvSetup, arg1: int, arg2: int, arg3: str) -> None: ...
    def arrays(self) -> dict: ...
    def drop_open(self) -> None: ...
    def film(self, arg0: int, arg1: int, arg2: int) -> numpy.typing.NDArray[numpy.uint8]: ...
    def picture(self, arg0: int, arg1: int, arg2: int) -> typing.Any: ...
    def receive(self, arg0: int) -> list[int]: ...
    def records(self, arg0: int) -> list[str]: ...
    def seed(self, arg0: int, arg1: int) -> None: ...
    def send(self, arg0: typing.Any, arg1: collections.abc.Sequence[int]) -> None: ...
    def send_report(self, env: int, probability: float = ..., level: int | None = ..., objects: collections.abc.Sequence[int] = ..., text: str = ..., threshold: float | None = ...) -> None: ...
    def send_reset(self, arg0: int, arg1: int) -> None: ...

class Observation:
    """What an agent sees."""
    def __init__(self, *args: typing.NoReturn, **kwargs: typing.NoReturn) -> None: ...
    def form(self, name: str = ...) -> typing.Any:
        """What is seen in the form `name`: "objects", "table", "features", "flat", "geojson", or "picture" where the
        agent asked for screenshots.
        """
    def json(self) -> str:
        """One line of JSON, as programs get it (docs/reference/perception.md), without the picture."""
    def shot(self, actions: str, action: typing.Any) -> dict:
        """The shot of an `action` of novphy/Task-v0 with these `actions`, as Agent.choose() returns it."""

class Plan:
    """Which tasks are played, and in which order. len() is the number of trials. Plans with the same trials compare
    equal and can be pickled.
    """
    def __init__(self, *args: typing.NoReturn, **kwargs: typing.NoReturn) -> None: ...
    def is_calibration(self, trial: int) -> bool:
        """Whether the trial with the index `trial` is a calibration run."""
    def json(self) -> str:
        """The plan as novphy plan writes it."""
    @classmethod
    def load(cls, file: os.PathLike | str | bytes) -> Plan:
        """Reads a plan from `file`. Raises InputError."""
    @classmethod
    def parse(cls, text: str, name: str = ...) -> Plan:
        """Reads a plan from `text` in JSON. `name` is used for the file in messages. Raises InputError."""
    def seed(self, trial: int) -> int:
        """The number that the agent is told in the trial with the index `trial`."""
    def tasks(self, trial: int | None = ...) -> list[Task]:
        """The tasks of the trial with the index `trial`, in the order of play; without it, every task of the plan's
        templates.
        """
    def __copy__(self) -> Plan: ...
    def __deepcopy__(self, arg0: dict) -> Plan: ...
    def __eq__(self, arg0: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __len__(self) -> int: ...
    @property
    def hash(self) -> str:
        """The plan's hash, which is in the records of its runs."""
    @property
    def trials(self) -> int:
        """Number of trials, calibration runs included."""

class Session:
    """One trial, played call by call, as docs/reference/trials.md describes it. A call that the state does not allow
    raises SessionError.

    Session(plan, trial, ...) begins trial number `trial`, from 0, of the Plan `plan`. `screenshot`: whether
    observations hold a picture. `noise_px`: noise of what is seen, 0 to 5 pixels. `labels`: whether observations
    hold developer labels. `training_tasks`: the most training tasks before the trial's own. `physics`: an entry
    of physics.json.
    """
    def __init__(self, plan: Plan, trial: int, screenshot: bool = ..., noise_px: float = ..., labels: bool = ..., training_tasks: int = ..., physics: str = ...) -> None: ...
    def action_mask(self) -> numpy.typing.NDArray[numpy.uint8]:
        """For "planner": 1 for each action that has a shot now."""
    def advance(self, ms: float) -> None:
        """Moves the world by `ms` simulated milliseconds, or until the state changes."""
    def advance_until_still(self) -> None:
        """Moves the world until the state changes."""
    def give_up(self) -> None:
        """Ends the task without another shot."""
    def observe(self, form: str = ..., size: tuple[int, int] = ...) -> typing.Any:
        """What is seen now in the form `form`: novphy.observe() lists them. `size` is the (width, height) of pictures."""
    def records(self) -> list[str]:
        """The lines that novphy run would write for the tasks that are over."""
    def report(self, probability: float = ..., level: int | None = ..., objects: collections.abc.Sequence[int] = ..., text: str = ..., threshold: float | None = ...) -> None:
        """Reports on the task that is over, and begins the next one. `probability` that the world has changed,
        `threshold` above which this means novel, both 0 to 1; `level` of the novelty hierarchy, 1 to 8; `objects`,
        ids of what is novel; `text`, a description.
        """
    def result(self) -> dict:
        """The result of the task: passed, score and last, which is an Observation."""
    def see(self) -> Observation:
        """The present Observation."""
    def shoot(self, shot: typing.Any) -> None:
        """Throws the bird. `shot` is a row of direction in degrees, pull in m, tap and launch in ms, of which the last
        ones may be left out, or a dict of the fields that agents answer, such as drag_m.
        """
    def shoot_action(self, actions: str, action: typing.Any) -> None:
        """Throws the bird by an `action` of the environments' `actions`: "grid", "planner" or "box"."""
    def shoot_drag(self, x_m: float, y_m: float, tap_ms: int = ..., launch_ms: int = ...) -> None:
        """Throws the bird by pulling it to (`x_m`, `y_m`), relative to its rest point. `tap_ms` after the launch it uses
        its ability, and `launch_ms` after the previous launch it is launched; -1: no tap, when the previous bird is
        gone.
        """
    def tap(self) -> bool:
        """Makes the launched bird use its ability now. False if its shot already has a tap."""
    def told(self) -> None:
        """Confirms the message that the world has changed."""
    @property
    def birds_left(self) -> int:
        """Birds that were not launched."""
    @property
    def may_shoot(self) -> bool:
        """Whether the next bird may be launched while bodies still move."""
    @property
    def pig_life(self) -> float:
        """Mean share of their life that the task's pigs have left: 1 at the start, 0 when no pig is left."""
    @property
    def seed(self) -> int:
        """The number that the agent is told in this trial."""
    @property
    def state(self) -> str:
        """"told", "choose", "flying", "report" or "done"."""
    @property
    def task(self) -> int:
        """Index of the current task."""
    @property
    def tasks(self) -> int:
        """Number of tasks."""

class SessionError(RuntimeError):
    """A call that the session's state does not allow."""

class SharedRun:
    def __init__(self, arg0: dict) -> None: ...
    def finish(self) -> list[str]: ...
    def keep(self, arg0: int, arg1: str, arg2: str) -> None: ...
    def kept(self) -> int: ...
    def missing(self) -> list[int]: ...
    def part(self, arg0: collections.abc.Sequence[int]) -> tuple[str, list[list[int]]]: ...
    def stop(self) -> int: ...

class ShotPlay:
    def __init__(self, arg0: Task, arg1: str, arg2: int, arg3: int, arg4: str) -> None: ...
    def finish_turn(self) -> None: ...
    def launch(self, arg0: float, arg1: float, arg2: int, arg3: int, arg4: int) -> None: ...
    def outcome(self) -> dict: ...
    def picture(self, arg0: int, arg1: int) -> numpy.typing.NDArray[numpy.uint8]: ...
    def seen(self) -> numpy.typing.NDArray[numpy.uint8]: ...
    def wait_for_turn(self, arg0: int) -> bool: ...
    @property
    def digest(self) -> str: ...
    @property
    def over(self) -> bool: ...
    @property
    def passed(self) -> bool: ...
    @property
    def score(self) -> int: ...
    @property
    def shots_left(self) -> int: ...

class Snapshot:
    """A World at one moment. Only World.save() makes it, and it cannot be pickled."""
    def __init__(self, *args: typing.NoReturn, **kwargs: typing.NoReturn) -> None: ...

class Task:
    """One task, as a value: tasks with equal content compare equal, have equal hashes and can be pickled."""
    def __init__(self, *args: typing.NoReturn, **kwargs: typing.NoReturn) -> None: ...
    @classmethod
    def from_dict(cls, values: typing.Any, name: str = ...) -> Task:
        """The task of a dictionary such as to_dict() gives, with the keys and units of the JSON
        (docs/reference/tasks.md): metres, degrees, newtons. Lists may be tuples or numpy arrays. Raises InputError,
        which names the place, such as /objects/1/at. `name` begins the message.
        """
    def json(self) -> str:
        """The task in novphy's JSON, the same bytes that the program writes."""
    @classmethod
    def load(cls, file: os.PathLike | str | bytes) -> Task:
        """Reads a task in novphy's JSON or in Science Birds XML from `file`, which may also be a name such as
        "rolling/fan:novel". Raises InputError. What is read otherwise than it is written, such as a tag that is never
        closed, is a UserWarning.
        """
    @classmethod
    def parse(cls, text: str, name: str = ...) -> Task:
        """Reads a task from `text` in JSON. `name` is used for the file in messages. Raises InputError."""
    def to_dict(self) -> typing.Any:
        """The task as a new dictionary of plain values, with the keys and units of its JSON.
        Task.from_dict(task.to_dict()) equals the task.
        """
    def xml(self) -> str:
        """The task in Science Birds XML. Raises InputError if XML cannot express it."""
    def __eq__(self, arg0: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def bird_types(self) -> tuple:
        """The birds' types, such as "red", in launch order."""
    @property
    def birds(self) -> int:
        """Number of birds."""
    @property
    def objects(self) -> int:
        """Number of objects, pigs included."""
    @property
    def pigs(self) -> int:
        """Number of pigs."""

class ToolRun:
    def __init__(self, arg0: dict, arg1: Track, arg2: tuple[str, str]) -> None: ...
    def begin(self) -> ToolTrial: ...
    def give_back(self, arg0: ToolTrial) -> None: ...
    def keep(self, arg0: ToolTrial) -> bool: ...
    def stop(self) -> int: ...
    def summary(self) -> str: ...

class ToolTrial:
    def __init__(self, arg0: Plan, arg1: int, arg2: Track, arg3: str) -> None: ...
    def call(self, arg0: str, arg1: str) -> tuple: ...
    def finish(self, arg0: str) -> list[str]: ...
    def index(self) -> int: ...
    def over(self) -> bool: ...
    def so_far(self) -> tuple[int, int]: ...
    def spend(self, arg0: int | None, arg1: int | None, arg2: float | None) -> None: ...
    def tools(self) -> list[tuple[str, str, str]]: ...

class Track:
    def __init__(self, arg0: bool, arg1: int, arg2: int | None) -> None: ...
    def words(self) -> str: ...

class World:
    """A task that is being played: throw birds, step by time, look, save and restore.

    The world moves only in calls. The same shots give what `play` gives, to the last bit, with steps of any size.
    One thread at a time may use a world; another one gets a RuntimeError. Worlds of different threads run at the
    same time, because steps release the interpreter's lock. A pickle holds the task and the shots, and loading it
    plays them again.
    """
    def __init__(self, task: Task | os.PathLike | str | bytes, physics: str = ...) -> None:
        """Settles the task. `physics` is an entry of assets/physics.json.

        Raises InputError for an unknown one.
        """
    def bodies(self) -> numpy.ndarray:
        """The bodies: a structured array (n,) whose row i is the body with id i.

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
        phase           text, of birds: "waiting", "on_sling", "flying", "dying" or "gone", else ""
        """
    def branch(self) -> World:
        """An independent world that goes on as this one does, as copy.deepcopy(world).

        It settles the task and plays it again up to this moment; save() and restore() are faster.
        """
    def contacts(self) -> numpy.ndarray:
        """The events of kind "contact", two bodies that began to touch: a structured array (n,).

        The columns are time_s float64; body, other int32: the smaller id and the greater; speed_mps float64: relative
        speed just
        before; impulse_ns float64: largest impulse of the contact's first step.
        """
    def events(self) -> numpy.ndarray:
        """What happened: a structured array (n,), as the entries of `play(..., events=True).events`.

        It holds the events of the last step, with those of throw(), tap() and give_up() since the step before. The
        columns are

        kind       text: "launch", "tap", "contact", "damage", "death", "push", "score" or "bird_gone"
        time_s     float64: seconds since settling
        body       int32: id of the body that the event is about
        other      int32: contact: the other body; damage, death: the body that did it; else -1
        speed_mps  float64: contact, damage: relative speed just before the contact
        amount     float64: damage: life lost; score: points; contact: largest impulse of its first step in Ns
        vector     float64 (2,): launch: velocity in m/s; push: impulse of an effect in Ns
        since_s    float64: push: its begin
        effect     int32: push: index of the task's effect, else -1
        cause      text: damage, death, score: "hit", "explosion", "left", "pig", ..., else ""
        """
    def give_up(self) -> None:
        """Ends the play without another shot: its end is "no_shot".

        `play` does so when its shots are used up and it is the next bird's turn. After the end nothing changes.
        """
    def observe(self, form: str = ..., size: tuple[int, int] = ...) -> typing.Any:
        """What agents see now, in one `form`: novphy.observe() lists them. `size` is the (width, height) of pictures."""
    def restore(self, snapshot: Snapshot) -> None:
        """Goes to the moment of a snapshot, bit by bit, any number of times.

        Raises InputError, and changes nothing, for a snapshot of another world, be it of the same task.
        """
    def save(self) -> Snapshot:
        """A Snapshot of this moment. It takes microseconds and about 100 kB."""
    def see(self, noise_px: float = ..., seed: int = ...) -> Observation:
        """What agents see now, as an Observation for believe(). `noise_px` is the size of its noise, 0 to 5 pixels,
        which is drawn with this `seed`.
        """
    def step(self, seconds: float | None = ..., until: str | collections.abc.Sequence[str] | None = ...) -> float:
        """Moves the world by `seconds`, rounded up to whole time steps; None: without a limit.

        It stops early at the end of the play, when the world waits for a shot, and after a time step with an event of
        a
        kind in `until`, such as "contact" or ("death", "score"). Returns the seconds that it moved. Raises InputError
        for a negative number and an unknown kind.
        """
    def step_to(self, time_s: float, until: str | collections.abc.Sequence[str] | None = ...) -> float:
        """Moves the world until `time_s` seconds have passed since settling.

        It stops early, returns and raises as step() does.
        """
    def tap(self) -> int | None:
        """Makes the bird launched last use its ability in the next time step.

        Returns the `tap_ms` with which its shot does the same, or None if there is no such bird or its shot has a
        tap.
        """
    def throw(self, angle_deg: float, pull_m: float = ..., tap_ms: float = ..., launch_ms: float = ...) -> None:
        """Gives the next bird its shot: the numbers of a row of `play`.

        `angle_deg` is the direction (0 to the right, counter-clockwise), `pull_m` the pull in metres; `tap_ms` is the
        time of the tap after the launch and `launch_ms` that of the launch after the one before, -1 for none. The
        bird
        is launched now if its time has come, else in a later step: at `launch_ms`, or once the bird before is gone
        and
        all is still. Shots for later birds may be given early. Raises InputError for a number out of range, after the
        end of the play, and if every bird has a shot.
        """
    def touching(self, body: int) -> list[int]:
        """Ids of the bodies that a body touches now, ascending.

        Raises InputError for an unknown id.
        """
    def __copy__(self) -> World: ...
    def __deepcopy__(self, memo: dict) -> World: ...
    @property
    def birds_left(self) -> int:
        """Birds that were not launched yet."""
    @property
    def digest(self) -> str:
        """Hash of the exact state, 16 hexadecimal digits, as in `Play.digest`."""
    @property
    def end(self) -> str | None:
        """The cause that ended the play, in the words of `Play.end`. None while it goes on."""
    @property
    def score(self) -> int:
        """Points so far."""
    @property
    def shots(self) -> list[tuple[float, float, int, int]]:
        """The shots that were given, as rows for `play`.

        They hold the times at which taps and early launches came, so that `play` gives the same play, unless
        give_up() came
        before a bird's turn.
        """
    @property
    def step_s(self) -> float:
        """Length of one time step in seconds."""
    @property
    def steps(self) -> int:
        """Time steps so far, including settling."""
    @property
    def task(self) -> Task:
        """The Task that is played."""
    @property
    def time_s(self) -> float:
        """Seconds since settling."""
    @property
    def waits(self) -> bool:
        """Whether it is the next bird's turn and no shot was given. The world does not move then."""
    @property
    def won(self) -> bool:
        """Whether the task is passed."""

def angle_and_pull(arg0: float, arg1: float, arg2: float) -> tuple[float, float]: ...
def base_task(arg0: str, arg1: bool) -> Task: ...
def believe(arg0: collections.abc.Sequence[Observation], arg1: float | None) -> Believed: ...
def check_agent(arg0: dict) -> str: ...
def check_machine() -> None: ...
def check_plan() -> Plan: ...
def check_records(arg0: str) -> str: ...
def check_worker(arg0: str, arg1: str) -> None: ...
def detect(arg0: dict) -> str: ...
def difficulty(arg0: dict) -> tuple: ...
def exposure_warning(arg0: str) -> str: ...
def film(arg0: Task, arg1: typing.Any, arg2: str, arg3: int, arg4: int, arg5: int) -> numpy.typing.NDArray[numpy.uint8]: ...
def fingerprint_of_tools(arg0: dict, arg1: Track, arg2: tuple[str, str]) -> str: ...
def generate(arg0: dict) -> list[str]: ...
def inject(arg0: Task, arg1: str, arg2: tuple[float, float] | None, arg3: int | None, arg4: collections.abc.Mapping[str, float]) -> tuple[Task, str]: ...
def judge(arg0: collections.abc.Sequence[Task], arg1: dict) -> list: ...
def machine() -> str: ...
def make_tasks(arg0: str, arg1: int, arg2: int, arg3: int, arg4: str, arg5: int, arg6: int) -> list[Task]: ...
def measure(arg0: dict) -> tuple: ...
def merge(arg0: dict) -> tuple: ...
def novelties() -> list[str]: ...
def observation(arg0: str) -> Observation: ...
def observe_many(arg0: collections.abc.Sequence[Task], arg1: str, arg2: int, arg3: int, arg4: int) -> numpy.ndarray: ...
def outline(arg0: Plan) -> list: ...
def pairs() -> list[str]: ...
def plan(arg0: dict) -> tuple[Plan, list[str]]: ...
def plan_task(plan: Plan, task_template: str, variation: int, strength: float = ...) -> Task: ...
def play(arg0: Task, arg1: typing.Any, arg2: bool, arg3: str) -> tuple: ...
def play_grid(arg0: collections.abc.Sequence[Task], arg1: typing.Any, arg2: typing.Any, arg3: int, arg4: str) -> numpy.typing.NDArray[numpy.bool]: ...
def play_many(arg0: collections.abc.Sequence[Task], arg1: typing.Any, arg2: int, arg3: str) -> tuple: ...
def play_part(arg0: str, arg1: collections.abc.Sequence[collections.abc.Sequence[int]], arg2: dict) -> list[tuple[str, str]]: ...
def published_templates(arg0: str) -> dict: ...
def rate_of_plays(arg0: collections.abc.Sequence[Task], arg1: collections.abc.Sequence[float], arg2: int) -> float: ...
def record_lines(arg0: str) -> tuple[str, list[str]]: ...
def replaces_box2d_functions() -> bool: ...
def replay(arg0: str, arg1: Plan) -> tuple: ...
def report(arg0: dict) -> str: ...
def report_paper(arg0: dict, arg1: str) -> list[str]: ...
def run(arg0: dict) -> list[str]: ...
def run_program(arguments: collections.abc.Sequence[str], program: collections.abc.Sequence[str]) -> int: ...
def seen_text(arg0: Task, arg1: str, arg2: bool) -> str: ...
def serve(arg0: dict) -> tuple[BackgroundServer, str]: ...
def set_assets(arg0: str, arg1: collections.abc.Sequence[str]) -> None: ...
def set_data_folder(arg0: str) -> None: ...
def settings_of_check_agent() -> list: ...
def settings_of_difficulty() -> list: ...
def settings_of_environments() -> list: ...
def settings_of_generate() -> list: ...
def settings_of_judge() -> list: ...
def settings_of_measure() -> list: ...
def settings_of_merge() -> list: ...
def settings_of_plan() -> list: ...
def settings_of_report() -> list: ...
def settings_of_run() -> list: ...
def settings_of_serve() -> list: ...
def settings_of_train() -> list: ...
def solve(arg0: Task, arg1: str) -> list: ...
def task_names(arg0: Plan) -> list[tuple[str, int]]: ...
def tell_progress(arg0: typing.Any) -> None: ...
def templates_named(arg0: str) -> list[str]: ...
def train(arg0: dict) -> list: ...
def verify(arg0: str) -> dict: ...
def without(arg0: Task) -> Task: ...
def write_file(arg0: str, arg1: str) -> None: ...
