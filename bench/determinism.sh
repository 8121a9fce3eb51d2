#!/usr/bin/env bash
# Builds the program in many ways, also for aarch64, and compares the digests of novphy selftest and the hashes of nets
# that novphy train makes. Also compares both under the mathematical functions of other C libraries. Exit code 1 if a
# digest or a hash differs. This script is no
# part of scripts/test.sh because it takes the best part of an hour. CMAKE_BUILD_PARALLEL_LEVEL sets how many compilers
# run at once.
# Usage: bench/determinism.sh [PLAYS, default 400]
# shellcheck disable=SC2317  # functions are called by logged
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../scripts/setup.sh"
need build fuzz cross # the packages for fuzz include clang
plays=${1:-400}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
first=""
code=0

build() {  # build COMPILER FLAGS [OPTION...]
  rm -rf "$folder/build"
  cmake -S . -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$1" \
    -DCMAKE_CXX_FLAGS_RELEASE="$2" -DNOVPHY_TESTS=OFF -DNOVPHY_BENCH=OFF -DNOVPHY_EXAMPLES=OFF -DCMAKE_UNITY_BUILD=ON "${launcher[@]}" "${@:3}" &&
    cmake --build "$folder/build" --target novphy
}

nets_hash() {  # nets_hash COMMAND...: the hash of two small nets that COMMAND trains
  local short=(train rolling/agents/normal --tasks 5 --held-out 1 --proof none --quiet --out "$folder/nets")
  rm -rf "$folder/nets"
  "$@" "${short[@]}" --agent dqn >/dev/null && "$@" "${short[@]}" --agent relational --schedule published >/dev/null || return
  (cd "$folder/nets" && sha256sum rolling/agents/normal.{dqn,relational}) | sha256sum | head -c 16
}

row() {  # row COMPILER FLAGS OPTIONS COMMAND...: prints what COMMAND gives, beside whether the first command gave the same
  local digest nets same=same
  digest=$("${@:4}" selftest --digest --plays "$plays") || digest=none
  nets=$(nets_hash "${@:4}") || nets=none
  first=${first:-$digest $nets}
  if [[ "$digest $nets" != "$first" || $first == *none* ]]; then same=DIFFERS code=1; fi
  printf '%-14s %-13s %-26s %s  %s  %s\n' "${@:1:3}" "$digest" "$nets" "$same"
}

logged() {  # logged COMMAND...
  "$@" >"$folder/log" 2>&1 || { tail -n 20 "$folder/log" >&2 && exit 2; }
}

compiler_of() {  # compiler_of COMMAND...
  "$@" --version | sed -n '3s/,.*//p'
}

variant() {  # variant COMPILER FLAGS [OPTION...]
  logged build "$@"
  row "$(compiler_of "$folder/build/novphy")" "$2" "${*:3}" "$folder/build/novphy"
}

musl_libm() {  # builds a library with musl's mathematical functions: $folder/libm.so
  local names=(sin cos tan sincos asin acos atan atan2 hypot exp log pow fmod sinf cosf sincosf atan2f expf powf)
  mkdir -p "$folder/musl"
  (cd "$folder/musl" && apt-get download musl-dev && dpkg-deb --extract musl-dev*.deb .)
  { echo "{ global:" && printf '%s; ' "${names[@]}" && echo "local: *; };"; } >"$folder/musl/names"
  cc -shared -nostdlib -o "$folder/libm.so" "${names[@]/#/-Wl,-u,}" "$folder"/musl/usr/lib/*/libc.a \
    -Wl,--version-script="$folder/musl/names"
}

libraries() {  # libraries FLAGS: rows of the program built last, run with other mathematical functions
  local compiler program="$folder/build/novphy" without_fma=GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4
  compiler=$(compiler_of "$program")
  row "$compiler" "$1" "glibc's libm without FMA" env "$without_fma" "$program"
  logged musl_libm
  row "$compiler" "$1" "musl's libm" env LD_PRELOAD="$folder/libm.so" "$program"
}

aarch64() {
  local arm=(qemu-aarch64 -L "$folder/root" "$folder/novphy/novphy")
  logged bench/aarch64.sh "$folder"
  row "$(compiler_of "${arm[@]}")" "-O2 -DNDEBUG" "aarch64" "${arm[@]}"
}

printf '%-14s %-13s %-26s %-16s  %s\n' compiler flags options "of $plays plays" "of 2 nets"
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
libraries -O2
aarch64
exit "$code"
