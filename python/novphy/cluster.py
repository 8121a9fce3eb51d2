"""Plays a plan on a Dask cluster: `python -m novphy.cluster PLAN --agent A --scheduler ADDRESS --out FILE`.

The records are those of `novphy run`. Each finished trial is immediately kept in FILE.partial, and --resume goes on from
there.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence

from novphy._errors import InputError
from novphy.agents import run
from novphy.executors import UnfinishedRun

BAD_INPUT = 2
UNFINISHED = 3
INTERRUPTED = 130


def agent_named(name: str) -> Any:
    """The agent of novphy called `name`, or the class in "my_agent.py:Climber" or "my_package.agents:Climber"."""
    place, colon, kind = name.rpartition(":")
    if not colon or not kind.isidentifier() or name.startswith("exec:"):
        return name
    if not place.endswith(".py"):
        if importlib.util.find_spec(place.partition(".")[0]) is None:
            return name  # not a module but an agent such as dqn:online
        module = importlib.import_module(place)
    else:
        spec = importlib.util.spec_from_file_location(Path(place).stem, place)
        if spec is None or spec.loader is None or not Path(place).is_file():
            raise InputError(f"--agent: {place} cannot be read")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        _send_whole(module)
    if not hasattr(module, kind):
        raise InputError(f"--agent: {place} has no class {kind}")
    return getattr(module, kind)


def _send_whole(module: Any) -> None:
    """Makes pickles contain the module's classes themselves, because workers have no copy of the user's file."""
    try:
        import cloudpickle
    except ImportError:
        return
    cloudpickle.register_pickle_by_value(module)


@contextmanager
def _dask(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise InputError("--scheduler: needs Dask, in Debian the package python3-distributed") from None
    try:
        client = Client(address, timeout="30s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"--scheduler: no Dask scheduler answers at {address}: {error}") from None
    try:
        yield client.get_executor()
    finally:
        client.close(timeout=5)


def _arguments(texts: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m novphy.cluster", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("plan", metavar="PLAN", help="a plan, as novphy plan writes it")
    parser.add_argument("--agent", required=True, help="an agent of novphy, or FILE.py:CLASS, or MODULE:CLASS")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the address of the Dask scheduler, such as tcp://node7:8786")
    where.add_argument("--processes", type=int, metavar="N", help="play on N processes of this machine instead")
    parser.add_argument("--out", required=True, metavar="FILE", help="the file to write the records to")
    parser.add_argument("--name", help="the agent's name in tables and reports")
    parser.add_argument("--run", metavar="NAME", help="the training of the agent that plays, such as \"seed 3\"")
    parser.add_argument("--trials", type=int, metavar="K", help="play only the first K trials of each novelty-scenario")
    parser.add_argument("--detect", metavar="DETECTOR", help="the detector that sets alarms, such as pma:10:1.5 or sma:5:0.2")
    parser.add_argument("--informed", action="store_true", help="tell agents of the novelty")
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="go on with what an interrupted run left")
    again.add_argument("--force", action="store_true", help="replace existing records")
    return parser.parse_args(texts)


def main(texts: Optional[Sequence[str]] = None) -> int:
    """The command. Exit codes: 0 done, 2 bad input, 3 unfinished trials, 130 Ctrl-C."""
    options = _arguments(texts)
    try:
        if options.processes is not None and options.processes < 1:
            raise InputError(f"--processes: found {options.processes}, expected at least 1")
        agent = agent_named(options.agent)
        with _dask(options.scheduler) if options.scheduler else ProcessPoolExecutor(options.processes) as executor:
            records = run(
                options.plan, agent, out=options.out, resume=options.resume, force=options.force, name=options.name,
                trials=options.trials, detector=options.detect, informed=options.informed, executor=executor,
                run=options.run,
            )  # fmt: skip
    except UnfinishedRun as error:
        print(f"novphy.cluster: {error}; use --resume to go on", file=sys.stderr)
        return UNFINISHED
    except InputError as error:
        print(f"novphy.cluster: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("novphy.cluster: interrupted; use --resume to go on from the finished trials", file=sys.stderr)
        return INTERRUPTED
    print(f"{len(records)} tasks, {sum(record['passed'] for record in records)} passed: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
