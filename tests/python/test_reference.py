"""The pages in docs/reference/ are what scripts/reference.py writes."""

import sys

import pytest
from program import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import reference


@pytest.mark.parametrize("file", sorted(reference.PAGES))
def test_the_page_is_what_the_script_writes(file):
    written = (reference.FOLDER / file).read_text(encoding="utf-8")
    assert written == reference.PAGES[file](), "scripts/reference.py writes docs/reference/ anew"
