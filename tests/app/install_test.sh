#!/usr/bin/env bash
# The installed program runs in any folder, with its own data. Other programs can link the installed library.
# Usage: install_test.sh CMAKE BUILD_FOLDER
set -euo pipefail
cmake=$1 build=$2
root=$(mktemp -d)  # in the place of the system's root, so that a file beside the prefix is seen
prefix=$root/prefix
trap 'rm -rf "$root"' EXIT

fail() { echo "FAILED: $*" >&2 && exit 1; }
novphy() { (cd / && env -i "$prefix/bin/novphy" "$@"); }

DESTDIR=$root "$cmake" --install "$build" --prefix /prefix >/dev/null
[[ -f $prefix/share/novphy/assets/catalogue.json ]] || fail "no catalogue"
[[ $(ls "$root") == prefix ]] || fail "installed beside the prefix: $(ls "$root")"
strays=$(cd "$prefix" && find . -type f ! -path './bin/novphy' ! -path './bin/novphy-play' ! -path './share/novphy/*.json' ! -path './share/novphy/levels/standard/*.jsonl' ! -path './share/novphy/web/*' \
  ! -path './share/man/man1/novphy.1.gz' ! -path './share/bash-completion/completions/novphy' \
  ! -path './share/zsh/vendor-completions/_novphy' ! -path './share/doc/novphy/copyright' ! -path './share/doc/novphy/changelog.gz' \
  ! -path './include/novphy/*.h' ! -path './lib/*novphy*')
[[ -z $strays ]] || fail "installed too much: $strays"
novphy --version | grep -q '^novphy ' || fail "--version"

# scripts/demo.sh does not build novphy-play. An installation must then go on without it.
window=$build/app/window/cmake_install.cmake
[[ ! -f $window ]] || ! grep -q novphy-play "$window" || grep -q "OPTIONAL FILES .*/novphy-play" "$window" ||
  fail "novphy-play must not be needed for an installation"

# The installed program reads the installed data, not the data of the source tree.
echo '{' >"$prefix/share/novphy/assets/catalogue.json"
said=$(novphy list objects 2>&1) && fail "a broken catalogue was accepted"
[[ $said == *"$prefix/share/novphy/assets/catalogue.json:"* ]] || fail "it read another catalogue: $said"

# A library with sanitizers needs sanitizers in every program that links the library.
if grep -q -E '^NOVPHY_SANITIZE:[A-Z]+=(ON|thread)' "$build/CMakeCache.txt"; then exit 0; fi

# CMake finds the library of measures. A program that uses no other part of novphy computes with the library.
user=$(cd "$(dirname "$0")" && pwd)/measures_user
"$cmake" -S "$user" -B "$prefix/user" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build "$prefix/user" >/dev/null || fail "the measures do not build in a program of others"
said=$("$prefix/user/user")
[[ $said == "CDT 1, DD 2, AUS 0.75" ]] || fail "the measures say: $said"

# The examples build against the installed library, and do what they say.
examples=$(cd "$(dirname "$0")/../../docs/examples" && pwd)
top=$(cd "$examples/../.." && pwd)
"$cmake" -S "$examples" -B "$prefix/examples" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build "$prefix/examples" --parallel 2 >/dev/null || fail "the examples do not build against the installed library"
for example in "$examples"/*.cpp; do
  [[ $(wc -l <"$example") -le 60 ]] || fail "$example has more than 60 lines"
done
example() { local name=$1 && shift && "$prefix/examples/$name" "$@"; }
said=$(example play_a_shot "$top" levels/templates/rolling/agents.json 20)
[[ $(grep -c -E '^rolling/agents/(normal|novel): (passed|failed), score [0-9]+, ' <<<"$said") -eq 2 ]] || fail "play_a_shot says: $said"
near=$(cd "$top/levels/templates" && example play_a_shot ../.. rolling/agents.json 20)
[[ $near == "$said" ]] || fail "play_a_shot says of a pair in the current folder: $near"
one=$(example sweep_a_task "$top" levels/templates/rolling/agents.json 1)
[[ -n $one && $one == "$(example sweep_a_task "$top" levels/templates/rolling/agents.json 3)" ]] || fail "sweep_a_task finds: $one"
"$build/novphy" plan --pairs "$top/tests/trials/pairs" --trials 2 --max-normal 2 --novel 2 --calibration-runs 0 --proof none \
  --out "$prefix/plan.json" >/dev/null
said=$(example own_agent "$top" "$prefix/plan.json" "$prefix/records.jsonl")
[[ $said =~ ^[0-9]+\ tasks,\ [0-9]+\ passed$ ]] || fail "own_agent says: $said"
[[ $("$build/novphy" measure "$prefix/records.jsonl") == *climber* ]] || fail "the records of own_agent cannot be measured"
[[ $(example measure_records ap "$prefix/records.jsonl") == *climber* ]] || fail "measure_records"
said=$(example play_a_shot "$top" missing.json 20 2>&1) && fail "play_a_shot played a missing pair"
[[ $said == *"missing.json: cannot be read"* ]] || fail "play_a_shot says of a missing pair: $said"
