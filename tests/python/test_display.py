"""What notebooks show of the package's objects: texts, tables, pictures, data frames."""

import pickle
import struct
import sys
import zlib
from xml.etree import ElementTree

import novphy
import numpy as np
import pytest
from novphy.judging import Difficulty


@pytest.fixture(scope="module")
def records(small_plan):
    return novphy.run(small_plan, "pig_shooter")


def pixels(png):
    """The picture of a PNG file without filters."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size]) == (zlib.crc32(kind + data),)
        chunks[kind] = data
        at += 12 + size
    width, height, depth, colours = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert (depth, colours) == (8, 2) and not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def cells(html):
    """The texts of a table's cells, row by row."""
    return [["".join(cell.itertext()) for cell in row] for row in ElementTree.fromstring(html).iter("tr")]


def test_texts_say_what_an_object_is(task, records, small_plan):
    assert repr(task) == "<Task rolling/agents/normal: 1 bird, 1 pig, 9 objects>"
    assert repr(novphy.inject(novphy.without(novphy.make_tasks("rolling/fan:normal", proof="none")[0]), "storm")).startswith("<Task with storm: ")
    assert repr(novphy.World(task)) == "<World: 0.00 s, 1 bird left, goes on>"
    played = [each for each in records if each["phase"] in ("normal", "novel")]
    share = round(100 * np.mean([each["passed"] for each in played]))
    assert repr(records) == f"<Records pig_shooter: 3 trials, {len(played)} tasks, {share} % passed>"
    assert repr(novphy.Records([], {"agent": "mine"})) == "<Records mine: 0 trials, 0 tasks>"
    assert repr(novphy.Session(small_plan, 0)) == "<Session: choose>"
    assert repr(novphy.Physicist(plays=400)) == "<Physicist: 400 plays, noise of 0 px>"
    assert repr(small_plan) == "<Plan: 1 novelty-scenario, 3 trials, 2 calibration runs>"
    assert repr(novphy.measure(records)) == "<Measures of pig_shooter: 1 novelty-scenario>"


def test_records_and_plans_are_tables(records, small_plan):
    normal, novel = ([each["passed"] for each in records if each["phase"] == phase] for phase in ("normal", "novel"))
    html = records._repr_html_()
    shares = [f"{100 * np.mean(each):.0f} %" for each in (normal, novel)]
    assert cells(html)[1:] == [["rolling", "agents", "3", str(len(normal)), shares[0], "9", shares[1]]]
    assert html == novphy.Records(list(records), records.fingerprint)._repr_html_()
    assert cells(small_plan._repr_html_())[1:] == [["rolling", "agents", "3", "0", "2", str(len(normal)), "9"]]


def test_names_are_escaped(records):
    named = novphy.Records(records, {**records.fingerprint, "name": "<b>&</b>"})
    assert "<b>" not in named._repr_html_() and named.agent in "".join(ElementTree.fromstring(named._repr_html_()).itertext())
    assert cells(novphy.measure(named)._repr_html_())[1][0] == "<b>&</b>"


def test_measures_are_a_table_with_intervals(records):
    measured = novphy.measure(records)
    header, row = cells(measured._repr_html_())
    assert header == ["agent", "CDT", "DD", "AP", "AUS"] and row[0] == "pig_shooter"
    assert row[3].startswith(f"{measured.value('ap'):.2f}")


def test_verdicts_are_tables():
    checks = {"solvable": novphy.tasks.Check("passed", "window < 5 deg")}
    side = novphy.tasks.Side("rolling/agents/normal", True, 1, 2, [], checks)
    verified = novphy.tasks.Verified(side, side)
    assert repr(verified) == "<Verified rolling/agents: passed>"
    assert cells(verified._repr_html_())[1] == ["solvable", "passed", "window < 5 deg", "passed", "window < 5 deg"]
    judged = novphy.Judged("solvable", True, True, 0.01, 0.0, 168, 2, 4.0, [(43.5, 1.0, -1, -1)], 1, 6, 0)
    assert ["witness", "43.5 deg, 1.00 m"] in cells(judged._repr_html_())
    table = "novelty,scenario,side,state,dimension,mean\nfan,rolling,novel,detection,colour,0.25\nfan,rolling,normal,detection,colour,\n"
    difficulty = Difficulty("{}", table, "", "", "")
    assert repr(difficulty) == "<Difficulty of rolling/fan>"
    assert cells(difficulty._repr_html_()) == [["pair", "colour (detection)"], ["rolling/fan", "0.25"]]


def test_tasks_and_worlds_are_pictures(task):
    seen = novphy.observe(task, "picture", (800, 600))[:400]
    np.testing.assert_array_equal(pixels(task._repr_png_()), seen)
    world = novphy.World(task)
    np.testing.assert_array_equal(pixels(world._repr_png_()), seen)
    world.throw(45)
    world.step(0.5)
    assert (pixels(world._repr_png_()) != seen).any()


def test_plays_are_pictures_of_their_last_moment(task):
    play = novphy.play(task, [[45, 0.9]])
    world = novphy.World(task)
    world.throw(45, 0.9)
    world.step()
    shown = play._repr_png_()
    assert world.end == play.end and world.digest == play.digest and shown == world._repr_png_()
    again = pickle.loads(pickle.dumps(play))
    assert again == play and again._repr_png_() == shown and len(again) == 9
    assert novphy.play(task)._repr_png_() != shown
    film = novphy.play(task, [[45]], frames=2, size=(40, 30))
    np.testing.assert_array_equal(pixels(film._repr_png_()), film.frames[-1])


KINDS = {"novelty": "text", "trial": "whole", "control": "truth", "passed": "truth", "score": "number", "shots": "whole", "cost": "number"}


def test_records_are_a_data_frame_of_pandas(records, tmp_path):
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = records.to_pandas()
    assert len(frame) == len(records) and list(frame.columns[:4]) == ["agent", "run", "novelty", "scenario"]
    dtypes = {"text": "string", "whole": "Int64", "truth": "boolean", "number": "float64"}
    empty = novphy.Records([], {"agent": "mine"}).to_pandas()
    for name, kind in KINDS.items():
        assert str(frame[name].dtype) == str(empty[name].dtype) == dtypes[kind]
    assert frame["passed"].tolist() == [each["passed"] for each in records]
    assert frame["shots"].tolist() == [len(each["shots"]) for each in records]
    csv = tmp_path / "records.csv"
    frame[frame["phase"].isin(["normal", "novel"])].to_csv(csv, index=False)
    assert novphy.measure(csv).value("ap") == novphy.measure(records).value("ap")
    unknown = novphy.Records([{**records[0], "no_result": True, "end": "agent_error"}], records.fingerprint).to_pandas()
    assert unknown[["passed", "score", "shots"]].isna().all(axis=None)


def test_measures_are_a_data_frame_of_pandas(records):
    pytest.importorskip("pandas", reason="pandas is not installed")
    measured = novphy.measure(records)
    frame = measured.to_pandas()
    np.testing.assert_array_equal(frame["mean"].to_numpy(), measured.table["mean"])
    overall = measured.to_pandas("overall").set_index("measure")
    assert overall["mean"]["ap"] == measured.value("ap") and "at" not in overall and "agent" in overall
    assert str(frame["class"].dtype) == "string"  # texts, also where all are empty
    with pytest.raises(novphy.InputError, match='table: found "all", expected one of .*overall'):
        measured.to_pandas("all")


def test_records_and_measures_are_data_frames_of_polars(records):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame, measured = records.to_polars(), novphy.measure(records)
    dtypes = {"text": polars.String, "whole": polars.Int64, "truth": polars.Boolean, "number": polars.Float64}
    assert {name: frame.schema[name] for name in KINDS} == {name: dtypes[kind] for name, kind in KINDS.items()}
    assert frame["passed"].to_list() == [each["passed"] for each in records]
    overall = measured.to_polars("overall")
    assert overall.filter(polars.col("measure") == "ap")["mean"].item() == measured.value("ap")


def test_what_is_missing_is_named(records, monkeypatch):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(ImportError, match=rf"to_{name}\(\) needs {name}: pip install {name}"):
            getattr(records, f"to_{name}")()
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r'novphy.plot needs matplotlib: pip install "novphy\[plot\]"'):
        novphy.plot.curve(records)
