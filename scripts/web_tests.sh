#!/usr/bin/env bash
# Tests everything for browsers: builds module, package and program (scripts/web.sh), checks the types, and runs each file
# web/tests/*.test.mjs; those that open a browser run in Chromium and again in Firefox. Prints the results of each file, and the
# tests that failed. Exit code 1 where one failed.
# Usage: scripts/web_tests.sh [--built] [FILE...]    --built: with what was built before; FILE: only these files
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build web browsers
if [[ ${1:-} == --built ]]; then shift; else scripts/web.sh --no-study; fi
files=("$@")
if [[ ${#files[@]} -eq 0 ]]; then files=(web/tests/*.test.mjs); fi
out=build/web/test_results
rm -rf $out
mkdir -p $out
failed=()

count_of() { sed -n "s/^# $1 //p" "$2"; }  # count_of pass|fail|duration_ms RESULTS

run_file() {  # run_file BROWSER FILE: one file after the other, as browsers take both cores
  local results
  results=$out/$1_$(basename "$2" .test.mjs).tap
  NOVPHY_BROWSER=$1 node --test --test-reporter=tap "$2" >"$results" 2>&1 || failed+=("$results")
  printf '%-9s %-24s %3s passed, %s failed, %4.0f s\n' "$1" "$(basename "$2")" "$(count_of pass "$results")" \
    "$(count_of fail "$results")" "$(count_of duration_ms "$results" | awk '{ print $1 / 1000 }')"
}

(cd web && npx tsc --noEmit)
echo "types     web/src                  as declared"
for file in "${files[@]}"; do run_file chromium "$file"; done
for file in $(grep -l launchBrowser "${files[@]}"); do run_file firefox "$file"; done

[[ ${#failed[@]} -eq 0 ]] && exit
grep -H -A 12 -E '^ *not ok' "${failed[@]}" >&2
exit 1
