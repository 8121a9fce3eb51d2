"""Makes the site: writes the pages of docs/ for Sphinx, lets Sphinx make HTML of them, and checks every link of what came out.

Usage: make.py OUT [--playground DIR] [--board DIR], with the Python that has the packages of requirements.txt

What a page links to outside docs/ becomes a page below source/, so that the site needs no other address. docs/README.md
is the first page, and its groups and its order are those of the navigation.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check_links import problems_of

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
NAMED_AS_FILE = re.compile(r"\[[\w/]+\.md\](?=\()")  # the site shows the title of the page instead
GROUP = re.compile(r"^(?:\*\*|\* ([A-Z][\w ]*): )", re.MULTILINE)  # "* Run: ..." in docs/README.md, until the next bold line
TERM = re.compile(r"^(\s*(?:[*-] )?)\*\*(.+?)\*\*: (.+)$", re.MULTILINE)
NO_PROSE = re.compile(r"(`+[^`]*`+|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]*\*\*|<[^>]*>)")
COPIED = {".png", ".gif", ".svg", ".jpg", ".mp4", ".csv"}
LANGUAGES = {".h": "cpp", ".cpp": "cpp", ".py": "python", ".json": "json", ".sh": "bash", ".ts": "typescript", ".js": "javascript"}
SECTIONS = {"guide": "Guide", "notebooks": "Notebooks", "reference": "Reference", "": "Reference", "results": "Results",
            "dev": "For developers", "source": "For developers"}  # folders of the site, in the order of the navigation
LOOK_UP = {"glossary.md", "playground.md", "boards.md"}
WEB_COMMAND = "scripts/web.sh --no-study"


def site_name(path):
    """Where a file or folder of the repository stands among the pages."""
    if not path.is_relative_to(DOCS):
        name = "source/" + path.relative_to(ROOT).as_posix()
        return name if path.suffix in COPIED | {".md"} else f"{name}{'/files' if path.is_dir() else ''}.md"
    name = path.relative_to(DOCS).as_posix()
    if path.name == "README.md":
        return "index.md" if path.parent == DOCS else f"{path.parent.relative_to(DOCS).as_posix()}.md"
    if path.suffix == ".ipynb":
        return name[: -len("ipynb")] + "md"
    return name if path.suffix in COPIED | {".md"} else f"source/docs/{name}{'/files' if path.is_dir() else ''}.md"


def notebook(path):
    """The cells of a notebook, without what they printed."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells]
    return "\n\n".join(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```" for cell, text in zip(cells, texts)) + "\n"


def source_page(path):
    """A page that shows a text file, or names what stands in a folder."""
    title = f"---\norphan: true\nnosearch: true\n---\n# {path.relative_to(ROOT).as_posix()}\n\n"
    if path.is_dir():
        files = sorted(each for each in path.iterdir() if each.suffix in COPIED | {".md"} | LANGUAGES.keys())
        return title + "".join(f"* [{each.name}]({each.name})\n" for each in files)
    text = path.read_text(encoding="utf-8")
    return f"{title}``````````{LANGUAGES.get(path.suffix, 'text')}\n{text}\n``````````\n"


def text_of(path):
    if path.suffix == ".ipynb":
        return notebook(path)
    if path.suffix != ".md":
        return source_page(path)
    text = path.read_text(encoding="utf-8")
    return text if path.is_relative_to(DOCS) else f"---\norphan: true\n---\n{text}"


def pages_and_files():
    """The pages by their names on the site, and the other files by theirs: all of docs/, and what they link to."""
    waiting = sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")])
    pages, files, seen = {}, {}, set(waiting)
    for path in waiting:  # grows
        name, folder = site_name(path), path if path.is_dir() else path.parent

        def here(found):
            target = Path(os.path.normpath(folder / found[2]))
            if not target.exists() or not target.is_relative_to(ROOT):
                return found[0]
            if target.suffix in COPIED:
                files[site_name(target)] = target
            elif target not in seen:
                seen.add(target)
                waiting.append(target)
            return found[1] + os.path.relpath(site_name(target), Path(name).parent) + found[3]

        text = text_of(path)
        pages[name] = LINK.sub(here, text) if path.suffix in {".md", ".ipynb"} or path.is_dir() else text
    return pages, files


def link_terms(pages):
    """Gives each term of the glossary an anchor, and links the first use of each in a page of the guide to it."""
    terms = {}

    def anchored(found):
        anchor = "term-" + re.sub(r"\W+", "-", found[2].lower()).strip("-")
        said = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", found[3]).replace('"', "'")
        terms[found[2]] = f'](#{anchor} "{said}")'
        return f"{found[1]}({anchor})=\n{' ' * len(found[1])}**{found[2]}**: {found[3]}"

    if "glossary.md" in pages:
        pages["glossary.md"] = TERM.sub(anchored, pages["glossary.md"])
    for name in [name for name in pages if name.startswith("guide/")]:
        for term in sorted(terms, key=len, reverse=True):
            pages[name] = with_first_use_linked(pages[name], term, terms[term])


def with_first_use_linked(text, term, target):
    use, fenced = re.compile(rf"(?<![\w/-])({re.escape(term)}s?)(?![\w/-])", re.IGNORECASE), False
    lines = text.split("\n")
    for number, line in enumerate(lines):
        fenced ^= line.lstrip().startswith("```")
        if fenced or line.startswith(("#", "    ", "|", "```")):
            continue
        parts = NO_PROSE.split(line)
        for part in range(0, len(parts), 2):
            linked, uses = use.subn(lambda found: f"[{found[1]}{target}", parts[part], count=1)
            if uses:
                parts[part], lines[number] = linked, None
                lines[number] = "".join(parts)
                return "\n".join(lines)
    return text


def navigation(pages, readme):
    """Sphinx's tables of contents. Results and notebooks are there of themselves, and all below X/ of a page X.md; all other pages
    stand in the groups and the order of docs/README.md."""
    groups, waiting = {}, []
    place, group = 0, ""
    headings = [(found.start(), found[1] or "") for found in GROUP.finditer(readme)]
    for found in LINK.finditer(readme):
        while place < len(headings) and headings[place][0] < found.start():
            group = headings[place][1]
            place += 1
        name = site_name(Path(os.path.normpath(DOCS / found[2])))
        if name in pages and name not in waiting and not name.endswith("/files.md") and f"{Path(name).parent}.md" not in pages:
            waiting.append(name)
            folder = name.partition("/")[0] if "/" in name else ""
            section = "Look up and try" if name in LOOK_UP else SECTIONS[folder]
            groups.setdefault(f"{section}: {group}" if section == "Reference" and group else section, []).append(name)
    for name in sorted(pages):
        folder, within = name.partition("/")[0], str(Path(name).parent) + ".md"
        if name in waiting or name == "index.md" or folder == "source":
            continue
        if within in pages:
            pages[within] += f"\n```{{toctree}}\n:hidden:\n\n/{name}\n```\n"
        elif name in LOOK_UP:
            groups.setdefault("Look up and try", []).append(name)
        elif folder in {"results", "notebooks"}:
            groups.setdefault(SECTIONS[folder], []).append(name)
        else:
            raise SystemExit(f"docs/README.md: expected a link to {name}, since its links are the navigation of the site")
    sections = [*dict.fromkeys(SECTIONS.values()), "Look up and try"]
    order = sorted(groups, key=lambda caption: sections.index(caption.partition(":")[0]))
    return "".join(f"\n```{{toctree}}\n:hidden:\n:caption: \"{caption}\"\n\n" + "".join(f"/{name}\n" for name in groups[caption]) + "```\n" for caption in order)


def made_elsewhere(text, address, folder, missing):
    """The text with a link to pages that Sphinx does not make, or with what is missing."""
    return text + (f'\n<p><a class="open" href="{address}">Open it</a></p>\n' if folder else f"\n{missing}\n")


def write_pages(folder, playground, board):
    pages, files = pages_and_files()
    pages["playground.md"] = made_elsewhere(pages["playground.md"], "playground/index.html", playground,
                                            f"**This site was built without the playground.** `{WEB_COMMAND}` makes it; then build the site again.")
    pages["boards.md"] = made_elsewhere("# A board\n\nThree agents on the plan `quick`, as `novphy board` ranks and shows them ([how](reference/board.md)).\n",
                                        "boards/quick/index.html", board,
                                        "**This site was built without it.** `scripts/demo.sh` builds the program that makes it; then build the site again.")
    link_terms(pages)
    pages["index.md"] += navigation(pages, (DOCS / "README.md").read_text(encoding="utf-8"))
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(NAMED_AS_FILE.sub("[]", text), encoding="utf-8")
    for name, path in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--playground", type=Path)
    parser.add_argument("--board", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        pages = Path(temporary) / "docs"
        write_pages(pages, arguments.playground, arguments.board)
        shutil.rmtree(arguments.out, ignore_errors=True)
        done = subprocess.run([sys.executable, "-B", "-m", "sphinx", "-q", "-n", "-W", "--keep-going", "-b", "html", "-c", Path(__file__).parent,
                               "-d", Path(temporary) / "doctrees", pages, arguments.out], check=False)
        if done.returncode != 0:
            return done.returncode
    for folder, name in ((arguments.playground, "playground"), (arguments.board, "boards/quick")):
        if folder:
            shutil.copytree(folder, arguments.out / name)
            for page in (arguments.out / name).rglob("*.html"):
                home = os.path.relpath(arguments.out / "index.html", page.parent)
                page.write_text(page.read_text(encoding="utf-8").replace("<body>", f'<body>\n<p><a href="{home}">Documentation of novphy</a></p>', 1), encoding="utf-8")
    problems = problems_of(arguments.out)
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
