#!/usr/bin/env bash
# The set-up names every missing package and stops with 2 where it cannot install. It keeps packages of the Python tests and
# leaves no incomplete ones. Usage: setup_test.sh
set -euo pipefail
fail() { echo "FAILED: $*" >&2 && exit 1; }

# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../../scripts/setup.sh"
install() { return 1; }

is_there() { return 0; }
need build test || fail "everything is there"

is_there() { [[ $1 != header:box2d/* && $1 != python:* ]]; }
code=0
text=$( (need build test) 2>&1) || code=$?
[[ $code -eq 2 ]] || fail "exit code $code"
[[ $(head -n 1 <<<"$text") == *": libbox2d-dev python3-jsonschema" ]] || fail "it said: $text"
[[ -z $(missing_of fuzz tidy) ]] || fail "a use that was not asked for"
[[ $(awk '!/^#/ && NF != 3' scripts/packages.txt) == "" ]] || fail "a row of packages.txt without three columns"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "numpy==2" >"$folder/file.txt"
made() { mkdir "$1" && touch "$1/made_$RANDOM$RANDOM"; }
broken() { mkdir "$1" && printf 'pip: a warning\npip: no route' && return 1; }

keep_packages "$folder/packages" "$folder/file.txt" made || fail "packages that can be made"
first=$(ls "$folder/packages")
keep_packages "$folder/packages" "$folder/file.txt" made || fail "packages that are there"
[[ $(ls "$folder/packages") == "$first" ]] || fail "the same file makes packages anew"
echo "numpy==3" >"$folder/file.txt"
keep_packages "$folder/packages" "$folder/file.txt" made || fail "packages of another file"
[[ $(ls "$folder/packages") != "$first" ]] || fail "another file keeps the packages"
echo "numpy==4" >"$folder/file.txt"
if text=$(keep_packages "$folder/packages" "$folder/file.txt" broken 2>&1); then fail "packages that cannot be made"; fi
[[ $text == "PyPI did not give the packages of $folder/file.txt"*"(pip: no route)" && $text != *$'\n'* ]] || fail "it said: $text"
[[ ! -e $folder/packages ]] || fail "incomplete packages are still there"
