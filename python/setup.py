"""Builds the package for pip: the compiled module and the data come from CMake's own install step."""

import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

TOP = Path(__file__).resolve().parent.parent


class BuildWithCMake(build_py):
    """Copies the installed package instead of the bare sources."""

    def run(self):
        package = Path(self.build_lib).resolve()
        with tempfile.TemporaryDirectory(prefix="novphy-build-") as build:
            subprocess.run(
                [
                    "cmake", "-S", str(TOP), "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                    "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DNOVPHY_TESTS=OFF", "-DNOVPHY_BENCH=OFF",
                    "-DNOVPHY_EXAMPLES=OFF", "-DNOVPHY_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}",
                    f"-DNOVPHY_PYTHON_INSTALL={package}",
                ],
                check=True,
            )  # fmt: skip
            subprocess.run(["cmake", "--build", build, "--target", "_novphy", "--parallel"], check=True)
            subprocess.run(["cmake", "--install", build, "--component", "python"], check=True)


class CompiledDistribution(Distribution):
    """A wheel of this package is for one interpreter and one machine."""

    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": BuildWithCMake}, distclass=CompiledDistribution)
