#!/usr/bin/env bash
# Feeds the readers with libFuzzer. Usage: scripts/fuzz.sh [SECONDS for each program, default 60]
# What it finds stands in out/fuzz; make each finding a test.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build fuzz
seconds=${1:-60}
cmake -S . -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++-14 \
  -DNOVPHY_FUZZ=ON -DNOVPHY_BENCH=OFF >/dev/null
cmake --build build/fuzz
mkdir -p out/fuzz
mapfile -t programs < <(find build/fuzz/tests/fuzz -maxdepth 1 -name 'fuzz_*' -type f -executable | sort)
if [[ ${#programs[@]} -eq 0 ]]; then echo "No fuzz programs in build/fuzz/tests/fuzz" >&2 && exit 2; fi
for program in "${programs[@]}"; do
  name=$(basename "$program")
  corpus=out/fuzz/$name
  mkdir -p "$corpus"
  seeds=(tests/fuzz/corpus/"${name#fuzz_}")
  [[ -d ${seeds[0]} ]] || seeds=()
  echo "== $name, $seconds s"
  "$program" -max_total_time="$seconds" -artifact_prefix="out/fuzz/$name-" "$corpus" "${seeds[@]}"
done
