"""Servers for agents of the original game, and merged runs: what `novphy serve` and `novphy merge` do."""

import signal
import struct
import sys
from pathlib import Path

import novphy
import pytest
from conftest import PROGRAM, begun_again, program, without_attempts
from program import start

sys.path.insert(0, str(Path(__file__).parents[1] / "serve"))
from dialects import Dialect  # noqa: E402


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    """The file of a plan of two trials."""
    made = novphy.plan(
        ["rolling/agents"], trials=2, min_normal=1, max_normal=1, novel=1, calibration_runs=0, training=1, proof="none",
    )  # fmt: skip
    file = tmp_path_factory.mktemp("plan") / "plan.json"
    file.write_text(made.json())
    return file


class Client(Dialect):
    """Throws by the level's number alone, so that it answers alike after an interruption."""

    def throw(self):
        self.thrown = self.levels[-1]
        self.shoot()


def play_all(port):
    client = Client(port)
    client.play()
    client.close()


def in_the_second_trial(port):
    """A client that has begun the second trial. The trial would be over if the client hung up."""
    client = Client(port)
    while client.levels.count(1) < 2:
        client.step()
    return client


def test_a_server_in_the_background_writes_the_records_of_the_program(plan, tmp_path):
    settings = {"agent": "dialect", "labels": True, "noise": 1.5, "ask": 2, "informed": True, "run": "seed 3"}
    words = ["--agent", "dialect", "--labels", "--noise", 1.5, "--ask", 2, "--informed", "--run", "seed 3"]
    with novphy.serve(plan, tmp_path / "python.jsonl", port=0, log=tmp_path / "log.txt", **settings) as server:
        assert server.running and server.host == "127.0.0.1" and server.trials == 0
        play_all(server.port)
        records = server.wait(60)
    assert not server.running and server.trials == 2
    assert records == novphy.Records.load(tmp_path / "python.jsonl")
    assert "connected" in (tmp_path / "log.txt").read_text()
    if not PROGRAM:
        pytest.skip("NOVPHY_PROGRAM does not name the program")
    command = [PROGRAM, "serve", plan, "--out", tmp_path / "program.jsonl", "--port", 0, "--quiet", *words]
    process = start(command, environment={"LD_PRELOAD": None})
    play_all(int(process.stdout.readline().split()[-1]))
    process.communicate(timeout=60)
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()


def test_a_stopped_server_keeps_finished_trials_for_a_later_one(plan, tmp_path):
    out = tmp_path / "records.jsonl"
    with novphy.serve(plan, tmp_path / "whole.jsonl", port=0) as server:
        play_all(server.port)
        server.wait(60)
    server = novphy.serve(novphy.Plan.load(str(plan)), out, port=0)
    with pytest.raises(TimeoutError, match="still runs after 0.05 s: 0 trials are finished"):
        server.wait(0.05)
    client = in_the_second_trial(server.port)
    assert server.stop() == 1 == server.stop()
    client.close()
    with pytest.raises(novphy.UnfinishedRun, match="1 of 2 trials are kept in .*partial") as raised:
        server.wait()
    assert (raised.value.trials, raised.value.kept) == ([1], 1)
    with novphy.serve(plan, out, port=0, resume=True) as server:
        assert server.trials == 1
        play_all(server.port)
        records = server.wait(60)
    assert begun_again(records) == {1} and without_attempts(records) == novphy.Records.load(tmp_path / "whole.jsonl")
    server = novphy.serve(plan, out, resume=True)
    assert server.port is None and server.wait() == records


def test_what_is_practised_stands_beside_the_records(plan, tmp_path):
    with novphy.serve(plan, tmp_path / "r.jsonl", port=0, practice=1) as server:
        client = Client(server.port)
        client.fixed(68, "iiiiBBB")
        assert client.state() == 9
        client.fixed(68, "iiiiBBB")
        assert client.byte(51, struct.pack(">i", 1)) == 1
        client.shoot()
        client.close()  # which the server may not have seen when it is stopped: the attempt was lost then
    with pytest.raises(novphy.UnfinishedRun, match="stopped: 1 attempt of practice is kept in .*practice"):
        server.wait()


CODE = """
import sys, novphy
server = novphy.serve(sys.argv[1], sys.argv[2], port=0)
print(server.port, flush=True)
try:
    server.wait()
except KeyboardInterrupt:
    sys.exit(77 if not server.running else 1)
"""


def test_ctrl_c_ends_a_server_that_is_waited_for(plan, tmp_path):
    out = tmp_path / "records.jsonl"
    child = start([sys.executable, "-c", CODE, plan, out])
    client = in_the_second_trial(int(child.stdout.readline()))
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=60) == ("", "") and child.returncode == 77
    client.close()
    assert Path(f"{out}.partial").exists()


def test_python_ends_with_a_server_that_nobody_stopped_even_after_a_fork(plan, tmp_path):
    code = "import os, sys, novphy; server = novphy.serve(sys.argv[1], sys.argv[2], port=0); "
    code += "child = os.fork(); child and os.waitpid(child, 0); print(server.running)"
    child = start([sys.executable, "-c", code, plan, tmp_path / "records.jsonl"])
    assert child.communicate(timeout=60) == ("True\nTrue\n", "") and child.returncode == 0


def test_an_address_that_others_can_reach_is_warned_of(plan, tmp_path):
    with pytest.warns(UserWarning, match="0.0.0.0 can be reached from other machines"):
        novphy.serve(plan, tmp_path / "records.jsonl", port=0, host="0.0.0.0").stop()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"plan": "nowhere.json"}, "nowhere.json"),
        ({"port": 65536}, "port: found 65536, expected a whole number from 0 to 65535"),
        ({"host": "nowhere"}, 'found "nowhere", expected an address such as 127.0.0.1'),
        ({"noise": 6}, "noise: found 6"),
        ({"noise": float("nan")}, "noise: found nan"),
        ({"ask": -1}, "ask: found -1"),
        ({"clients": 2000}, "clients: found 2000"),
        ({"practice": 9}, "--practice: found 9, expected at most 2"),
        ({"agent": ""}, "agent: found an empty text"),
        ({"physics": "mars"}, 'physics: found "mars"'),
        ({"out": "/"}, "/: expected a file, found a folder"),
        ({"log": "/nowhere/log.txt"}, "/nowhere/log.txt: cannot be written"),
    ],
)
def test_bad_input_of_serve_leaves_no_file(plan, tmp_path, wrong, message):
    with pytest.raises(novphy.InputError, match=message):
        novphy.serve(**{"plan": plan, "out": tmp_path / "records.jsonl", "port": 0, **wrong})
    assert not list(tmp_path.iterdir())


def test_a_port_is_used_once(plan, tmp_path):
    with novphy.serve(plan, tmp_path / "a.jsonl", port=0) as server:
        with pytest.raises(novphy.InputError, match="cannot listen there: Address already in use"):
            novphy.serve(plan, tmp_path / "b.jsonl", port=server.port)
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def shards(plan, tmp_path_factory):
    """The files of two shards of a run with a detector."""
    out = tmp_path_factory.mktemp("shards") / "r.jsonl"
    for number in (1, 2):
        program("run", plan, "--agent", "random", "--detect", "sma:1:1", "--shard", f"{number}/2", "--out", out, "--quiet", "--no-selftest")
    return [f"{out}.shard-{number}-of-2" for number in (1, 2)]


def test_merged_shards_have_the_bytes_of_the_program(shards, tmp_path):
    program("merge", *shards, "--out", tmp_path / "program.jsonl")
    records = novphy.merge(shards[::-1], tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "program.jsonl").read_bytes()
    assert records == novphy.Records.load(tmp_path / "program.jsonl")
    assert "alarm" in records[0]


def test_missing_shards_are_named_and_nothing_is_written(shards, tmp_path):
    with pytest.raises(novphy.UnfinishedRun, match="1 of 2 trials are missing; nothing is written; they are of 1 of 2 sh") as raised:
        novphy.merge(shards[0], tmp_path / "r.jsonl")
    assert (raised.value.trials, raised.value.kept, raised.value.shards) == ([1], 1, [2])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"files": []}, "files: found none"),
        ({"files": ["nowhere"]}, "nowhere: cannot be read"),
        ({"files": [__file__]}, "expected the finished trials of a shard"),
        ({"shards": 0}, "shards: found 0"),
        ({"out": __file__}, "is there already and is "),
        ({"files": [__file__], "out": __file__, "force": True}, "is an input of this command"),
    ],
)
def test_bad_input_of_merge(wrong, message, tmp_path):
    with pytest.raises(novphy.InputError, match=message):
        novphy.merge(**{"files": "nowhere", "out": tmp_path / "r.jsonl", **wrong})
