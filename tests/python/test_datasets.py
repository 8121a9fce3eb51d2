"""Offline data sets: Minari's files, the Croissant file, interruptions, what is refused."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import Future

import novphy
import numpy as np
import pytest
from novphy import dataset_maker, episodes
from novphy.datasets import command
from program import ROOT

h5py = pytest.importorskip("h5py", reason="data sets need h5py")
FILES = ("croissant.json", "data/main_data.hdf5", "data/metadata.json", "episodes.csv", "plan.json", "records.jsonl")


class Hasty(novphy.Agent):
    """Pulls too far, waits with the first bird, taps the third, and fails in some tasks."""

    def begin_trial(self, seed):
        self.tasks = seed % 5

    def begin_task(self):
        self.tasks += 1
        self.shots = 0

    def choose(self, seen):
        self.shots += 1
        if self.tasks == 6:
            raise RuntimeError("an agent that fails")
        angle = np.radians(10 + 13 * self.tasks + 5 * self.shots)
        pull = {"drag_m": [-5 * np.cos(angle), -5 * np.sin(angle)]}
        return {**pull, **({"launch_ms": 1500}, {}, {"tap_ms": 300})[self.shots - 1]}


class Interrupting:
    """An executor that plays some bundles of trials and then is interrupted, as if by Ctrl-C."""

    def __init__(self, bundles):
        self.bundles = bundles

    def submit(self, function, *arguments):
        future = Future()
        if self.bundles > 0:
            future.set_result(function(*arguments))
        else:
            future.set_exception(KeyboardInterrupt())
        self.bundles -= 1
        return future


def interrupted(*arguments):
    raise KeyboardInterrupt


@pytest.fixture(scope="session")
def plan():
    return novphy.plan(
        ["multiple_forces/agents", "rolling/objects"], trials=2, min_normal=1, max_normal=2, novel=2, calibration_runs=1,
        calibration_tasks=2, training=1, control=1, proof="none",
    )  # fmt: skip


@pytest.fixture(scope="session")
def plan_file(plan, tmp_path_factory):
    file = tmp_path_factory.mktemp("plan") / "plan.json"
    file.write_text(plan.json())
    return file


@pytest.fixture(scope="session")
def hasty(plan, tmp_path_factory):
    """A data set with everything that an agent can do to its episodes."""
    return novphy.dataset(plan, Hasty, tmp_path_factory.mktemp("root") / "hasty-v0")


@pytest.fixture(scope="session")
def simple(plan_file, tmp_path_factory):
    return novphy.dataset(plan_file, "pig_shooter", tmp_path_factory.mktemp("root") / "simple-v0")


def groups_of(made):
    """The episodes as dicts, with what the file says about each."""
    with h5py.File(made.folder / "data/main_data.hdf5", "r") as file:
        for i in range(len(file)):
            group = file[f"episode_{i}"]
            arrays = {name: group[name][()] for name in ("observations", "actions", "rewards", "terminations", "truncations")}
            yield {**arrays, **{name: values[()] for name, values in group["infos"].items()}}, dict(group.attrs)


def bytes_of(folder):
    found = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert sorted(found) == sorted(FILES)
    return found


def refused(arguments, capsys, code=2):
    """The message of a command that fails, which is one line."""
    assert command([str(each) for each in arguments]) == code
    error = capsys.readouterr().err
    assert error.startswith("novphy: ") and error.count("\n") == 1, error
    return error


def test_episodes_hold_what_the_plays_show(plan, hasty):
    tasks = plan.tasks()
    records = novphy.Records.load(hasty.folder / "records.jsonl")
    for arrays, about in groups_of(hasty):
        task = tasks[about["options/task"]]
        record = records[about["line"] - 2]
        n = len(record["shots"])
        assert json.loads(about["record"]) == record
        assert (about["total_steps"], about["digest"], about["end"]) == (n, record["digest"], record["end"])
        assert (about["phase"], about["trial"], about["task"]) == (record["phase"], record["trial"], record["task"])
        assert np.array_equal(arrays["observations"][0], novphy.observe(task, "features"))
        assert arrays["observations"].shape == (n + 1, 24, 16) and arrays["actions"].shape == (n, 3)
        assert np.abs(arrays["actions"][:, :2]).max() <= 1
        assert arrays["rewards"].tolist() == [0.0] * (n - 1) + [float(record["passed"])]
        assert arrays["terminations"].tolist() == [False] * (n - 1) + [True] and not arrays["truncations"].any()
        assert arrays["score"][-1] == record.get("score", 0)
        assert arrays["shots_left"].tolist() == list(range(task.birds, task.birds - n - 1, -1))
        assert arrays["launch_ms"].tolist() == [shot.get("launch_ms", -1) for shot in record["shots"]] + [-1]
        assert arrays["launch_ms"][0] == 1500
    assert hasty.left_out == sum(1 for record in records if record["end"] == "agent_error") > 0
    assert hasty.episodes + hasty.left_out == len(records)


def test_birds_that_are_thrown_before_their_turn(plan):
    session = novphy.Session(plan, 0)
    for pull in (-0.8, -0.7, -0.6):
        while session.state == "flying" and not session.may_shoot:
            session.advance(20)
        session.shoot_drag(pull, -0.2)
    session.advance_until_still()
    session.report()
    record = json.loads(session.records()[0])
    assert [shot.get("launch_ms", -1) for shot in record["shots"]][1:] > [0, 0]
    task = episodes.engine.plan_task(plan, record["template"], record.get("variation", 0))
    arrays = episodes.played(task, record, 2, episodes.View(), "standard")
    assert arrays["infos/shots_left"].tolist() == [3, 2, 1, 0]
    assert not np.array_equal(arrays["observations"][1], arrays["observations"][2])


def test_rows_play_again_to_their_digests_by_their_own_numbers(plan, simple):
    tasks = plan.tasks()
    for arrays, about in groups_of(simple):
        play = novphy.episodes.engine.ShotPlay(tasks[about["options/task"]], "features", 640, 480, "standard")
        digests = [play.digest]
        for x_m, y_m, tap_ms in arrays["actions"]:
            play.launch(x_m, y_m, int(tap_ms), -1, -1)
            play.finish_turn()
            digests.append(play.digest)
        assert digests == arrays["digest"].astype(str).tolist()
        assert play.outcome()["digest"] == about["digest"]


def test_each_trial_has_its_seed(plan, simple):
    sessions = {novphy.Session(plan, i).seed: plan.is_calibration(i) for i in range(len(plan))}
    seen = {about["seed"]: about["phase"] for _, about in groups_of(simple)}
    assert sorted(seen) == sorted(sessions)
    assert all((phase == "calibration") == sessions[seed] for seed, phase in seen.items())


def test_training_tasks_have_the_seed_of_the_trial_that_follows(plan):
    records = [{"novelty": "agents", "scenario": "multiple_forces", "trial": 0, "phase": phase}
               for phase in ("training", "calibration", "training", "normal")]  # fmt: skip
    run, _, trial, _ = episodes._seeds_of(records, plan)
    assert run != trial
    assert episodes._seeds_of(records, plan) == [run, run, trial, trial]


def test_long_pulls_become_pulls_within_reach():
    for pull in ((-2.84375, -9.734375), (-3.0, 0.0), (-0.3, 0.4), (0.0, 7.7), (-1.0, -1e-9)):
        near = episodes.within_reach(*pull)
        assert episodes._shortened(*near) == episodes._shortened(*pull)
        assert max(abs(number) for number in near) <= 1


@pytest.mark.parametrize("form, size, shape, dtype", [
    ("table", (640, 480), (2585,), "float32"), ("flat", (640, 480), (384,), "float32"), ("picture", (40, 30), (30, 40, 3), "uint8"),
])  # fmt: skip
def test_other_forms_of_observation(plan, tmp_path, form, size, shape, dtype):
    made = novphy.dataset(plan, "random", tmp_path / "seen-v3", observation=form, size=size, trials=1)
    task = plan.tasks()
    for arrays, about in groups_of(made):
        assert arrays["observations"].shape == (about["total_steps"] + 1, *shape) and arrays["observations"].dtype == dtype
        assert np.array_equal(arrays["observations"][0], novphy.observe(task[about["options/task"]], form, size))
    space = json.loads(json.loads((made.folder / "data/metadata.json").read_text())["observation_space"])
    assert (space["shape"], space["dtype"]) == (list(shape), dtype)
    novphy.check_dataset(made.folder)


def test_the_bytes_depend_on_neither_threads_nor_interruptions(plan, plan_file, hasty, tmp_path, monkeypatch):
    again = novphy.dataset(plan, Hasty, tmp_path / "threads" / "hasty-v0", threads=2)
    assert bytes_of(again.folder) == bytes_of(hasty.folder)
    out = tmp_path / "hasty-v0"
    partial = tmp_path / "hasty-v0.partial"
    with pytest.raises(KeyboardInterrupt):
        novphy.dataset(plan, Hasty, out, executor=Interrupting(2))
    assert (partial / "records.jsonl.partial").exists() and not out.exists()
    with pytest.raises(novphy.InputError, match="left by an interrupted run: use --resume to go on"):
        novphy.dataset(plan, Hasty, out)
    with pytest.raises(novphy.InputError, match="cannot go on with a different run"):
        novphy.dataset(plan, "random", out, resume=True)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(dataset_maker, "csv_text", interrupted)
        novphy.dataset(plan, Hasty, out, resume=True)
    assert (partial / "records.jsonl").exists() and not out.exists()
    novphy.dataset(plan, Hasty, out, resume=True)
    assert bytes_of(out) == bytes_of(hasty.folder) and not partial.exists()


def test_a_folder_is_replaced_only_on_request(plan, plan_file, tmp_path, capsys):
    out = tmp_path / "one-v0"
    run = [plan_file, "--agent", "random", "--trials", 1, "--out", out]
    assert command([str(each) for each in run]) == 0
    assert f"{out}: one-v0: " in capsys.readouterr().out
    first = bytes_of(out)
    assert "is there already: expected another name, --force or --resume" in refused(run, capsys)
    assert command([*map(str, run), "--resume"]) == 0
    assert bytes_of(out) == first
    other = [*run[:2], "pig_shooter", *run[3:]]
    assert "cannot go on with a different run" in refused([*other, "--resume"], capsys)
    assert "has observations" in refused([*run, "--resume", "--observation", "table"], capsys)
    assert bytes_of(out) == first
    assert command([*map(str, other), "--force"]) == 0
    assert json.loads((out / "data/metadata.json").read_text())["algorithm_name"] == "pig_shooter"
    bytes_of(out)
    foreign = tmp_path / "foreign-v0"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("years of work")
    assert "is no data set of novphy" in refused([*run[:-1], foreign, "--force"], capsys)
    assert (foreign / "thesis.txt").exists()


def test_a_name_may_have_the_names_of_folders(plan, tmp_path):
    made = novphy.dataset(plan, "random", tmp_path / "group" / "one-v2", id="group/one-v2", trials=1)
    metadata = json.loads((made.folder / "data/metadata.json").read_text())
    assert metadata["dataset_id"] == json.loads(metadata["env_spec"])["kwargs"]["dataset"] == "group/one-v2"


def test_force_begins_anew_after_an_interruption(plan, tmp_path):
    out = tmp_path / "one-v0"
    with pytest.raises(KeyboardInterrupt):
        novphy.dataset(plan, Hasty, out, executor=Interrupting(2))
    made = novphy.dataset(plan, "random", out, force=True, trials=1)
    assert novphy.Records.load(made.folder / "records.jsonl").fingerprint["agent"] == "random"


def test_a_data_set_is_not_lost_while_it_is_replaced(plan, tmp_path, monkeypatch):
    out, partial = tmp_path / "one-v0", tmp_path / "one-v0.partial"
    novphy.dataset(plan, "random", out, trials=1)
    first = bytes_of(out)
    rename = dataset_maker.os.rename

    def killed(old, new):
        if old == partial:
            raise KeyboardInterrupt
        rename(old, new)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(dataset_maker.os, "rename", killed)
        novphy.dataset(plan, "pig_shooter", out, trials=1, force=True)
    assert not out.exists() and bytes_of(partial / "replaced") == first
    novphy.dataset(plan, "pig_shooter", out, trials=1, resume=True)
    assert set(bytes_of(out)) == set(first) and bytes_of(out) != first


def test_two_processes_do_not_write_the_same_data_set(plan, tmp_path):
    with dataset_maker._locked(tmp_path / "one-v0.partial"):
        with pytest.raises(novphy.InputError, match="another process writes this data set"):
            novphy.dataset(plan, "random", tmp_path / "one-v0", resume=True)


REFUSED = [
    (["{plan}", "--agent", "random"], "--out is missing"),
    (["{plan}", "--out", "{out}-v0"], "--agent is missing"),
    (["--agent", "random", "--out", "{out}-v0"], "PLAN is missing"),
    (["{plan}", "--agent", "nobody", "--out", "{out}/folder/one-v0"], 'agent: found "nobody", expected one of'),
    (["{plan}", "--agent", "dqn", "--out", "{out}-v0"], "weights: dqn needs the folder of trained nets"),
    (["{plan}", "--agent", "random", "--out", "{out}"], "expected a name that ends in a version"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--id", "a/b-v0"], "expected the last names of the folder"),
    (["{plan}.no", "--agent", "random", "--out", "{out}-v0"], "cannot be read"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--observation", "smell"], "expected table, features, flat or picture"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--size", "10"], "expected WIDTHxHEIGHT"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--size", "0x9"], "expected two sides of 1 to 16384 pixels"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--jobs", "-1"], "expected"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--trials", "0"], "expected at least 1"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--resume", "--force"], "expected one of them"),
    (["{plan}", "--agent", "random", "--out", "{out}-v0", "--obs", "table"], "unrecognized arguments: --obs"),
    (["--check", "{out}"], "found no data set"),
    (["--check", "{out}", "--agent", "random"], "--check takes a folder only"),
]  # fmt: skip


@pytest.mark.parametrize("arguments, message", REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_one_line_and_leaves_nothing_behind(plan_file, tmp_path, capsys, arguments, message):
    words = [each.format(plan=plan_file, out=tmp_path / "new") for each in arguments]
    assert message in refused(words, capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_h5py_is_told(plan, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(novphy.InputError, match="data sets need h5py .*: pip install h5py$"):
        novphy.dataset(plan, "random", tmp_path / "one-v0")
    assert list(tmp_path.iterdir()) == []


def test_the_package_has_the_command(simple):
    done = subprocess.run([sys.executable, "-m", "novphy", "dataset", "--check", simple.folder], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{simple.episodes} episodes, {simple.steps} steps; every row plays again to its digest" in done.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["help"], ["help", "dataset"]])
def test_the_help_of_the_package_tells_of_the_command(arguments):
    done = subprocess.run([sys.executable, "-m", "novphy", *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\bdataset\b", done.stdout)


def test_the_example_of_the_page_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/reference/datasets.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, {})
    assert capsys.readouterr().out.endswith(" pig_shooter-v0\n")


def change_rows(change):
    def damage(folder):
        with h5py.File(folder / "data/main_data.hdf5", "r+") as file:
            change(file)
    return damage  # fmt: skip


def set_number(name, at, value):
    def change(file):
        values = file[name][()]
        values[at] = value(values[at])
        file[name][...] = values
    return change_rows(change)  # fmt: skip


def set_attribute(file):
    file["episode_4"].attrs["phase"] = "training"


def remove_episode(file):
    del file["episode_5"]


def replace_text(name, old, new):
    def damage(folder):
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))
    return damage  # fmt: skip


DAMAGES = [
    (set_number("episode_2/infos/digest", 1, lambda digest: digest[::-1]), r"main_data.hdf5: episode_2/infos/digest\[1\]: found \w{16}, expected \w{16}"),
    (set_number("episode_3/actions", (0, 1), lambda y: y + 0.001), r"main_data.hdf5: episode_3/actions\[0, 1\]: found -?\d.*, expected -?\d"),
    (set_number("episode_1/observations", (1, 2, 3), lambda number: number + 1), r"episode_1/observations\[1, 2, 3\]: found \S+, expected \S+$"),
    (set_number("episode_0/rewards", 0, lambda reward: 1 - reward), r"episode_0/rewards\[0\]: found \d.0, expected \d.0"),
    (change_rows(set_attribute), r"episode_4/phase: found training, expected (calibration|normal|novel)"),
    (change_rows(remove_episode), "episode_5: found nothing, expected an episode"),
    (change_rows(lambda file: file.create_group("episode_999")), r"main_data.hdf5: found \d+ episodes, expected \d+"),
    (replace_text("records.jsonl", '"drag_m":[-', '"drag_m":['), r"records.jsonl:2: /(digest|score|passed|end): found .*, expected .* as played now"),
    (replace_text("episodes.csv", "calibration", "normal"), r"episodes.csv:2: found 0,.*, expected 0,.*"),
    (replace_text("data/metadata.json", '"total_steps": ', '"total_steps": 9'), r"metadata.json: /total_steps: found 9\d+, expected \d+"),
    (replace_text("data/metadata.json", "pig_shooter", "sharpshooter"), r"metadata.json: sha256: found \w{64}, expected \w{64}, as in croissant.json"),
    (replace_text("plan.json", '"seed":', '"seed": '), r"plan.json: (hash|sha256): found \w+, expected \w+"),
]  # fmt: skip


@pytest.mark.parametrize("damage, message", DAMAGES, ids=[message for _, message in DAMAGES])
def test_the_check_names_the_first_row_that_differs(simple, tmp_path, capsys, damage, message):
    folder = tmp_path / "simple-v0"
    shutil.copytree(simple.folder, folder)
    damage(folder)
    assert re.search(message, refused(["--check", folder], capsys, code=1).strip())


@pytest.mark.parametrize("name, text, message", [
    ("data/metadata.json", "{", "metadata.json: is no JSON"),
    ("data/metadata.json", "{}", "metadata.json: /novphy: found nothing"),
    ("records.jsonl", "{}\n", "records.jsonl:1"),
    ("plan.json", "{}", "plan.json"),
    ("data/main_data.hdf5", "no rows", "main_data.hdf5"),
])  # fmt: skip
def test_broken_files_are_one_line(simple, tmp_path, capsys, name, text, message):
    folder = tmp_path / "simple-v0"
    shutil.copytree(simple.folder, folder)
    (folder / name).write_text(text)
    assert message in refused(["--check", folder], capsys)


def test_the_croissant_file_is_complete(plan_file, tmp_path):
    credits = novphy.Credits(author=["A. Author"], author_email=["a@example.org"], date_published="2026-01-31", url="https://example.org/x")
    made = novphy.dataset(plan_file, "random", tmp_path / "told-v2", trials=1, credits=credits)
    text = (made.folder / "croissant.json").read_text()
    described = json.loads(text)
    for key in ("@context", "@type", "name", "description", "conformsTo", "license", "url", "creator", "datePublished", "citeAs", "version"):
        assert described[key], key
    rai = ("dataCollection", "dataBiases", "dataLimitations", "dataUseCases", "personalSensitiveInformation", "dataSocialImpact")
    assert all(described[f"rai:{key}"] for key in rai)
    assert "http://mlcommons.org/croissant/RAI/1.0" in described["conformsTo"]
    for each in described["distribution"]:
        file = made.folder / each["contentUrl"]
        assert each["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest() and each["encodingFormat"]
    columns = [field["source"]["extract"]["column"] for field in described["recordSet"][0]["field"]]
    assert columns == (made.folder / "episodes.csv").read_text().splitlines()[0].split(",")
    assert str(tmp_path) not in text


def test_mlcroissant_accepts_and_reads_the_file(simple):
    mlcroissant = pytest.importorskip("mlcroissant", reason="scripts/long_tests.sh runs this test, with mlcroissant")
    described = mlcroissant.Dataset(jsonld=str(simple.folder / "croissant.json"))
    assert not described.metadata.ctx.issues.errors
    rows = list(described.records("episodes"))
    assert [row["episodes/id"] for row in rows] == list(range(simple.episodes))
    assert [row["episodes/digest"].decode() for row in rows] == [about["digest"] for _, about in groups_of(simple)]


def test_minari_loads_the_data_set_and_its_environment(simple, monkeypatch):
    minari = pytest.importorskip("minari", reason="Minari is not installed")
    pytest.importorskip("PIL", reason="Minari reads HDF5 with Pillow only")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(simple.folder.parent))
    loaded = minari.load_dataset("simple-v0")
    assert "simple-v0" in minari.list_local_datasets()
    assert (loaded.total_episodes, loaded.total_steps) == (simple.episodes, simple.steps)
    env = loaded.recover_environment()
    assert (env.observation_space, env.action_space) == (loaded.observation_space, loaded.action_space)
    for episode, about in zip(loaded, loaded.storage.get_episode_metadata(range(len(loaded)))):
        seen, info = env.reset(seed=about["seed"], options={key: int(value) for key, value in about["options"].items()})
        steps = [(seen, 0.0, False, False, info)] + [env.step(action) for action in episode.actions]
        assert np.array_equal([step[0] for step in steps], episode.observations)
        assert [step[1] for step in steps[1:]] == episode.rewards.tolist()
        assert [step[2] for step in steps[1:]] == episode.terminations.tolist()
        assert [step[4]["digest"] for step in steps] == episode.infos["digest"].astype(str).tolist()
