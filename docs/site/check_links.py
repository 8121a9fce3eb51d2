"""What is wrong with the links of a folder of HTML: files and anchors that are not there, and what is loaded from another host.

Usage: check_links.py FOLDER
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED_BY_CSS = re.compile(r"""(?:@import\s+(?:url\()?|url\()\s*["']?([^"')\s;]+)""")
TARGETS = {"href", "src", "poster", "data"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in {"id", "name"}:
                self.anchors.add(value)
            elif name in TARGETS and value:
                shown = tag == "a" or (tag == "link" and dict(attrs).get("rel") in {"search", "canonical", "next", "prev", "index"})
                (self.links if shown else self.loads).append(value)


def problems_of(folder):
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    found = [] if pages else [f"{folder}: has no page"]
    for path, page in pages.items():
        for link, loaded in [*((link, False) for link in page.links), *((link, True) for link in page.loads)]:
            found += [f"{path.relative_to(folder.resolve())}: {problem}" for problem in problem_of(path, link, loaded, pages)]
    for path in folder.rglob("*.css"):
        for link in LOADED_BY_CSS.findall(path.read_text(encoding="utf-8")):
            found += [f"{path.relative_to(folder)}: {problem}" for problem in problem_of(path.resolve(), link, True, pages)]
    return found


def problem_of(path, link, loaded, pages):
    parts = urlsplit(link)
    if parts.scheme == "data":
        return
    if parts.scheme or parts.netloc:
        if loaded:
            yield f"loads {link} from another host"
        return
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        yield f"{link} is not there"
    elif not loaded and parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        yield f"{link} has no such anchor"


if __name__ == "__main__":
    problems = problems_of(Path(sys.argv[1]))
    print(*problems, sep="\n")
    sys.exit(1 if problems else 0)
