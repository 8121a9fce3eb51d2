#!/usr/bin/env bash
# Runs clang-tidy over all sources, or over some. All take more than an hour on two cores: this is no part of scripts/test.sh.
# Usage: scripts/tidy.sh [FILE...]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build test python tidy
# With clang as the compiler, clang-tidy knows every option. Tests, experiments and the Python package are configured, too.
configure dev -B build/tidy -DCMAKE_CXX_COMPILER=clang++-14 -DNOVPHY_UNIT_TESTS=all -DNOVPHY_EXPERIMENTS=ON -DNOVPHY_PYTHON=ON \
  -DPython_EXECUTABLE=/usr/bin/python3
if [[ $# -eq 0 ]]; then  # measures_user is a program of others, which includes installed headers
  mapfile -t files < <(git -c safe.directory="$PWD" ls-files '*.cpp' ':!tests/app/measures_user')
  set -- "${files[@]}"
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy-14 -p build/tidy --quiet --warnings-as-errors='*'
