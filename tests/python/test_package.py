import inspect
import re
import sys

import novphy
import pytest
from conftest import PRELOADED, printed_by, program
from novphy._build import BUNDLED_LIBRARIES
from novphy import measures, tool_players, tools
from program import ROOT, run


def public():
    for module in (novphy, measures, tools, tool_players):
        for name in getattr(module, "__all__", [n for n in vars(module) if not n.startswith("_")]):
            thing = getattr(module, name)
            if inspect.isclass(thing) or callable(thing):
                yield f"{module.__name__}.{name}", thing


@pytest.mark.parametrize(("name", "thing"), [p for p in public() if p[1].__module__.startswith("novphy")])
def test_every_public_name_has_a_docstring(name, thing):
    assert thing.__doc__
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        for part, member in vars(thing).items():
            if not part.startswith("_") and callable(member):
                assert member.__doc__, f"{name}.{part}"


def in_python(function):
    return inspect.isfunction(inspect.unwrap(function))


def described():
    """The public functions, the constructors of public classes, and their methods that are written in Python, with the texts
    that describe them."""
    for name in novphy.__all__:
        thing = getattr(novphy, name)
        if in_python(thing):
            yield name, thing, thing.__doc__
        for part, member in vars(thing).items() if inspect.isclass(thing) else []:
            if part == "__init__" and in_python(member):
                yield name, member, f"{thing.__doc__} {member.__doc__}"
            elif not part.startswith("_") and in_python(member):
                yield f"{name}.{part}", member, f"{thing.__doc__} {member.__doc__}"


@pytest.mark.parametrize(("name", "function", "text"), [pytest.param(*each, id=each[0]) for each in described()])
def test_every_parameter_is_described(name, function, text):
    parameters = [each for each in inspect.signature(function).parameters if each != "self" and not each.startswith("_")]
    form = r"^ +{}:" if "Arguments:" in text else r"\b{}\b"
    assert [each for each in parameters if not re.search(form.format(each), text, re.MULTILINE)] == []


# pybind11 puts the signature into the first line of a docstring. Overloads have a text each.
COMPILED = [
    pytest.param(member, id=f"{kind.__name__}.{part}")
    for kind in (each for each in map(novphy.__dict__.get, novphy.__all__) if inspect.isclass(each))
    for part, member in vars(kind).items()
    if not part.startswith("_") and callable(member) and not in_python(member) and " -> " in (member.__doc__ or "")
]


COMPILED += [
    pytest.param(kind, id=kind.__name__)
    for kind in (each for each in map(novphy.__dict__.get, novphy.__all__) if inspect.isclass(each))
    if type(kind).__name__ == "pybind11_type" and "-> None" in (kind.__init__.__doc__ or "")
]


@pytest.mark.parametrize("method", COMPILED)
def test_every_parameter_of_a_compiled_method_is_described(method):
    signature, _, text = method.__doc__.partition("\n")
    if inspect.isclass(method):
        signature, _, text = method.__init__.__doc__.partition("\n")
        text += method.__doc__
    parameters = [each for each in re.findall(r"(\w+):", signature) if each != "self"]
    assert [each for each in parameters if not re.search(rf"\b{each}\b", text)] == []


def test_all_names_are_there():
    assert all(hasattr(novphy, name) for name in novphy.__all__)


@pytest.mark.skipif(PRELOADED, reason="the module is preloaded")
def test_the_module_has_the_engine_of_its_build_or_refuses():
    code = "import os; os.environ['NOVPHY_PRELOADED'] = '1'; import novphy"
    done = run([sys.executable, "-c", code], code=0 if BUNDLED_LIBRARIES else 1)
    assert BUNDLED_LIBRARIES or "Box2D was loaded before novphy" in done.stderr


def test_the_package_says_that_it_needs_numpy():
    code = "import sys; sys.modules['numpy'] = None; import novphy"
    assert run([sys.executable, "-c", code], code=1).stderr.endswith("novphy needs numpy: pip install numpy\n")


def test_another_sine_of_the_process_changes_no_play(task):
    code = (
        "import ctypes, numpy; ctypes.CDLL('libm.so.6', ctypes.RTLD_GLOBAL); numpy.sin(numpy.float32(1))\n"
        "import novphy; print(novphy.play(novphy.base_task('rolling/agents/normal'), [[45]]).digest)"
    )
    assert run([sys.executable, "-c", code]).stdout.strip() == novphy.play(task, [[45]]).digest


def test_the_command_line_of_the_package_is_the_program(tmp_path):
    command = [sys.executable, "-m", "novphy"]
    assert run([*command, "list", "agents"]).stdout == program("list", "agents")
    assert "\nBox2D 2.4.1\n" in run([*command, "--version"]).stdout  # as in the records' first line
    assert run([*command, "selftest", "--short"]).stdout.count("as expected") == 3
    wrong = run([*command, "verify", "no/pair"], code=2)
    assert wrong.stderr.startswith("novphy: ") and wrong.stderr.count("\n") == 1 and not wrong.stdout


@pytest.mark.skipif(PRELOADED, reason="the module is preloaded")
def test_the_self_test_starts_the_program_once_more_by_the_same_interpreter():
    printed = run([sys.executable, "-m", "novphy", "selftest", "--plays", "2"]).stdout
    assert any(line.startswith("another process") and line.endswith("same") for line in printed.splitlines())


def test_importing_novphy_imports_no_gymnasium_when_there_is_none():
    code = (
        "import sys; sys.path = [p for p in sys.path if 'stand_in' not in p]\n"
        "import importlib.util\n"
        "there = importlib.util.find_spec('gymnasium') is not None\n"
        "import novphy; assert there or 'gymnasium' not in sys.modules"
    )
    run([sys.executable, "-c", code])


@pytest.mark.parametrize("name", ["search", "own_agent", "measure_agents"])
def test_the_examples_run(name):
    assert printed_by(name).strip()


@pytest.mark.parametrize(("name", "shots", "envs"), [("dqn", 400, 8), ("ppo", 3000, 16)])
def test_the_trainings_of_the_examples_learn(name, shots, envs):
    lines = printed_by(name, "--tasks", "6", "--shots", shots, "--envs", envs).splitlines()
    passed = [float(line.split("passed ")[1].split()[0]) for line in lines]
    assert len(passed) >= 10
    assert passed[-1] >= passed[0] + 0.4


def test_the_learner_of_a_season_needs_only_numpy_and_its_file_to_pass_tasks_of_a_known_kind(tmp_path):
    printed_by("season_learner", "--train", tmp_path / "throws.npz", "falling/agents")
    plan = novphy.plan("falling/agents", trials=1, min_normal=10, max_normal=10, novel=1, calibration_runs=0)
    agent = f"exec:{sys.executable} {ROOT / 'python/examples/season_learner.py'} {tmp_path / 'throws.npz'}"
    records = novphy.run(plan, agent)
    assert sum(record["passed"] for record in records if record["phase"] == "normal") >= 4


def test_the_script_of_the_learners_names_those_that_it_has():
    done = run([ROOT / "scripts/learners.sh", "sb4"], code=2, environment={"LD_PRELOAD": None})
    assert done.stderr == 'learners.sh: found "sb4", expected sb3, torchrl or rllib\n' and not done.stdout
