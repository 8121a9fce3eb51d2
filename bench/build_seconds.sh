#!/usr/bin/env bash
# Prints the processor time that a release build of the program takes from nothing, without a compiler cache, of these commits.
# Usage: bench/build_seconds.sh [COMMIT...]
set -euo pipefail
cd "$(dirname "$0")/.."
[[ $# -gt 0 ]] || set -- HEAD
export CMAKE_GENERATOR=Ninja CCACHE_DISABLE=1 TIMEFORMAT='%U %S'
for commit in "$@"; do
  tree=$(mktemp -d)
  git archive "$commit" | tar -x -C "$tree"
  cmake -S "$tree" --preset release >/dev/null
  { time cmake --build "$tree/build/release" --target novphy -j "$(nproc)" >/dev/null; } 2>&1 |
    awk -v commit="$commit" '{printf "%s: %.0f s of processor time\n", commit, $1 + $2}'
  rm -rf "$tree"
done
