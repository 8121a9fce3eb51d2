"""Loads the compiled module and says where its data are."""

import os
import sys
from pathlib import Path

from novphy._build import BUNDLED_LIBRARIES
from novphy._refusals import guard

try:
    import numpy  # noqa: F401  (the module needs it)
except ImportError as error:
    raise ImportError("novphy needs numpy: pip install numpy") from error

_before = sys.getdlopenflags()
# A shared Box2D calls novphy's clock, memory and sine only if the module's own symbols are looked up first. Without them, plays
# would have other digests than the program's. Wheels have a Box2D of their own, which knows these functions. Sanitizers'
# runtimes refuse RTLD_DEEPBIND, so tests under sanitizers preload the module instead.
if not BUNDLED_LIBRARIES and "NOVPHY_PRELOADED" not in os.environ:
    sys.setdlopenflags(_before | os.RTLD_DEEPBIND)
try:
    from novphy import _novphy as engine
finally:
    sys.setdlopenflags(_before)
guard(engine)

engine.set_data_folder(os.environ.get("NOVPHY_DATA") or str(Path(__file__).parent / "data"))
if not engine.replaces_box2d_functions():
    raise ImportError(
        "novphy: Box2D was loaded before novphy and calls other functions, so plays would differ; "
        "import novphy first"
    )
