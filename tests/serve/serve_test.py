"""The command novphy serve: its ends, its records, its options, and what hostile clients leave.

Usage: serve_test.py NOVPHY"""

import signal
import socket
import struct
import sys
import threading
from pathlib import Path

from dialects import Datalab, Dialect, Wire
from served import Served, ServeTest
from program import ROOT, finished_trials, main, names_in, run, stop_before

FULL = Path("/dev/full")
SOCKET_AGENT = ROOT / "docs/examples/socket_agent.py"


def play(port):
    client = Alike(port)
    client.play()
    client.close()


class Alike(Dialect):
    """Throws by the level's number alone, so that any client answers alike in a level."""

    def throw(self):
        self.thrown = self.levels[-1]
        assert self.byte(31, self.release()) == 1


def place_of(record):
    return record["novelty"], record["scenario"], record["phase"] == "calibration", record["trial"]


class Records(ServeTest):
    def bytes_with(self, clients, *options):
        server = Served(self.folder, "--force", *options)
        threads = [threading.Thread(target=play, args=(server.port,)) for _ in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.end()
        return (self.folder / "r.jsonl").read_bytes()

    def test_records_are_the_same_bytes_for_any_number_of_clients_and_threads(self):
        expected = self.bytes_with(1)
        for clients, threads in ((2, 2), (4, 1), (4, 3)):
            self.assertEqual(self.bytes_with(clients, "--clients", str(threads)), expected)

    def test_a_killed_server_goes_on_to_the_same_records_and_tells_what_was_begun_again(self):
        # A client that had seen a trial began it anew without a trace.
        self.bytes_with(1)
        expected = self.records()
        server = Served(self.folder, "--force")
        client = Alike(server.port)
        while client.levels.count(1) < 4:  # three trials are kept
            client.step()
        server.signal(signal.SIGKILL)
        server = Served(self.folder, "--resume")
        play(server.port)
        output = server.end()[0]
        self.assertIn("3 trials were there already", output)
        self.assertIn("1 trial was begun more than once", output)
        places = [*map(place_of, expected)]
        fourth = list(dict.fromkeys(places))[3]
        self.assertEqual(self.records(), [{**record, "attempts": 2} if place == fourth else record for place, record in zip(places, expected)])

    def test_what_a_client_sent_before_the_server_ended_counts(self):
        # The server ended between two requests that came together, and before it had read that a client had left.
        self.bytes_with(1)
        places = [place_of(record) for record in self.records()]
        report_and_next = struct.pack(">BffiiiB", 66, 0.75, 0.25, 0, 0, 0, 53)
        shot = struct.pack(">Biiii", 31, 20, 400, 0, 0)
        for leaves, sent in ((False, report_and_next), (True, shot)):
            server = Served(self.folder, "--force", "--clients", "1")
            client = Alike(server.port)
            while (1 if leaves else places.count(places[0])) not in client.levels or (client.state() == 5 and not leaves):
                client.step()

            def send():
                client.socket.sendall(sent)
                if leaves:
                    client.close()

            stop_before(server.process, send)
            server.end(-signal.SIGTERM)
            client.close()
            ((*_, last),) = finished_trials(self.folder / "r.jsonl.partial")
            self.assertEqual((last["end"] == "agent_error", last.get("novelty_probability", 0)), (leaves, 0 if leaves else 0.75))

    def test_a_signal_ends_the_server_as_an_interrupted_run(self):
        server = Served(self.folder)
        client = Alike(server.port)
        while client.levels.count(1) < 2:
            client.step()
        errors = server.signal(signal.SIGINT)[1]
        self.assertIn("1 of 6 trials are kept in r.jsonl.partial", errors)
        self.assertIn("--resume", errors)
        refused = Served(self.folder, "--resume", "--noise", "1")
        self.assertIn("served was noise 2 px", refused.end(2)[1])
        server = Served(self.folder, "--resume")
        play(server.port)
        server.end()

    def test_the_agent_of_the_documentation_plays_the_plan(self):
        server = Served(self.folder, "--agent", "documented")
        run([sys.executable, SOCKET_AGENT, server.port])
        self.assertIn("6 trials", server.end()[0])
        self.novphy("replay", "r.jsonl", "--all")
        self.assertIn("documented", self.novphy("measure", "r.jsonl").stdout)

    def test_two_servers_run_side_by_side(self):
        first = Served(self.folder)
        second = Served(self.folder, out="second.jsonl")
        for server in (first, second):
            play(server.port)
            server.end()
        self.assertEqual((self.folder / "r.jsonl").read_bytes(), (self.folder / "second.jsonl").read_bytes())

    def test_the_log_has_a_line_for_each_request(self):
        server = Served(self.folder, "--log", "log.txt")
        client = Datalab(server.port)
        client.play()
        client.close()
        server.end()
        lines = (self.folder / "log.txt").read_text().splitlines()
        self.assertEqual(len([line for line in lines if "->" in line]), client.requests)
        self.assertIn("1 [agents, rolling, trial 0, level 1] 53 next level -> 1", lines)
        self.assertIn("1 [] 12 state -> 13", lines)


    def test_a_log_that_cannot_be_written_is_an_error_at_the_end(self):
        # The server ended as if the log were whole.
        if not FULL.exists():
            self.skipTest("no /dev/full")
        server = Served(self.folder, "--log", FULL)
        play(server.port)
        output, errors = server.end(2)
        self.assertIn("6 trials", output)
        self.assertEqual(errors, "novphy: /dev/full: cannot be written: No space left on device\n")
        self.assertEqual(names_in(self.folder), ["plan.json", "r.jsonl"])

    def test_a_log_in_the_place_of_other_files_is_refused(self):
        # The log of r.jsonl was lost; r.jsonl.partial and r.practice.jsonl broke the run.
        (self.folder / "link").symlink_to("r.jsonl")
        for log in ("r.jsonl", "./r.jsonl", "link", "r.jsonl.partial", "r.practice.jsonl", "r.jsonl.novphy.tmp"):
            self.refused("--log: found " + log + ", where --out is written", "serve", "plan.json", "--out", "r.jsonl", "--log", log)
        server = Served(self.folder, "--log", "r.jsonl.log")
        play(server.port)
        server.end()


class Informed(ServeTest):
    def test_informed_clients_are_told_from_the_first_novel_task_on(self):
        server = Served(self.folder, "--hints", "--informed")
        answers = []

        class Asking(Datalab):
            def load(self):
                Dialect.load(self)
                answers.append(self.number(69))

        client = Asking(server.port)
        client.play()
        client.close()
        server.end()
        told = [answer for answer in answers if answer >= 0]
        phases = [record["phase"] for record in self.records() if record.get("informed")]
        self.assertIn("novel", phases)
        self.assertEqual([answer == 1 for answer in told], [phase == "novel" for phase in phases])


class Learner(Dialect):
    """Loads levels by their number, one of them again and again, before it plays its trials."""

    def practise(self, levels):
        assert self.fixed(68, "iiiiBBB")[2:5] == (levels, 1_000_000, 0)
        assert self.state() == 9
        self.fixed(68, "iiiiBBB")
        for level in [1, 1, *range(levels, 0, -1)]:
            assert self.byte(51, struct.pack(">i", level)) == 1, level
            assert self.byte(31, self.release()) == 1
        assert self.byte(52) == 1 and self.state() == 5
        while self.number(53):
            pass

    def throw(self):
        assert self.byte(31, self.release()) == 1


class Practice(ServeTest):
    plan_options = [*ServeTest.plan_options, "--training", "2"]

    def test_a_client_repeats_levels_before_its_trials_and_the_attempts_stand_apart(self):
        server = Served(self.folder, "--practice", "3")
        client = Learner(server.port)
        client.practise(3)
        client.play()
        client.close()
        self.assertIn("6 trials", server.end()[0])
        self.assertNotIn("training", {record["phase"] for record in self.records()})
        attempts = self.records("r.practice.jsonl")
        self.assertEqual([record["task"] for record in attempts], list(range(5)))
        self.novphy("replay", "r.practice.jsonl", "--all")
        alone = self.novphy("measure", "r.jsonl").stdout
        both = self.novphy("measure", "r.jsonl", "r.practice.jsonl")
        self.assertEqual(both.stdout.split("\n\nWarning:")[0].strip(), alone.strip())
        self.assertIn("practice before the first trial", both.stderr)

    def test_an_interrupted_server_leaves_no_file_where_nobody_has_practised(self):
        # A file without attempts was left, and the next server refused to replace it.
        for _ in range(2):
            server = Served(self.folder, "--practice", "1")
            client = Alike(server.port)
            client.fixed(68, "iiiiBBB")
            client.close()
            self.assertIn("interrupted: nothing is kept", server.signal(signal.SIGINT)[1])
            self.assertEqual(names_in(self.folder), ["plan.json"])

    def test_a_file_of_attempts_is_named_when_the_server_is_interrupted_and_goes_on(self):
        def practise(*options):
            server = Served(self.folder, "--practice", "3", *options)
            client = Learner(server.port)
            client.practise(3)
            client.close()
            return server.signal(signal.SIGINT)[1]

        self.assertIn("5 attempts of practice are kept in r.practice.jsonl; to go on: ", practise())
        self.assertIn("r.practice.jsonl: is there already", Served(self.folder, "--practice", "3").end(2)[1])
        self.assertIn("10 attempts of practice", practise("--resume"))
        self.assertIn("5 attempts of practice", practise("--force"))

    def test_every_message_tells_one_number_of_levels(self):
        # configure told the number of the first trial's levels.
        server = Served(self.folder, "--practice", "3", "--count-levels")
        client = Wire(server.port)
        told = [client.fixed(1, "3B", struct.pack(">iB", 7, 0))[2], client.number(15), client.fixed(68, "iiiiBBB")[2], client.number(15)]
        client.close()
        server.signal()
        self.assertEqual(told, [3, 3, 3, 3])

    def test_an_attempt_counts_whatever_its_client_does_when_the_server_ends(self):
        # The server ended without the attempts that went on, and without those whose end it had not yet read.
        for closes in (False, True):
            server = Served(self.folder, "--practice", "3", "--force")
            client = Learner(server.port)
            client.fixed(68, "iiiiBBB")
            client.fixed(68, "iiiiBBB")
            self.assertEqual(client.byte(51, struct.pack(">i", 1)), 1)
            self.assertEqual(client.byte(31, client.release()), 1)
            stop_before(server.process, client.close if closes else lambda: None)
            self.assertIn("1 attempt of practice is kept", server.end(-signal.SIGTERM)[1])
            client.close()

    def test_more_levels_than_training_tasks_are_refused(self):
        self.refused("expected at most 12, the training tasks of the plan", "serve", "plan.json", "--out", "r.jsonl", "--practice", "13")
        self.assertFalse((self.folder / "r.practice.jsonl").exists())


class OldVersions(ServeTest):
    def test_a_client_of_version_03_is_told_so_before_any_trial(self):
        server = Served(self.folder)
        for begins in (lambda client: client.send(51, struct.pack(">i", 1)), lambda client: client.state()):
            client = Dialect(server.port)
            begins(client)
            client.close()
        play(server.port)
        output, errors = server.end()
        self.assertNotIn("could not go on", output)
        lines = errors.splitlines()
        self.assertEqual(len(lines), 2, errors)
        for line in lines:
            self.assertIn("version 0.3", line)


class Clients(ServeTest):
    def test_a_client_that_is_killed_in_a_shot_costs_its_trial_alone(self):
        server = Served(self.folder)
        killed = Alike(server.port)
        killed.ready()
        killed.ready()
        killed.load()
        killed.send(31, killed.release())
        killed.close()
        play(server.port)
        self.assertIn("1 trial ended by an agent that could not go on", server.end()[0])
        failed = [record for record in self.records() if record["end"] == "agent_error"]
        self.assertRegex(failed[0]["error"], "the client closed the connection in level [12]")

    def test_a_client_that_sends_byte_by_byte_is_understood(self):
        server = Served(self.folder)

        class Slow(Alike):
            def send(self, request, fields=b""):
                for byte in bytes([request]) + fields:
                    self.socket.sendall(bytes([byte]))

        client = Slow(server.port)
        client.play()
        client.close()
        self.assertIn("6 trials", server.end()[0])

    def test_strangers_are_sent_away_and_the_others_play_on(self):
        server = Served(self.folder)
        for nonsense in (b"GET / HTTP/1.1\r\n\r\n", bytes(100), b"\xff" * 100_000, b"SSH-2.0-OpenSSH\r\n"):
            with socket.create_connection(("127.0.0.1", server.port)) as stranger:
                stranger.sendall(nonsense)
        play(server.port)
        output, errors = server.end()
        self.assertIn("6 trials", output)
        self.assertNotIn("could not go on", output)
        self.assertIn("is the id of no request", errors)

    def test_a_client_that_only_asks_for_the_state_stops_nobody(self):
        server = Served(self.folder, "--clients", "1")
        over = threading.Event()

        def ask():
            client = Dialect(server.port)
            while client.state() != 13:
                pass
            client.close()
            over.set()

        asking = threading.Thread(target=ask)
        asking.start()
        play(server.port)
        asking.join(60)
        self.assertTrue(over.is_set())
        server.end()


class WrongInput(ServeTest):
    def test_wrong_arguments_are_refused_with_one_line(self):
        (self.folder / "task.json").write_text('{"novphy_task": 1}')
        (self.folder / "there.jsonl").write_text('{"format":1,"agent":"server"}\n')
        self.refused("--clients", "serve", "plan.json", "--out", "r.jsonl", "--clients", "-1")
        self.refused("--port", "serve", "plan.json", "--out", "r.jsonl", "--port", "70000")
        self.refused("--noise", "serve", "plan.json", "--out", "r.jsonl", "--noise", "6")
        self.refused("--ask", "serve", "plan.json", "--out", "r.jsonl", "--ask", "-1")
        self.refused("expected an address such as 127.0.0.1", "serve", "plan.json", "--out", "r.jsonl", "--host", "here")
        self.refused("--agent", "serve", "plan.json", "--out", "r.jsonl", "--agent", "")
        self.refused("--out", "serve", "plan.json", "--out", "-")
        self.refused("is there already", "serve", "plan.json", "--out", "there.jsonl")
        self.refused("task.json", "serve", "task.json", "--out", "r.jsonl")
        self.refused("missing.json", "serve", "missing.json", "--out", "r.jsonl")
        self.refused("serves searches", "serve", "plan.json", "--out", "r.jsonl", "--physics", "fast")
        self.refused("no/log.txt", "serve", "plan.json", "--out", "r.jsonl", "--log", "no/log.txt")
        with socket.create_server(("127.0.0.1", 0)) as other:
            self.refused("Address already in use", "serve", "plan.json", "--out", "r.jsonl", "--port", str(other.getsockname()[1]))

    def test_an_address_that_others_can_reach_is_told(self):
        server = Served(self.folder, "--host", "0.0.0.0")
        play(server.port)
        self.assertIn("no password and no encryption", server.end()[1])


if __name__ == "__main__":
    main()
