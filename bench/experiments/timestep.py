"""Measures the influence of the time step: compares the winning throws of every published template under coarser time steps
with those under the shipped game's time step."""

import json
import time
from pathlib import Path

import novphy
import numpy as np
from common import JOBS, engine, main, option, use_physics, within

NUDGED = {"reference + 0.01 deg": 0.01}
"""Candidates whose throws are turned a little: how far the reference agrees with itself."""


def iterations(velocity, position):
    return {"velocity_iterations": velocity, "position_iterations": position}


def candidates(steps):
    """The ways to cut time into steps, by name, as rows of physics.json."""
    rows = {"reference": steps["reference"], "reference + 0.01 deg": steps["reference"]}
    for rate in (50, 100, 250, 500):
        for n in ((8, 3), (20, 10)):
            rows[f"1/{rate} s, {n[0]}/{n[1]}"] = {**steps["reference"], "step_s": 1 / rate, **iterations(*n)}
    for above in (8, 5, 4, 3, 2, 1, 0.3):
        for n in ((12, 4), (20, 10), (40, 20), (100, 100)):
            cut = {"above_mps": above, **iterations(*n)}
            rows[f"cut {above} m/s, {n[0]}/{n[1]}"] = {**steps["standard"], "cut": cut}
    return rows


class Side:
    """One side of a pair at the template's own place, with the throws of the sweep."""

    def __init__(self, name, task, step_deg, catalogue):
        fields = task.to_dict()
        least, most = (-85, 80) if fields.get("gravity", [0, -1])[1] > 0 else (-20, 88)
        preset = {name: effect.get("after_birds_gone", 0) for name, effect in catalogue["effects"].items()}
        waits = [effect.get("after_birds_gone", preset.get(effect["effect"], 0)) for effect in fields.get("effects", [])]
        self.name, self.task, self.direct = name, task, name[4:6] in ("01", "02")
        self.angles = [least + i * step_deg for i in range(round((most - least) / step_deg) + 1)]
        self.sacrificed = max(waits, default=0)
        self.left = fields.get("slingshot", {}).get("faces") == "left"

    def wins(self, physics, nudge_deg, jobs):
        """The winning angles."""
        won = self.won(physics, self.angles, nudge_deg, 1, jobs)
        return [angle for angle, wins in zip(self.angles, won) if wins]

    def won(self, physics, angles_deg, nudge_deg, pull_m, jobs):
        """Which throws win, where every bird takes the same one after the birds that a storm waits for are thrown away."""
        turned = np.array(angles_deg) + nudge_deg
        shots = np.full((len(turned), self.task.birds, 2), float(pull_m))
        shots[:, :, 0] = (180 - turned if self.left else turned)[:, None]
        shots[:, : self.sacrificed, 0] = 30 if self.left else 150
        return novphy.play_many(self.task, shots, jobs, physics).won


def windows_of(angles_deg, step_deg):
    """The centres of the windows of neighbouring angles."""
    windows = []
    for angle in angles_deg:
        if windows and angle - windows[-1][1] <= 1.01 * step_deg:
            windows[-1][1] = angle
        else:
            windows.append([angle, angle])
    return [(first + last) / 2 for first, last in windows]


class Overlap:
    """How well two sets of winning throws agree, summed over templates."""

    NEAR_DEG = 2
    """A window is lost if no window that was found is so near."""

    def __init__(self):
        self.wins = self.windows = self.lost_windows = self.both = self.either = 0
        self.overlaps, self.shifts_deg = [], []

    def add(self, found_deg, expected_deg, step_deg):
        """Adds a template's winning angles, ascending and multiples of step_deg apart."""
        both, either = len(set(found_deg) & set(expected_deg)), len(set(found_deg) | set(expected_deg))
        self.wins += len(found_deg)
        self.both += both
        self.either += either
        if either:
            self.overlaps.append(both / either)
        found = windows_of(found_deg, step_deg)
        for centre in windows_of(expected_deg, step_deg):
            self.windows += 1
            shift = min((abs(centre - other) for other in found), default=np.inf)
            if shift <= self.NEAR_DEG:
                self.shifts_deg.append(shift)
            else:
                self.lost_windows += 1

    def mean(self):
        """Jaccard overlap: the share of the throws that win in either set which win in both; mean over templates with any."""
        return np.mean(self.overlaps) if self.overlaps else 1.0

    def error(self):
        """Standard error of mean() over templates."""
        return np.std(self.overlaps, ddof=1) / np.sqrt(len(self.overlaps)) if len(self.overlaps) > 1 else 0.0

    def pooled(self):
        """Jaccard overlap over the throws of all templates together."""
        return self.both / self.either if self.either else 1.0


def sweep(name, sides, jobs):
    """A line of the file of results: the winning angles of each side, and throws per second of all threads together."""
    start = time.perf_counter()
    wins = {side.name: side.wins(name, NUDGED.get(name, 0), jobs) for side in sides}
    throws = sum(len(side.angles) for side in sides)
    return {"name": name, "wins_deg": wins, "throws_per_s": throws / (time.perf_counter() - start)}


def finished(file):
    """The sweeps in a file of JSON lines, by name; none where it does not exist. An interruption may have cut the last line."""
    done = {}
    lines = Path(file).read_text(encoding="utf-8").splitlines(keepends=True) if Path(file).exists() else []
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
            if line is lines[-1] and not line.endswith("\n"):
                break
        if not isinstance(row, dict) or "wins_deg" not in row:
            raise novphy.InputError(f"{file}: holds results of another experiment")
        done[row["name"]] = row
    return done


def print_row(row, reference, sides, step_deg):
    every, direct, objects = Overlap(), Overlap(), Overlap()
    for side in sides:
        angles = row["wins_deg"][side.name], reference["wins_deg"][side.name], step_deg
        every.add(*angles)
        (direct if side.direct else objects).add(*angles)
    shifts = every.shifts_deg or [0]
    print(
        f"{row['name']:<22} {every.wins:>5} {100 * every.mean():>6.1f}±{100 * every.error():<4.1f} {100 * direct.mean():>7.1f} "
        f"{100 * objects.mean():>7.1f} {100 * every.pooled():>8.1f} {np.mean(shifts):>9.2f} {max(shifts):>9.2f} "
        f"{every.lost_windows:>6}/{every.windows:<3} {row['throws_per_s']:>8.0f}",
        flush=True,
    )


def run(options):
    rows = {}
    catalogue = use_physics(lambda steps: rows.update(candidates(steps)) or rows)
    if options.against not in rows:
        raise novphy.InputError(f'--against: found "{options.against}", expected a name of the table')
    templates = engine.published_templates(options.templates)
    sides = [Side(name, task, options.step_deg, catalogue) for name, task in templates.items()]
    done = finished(options.out)
    print(
        f"{len(sides)} templates at their own place, throws every {options.step_deg:g} degrees. Overlap: share of the throws that "
        "win in either\nwhich win in both; mean over templates (all with its standard error, direct hits, objects), then over all "
        "throws.\nstep, iterations        wins     all±error  direct  object   pooled  shift deg  largest   windows lost  throws/s"
    )
    asked = [name for name in rows if name != options.against and (not options.only or name in options.only)]
    for name in [options.against, *asked]:
        if name not in done:
            done[name] = sweep(name, sides, options.jobs)
            Path(options.out).write_text("".join(json.dumps(row) + "\n" for row in done.values()), encoding="utf-8")
        print_row(done[name], done[options.against], sides, options.step_deg)


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--templates", about="Folder of the published templates", metavar="DIR", required=True),
        option("--out", about="Results, a JSON line each step; what stands there is not played again", metavar="FILE", required=True),
        option("--step-deg", 1, "Between throws", type=within(float, 0.01, 10)),
        option("--only", [], "A step by its name in the table; may be given several times", action="append", metavar="STEP"),
        option("--against", "reference", "The yardstick", metavar="STEP"),
        JOBS,
    )
