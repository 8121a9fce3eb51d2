#!/usr/bin/env bash
# Feeds the readers and the world with libFuzzer. Usage: scripts/fuzz.sh [SECONDS for each target, default 60] [TARGET...]
# Without a TARGET, all targets of tests/fuzz/targets.cpp run, one after the other. Findings land in out/fuzz. Put each
# finding into the folder tests/fuzz/TARGET, where every file is a test.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build fuzz
seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} = 0 ]; then targets=(task xml config plan novelty catalogue records tables study journal answers arguments world server weights blocks); fi

if [ -d /dev/shm ]; then export TMPDIR=/dev/shm; fi  # most targets write each input into a file
# Short stacks in reports and no weights of inputs (-entropic=0): 1.4 to 1.8 times the inputs in the same time. Where a
# finding's stacks are too short, run the program on its file without these.
export ASAN_OPTIONS=${ASAN_OPTIONS:-malloc_context_size=1}

fuzz() {  # fuzz TARGET
  echo "== $1, $seconds s"
  mkdir -p "out/fuzz/$1"
  NOVPHY_FUZZ_TARGET=$1 build/fuzz/tests/fuzz/novphy_fuzz -max_total_time="$seconds" -entropic=0 -timeout=60 \
    -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 -artifact_prefix="out/fuzz/$1-" "out/fuzz/$1" "tests/fuzz/$1"
}

cmake -S . -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" \
  -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_UNITY_BUILD=ON -DNOVPHY_FUZZ=ON -DNOVPHY_BENCH=OFF >/dev/null
cmake --build build/fuzz --target novphy_fuzz
for target in "${targets[@]}"; do fuzz "$target"; done
