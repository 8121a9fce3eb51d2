"""Loads the compiled module, so that Box2D calls novphy's clock, memory and sine.

These functions replace those of shared libraries. Within Python they only do so if the module's own symbols are looked up
first (RTLD_DEEPBIND). Without them, plays would have other digests than the program's.
"""

import os
import sys
from pathlib import Path

_before = sys.getdlopenflags()
# Sanitizers' runtimes refuse RTLD_DEEPBIND, so tests under sanitizers preload the module instead.
if "NOVPHY_PRELOADED" not in os.environ:
    sys.setdlopenflags(_before | os.RTLD_DEEPBIND)
try:
    from novphy import _novphy as engine
finally:
    sys.setdlopenflags(_before)

engine.set_data_folder(os.environ.get("NOVPHY_DATA") or str(Path(__file__).parent / "data"))
if not engine.replaces_box2d_functions():
    raise ImportError(
        "novphy: Box2D was loaded before novphy and calls other functions, so plays would differ; "
        "import novphy first"
    )
