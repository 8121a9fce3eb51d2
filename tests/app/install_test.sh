#!/usr/bin/env bash
# The installed program runs anywhere, with its own data, and the library of measures serves a program of others.
# Usage: install_test.sh CMAKE BUILD_FOLDER
set -euo pipefail
cmake=$1 build=$2
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

fail() { echo "FAILED: $*" >&2 && exit 1; }
novphy() { (cd / && env -i "$prefix/bin/novphy" "$@"); }

"$cmake" --install "$build" --prefix "$prefix" >/dev/null
[[ -f $prefix/share/novphy/assets/catalogue.json ]] || fail "no catalogue"
strays=$(cd "$prefix" && find . -type f ! -path './bin/novphy' ! -path './bin/novphy-play' ! -path './share/novphy/*.json' \
  ! -path './include/novphy/evaluator/measures/*.h' ! -path './lib/*novphy*')
[[ -z $strays ]] || fail "installed too much: $strays"
novphy --version | grep -q '^novphy ' || fail "--version"

# It reads what was installed, not the source tree.
echo '{' >"$prefix/share/novphy/assets/catalogue.json"
said=$(novphy run missing.json --agent random --out records.jsonl 2>&1) && fail "a broken catalogue was accepted"
[[ $said == *"$prefix/share/novphy/assets/catalogue.json:"* ]] || fail "it read another catalogue: $said"

# A library with sanitizers needs them in whatever uses it.
if grep -q '^NOVPHY_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then exit 0; fi

# CMake finds the measures, and a program that knows nothing else of novphy computes with them.
user=$(cd "$(dirname "$0")" && pwd)/measures_user
"$cmake" -S "$user" -B "$prefix/user" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build "$prefix/user" >/dev/null || fail "the measures do not build in a program of others"
said=$("$prefix/user/user")
[[ $said == "CDT 1, DD 2, AUS 0.75" ]] || fail "the measures say: $said"
