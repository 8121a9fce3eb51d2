"""Nothing that players are told gives a trial away (docs/reference/perception.md#what-is-not-told).

In both plans below the novel sides are the normal ones with a law that acts on no throw, under four novelties and two
scenarios, drawn with a secret. In the first, all tasks are one task, so that every door must say the same of each. In the
second, tasks vary as in any plan, and classifiers try to tell what they must not.
"""

import json
import sys

import doors
import leaks
import novphy
import numpy as np
import pytest
from conftest import PROGRAM, seeds_of
from novphy.trial_env import Trials
from program import run

if not PROGRAM:
    pytest.skip("NOVPHY_PROGRAM does not name the program", allow_module_level=True)

COMMON = {
    "birds": ["red"],
    "objects": [
        {"type": "platform", "at": [1, -1.5], "size": [6, 0.64]},
        {"type": "circle", "material": "stone", "at": [-0.5, -0.78]},
        {"type": "pig_small", "at": [2.5, -0.95]},
    ],
    "vary": {"dx": [-1, 3], "dy": [0, 1]},
}
# A turn of birds that are faster than 50 m/s, which none is.
IDLE = {
    "effects": [{"effect": "force_field", "force": [0, 0], "per_mps": [[0, 1], [-1, 0]], "on": {"birds": 50}}],
    "novelties": [{"name": "idle", "without": [{"remove_effect": 0}]}],
}
CELLS = [(novelty, scenario) for novelty in ("actions", "agents", "events", "goals") for scenario in ("rolling", "sliding")]
SECRET = b"the secret of the tests"
WORDS = dict(zip(leaks.LABELS, ("mill", "moss", "moth", "mule", "myth"), strict=True))
"""A planted leak: a door says the word in tasks with one value of the label."""
LARGEST_SHARE = 0.5
"""A bit in this share of the novel tasks must be caught in 95 of 100 cases."""


def drawn(folder, trials):
    """A plan with a secret, as JSON."""
    for novelty, scenario in CELLS:
        pair = {"novphy_pair": 1, "novelty": novelty, "scenario": scenario, "idea": "-", "common": COMMON, "normal": {}, "novel": IDLE}
        (folder / f"{novelty}_{scenario}.json").write_text(json.dumps(pair))
    (folder / "secret").write_bytes(SECRET)
    sizes = ["--trials", trials, "--min-normal", 3, "--max-normal", 3, "--novel", 3, "--calibration-runs", 0]
    made = run([PROGRAM, "plan", "--pairs", folder, "--secret", folder / "secret", *sizes, "--proof", "none", "--no-certain-ends", "--out", "-"])
    return json.loads(made.stdout)


@pytest.fixture(scope="module")
def varied(tmp_path_factory):
    return drawn(tmp_path_factory.mktemp("pairs"), 8)


@pytest.fixture(scope="module")
def equal(tmp_path_factory):
    plan = drawn(tmp_path_factory.mktemp("pairs"), 1)
    for each in plan["templates"]:
        each["tasks"] = [plan["templates"][0]["tasks"][0]] * len(each["tasks"])
    return plan


def told_by(door, plan, folder, watch_every_ms=2000):
    """The tasks of the plan as a door tells them, and what comes with the beginnings of trials, but for their own numbers."""
    (folder / "plan.json").write_text(json.dumps(plan))
    heard = door(folder / "plan.json", folder, watch_every_ms)
    numbers = seeds_of(novphy.Plan.load(str(folder / "plan.json")))
    known = {number: each for each in heard for number in numbers if any(str(number) in said for said in each[0])}
    assert len(known) in (0, len(numbers))  # doors that tell no number go by the plan's order, which `novphy run` does not
    heard = [known.get(number, each) for number, each in zip(numbers, heard, strict=True)]
    tasks, beginnings = [], []
    for trial, number, (beginning, *messages) in zip(plan["trials"], numbers, heard, strict=True):
        phases = [phase for phase in ("normal", "novel") for _, *members in trial[phase] for _ in members]
        names = trial["novelty"], trial["scenario"], trial["trial"]
        tasks += [leaks.Told(*names, phase, place, said) for place, (phase, said) in enumerate(zip(phases, messages, strict=True))]
        beginnings.append(leaks.Told(*names, "beginning", -1, [said.replace(str(number), "NUMBER") for said in beginning]))
    return tasks, beginnings


def alike(tasks):
    """The tasks without what may differ among equal ones."""
    return [each._replace(messages=[said for said in each.messages if not said.startswith(doors.DRAWN)]) for each in tasks]


all_doors = pytest.mark.parametrize("door", doors.DOORS, ids=lambda door: door.__name__)


@all_doors
def test_equal_tasks_are_told_alike(door, equal, tmp_path):
    tasks, beginnings = told_by(door, equal, tmp_path)
    assert len(tasks) == 6 * len(CELLS) and len(tasks[0].messages) > 2
    assert leaks.unlike(alike(tasks)) is None and leaks.unlike(beginnings) is None


@all_doors
def test_one_more_thing_in_novel_tasks_is_caught(door, equal, tmp_path):
    first, *others = equal["pairs"]
    block = {"type": "rect_small", "material": "wood", "at": [3.4, -1.0]}
    pairs = [{**first, "novel": {**first["novel"], "objects": [block]}}, *others]
    tasks, _ = told_by(door, {**equal, "pairs": pairs, "trials": equal["trials"][:1]}, tmp_path)
    assert leaks.unlike(alike(tasks)) is not None
    assert leaks.unlike(alike(each for each in tasks if each.phase == "normal")) is None


@pytest.mark.parametrize("door", [doors.gymnasium, doors.vector], ids=lambda door: door.__name__)
def test_the_number_of_a_trial_in_info_is_caught(door, equal, tmp_path, monkeypatch):
    told = Trials._columns
    monkeypatch.setattr(Trials, "_columns", lambda env, prefix="": told(env, prefix) | {"trial": (env._arrays[prefix + "episode"], None)})
    assert leaks.unlike(told_by(door, equal, tmp_path)[0]) is not None


@all_doors
def test_nothing_can_be_told_from_tasks_that_vary(door, varied, tmp_path):
    tasks, _ = told_by(door, varied, tmp_path, 0)
    columns = leaks.features(tasks)
    assert leaks.leaks(columns, tasks) == {}
    share = leaks.power(columns, tasks)
    print(f"{door.__name__:<10} {len(tasks)} tasks, {columns.shape[1]} features: a bit in {share:.0%} of the novel tasks is caught")
    assert share <= LARGEST_SHARE
    rng = np.random.default_rng(2)
    bits = {label: leaks.bit(tasks, share + 0.1 if label == "phase" else 1, rng, label) for label in leaks.LABELS}
    leaky = [each._replace(messages=[*each.messages, " ".join(WORDS[label] for label in bits if bits[label][i])]) for i, each in enumerate(tasks)]
    assert set(leaks.leaks(leaks.features(leaky), leaky)) == set(bits)


def numbers_of(**options):
    """The names of the trials of a plan of all pairs, the numbers that are told at their beginning, and the plan's own."""
    plan = novphy.plan(trials=8, min_normal=1, max_normal=4, novel=1, calibration_runs=0, pool=4, proof="none", distractors=0, **options)
    trials = json.loads(plan.json())["trials"]
    return trials, seeds_of(plan), [trial["seed"] for trial in trials]


@pytest.fixture(scope="module")
def secret_numbers(tmp_path_factory):
    file = tmp_path_factory.mktemp("secret") / "secret"
    file.write_bytes(SECRET)
    return numbers_of(secret=str(file))


def names_of(trials):
    return sorted({f"{trial['novelty']}/{trial['scenario']}" for trial in trials})


def test_no_derivation_gives_the_told_numbers(secret_numbers):
    trials, told, own = secret_numbers
    assert leaks.derived(names_of(trials), [*told, *own]) == {}
    trials, told, own = numbers_of(seed=7)
    assert leaks.derived(names_of(trials), told) == {}
    found = leaks.derived(names_of(trials), own)  # of the public plan, which told them up to the version 1
    assert [found[number] for number in own] == [(7, f"{trial['novelty']}/{trial['scenario']}", "trial", trial["trial"]) for trial in trials]


def test_told_numbers_tell_nothing(secret_numbers):
    """Neither the names and the number of the trial, nor whether it has few or many normal tasks, which stands for the phase."""
    trials, told, own = secret_numbers
    order = sorted(range(len(trials)), key=lambda i: (trials[i]["trial"] % 2, sum(len(each) - 1 for each in trials[i]["normal"])))
    phases = {i: ("few", "many")[4 * rank // len(order) % 2] for rank, i in enumerate(order)}  # in both halves as many
    labels = ("phase", "novelty", "scenario", "number of the trial")

    def as_bits(numbers):
        return [leaks.Told(each["novelty"], each["scenario"], each["trial"], phases[i], 0, [" ".join(f"{numbers[i]:053b}"), str(numbers[i])])
                for i, each in enumerate(trials)]  # fmt: skip

    columns = leaks.features(as_bits(told))
    assert leaks.leaks(columns, as_bits(told), labels) == {}
    print(f"{'numbers':<10} {len(told)} trials, {columns.shape[1]} features: a bit in {leaks.power(columns, as_bits(told)):.0%} of the trials is caught")
    leaky = as_bits([number & ~1 | (phases[i] == "many") for i, number in enumerate(told)])
    assert set(leaks.leaks(leaks.features(leaky), leaky, labels)) == {"phase"}


ASKED = """
import json, sys
heard = open("asked.jsonl", "a")
for line in sys.stdin:
    kind = json.loads(line)["type"]
    heard.write(line if kind == "question" else "")
    heard.flush()
    print(json.dumps({"hello": {"questions": True, "noise_px": 2}, "choose": {"angle_deg": 40}}.get(kind, {})), flush=True)
"""


def questions_of(plan, folder):
    (folder / "plan.json").write_text(json.dumps(plan))
    (folder / "agent.py").write_text(ASKED)
    run([PROGRAM, "run", "plan.json", "--agent", f"exec:exec {sys.executable} agent.py", "--questions", 4, "--out", "q.jsonl", "--quiet"], folder=folder)
    return [json.loads(line) for line in (folder / "asked.jsonl").read_text().splitlines()]


def test_questions_after_novel_and_normal_tasks_differ_in_the_throw_and_the_noise_alone(equal, tmp_path):
    """In the first plan trials end with novel tasks, in the second with normal ones, of the same scene."""
    normal = [{**trial, "novel": []} for trial in equal["trials"]]
    both = []
    for name, trials in (("novel", equal["trials"]), ("normal", normal)):
        (tmp_path / name).mkdir()
        both.append(questions_of({**equal, "trials": trials}, tmp_path / name))
    shapes = {json.dumps(each, sort_keys=True, default=str) for kind in both for each in map(plain, kind)}
    assert [len(kind) for kind in both] == [4 * len(CELLS)] * 2 and len(shapes) == 1
    for kind in both:
        throws = {tuple(each["shot"]["drag_m"]) for each in kind}
        assert len(throws) > len(CELLS)  # each trial draws its own


def plain(question):
    """A question without what is drawn for each: the throw, and places and shares of colours, which have noise."""
    seen = question["observation"]
    things = [[each["id"], each["label"], [len(ring) for ring in each["rings"]], sorted(colour for colour, _ in each["colours"])] for each in seen["objects"]]
    return {**question, "shot": sorted(question["shot"]), "observation": {**seen, "objects": things}}
