"""python -m novphy mcp: both eras of the protocol over stdio and HTTP, with clients by hand and the official one; its records, and
its ends. scripts/model_tests.sh also plays with the official clients of npm."""

import contextlib
import fcntl
import http.client
import json
import os
import signal
import socket
import sys
import time

import novphy
import pytest
from conftest import program
from novphy.tools import ToolReply, ToolRun, Track
from novphy.trial_desk import TrialDesk
from program import finished_trials, json_lines, refused, run, start, stop_before

anyio = pytest.importorskip("anyio", reason="mcp is not installed")
pytest.importorskip("mcp", reason="mcp is not installed")
from mcp.client.client import Client as OfficialClient  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402
from novphy.mcp_doors import _Lines, is_foreign, is_served  # noqa: E402
from novphy.mcp_service import Ending, McpService  # noqa: E402
from novphy.tools import ToolTrial  # noqa: E402

SHOT = {"angle": 40, "pull": 0.9}
TOOLS = ["start_trial", "look", "aim", "shoot", "report_novelty", "notes", "give_up"]
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
HANDSHAKE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(sys.path)}


class Fixed(novphy.Agent):
    """Throws as SHOT says, and finds a change improbable."""

    def choose(self, seen):
        return [SHOT["angle"], SHOT["pull"]]

    def novelty(self):
        return 0.25


def telling(records):
    keys = ("novelty", "scenario", "trial", "phase", "task", "passed", "digest", "novelty_probability")
    return [{key: each.get(key) for key in keys} for each in records]


@pytest.fixture(scope="module")
def plan():
    return novphy.plan(["rolling/agents", "multiple_forces/goals"], trials=2, min_normal=1, max_normal=2, novel=2, calibration_runs=0, proof="none")


@pytest.fixture(scope="module")
def expected(plan):
    return telling(novphy.run(plan, Fixed))


@pytest.fixture
def folder(plan, tmp_path):
    (tmp_path / "plan.json").write_text(plan.json())
    return tmp_path


@pytest.fixture
def serve(folder):
    """Starts a server of the plan in the folder. Whatever a test leaves is ended after it."""
    started = []

    def begin(*options, **streams):
        command = [sys.executable, "-m", "novphy", "mcp", "plan.json", "--out", "r.jsonl", *options]
        started.append(start(command, folder, ENVIRONMENT, **streams))
        return started[-1]

    yield begin
    for server in started:
        if server.poll() is None:
            server.kill()
        with contextlib.suppress(ValueError, OSError):
            server.communicate(timeout=60)


def check_records(folder, expected):
    records = json_lines(folder / "r.jsonl")
    assert records[0]["served"] == "tools: text, no simulations"
    assert telling(records[1:]) == expected
    return records


class Client:
    """What clients by hand of both eras and transports have in common. `send` passes a message on and returns the answer."""

    last = 0

    def ask(self, method, **params):
        self.last += 1
        answer = self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        assert answer["id"] == self.last, answer
        return answer

    def handshake(self):
        self.ask("initialize", **HANDSHAKE)
        return self

    def call(self, tool, meta={}, **arguments):
        """The text of a tool's reply. `refused` and `facts` tell afterwards whether it was refused, and its facts."""
        result = self.ask("tools/call", name=tool, arguments=arguments, **meta)["result"]
        self.refused, self.facts = result["isError"], result.get("structuredContent")
        assert (self.facts is None) == self.refused
        return result["content"][0]["text"]

    def play(self, **more):
        """Plays trials until none is left. With `trial`, each call names its trial."""
        while not self.call("start_trial").startswith("no trial is left"):
            more.update({"trial": self.facts["trial"]} if more else {})
            self.play_trial(**more)

    def play_trial(self, report=True, **more):
        """Plays the trial that goes on to its end."""
        over = False
        while not over:
            self.call("shoot", **SHOT, **more)
            over = self.facts.get("trial_over")
            if self.facts["task_over"] and (report or not over):
                self.call("report_novelty", probability=0.25, **more)


class Stdio(Client):
    def __init__(self, serve, *options):
        self.process = serve(*options, stdin=-1)
        self.handshake()

    def tell(self, *messages):
        self.process.stdin.write("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in messages))
        self.process.stdin.flush()

    def send(self, message):
        self.tell(message)
        return json.loads(self.process.stdout.readline())

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(60)  # before its input ends
        return self.end(-number)

    def end(self, code=0):
        output, errors = self.process.communicate(timeout=60)
        assert (self.process.returncode, output) == (code, ""), (self.process.returncode, output, errors)
        return errors


class Http(Client):
    """Over HTTP with a session, up to 2025-11-25."""

    def __init__(self, serve=None, *options, url=None):
        if url is None:
            self.process = serve("--http", "--port", "0", *options)
            url = self.process.stdout.readline().split()[-1]
        self.url = url
        self.headers = {"Accept": "application/json", "Content-Type": "application/json"}
        self.connection = http.client.HTTPConnection(url.split("/")[2], timeout=60)

    def request(self, method, body=None, **headers):
        self.connection.request(method, "/mcp", body, {**self.headers, **headers})
        response = self.connection.getresponse()
        return response, response.read().decode()

    def tell(self, message):
        self.connection.request("POST", "/mcp", json.dumps(message), {**self.headers, **self.of_message(message)})

    def send(self, message):
        response, body = self.request("POST", json.dumps(message), **self.of_message(message))
        self.status = response.status
        if session := response.getheader("Mcp-Session-Id"):
            self.headers["Mcp-Session-Id"] = session
        return json.loads(body)

    def of_message(self, message):
        return {}

    def stop(self):
        """Ends the server, where trials are left."""
        self.process.send_signal(signal.SIGTERM)
        return self.end(-signal.SIGTERM)

    def end(self, code=0):
        output, errors = self.process.communicate(timeout=60)
        self.connection.close()
        assert self.process.returncode == code, (self.process.returncode, output, errors)
        return output + errors


class ModernHttp(Http):
    def ask(self, method, **params):
        return super().ask(method, **{**params, "_meta": {**META, **params.get("_meta", {})}})

    def of_message(self, message):
        return {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": message["method"],
                **({"Mcp-Name": message["params"]["name"]} if "name" in message["params"] else {})}  # fmt: skip


class Stopped(Exception):
    """The server was asked to end."""


class Stopping:
    """A client whose server is asked to end right after its call number `last_call` was sent. Its last report has another
    probability each time."""

    calls = 0

    def ask(self, method, **params):
        self.calls += 1
        if params.get("name") == "report_novelty":
            params["arguments"]["probability"] = self.probability = self.calls / 100
        return super().ask(method, **params)

    def send(self, message):
        if self.calls != self.last_call:
            return super().send(message)
        stop_before(self.process, lambda: self.tell(message))
        raise Stopped


def test_a_client_with_a_handshake_plays_over_stdio(serve, folder, expected):
    client = Stdio(serve)
    for version in ("2024-11-05", "2025-06-18", "1999-01-01"):
        agreed = client.ask("initialize", **{**HANDSHAKE, "protocolVersion": version})["result"]
        assert agreed["protocolVersion"] == (version if version > "2000" else "2025-11-25")
        assert agreed["serverInfo"] == {"name": "novphy", "version": novphy.__version__} and "tools" in agreed["capabilities"]
    client.tell({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert [each["name"] for each in client.ask("tools/list")["result"]["tools"]] == TOOLS
    client.play()
    assert f"{len(expected)} tasks of 4 trials" in client.end()
    check_records(folder, expected)


@pytest.mark.parametrize("throws, code, verdict, says", (
    (SHOT, 0, "ok", "4 tasks, 8 shots"),
    ({"angle": 400}, 1, "fail", "did not play it to the end"),
))  # fmt: skip
def test_a_player_is_checked_over_stdio(tmp_path, throws, code, verdict, says):
    client = Stdio(lambda **streams: start([sys.executable, "-m", "novphy", "mcp", "--check"], tmp_path, ENVIRONMENT, **streams))
    while not client.call("start_trial").startswith("no trial is left"):
        client.call("shoot", **throws)
        if client.refused:
            break
        while not client.facts.get("trial_over"):
            client.call("shoot", **SHOT)
        client.call("report_novelty", probability=0)
    _, errors = client.process.communicate()
    assert client.process.returncode == code, errors
    points = {line[6:24].strip(): (line[:4].strip(), line) for line in errors.splitlines() if not line.startswith(" ")}
    assert points["determinism"][0] == points["answer times"][0] == "skip" and "not checked" in points["hello"][1]
    assert points["trial"][0] == points["200 objects"][0] == verdict and says in points["trial"][1]


def test_clients_by_hand_play_over_http_with_sessions_and_without(serve, folder, expected):
    first = Http(serve).handshake()
    assert len(first.headers["Mcp-Session-Id"]) == 32
    second = Http(url=first.url).handshake()
    third = ModernHttp(url=first.url)
    for client in (first, second):
        assert "red" in client.call("look")  # without start_trial, too
    assert "trial" in third.call("look") and third.refused  # each call names its trial
    assert "handle" in third.call("look", trial="trial-0") and third.refused
    assert third.call("look", trial=5) and third.refused
    third.play(trial=None)
    first.play_trial()
    assert "start_trial" in first.call("look") and first.refused
    second.play_trial()
    assert third.ask("resources/list")["error"]["code"] == -32601 and third.status == 404
    assert "4 trials" in first.end()
    check_records(folder, expected)


@pytest.mark.parametrize("transport", ("stdio", "http"))
@pytest.mark.parametrize("mode", ("legacy", "auto"))
def test_the_official_client_plays(serve, folder, expected, transport, mode):
    names_trial = (transport, mode) == ("http", "auto")

    async def play(client):
        assert [each.name for each in (await client.list_tools()).tools] == TOOLS

        async def call(tool, **arguments):
            reply = await client.call_tool(tool, arguments)
            return reply.is_error, reply.content[0].text, reply.structured_content

        while not (begun := await call("start_trial"))[0]:
            more = {"trial": begun[2]["trial"]} if names_trial else {}
            wrong, text, _ = await call("shoot", angle="far", **more)
            assert wrong and "angle" in text
            over = False
            while not over:
                wrong, text, facts = await call("shoot", **SHOT, **more)
                over = facts.get("trial_over")
                assert not wrong and bool(over) == ("last one" in text)
                if facts["task_over"]:
                    assert not (await call("report_novelty", probability=0.25, **more))[0]

    async def over_stdio():
        command = ["-m", "novphy", "mcp", "plan.json", "--out", "r.jsonl", "--quiet"]
        server = StdioServerParameters(command=sys.executable, args=command, cwd=str(folder), env={**os.environ, **ENVIRONMENT})
        async with OfficialClient(stdio_client(server), mode=mode) as client:
            await play(client)

    async def over_http():
        process = serve("--http", "--port", "0")
        async with OfficialClient(process.stdout.readline().split()[-1], mode=mode) as client:
            await play(client)
        assert process.wait(60) == 0

    anyio.run(over_stdio if transport == "stdio" else over_http)
    check_records(folder, expected)


def test_a_client_that_vanishes_leaves_a_run_to_resume(serve, folder, expected):
    client = Stdio(serve)
    client.play_trial()
    client.call("start_trial")
    client.call("shoot", **SHOT)
    assert "1 of 4 trials are kept in r.jsonl.partial, which notes 1 more as begun; the same command with --resume goes on" in client.end()
    assert not (folder / "r.jsonl").exists()
    client = Stdio(serve, "--resume")
    client.play()
    client.end()
    check_records(folder, expected)
    assert "all 4 trials are played" in run([sys.executable, "-m", "novphy", "mcp", "plan.json", "--out", "r.jsonl", "--resume"], 0, folder, ENVIRONMENT).stderr


def test_a_signal_keeps_what_is_finished(serve):
    client = Stdio(serve)
    client.play_trial(report=False)
    said = client.stop(signal.SIGINT)
    assert "interrupted: 1 of 4 trials are kept in r.jsonl.partial; to go on: " in said and "novphy mcp plan.json --out r.jsonl --resume" in said


def test_who_looks_at_a_trial_and_begins_it_again_leaves_a_trace(serve, folder, expected):
    # Nothing told that a player had seen all tasks of a trial but the last, hung up, and played the trial again.
    first = sum(all(each[key] == expected[0][key] for key in ("novelty", "scenario", "trial")) for each in expected)
    for leave in (Stdio.end, lambda client: client.stop(signal.SIGKILL)):
        client = Stdio(serve, "--resume")
        for _ in range(first - 1):
            client.call("give_up")
        client.call("look")
        leave(client)
    client = Stdio(serve, "--resume")
    client.play()
    assert "1 trial was begun more than once" in client.end()
    records = check_records(folder, expected)[1:]
    assert [each.get("attempts", 1) for each in records] == [3] * first + [1] * (len(expected) - first)
    assert "agent server began 1 of 4 trials more than once" in run([program_file(), "measure", "r.jsonl"], folder=folder).stderr


@pytest.mark.parametrize("kind", (Stdio, Http))
def test_a_report_that_was_sent_before_the_server_ended_counts(serve, folder, kind):
    # A trial was kept with the report before the last one, which the server had not read when it was asked to end.
    def play(last):
        client = type("Stopping" + kind.__name__, (Stopping, kind), {"last_call": last})(serve, "--force")
        if kind is Http:
            client.handshake()
        with contextlib.suppress(Stopped):
            client.call("start_trial")
            client.play_trial()
            client.process.send_signal(signal.SIGTERM)
        client.process.communicate(timeout=60)
        assert client.process.returncode == -signal.SIGTERM
        return client, finished_trials(folder / "r.jsonl.partial")

    report = play(-1)[0].calls  # the number of the trial's last call
    assert play(report - 2)[1] == []
    for last in (report - 1, report):  # the last throw and the report on it
        client, [trial] = play(last)
        assert trial[-1]["novelty_probability"] == client.probability


def test_all_that_was_sent_before_a_stop_is_read():
    source, client = os.pipe()
    fcntl.fcntl(client, fcntl.F_SETPIPE_SZ, 1 << 20)
    sent = 4000  # more than one read takes
    os.write(client, b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n' * sent)

    async def read():
        lines = _Lines(source, os.open(os.devnull, os.O_WRONLY))
        lines.stop()
        return len([each async for each in lines.read])

    assert anyio.run(read) == sent


def test_what_was_sent_before_the_input_ended_counts_and_is_answered(serve, folder):
    # The SDK drops the calls that it has not begun when its input ends.
    client = Stdio(serve)
    calls = [("give_up", {})] * 3 + [("report_novelty", {"probability": 0.75})]
    client.tell(*({"jsonrpc": "2.0", "id": 10 + i, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
                  for i, (tool, arguments) in enumerate(calls)))  # fmt: skip
    output, errors = client.process.communicate(timeout=60)
    assert [json.loads(line)["id"] for line in output.splitlines()] == [10, 11, 12, 13] and "1 of 4 trials are kept" in errors
    assert finished_trials(folder / "r.jsonl.partial")[0][-1]["novelty_probability"] == 0.75


def test_a_client_that_takes_no_more_answers_leaves_a_run_to_resume(serve):
    client = Stdio(serve)
    client.play_trial()
    client.process.stdout.close()
    client.process.stdout = None
    client.tell({"jsonrpc": "2.0", "id": 99, "method": "ping"})
    assert client.process.wait(60) == 0
    assert "1 of 4 trials are kept" in client.process.stderr.read()


def test_a_client_that_does_not_read_does_not_keep_the_server_from_ending(serve):
    looks = [{"jsonrpc": "2.0", "id": 10 + i, "method": "tools/call", "params": {"name": "look", "arguments": {"as": "json"}}} for i in range(400)]
    for leave, code in ((lambda process: process.send_signal(signal.SIGTERM), -signal.SIGTERM), (lambda process: process.stdin.close(), 0)):
        client = Stdio(serve, "--force")
        client.tell(*looks[:200])
        leave(client.process)
        assert client.process.wait(60) == code

    client = Http(serve, "--force").handshake()
    sockets = []
    for each in looks[:20]:  # each answer is larger than what the system buffers
        sockets.append(socket.create_connection(client.url.split("/")[2].split(":")))
        sockets[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        body = json.dumps(each).encode()
        head = "".join(f"{key}: {value}\r\n" for key, value in {**client.headers, "Host": "localhost", "Content-Length": len(body)}.items())
        for _ in range(20):
            sockets[-1].sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body)
    client.call("look")
    client.process.send_signal(signal.SIGTERM)
    assert client.process.wait(60) == -signal.SIGTERM
    for each in sockets:
        each.close()


def test_trials_of_sessions_without_an_end_go_back_to_the_queue_and_are_marked(serve, folder, expected):
    # A thousand clients that began a session and never ended it locked the door.
    client = Http(serve, "--idle", "1.5")
    for _ in range(1000):
        del client.handshake().headers["Mcp-Session-Id"]
    idle = [Http(url=client.url).handshake() for _ in range(2)] + [ModernHttp(url=client.url) for _ in range(2)]
    handles = []
    for each in idle:  # takes every trial
        each.call("start_trial")
        handles.append(each.facts["trial"])
    last = Http(url=client.url).handshake()
    deadline = time.monotonic() + 60
    while last.call("start_trial") == "no trial is left" and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not last.refused
    assert "none with this handle" in idle[3].call("look", trial=handles[0])
    assert idle[0].request("POST", "{}")[0].status == 404  # the session is over, too
    last.play_trial()
    last.play()
    last.end_of = client.end()
    records = check_records(folder, expected)[1:]
    assert {each["attempts"] for each in records} == {2} and "4 trials were begun more than once" in last.end_of


def test_a_session_that_is_ended_gives_its_trial_back(serve):
    client = Http(serve).handshake()
    client.call("look")
    others = [Http(url=client.url).handshake() for _ in range(4)]
    assert [each.call("start_trial")[:7] for each in others] == ["A trial"] * 3 + ["no tria"]
    assert client.request("DELETE")[0].status in (200, 204) and client.request("POST", "{}")[0].status == 404
    assert others[3].call("start_trial").startswith("A trial has begun")
    assert "which notes 4 more as begun" in client.stop()


def test_half_sent_requests_are_closed(serve):
    client = Http(serve, "--request-time", "0.5").handshake()
    address = client.url.split("/")[2].split(":")
    half = ["", "POST /mcp HT", "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"]
    sockets = [socket.create_connection(address, timeout=60) for _ in half]
    for each, sent in zip(sockets, half):
        each.sendall(sent.encode())
    for each in sockets:
        with contextlib.suppress(ConnectionResetError):
            assert each.recv(1) == b""
        each.close()
    client.connection.sock.sendall(b"POST /mcp")  # after whole requests, too
    with contextlib.suppress(ConnectionResetError):
        assert client.connection.sock.recv(1) == b""
    client.connection.close()
    assert not client.call("look").startswith("no")
    time.sleep(1)  # between requests, clients may think longer
    client.connection.sock.setblocking(True)
    assert client.call("look")
    client.stop()


def test_pages_of_the_web_and_what_is_no_request_are_refused(serve):
    client = Http(serve)
    for origin in ("https://example.org", "http://localhost:1@example.org", "http://user@localhost", "http://localhost.example.org", "null"):
        assert client.request("POST", "{}", Origin=origin)[0].status == 403
    for host in ("example.org", "localhost.example.org:80", "user@localhost"):
        assert client.request("POST", "{}", Host=host)[0].status == 421
    assert client.request("POST", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HANDSHAKE}), Origin="http://localhost:3000")[0].status == 200
    assert client.request("GET")[0].status == 405
    assert client.request("DELETE")[0].status >= 400
    assert client.request("POST", "{}", **{"Mcp-Session-Id": "none"})[0].status == 404
    assert client.request("POST", "{")[0].status == 400
    modern = ModernHttp(url=client.url)
    assert modern.request("POST", "{}", **{"MCP-Protocol-Version": "2030-01-01"})[0].status == 400
    client.connection.putrequest("POST", "/mcp")
    client.connection.putheader("Content-Length", str((1 << 20) + 1))
    client.connection.endheaders()
    assert client.connection.getresponse().status in (400, 413)
    client.stop()


def test_hosts_and_origins():
    for host in ("localhost", "LOCALHOST:80", "127.0.0.1:2004", "[::1]:2004", "10.1.2.3", socket.gethostname()):
        assert is_served(host), host
    for host in ("", "example.org", "a@localhost", "localhost:80@example.org", "localhost/x", "127.0.0.1.example.org", "localhost:x", "[::1"):
        assert not is_served(host), host
    for origin in ("http://localhost", "https://127.0.0.1:8000", "http://[::1]:3000"):
        assert not is_foreign(origin), origin
    for origin in ("null", "", "http://10.1.2.3", "http://a:b@localhost", "http://localhost:80@example.org", "file://localhost", "http://localhost/"):
        assert is_foreign(origin), origin


def test_floods_and_broken_messages_cost_no_trial(serve):
    client = Stdio(serve)
    before = client.call("look")
    for broken in ("{", "[]", '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', "x" * (1 << 20) + "y", "[" * 100_000):
        client.tell(broken)
        assert "error" in json.loads(client.process.stdout.readline())
    for i in range(40):  # more than are read without an answer; none follows
        client.tell({"jsonrpc": "2.0", "id": f"c{i}", "method": "tools/call", "params": {"name": "look"}},
                    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": f"c{i}"}})  # fmt: skip
    client.tell({"jsonrpc": "2.0", "id": "end", "method": "tools/call", "params": {"name": "look"}})
    while (answer := json.loads(client.process.stdout.readline()))["id"] != "end":
        pass
    assert answer["result"]["content"][0]["text"] == before
    client.end()


def test_measures_do_not_mix_tracks(plan, folder):
    for out, track in (("a.jsonl", Track()), ("b.jsonl", Track(lookahead=3))):
        desk = desk_of(plan, folder / out, track)
        while handle := desk.begin():
            while desk.goes_on(handle):
                desk.call(handle, "give_up", {})
            desk.leave(handle)
    refused("tools: text, 3 simulations a task", [program_file(), "measure", "a.jsonl", "b.jsonl"], folder)


def program_file():
    program("--version")  # skips where there is no program
    return os.environ["NOVPHY_PROGRAM"]


@pytest.mark.parametrize("wrong, message", (
    ([], "required: PLAN"),
    (["plan.json"], "required: --out"),
    (["plan.json", "--check"], "--check: expected neither PLAN nor --out"),
    (["none.json", "--out", "r.jsonl"], "none.json"),
    (["plan.json", "--out", "."], "--out: found"),
    (["plan.json", "--out", "r.jsonl", "--look", "smell"], "--look"),
    (["plan.json", "--out", "r.jsonl", "--lookahead", "1001"], "--lookahead: found 1001, expected 0 to 1000"),
    (["plan.json", "--out", "r.jsonl", "--physics", "smell"], "physics: found"),
    (["plan.json", "--out", "r.jsonl", "--set", "smell"], "smell"),
    (["plan.json", "--out", "r.jsonl", "--agent", "human:P1"], "agent"),
    (["plan.json", "--out", "r.jsonl", "--http", "--host", "example.org"], "example.org port 2004: cannot be used"),
    (["plan.json", "--out", "r.jsonl", "--resume", "--force"], "--force: not allowed with argument --resume"),
    (["plan.json", "--out", "r.jsonl", "--labels"], "--labels"),
))  # fmt: skip
def test_wrong_options_are_refused_in_one_line(folder, capfd, monkeypatch, wrong, message):
    from novphy.mcp_command import command

    monkeypatch.chdir(folder)
    if "--set" in wrong:  # numbers are read once in a process
        done = run([sys.executable, "-m", "novphy", "mcp", *wrong], 2, folder, ENVIRONMENT)
        said = done.stderr
    else:
        assert command(wrong) == 2
        said = capfd.readouterr().err
    assert message in said and said.count("\n") == 1 and said.startswith("novphy: ")
    assert sorted(each.name for each in folder.iterdir()) == ["plan.json"]


def test_other_assets_and_numbers_stand_in_the_records(serve, folder):
    client = Stdio(serve, "--set", "catalogue:/blocks/linear_drag_per_s=0.5", "--informed", "--trials", "1", "--run", "seed 3", "--model", "m")
    client.play()
    client.end()
    first = json_lines(folder / "r.jsonl")[0]
    assert first["overrides"] == ["catalogue:/blocks/linear_drag_per_s=0.5"] and first["informed"] and first["run"] == "seed 3" and first["model"] == "m"


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def desk_of(plan, out, track=Track(), **more):
    return TrialDesk(ToolRun(plan, out, track, agent="x"), **more)


def test_a_desk_takes_trials_back_after_the_longest_wait(plan, tmp_path):
    clock = Clock()
    desk = desk_of(plan, tmp_path / "r.jsonl", idle_s=10, clock=clock)
    idle, busy, over = desk.begin(), desk.begin(), desk.begin()
    while desk.goes_on(over):
        desk.call(over, "give_up", {})
    clock.now = 9
    desk.expire()
    assert not desk.call(busy, "look", {}).refused
    clock.now = 10
    desk.expire()
    assert not desk.goes_on(idle) and desk.goes_on(busy)
    assert desk.call(idle, "look", {}).refused and desk.call(over, "look", {}).refused
    assert len(finished_trials(tmp_path / "r.jsonl.partial")) == 1  # its last task was over
    assert [desk.begin() is None for _ in range(3)] == [False, False, True]
    desk.leave_all()
    assert not desk.over


def in_process(desk, tools, play, threads=4):
    """Lets the official client play on a service of this process."""

    async def run_it():
        ending = Ending()
        service = McpService(desk, tools, ending, threads, 1e9)
        async with OfficialClient(service.server) as client:
            await play(client)
        return ending

    return anyio.run(run_it)


def test_calls_tell_their_cost_and_pictures_are_images(plan, tmp_path):
    track = Track("pictures")
    desk = desk_of(plan, tmp_path / "r.jsonl", track)

    async def play(client):
        async def call(tool, usage, **arguments):
            return await client.call_tool(tool, arguments, meta={"novphy/usage": usage})

        assert not (await call("start_trial", {"tokens_out": 3})).is_error
        assert (await call("start_trial", {"tokens_out": 3})).is_error  # a trial goes on; what the call cost counts
        for wrong in ({"tokens_in": -1}, {"tokens_out": "many"}, {"cost": 1e12}, {"tokens_in": True}):
            with pytest.raises(MCPError, match=next(iter(wrong))):
                await call("give_up", wrong)
        seen = await client.call_tool("look", {})
        assert seen.content[1].type == "image" and seen.content[1].mime_type == "image/png" and seen.content[1].data.startswith("iVBOR")
        assert seen.structured_content == {}
        for tool in ("fly", "", "look "):
            assert (await client.call_tool(tool, {})).is_error
        await call("give_up", {"tokens_in": 100, "tokens_out": 20, "cost": 0.01})
        await call("give_up", {"tokens_in": 7, "tokens_out": None})
        while not (await client.call_tool("give_up", {})).structured_content["trial_over"]:
            pass

    assert in_process(desk, ToolTrial(plan, 0, track).tools, play).failure is None
    desk.leave_all()
    records = finished_trials(tmp_path / "r.jsonl.partial")[0]
    spent = [{key: value for key, value in each["usage"].items() if key != "wall_s"} for each in records[:2]]
    assert spent == [{"calls": 5, "tokens_in": 100, "tokens_out": 26, "cost": 0.01}, {"calls": 1, "tokens_in": 7}]


def test_records_that_cannot_be_written_end_serving(plan, tmp_path):
    desk = desk_of(plan, tmp_path / "r.jsonl")

    def fail(*_):
        raise novphy.InputError("r.jsonl: cannot be written")

    desk.call = fail

    async def play(client):
        with pytest.raises(MCPError, match="cannot be written"):
            await client.call_tool("look", {})

    assert "cannot be written" in str(in_process(desk, ToolTrial(plan, 0).tools, play).failure)


def test_calls_of_one_client_are_answered_in_their_order(plan, tmp_path):
    desk = desk_of(plan, tmp_path / "r.jsonl")
    called = []

    def slow_first(handle, tool, arguments, spent):
        time.sleep(0.2 if not called else 0)
        called.append(arguments["text"])
        return ToolReply("")

    desk.call = slow_first

    async def play(client):
        async with anyio.create_task_group() as tasks:
            for i in range(5):
                tasks.start_soon(client.call_tool, "notes", {"text": str(i)})

    in_process(desk, ToolTrial(plan, 0).tools, play)
    assert called == ["0", "1", "2", "3", "4"]
