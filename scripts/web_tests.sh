#!/usr/bin/env bash
# Tests everything for browsers: builds module, package and program (scripts/web.sh), checks the types, and runs each file
# web/tests/*.test.mjs; those that open a browser run in Chromium and again in Firefox. Prints the results of each file, and then
# the tests that failed. Exit code 1 where one failed.
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

number_of() { sed -n "s/^# $1 //p" "$2"; }  # number_of pass|fail|duration_ms RESULTS

run_files() {  # run_files WHERE FILE...: one after the other, as a browser takes two cores
  local file results
  for file in "${@:2}"; do
    results=$out/$1_$(basename "$file" .test.mjs).tap
    NOVPHY_BROWSER=$1 timeout 900 node --test --test-reporter=tap "$file" >"$results" 2>&1 || failed+=("$results")
    printf '%-9s %-24s %3s passed, %s failed, %4.0f s\n' "$1" "$(basename "$file")" "$(number_of pass "$results")" \
      "$(number_of fail "$results")" "$(number_of duration_ms "$results" | awk '{ print $1 / 1000 }')"
  done
}

[[ -d ${NOVPHY_PYTHON_DIR:-build/python}/novphy ]] ||
  echo "Without build/python, no study is served by study-serve: cmake --preset python && cmake --build --preset python"
(cd web && npx tsc --noEmit)
echo "types     web/src                  as declared"
mapfile -t in_node < <(grep -L launchBrowser "${files[@]}")
mapfile -t in_browsers < <(grep -l launchBrowser "${files[@]}")
run_files node "${in_node[@]}"
run_files chromium "${in_browsers[@]}"
run_files firefox "${in_browsers[@]}"

if [[ ${#failed[@]} -eq 0 ]]; then exit; fi
for results in "${failed[@]}"; do
  echo "$results:"
  grep -A 12 -E '^ *not ok' "$results" || tail -n 20 "$results"
done >&2
exit 1
