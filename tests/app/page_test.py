"""novphy page and novphy report --play with a folder that stands in for what scripts/web.sh makes. Usage: page_test.py PROGRAM"""

import base64
import html
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, json_lines, main, names_in, small_plan

PAIRS = ROOT / "tests/trials/pairs"
PAIR = ROOT / "tests/pairs/rolling/agents.json"
ENGINE = b"\x1f\x8bthe engine, packed"
PART = ('<div id="novphy-page"></div><script type="text/plain" id="novphy-wasm">/*novphy-wasm*/</script>'
        '<script type="application/json" id="novphy-data">/*novphy-data*/</script>')
PAGE = f"<!DOCTYPE html>\n<title><!--novphy-title--></title>{PART}\n"


class PageTest(FolderTest):
    def setUp(self):
        super().setUp()
        self.web = self.folder / "web"
        self.environment = {"NOVPHY_WEB": str(self.web)}
        (self.web / "page").mkdir(parents=True)
        for name, content in (("page.html", PAGE), ("part.html", PART)):
            (self.web / "page" / name).write_text(content)
        (self.web / "page/novphy.wasm.gz").write_bytes(ENGINE)

    def page(self, *arguments, **options):
        """What the page holds as title, engine and data, and its text."""
        self.novphy("page", *arguments, "--out", "x.html", **options)
        return self.parts((self.folder / "x.html").read_text())

    def parts(self, text):
        title, engine = re.search(r"<title>(.*?)</title>", text, re.DOTALL), re.search(r'novphy-wasm">(.*?)</script>', text)
        data = re.search(r'novphy-data">(.*?)</script>', text, re.DOTALL)
        return html.unescape(title[1]), base64.b64decode(engine[1]), json.loads(data[1]), text

    def converted(self, *task):
        self.novphy("convert", *task, "task.json")
        return (self.folder / "task.json").read_text()

    def run_plan(self, agent="random", trials=1, out="r.jsonl"):
        self.novphy("plan", "--pairs", PAIRS, *small_plan(trials), "--out", "plan.json")
        self.novphy("run", "plan.json", "--agent", agent, "--out", out)
        return json_lines(self.folder / out)

    def write_records(self, name, lines):
        (self.folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))


class Tasks(PageTest):
    def test_the_page_of_a_pair_has_both_tasks_and_the_engine(self):
        title, engine, data, _ = self.page(PAIR)
        self.assertEqual((title, engine, data["title"], data["records"]), (PAIR.name, ENGINE, PAIR.name, []))
        self.assertEqual(data["tasks"], [{"label": side, "task": self.converted(PAIR, "--side", side)} for side in ("normal", "novel")])

    def test_a_side_a_member_and_a_name_choose_one_task(self):
        _, _, data, _ = self.page("rolling/agents:novel", "--with", "dx=0.25")
        self.assertEqual(data["tasks"], [{"label": "novel", "task": self.converted("rolling/agents:novel", "--with", "dx=0.25")}])
        _, _, data, _ = self.page("rolling/agents", "--side", "normal")
        self.assertEqual([task["label"] for task in data["tasks"]], ["normal"])

    def test_a_task_and_a_level_in_xml_are_pages_too(self):
        text = self.converted("rolling/agents:normal")
        self.novphy("convert", "task.json", "level.xml")
        for name in ("task.json", "level.xml"):
            _, _, data, _ = self.page(name)
            self.assertEqual([task["label"] for task in data["tasks"]], ["task"])
        self.assertEqual(self.page("task.json")[2]["tasks"][0]["task"], text)

    def test_no_text_can_end_the_script_that_holds_it(self):
        title = "</script><!-- <script> & \u2028\u2029 \"\\"
        found, _, data, text = self.page(PAIR, "--title", title)
        self.assertEqual((found, data["title"]), (title, title))
        json_text = text[text.index('novphy-data">') + len('novphy-data">'):text.rindex("</script>")]
        for forbidden in ("<", "\u2028", "\u2029"):
            self.assertNotIn(forbidden, json_text)

    def test_marks_in_texts_are_texts(self):
        for mark in ("/*novphy-data*/", "/*novphy-wasm*/", "<!--novphy-title-->"):
            title, engine, data, _ = self.page(PAIR, "--title", mark)
            self.assertEqual((title, engine, data["title"]), (mark, ENGINE, mark))

    def test_the_command_tells_the_name_and_the_size(self):
        said = self.novphy("page", PAIR, "--out", "x.html").stdout
        size = (self.folder / "x.html").stat().st_size
        self.assertEqual(said, f"x.html: {size / 1000:.0f} kB\n")
        self.assertEqual(self.novphy("page", PAIR, "--out", "-").stdout, (self.folder / "x.html").read_text())
        self.assertEqual(names_in(self.folder), ["web", "x.html"])

    def test_mistakes_leave_no_page(self):
        (self.folder / "text.html").write_text("{}")
        (self.folder / "broken.json").write_text('{"novphy_task": 1, "birds": ["red"]}')
        for expected, arguments in (
            ("broken.json:1: expected objects, found none", ["broken.json", "--out", "x.html"]),
            ("nowhere: ", ["nowhere", "--out", "x.html"]),
            ("--line: is for records", [PAIR, "--line", "2", "--out", "x.html"]),
            ("--plan: is for records", [PAIR, "--plan", PAIR, "--out", "x.html"]),
            ("--with: found \"gap\"", [PAIR, "--with", "gap", "--out", "x.html"]),
            ("names the side", ["rolling/agents:novel", "--side", "normal", "--out", "x.html"]),
            ("text.html: is there already", [PAIR, "--out", "text.html"]),
            ("nowhere/x.html: cannot be written", [PAIR, "--out", "nowhere/x.html"]),
            ("scripts/web.sh --no-study makes it", [PAIR, "--web", "nothing", "--out", "x.html"]),
        ):
            self.refused(expected, "page", *arguments)

    def test_a_damaged_folder_is_told(self):
        (self.web / "page/page.html").write_text(PAGE.replace("/*novphy-data*/", ""))
        self.refused("page.html: expected the mark /*novphy-data*/ once", "page", PAIR, "--out", "x.html")
        (self.web / "page/page.html").write_text(PAGE + PART)
        self.refused("page.html: expected the mark /*novphy-wasm*/ once", "page", PAIR, "--out", "x.html")
        (self.web / "page/novphy.wasm.gz").unlink()
        self.refused("novphy.wasm.gz", "page", PAIR, "--out", "x.html")


class Records(PageTest):
    def test_a_page_of_records_has_the_first_play_of_each_phase(self):
        lines = self.run_plan()
        _, _, data, _ = self.page("r.jsonl")
        shown = [record["record"] for record in data["records"]]
        self.assertEqual([record["phase"] for record in shown], ["normal", "novel"])
        self.assertEqual(shown, [next(line for line in lines[1:] if line["phase"] == phase) for phase in ("normal", "novel")])
        self.assertEqual(data["records"][1]["label"], "random: {scenario}/{novelty}, trial 0, novel task 1".format(**shown[1]))
        self.assertEqual((data["tasks"], data["title"]), ([], "r.jsonl"))

    def test_the_lines_are_shown_in_the_order_given_with_their_tasks(self):
        lines = self.run_plan()
        _, _, data, _ = self.page("r.jsonl", "--line", "3", "--line", "2", "--plan", "plan.json")
        self.assertEqual([record["record"] for record in data["records"]], [lines[2], lines[1]])
        for shown in data["records"]:
            (self.folder / "t.json").write_text(shown["task"])
            self.novphy("validate", "t.json")
        self.assertNotEqual(data["records"][0]["task"], data["records"][1]["task"])

    def test_records_that_a_page_cannot_show_are_refused(self):
        head, *records = self.run_plan()
        self.write_records("empty.jsonl", [head])
        self.write_records("late.jsonl", [head, {**records[0], "digest": "", "end": "too_late", "shots": []}])
        self.write_records("changed.jsonl", [{**head, "overrides": ["catalogue:/blocks/linear_drag_per_s=0.5"]}, *records])
        self.write_records("fast.jsonl", [{**head, "physics": "reference"}, *records])
        self.write_records("older.jsonl", [{**head, "catalogue_hash": "0123456789abcdef"}, *records])
        self.write_records("moved.jsonl", [{**head, "plan": "gone.json"}, *records])
        for expected, arguments in (
            ("r.jsonl: has no record in line 99", ["r.jsonl", "--line", "2", "--line", "99"]),
            ("--line: names a line twice", ["r.jsonl", "--line", "2", "--line", "2"]),
            ("--line", ["r.jsonl", "--line", "1"]),
            ("r.jsonl: is a file of records, expected neither --side nor --with", ["r.jsonl", "--side", "novel"]),
            ("empty.jsonl: has no record of a play", ["empty.jsonl"]),
            ("late.jsonl: has no record of a play", ["late.jsonl"]),
            ("late.jsonl:2: holds no play: the task ended with too_late", ["late.jsonl", "--line", "2"]),
            ("of these records they were played with changed numbers: catalogue:/blocks", ["changed.jsonl"]),
            ("they were played with the physics \"reference\"", ["fast.jsonl"]),
            ("of these records they were played with another catalogue or physics", ["older.jsonl"]),
            ("gone.json: cannot be read", ["moved.jsonl"]),
            ("plan.json: is an input of this command", ["r.jsonl", "--plan", "plan.json", "--out", "plan.json"]),
        ):
            out = [] if "--out" in arguments else ["--out", "x.html"]
            self.refused(expected, "page", *arguments, *out)


class Report(PageTest):
    def watched(self, *arguments):
        self.novphy("report", *arguments, "--resamples", "0", "--out", "r.html")
        page = (self.folder / "r.html").read_text()
        if 'id="watch"' not in page:
            return None
        return json.loads(re.search(r'novphy-data">(.*?)</script>', page, re.DOTALL)[1])["records"]

    def test_telling_plays_are_put_into_the_report(self):
        self.run_plan(trials=4, out="a.jsonl")
        self.novphy("run", "plan.json", "--agent", "pig_shooter", "--out", "b.jsonl")
        plain = ["report", "a.jsonl", "b.jsonl", "--resamples", "0", "--out"]
        self.novphy(*plain, "plain.html")
        shown = self.watched("a.jsonl", "b.jsonl", "--play", "100")
        telling = [shown[0]["record"], shown[1]["record"]]
        for record in shown:
            self.assertIn(record["record"], json_lines(self.folder / ("a.jsonl" if record["label"].startswith("random") else "b.jsonl")))
        self.assertEqual({record["label"].split(":")[0] for record in shown}, {"random", "pig_shooter"})
        self.assertEqual([record["record"] for record in self.watched("a.jsonl", "b.jsonl", "--play", "2")], telling)
        self.assertEqual(self.watched("a.jsonl", "b.jsonl", "--play", "100", "--jobs", "1"), shown)
        self.novphy(*plain, "again.html")
        self.assertEqual((self.folder / "again.html").read_bytes(), (self.folder / "plain.html").read_bytes())
        self.assertNotIn("novphy-data", (self.folder / "plain.html").read_text())

    def test_lost_by_the_change_and_won_in_spite_of_it_are_chosen(self):
        head, *records = self.run_plan(trials=4)
        for record in records:  # trial 2 is lost by the change, trial 3 is won
            record["passed"] = record["trial"] == 3 if record["phase"] == "novel" else record["trial"] == 2
        cell = [record for record in records if record["novelty"] == "agents"]
        self.write_records("r.jsonl", [head, *cell])
        # As they were changed by hand, the plays differ from their records, and warnings name those that were chosen.
        said = self.novphy("report", "r.jsonl", "--play", "9", "--resamples", "0", "--out", "r.html").stderr
        chosen = set(re.findall(r"task (\d) of trial (\d) of rolling/agents is not shown", said))
        chosen |= {(str(shown["record"]["task"]), str(shown["record"]["trial"])) for shown in self.watched("r.jsonl", "--play", "9") or []}
        self.assertEqual(chosen, {("0", "2"), ("1", "2"), ("1", "3")})

    def test_what_cannot_be_shown_is_told_and_left_out(self):
        head, *records = self.run_plan()
        self.write_records("other.jsonl", [head, *[{**record, "digest": "0123456789abcdef"} for record in records]])
        said = self.novphy("report", "other.jsonl", "--play", "1", "--resamples", "0", "--out", "x.html").stderr
        self.assertIn("is not shown: its play comes out differently today or holds no shot", said)
        self.assertIsNone(self.watched("other.jsonl", "--play", "1"))
        (self.folder / "plan.json").rename(self.folder / "moved.json")
        said = self.novphy("report", "r.jsonl", "--play", "1", "--resamples", "0", "--out", "x.html").stderr
        self.assertIn("r.jsonl: its plays are not shown: the plan plan.json was not found", said)
        self.assertEqual(len(self.watched("r.jsonl", "--play", "1", "--plan", "moved.json")), 1)

    def test_mistakes_leave_no_report(self):
        self.run_plan()
        self.write_records("levels.jsonl", [{"format": 1, "agent": "a"}, {"novelty": "levels", "scenario": "s", "trial": 0, "phase": "normal", "task": 0,
                                           "template": "a", "passed": True}])
        for expected, arguments in (("--play", ["r.jsonl", "--play", "0"]), ("--web requires --play", ["r.jsonl", "--web", "web"]),
                                    ("scripts/web.sh --no-study makes it", ["r.jsonl", "--play", "1", "--web", "nothing"]),
                                    ("--play: shows measures of trials with novelties", ["levels.jsonl", "--play", "1"])):
            self.refused(expected, "report", *arguments, "--out", "x.html")


if __name__ == "__main__":
    main()
