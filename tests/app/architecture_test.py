"""The house's rules that the compiler does not know: who may include whom, and what no source line holds.

Usage: architecture_test.py SOURCE_FOLDER
"""

import json
import re
import sys
import unittest
from pathlib import Path

# Each folder of sources with the folders that it may include. Each may also include itself.
MAY_INCLUDE = {
    "base": set(),
    "sim": {"base"},
    "evaluator": {"base", "evaluator/plot"},
    "evaluator/plot": {"base"},
    "levels": {"base", "sim"},
    "view": {"base", "sim"},
    "view/perception": {"base", "sim", "view", "levels"},
    "agents": {"base", "sim", "view", "view/perception"},
    "agents/physicist": {"base", "sim", "view", "view/perception", "agents"},
    "agents/table": {"base", "sim", "view", "agents", "agents/physicist", "agents/learning", "agents/learning/nets"},
    "novelties": {"base", "sim", "levels"},
    "generator": {"base", "sim", "levels", "novelties"},
    "generator/difficulty": {"base", "sim", "levels", "novelties", "generator", "generator/sets", "evaluator"},
    "generator/sets": {"base", "sim", "levels", "generator"},
    "generator/invent": {"base", "sim", "levels", "novelties", "generator", "generator/sets", "generator/difficulty", "evaluator"},
    "trials": {"base", "sim", "view", "levels", "novelties", "agents", "evaluator", "generator", "generator/sets"},
    "serve": {"base", "sim", "view", "evaluator", "trials"},
    "serve/tools": {"base", "sim", "view", "view/perception", "agents", "evaluator", "trials"},
    "agents/learning": {"base", "sim", "view", "levels", "generator", "agents", "trials", "generator/sets", "agents/learning/nets"},
    "agents/learning/nets": {"base"},
    "trials/studies": {"base", "sim", "levels", "evaluator", "trials"},
    "view/window": {"base", "sim", "view", "levels", "novelties", "generator", "trials", "trials/studies"},
    "jobs": {"base", "sim", "view", "levels", "novelties", "generator", "generator/sets", "generator/difficulty", "generator/invent", "agents",
             "agents/table", "evaluator", "trials", "agents/learning", "serve", "serve/tools", "trials/studies"},
    "python": {"jobs", "base", "sim", "view", "view/perception", "levels", "novelties", "generator", "agents", "agents/physicist",
               "agents/table", "evaluator", "trials", "generator/sets", "generator/difficulty", "agents/learning", "serve", "serve/tools", "app"},
    "bench": {"base", "sim", "view", "levels", "novelties", "generator", "generator/invent", "generator/sets", "agents", "agents/physicist", "agents/table",
              "evaluator", "evaluator/plot", "trials", "agents/learning", "agents/learning/nets", "serve"},
    "bench/experiments": {"base", "sim", "view", "levels", "novelties", "generator", "generator/invent", "generator/sets", "agents", "agents/physicist",
                          "agents/table", "evaluator", "evaluator/plot", "trials", "agents/learning", "agents/learning/nets", "jobs", "app"},
    "web/module": {"base", "sim", "view", "levels", "agents", "evaluator", "trials", "trials/studies", "view/window"},
    "web/old_libcxx": set(),
}
# No folder but those whose line names them may include these folders.
TOP = {"app", "tests", "docs/examples"}
FOLDERS = set(MAY_INCLUDE) | TOP
# The folders of web/src with those from which each may import, itself aside. The folder "" is web/src itself.
MAY_IMPORT = {"": set(), "page": {""}, "study": {""}}

MOST_FILES_WITH_BOX2D = 7
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;]*)? \{")
# The pattern has two parts: as one literal, it would match its own line in this file.
HOME_PATH = re.compile(r"(?:^|[^\w.])/(?:home|root|Users|work)" + r"/\w")
IMPORT = re.compile(r'\bfrom "(\.[^"]*)\.js"')
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)")
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
UNTRACKED = {"build", "dist", "out", "node_modules", "sources"}
TEXT_ENDINGS = {".cpp", ".h", ".py", ".sh", ".txt", ".cmake", ".json", ".md", ".cff", ".yml", ".css", ".js", ".ts",
                ".mjs", ".html"}

source_folder = Path()


def folder_of(path):
    """The folder of the table that the path lies in: the longest one."""
    return max((folder for folder in FOLDERS if path.startswith(folder + "/")), key=len, default="")


def sources(folder):
    """The folder's C++ files, as (path from the top, lines)."""
    for path in sorted((source_folder / folder).rglob("*")):
        name = path.relative_to(source_folder).as_posix()
        if path.suffix in {".cpp", ".h"} and folder_of(name) == folder:
            yield name, path.read_text(encoding="utf-8").splitlines()


def includes(folder):
    """Every include of the folder, as ("sim/world.cpp:3", quote, "sim/world.h")."""
    for name, lines in sources(folder):
        for number, line in enumerate(lines, 1):
            if found := INCLUDE.match(line):
                yield f"{name}:{number}", found[1], found[2]


def anchors_of(text):
    """The anchors that GitHub and the site give to the headings of a page."""
    headings = re.findall(r"^#+ +(.*?) *$", FENCED.sub("", text), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    slugs = [re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain]
    return {f"{slug}-{slugs[:at].count(slug)}" if slug in slugs[:at] else slug for at, slug in enumerate(slugs)}


def pointing_up(folder, include):
    """The include is of a folder that this folder may not know."""
    target = folder_of(include)
    if target in {"", folder}:
        return False
    if target in TOP:
        return folder != "tests" and target not in MAY_INCLUDE.get(folder, set())
    return folder in MAY_INCLUDE and target not in MAY_INCLUDE[folder]


class Architecture(unittest.TestCase):
    def test_the_rules_themselves_catch_an_include_that_points_up(self):
        self.assertTrue(pointing_up("sim", "levels/assets.h"))
        self.assertTrue(pointing_up("evaluator", "sim/task.h"))
        self.assertTrue(pointing_up("generator", "trials/plan.h"))
        self.assertTrue(pointing_up("evaluator/plot", "evaluator/record.h"))
        for unknown_to_players in ("novelties/novelty.h", "generator/solver.h", "trials/session.h"):
            self.assertTrue(pointing_up("agents/physicist", unknown_to_players))
        self.assertTrue(pointing_up("serve/tools", "agents/physicist/physicist.h"))
        self.assertTrue(pointing_up("view/perception", "agents/agent.h"))
        self.assertTrue(pointing_up("trials", "app/common.h"))
        self.assertTrue(pointing_up("app", "tests/sim/helpers.h"))
        self.assertFalse(pointing_up("trials", "evaluator/record.h"))
        self.assertFalse(pointing_up("sim", "box2d/box2d.h"))

    def test_the_sources_are_found(self):
        for folder in ("sim", "levels", "app"):
            self.assertTrue(list(includes(folder)), f"no includes found in {folder}")

    def test_no_include_points_up(self):
        wrong = [f"{place} includes {name}" for folder in sorted(FOLDERS)
                 for place, _, name in includes(folder) if pointing_up(folder, name)]
        self.assertEqual(wrong, [])

    def test_our_files_are_included_from_the_root(self):
        wrong = [f"{place} includes {quote}{name}" for folder in sorted(FOLDERS)
                 for place, quote, name in includes(folder)
                 if (quote == '"') != bool(folder_of(name))]
        self.assertEqual(wrong, [])

    def test_box2d_is_included_by_few_files_and_in_sim_only(self):
        files = {place.split(":")[0] for folder in sorted(FOLDERS - {"bench"})
                 for place, _, name in includes(folder) if name.startswith("box2d/")}
        self.assertEqual([name for name in sorted(files) if not name.startswith(("sim/", "tests/sim/"))], [])
        self.assertLessEqual(len(files), MOST_FILES_WITH_BOX2D, sorted(files))

    def test_headers_of_the_rooms_do_not_bring_json_along(self):
        """Those of web/module do, since JSON is what the module and its page exchange."""
        wrong = [place for folder in sorted(set(MAY_INCLUDE) - {"web/module"}) for place, _, name in includes(folder)
                 if name == "nlohmann/json.hpp" and place.split(":")[0].endswith(".h")]
        self.assertEqual(wrong, [])

    def test_no_two_headers_define_a_type_of_one_name(self):
        """The linker would join their functions without a word."""
        homes = {}
        for folder in sorted(MAY_INCLUDE):
            for name, lines in sources(folder):
                if name.endswith(".h"):
                    space = next((line for line in lines if line.startswith("namespace ")), "")
                    for found in filter(None, map(TYPE.match, lines)):
                        homes.setdefault((space, found[1]), []).append(name)
        self.assertIn("sim/world.h", homes["namespace novphy {", "World"])
        self.assertEqual([(name, files) for (_, name), files in homes.items() if len(files) > 1], [])

    def test_pages_draw_every_operation_that_is_recorded(self):
        header = (source_folder / "view/recording_pen.h").read_text(encoding="utf-8")
        script = (source_folder / "web/src/canvas.ts").read_text(encoding="utf-8")
        recorded = dict(re.findall(r"^  k(\w+) = (\d+),", header, re.MULTILINE))
        self.assertEqual(recorded["Save"], "1")
        self.assertEqual(dict(re.findall(r"^  (\w+): (\d+),", script, re.MULTILINE)), recorded)
        self.assertEqual(set(re.findall(r"case Op\.(\w+):", script)), set(recorded))

    def test_pages_give_the_numbers_of_the_views_input(self):
        header = (source_folder / "view/window/view.h").read_text(encoding="utf-8")
        script = (source_folder / "web/src/player.ts").read_text(encoding="utf-8")
        for name in ("Kind", "Key"):
            names = re.findall(r"k(\w+)", re.search(rf"enum class {name} \{{([^}}]*)\}}", header)[1])
            given = re.search(rf"^const {name} = \{{(.*)\}} as const", script, re.MULTILINE)[1]
            self.assertEqual([found for found in re.findall(r"(\w+): (\d+)", given)
                              if names[int(found[1])] != found[0]], [])

    def test_no_script_of_a_page_imports_one_that_points_up(self):
        scripts = (source_folder / "web/src").resolve()
        imports = [(path.parent, (path.parent / found).resolve().parent) for path in scripts.rglob("*.ts")
                   for found in IMPORT.findall(path.read_text(encoding="utf-8"))]
        named = {tuple("" if folder == scripts else folder.name for folder in pair) for pair in imports}
        self.assertIn(("study", ""), named)
        self.assertEqual([(folder, target) for folder, target in named
                          if folder != target and target not in MAY_IMPORT[folder]], [])

    def test_no_line_holds_a_path_of_one_machine(self):
        self.assertTrue(HOME_PATH.search("see " + "/home" + "/me/x"))
        wrong = []
        places = FOLDERS | {"scripts", "docs", "assets", "web/docs-plugin", "web/src", "web/static", "web/tests"}
        for path in sorted(p for place in places for p in (source_folder / place).rglob("*")):
            if path.suffix in TEXT_ENDINGS and path.is_file():
                lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
                wrong += [f"{path.relative_to(source_folder)}:{number}"
                          for number, line in enumerate(lines, 1) if HOME_PATH.search(line)]
        self.assertEqual(wrong, [])

    def test_no_title_of_a_test_case_holds_a_semicolon(self):
        """CTest would take the title as two tests, each of which runs nothing and passes."""
        title = re.compile(r'TEST_CASE(?:_METHOD)?\(\s*"((?:[^"\\]|\\.)*)"')
        files = list((source_folder / "tests").rglob("*.cpp"))
        titles = [found for file in files for found in title.findall(file.read_text(encoding="utf-8"))]
        self.assertGreater(len(titles), 1000)
        self.assertEqual([each for each in titles if ";" in each], [])

    def test_links_between_our_texts_lead_somewhere(self):
        texts = [*source_folder.glob("*.md"), *(source_folder / "docs").rglob("*.md"), *source_folder.glob("web/*.md"),
                 *source_folder.glob("web/docs-plugin/*.md")]
        links = [(text, *found) for text in texts for found in LINK.findall(text.read_text(encoding="utf-8"))]
        self.assertTrue(links)
        dead = []
        for text, link, anchor in links:
            target = text.parent / link if link else text
            if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors_of(target.read_text(encoding="utf-8"))):
                dead.append(f"{text.relative_to(source_folder)}: {link}#{anchor}")
        self.assertEqual(dead, [])

    def test_anchors_are_those_of_github(self):
        text = "# Two of `a_b`: [x](y.md)?\n```sh\n# no heading\n```\n## Words\n## Words\n"
        self.assertEqual(anchors_of(text), {"two-of-a_b-x", "words", "words-1"})


class Budgets(unittest.TestCase):
    """The numbers stand in budgets.json. Who raises one says why in the commit: lines by at most 2,500 an issue."""

    def test_the_tree_stays_within_its_budgets(self):
        tops = [folder.name for folder in source_folder.iterdir()
                if folder.is_dir() and not folder.name.startswith(".") and folder.name not in UNTRACKED]
        code = [path for top in tops if top != "tests" for path in (source_folder / top).rglob("*")
                if path.suffix in {".cpp", ".h"} and not UNTRACKED & set(path.relative_to(source_folder).parts)]
        pages = list((source_folder / "docs").rglob("*.md"))
        results = [page for page in pages if page.parent.name == "results"]
        generated = [source_folder / "docs/reference" / name for name in ("commands.md", "python.md", "templates.md")]

        def count(files, pieces):
            return sum(len(pieces(path.read_text(encoding="utf-8"))) for path in files)

        found = {"folders at the top": len(tops), "files of C++ outside tests": len(code),
                 "lines of C++ outside tests": count(code, str.splitlines),
                 "words of docs without results": count(set(pages) - set(results) - set(generated), str.split),
                 "words of results": count(results, str.split), "words of generated reference": count(generated, str.split),
                 "words of README": count([source_folder / "README.md"], str.split)}
        budgets = json.loads((source_folder / "tests/app/budgets.json").read_text(encoding="utf-8"))
        self.assertEqual(set(found), set(budgets))
        self.assertEqual({what: number for what, number in found.items() if number > budgets[what]}, {}, f"budgets: {budgets}")


if __name__ == "__main__":
    source_folder = Path(sys.argv.pop(1))
    unittest.main()
