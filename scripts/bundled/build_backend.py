"""The build backend of the Python package: scikit-build-core's, once fetch.sh has fetched the libraries' sources.

A source distribution carries these sources, and the metadata name their licences, so that they must be there first.
"""

import functools
import subprocess
import sys
from pathlib import Path

from scikit_build_core import build

HERE = Path(__file__).parent


def fetch():
    """Fetches the sources, unless they are there, as in a source distribution. Ends the build where fetch.sh fails."""
    if (HERE / "sources").exists():
        return
    if code := subprocess.run([HERE / "fetch.sh"], check=False).returncode:
        sys.exit(code)


def after_the_fetch(hook):
    """The hook, which needs the sources."""

    @functools.wraps(hook)
    def fetch_first(*arguments, **options):
        fetch()
        return hook(*arguments, **options)

    return fetch_first


for _name in build.__all__:
    _hook = getattr(build, _name)
    globals()[_name] = _hook if _name.startswith("get_requires") else after_the_fetch(_hook)
