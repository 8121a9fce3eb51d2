"""Wrong values, other threads, forks and signals: each has its message, and nothing crashes or is written."""

import copy
import os
import signal
import threading
import time
import weakref

import gymnasium
import novphy
import pytest
from test_envs import many, one


@pytest.fixture
def alarm():
    """A function that lets a KeyboardInterrupt come after so many seconds."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def of_a_child(work):
    """The status of a forked process that does this work."""
    child = os.fork()
    if child == 0:
        try:
            signal.alarm(20)
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1]


def message_of(call):
    """The one line of the InputError that a call raises."""
    with pytest.raises(novphy.InputError) as raised:
        call()
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_one_thread_at_a_time_uses_a_session(small_plan):
    session = novphy.Session(small_plan, 2, physics="reference")
    session.shoot([45.0])
    thread = threading.Thread(target=session.advance_until_still)
    thread.start()
    with pytest.raises(RuntimeError, match="another thread uses this session"):
        while thread.is_alive():
            session.pig_life
    thread.join()
    assert session.state == "report"


@pytest.mark.parametrize("ms", [float("nan"), -1, float("-inf")])
def test_a_session_advances_by_a_time_of_at_least_zero(small_plan, ms):
    session = novphy.Session(small_plan, 2)
    session.shoot([45.0])
    assert message_of(lambda: session.advance(ms)).startswith("ms: found ")


def test_what_environments_that_step_are_asked_is_refused(tasks):
    envs = many(4, tasks=tasks, threads=2, render_mode="rgb_array")
    envs.reset(seed=1)
    envs.send([135] * 4)
    for call in (envs.render, lambda: envs.reset(seed=2), lambda: copy.deepcopy(envs)):
        with pytest.raises(RuntimeError, match="is stepping"):
            call()
    envs.recv_all()
    assert len(envs.render()) == 4


@pytest.mark.parametrize("threads", [1, 2])
def test_after_ctrl_c_in_a_step_a_vector_can_be_reset(tasks, alarm, threads):
    envs = many(64, tasks=tasks, threads=threads)
    envs.reset(seed=1)
    alarm(0.02)
    with pytest.raises(KeyboardInterrupt):
        while True:
            envs.step([135] * 64)
    envs.reset(seed=1)
    envs.close()


def test_after_ctrl_c_generate_soon_leaves_its_folder(alarm, tmp_path):
    threads = lambda: len(os.listdir("/proc/self/task"))  # noqa: E731
    before = threads()
    alarm(0.1)
    with pytest.raises(KeyboardInterrupt):
        novphy.generate("all", 2, out=tmp_path / "tasks", threads=1)
    late = time.process_time() + 8  # to solve all pairs takes longer; other programs may take the processor meanwhile
    while threads() > before and time.process_time() < late:
        time.sleep(0.02)
    assert threads() == before


def test_after_an_error_of_one_detector_a_vector_of_trials_can_be_reset(small_plan):
    def broken(result):
        raise KeyError("no idea")

    asked = [lambda result: 0.5, broken, lambda result: 0.5]
    envs = gymnasium.make_vec(
        "novphy/Trial-v0", num_envs=3, vectorization_mode="vector_entry_point", plan=small_plan, detector=asked
    )
    envs.reset(seed=1)
    with pytest.raises(KeyError, match="no idea"):
        envs.step([135] * 3)
    envs.reset(seed=1)


def test_a_copy_after_the_step_that_ends_a_trial_has_its_records(small_plan):
    envs = gymnasium.make_vec(
        "novphy/Trial-v0", num_envs=1, vectorization_mode="vector_entry_point", plan=small_plan, trial=2,
        autoreset_mode="same_step",
    )  # fmt: skip
    envs.reset(seed=1)
    while not envs.step([135])[2][0]:
        pass
    assert len(envs.records()[0]) > 1
    assert copy.deepcopy(envs).records() == envs.records()


def test_close_frees_the_worlds_of_an_environment(tasks):
    for env in (one(tasks=tasks).unwrapped, many(2, tasks=tasks)):
        env.reset(seed=1)
        worlds = weakref.ref(env._envs)
        env.close()
        assert worlds() is None
    with pytest.raises(RuntimeError, match="closed"):
        env.action_masks()


def test_a_fork_that_plays_on_threads_of_its_own_can_close_a_vector(tasks):
    envs = many(3, tasks=tasks, threads=3)
    envs.reset(seed=1)

    def child():
        novphy.play_many(tasks, [[[45.0]]], threads=3)
        envs.step([100, 110, 120])
        envs.close()

    assert of_a_child(child) == 0
    envs.step([100, 110, 120])


def test_a_forked_process_does_not_wait_for_the_server_of_its_parent(small_plan, tmp_path):
    with novphy.serve(small_plan, tmp_path / "served.jsonl", port=0) as server:

        def child():
            with pytest.raises(RuntimeError, match="forked"):
                server.wait()

        assert of_a_child(child) == 0
        assert server.running


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"count": 1.5}, "count, first: found 1.5, 0, expected whole numbers from 1, 0 to 1000000"),
        ({"tasks": "rolling/agents/normal", "count": 10**30}, "count, first: found 1000"),
        ({"tasks": 3}, "tasks: found 3, expected a Task"),
        ({"observation": "picture", "size": (-1, 5)}, "size: found (-1, 5), expected two sides of 1 to 16384 pixels"),
        ({"observation": "picture", "size": (10**6, 10**6)}, "size: found"),
        ({"size": 5}, "size: found 5, expected two sides"),
    ],
)
def test_wrong_settings_name_what_was_found(tasks, settings, message):
    for make in (one, lambda **each: many(2, **each)):
        assert message_of(lambda: make(**{"tasks": tasks, **settings})).startswith(message)  # noqa: B023


@pytest.mark.parametrize(("num_envs", "batch"), [(10**9, None), (-1, None), (1.5, None), (3, 1.5)])
def test_a_wrong_number_of_environments_is_refused_before_memory_is_taken(tasks, num_envs, batch):
    found = message_of(lambda: novphy_vector(num_envs, tasks, batch))
    assert f"found {batch or num_envs}, expected 1 to" in found


def novphy_vector(num_envs, tasks, batch):
    from novphy.vector import TaskVectorEnv

    return TaskVectorEnv(num_envs, tasks=tasks, batch_size=batch)


@pytest.mark.parametrize("seed", [2**64, [1, 2**64], [1, -1], [1, 1.5], 1.5])
def test_seeds_are_whole_numbers_that_the_engine_takes(tasks, seed):
    assert message_of(lambda: many(2, tasks=tasks).reset(seed=seed)).startswith("seed: found ")


@pytest.mark.parametrize("options", [3, ["task"], {"task": 10**30}])
def test_wrong_options_of_reset_are_refused(tasks, options):
    for env in (one(tasks=tasks).unwrapped, many(2, tasks=tasks)):
        assert message_of(lambda: env.reset(options=options)).startswith("options: found ")  # noqa: B023


@pytest.mark.parametrize("text", ["\ud800", {"\ud800": 1}, 10**5000], ids=["text", "key", "integer"])
def test_values_that_no_json_has_name_their_place(task, text):
    values = {**task.to_dict(), "birds": [text]}
    assert message_of(lambda: novphy.Task.from_dict(values)).startswith("task: /birds/0: found ")


@pytest.mark.parametrize("at", [(float("nan"), 1), (1, float("inf")), (1e300, 0)])
def test_a_novelty_goes_to_a_place_that_a_task_can_have(task, at):
    assert "takes a place (--at) of two numbers from -1000 to 1000 m" in message_of(
        lambda: novphy.inject(task, "fan", at=at)
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda plan, out: novphy.serve(plan, out, port="x"), 'port: found "x", expected a whole number from 0 to 65535'),
        (lambda plan, out: novphy.serve(plan, out, port=10**30), "port: found 1e+30"),
        (lambda plan, out: novphy.serve(plan, out, port=0, trials=-1), "trials: found -1, expected a whole number from 1"),
        (lambda plan, out: novphy.serve(plan, out, port=0, log=out), "log: "),
        (lambda plan, out: novphy.serve(plan, ""), 'out: found "", expected the name of a file or a folder'),
        (lambda plan, out: novphy.run(plan, "random", out=out, trials=0), "trials: found 0"),
        (lambda plan, out: novphy.run(plan, novphy.Agent, out=out, name="a\nb"), "name: found a name that is not UTF-8"),
        (lambda plan, out: novphy.generate("rolling/agents", 1, out=out, resume="x"), 'resume: found "x", expected true'),
        (lambda plan, out: novphy.generate("rolling/agents", 1, out=out, window=5), "window: found 5, expected"),
        (lambda plan, out: novphy.generate([], 1, out=out), "names: found none, expected at least one"),
        (lambda plan, out: novphy.plan(["rolling/agents"], trials=1.5), "trials: found 1.5, expected a whole number"),
    ],
)
def test_wrong_options_name_the_option_and_write_nothing(small_plan, tmp_path, call, message):
    assert message_of(lambda: call(small_plan, str(tmp_path / "out"))).startswith(message)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("write", [lambda plan, out: novphy.serve(plan, out), lambda plan, out: novphy.run(plan, "random", out=3),
                                   lambda plan, out: novphy.generate("rolling/agents", 1, out=out)])  # fmt: skip
def test_what_is_no_path_is_no_name_of_a_file(small_plan, tmp_path, monkeypatch, write):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match="PathLike"):
        write(small_plan, None)
    assert not list(tmp_path.iterdir())


def test_plan_takes_the_name_of_one_pair():
    few = dict(trials=1, min_normal=1, max_normal=1, novel=1, calibration_runs=0, proof="none")
    assert novphy.plan("rolling/agents", **few) == novphy.plan(["rolling/agents"], **few)


def wrong(name, answer):
    """An agent whose method of this name gives a wrong answer."""
    return type("Wrong", (novphy.Agent,), {"choose": lambda self, seen: [45.0], name: lambda self, *_: answer()})


def failing(error):
    def fail():
        raise error

    return fail


class Unspoken(Exception):
    """An exception whose text cannot be made."""

    def __str__(self):
        raise ValueError("no text")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("answer", [lambda: None, lambda: {"noise_px": object()}, failing(ValueError("blind"))])
def test_an_agent_whose_senses_are_wrong_cannot_begin(small_plan, answer, threads):
    found = message_of(lambda: novphy.run(small_plan, wrong("senses", answer), threads=threads))
    assert "the agent could not begin in any of the first 3 trials: the agent's senses(): " in found


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("\ud800"), "ValueError: \\ud800"),
        (Unspoken(), "Unspoken: an exception without a text"),
        (ValueError("a\nb"), "ValueError: a b"),
    ],
    ids=["surrogate", "unspoken", "lines"],
)
def test_any_exception_of_an_agent_has_its_line_in_the_records(small_plan, error, text):
    records = novphy.run(small_plan, wrong("choose", failing(error)))
    assert {record["error"] for record in records} == {f"the agent's choose(): {text}"}


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: novphy.believe([1]), "believe(): found (list of int, None), expected ("),
        (lambda: novphy.solve("rolling/fan:normal", 3), "solve(): found (Task, int), expected ("),
        (lambda: novphy.World(3), "World(): found (int), expected (task: "),
    ],
)
def test_arguments_of_wrong_types_are_refused_in_one_line(call, text):
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value).startswith(text) and "\n" not in str(raised.value)  # versions of pybind11 write types differently


def test_a_method_refuses_arguments_of_wrong_types_in_one_line(task):
    with pytest.raises(TypeError, match=r"^World\.step\(\): found \(str\), expected \(seconds: [^\n]*$"):
        novphy.World(task).step("x")


def test_a_session_plays_no_plan_that_was_made_with_other_numbers(small_plan):
    number = "catalogue:/blocks/linear_drag_per_s=0.5"
    other = novphy.Plan.parse(small_plan.json().replace('"pairs":', f'"overrides": ["{number}"],\n"pairs":', 1))
    text = message_of(lambda: novphy.Session(other, 2))
    assert text == f"plan: found none, expected {number}: with these numbers the tasks of the plan were made"
