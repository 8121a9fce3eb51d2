"""Prints how near the tasks that agents believe in come to the worlds that they are shown: docs/results/physicist.md."""

import math
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import novphy
import numpy as np
from common import COUNT, JOBS, SEED, main, made_tasks, on_threads, option

SHOWINGS = [(noise_px, observations) for noise_px in (0, 2, 5) for observations in (1, 8)]
"""How a world is shown."""
AT_REST_DEG = 0.1
"""Bodies at rest sink into each other by a little."""
DRAWS = 4


@dataclass
class Errors:
    """Sizes of errors, and whether each coordinate lay within two of the standard deviations that were told."""

    sizes: list = field(default_factory=list)
    within: list = field(default_factory=list)

    def summary(self):
        """Mean, median and 95 %."""
        sizes = sorted(self.sizes) or [0]
        shares = [sizes[(len(sizes) - 1) * percent // 100] for percent in (50, 95)]
        return " ".join(f"{size:6.4f}" for size in (np.mean(sizes), *shares))


@dataclass
class Findings:
    right: list = field(default_factory=list)  # whether an object's type and material are those of its most probable kind
    place_m: Errors = field(default_factory=Errors)
    angle_deg: Errors = field(default_factory=Errors)
    drawn_m: Errors = field(default_factory=Errors)  # objects of drawn tasks, once these have settled
    at_rest_m: Errors = field(default_factory=Errors)  # the same, drawn at rest

    def add(self, other):
        self.right += other.right
        for name in ("place_m", "angle_deg", "drawn_m", "at_rest_m"):
            getattr(self, name).sizes.extend(getattr(other, name).sizes)
            getattr(self, name).within.extend(getattr(other, name).within)


def compare(believed, body, findings):
    kind, material, _ = believed["kinds"][0]
    findings.right.append((kind, material) == (body["type"], body["material"]))
    off = np.subtract(believed["at_m"], body["at_m"])
    findings.place_m.sizes.append(math.hypot(*off))
    findings.place_m.within.extend(abs(off) <= 2 * believed["at_sd_m"])
    if not body["type"].startswith("circle"):  # a round object's angle means nothing
        turn = math.degrees(math.remainder(believed["angle_rad"] - body["angle_rad"], 2 * math.pi))
        findings.angle_deg.sizes.append(abs(turn))
        findings.angle_deg.within.append(abs(turn) <= 2 * (math.degrees(believed["angle_sd_rad"]) + AT_REST_DEG / 2))


def findings_of(task, is_normal, noise_px, observations, seed):
    """Only tasks of normal templates play by the laws that drawn tasks have."""
    world = novphy.World(task)
    bodies, findings = world.bodies(), Findings()
    believed = novphy.believe([world.see(noise_px, seed * observations + i) for i in range(observations)], noise_px)
    for each in believed.objects:
        compare(each, bodies[each["id"]], findings)
    true_m = bodies["at_m"][[each["id"] for each in believed.objects]]
    for at_rest, errors in ((False, findings.drawn_m), (True, findings.at_rest_m)) if is_normal else ():
        for drawn in believed.draw(DRAWS, seed, at_rest):
            errors.sizes.extend(np.hypot(*(novphy.World(drawn).bodies()["at_m"][: len(true_m)] - true_m).T))
    return findings


def run(options):
    with tempfile.TemporaryDirectory() as folder:
        names = [options.pairs] if options.pairs else "all"
        made = made_tasks(names, Path(folder) / "tasks", options.tasks, options.seed, jobs=options.jobs)

    def findings(noise_px, observations):
        def of(number):
            name, task = made[number]
            return findings_of(task, name.endswith("/normal"), noise_px, observations, options.seed * len(made) + number)

        found = Findings()
        for one in on_threads(of, range(len(made)), options.jobs):
            found.add(one)
        return found

    each = {showing: findings(*showing) for showing in SHOWINGS}
    print(
        f"{len(each[0, 1].right)} objects of {len(made)} tasks. Errors: mean, median, 95 %, and the share (%) within 2 sd; "
        "the last columns are of objects in drawn normal tasks, once settled"
    )
    print(f"{'noise  seen  right %':<22}{'place (m)':<31}{'angle (deg)':<31}{'drawn (m)':<23}drawn at rest (m)")
    for (noise_px, observations), found in each.items():
        shares = [100 * np.mean(flags or [0]) for flags in (found.right, found.place_m.within, found.angle_deg.within)]
        print(
            f"{noise_px:>3} px {observations:>3}   {shares[0]:7.2f}   {found.place_m.summary()} {shares[1]:6.1f}   "
            f"{found.angle_deg.summary()} {shares[2]:6.1f}   {found.drawn_m.summary()}   {found.at_rest_m.summary()}"
        )


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--pairs", about="A pair file, or a folder of them; default: the shipped pairs", metavar="FILE"),
        option("--tasks", 3, "Tasks of each template", type=COUNT),
        SEED,
        JOBS,
    )
