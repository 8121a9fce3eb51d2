#!/usr/bin/env bash
# Prints how long the commands take that a new user types first, in seconds of wall clock, with all cores.
# Usage: bench/first_seconds.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
novphy=$(realpath "${1:-build/release/novphy}")
jobs=$(nproc)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export TIMEFORMAT=%R

timed() {  # timed ARGUMENT...: runs the program
  local seconds
  seconds=$({ time "$novphy" "$@" >/dev/null 2>said; } 2>&1) || { cat said >&2; exit 1; }
  printf '%6.1f  novphy %s\n' "$seconds" "$*"
}

timed plan --standard quick --jobs "$jobs" --out quick.json
timed run quick.json --agent pig_shooter --jobs "$jobs" --out quick.jsonl
timed measure quick.jsonl
timed plan --trials 4 --pool 40 --jobs "$jobs" --out plan.json
timed run plan.json --agent pig_shooter --jobs "$jobs" --out pig_shooter.jsonl
timed plan --standard small --jobs "$jobs" --out small.json
timed plan --standard 1 --jobs "$jobs" --out standard.json
timed generate all --count 10 --jobs "$jobs" --out tasks
timed generate --from tasks/certificate.jsonl --jobs "$jobs" --out same
