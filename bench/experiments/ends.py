"""Finds out whether an early end of a play changes the result of the play: every drawn play is played again with other ends."""

import math
import tempfile
from collections import Counter

import novphy
import numpy as np
from common import JOBS, SEED, engine, main, made_tasks, on_threads, option, use_physics, within

LATER = {
    "rest": lambda steps: {**steps["standard"], "certain_end_every_s": 0},
    "cap": lambda steps: {**steps["standard"], "early_end": False},
    "fast": lambda steps: steps["fast"],
}
"""The physics with other ends, as a row of physics.json."""
KINDS = ("random", "aimed", "solved")
PLAYS_OF_TASK = 4
"""Plays of a task that was made, each with other birds, effects and throws."""
NEAR_DEG = 3


def ballistic_deg(speed_mps, gravity_mps2, anchor, target):
    """The directions, low and high, in which a bird that starts a metre behind the anchor flies through the target."""
    up = 1 if gravity_mps2 <= 0 else -1
    found = []
    for sign in (-1, 1):
        aim = 0.0
        for _ in range(20):  # the start depends on the direction
            x, y = target[0] - anchor[0] + math.cos(aim), target[1] - anchor[1] + math.sin(aim)
            root = speed_mps**4 - gravity_mps2 * gravity_mps2 * x * x - 2 * abs(gravity_mps2) * up * y * speed_mps**2
            if root < 0 or x == 0 or gravity_mps2 == 0:
                return []
            rise = math.atan2(speed_mps**2 + sign * math.sqrt(root), abs(gravity_mps2 * x))
            aim = up * rise if x > 0 else math.pi - up * rise
        found.append(math.degrees(aim))
    return found


class Drawer:
    """Draws plays of members of templates' families. Half of the tasks get distractors, half get birds of any kind instead of
    their own, and a quarter get one more effect. A third of the plays throws at random, a third at the middle of a pig or ball,
    and a third near throws that pass the template's base."""

    def __init__(self, bases, catalogue):
        self.bases, self.catalogue, self.found = bases, catalogue, {}

    def solved(self, name):
        """Throws that pass the template's base if all of its birds take them: angle and pull. Searches at the first call."""
        if name not in self.found:
            fields, pulls = self.bases[name].to_dict(), np.array([1, 0.8, 0.6])
            left = fields.get("slingshot", {}).get("faces") == "left"
            angles = np.arange(-85, 80, 4) if fields.get("gravity", [0, -1])[1] > 0 else np.arange(-20, 89, 4)
            grid = novphy.play_grid(self.bases[name], 180 - angles if left else angles, pulls, 1, "fast")[0]
            self.found[name] = [(angles[a], pulls[p]) for a, p in np.argwhere(grid)]
        return self.found[name]

    def changed(self, task, rng):
        fields = task.to_dict()
        if rng.random() < 0.5:
            fields["birds"] = [str(rng.choice(list(self.catalogue["birds"]["kinds"]))) for _ in fields["birds"]]
        if rng.random() < 0.25:
            effects = self.catalogue["effects"]
            name = str(rng.choice([name for name, effect in effects.items() if effect["kind"] == "force_field" and name != "fan"]))
            place = {"at": [rng.uniform(-8, 8), rng.uniform(-3, 6)]} if "region" in effects[name] else {}
            fields.setdefault("effects", []).append({"effect": name, **place})
        return novphy.Task.from_dict(fields)

    def shots(self, name, task, rng):
        """The kind of the throws, and a row of shots for each bird."""
        kind = KINDS[rng.integers(3)]
        if kind == "solved" and not self.solved(name):
            kind = "random"
        fields = task.to_dict()
        world, launch, sling = self.catalogue["world"], self.catalogue["launch"], fields.get("slingshot", {})
        left = sling.get("faces") == "left"
        gravity = fields.get("gravity", world["gravity_mps2"])[1] * self.catalogue["birds"]["gravity_scale"]
        rest = launch["rest_offset_m"]
        anchor = np.array(sling.get("at", world["slingshot_at_m"])) + [-rest[0] if left else rest[0], rest[1]]
        targets = [each["at"] for each in fields["objects"] if each["type"].startswith("pig") or each["type"] == "circle"]
        rows = []
        for _ in fields["birds"]:
            throw = (rng.uniform(-20, 90), rng.uniform(0.5, 1.2))
            row = (180 - throw[0] if left else throw[0], throw[1])
            if kind == "solved":
                angle, pull = self.solved(name)[rng.integers(len(self.solved(name)))]
                angle += rng.uniform(-NEAR_DEG, NEAR_DEG)
                row = (180 - angle if left else angle, pull)
            elif kind == "aimed" and targets:
                target = targets[rng.integers(len(targets))]
                aims = ballistic_deg(launch["speed_per_drag_per_s"] * launch["max_drag_m"], gravity, anchor, target)
                row = (aims[rng.integers(2)], 1) if aims else row
            rows.append((*row, int(rng.integers(200, 2001)) if rng.random() < 0.5 else -1))
        return kind, rows


FIXED = ("ground", "slingshot", "platform", "fan")
EVENT = ("kind", "body", "other", "speed_mps", "amount")


def state_of(bodies):
    return b"".join(bodies[name].tobytes() for name in ("present", "life", "at_m", "angle_rad"))


def events_of(world, bodies, launch_s):
    """The events of objects since the launch. Pushes are left out, since a push is logged when it ends, perhaps in a later turn,
    and so are contacts of birds with the ground, platforms and other birds."""
    events = world.events()
    matters = np.append((bodies["phase"] == "") & ~np.isin(bodies["type"], FIXED), False)  # body -1 is nothing
    kept = matters[events["body"]] | (events["kind"] == "contact") & matters[events["other"]] | (events["kind"] == "score")
    events = events[kept & (events["kind"] != "push")]
    steps = np.rint((events["time_s"] - launch_s) / world.step_s).astype(np.int64)
    return steps.tobytes() + b"".join(events[name].tobytes() for name in EVENT)


def result(task, shots, physics):
    """What an earlier end of the play must not change: whether it is won, its score, and for each launch the exact state of all
    objects just before it and all events of objects up to the next launch, with times counted from the launch. And its time
    steps."""
    world = novphy.World(task, physics)
    for shot in shots:
        if world.end is None:
            world.throw(*shot)
    turns = []
    while world.end is None:
        launch_s, state = world.time_s, state_of(world.bodies()[: task.objects])
        world.step(until="launch")
        turns.append((state, events_of(world, world.bodies(), launch_s)))
    return world.won, world.score, turns, world.steps


def difference(here, later, compare_turns):
    """The index of the count to which this difference belongs, and its text; None without a difference."""
    if here[0] and not later[0]:
        return 0, "won, and lost with the other ends"
    if later[0] and not here[0]:
        return 1, "lost, and won with the other ends"
    if not here[0] and here[1] != later[1]:
        return 2, "another score"
    if compare_turns and here[2] != later[2]:
        return 3, "another turn of a bird"
    return None


def drawn_tasks(chunk, seed, templates):
    """The tasks of a chunk of plays, one of each template. Those of each second chunk have distractors."""
    distractors = 5 if chunk % 2 == 0 else 0
    with tempfile.TemporaryDirectory() as folder:
        sets = enumerate([None, *templates])
        made = [made_tasks("all", f"{folder}/{i}", 1, seed + chunk, distractors, place) for i, place in sets]
    return [task for tasks in made for task in tasks]


def run(options):
    catalogue = use_physics(lambda steps: {"later": LATER[options.later](steps)})
    bases = {f"{pair}/{side}": novphy.base_task(f"{pair}/{side}") for pair in novphy.pairs() for side in ("normal", "novel")}
    for folder in options.templates:
        bases.update(engine.published_templates(folder))
    drawer = Drawer(bases, catalogue)

    def played(number):
        rng = np.random.default_rng([options.seed, number])
        name, task = tasks[order[number % of_chunk] % len(tasks)]
        task = drawer.changed(task, rng)
        kind, shots = drawer.shots(name, task, rng)
        here, later = result(task, shots, "standard"), result(task, shots, "later")
        found = difference(here, later, options.later == "rest")
        if found:
            throws = "".join(f" {angle:.3f}@{min(pull, 1):.3f}" for angle, pull, _ in shots)
            print(f"play {number} of {name}, {kind} throws:{throws}: {found[1]}")
        return kind, here[0], found and found[0], here[3], later[3]

    numbers, of_chunk, plays = range(options.first, options.first + options.plays), PLAYS_OF_TASK * len(bases), []
    for chunk in range(numbers[0] // of_chunk, numbers[-1] // of_chunk + 1):
        tasks = drawn_tasks(chunk, options.seed, options.templates)
        order = np.random.default_rng([options.seed, chunk, 0]).permutation(of_chunk)
        own = range(max(numbers[0], chunk * of_chunk), min(numbers[-1] + 1, (chunk + 1) * of_chunk))
        plays += on_threads(played, own, options.jobs)
    kinds, counts = Counter(kind for kind, *_ in plays), Counter(found for _, _, found, _, _ in plays)
    print(
        f"{len(plays)} plays of {len(bases)} templates ({kinds['random']} random, {kinds['aimed']} aimed, {kinds['solved']} solved "
        f"throws), {sum(won for _, won, *_ in plays)} won\ncompared with: {options.later}\n"
        f"{counts[0]} wins are lost, {counts[1]} losses are won, {counts[2]} losses have another score"
        + (f", {counts[3]} others another turn of a bird" if options.later == "rest" else "")
    )
    print(f"{np.mean([play[3] for play in plays]):.0f} steps a play instead of {np.mean([play[4] for play in plays]):.0f}")


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--templates", [], "A folder of published templates, besides our pairs", action="append", metavar="DIR"),
        option(
            "--later",
            "rest",
            "Ends to compare with: rest, without certain ends: birds go when they rest, are too old or have left; cap, to the time "
            "cap after the last launch, whatever happens; fast, with the searches' rule for slow birds, which ends plays sooner",
            choices=LATER,
        ),
        option("--plays", 20000, "How many", type=within(int, 1, 10**9)),
        option("--from", 0, "Number of the first play", type=within(int, 0, 10**9), dest="first"),
        SEED,
        JOBS,
    )
