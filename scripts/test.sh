#!/usr/bin/env bash
# Runs every check: the format, builds in which warnings are errors (g++ and clang), tests of the whole programs as users run them, all
# unit tests under the sanitizers of addresses and undefined behaviour, and all that uses threads under the sanitizer of
# threads. To save time
# * every build compiles many files at a time. An include that is missing is found by the preset `dev`, which compiles
#   file by file.
# * whole programs are built and tested only without sanitizers.
# * unit tests are mostly built in one build only. The unit tests of `sim`, with the golden digests, and of `nets`,
#   whose loops of vector instructions only this build has, run in both builds. All other unit tests run only with
#   sanitizers.
# * scripts/long_tests.sh runs the tests that take longer.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build test python
python_test_packages || true
notebook_packages || true
site_packages || true
jobs=$(nproc)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0

check_format() {
  git -c safe.directory="$PWD" ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run -Werror
}

build_and_test() {  # build_and_test PRESET LIBRARIES TARGET [OPTION OF CTEST...]
  echo "== $1: build"
  configure "$1" -DNOVPHY_TESTS=ON -DNOVPHY_UNIT_TESTS="$2"
  cmake --build --preset "$1" -j "$jobs" --target "$3"
  echo "== $1: tests"
  ctest --preset "$1" -j "$jobs" --no-tests=error "${@:4}" | tee "$logs/$1" || failed=1
}

# Prints the skipped test cases of the sanitized build. In this build each library is one entry of CTest, and CTest does not
# report single test cases that skip.
skipped() {
  local cases
  cases=$(grep -oh 'SKIPPED: .*' build/sanitize/Testing/Temporary/LastTest.log | sort | uniq -c || true)
  if [[ -n $cases ]]; then printf 'Skipped test cases of the sanitized build:\n%s\n' "$cases"; fi
}

# Prints how many tests of the Python package were skipped for each reason, which pytest says in lines such as
# "SKIPPED [3] test_envs.py:30: Gymnasium is not installed".
skipped_python() {
  sed -nE 's/^SKIPPED \[([0-9]+)\] [^ ]+ (.*)/\1 \2/p' build/check/Testing/Temporary/LastTest.log |
    awk '{n = $1; $1 = ""; count[$0] += n} END {for (why in count) print "Skipped tests of the Python package: " count[why] "," why}'
}

# Prints the sum of the two test runs, in CTest's own words.
summary() {
  cat "$logs"/* | awk '/ tests? failed out of /{bad += $(NF - 5); all += $NF}
    END {printf "%d%% tests passed, %d tests failed out of %d\n", all ? 100 * (all - bad) / all : 0, bad, all}'
}

echo "== format"
check_format || failed=1
build_and_test check "sim;nets" all
build_and_test sanitize all novphy_unit_tests --label-exclude program
skipped
build_and_test threads threads novphy_unit_tests
if [[ $failed -ne 0 ]]; then echo "Something failed: see above."; fi
times >"$logs/times" # not in a pipe, where `times` would give the times of the pipe's subshell
awk 'END {print "CPU time: " $1 " in programs, " $2 " in the system"}' "$logs/times"
rm "$logs/times"
skipped_python
summary
exit "$failed"
