#!/usr/bin/env bash
# Feeds the readers with libFuzzer. Usage: scripts/fuzz.sh [SECONDS for each program, default 60]
# Findings land in out/fuzz. Put each finding into tests/fuzz/corpus*, where every file is a test.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build fuzz
seconds=${1:-60}

fuzz() {  # fuzz PROGRAM CORPUS
  echo "== $1, $seconds s"
  mkdir -p "out/fuzz/$2"
  "build/fuzz/tests/fuzz/$1" -max_total_time="$seconds" -artifact_prefix="out/fuzz/$1-" "out/fuzz/$2" "tests/fuzz/$2"
}

cmake -S . -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++-14 \
  -DNOVPHY_FUZZ=ON -DNOVPHY_BENCH=OFF >/dev/null
cmake --build build/fuzz --target fuzzers
fuzz task_json_fuzz corpus
fuzz task_xml_fuzz corpus_xml
