#!/usr/bin/env bash
# Tests the doors to language models that need packages from PyPI or npm: each has a virtual environment below build/model_tests with the
# versions of tests/python/requirements_DOOR.txt, and runs tests/python/test_DOOR.py with the package of the build. The door mcp
# also plays with the official SDKs of npm (tests/mcp), where npm is.
# Usage: scripts/model_tests.sh [DOOR...]    doors: mcp inspect openenv trl verifiers; without a name all, which take 8 GB of disk.
# NOVPHY_PYTHON_DIR names the package's folder.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${NOVPHY_PYTHON_DIR:-$PWD/build/python}
doors=("$@")
if [[ ${#doors[@]} -eq 0 ]]; then doors=(mcp inspect openenv trl verifiers); fi
for door in "${doors[@]}"; do
  [[ " mcp inspect openenv trl verifiers " == *" $door "* ]] || { echo "model_tests.sh: found $door, expected mcp, inspect, openenv, trl or verifiers" >&2 && exit 2; }
done
failed=0
# verifiers is a command that plays on a server of OpenEnv, with which it cannot share an environment.
export NOVPHY_VF_EVAL=$PWD/build/model_tests/verifiers/bin/vf-eval

if [[ ! -d $package/novphy ]]; then
  echo "$package holds no package: build it first (cmake --preset python && cmake --build --preset python)" >&2
  exit 2
fi

make_environment() {  # make_environment DOOR
  local packages=tests/python/requirements_$1.txt environment=build/model_tests/$1
  if cmp -s "$packages" "$environment/installed.txt"; then return; fi
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/python" -m pip install --quiet --disable-pip-version-check -r "$packages"
  cp "$packages" "$environment/installed.txt"
}

test_npm() {  # the SDKs of npm play
  local modules=build/model_tests/npm
  if ! command -v npm >/dev/null; then
    echo "SKIPPED: the SDKs of npm, since there is no npm"
    return
  fi
  rm -rf "$modules"
  mkdir -p "$modules"
  cp tests/mcp/{package.json,package-lock.json,.npmrc,npm_sdk.test.mjs} "$modules"
  (cd "$modules" && npm ci --loglevel=error) || return
  PYTHONPATH=$package PYTHON=$PWD/build/model_tests/mcp/bin/python NOVPHY_SOURCE=$PWD node --test "$modules/npm_sdk.test.mjs"
}

for door in "${doors[@]}"; do
  echo "== $door"
  make_environment "$door"
  environment=build/model_tests/$door
  if [[ $door == verifiers ]]; then
    environment=build/model_tests/openenv
    make_environment openenv
  fi
  PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" -m pytest -q -rs -p no:cacheprovider "tests/python/test_$door.py" || failed=1
  [[ $door != mcp ]] || test_npm || failed=1
done
exit "$failed"
