#!/usr/bin/env bash
# Builds the program in many ways and compares the digests of novphy selftest; exit code 1 if one differs. Takes many
# minutes, so it is no part of scripts/test.sh. CMAKE_BUILD_PARALLEL_LEVEL says how many compilers run at once.
# Usage: bench/determinism.sh [PLAYS, default 300]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../scripts/setup.sh"
need build fuzz # fuzz: that is where clang is needed too
plays=${1:-300}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
first=""
code=0

build() {  # build COMPILER FLAGS [OPTION...]
  rm -rf "$folder/build"
  cmake -S . -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$1" \
    -DCMAKE_CXX_FLAGS_RELEASE="$2" -DNOVPHY_TESTS=OFF -DNOVPHY_BENCH=OFF "${launcher[@]}" "${@:3}" &&
    cmake --build "$folder/build" --target novphy
}

variant() {  # variant COMPILER FLAGS [OPTION...]
  build "$@" >"$folder/log" 2>&1 || { tail -n 20 "$folder/log" >&2 && exit 2; }
  local digest compiler same=same
  compiler=$("$folder/build/novphy" --version | sed -n '3s/,.*//p')
  digest=$("$folder/build/novphy" selftest --digest --plays "$plays") || digest=none
  first=${first:-$digest}
  if [[ $digest != "$first" || $digest == none ]]; then same=DIFFERS code=1; fi
  printf '%-14s %-13s %-26s %s  %s\n' "$compiler" "$2" "${*:3}" "$digest" "$same"
}

printf '%-14s %-13s %-26s %s\n' compiler flags options "digest of $plays plays"
variant g++ "-O2 -DNDEBUG"
variant g++ -O0
variant g++ -O1
variant g++ -O2
variant g++ -O3
variant clang++-14 -O0
variant clang++-14 -O2
variant clang++-14 -O3
variant g++ -O1 -DNOVPHY_SANITIZE=ON
variant g++ -O2 -DNOVPHY_BOX2D_CLOCK=ON
exit "$code"
