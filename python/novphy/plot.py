"""Figures of the report, with its numbers, and pictures of plays, for matplotlib (`pip install "novphy[plot]"`).

Each function draws into Axes that it is given, or into a new Figure, and returns the Axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union

import numpy as np

from novphy._errors import InputError
from novphy._frames import needed
from novphy.agents import Records
from novphy.measuring import Measures, measure
from novphy.playing import Play
from novphy.seeing import observe
from novphy.tasks import TaskLike, as_task
from novphy.worlds import World

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MEASURES", "agents", "cells", "curve", "task"]

MEASURES = ("cdt", "dd", "ap", "aus")
"""The measures of agents() unless others are given: those of NovPhy's tables."""

_LEFT, _RIGHT, _BOTTOM, _TOP = -17.5, 17.5, -14.125, 12.125
"""What a picture of 4 to 3 shows, in metres (view/stage.h)."""
_DEEP = -5.375
"""Below it is only ground."""
_SHARES = ("cdt", "ap", "aus", "aus_trapz", "wdt", "missed", "normal")
"""Measures from 0 to 1."""
_MARKERS = "osD^vP*X<>ph"
_SHORTEST_S = 0.02
"""Between two points of a path."""


def _axes(ax: Optional[Axes]) -> Axes:
    pyplot = needed("matplotlib.pyplot", "novphy.plot", '"novphy[plot]"')
    return pyplot.subplots(layout="constrained")[1] if ax is None else ax


def _measured(results: Union[Measures, Records, Sequence[Records]]) -> Measures:
    return results if isinstance(results, Measures) else measure(results)


def _rows(results: Measures, agent: str, table: str, key: str, **cell: str) -> Iterator[dict[str, Any]]:
    """The rows of a measure in one of the tables."""
    wanted = {"agent": agent, "table": table, "measure": key, **cell}
    rows = np.ones(len(results.table["measure"]), bool)
    for column, text in wanted.items():
        rows &= results.table[column] == text
    for row in np.flatnonzero(rows):
        yield {name: values[row] for name, values in results.table.items()}


def curve(
    results: Union[Measures, Records, Sequence[Records]],
    novelty: str = "",
    scenario: str = "",
    detection: bool = False,
    ax: Optional[Axes] = None,
) -> Axes:
    """The pass rate of each agent by task, with bands.

    Arguments:
        results: what measure() or run() returned, or a list of the latter.
        novelty: only trials of this novelty.
        scenario: only trials of this scenario.
        detection: draws the share of trials in which the novelty was detected correctly by the i-th novel task instead.
        ax: the Axes to draw into.

    The bands are the intervals of the table: Wilson's, and Student's over several trainings. Raises InputError where there is no
    such curve, and ImportError without matplotlib.
    """
    measured = _measured(results)
    axes = _axes(ax)
    key = "detected_by" if detection else "pass_rate"
    for i, agent in enumerate(measured.agents):
        points = list(_rows(measured, agent, "curve", key, novelty=novelty, scenario=scenario))
        if points:
            at, mean, low, high = np.array([[each[name] for name in ("at", "mean", "low", "high")] for each in points]).T
            marker = _MARKERS[i % len(_MARKERS)]
            line = axes.plot(at, mean, label=agent, marker=marker, drawstyle="steps-post" if detection else None)[0]
            step = "post" if detection else None
            axes.fill_between(at, low, high, color=line.get_color(), alpha=0.15, linewidth=0, step=step)
    if not axes.lines:
        raise InputError(f'curve: found no {key} of the novelty "{novelty}" and the scenario "{scenario}" ("": all)')
    if not detection:
        axes.axvline(-0.5, color="black", linestyle="--", linewidth=1, label="the world changes")
    axes.set(
        xlabel="novel tasks seen" if detection else "task, counted from the change",
        ylabel="detected correctly" if detection else "pass rate",
        ylim=(-0.02, 1.02),
        title=", ".join(each for each in (novelty, scenario) if each),
    )
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend()
    return axes


def agents(
    results: Union[Measures, Records, Sequence[Records]],
    measures: Sequence[str] = MEASURES,
    by: str = "overall",
    axes: Optional[Sequence[Axes]] = None,
) -> np.ndarray:
    """The measures of the agents side by side: a dot for each mean, and its interval as a line.

    Arguments:
        results: what measure() or run() returned, or a list of the latter.
        measures: keys of docs/reference/measures.md, each of which gets a panel.
        by: the rows: "overall", "novelty" or "scenario".
        axes: as many Axes to draw into.

    Returns the array of the Axes. Raises InputError for an unknown key or `by`, and ImportError without matplotlib.
    """
    tables = {"overall": "overall", "novelty": "nps", "scenario": "spn"}
    if by not in tables:
        raise InputError(f'by: found "{by}", expected overall, novelty or scenario')
    measured = _measured(results)
    if axes is None:
        pyplot = needed("matplotlib.pyplot", "novphy.plot", '"novphy[plot]"')
        width = 2 + 2.2 * len(measures)
        axes = pyplot.subplots(1, len(measures), sharey=True, squeeze=False, figsize=(width, 3.2), layout="constrained")[1][0]
    if len(axes) != len(measures):
        raise InputError(f"axes: found {len(axes)}, expected one for each of the {len(measures)} measures")
    if by != "overall":
        found = [str(each[by]) for agent in measured.agents for each in _rows(measured, agent, tables[by], measures[0])]
    names = list(dict.fromkeys(found)) if by != "overall" else [""]
    for key, panel in zip(measures, axes):
        if key not in measured.table["measure"]:
            raise InputError(f'measures: found "{key}", expected keys of docs/reference/measures.md')
        _draw_dots(panel, measured, key, tables[by], by, names)
    return np.asarray(axes)


def cells(
    results: Union[Measures, Records, Sequence[Records]],
    measure: str = "ap",
    agent: Optional[str] = None,
    ax: Optional[Axes] = None,
) -> Axes:
    """A map of the measure of an agent: a row for each novelty, a column for each scenario. Undefined cells stay empty.

    Arguments:
        results: what measure() or run() returned, or a list of the latter.
        measure: a key of docs/reference/measures.md.
        agent: the agent's name, which may be left out where there is one.
        ax: the Axes to draw into.

    Raises InputError where the measure has no value, and ImportError without matplotlib.
    """
    measured = _measured(results)
    if agent is None and len(measured.agents) > 1:
        raise InputError(f"agent: found none, expected one of {', '.join(measured.agents)}")
    name = measured.agents[0] if agent is None else agent
    rows = [row for row in _rows(measured, name, "cell", measure) if np.isfinite(row["mean"])]
    if not rows:
        raise InputError(f'cells: found no {measure} of the agent "{name}"')
    novelties, scenarios = (list(dict.fromkeys(str(row[key]) for row in rows)) for key in ("novelty", "scenario"))
    means = np.full((len(novelties), len(scenarios)), np.nan)
    for row in rows:
        means[novelties.index(row["novelty"]), scenarios.index(row["scenario"])] = row["mean"]
    axes = _axes(ax)
    image = axes.imshow(means, aspect="auto", **({"vmin": 0, "vmax": 1} if measure in _SHARES else {}))
    for (y, x), mean in np.ndenumerate(means):
        if np.isfinite(mean):
            axes.text(x, y, f"{mean:.2f}", ha="center", va="center", color="black" if image.norm(mean) > 0.5 else "white")
    axes.set(title=f"{measure.upper()} of {name}", xticks=range(len(scenarios)), xticklabels=scenarios)
    axes.set(yticks=range(len(novelties)), yticklabels=novelties)
    return axes


def _draw_dots(axes: Axes, measured: Measures, key: str, table: str, by: str, names: list[str]) -> None:
    several = len(measured.agents)
    for i, agent in enumerate(measured.agents):
        for row in _rows(measured, agent, table, key):
            place = 0.0 if not names[0] else float(names.index(str(row[by])))
            y = float(i) if by == "overall" else place + 0.6 * ((i + 0.5) / several - 0.5)
            colour = f"C{i}"
            axes.plot([row["low"], row["high"]], [y, y], color=colour)
            axes.plot([row["mean"]], [y], color=colour, marker=_MARKERS[i % len(_MARKERS)], linestyle="", label=agent)
    ticks = measured.agents if by == "overall" else names
    axes.set(title=key.upper(), yticks=range(len(ticks)), yticklabels=ticks, ylim=(len(ticks) - 0.5, -0.5))
    axes.grid(axis="x", alpha=0.3)
    if key in _SHARES:
        axes.set_xlim(-0.02, 1.02)
    if not any(np.isfinite(line.get_xdata()).any() for line in axes.lines):
        axes.set_xticks([])
        axes.text(0.5, 0.5, "undefined", ha="center", transform=axes.transAxes)
    if by != "overall":
        handles = {label: handle for handle, label in zip(*axes.get_legend_handles_labels())}
        axes.legend(handles.values(), handles.keys())


def task(
    task: TaskLike,
    shots: Sequence[Any] = (),
    physics: str = "standard",
    ax: Optional[Axes] = None,
) -> Axes:
    """A picture of a task, in metres, with the ways of birds.

    Arguments:
        task: a Task, its file or its name.
        shots: the shots of a play, as play() takes them, or a list of such. Their birds' ways are drawn, full where the play
            passes the task.
        physics: the solver's numbers, an entry of physics.json.
        ax: the Axes to draw into.

    Raises InputError as play() does, and ImportError without matplotlib.
    """
    shown = as_task(task)
    axes = _axes(ax)
    axes.imshow(observe(shown, "picture", (1280, 960)), extent=(_LEFT, _RIGHT, _BOTTOM, _TOP))
    plays = [shots] if len(shots) and all(np.ndim(row) < 2 for row in shots) else shots
    for i, each in enumerate(plays):
        world, ways = _ways(shown, each, physics)
        for j, way in enumerate(ways):
            style: dict[str, Any] = {"linestyle": "-" if world.won else ":", "color": f"C{i}"}
            axes.plot(*way.T, label=f"play {i + 1}{', passed' if world.won else ''}" if j == 0 else None, **style)
    axes.set(xlabel="m", ylabel="m", xlim=(_LEFT, _RIGHT), ylim=(_DEEP, _TOP), aspect="equal")
    if len(shots):
        axes.legend()
    return axes


def _ways(task: Any, shots: Any, physics: str) -> tuple[World, list[np.ndarray]]:
    """The world after the play, and the ways of its birds in flight."""
    world = World(task, physics)
    for row in shots:
        world.throw(*np.atleast_1d(row))
    ways: dict[int, list[Any]] = {}
    while world.end is None:
        if world.waits:
            world.give_up()
            continue
        world.step(_SHORTEST_S)
        bodies = world.bodies()
        for each in bodies[bodies["phase"] == "flying"]:
            ways.setdefault(int(each["id"]), []).append(each["at_m"])
    return world, [np.array(way) for way in ways.values()]
