#!/usr/bin/env bash
# Every check: format, a build where warnings are errors, all tests, and the tests under the sanitizers.
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

build_and_test() {  # build_and_test PRESET [OPTION OF CTEST...]
  echo "== $1: build"
  configure "$1" -DNOVPHY_TESTS=ON
  cmake --build --preset "$1" -j "$jobs"
  echo "== $1: tests"
  ctest --preset "$1" -j "$jobs" --no-tests=error "${@:2}" | tee "$logs/$1" || failed=1
}

# The sum of the two runs, in CTest's own words.
summary() {
  cat "$logs"/* | awk '/ tests? failed out of /{bad += $(NF - 5); all += $NF}
    END {printf "%d%% tests passed, %d tests failed out of %d\n", all ? 100 * (all - bad) / all : 0, bad, all}'
}

echo "== format"
check_format || failed=1
build_and_test dev
build_and_test sanitize --label-exclude slow
if [[ $failed -ne 0 ]]; then echo "Something failed: see above."; fi
summary
exit "$failed"
