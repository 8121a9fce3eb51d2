"""python -m novphy study-serve and study-export: each route, places, restarts, limits by a clock of the test, and bad input."""

import asyncio
import concurrent.futures
import contextlib
import json
import os
import signal
import socket
import sqlite3
import sys
import threading
import urllib.error
import urllib.request
from collections import Counter

import pytest
from program import run, start

web = pytest.importorskip("aiohttp.web", reason="aiohttp is not installed")
from novphy import study_command  # noqa: E402
from novphy.study_server import Limits, StudyServer  # noqa: E402
from novphy.study_store import StudyFolder, StudyStore  # noqa: E402

STEPS = ["page", "page", "practice", "task", "question", "page"]
ADMIN = "the token of the experimenter"
DEVICE = {"width": 1000, "height": 800, "mouse": True, "touch": False}
ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(sys.path)}
STUDY = {"novphy_web_study": 2, "id": "0123456789abcdef", "title": "New <b>things</b>?", "level_sets": 4, "numbers": 3, "sending": {"kind": "server"}}


class Clock:
    now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "online"
    (folder / "sets").mkdir(parents=True)
    (folder / "study.json").write_text(json.dumps(STUDY))
    (folder / "index.html").write_text("<p>The page.</p>")
    (folder / ".hidden").write_text("secret")
    for level_set in range(4):
        for number in range(3):
            steps = [{"kind": kind} for kind in STEPS]
            (folder / f"sets/{level_set}-{number}.json").write_text(json.dumps({"steps": steps, "tasks": {}}))
    return folder


class Served:
    """A server on a thread of its own."""

    def __init__(self, folder, db, clock, mark=False, **limits):
        self.study = StudyFolder(str(folder))
        self.store = StudyStore(str(db), self.study, clock, mark)
        self.server = StudyServer(self.study, self.store, Limits(**{"requests_a_minute": 10**6, **limits}), ADMIN, clock)
        self.loop, ready = asyncio.new_event_loop(), threading.Event()
        self.thread = threading.Thread(target=lambda: self.loop.run_until_complete(self.serve(ready)))
        self.thread.start()
        assert ready.wait(10)

    async def serve(self, ready):
        self.over = asyncio.Event()
        runner = web.AppRunner(self.server.app(), access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}/"
        ready.set()
        await self.over.wait()
        await runner.cleanup()

    def stop(self):
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join(10)
        self.store.close()

    def ask(self, name, data=None, kind="application/json", **headers):
        """(status, text) of the answer."""
        request = urllib.request.Request(self.url + name, data, {**({"Content-Type": kind} if data is not None else {}), **headers})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def post(self, name, status=200, **asked):
        found, text = self.ask(f"api/{name}", json.dumps(asked).encode())
        assert found == status, text
        return json.loads(text)

    def begin(self, who="P1", status=200, **changes):
        asked = {"study": STUDY["id"], "participant": who, "browser": f"the browser of {who}".ljust(16), "ids": {"session_id": f"s {who}"}}
        return self.post("begin", status, **{**asked, "device": DEVICE, **changes})

    def rows(self, begun, rows, first=0, status=200, **more):
        return self.post("rows", status, token=begun["token"], **{"from": first, "rows": rows, **more})

    def whole(self, who="P1"):
        begun = self.begin(who)
        self.rows(begun, rows_of(who, begun))
        assert self.post("end", token=begun["token"], outcome="complete")
        return begun

    def export(self):
        """What is exported of people, without the line about those who have withdrawn."""
        *people, last = self.ask(f"admin/export?token={ADMIN.replace(' ', '%20')}")[1].splitlines(keepends=True)
        assert json.loads(last) == [{"novphy": 1, "kind": "export", "withdrawn": self.store.withdrawn()}]
        return "".join(people)


def rows_of(who, begun, steps=len(STEPS)):
    own = {"novphy": 1, "study": STUDY["id"], "participant": who, "level_set": begun["level_set"], "number": begun["number"]}
    return [{**own, "kind": "session", "step": -1, "agent": "ä"}, *({**own, "kind": STEPS[i], "step": i, "x": 0.1 + i} for i in range(steps))]


@pytest.fixture
def serve(folder, tmp_path):
    clock, begun = Clock(), []

    def served(**settings):
        if begun:
            begun.pop().stop()
        begun.append(Served(folder, tmp_path / "study.sqlite", clock, **settings))
        begun[0].clock = clock
        return begun[0]

    yield served
    for each in begun:
        each.stop()


def test_a_whole_study_is_kept_and_exported_and_the_completion_comes_only_then(serve):
    server = serve(completion={"complete": "https://example.org/C1", "declined": "https://example.org/D1"})
    begun = server.begin()
    assert (begun["level_set"], begun["number"], begun["rows"], begun["standing"]) == (0, 0, [], "active")
    rows = rows_of("P1", begun)
    assert "step 0 is missing" in server.post("end", 409, token=begun["token"], outcome="complete")["error"]
    assert server.rows(begun, rows[:4])["kept"] == 4
    assert server.rows(begun, [{"own": 1, "participant": "P1"}, *rows[4:]], 4)["kept"] == 8
    assert server.post("end", token=begun["token"], outcome="complete") == {"completion": "https://example.org/C1"}
    assert json.loads(server.export()) == [*rows[:4], {"own": 1, "participant": "P1"}, *rows[4:]]
    again = server.begin(browser="another browser, without storage")
    assert (again["rows"], again["code"], again["standing"]) == (json.loads(server.export()), "", "complete")
    assert server.rows(begun, [], 8, status=403) == {"refused": "elsewhere", "completion": ""}


def test_rows_may_come_twice_but_no_gap_and_no_other_row(serve):
    server = serve()
    begun = server.begin()
    rows = rows_of("P1", begun)
    for _ in range(2):
        assert server.rows(begun, rows[:3], unfinished={**rows[4], "kind": "unfinished"})["kept"] == 3
    turned = [dict(reversed(list(row.items()))) for row in rows]
    assert server.rows(begun, turned[1:4], 1)["kept"] == 4
    assert "found 5, expected at most 4" in server.rows(begun, rows[5:], 5, status=409)["error"]
    assert "row 2: another row" in server.rows(begun, [{**rows[2], "x": 7}, rows[3]], 2, status=409)["error"]
    server.rows(begun, rows[4:5], 4, unfinished={**rows[4], "kind": "unfinished"})
    assert server.begin()["unfinished"]["kind"] == "unfinished"
    assert [row["kind"] for row in json.loads(server.export())] == ["session", *STEPS[:4], "unfinished"]


@pytest.mark.parametrize("change", [
    {"participant": "P2"}, {"study": "another"}, {"level_set": 1}, {"number": True}, {"novphy": 2}, {"step": 6}, {"step": 0.5},
    {"kind": "question"}, {"x": float("nan")}, {"x": "\ud800"}, {"x": json.loads("[" * 50 + "]" * 50)}])  # fmt: skip
def test_rows_of_others_and_rows_that_import_cannot_read_are_refused(serve, change):
    server = serve()
    begun = server.begin()
    server.rows(begun, [{**rows_of("P1", begun)[1], **change}], status=400)
    assert server.export() == ""


def test_forty_at_once_are_spread_evenly(serve):
    server = serve()
    with concurrent.futures.ThreadPoolExecutor(40) as threads:
        begun = list(threads.map(lambda i: server.begin(f"P{i}"), range(42)))
    sets = Counter(each["level_set"] for each in begun)
    numbers = Counter((each["level_set"], each["number"]) for each in begun)
    assert max(sets.values()) - min(sets.values()) <= 1 and len(sets) == 4
    assert set(numbers.values()) <= {3, 4}
    assert len({each["token"] for each in begun} | {each["code"] for each in begun}) == 84


def test_who_declines_leaves_a_place_and_no_rows(serve):
    server = serve(completion={"declined": "https://example.org/D1"})
    begun = server.begin("P1")
    server.rows(begun, rows_of("P1", begun, 1))
    assert server.post("end", token=begun["token"], outcome="declined") == {"completion": "https://example.org/D1"}
    assert server.export() == ""
    server.rows(begun, [], status=409)
    assert server.store._sql.execute("SELECT ids FROM people").fetchone()[0] == ""
    assert [(each["level_set"], each["number"]) for each in map(server.begin, ("P2", "P3", "P1"))] == [(0, 0), (1, 0), (2, 0)]
    assert server.begin("P4", named=[0, 2])["number"] == 2
    assert server.begin("P5", named=[0, None], kept=[3, 1])["level_set"] == 3
    server.begin("P6", named=[4, 0], status=400)


def test_a_restart_in_mid_study_changes_no_byte(serve):
    server = serve()
    begun = server.begin()
    server.rows(begun, rows_of("P1", begun)[:3])
    before = server.export()
    server = serve()
    assert server.export() == before
    assert server.rows(begun, rows_of("P1", begun)[3:], 3)["kept"] == 7


def test_an_id_alone_opens_nobody_elses_session(serve):
    server = serve()
    begun = server.begin()
    server.rows(begun, rows_of("P1", begun)[:3])
    assert server.begin(browser="another browser, a stranger", ids={"session_id": "guessed"}, status=403)["refused"] == "known"
    assert server.begin(ids={"session_id": "a new one in the same browser"})["code"] == begun["code"]
    for token in ("", "x" * 32, begun["code"], "\ud800"):
        assert server.post("rows", 403, token=token, rows=[], **{"from": 0})["refused"] == "elsewhere"
    for name in ("admin", "admin?token=x", "admin/export", "admin/export?token=%00"):
        assert server.ask(name)[0] == 403


@pytest.mark.parametrize("mark", [False, True])
def test_withdrawn_data_are_erased_or_marked_and_never_exported(serve, tmp_path, mark):
    server = serve(mark=mark)
    begun, other = server.whole("Withdrawing"), server.whole("P2")
    assert server.post("withdraw", 404, code="AAAA-BBBB-CCCC")["error"] == "nobody has this code"
    assert server.ask("withdraw", b"code=x", "application/x-www-form-urlencoded")[0] == 404
    typed = begun["code"].lower().replace("-", " ").replace(" ", "+")
    status, page = server.ask("withdraw", f"code={typed}".encode(), "application/x-www-form-urlencoded")
    assert status == 200 and "were withdrawn" in page
    assert {json.loads(line)[0]["participant"] for line in server.export().splitlines()} == {"P2"}
    assert "1 withdrawn" in server.ask(f"admin?token={ADMIN.replace(' ', '%20')}")[1]
    for asked in (lambda: server.begin("Withdrawing", status=403), lambda: server.rows(begun, [], 7, status=403)):
        assert asked()["refused"] == "withdrawn"
    assert any(b"Withdrawing" in file.read_bytes() for file in tmp_path.glob("study.sqlite*")) == mark
    assert server.post("withdraw", code=other["code"]) == {"withdrawn": True}


def test_devices_ages_and_the_end_of_a_study_are_limits_by_the_clock(serve):
    server = serve(least_width_px=900, pointer="touch", most_age_s=3600, closes_at_s=Clock.now + 7200, completion={"device": "https://example.org/X"})
    touch = {**DEVICE, "touch": True}
    for device in (DEVICE, {**touch, "width": 899}, {**touch, "width": "wide"}, {}):
        assert server.begin(device=device, status=403) == {"refused": "device", "completion": "https://example.org/X"}
    begun = server.begin(device=touch)
    server.clock.now += 3600
    server.begin(device=touch)
    server.clock.now += 1
    assert server.begin(device=touch, status=403)["refused"] == "expired"
    begun = server.begin("P2", device=touch)
    server.clock.now += 3599
    assert server.begin("P3", device=touch, status=403)["refused"] == "closed"
    server.rows(server.begin("P2", device=touch), rows_of("P2", begun))


def test_an_address_may_ask_so_often_a_minute_and_data_are_kept_for_so_long(serve):
    server = serve(requests_a_minute=3, behind_proxy=True, keep_s=86_400)
    server.clock.now = 60 * 30_000_000.0
    ask = lambda address: server.ask("api/end", b"{}", **{"X-Forwarded-For": f"9.9.9.9, {address}"})[0]  # noqa: E731
    assert [ask("1.1.1.1") for _ in range(4)] + [ask("2.2.2.2")] == [400, 400, 400, 429, 400]
    assert server.ask("index.html")[0] == 200
    server.clock.now += 60
    assert ask("1.1.1.1") == 400
    server.begin()
    server.clock.now += 86_401
    server.begin("P2")
    assert asyncio.run_coroutine_threadsafe(server.server.forget(), server.loop).result(10) == 1
    assert [each["participant"] for each in server.store.people()] == ["P2"]


def test_pages_are_served_and_nothing_else(serve, tmp_path):
    server = serve()
    assert server.ask("?participant=P1") == (200, "<p>The page.</p>")
    assert server.ask("sets/0-0.json")[0] == 200
    for name in (".hidden", "../study.sqlite", "sets/..%2f..%2fstudy.sqlite", "sets", "api/begin", "none"):
        assert server.ask(name)[0] in (404, 405), name
    assert server.ask("api/end", b"{}", "text/plain")[0] == 415
    for body in (b"", b"[]", b"{", b"[" * 5000, b'{"token": 1, "outcome": "complete"}', b"\xff"):
        assert server.ask("api/end", body)[0] == 400, body
    server.begin("a b", status=400)
    server.begin(study="another", status=409)
    page = server.ask(f"admin?token={ADMIN.replace(' ', '%20')}")[1]
    assert "New &lt;b&gt;things" in page


def command(*words, code=None):
    return run([sys.executable, "-m", "novphy", *map(str, words)], environment=ENVIRONMENT, code=code)


@contextlib.contextmanager
def started(folder, db, *options):
    process = start([sys.executable, "-m", "novphy", "study-serve", str(folder), "--db", str(db), "--port", "0", *options], environment=ENVIRONMENT)
    try:
        yield process, process.stdout.readline().split()[-1].split("?")[0], process.stdout.readline()
    finally:
        process.kill()
        process.wait()


def test_a_server_that_is_killed_has_all_that_it_answered(folder, tmp_path):
    db, server = tmp_path / "study.sqlite", object.__new__(Served)
    with started(folder, db) as (process, server.url, admin):
        token = (tmp_path / "study.sqlite.token").read_text().strip()
        assert token in admin
        begun = server.begin()
        server.rows(begun, rows_of("P1", begun))
        process.kill()
    with started(folder, db) as (process, server.url, admin):
        assert token not in admin and "study.sqlite.token" in admin
        assert json.loads(server.ask(f"admin/export?token={token}")[1].splitlines()[0]) == rows_of("P1", begun)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    out = command("study-export", "--db", db, "--out", tmp_path / "out.txt", code=0).stdout
    assert "1 participant; 0 withdrawn" in out
    assert [json.loads(line) for line in (tmp_path / "out.txt").read_text().splitlines()] == [
        rows_of("P1", begun), [{"novphy": 1, "kind": "export", "withdrawn": 0}]]  # fmt: skip
    assert [file.stat().st_mode & 0o77 for file in (db, tmp_path / "study.sqlite.token", tmp_path / "out.txt")] == [0, 0, 0]


def refused(capsys, words, expected):
    wanted = study_command.serve if words.pop(0) == "study-serve" else study_command.export
    assert wanted([str(word) for word in words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and expected in said.err, said.err


def test_bad_input_is_one_line_and_writes_nothing(folder, tmp_path, capsys, monkeypatch):
    serve, export, db = "study-serve", "study-export", tmp_path / "new.sqlite"
    (tmp_path / "empty").mkdir()
    other = tmp_path / "other"
    other.mkdir()
    (other / "study.json").write_text(json.dumps({**STUDY, "sending": {"kind": "download"}}))
    (tmp_path / "text.sqlite").write_text("no data" * 1000)
    sqlite3.connect(tmp_path / "foreign.sqlite").execute("CREATE TABLE t (x)").connection.close()
    StudyStore(str(tmp_path / "study.sqlite"), StudyFolder(str(folder)), Clock()).close()
    before = sorted(tmp_path.rglob("*"))
    with socket.create_server(("127.0.0.1", 0)) as busy:
        for words, expected in (
            ([serve, tmp_path / "none", "--db", db], "No such file"),
            ([serve, tmp_path / "empty", "--db", db], "study.json: No such file"),
            ([serve, other, "--db", db], "expected a study that novphy web-study --server wrote"),
            ([serve, folder, "--db", tmp_path / "text.sqlite"], "file is not a database"),
            ([serve, folder, "--db", tmp_path / "foreign.sqlite"], "expected the data of a study"),
            ([serve, folder, "--db", tmp_path / "no/db"], "No such file"),
            ([serve, folder, "--db", folder / "db"], "which participants can read"),
            ([serve, folder, "--db", db, "--admin-token", folder / "token"], "which participants can read"),
            ([serve, folder, "--db", db, "--port", busy.getsockname()[1]], "already in use"),
            ([serve, folder, "--db", db, "--completion", "complete=http://example.org"], "expected OUTCOME=https://"),
            ([serve, folder, "--db", db, "--closes-at", "soon"], "invalid moment value"),
            ([serve, folder, "--db", db, "--least-width", "-1"], "expected 0 to"),
            ([export, "--db", db, "--out", tmp_path / "x"], "there is no such file"),
            ([export, "--db", tmp_path / "text.sqlite", "--out", tmp_path / "x"], "file is not a database"),
            ([export, "--db", tmp_path / "study.sqlite", "--out", tmp_path / "text.sqlite"], "is there already"),
            ([export, "--db", tmp_path / "study.sqlite", "--out", tmp_path / "no/x"], "No such file"),
        ):  # fmt: skip
            refused(capsys, words, expected)
    (folder / "study.json").write_text(json.dumps({**STUDY, "id": "another"}))
    refused(capsys, [serve, folder, "--db", tmp_path / "study.sqlite"], "has the data of study 0123456789abcdef")
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    monkeypatch.delitem(sys.modules, "novphy.study_server")
    refused(capsys, [serve, folder, "--db", db], "aiohttp is missing")
    assert sorted(tmp_path.rglob("*")) == before


def test_forms_are_needed_after_the_answer_that_asks_for_them(serve, folder):
    steps = [{"kind": "task"}, {"kind": "question"}, {"kind": "form", "name": "what", "answered": "yes"}, {"kind": "form", "name": "you"}]
    for file in (folder / "sets").iterdir():
        file.write_text(json.dumps({"steps": steps, "tasks": {}}))
    completion = {"complete": "https://a.org/1", "failed_checks": "https://a.org/2"}
    (folder / "study.json").write_text(json.dumps({**STUDY, "completion": completion, "device": {"least_width": 900, "pointer": "touch"}}))
    server = serve(completion=completion)
    assert server.study.device == {"least_width": 900, "pointer": "touch"} and server.study.completion == completion
    assert json.loads(server.ask("study.json")[1]) == STUDY

    def ends(who, answer, forms, outcome="complete"):
        begun = server.begin(who)
        own = rows_of(who, begun, 0)[0]
        rows = [own, {**own, "kind": "task", "step": 0}, {**own, "kind": "question", "step": 1, "answer": answer}]
        server.rows(begun, [*rows, *({**own, "kind": "form", "step": step} for step in forms)])
        return server.ask("api/end", json.dumps({"token": begun["token"], "outcome": outcome}).encode())

    assert ends("Yes", True, [2, 3]) == (200, '{"completion": "https://a.org/1"}')
    assert ends("No", False, [3], "failed_checks") == (200, '{"completion": "https://a.org/2"}')
    assert ends("Lacks", True, [3])[0] == 409
    assert ends("Lacks2", False, [2])[0] == 409
    assert ends("Other", False, [3], "passed")[0] == 400
    assert {each["participant"]: each["standing"] for each in server.store.people()}["No"] == "complete"


def test_the_study_file_says_which_devices_and_addresses_there_are_unless_an_option_does(folder):
    device, completion = {"least_width": 900, "least_height": 500, "pointer": "touch"}, {"complete": "https://a.org/1", "device": "https://a.org/2"}
    (folder / "study.json").write_text(json.dumps({**STUDY, "device": device, "completion": completion}))
    study = StudyFolder(str(folder))

    def limits(*words):
        return study_command._limits(study_command._serve_parser().parse_args([str(folder), "--db", "x", *words]), study)

    by_file = limits()
    assert (by_file.least_width_px, by_file.least_height_px, by_file.pointer, by_file.completion) == (900, 500, "touch", completion)
    by_option = limits("--least-width", "0", "--pointer", "any", "--completion", "complete=https://b.org")
    assert (by_option.least_width_px, by_option.pointer) == (0, "any")
    assert by_option.completion == {**completion, "complete": "https://b.org"}
