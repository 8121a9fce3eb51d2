"""The figures of novphy.plot have the numbers of the report."""

import novphy
import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (after the choice of what draws)


@pytest.fixture(scope="module")
def measured():
    plan = novphy.plan("rolling/agents", trials=3, min_normal=2, max_normal=3, novel=3, calibration_runs=0, proof="none")
    return novphy.measure([novphy.run(plan, agent) for agent in ("pig_shooter", "random")])


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


@pytest.mark.parametrize(("arguments", "place"), [({}, "overall"), ({"novelty": "agents"}, "by_novelty"), ({"scenario": "rolling"}, "by_scenario")])
def test_curves_have_the_bands_of_the_report(measured, arguments, place):
    axes = novphy.plot.curve(measured, **arguments)
    lines = {line.get_label(): line for line in axes.lines}
    for of, band in zip(measured.json["agents"], axes.collections):
        wanted = of["pass_rates"][place]
        wanted = wanted[0] if isinstance(wanted, list) else wanted
        line = lines[of["agent"]]
        assert line.get_xdata().tolist() == wanted["task"] and line.get_ydata().tolist() == wanted["rate"]
        edges = {tuple(point) for point in band.get_paths()[0].vertices}
        assert edges >= {(at, each) for at, interval in zip(wanted["task"], wanted["interval"]) for each in interval}


def test_curves_of_detection(measured):
    axes = novphy.plot.curve(measured, detection=True)
    for line, of in zip(axes.lines, measured.json["agents"]):
        wanted = of["time_to_detection"]
        assert (line.get_xdata() - 1).tolist() == wanted["task"] and line.get_ydata().tolist() == wanted["rate"]


@pytest.mark.parametrize(("by", "table"), [("overall", "overall"), ("novelty", "nps"), ("scenario", "spn")])
def test_dots_have_the_intervals_of_the_table(measured, by, table):
    keys = ("cdt", "dd", "ap", "aus")
    for key, axes in zip(keys, novphy.plot.agents(measured, by=by)):
        rows = (measured.table["table"] == table) & (measured.table["measure"] == key)
        drawn = [line.get_xdata() for line in axes.lines]
        np.testing.assert_array_equal([each[0] for each in drawn[1::2]], measured.table["mean"][rows])
        np.testing.assert_array_equal(drawn[::2], np.array([measured.table["low"][rows], measured.table["high"][rows]]).T)


def test_a_map_has_the_means_of_the_cells(measured):
    axes = novphy.plot.cells(measured, agent="pig_shooter")
    wanted = measured.value("ap", agent="pig_shooter", novelty="agents", scenario="rolling")
    assert axes.images[0].get_array().tolist() == [[wanted]] and axes.texts[0].get_text() == f"{wanted:.2f}"
    assert [axes.get_yticklabels()[0].get_text(), axes.get_xticklabels()[0].get_text()] == ["agents", "rolling"]


def test_figures_go_into_given_axes(measured):
    figure, axes = pyplot.subplots(1, 3)
    assert novphy.plot.curve(measured, ax=axes[0]) is axes[0]
    assert novphy.plot.task("rolling/fan:novel", ax=axes[1]) is axes[1]
    assert novphy.plot.agents(measured, ["ap"], axes=axes[2:]).tolist() == [axes[2]]
    assert pyplot.get_fignums() == [figure.number]


def test_pictures_of_plays_are_in_metres(task):
    passing, failing = novphy.solve(task), [[80.0]]
    axes = novphy.plot.task("rolling/agents:normal", passing)
    assert [line.get_label() for line in axes.lines] == ["play 1, passed"]
    axes = novphy.plot.task("rolling/agents:normal", [passing, failing])
    assert [line.get_label() for line in axes.lines] == ["play 1, passed", "play 2"]
    world = novphy.World(task)
    sling = world.bodies()["at_m"][world.bodies()["phase"] == "on_sling"][0]
    for line in axes.lines:
        assert np.hypot(*(line.get_xydata()[0] - sling)) < 2
    picture, (left, right, bottom, top) = axes.images[0].get_array(), axes.images[0].get_extent()
    row = int((top - sling[1]) / (top - bottom) * picture.shape[0])
    column = int((sling[0] - left) / (right - left) * picture.shape[1])
    red, green, blue = picture[row - 3 : row + 4, column - 3 : column + 4].reshape(-1, 3).mean(axis=0)
    assert red > 1.5 * green and red > 1.5 * blue  # the bird


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda measured: novphy.plot.curve(measured, novelty="fan"), 'curve: found no pass_rate of the novelty "fan"'),
        (lambda measured: novphy.plot.agents(measured, by="agent"), 'by: found "agent"'),
        (lambda measured: novphy.plot.agents(measured, ["app"]), 'measures: found "app"'),
        (lambda measured: novphy.plot.agents(measured, axes=[]), "axes: found 0"),
        (lambda measured: novphy.plot.cells(measured), "agent: found none, expected one of pig_shooter, random"),
        (lambda measured: novphy.plot.cells(measured, "app", "random"), "cells: found no app of the agent"),
        (lambda measured: novphy.plot.task("rolling/agents"), "is a pair of two tasks"),
        (lambda measured: novphy.plot.task("rolling/fan:normal", [[[45], [45]]]), ""),
    ],
)
def test_bad_input_is_refused(measured, call, message):
    with pytest.raises(novphy.InputError) as raised:
        call(measured)
    assert message in str(raised.value)
