"""Compares the engine with formulas: flight, a bounce, sliding and rolling to rest or down a ramp, and a stack, under several steps.
Needs no recordings."""

import math

import novphy
import numpy as np
from common import ASSETS, hashes, main, use_physics

STEPS = {"1/50 s": 0.02, "1/100 s": 0.01, "1/250 s": 0.004, "1/1000 s": 0.001, "1/2500 s": 0.0004}
"""Steps of one length, each with 100 iterations; the last is the original's."""
ROWS = ("standard", *STEPS)
GRAVITY, DRAG = 4.9, 0.45
"""Of blocks: half of 9.8 m/s², and linear drag in 1/s."""
BIRD_GRAVITY = 0.48 * 9.8


def rows(steps):
    """Rows of physics.json in which every play lasts, and free flight has steps of the row's length, not shorter ones."""
    added = {name: {**steps["reference"], "step_s": step_s, "early_end": False} for name, step_s in STEPS.items()}
    return {**added, "standard": {**steps["standard"], "early_end": False}}


class Scene:
    """A task with a bird and these objects. With `away`, the bird is thrown out of the world at the start."""

    def __init__(self, physics, objects, bird="red", away=True, unlike=None, push=None):
        far = {"type": "pig_small", "at": [17, -3.27]}
        effects = [{"effect": "alteration", "on": {"blocks": True}, "unlike": unlike}] if unlike else []
        if push:
            effects.append({"effect": "force_field", "everywhere": True, "times_mass": True, "on": {"blocks": 0}, **push})
        fields = {"novphy_task": 1, "birds": [bird], "objects": [*objects, far], "effects": effects, "may_overlap": True}
        self.world = novphy.World(novphy.Task.from_dict(fields), physics)
        self.bird = len(objects) + 1
        if away:
            self.world.throw(175)

    def see(self, time_s, body=0):
        """The body at this time: x, y (m), and speed (m/s)."""
        self.world.step_to(time_s)
        row = self.world.bodies()[body]
        return *row["at_m"], math.hypot(*row["velocity_mps"])


def fallen_m(time_s):
    """How far a block falls from rest."""
    return GRAVITY / DRAG * (time_s - (1 - math.exp(-DRAG * time_s)) / DRAG)


def rise_m(speed_mps):
    """How high a block rises that leaves upwards with this speed."""
    return slide_m(speed_mps, GRAVITY)


def slide_m(speed_mps, brake_mps2):
    """The way on which a constant force and a block's drag stop it."""
    return speed_mps / DRAG - brake_mps2 / DRAG**2 * math.log1p(DRAG * speed_mps / brake_mps2)


def flight(physics):
    """The way of a bird in 1.5 s after its launch at 60 degrees with 10 m/s, up and right, against the parabola."""
    scene, direction = Scene(physics, [], away=False), np.array([0.5, math.sqrt(0.75)])
    start = np.array(scene.see(0, scene.bird)[:2]) - direction  # a full pull is 1 m
    scene.world.throw(60)
    seen = np.array(scene.see(1.5, scene.bird)[:2])
    told = start + 15 * direction - [0, BIRD_GRAVITY * 1.5**2 / 2]
    return math.hypot(*(told - start)), math.hypot(*(seen - start)), math.hypot(*(seen - told))


def bounce(physics):
    """How high a block with restitution 0.6 rises after a fall of three metres, from the height at which it rests in the end."""
    block = {"type": "rect_small", "material": "ice", "at": [0, -0.37]}
    scene = Scene(physics, [block], unlike={"bounce": 3, "life": 10})
    heights = [scene.see(i / 200)[1] for i in range(2000)]
    landed = int(np.argmax(np.diff(heights) > 0))
    fall_m = heights[0] - heights[-1]
    time_s = next(t / 1e5 for t in range(10**6) if fallen_m(t / 1e5) >= fall_m)
    told = rise_m(0.6 * GRAVITY / DRAG * (1 - math.exp(-DRAG * time_s)))
    seen = max(heights[landed:]) - heights[-1]
    return told, seen, seen - told


def slide(physics):
    """The way on which a flat block of wood comes to rest on the ground, after a push of 0.4 s."""
    block = {"type": "rect_big", "material": "wood", "at": [0, -3.38]}
    scene = Scene(physics, [block], push={"force": [15, 0], "times": {"from_s": 0, "until_s": 0.4}})
    x, _, speed = scene.see(0.44)
    told = slide_m(speed, GRAVITY * math.sqrt(5.333 * 0.4))
    seen = scene.see(4)[0] - x
    return told, seen, seen - told


def roll(physics):
    """The way of a disc, a blue bird, in 3 s down a ramp of 6 degrees. It rolls, and its spin has a drag of 1/s."""
    angle = math.radians(6)
    down, up = np.array([math.cos(angle), -math.sin(angle)]), np.array([math.sin(angle), math.cos(angle)])
    centre = np.array([-12.15, -2.1]) + 9 * down - 0.32 * up
    ramp = {"type": "platform", "at": centre.tolist(), "size": [22, 0.64], "angle_deg": -6}
    scene = Scene(physics, [ramp], bird="blue", away=False)
    scene.world.throw(0, 0.05)
    *start, speed = scene.see(2, scene.bird)
    *end, _ = scene.see(5, scene.bird)
    # A disc's inertia is half of mass times radius squared, so 3/2 v' = g sin(angle) - v / 2.
    limit_mps = 2 * BIRD_GRAVITY * math.sin(angle)
    told = 3 * limit_mps + (speed - limit_mps) * 3 * (1 - math.exp(-1))
    seen = math.hypot(end[0] - start[0], end[1] - start[1])
    return told, seen, seen - told


def stack(physics):
    """How far any of five blocks on each other moves from 2 to 12 s."""
    blocks = [{"type": "rect_fat", "material": "wood", "at": [0, -3.285 + 0.43 * i]} for i in range(5)]
    scene = Scene(physics, blocks)
    before = [scene.see(2, i)[:2] for i in range(5)]
    after = [scene.see(12, i)[:2] for i in range(5)]
    seen = max(math.dist(a, b) for a, b in zip(before, after))
    return 0, seen, seen


CHECKS = {"free flight": flight, "bounce": bounce, "sliding": slide, "rolling": roll, "stack": stack}


def run(options):
    use_physics(rows, changes=["physics:/rules/settle_s=0"])
    print(f"{'':<12}" + "".join(f" | {name:^22}" for name in CHECKS))
    print(f"{'step':<12}" + f" | {'formula':>7} {'seen':>7} {'off mm':>6}" * len(CHECKS))
    for name in ROWS:
        print(f"{name:<12}", end="")
        for check in CHECKS.values():
            told, seen, off = check(name)
            print(f" | {told:>7.4f} {seen:>7.4f} {1000 * off:>6.1f}", end="")
        print()
    print(f"lengths in metres; {hashes(ASSETS)}")


if __name__ == "__main__":
    main(run, __doc__)
