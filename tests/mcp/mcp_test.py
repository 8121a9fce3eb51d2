"""novphy serve --mcp: both eras of the protocol over stdio and HTTP, its records, and its ends.

Usage: mcp_test.py NOVPHY"""

import http.client
import json
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import NO_DISPLAY, ROOT, FolderTest, finished_trials, json_lines, main, novphy, program, refused, run, start, stop_before

PAIRS = ROOT / "tests/trials/pairs"
SHOT = {"angle": 40, "pull": 0.9}
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
# Throws as SHOT says, and finds a change improbable.
AGENT = """import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    answer = {"choose": {"angle_deg": 40, "pull_m": 0.9}, "end_task": {"novelty_probability": 0.25}}.get(kind, {})
    print(json.dumps(answer), flush=True)
"""

STARTED = []


def serve(folder, *options, **streams):
    """A server of the plan in this folder. Whatever a test leaves is ended after it."""
    STARTED.append(start([program(), "serve", "--mcp", "plan.json", "--out", "r.jsonl", *options], folder, NO_DISPLAY, **streams))
    return STARTED[-1]


class Client:
    """What clients of both eras and transports have in common. `send` passes a message on and returns the answer."""

    last = 0

    def ask(self, method, **params):
        Client.last += 1
        answer = self.send({"jsonrpc": "2.0", "id": Client.last, "method": method, "params": params})
        assert answer["id"] == Client.last, answer
        return answer

    def call(self, tool, **arguments):
        """The text of a tool's reply. `refused` tells afterwards whether it was refused."""
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        self.refused = result["isError"]
        return result["content"][0]["text"]

    def play(self, **more):
        """Plays trials until none is left. With `trial`, each call names its trial."""
        while "A trial has begun" in (text := self.call("start_trial")):
            more.update({"trial": text.split()[-1]} if more else {})
            self.play_trial(**more)

    def play_trial(self, **more):
        """Plays the trial that goes on to its end."""
        over = False
        while not over:
            over = "last one" in self.call("shoot", **SHOT, **more)
            self.call("report_novelty", probability=0.25, **more)


class Stdio(Client):
    def __init__(self, folder, *options):
        self.process = serve(folder, *options, stdin=-1)

    def tell(self, message):
        print(json.dumps(message), file=self.process.stdin, flush=True)

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

    def __init__(self, folder, *options, url=None):
        if url is None:
            self.process = serve(folder, "--http", "--port", "0", *options)
            url = self.process.stdout.readline().split()[-1]
        self.url = url
        self.connection = http.client.HTTPConnection(url.split("/")[2], timeout=60)
        self.headers = {}

    def request(self, method, body=None, **headers):
        self.connection.request(method, "/mcp", body, {"Accept": "application/json, text/event-stream", **self.headers, **headers})
        response = self.connection.getresponse()
        return response, response.read().decode()

    def stop(self):
        """Ends the server, where trials are left."""
        self.process.send_signal(signal.SIGTERM)
        return self.end(-signal.SIGTERM)

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

    def end(self, code=0):
        self.connection.close()
        output, errors = self.process.communicate(timeout=60)
        assert self.process.returncode == code, (self.process.returncode, output, errors)
        return output + errors


class ModernHttp(Http):
    def ask(self, method, **params):
        return super().ask(method, **params, _meta=META)

    def of_message(self, message):
        return {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": message["method"],
                **({"Mcp-Name": message["params"]["name"]} if "name" in message["params"] else {})}


class Stopped(Exception):
    """The server was asked to end."""


class Stopping:
    """A client that reports another probability each time, and whose server is asked to end right after a call was sent: after
    `last_call` further ones. `reports` holds the last report on each trial."""

    last_call = -1

    def ask(self, method, **params):
        self.last_call -= 1
        if params.get("name") == "start_trial":
            self.reports = [*getattr(self, "reports", []), 0]
        elif params.get("name") == "report_novelty":
            params["arguments"]["probability"] = self.reports[-1] = Client.last % 100 / 100
        return super().ask(method, **params)

    def send(self, message):
        if self.last_call != 0:
            return super().send(message)
        stop_before(self.process, lambda: self.tell(message))
        raise Stopped


class McpTest(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.made = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        novphy("plan", "--pairs", PAIRS, "--trials", "2", "--min-normal", "1", "--max-normal", "2", "--novel", "2", "--calibration-runs", "0",
               "--proof", "none", "--distractors", "0", "--quiet", "--out", cls.made / "plan.json")
        (cls.made / "agent.py").write_text(AGENT)
        novphy("run", "plan.json", "--agent", "exec:python3 agent.py", "--quiet", "--out", "expected.jsonl", folder=cls.made)
        cls.expected = [cls.telling(record) for record in json_lines(cls.made / "expected.jsonl")[1:]]

    def setUp(self):
        super().setUp()
        (self.folder / "plan.json").write_bytes((self.made / "plan.json").read_bytes())

    def tearDown(self):
        while STARTED:  # a test that failed leaves its server
            if (server := STARTED.pop()).poll() is None:
                server.kill()
                server.wait()

    @staticmethod
    def telling(record):
        return {key: record.get(key) for key in ("novelty", "scenario", "trial", "phase", "task", "passed", "digest", "novelty_probability")}

    def check_records(self):
        records = json_lines(self.folder / "r.jsonl")
        self.assertEqual(records[0]["served"], "tools: text, no simulations")
        self.assertEqual([self.telling(record) for record in records[1:]], self.expected)

    def test_stdio_with_a_handshake(self):
        client = Stdio(self.folder)
        self.assertEqual(client.ask("initialize", protocolVersion="2025-06-18", capabilities={},
                                    clientInfo={"name": "t", "version": "1"})["result"]["protocolVersion"], "2025-06-18")
        print('{"jsonrpc":"2.0","method":"notifications/initialized"}', file=client.process.stdin, flush=True)
        client.play()
        self.assertIn("4 trials", client.end())
        self.check_records()

    def test_http_with_sessions_and_without(self):
        for kind, more in ((Http, {}), (ModernHttp, {"trial": None})):
            with self.subTest(kind.__name__):
                client = kind(self.folder, "--force")
                if kind is Http:
                    client.ask("initialize", protocolVersion="2025-11-25")
                    self.assertEqual(len(client.headers["Mcp-Session-Id"]), 32)
                client.play(**more)
                self.assertIn("4 trials", client.end())
                self.check_records()

    def test_clients_of_a_server_play_different_trials(self):
        first = Http(self.folder)
        second = Http(self.folder, url=first.url)
        third = ModernHttp(self.folder, url=first.url)
        for client in (first, second):
            client.ask("initialize", protocolVersion="2025-11-25")
            self.assertIn("red", client.call("look"))
        third.play(trial=None)
        first.play_trial()
        second.play_trial()
        second.connection.close()
        third.connection.close()
        first.end()
        self.check_records()

    def test_a_client_that_vanishes_leaves_a_run_to_resume(self):
        client = Stdio(self.folder)
        client.play_trial()
        client.call("start_trial")
        client.call("shoot", **SHOT)
        self.assertIn("1 of 4 trials are played; the same command with --resume goes on", client.end())
        self.assertFalse((self.folder / "r.jsonl").exists())
        client = Stdio(self.folder, "--resume")
        client.play()
        client.end()
        self.check_records()

    def test_a_signal_keeps_what_is_finished(self):
        client = Stdio(self.folder)
        client.call("start_trial")
        while "last one" not in client.call("shoot", **SHOT):
            pass
        self.assertIn("1 of 4 trials are kept in r.jsonl.partial", client.stop(signal.SIGINT))

    def test_who_looks_at_a_trial_and_begins_it_again_leaves_a_trace(self):
        # Nothing told that a player had seen all tasks of a trial but the last, hung up, and played the trial again.
        first = [record for record in self.expected if all(record[key] == self.expected[0][key] for key in ("novelty", "scenario", "trial"))]
        for leave in (Stdio.end, Stdio.stop, lambda client: client.stop(signal.SIGKILL)):
            client = Stdio(self.folder, "--resume")
            for _ in first[1:]:
                while "The task is over" not in client.call("shoot", **SHOT):
                    pass
            client.call("look")
            self.assertRegex(leave(client) or "killed", "1 more were begun|notes 1 more as begun|killed")
        client = Stdio(self.folder, "--resume")
        client.play()
        self.assertIn("1 trials were begun more than once", client.end())
        self.check_records()
        attempts = [record.get("attempts", 1) for record in json_lines(self.folder / "r.jsonl")[1:]]
        self.assertEqual(attempts, [4] * len(first) + [1] * (len(self.expected) - len(first)))
        self.assertIn("agent server began 1 of 4 trials more than once", run([program(), "measure", "r.jsonl"], folder=self.folder).stderr)

    def test_a_report_that_was_sent_before_the_server_ended_counts(self):
        # A trial was kept with the report before the last one, which the server had not read when it was asked to end.
        for kind in (Stdio, Http):
            kept = 0
            for last in range(2, 40):
                client = type("Stopping" + kind.__name__, (Stopping, kind), {})(self.folder, "--force")
                if kind is Http:
                    client.ask("initialize", protocolVersion="2025-11-25")
                client.last_call = last
                with self.subTest(kind.__name__, last=last):
                    with self.assertRaises(Stopped):
                        client.play()
                    client.process.communicate(timeout=60)
                    self.assertEqual(client.process.returncode, -signal.SIGTERM)
                    if kind is Http:
                        client.connection.close()
                    trials = finished_trials(self.folder / "r.jsonl.partial")
                    for trial in trials[-1:]:  # the report holds until a later one of its trial
                        self.assertEqual(trial[-1]["novelty_probability"], client.reports[len(trials) - 1])
                    kept = max(kept, len(trials))
                if kept == 2:
                    break
            self.assertEqual(kept, 2)

    def test_a_client_that_takes_no_more_answers_leaves_a_run_to_resume(self):
        client = Stdio(self.folder)
        client.play_trial()
        client.process.stdout.close()
        client.process.stdout = None
        print('{"jsonrpc":"2.0","id":1,"method":"ping"}', file=client.process.stdin, flush=True)
        client.process.wait(60)
        self.assertEqual(client.process.returncode, 0)
        self.assertIn("1 of 4 trials are played", client.process.stderr.read())
        client.process.stdin.close()
        client.process.stderr.close()

    def test_measures_do_not_mix_tracks(self):
        for out, options in (("a.jsonl", []), ("b.jsonl", ["--lookahead", "3"])):
            client = Stdio(self.folder, *options, "--agent", "x")
            client.play()
            client.end()
            (self.folder / "r.jsonl").rename(self.folder / out)
        refused("tools: text, 3 simulations a task", [program(), "measure", "a.jsonl", "b.jsonl"], self.folder)

    def test_floods_and_broken_messages_cost_no_trial(self):
        client = Stdio(self.folder)
        before = client.call("look")
        for broken in ("{", "[]", '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', "x" * (1 << 20) + "y"):
            print(broken, file=client.process.stdin, flush=True)
            self.assertIn("error", json.loads(client.process.stdout.readline()))
        self.assertEqual(client.call("look"), before)
        client.end()

    def test_http_refuses_pages_of_the_web_and_what_is_no_request(self):
        client = Http(self.folder)
        self.assertEqual(client.request("POST", "{}", Origin="https://example.org")[0].status, 403)
        self.assertEqual(client.request("GET")[0].status, 405)
        self.assertEqual(client.request("DELETE")[0].status, 404)
        self.assertEqual(client.request("POST", "{}", **{"Mcp-Session-Id": "none"})[0].status, 404)
        self.assertEqual(client.request("POST", "{")[0].status, 400)
        modern = ModernHttp(self.folder, url=client.url)
        self.assertEqual(modern.ask("resources/list")["error"]["code"], -32601)
        self.assertEqual(modern.status, 404)
        modern.connection.close()
        client.connection.putrequest("POST", "/mcp")
        client.connection.putheader("Content-Length", str((1 << 20) + 1))
        client.connection.endheaders()
        self.assertEqual(client.connection.getresponse().status, 400)
        client.stop()

    def test_options_that_need_mcp_are_refused_without(self):
        refused("--mcp", [program(), "serve", "plan.json", "--lookahead", "3", "--out", "r.jsonl"], self.folder)
        refused("--labels", [program(), "serve", "plan.json", "--mcp", "--labels", "--out", "r.jsonl"], self.folder)
        refused("--look", [program(), "serve", "plan.json", "--mcp", "--look", "smell", "--out", "r.jsonl"], self.folder)


if __name__ == "__main__":
    main()
