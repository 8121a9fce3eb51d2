"""The experiments that are scripts: bench/experiments/NAME.py."""

import math
import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import PRELOADED, ROOT
from program import error_of, run

import novphy

FOLDER = ROOT / "bench/experiments"
SHARED = Path(os.environ.get("NOVPHY_SHARED", ROOT.parent / "shared"))
NAMES = ("believed", "calibrate", "coverage", "ends", "flips", "formulas", "recorded", "timestep", "two_steps")
sys.path.insert(0, str(FOLDER))

import common  # noqa: E402
import recorded  # noqa: E402
import two_steps  # noqa: E402
from ends import ballistic_deg, difference, result  # noqa: E402
from recorded import AT_REST, CLEARED, MOVING, Original, Replay, Watch, agreement  # noqa: E402
from timestep import Overlap, windows_of  # noqa: E402

pytestmark = pytest.mark.skipif(PRELOADED, reason="the scripts start programs")


def command(name, *arguments):
    return [sys.executable, FOLDER / f"{name}.py", *arguments]


def printed(name, *arguments):
    return run(command(name, *arguments), environment={"PYTHONPATH": os.pathsep.join(sys.path)}).stdout


def test_every_experiment_has_help():
    assert set(NAMES) == {file.stem for file in FOLDER.glob("*.py")} - {"common"}
    for name in NAMES:
        assert f"usage: {name}.py" in printed(name, "--help")
    assert "--later" in printed("ends", "--help")


@pytest.mark.parametrize(
    "message, arguments",
    [
        ("--tasks: found 0, expected 1 to 1000000", ["believed", "--tasks", "0"]),
        ('found "nowhere", expected a pair file', ["believed", "--pairs", "nowhere"]),
        ("--draws: found 0", ["coverage", "--draws", "0"]),
        ("nowhere: cannot be read", ["calibrate", "--pairs", "nowhere"]),
        ("--pairs excludes --templates", ["calibrate", "--pairs", "a", "--templates", "b"]),
        ("x=1", ["calibrate", "--pairs", ROOT / "tests/pairs", "--set", "x=1"]),
        ("nowhere: cannot be read", ["calibrate", "--pairs", ROOT / "tests/pairs", "--people", "nowhere"]),
        ("nowhere: cannot be read", ["ends", "--templates", "nowhere"]),
        ("--plays: found 0", ["ends", "--plays", "0"]),
        ("--from: found -1", ["ends", "--from=-1"]),
        ("--later: invalid choice: 'x'", ["ends", "--later", "x"]),
        ("nowhere/shots.csv: cannot be read", ["recorded", "nowhere"]),
        ('--physics: found "slow", expected one of', ["recorded", "nowhere", "--physics", "slow"]),
        ('found "nowhere", expected a pair file', ["flips", "--pair", "nowhere"]),
        ("nowhere: cannot be read", ["two_steps", "--out", "x", "--pair", "nowhere"]),
        ("--trials: found 1, expected 2 to 40", ["two_steps", "--out", "x", "--trials", "1"]),
        ("--turns excludes --list", ["recorded", "nowhere", "--turns", "5", "--list"]),
        ("--out", ["timestep", "--templates", "nowhere"]),
        ("nowhere: cannot be read", ["timestep", "--templates", "nowhere", "--out", "x"]),
        ('--against: found "1/3 s"', ["timestep", "--templates", "nowhere", "--out", "x", "--against", "1/3 s"]),
    ],
)
def test_wrong_input_is_refused(message, arguments, tmp_path):
    environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert message in error_of(command(*arguments), begin="novphy: ", folder=tmp_path, environment=environment)


def test_pairs_of_ours_are_checked_as_published_ones_are():
    pair = ROOT / "tests/pairs/multiple_forces"
    lines = printed("calibrate", "--step", "3", "--pairs", pair).splitlines()
    assert re.match(r"\| multiple_forces/objects/normal \| [0-9.]+ % \| \+ \| \+ \| +\|", lines[2])
    assert re.match(r"2 of 2 sides and 1 of 1 pairs pass all that is asked \(standard; catalogue ", lines[-1])
    change = "catalogue:/blocks/linear_drag_per_s=0.5"
    assert printed("calibrate", "--step", "9", "--pairs", pair, "--set", change).endswith(f"; {change})\n")


def test_peoples_tasks_are_counted_by_the_template_they_came_of(tmp_path):
    from calibrate import people_of

    path = r"E:\Levels\novelty_level_{}\type010203/Levels/1_0_1_010203_2_3.xml"
    rows = [f"{passed},{path.format(level)}\n" for passed in ("Pass", "Fail", "") for level in (0, 2)]
    (tmp_path / "1.csv").write_text("LevelStatus,levelName\n" + "".join(rows))
    assert people_of(tmp_path) == {"010203_0": "1/2", "010203_2": "1/2"}


def test_the_table_of_the_docs_was_printed_with_the_numbers_that_are_shipped():
    """A commit that changes a physical number must also print the tables of docs/results/published.md and
    docs/results/physics.md again."""
    docs = (ROOT / "docs/results/published.md").read_text(encoding="utf-8")
    assert f"of 40 pairs pass all that is asked (standard; {common.hashes(ROOT / 'assets')})" in docs


def test_intervals_hold_the_mean_about_as_often_as_they_say():
    lines = printed("coverage", "--draws", "30").splitlines()
    assert lines[0] == (ROOT / "docs/results/measures.csv").read_text(encoding="utf-8").splitlines()[0]
    rows = [line.split(",") for line in lines[1:]]
    assert len(rows) == 20
    assert all(float(least) >= 0.6 for row in rows for least in row[2::2])
    assert all(0.2 < float(widest) < 1.5 for row in rows for widest in row[3::2])


def test_certain_ends_change_nothing_that_matters_in_plays_of_pairs():
    text = printed("ends", "--plays", "60", "--seed", "7")
    found = re.fullmatch(
        r"60 plays of 80 templates \((\d+) random, (\d+) aimed, (\d+) solved throws\), \d+ won\ncompared with: rest\n"
        r"0 wins are lost, 0 losses are won, 0 losses have another score, 0 others another turn of a bird\n"
        r"(\d+) steps a play instead of (\d+)\n",
        text,
    )
    assert found, text
    *kinds, steps, later = map(int, found.groups())
    assert min(kinds) > 0
    assert 10 * steps < 8 * later
    assert text == printed("ends", "--plays", "60", "--seed", "7", "--jobs", "1")


def test_the_result_of_a_play_tells_plays_apart_by_what_happens_to_objects(task):
    hits, misses = (result(task, [(angle, 1, -1)], "standard") for angle in (45, 20))
    assert hits == result(task, [(45, 1, -1)], "standard")
    assert hits[2] != misses[2] and misses[2] == result(task, [(21, 1, -1)], "standard")[2]
    assert (hits[0], hits[1], hits[3]) == tuple(getattr(novphy.play(task, [(45,)]), name) for name in ("won", "score", "steps"))


def test_results_differ_first_by_wins_then_by_scores_of_losses_then_by_turns():
    won, lost = (True, 5000, ["a"], 10), (False, 0, ["a"], 10)
    assert difference(won, lost, True) == (0, "won, and lost with the other ends")
    assert difference(lost, won, True) == (1, "lost, and won with the other ends")
    assert difference(lost, (False, 100, ["b"], 10), True) == (2, "another score")
    assert difference(lost, (False, 0, ["b"], 10), True) == (3, "another turn of a bird")
    assert difference(lost, (False, 0, ["b"], 10), False) is None
    assert difference(won, (True, 6000, ["a"], 99), True) is None


@pytest.mark.parametrize("gravity, target", [(-9.8, (-4, 1)), (9.8, (-3, -1)), (-9.8, (-19, 0))])
def test_an_aimed_bird_flies_through_its_target(gravity, target):
    anchor, speed = (-12, -2), 10
    aims = ballistic_deg(speed, 0.48 * gravity, anchor, target)
    assert len(aims) == 2
    for aim in map(math.radians, aims):
        way = (target[0] - anchor[0] + math.cos(aim), target[1] - anchor[1] + math.sin(aim))
        time = way[0] / (speed * math.cos(aim))
        assert time > 0
        assert speed * math.sin(aim) * time + 0.24 * gravity * time**2 == pytest.approx(way[1], abs=0.01)


def test_neighbouring_throws_are_one_window():
    assert windows_of([10, 11, 12, 20, 30, 31], 1) == [11, 20, 30.5]
    assert windows_of([], 1) == []


def test_sets_that_agree_overlap_fully_and_do_not_shift():
    overlap = Overlap()
    overlap.add([10, 11], [10, 11], 1)
    overlap.add([], [], 1)  # a template without a winning throw does not count
    assert (overlap.mean(), overlap.pooled(), overlap.shifts_deg, overlap.lost_windows) == (1, 1, [0], 0)


def test_a_template_weighs_as_much_as_another_in_the_mean_and_a_throw_in_the_pool():
    overlap = Overlap()
    overlap.add([10, 11, 12], [11, 12, 13], 1)  # 2 of 4
    overlap.add([20], [], 1)  # 0 of 1
    assert overlap.mean() == pytest.approx(0.25)
    assert overlap.error() == pytest.approx(0.25)  # standard error of 0.5 and 0
    assert overlap.pooled() == pytest.approx(0.4)
    assert (overlap.shifts_deg, overlap.wins) == ([1], 4)


def test_a_window_without_one_within_two_degrees_is_lost():
    overlap = Overlap()
    overlap.add([10], [12, 30], 1)
    assert (overlap.windows, overlap.lost_windows, overlap.shifts_deg) == (2, 1, [2])


def test_time_steps_are_compared_and_not_played_again(tmp_path):
    if not (SHARED / "novphy/templates").is_dir():
        pytest.skip("no reference data")
    names = ["cut 8 m/s, 12/4", "1/50 s, 8/3"]
    out = tmp_path / "steps.jsonl"
    files = ["--templates", SHARED / "novphy/templates", "--out", out]
    options = [*files, "--step-deg", "10", "--against", names[0], "--only", names[1]]
    rows = [line for line in printed("timestep", *options).splitlines() if line.startswith(tuple(names))]
    assert [row[:22].strip() for row in rows] == names
    assert "100.0±0.0" in rows[0] and "100.0±0.0" not in rows[1]
    out.write_text(out.read_text() + '{"name": "cut')  # an interruption
    assert printed("timestep", *options).splitlines()[-2:] == rows


def test_believed_tasks_are_near_the_worlds_shown():
    def believed(pairs, jobs):
        return printed("believed", "--tasks", "1", "--pairs", ROOT / pairs, "--jobs", jobs)

    assert believed("tests/pairs", "1") == believed("tests/pairs", "2")
    lines = map(str.split, believed("levels/templates/sliding", "2").splitlines()[2:])
    rows = {(row[0], row[2]): [float(number) for number in row[3:]] for row in lines}
    assert list(rows) == [(noise, seen) for noise in "025" for seen in "18"]
    for right, *numbers in rows.values():
        assert right > 95  # all but what is pink
        assert min(numbers[3], numbers[7]) > 90  # within 2 sd
    place_m = {key: numbers[1] for key, numbers in rows.items()}
    assert place_m["0", "1"] < 0.015
    assert place_m["2", "8"] < place_m["2", "1"] / 2
    assert place_m["5", "8"] < place_m["5", "1"] / 2
    drawn_m, at_rest_m = rows["5", "1"][9], rows["5", "1"][12]
    assert at_rest_m < 0.9 * drawn_m


# Recorded shots.

HEAD = "level,shot,family,novelty_level,vx,vy,end,support_change_frames"


@pytest.fixture
def read(tmp_path):
    """Reads recordings with these rows in the first table, and with one level, "a-normal"."""

    def read(rows, head=HEAD):
        (tmp_path / "levels").mkdir(exist_ok=True)
        (tmp_path / "levels/a-normal.xml").write_text("<Level/>")
        (tmp_path / "shots.csv").write_text(f"{head}\n{rows}")
        (tmp_path / "shots_13_angles.csv").write_text(f"{HEAD}\n")
        return recorded.read_originals(tmp_path)

    return read


def compared(family, theirs, ours, rest_s=None, bird_gone_s=None, end_s=11.0, contact_s=None):
    pig_dead = {CLEARED: True, AT_REST: False}.get(theirs)
    original = Original("", "", family, 1, 0, (9, 4), theirs, rest_s, bird_gone_s, pig_dead, False)
    return original, Replay(ending=ours, end_s=end_s, contact_s=contact_s)


def test_a_row_of_recordings_says_how_its_shot_ended_and_whether_its_pig_died_where_that_is_known(read):
    cleared, moving, rest = read(
        "a-normal,c05,type010203,0,9,4,level_clear,2\n"
        "a-normal,c06,type010203,2,9,4,right_censored,0\n"
        "a-normal,c07,type010203,0,9,4,rest,0\n"
    )
    assert (cleared.family, cleared.scenario, cleared.ending, cleared.pig_dead, cleared.moved) == ("a", 3, CLEARED, True, True)
    assert (moving.novelty, moving.ending, moving.pig_dead) == (2, MOVING, None)
    assert (rest.pig_dead, rest.rest_s) == (False, None)


def test_times_of_rest_count_from_the_launch_the_first_one_where_there_are_several(read):
    head = HEAD + ",stable_steps"
    first, second = read("a-normal,c05,type010203,0,9,4,rest,0,5002 8000\na-normal,c06,type010203,0,9,4,rest,0,\n", head)
    assert first.rest_s == pytest.approx(1)
    assert second.rest_s is None
    with pytest.raises(novphy.InputError, match='shots.csv:2: stable_steps: found "soon", expected steps, separated by blanks$'):
        read("a-normal,c05,type010203,0,9,4,rest,0,soon\n", head)
    (began,) = read("a-normal,c05,type010203,0,9,4,rest,0,5002\n", HEAD + ",rest_step")
    assert began.rest_s == pytest.approx(1.04)


@pytest.mark.parametrize(
    "row, message",
    [
        ("b,c05,type010203,0,9,4,rest,0", 'shots.csv:2: level: found "b", expected the name of a file in'),
        ("a-normal,c05,type010203,0,9,4,won,0", 'end: found "won", expected level_clear'),
        ("a-normal,c05,rolling,0,9,4,rest,0", "expected a type such as"),
        ("a-normal,c05,type010203,0,x,4,rest,0", 'vx: found "x"'),
    ],
)
def test_recordings_that_are_not_what_they_should_be_are_refused_with_file_line_and_column(read, row, message):
    with pytest.raises(novphy.InputError, match=re.escape(message)):
        read(row + "\n")
    with pytest.raises(novphy.InputError, match='shots.csv:1: the column "family" is missing'):
        read("", "level,shot")


def test_agreement_has_cohens_kappa_and_the_share_that_always_giving_the_commonest_answer_would_reach():
    shots = [compared("a", MOVING, MOVING)] * 4 + [compared("b", AT_REST, AT_REST)] * 2 + [compared("c", AT_REST, MOVING)] * 2
    found = agreement(shots, "ending")
    assert (found.shots, found.share, found.commonest) == (8, 0.75, 0.5)
    assert found.kappa == pytest.approx((0.75 - 0.5) / 0.5)  # agreement by chance: 4/8 x 6/8 + 4/8 x 2/8
    # One of three families disagrees throughout, so that draws of whole families reach from 0 to 1.
    assert (found.low, found.high) == (0, 1)
    assert [{theirs.family for theirs, _ in half} for half in recorded.halves(shots)] == [{"a", "c"}, {"b"}]


def test_a_question_whose_answers_are_not_known_has_no_agreement():
    shots = [compared("a", MOVING, MOVING)]
    assert agreement(shots, "pig dead").shots == 0
    assert recorded.rest_apart_s(shots) == []


def test_times_of_rest_are_compared_where_both_know_one():
    shots = [
        compared("a", AT_REST, AT_REST, rest_s=3, end_s=3.25),
        compared("a", AT_REST, AT_REST, rest_s=5, end_s=4),
        compared("a", AT_REST, AT_REST),
    ]
    assert recorded.rest_apart_s(shots) == [0.25, 1]


def test_birds_that_went_whole_seconds_after_our_first_contact_are_counted_from_three_seconds_on():
    """Three and seven seconds after the contact, between two checks, before the first check; of the last bird it is not known."""
    shots = [compared("a", AT_REST, AT_REST, bird_gone_s=gone, contact_s=1.2) for gone in (4.2, 8.206, 5.9, 2.2, None)]
    assert recorded.removals(shots) == (2, 4)


def replayed(objects, velocity_mps, birds=("red",)):
    task = novphy.Task.from_dict({"novphy_task": 1, "birds": list(birds), "objects": objects})
    return Watch(task, velocity_mps, 10, "standard").see()


def test_a_replayed_shot_is_watched_until_all_is_still():
    moving = replayed([{"type": "pig_small", "at": [12, -3.29]}], (3.7, 9.3))  # the pig stands out of reach
    assert (moving.ending, moving.end_s) == (MOVING, 11)
    assert moving.bird_speed_mps > recorded.STILL_MPS
    assert (moving.pig_dead, moving.moved, moving.hit_object) == (False, False, False)
    assert moving.contact_s is not None
    hit = replayed([{"type": "pig_small", "at": [x, -3.29]} for x in (-5.2, 12)], (10, 0))  # the second one keeps the play going
    assert (hit.pig_dead, hit.moved, hit.hit_object) == (False, True, True)


def test_a_bird_that_lies_still_ends_a_replay_before_it_is_gone():
    pit = [{"type": "platform", "at": [x, -3], "size": [0.2, 1]} for x in (-9.6, -10.4)]
    pig = {"type": "pig_small", "at": [12, -3.29]}
    rest = replayed([pig, *pit], (1.8, 3.12), ("red", "red"))
    assert rest.ending == AT_REST
    assert rest.end_s < rest.contact_s + 3


def test_recorded_shots_of_the_original_are_held_against_ours():
    if not (SHARED / "original/shots.csv").is_file():
        pytest.skip("no reference data")
    table = printed("recorded", SHARED / "original")
    share = {line.split()[0]: line.split("|") for line in table.splitlines() if "|" in line}["all"]
    # By chance alone, endings would agree in about half of the shots. A broken physical law falls to this share.
    ending, pig, moved = (float(cell.split()[1]) for cell in share[1:4])
    assert (ending > 63, pig > 95, moved > 89) == (True, True, True)


def test_flight_bounce_sliding_rolling_and_a_stack_follow_their_formulas():
    rows = {line.split("|")[0].strip(): line.split("|")[1:] for line in printed("formulas").splitlines()[2:] if "|" in line}
    flight, bounce, sliding, rolling, stack = zip(*([float(cell.split()[2]) for cell in row] for row in rows.values()))
    assert list(rows) == ["standard", "1/50 s", "1/100 s", "1/250 s", "1/1000 s", "1/2500 s"]
    assert max(map(abs, flight)) < 2 and max(stack) < 0.1
    # A slide ends short by half of what the first step covers, so the error shrinks with the step.
    assert np.all(np.diff(np.abs(sliding[1:])) < 0) and abs(sliding[-1]) < 1
    assert abs(bounce[-1]) < 2 and abs(rolling[-1]) < 2
    assert max(map(abs, (bounce[0], sliding[0], rolling[0]))) < 20


def test_throws_that_flip_are_counted_with_both_steps(tmp_path):
    table = printed("flips", "--pair", "rolling/agents", "--count", "1", "--jobs", "2", "--csv", tmp_path / "flips.csv").splitlines()
    rows = [line.split(",") for line in (tmp_path / "flips.csv").read_text().splitlines()]
    assert [row[0] for row in rows[1:]] == ["rolling/agents/normal", "rolling/agents/novel", "all"]
    assert [line.split() for line in table[:-1]] == [[cell or "-" for cell in row] for row in rows]
    assert sum(int(row[2]) for row in rows[1:3]) == int(rows[3][2]) > 0
    assert all(0 <= float(cell) <= 100 for row in rows[1:] for cell in row[3:5] + row[6:])


def test_two_steps_compares_agents_and_goes_on(tmp_path):
    command = ["--out", tmp_path, "--pair", "rolling/agents", "--tasks", "2", "--jobs", "2", "--agent", "random", "--agent", "naive_adapt"]
    table = printed("two_steps", *command)
    assert re.search(r"^random +\| +0\.\d{3} .*\| +8 ", table, re.M)
    assert re.search(r"^naive_adapt .*\| +- \| +8 ", table, re.M)
    assert "normal: rank correlation of 2 agents" in table and "cdt: rank" not in table
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(before) == 7
    assert printed("two_steps", *command) == table
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_ranks_intervals_and_measures_of_two_steps():
    assert two_steps.spearman([1, 2, 3, 4], [2, 1, 4, 3]) == pytest.approx(0.6)
    assert two_steps.kendall([1, 2, 3, 4], [2, 1, 4, 3]) == pytest.approx(1 / 3)
    assert two_steps.kendall([1, 2, 2], [1, 2, 3]) == pytest.approx(2 / math.sqrt(6))
    # Two cells of two trials: the pooled variance is 0.5, the squared standard error 0.125, and Student's t has 2 degrees of freedom.
    mean, half = two_steps.mean_and_error({("a", 0): 0, ("a", 1): 1, ("b", 0): 1, ("b", 1): 2})
    assert (mean, half) == (1, pytest.approx(4.303 * math.sqrt(0.125), rel=0.05))
    assert math.isnan(two_steps.mean_and_error({("a", 0): 0, ("a", 1): 0})[1])
    assert math.isnan(two_steps.kendall([1, 1], [1, 2]))
    passes, alarms = [1, 0, 0, 1, 1], [0, 0, 0, 1, 0]
    phases = ["normal", "normal", "novel", "novel", "novel"]
    rows = [
        {"novelty": "n", "scenario": "s", "trial": 0, "phase": phase, "passed": bool(passed), "alarm": bool(alarm)}
        for phase, passed, alarm in zip(phases, passes, alarms)
    ]
    assert list(two_steps.trial_values(rows).values()) == [(0.5, 1, 1)]
    rows[0]["alarm"] = True
    assert list(two_steps.trial_values(rows).values()) == [(0.5, 1, 0)]
