#!/usr/bin/env bash
# Makes the source distribution and a wheel for Debian's Python in the folder dist, and tries both: the wheel is built from the
# source distribution without a network; in an empty virtual environment it passes its self-test and the tests of the package.
# With --root, the wheel also plays in an empty Debian root (debootstrap; needs root).
# Usage: scripts/wheel.sh [--root]
set -euo pipefail
if [[ $# -gt 1 || ${1:---root} != --root ]]; then echo "wheel.sh: found \"$*\", expected --root or nothing" >&2 && exit 2; fi
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need wheel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if command -v ccache >/dev/null; then export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi

environment() {  # environment FOLDER [ARGUMENT OF PIP...]: makes a virtual environment
  /usr/bin/python3 -m venv "$work/$1"
  if [[ $# -gt 1 ]]; then "$work/$1/bin/pip" install --quiet "${@:2}"; fi
}

offline() {  # runs a command without a network, where that is possible
  if unshare --net true 2>/dev/null; then unshare --net "$@"; else "$@"; fi
}

build() {
  environment tools -r scripts/wheel_requirements.txt
  "$work/tools/bin/python" -m build --no-isolation --sdist --outdir "$work/dist"
  offline "$work/tools/bin/pip" wheel --no-index --no-deps --no-build-isolation --wheel-dir "$work/plain" "$work"/dist/novphy-*.tar.gz
  PATH="$work/tools/bin:$PATH" auditwheel repair --wheel-dir "$work/dist" "$work"/plain/novphy-*.whl
}

try_wheel() {
  environment empty "$work"/dist/novphy-*.whl
  (cd "$work" && empty/bin/python -m novphy selftest --short)
  "$work/empty/bin/pip" install --quiet -r tests/python/requirements.txt
  (cd "$work" && NOVPHY_PROGRAM="$work/empty/bin/novphy" empty/bin/python -m pytest -q -rs -p no:cacheprovider "$OLDPWD/tests/python")
}

try_root() {
  debootstrap --variant=minbase --include=python3,python3-venv bookworm "$work/root" >/dev/null
  "$work/empty/bin/pip" download --quiet --only-binary :all: --dest "$work/root/wheels" "$work"/dist/novphy-*.whl
  chroot "$work/root" sh -c 'python3 -m venv v && v/bin/pip install --quiet --no-index --find-links wheels novphy && v/bin/novphy selftest --short'
}

build
try_wheel
if [[ ${1:-} == --root ]]; then try_root; fi
mkdir -p dist
mv "$work"/dist/* dist/
ls -l dist
