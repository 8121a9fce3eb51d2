"""Plays the shots that were recorded in the original, and says how far ours agree with them."""

import csv
import math
import re
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import novphy
import numpy as np
from common import JOBS, NUMBERS, checked_physics, hashes, main, on_threads, option, use_physics, within

CLEARED, AT_REST, MOVING = "cleared", "at rest", "moving"
"""How a recording of one shot ended: every pig is dead and all is still; all is still, a pig is alive; something still moved when
the recording ended."""
ENDINGS = (CLEARED, AT_REST, MOVING)
ENDS = {"level_clear": CLEARED, "level_fail": AT_REST, "rest": AT_REST, "stable": AT_REST, "right_censored": MOVING}

RECORDED_S = 11
"""Length of a recording, from the launch."""
STEP_S = 0.0004
"""Time step of the original."""
LAUNCHED_AT = 2502
"""Step of the launch, as the tables count from the decision to throw."""
STILL_MPS, STILL_DEG_PER_S, STILL_S = 0.01, 0.01, 0.04
"""The recordings call a level still once, for STILL_S, no body has moved or turned faster. A launched bird counts until it is
removed."""
POLL_S, POLLED_STILL_MPS = 2501 * STEP_S, 0.5
"""After a bird's first contact, the original checks at this interval whether the level has ended. Where a magnet pulls, it has
ended once the sum of all speeds is below POLLED_STILL_MPS."""
PICTURE_S = 0.02
"""The interval between two pictures of a recording."""
ROUNDING_S = 1e-9
PICTURES_BETWEEN_SAVES = 16
"""A save takes as long as a picture."""
DRAWS = 2000


@dataclass
class Original:
    """One shot recorded in the original: the first bird of a level."""

    level: str  # name of its file without ".xml"
    shot: str  # name of the throw, such as "c05"
    family: str  # the level, whether its normal or its novel twin
    scenario: int
    novelty: int  # 0 in a normal level, else 1 to 8
    velocity_mps: tuple  # of the launch
    ending: str
    rest_s: Optional[float]  # when all had been still for 0.04 s, since the launch, where that is known
    bird_gone_s: Optional[float]  # since the launch, where the table says it
    pig_dead: Optional[bool]  # where that is known: a level ends as won or lost, or stands still with birds left
    moved: bool  # what rests on what changed in some picture


def cell_steps(row, column, place):
    """The seconds from the launch to the first step in a cell, which holds several where all came to rest more than once."""
    text = row.get(column) or ""
    if not text:
        return None
    try:
        return (float(text.split(" ")[0]) - LAUNCHED_AT) * STEP_S
    except ValueError:
        raise novphy.InputError(f'{place}: {column}: found "{text}", expected steps, separated by blanks') from None


def original_of(row, place, levels):
    """The shot of a table's row. Raises InputError where a cell is not what was expected."""

    def wrong(column, expected):
        return novphy.InputError(f'{place}: {column}: found "{row[column]}", expected {expected}')

    def number(column):
        try:
            return float(row[column])
        except ValueError:
            raise wrong(column, "a number") from None

    if row["end"] not in ENDS:
        raise wrong("end", "level_clear, level_fail, rest, stable or right_censored")
    if not re.fullmatch(r"type\d{6}", row["family"]):
        raise wrong("family", "a type such as type010203")
    if not (levels / f"{row['level']}.xml").is_file():
        raise wrong("level", f"the name of a file in {levels}")
    # One table gives the step at which all had been still for STILL_S; the other gives the step at which this time began.
    began = cell_steps(row, "rest_step", place)
    rest_s = cell_steps(row, "stable_steps", place)
    return Original(
        level=row["level"],
        shot=row["shot"],
        family=re.sub("-normal|-novel", "", row["level"]),
        scenario=int(row["family"][8:]),
        novelty=int(number("novelty_level")),
        velocity_mps=(number("vx"), number("vy")),
        ending=ENDS[row["end"]],
        rest_s=rest_s if rest_s is not None or began is None else began + STILL_S,
        bird_gone_s=cell_steps(row, "bird_step", place),
        pig_dead={CLEARED: True, AT_REST: False}.get(ENDS[row["end"]]),
        moved=number("support_change_frames") > 0,
    )


def read_originals(folder):
    """The shots of the tables shots.csv and shots_13_angles.csv of the folder. Raises InputError."""
    shots = []
    for file in (Path(folder) / "shots.csv", Path(folder) / "shots_13_angles.csv"):
        try:
            with open(file, encoding="utf-8", newline="") as lines:
                table = csv.DictReader(lines)
                for column in ("level", "shot", "family", "novelty_level", "vx", "vy", "end", "support_change_frames"):
                    if column not in (table.fieldnames or ()):
                        raise novphy.InputError(f'{file}:1: the column "{column}" is missing')
                shots += [original_of(row, f"{file}:{table.line_num}", Path(folder) / "levels") for row in table]
        except OSError as error:
            raise novphy.InputError(f"{file}: cannot be read ({error.strerror})") from error
    return shots


@dataclass
class Replay:
    """A recorded shot replayed in our world. It ends when all is still, or after RECORDED_S."""

    ending: str = MOVING
    end_s: float = RECORDED_S  # from the launch
    pig_dead: bool = False  # no pig is alive at the end of the replay
    moved: bool = False  # a block, pig or TNT went, or touched other bodies (birds aside) in a picture
    hit_object: bool = False  # the bird touched a block, pig or TNT
    bird_speed_mps: float = 0  # at the last picture with the bird
    contact_s: Optional[float] = None  # from the launch to the bird's first contact


class Watch:
    """Plays the task's first bird with a velocity, and looks at the world in every picture, and after every step where all may
    come to rest."""

    def __init__(self, task, velocity_mps, speed_per_drag_per_s, physics):
        fields = task.to_dict()
        self.world = novphy.World(task, physics)
        self.bird = task.objects
        bodies = self.world.bodies()
        types = bodies["type"][: self.bird]
        self.pigs = np.flatnonzero(np.char.startswith(types, "pig"))
        self.movable = np.flatnonzero(~np.isin(types, ("platform", "fan"))).tolist()
        self.polled = task.birds == 1 and any(each["effect"] == "magnet" for each in fields.get("effects", []))
        self.polls = 0
        self.mover = self.bird  # a body that moved when all were last looked at
        self.places = b""
        self.seen = Replay()
        self.before = self.neighbours(bodies)
        x, y = velocity_mps
        self.world.throw(math.degrees(math.atan2(y, x)), math.hypot(x, y) / speed_per_drag_per_s)
        self.launch_s = self.world.time_s
        for _ in range(task.birds - 1):
            self.world.throw(0, launch_ms=1e6)  # without another shot, the world would wait for one

    def neighbours(self, bodies):
        """For each object that is there and can move: the bodies that it touches, birds aside."""
        is_bird, present = (bodies["phase"] != "").tolist(), bodies["present"].tolist()
        return {id: [other for other in self.world.touching(id) if not is_bird[other]] for id in self.movable if present[id]}

    def now_s(self):
        """Since the launch."""
        return self.world.time_s - self.launch_s

    def move(self, time_s):
        """Steps until this time since the launch, and notes the bird's contacts."""
        self.world.step_to(self.launch_s + time_s)
        if self.seen.hit_object:
            return
        for time_s, body, other, *_ in self.world.contacts().tolist():
            if self.bird in (body, other):
                if self.seen.contact_s is None:
                    self.seen.contact_s = time_s - self.launch_s
                self.seen.hit_object |= body in self.movable or other in self.movable

    def is_still(self, bodies):
        if bodies["present"][self.mover] and math.hypot(*bodies["velocity_mps"][self.mover]) > STILL_MPS:
            return False
        counts = bodies["present"] & (bodies["phase"] != "waiting") & (bodies["phase"] != "on_sling")
        fast = np.hypot(*bodies["velocity_mps"].T) > STILL_MPS
        moving = counts & (fast | (np.abs(bodies["spin_rad_per_s"]) > math.radians(STILL_DEG_PER_S)))
        self.mover = moving.argmax()
        return not moving.any()

    def look(self, bodies):
        """Looks at a picture."""
        objects = bodies[: self.bird]
        places = objects["at_m"].tobytes() + objects["angle_rad"].tobytes() + objects["present"].tobytes()
        if not self.seen.moved and places != self.places:
            self.seen.moved, self.places = self.neighbours(bodies) != self.before, places
        if bodies["present"][self.bird]:
            self.seen.bird_speed_mps = math.hypot(*bodies["velocity_mps"][self.bird])

    def poll_s(self):
        """When the original asks next whether a level with a magnet has ended. Nothing comes to rest there: it asks for the sum
        of the speeds alone."""
        return self.seen.contact_s + POLL_S * (self.polls + 1) if self.polled and self.seen.contact_s is not None else math.inf

    def banner_ends(self, bodies):
        if self.now_s() < self.poll_s() - ROUNDING_S:
            return False
        self.polls += 1
        return np.hypot(*bodies["velocity_mps"][bodies["present"]].T).sum() < POLLED_STILL_MPS

    def see(self):
        step_s = self.world.step_s
        needed = math.ceil(STILL_S / step_s - 0.5)
        picture, careful, still, moving_s = 1, False, 0, 0.0
        saved, saved_at = self.world.save(), 0
        while self.now_s() < RECORDED_S - step_s / 2 and self.world.end is None:
            self.move(self.now_s() + step_s / 2 if careful else min(picture * PICTURE_S, self.poll_s()))
            bodies = self.world.bodies()
            all_still = self.is_still(bodies)
            if all_still and not careful:  # step by step from the last moment that was not still
                self.world.restore(saved)
                self.world.step_to(self.launch_s + moving_s)
                careful, still = True, 0
                continue
            if self.now_s() >= picture * PICTURE_S - ROUNDING_S:
                self.look(bodies)
                picture += 1
            still = still + 1 if all_still else 0
            self.seen.pig_dead = not bodies["present"][self.pigs].any()
            if still >= needed or self.banner_ends(bodies):
                self.seen.ending, self.seen.end_s = CLEARED if self.seen.pig_dead else AT_REST, self.now_s()
                break
            if not all_still:
                careful, moving_s = False, self.now_s()
                if picture >= saved_at + PICTURES_BETWEEN_SAVES:
                    saved, saved_at = self.world.save(), picture
        return self.seen


def turned(velocity_mps, turn_deg):
    x, y = velocity_mps
    cosine, sine = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return x * cosine - y * sine, x * sine + y * cosine


QUESTIONS = {
    "ending": lambda theirs, ours: (theirs.ending, ours.ending),
    "pig dead": lambda theirs, ours: (theirs.pig_dead, ours.pig_dead),
    "moved": lambda theirs, ours: (theirs.moved, ours.moved),
}
"""Their answer, None where the recording gives none, and ours."""


@dataclass
class Agreement:
    """How often the recording and our replay give equal answers to one question."""

    shots: int  # whose recording has an answer
    share: float = 0  # of them with equal answers
    kappa: float = 0  # Cohen's. 0: as good as chance with the same frequencies of answers. 1: perfect
    commonest: float = 0  # what always giving the recordings' commonest answer would reach
    low: float = 0  # 2.5 % point of the share in a bootstrap over families
    high: float = 0  # 97.5 % point


def agreement(shots, question):
    """The Agreement on a question. The bootstrap draws whole families: shots at a level and at its twin are not independent."""
    asked = [(theirs.family, *QUESTIONS[question](theirs, ours)) for theirs, ours in shots]
    asked = [row for row in asked if row[1] is not None]
    if not asked:
        return Agreement(0)
    count = len(asked)
    families = sorted({family for family, _, _ in asked})
    same, all_of = np.zeros(len(families)), np.zeros(len(families))
    for family, their, our in asked:
        same[families.index(family)] += their == our
        all_of[families.index(family)] += 1
    theirs, ours = Counter(row[1] for row in asked), Counter(row[2] for row in asked)
    chance = sum(theirs[answer] * ours[answer] for answer in theirs) / count**2
    share = same.sum() / count
    drawn = np.random.default_rng(1).integers(len(families), size=(DRAWS, len(families)))
    shares = np.sort(same[drawn].sum(axis=1) / all_of[drawn].sum(axis=1))
    return Agreement(
        shots=count,
        share=share,
        kappa=(share - chance) / (1 - chance) if chance < 1 else 1,
        commonest=max(theirs.values()) / count,
        low=shares[DRAWS // 40],
        high=shares[DRAWS - 1 - DRAWS // 40],
    )


def halves(shots):
    """The shots of each second family by name, and the others."""
    families = sorted({theirs.family for theirs, _ in shots})
    return [[shot for shot in shots if families.index(shot[0].family) % 2 == half] for half in (0, 1)]


def rest_apart_s(shots):
    """The distances between the recorded and our times of rest."""
    return [abs(theirs.rest_s - ours.end_s) for theirs, ours in shots if theirs.rest_s is not None and ours.ending != MOVING]


def removals(shots):
    """How many birds went whole seconds, three or more, after their first contact in our replay; and of how many that is known."""
    times = [(theirs.bird_gone_s, ours.contact_s) for theirs, ours in shots]
    after_s = [gone_s - contact_s for gone_s, contact_s in times if gone_s is not None and contact_s is not None]
    return sum(abs(s - round(s)) <= 0.01 and s > 2.5 for s in after_s), len(after_s)


def print_row(what, shots):
    print(f"{what:<18}{len(shots):>6}", end="")
    for question in QUESTIONS:
        a = agreement(shots, question)
        told = f"{100 * a.share:>5.1f} [{100 * a.low:>5.1f}, {100 * a.high:>5.1f}] {a.kappa:>5.2f} {100 * a.commonest:>5.1f}"
        print(f" |{a.shots:>4} {told}" if a.shots else f" |{'-':>35}", end="")
    apart = rest_apart_s(shots)
    within_half = 100 * np.mean([s <= 0.5 for s in apart]) if apart else 0
    print(f" | {len(apart):>3} {np.median(apart):>5.2f} {within_half:>3.0f}" if apart else " | -")


def print_table(shots):
    print(" " * 24 + "".join(f" | {question:<33}" for question in QUESTIONS) + " | rest")
    columns = f" |{'n':>4} {'same':>5} {'95 %':>14} {'kappa':>5} {'commo':>5}"
    print(f"{'':<18}{'shots':>6}" + len(QUESTIONS) * columns + f" | {'n':>3} {'apart':>5} {'%':>3}")
    print_row("all", shots)
    for name, half in zip(("first half", "second half"), halves(shots)):
        print_row(name, half)
    for novelty in range(9):
        print_row(f"novelty {novelty}" if novelty else "normal", [shot for shot in shots if shot[0].novelty == novelty])
    for scenario in range(1, 6):
        print_row(f"scenario {scenario}", [shot for shot in shots if shot[0].scenario == scenario])
    counts = Counter((theirs.ending, ours.ending) for theirs, ours in shots)
    print("theirs / ours  cleared  at rest  moving")
    for theirs in ENDINGS:
        print(f"{theirs:<13}  {counts[theirs, CLEARED]:>7}  {counts[theirs, AT_REST]:>7}  {counts[theirs, MOVING]:>6}")


def print_disagreements(shots):
    for theirs, ours in shots:
        answers = {question: answer(theirs, ours) for question, answer in QUESTIONS.items()}
        where = ", ".join(question for question, (their, our) in answers.items() if their is not None and their != our)
        if where:
            rest = "-" if theirs.rest_s is None else f"{theirs.rest_s:.2f} s"
            print(
                f"{theirs.level} {theirs.shot}: {where}: {theirs.ending} after {rest}, "
                f"ours {ours.ending} after {ours.end_s:.2f} s, bird {ours.bird_speed_mps:.3f} m/s"
            )


def print_rest_times(shots):
    """The times of rest where the bird touches no object that can move, so that only bird, ground and platforms matter. There an
    exact time cannot be luck."""
    known = [(theirs, ours) for theirs, ours in shots if theirs.rest_s is not None and not ours.hit_object]
    exact = near = 0
    for theirs, ours in known:
        apart = round((ours.end_s - theirs.rest_s) / STEP_S)
        rests = ours.ending != MOVING
        exact += rests and abs(apart) <= 1
        near += rests and abs(ours.end_s - theirs.rest_s) <= 0.1
        told = f"{ours.end_s:.4f} s, {apart:+} steps of 0.0004 s" if rests else "never"
        print(f"{theirs.level} {theirs.shot}: at rest after {theirs.rest_s:.4f} s, ours {told}")
    print(f"{len(known)} shots at rest touched no object: {exact} exact to a step, {near} within 0.1 s")


def print_means(compare, options):
    """Plays magnify small differences, so means over small turns of all throws say more than one turn."""
    rows = []
    for i in range(options.turns):
        shots = compare(options.turn * (2 * i / (options.turns - 1) - 1))
        ending, (first, second) = agreement(shots, "ending"), halves(shots)
        shares = [agreement(*each).share for each in ((first, "ending"), (second, "ending"), (shots, "pig dead"), (shots, "moved"))]
        rows.append([100 * ending.share, *(100 * share for share in shares), ending.kappa])
    share, first, second, pig_dead, moved, kappa = np.mean(rows, axis=0)
    print(f"means over {options.turns} turns up to {options.turn:g} degrees, physics {options.physics}:")
    print(
        f"endings {share:.1f} (halves {first:.1f} and {second:.1f}), kappa {kappa:.2f}, pig dead {pig_dead:.1f}, moved {moved:.1f}"
    )


def run(options):
    if options.turns > 1 and (options.list or options.exact):
        raise novphy.InputError("--turns excludes --list and --exact")

    def to_the_end(steps):
        return {"to_the_end": {**steps[checked_physics(options.physics, steps)], "early_end": False}}

    row = f"physics:/steps/{options.physics}/"
    changes = [change.replace(row, "physics:/steps/to_the_end/") for change in options.set]
    catalogue = use_physics(to_the_end, options.assets, changes)
    originals = read_originals(options.folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the reader corrects in levels
        tasks = {each.level: novphy.Task.load(Path(options.folder) / "levels" / f"{each.level}.xml") for each in originals}

    def compare(turn_deg):
        def compared(original):
            velocity = turned(original.velocity_mps, turn_deg)
            watch = Watch(tasks[original.level], velocity, catalogue["launch"]["speed_per_drag_per_s"], "to_the_end")
            return original, watch.see()

        return on_threads(compared, originals, options.jobs)

    if options.turns > 1:
        return print_means(compare, options)
    shots = compare(options.turn)
    print_table(shots)
    if options.list:
        print_disagreements(shots)
    if options.exact:
        print_rest_times(shots)
    whole, known = removals(shots)
    print(f"{whole} of {known} birds went whole seconds, three or more, after our first contact")
    print(f"{len(shots)} shots; physics {options.physics}, turned by {options.turn:g} degrees; {hashes(options.assets)}")


if __name__ == "__main__":
    main(
        run,
        __doc__,
        ("folder", {"help": "Folder of shots.csv, shots_13_angles.csv and levels", "metavar": "DIR"}),
        option("--turn", 0.0, "Turns every throw by so many degrees", type=float),
        option("--turns", 1, "Prints means over so many turns, from minus --turn to --turn degrees", type=within(int, 1, 1000)),
        option("--list", False, "Prints each shot on which ours disagrees"),
        option("--exact", False, "Prints the times of rest of the shots that touch no object that can move"),
        *NUMBERS,
        JOBS,
    )
