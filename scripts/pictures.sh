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

# README's moving picture: the throw that wins the normal task, the same throw beside the novelty, the throw that wins there. It needs ffmpeg.
clip() {  # clip NUMBER SIDE SHOT TEXT
  "$novphy" film "$(pair rolling/agents)" --side "$2" --shot "$3" --zoom task --size 480 --fps 15 --speed 1.3 --quiet --out "$clips/$1" >/dev/null
  echo "$4" >"$clips/$1.txt"
}
clips=$(mktemp -d)
trap 'rm -rf "$clips"' EXIT
clip 0 normal 48.5@0.9 "Normal task: this throw wins"
clip 1 novel 48.5@0.9 "Then there is a fan: the same throw loses"
clip 2 novel 42@0.8 "Another throw wins"
text() { echo "drawtext=textfile=$clips/$1.txt:x=12:y=10:fontsize=18:fontcolor=black,tpad=stop_mode=clone:stop_duration=$2"; }
ffmpeg -v error -y -framerate 15 -i "$clips/0/%05d.png" -framerate 15 -i "$clips/1/%05d.png" -framerate 15 -i "$clips/2/%05d.png" -filter_complex "
  [0]$(text 0 1)[a];[1]trim=end_frame=75,$(text 1 1)[b];[2]$(text 2 2)[c];[a][b][c]concat=n=3,split[x][y];
  [x]palettegen=max_colors=64[p];[y][p]paletteuse=dither=none" "$to/trial.gif"
"$novphy" art --sheet "$to/contact_sheet.png"

# The ways of birds that the physicist believes in. The program of experiments is built with -DNOVPHY_EXPERIMENTS=ON.
"$(dirname "$novphy")/bench/experiment" physicist-paths --out "$to/physicist.svg"

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
"$(dirname "$novphy")/bench/experiment" physicist-calibration --svg "$to/physicist_reliability.svg"
