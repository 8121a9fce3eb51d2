#!/usr/bin/env bash
# Runs notebooks, by default all of docs/notebooks, with the package of build/check, which it builds if it is not there.
# Usage: scripts/notebooks.sh [FILE...]
set -euo pipefail
files=()
for file; do
  if [[ ! -f $file ]]; then echo "notebooks.sh: $file: expected a notebook, found no file" >&2 && exit 2; fi
  files+=("$(realpath -- "$file")")
done
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build python notebooks
python_test_packages || true
notebook_packages || exit 2
[[ ${#files[@]} -gt 0 ]] || files=(docs/notebooks/*.ipynb)
if ! compgen -G "build/check/python/novphy/_novphy.*.so" >/dev/null; then
  configure check
  cmake --build --preset check -j "$(nproc)" --target _novphy
fi
PYTHONPATH="$PWD/build/check/python" OMP_NUM_THREADS=1 "$NOTEBOOK_PACKAGES/bin/python" -B scripts/run_notebooks.py "${files[@]}"
