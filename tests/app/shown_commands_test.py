"""The program reads every command line that README and the docs show; their blocks name languages that are known, and JSON parses.

Usage: shown_commands_test.py PROGRAM
"""

import json
import re
import shlex
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, main, novphy

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "web/README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LANGUAGES = {"", "sh", "python", "json", "text", "toml", "cmake", "cpp", "html", "js", "yaml", "xml", "csv"}
FENCED = re.compile(r"^( *)```([^\n]*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^|\n\n)((?:(?: {4}.*)?\n)+)")
INLINE = re.compile(r"`novphy ([a-z][\w-]*)([^`\n]*)`")
BEFORE = re.compile(r"do|then|time|nohup|if|!|exec|env|\w+=.*")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
OF_THE_PACKAGE = set(re.findall(r'^    "([\w-]+)": \(', (ROOT / "python/novphy/__main__.py").read_text(), re.MULTILINE))
UNKNOWN = "--no-such-option"


def blocks(text):
    """The blocks of code of a page, as (language, text)."""
    fenced = [(language.strip(), block) for _, language, block in FENCED.findall(text)]
    return fenced + [("", block) for block in INDENTED.findall(FENCED.sub("\n", text))]


def commands(script):
    """The arguments of each call of the program in lines for a shell."""
    for line in script.replace("\\\n", " ").splitlines():
        words = shlex.shlex(line, posix=True, punctuation_chars=True)
        words.whitespace_split = True
        try:
            words = [*words, ";"]
        except ValueError:  # no line for a shell
            continue
        part = []
        for word in words:
            if word and set(word) <= set(";&|()<>"):
                if set(word) <= {"<", ">"} and part:
                    part.append(None)
                elif set(word) & set(";&|()"):
                    yield from called(part)
                    part = []
            else:
                part.append(word)


def called(words):
    while words and words[0] and BEFORE.fullmatch(words[0]):
        words = words[1:]
    if words and words[0] and words[0].split("/")[-1] == "novphy":
        words = words[1:]
    elif words[1:3] == ["-m", "novphy"]:
        words = words[3:]
    else:
        return
    end = words.index(None) if None in words else len(words)
    words = words[:end]
    yield [word for before, word in zip(["", *words], words) if word != "..." and (word[0] != "$" or before[:2] == "--")]


BLOCKS = [(page, language, block) for page in PAGES for language, block in blocks(page.read_text(encoding="utf-8"))]


class ShownCommands(unittest.TestCase):
    def refused(self, arguments):
        """What the program says against these arguments. An option that it does not know keeps it from running them."""
        said = novphy(*arguments, UNKNOWN, code=None, folder=self.folder).stderr
        return said.replace(f"novphy: {UNKNOWN} was not expected; try --help\n", "")

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def test_calls_are_found_in_lines_for_a_shell(self):
        script = 'A=1 build/x/novphy run "a b" --out x.jsonl > y # novphy fly\nfor i in 1; do novphy list pairs | wc; done && python3 -m novphy man\nx novphy\n'
        self.assertEqual([*commands(script)], [["run", "a b", "--out", "x.jsonl"], ["list", "pairs"], ["man"]])

    def test_wrong_calls_are_refused(self):
        for arguments in (["fly"], ["run", "p", "--agnet", "x"], ["plan", "--trials", "many"], ["plan", "--proof", "some"], ["study", "fly"]):
            self.assertNotEqual(self.refused(arguments), "", arguments)
        self.assertEqual(self.refused(["run", "p", "--agent", "x"]), "")

    def test_the_program_reads_every_shown_call(self):
        calls = [(page, arguments) for page, language, block in BLOCKS if language in {"", "sh", "text"} for arguments in commands(block)]
        self.assertGreater(len(calls), 180)
        for page, arguments in calls:
            if arguments[0] not in OF_THE_PACKAGE:
                with self.subTest(f"{page.relative_to(ROOT)}: novphy {shlex.join(arguments)}"):
                    self.assertEqual(self.refused(arguments), "")

    def test_options_in_sentences_are_there(self):
        helps = {}
        for page in PAGES:
            for command, rest in INLINE.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
                if command not in OF_THE_PACKAGE:
                    text = helps.setdefault(command, novphy(command, "--help", code=None).stdout)
                    with self.subTest(f"{page.relative_to(ROOT)}: novphy {command}{rest}"):
                        self.assertNotEqual(text, "")
                        self.assertEqual(set(OPTION.findall(rest)) - {*OPTION.findall(text), "--settings"}, set())

    def test_blocks_have_known_languages_and_json_parses(self):
        for page, language, block in BLOCKS:
            with self.subTest(f"{page.relative_to(ROOT)}: {block[:60]}"):
                self.assertIn(language, LANGUAGES)
                if language == "json" and "..." not in block:
                    self.check_json(block)

    def check_json(self, block):
        """One value, members of an object, or one value on each line."""
        try:
            json.loads("{" + block + "}" if block.lstrip().startswith('"') else block)
        except json.JSONDecodeError:
            for line in filter(str.strip, block.splitlines()):
                json.loads(line)


if __name__ == "__main__":
    main()
