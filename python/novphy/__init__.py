"""novphy: a testbed for open-world physical reasoning.

Tasks are values (`Task`), plays are pure functions (`play`, `play_many`, `play_grid`), a `World` is a play in steps, and
`observe` returns what an agent sees, and `believe` the task that may be behind it. `Session`, `Agent` and `run` follow the protocol of trials; `Physicist` is an agent to call by hand. `train` trains nets for
learning agents, `serve` lets agents of the original game play. `measure` and `report` compute what papers print, and
`difficulty` how hard tasks are. `generate` writes tasks to disk, `merge` puts the shards of a run together, and `dataset`
writes offline data sets. If gymnasium can be imported, `novphy/Task-v0` and `novphy/Trial-v0` are registered with it.
"""

from novphy._engine import engine as _engine
from novphy._errors import InputError
from novphy import measures, plot
from novphy.agents import Agent, Observation, Plan, Records, check_agent, run
from novphy.believing import Believed, believe
from novphy.dataset_check import check_dataset
from novphy.dataset_files import Credits
from novphy.dataset_maker import Dataset, dataset
from novphy.episodes import DatasetDifference
from novphy.executors import JobQueue, UnfinishedRun
from novphy.generating import generate
from novphy.judging import Difficulty, Judged, difficulty, judge
from novphy.measuring import Measures, detect, measure, replay, report
from novphy.merging import merge
from novphy.physicist import Physicist
from novphy.plans import level_plan, plan, standard_plan
from novphy.policies import PolicyAgent
from novphy.playing import ENDS, Play, Plays, play, play_grid, play_many
from novphy.seeing import FEATURES, observe, observe_many
from novphy.serving import Server, serve
from novphy.sessions import Session, SessionError
from novphy.tasks import Task, base_task, inject, make_tasks, novelties, pairs, solve, verify, without
from novphy.training import NetResult, train
from novphy.worlds import Snapshot, World

__version__ = _engine.__version__
__all__ = [
    "ENDS",
    "FEATURES",
    "Agent",
    "Believed",
    "Credits",
    "Dataset",
    "DatasetDifference",
    "Difficulty",
    "InputError",
    "JobQueue",
    "Judged",
    "Measures",
    "NetResult",
    "Observation",
    "Physicist",
    "Plan",
    "Play",
    "Plays",
    "PolicyAgent",
    "Records",
    "Server",
    "Session",
    "SessionError",
    "Snapshot",
    "Task",
    "UnfinishedRun",
    "World",
    "base_task",
    "believe",
    "check_agent",
    "check_dataset",
    "dataset",
    "detect",
    "difficulty",
    "generate",
    "inject",
    "judge",
    "level_plan",
    "make_tasks",
    "measure",
    "measures",
    "merge",
    "novelties",
    "observe",
    "observe_many",
    "pairs",
    "plan",
    "play",
    "play_grid",
    "play_many",
    "plot",
    "replay",
    "report",
    "run",
    "serve",
    "solve",
    "standard_plan",
    "train",
    "verify",
    "without",
]

from novphy import registration as _registration

_registration.register()
