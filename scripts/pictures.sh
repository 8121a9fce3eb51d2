#!/usr/bin/env bash
# Draws the pictures of README and docs anew: docs/pictures. Usage: scripts/pictures.sh [PROGRAM]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
novphy=${1:-build/release/novphy}
to=docs/pictures
tasks=$(mktemp -d)
trap 'rm -rf "$tasks"' EXIT
mkdir -p "$to"

pair() { echo "levels/templates/$1.json"; }
strip() {  # strip NAME TASK [OPTION...]: four moments of a play
  "$novphy" draw "$2" --zoom task --size 420 --strip 4 --trajectory "${@:3}" --out "$to/$1.png"
}
inject() { "$novphy" inject "$1" --side normal "${@:3}" --out "$2" >/dev/null; }  # inject PAIR TASK [OPTION...]

"$novphy" draw "$(pair rolling/agents)" --side novel --shot 17.5 --trajectory --zoom task --size 1000 --out "$to/novphy.png"
"$novphy" art --sheet "$to/contact_sheet.png"

strip single_force "$(pair single_force/actions)" --side normal --shot 25
strip multiple_forces "$(pair multiple_forces/objects)" --side normal --shot 35 --shot 35 --shot 35
strip rolling "$(pair rolling/agents)" --side normal --shot 47.5
strip falling "$(pair falling/relations)" --side normal --shot 40
strip sliding "$(pair sliding/events)" --side normal --shot 31.5

strip objects "$(pair multiple_forces/objects)" --side novel --shot 35 --shot 35 --shot 35
strip agents "$(pair rolling/agents)" --side novel --shot 17.5
strip actions "$(pair single_force/actions)" --side novel --shot 25
inject "$(pair falling/relations)" "$tasks/interactions.json" --novelty magnet --at=-0.9,3.28
strip interactions "$tasks/interactions.json" --shot 40
strip relations "$(pair falling/relations)" --side novel --shot 140
inject "$(pair falling/relations)" "$tasks/environments.json" --novelty inverted_gravity
strip environments "$tasks/environments.json" --shot 10
inject "$(pair single_force/actions)" "$tasks/goals.json" --novelty downward_turbulence
strip goals "$tasks/goals.json" --shot 25
strip events "$(pair sliding/events)" --side novel --shot 150 --shot 35
