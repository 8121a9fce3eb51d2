#!/usr/bin/env bash
# Every check: format, builds where warnings are errors, the whole programs as users run them, and all unit tests
# under the sanitizers. Unit tests are compiled once, to save time: those of `bench` without sanitizers, which leave its
# programs out, all others with them; those of `sim`, with the golden digests, twice.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build test
jobs=$(nproc)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0

check_format() {
  git -c safe.directory="$PWD" ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run -Werror
}

build_and_test() {  # build_and_test PRESET ROOMS [OPTION OF CTEST...]
  echo "== $1: build"
  configure "$1" -DNOVPHY_TESTS=ON -DNOVPHY_UNIT_TESTS="$2"
  cmake --build --preset "$1" -j "$jobs"
  echo "== $1: tests"
  ctest --preset "$1" -j "$jobs" --no-tests=error "${@:3}" | tee "$logs/$1" || failed=1
}

# The sum of the two runs, in CTest's own words.
summary() {
  cat "$logs"/* | awk '/ tests? failed out of /{bad += $(NF - 5); all += $NF}
    END {printf "%d%% tests passed, %d tests failed out of %d\n", all ? 100 * (all - bad) / all : 0, bad, all}'
}

echo "== format"
check_format || failed=1
build_and_test dev "sim;bench"
build_and_test sanitize all --label-exclude slow
if [[ $failed -ne 0 ]]; then echo "Something failed: see above."; fi
summary
exit "$failed"
