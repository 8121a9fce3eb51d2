#!/usr/bin/env bash
# Draws the pictures of README and docs again, into docs/pictures. Usage: scripts/pictures.sh [PROGRAM]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
novphy=${1:-build/release/novphy}
to=docs/pictures
mkdir -p "$to"

pair() { echo "levels/templates/$1.json"; }
shots() {  # shots PAIR SIDE: the throw in the middle of the safest window, as one option for each bird
  "$novphy" verify "$(pair "$1")" --json | python3 -c '
import json, sys
for side in map(json.loads, sys.stdin):
    if side["name"].endswith("/" + sys.argv[1]): print(*("--shot=" + shot for shot in side["witness"]))' "$2"
}
strip() {  # strip NAME PAIR SIDE: draws four moments of a play that wins
  # shellcheck disable=SC2046
  "$novphy" draw "$(pair "$2")" --side "$3" $(shots "$2" "$3") --zoom task --size 420 --strip 4 --trajectory --out "$to/$1.png"
}

# shellcheck disable=SC2046
"$novphy" draw "$(pair rolling/agents)" --side novel $(shots rolling/agents novel) --trajectory --zoom task --size 1000 \
  --out "$to/novphy.png"
"$novphy" art --sheet "$to/contact_sheet.png"

strip single_force single_force/objects normal
strip multiple_forces multiple_forces/objects normal
strip rolling rolling/objects normal
strip falling falling/relations normal
strip sliding sliding/relations normal

strip objects multiple_forces/objects novel
strip agents rolling/agents novel
strip actions single_force/actions novel
strip interactions rolling/interactions novel
strip relations falling/relations novel
strip environments falling/environments novel
strip goals multiple_forces/goals novel
strip events sliding/events novel
