"""A revealed set tells an agent nothing of a novelty that has not acted yet. Usage: blind_test.py PROGRAM

In a set without families, the normal and the novel task of a trial are the same but for the law. Here a
law that acts on no throw stands in for it, so all that an agent is shown of both tasks must be the same, byte for byte.
"""

import hashlib
import json
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "serve"), str(Path(__file__).parents[2] / "docs/examples")]
from program import ROOT, FolderTest, json_lines, main, novphy
from served import Served
from socket_agent import LIKELIHOOD, LOST, MENU, OVER, PLAYING, WON, Game

SEASON = {"name": "s1", "deadline": "2999-01-01T00:00:00Z", "randomness": "a round", "bases": [str(ROOT / "tests/pairs/single_force/actions.json")],
          "count": 1, "members": 0, "step": 3, "distance": 0, "candidates": 200, "trials": 1, "min-normal": 1, "max-normal": 1, "novel": 1,
          "calibration-runs": 0, "proof": "none", "distractors": 0}
# A turn of birds that are faster than 50 m/s, which none is.
IDLE = {"effect": "force_field", "force": [0, 0], "per_mps": [[0, 1], [-1, 0]], "on": {"birds": 50}}
DRAGS_PX = [(-200, 0), (-150, 60), (-100, -60)]

# An agent that keeps every line that it is told, and pulls to the point of its argument.
AGENT = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    log.write(line)
    log.flush()
    answers = {"hello": {"watch_every_ms": 100, "geojson": True}, "choose": {"drag_px": json.loads(sys.argv[2])}}
    print(json.dumps(answers.get(json.loads(line)["type"], {})), flush=True)
"""


class Recorded(Game):
    """A connection that keeps what the server sends, a list for each level that is played."""

    def __init__(self, port):
        self.levels = [[]]
        super().__init__(port)

    def read(self, count):
        data = super().read(count)
        self.levels[-1].append(hashlib.sha256(data).hexdigest())  # of a picture, too
        return data

    def play(self, drag_px):
        x, y = drag_px
        while (state := self.ask(12)) != OVER:
            if state == PLAYING:
                self.levels.append([])
                for request in (62, 64, 72):
                    self.text(request)
                for request in (14, 15, 23, 65, 69):
                    self.ask(request, reply="i")
                self.picture()
                self.ask(31, "4i", x + 98, y + 253, 0, -1)
                self.picture()
                self.text(62)
            elif state in (MENU, WON, LOST):
                self.ask(53, reply="i")
            elif state == LIKELIHOOD:
                self.ask(66, "ffiii", 0.5, 0.5, 0, 0, 0)
            else:
                self.ask(68, reply="19s")

    def text(self, request):
        fields = ("i", 1) if request == 72 else ()
        self.read(self.ask(request, *fields, reply="I"))

    def picture(self):
        self.ask(11, reply="ii")
        self.read(640 * 480 * 3)


class Blind(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.common = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (cls.common / "season.json").write_text(json.dumps(SEASON))
        novphy("season", "seal", cls.common, "--secret", __file__)
        novphy("season", "reveal", cls.common, "--secret", __file__, "--randomness", "round 1")

    def setUp(self):
        super().setUp()
        (self.folder / "agent.py").write_text(AGENT)
        self.plan = json.loads((self.common / "set/plan.json").read_text())
        pair = self.plan["pairs"][0]
        pair["novel"] = {**pair["normal"], "effects": [*pair["normal"].get("effects", []), IDLE]}
        self.write_plan()

    def write_plan(self):
        (self.folder / "plan.json").write_text(json.dumps(self.plan))

    def check_that_the_law_is_idle(self):
        normal, novel = json_lines(self.folder / "r.jsonl")[1:]
        self.assertEqual((normal["phase"], novel["phase"], normal["digest"]), ("normal", "novel", novel["digest"]))

    def told(self, drag_px):
        """What a program is told of the normal and of the novel task."""
        command = shlex.join(["python3", "agent.py", "told", json.dumps(drag_px)])
        self.novphy("run", "plan.json", "--agent", f"exec:exec {command}", "--out", "r.jsonl", "--force", "--quiet")
        _, normal, novel = (self.folder / "told").read_text().split('{"type":"begin_task"}\n')
        return normal, novel

    def served(self, drag_px):
        """What the server says of both levels."""
        server = Served(self.folder, "--noise", "0")
        client = Recorded(server.port)
        client.play(drag_px)
        client.socket.close()
        server.end()
        _, normal, novel = client.levels
        return normal[:-2], novel[:-2]  # without the answers to 53 and 12, which say whether a level is left

    def test_programs_are_told_the_same_of_both_tasks(self):
        for drag_px in DRAGS_PX:
            normal, novel = self.told(drag_px)
            self.check_that_the_law_is_idle()
            self.assertEqual(normal, novel, drag_px)

    def test_clients_are_sent_the_same_of_both_levels(self):
        normal, novel = self.served(DRAGS_PX[0])
        self.check_that_the_law_is_idle()
        self.assertEqual(normal, novel)

    def test_with_certain_ends_the_length_of_a_flight_would_tell(self):
        del self.plan["certain_ends"]
        self.write_plan()
        for drag_px in DRAGS_PX:
            normal, novel = self.told(drag_px)
            self.assertLess(len(normal), len(novel))

    def test_records_replay_and_rank_as_the_plan_has_them(self):
        (self.folder / "b/entries/mine").mkdir(parents=True)
        shutil.copy(self.common / "set/plan.json", self.folder / "b")
        self.novphy("run", "b/plan.json", "--agent", "pig_shooter", "--out", "b/entries/mine/records.jsonl")
        self.novphy("replay", "b/entries/mine/records.jsonl", "--all")
        card = {"novphy_card": 1, "name": "mine", "authors": ["me"], "track": "text", "data": "none", "hardware": "none", "cost": "none"}
        (self.folder / "b/entries/mine/card.json").write_text(json.dumps(card))
        self.novphy("board", "b", "--add", "random", "--out", "site")
        entries = json.loads((self.folder / "site/board.json").read_text())["entries"]
        self.assertEqual({entry["entry"]: (entry["standing"], entry["replay"]["different"]) for entry in entries},
                         {"mine": ("ranked", 0), "random": ("ranked", 0)})
        self.refused("they were played without certain ends, as their plan says", "page", "b/entries/mine/records.jsonl", "--out", "page.html")


main()
