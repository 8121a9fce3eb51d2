#!/usr/bin/env bash
# Every check: format, builds where warnings are errors, the whole programs as users run them, and all unit tests
# under the sanitizers. To save time
# * whole programs are built and tested without sanitizers only, file by file, so that no file lacks an include;
# * unit tests are compiled once, many files at a time: those of `bench` without sanitizers, which leave its programs
#   out, all others with them; those of `sim`, with the golden digests, twice.
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

build_and_test() {  # build_and_test PRESET ROOMS TARGET [OPTION OF CTEST...]
  echo "== $1: build"
  configure "$1" -DNOVPHY_TESTS=ON -DNOVPHY_UNIT_TESTS="$2"
  cmake --build --preset "$1" -j "$jobs" --target "$3"
  echo "== $1: tests"
  ctest --preset "$1" -j "$jobs" --no-tests=error "${@:4}" | tee "$logs/$1" || failed=1
}

# In the sanitized build each room is one entry of CTest, which does not tell of single test cases that skip.
skipped() {
  local cases
  cases=$(grep -oh 'SKIPPED: .*' build/sanitize/Testing/Temporary/LastTest.log | sort | uniq -c || true)
  if [[ -n $cases ]]; then printf 'Skipped test cases of the sanitized build:\n%s\n' "$cases"; fi
}

# The sum of the two runs, in CTest's own words.
summary() {
  cat "$logs"/* | awk '/ tests? failed out of /{bad += $(NF - 5); all += $NF}
    END {printf "%d%% tests passed, %d tests failed out of %d\n", all ? 100 * (all - bad) / all : 0, bad, all}'
}

echo "== format"
check_format || failed=1
build_and_test dev "sim;bench" all
build_and_test sanitize all novphy_unit_tests --label-exclude program
skipped
if [[ $failed -ne 0 ]]; then echo "Something failed: see above."; fi
times >"$logs/times" # in a pipe it would tell of the pipe
awk 'END {print "CPU time: " $1 " in programs, " $2 " in the system"}' "$logs/times"
rm "$logs/times"
summary
exit "$failed"
