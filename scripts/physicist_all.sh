#!/usr/bin/env bash
# Plays all that docs/results/physicist.md tells, and prints its tables and the time of each part. It goes on where it was stopped.
# Usage: scripts/physicist_all.sh [OPTION...] [PART...]    parts: fresh, shipped, levels, questions, controls,
# rivals, rescaled, decisions (default: all but fresh)
#   --freeze FILE        writes a new secret to FILE and its hash, with the agent, the shape and a hash of the sources, to
#                        docs/results/fresh_set.json: commit this, and keep FILE to yourself until the result is out
#   --fresh FILE         plays the frozen set of this secret, once (part fresh); without --program, builds it first
#   --full physicist:level=1, --told physicist:level=0, --rough physicist:level=2    the agents
#   --without "shooting proposals exploring memory"    what ablations leave out of --full
#   --people DIR         play data of people (default: those of NovPhy, in the folder NOVPHY_SHARED names, if they are there)
#   --rehearse           takes no value: few and short trials, to see in minutes that everything works; its set may be frozen, too
#   --jobs N, --out out/physicist_all, --program build/release/novphy    as of scripts/physicist.sh
set -euo pipefail
top=$(realpath "$(dirname "$0")/..")
full=physicist:level=1 told=physicist:level=0 rough=physicist:level=2 without="shooting proposals exploring memory"
people=${NOVPHY_SHARED:-$top/../shared}/novphy/human_playdata
jobs=$(nproc) out=$top/out/physicist_all novphy=$top/build/release/novphy frozen=docs/results/fresh_set.json
freeze="" secret="" parts=() shipped=() control=1
invent="--count 40 --seed 1 --members 0"
plan="--seed 1 --proof valid --trials 1 --min-normal 4 --max-normal 8 --novel 10 --pool 20 --calibration-runs 0"
ten=(single_force/{objects,actions,relations,goals} multiple_forces/{agents,interactions,environments,events} rolling/{objects,actions})
short=(--trials 1 --control 0 --min-normal 4 --max-normal 4 --novel 10 --pool 14)
changed=({single_force,multiple_forces,rolling,falling,sliding}/{agents,actions,interactions,environments,events})
controls=(13 14 15 16) nets=(all --tasks 70 --held-out 20)
# All that decides what an agent does and which set is drawn; measures are computed from the records and may be mended.
sources=(CMakeLists.txt agents assets base generator jobs levels novelties sim trials view)

refuse() {
  echo "physicist_all.sh: $1" >&2
  exit 2
}

rehearse() {
  invent="--count 1 --seed 1 --members 0"
  plan="--seed 1 --proof valid --trials 1 --min-normal 1 --max-normal 1 --novel 2 --pool 3 --calibration-runs 0"
  ten=(single_force/objects rolling/goals) controls=(13 14) control=2
  short=(--trials 1 --control 0 --min-normal 1 --max-normal 1 --novel 4 --pool 5)
  changed=(single_force/actions rolling/environments)
  shipped=(--pair single_force/objects --pair rolling/goals "${short[@]}" --control 1)
  nets=({single_force/objects,rolling/goals}/normal --tasks 5 --held-out 2 --schedule published)
}

while [[ $# -gt 0 ]]; do
  case $1 in
    --rehearse) rehearse ;;
    fresh | shipped | levels | questions | controls | rivals | rescaled | decisions) parts+=("$1") ;;
    --*)
      [[ $# -ge 2 ]] || refuse "found $1 at the end, expected an option with its value; the head of this script lists them"
      case $1 in
        --full | --told | --rough | --without | --people | --jobs) printf -v "${1#--}" %s "$2" ;;
        --freeze) freeze=$(realpath -m "$2") ;;
        --fresh) secret=$(realpath -m "$2") parts+=(fresh) ;;
        --out) out=$(realpath -m "$2") ;;
        --program) novphy=$(realpath -m "$2") ;;
        *) refuse "found $1, expected an option; the head of this script lists them" ;;
      esac
      shift
      ;;
    *) refuse "found $1, expected a part: fresh, shipped, levels, questions, controls, rivals, rescaled or decisions" ;;
  esac
  shift
done
[[ ${#parts[@]} -gt 0 ]] || parts=(shipped levels questions controls rivals rescaled decisions)
cd "$top"

sources_hash() {  # of the files as they are, those that git does not know yet among them
  git ls-files -z --cached --others --exclude-standard -- "${sources[@]}" | LC_ALL=C sort -zu | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

hash_of() {
  sha256sum "$1" | cut -d' ' -f1
}

frozen_value() {  # frozen_value KEY
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$frozen" "$1"
}

freeze_set() {
  [[ ! -e $freeze ]] || refuse "$freeze is there already"
  [[ $freeze != "$top"/* ]] || git check-ignore -q "$freeze" || refuse "$freeze could be committed: give a file outside the tree"
  (umask 077 && head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$freeze")
  printf '{\n  "agent": "%s",\n  "invent": "%s",\n  "plan": "%s",\n  "secret_sha256": "%s",\n  "sources_sha256": "%s"\n}\n' \
    "$full" "$invent" "$plan" "$(hash_of "$freeze")" "$(sources_hash)" >"$frozen"
  echo "The secret is in $freeze. Commit $frozen: with that, the agent $full and the set are frozen."
}

check_frozen() {  # sets what `fresh` tells and where it plays
  commit=$(git log -1 --format=%H -- "$frozen")
  [[ -n $commit ]] || refuse "$frozen is in no commit: --freeze writes it"
  git diff --quiet HEAD -- "$frozen" || refuse "$frozen is not as in commit ${commit:0:12}"
  [[ -f $secret ]] || refuse "fresh: expected --fresh FILE, the secret of --freeze"
  [[ $(hash_of "$secret") == $(frozen_value secret_sha256) ]] || refuse "$secret is another secret than the frozen one"
  if ! git diff --quiet "$commit" -- "${sources[@]}" || [[ $(sources_hash) != $(frozen_value sources_sha256) ]]; then
    refuse "the sources are not those frozen by commit ${commit:0:12}"
  fi
  agent=$(frozen_value agent) hash=$(frozen_value secret_sha256) of=$out/fresh_${hash:0:12}
  other=$(find "$of" -maxdepth 1 -name "*.jsonl*" ! -name "${agent//[:=,]/_}.*" -print -quit 2>/dev/null || true)
  [[ -z $other ]] || refuse "$other: another agent has played this set"
}

build() (  # the program of the frozen sources
  # shellcheck source=scripts/setup.sh
  source scripts/setup.sh
  need build
  configure release
  cmake --build --preset release -j "$jobs" --target novphy >&2
)

beside() {  # beside FOLDER OPTION...: scripts/physicist.sh with the options of all parts
  local with=()
  if compgen -G "$people/*.csv" >/dev/null; then with=(--people "$people"); fi
  scripts/physicist.sh --jobs "$jobs" --program "$novphy" --out "$out/$1" "${with[@]}" "${@:2}"
}

fresh() {
  mkdir -p "$of"
  if [[ ! -e $of/plan.json ]]; then
    # shellcheck disable=SC2046
    "$novphy" invent $(frozen_value invent) --secret "$secret" --jobs "$jobs" --out "$of/set" >&2
    # shellcheck disable=SC2046
    "$novphy" plan --pairs "$of/set/pairs" $(frozen_value plan) --secret "$secret" --jobs "$jobs" --resume --out "$of/plan.json" >&2
  fi
  echo "Secret of SHA-256 $hash, agent $agent, frozen by commit $commit. Played once: this is the whole result."
  echo
  scripts/physicist.sh --jobs "$jobs" --program "$novphy" --out "$of" --plan "$of/plan.json" --agent "$agent"
}

shipped() {
  beside shipped "${shipped[@]}" --agent "$full" --agent "$told"
}

levels() {
  local each pairs=() others=(--agent "$rough")
  for each in "${ten[@]}"; do pairs+=(--pair "$each"); done
  for each in $without; do others+=(--agent "$full,without=$each"); done
  beside levels "${short[@]}" "${pairs[@]}" --agent "$full" "${others[@]}"
}

questions() {  # at the end of the trials of `levels`
  local each starts=()
  [[ -e $out/levels/plan.json ]] || refuse "questions: $out/levels/plan.json is not there: part levels makes it"
  mkdir -p "$out/questions"
  for each in "$full" "$told"; do
    starts+=("$out/questions/${each//[:=,]/_}.jsonl")
    "$novphy" run "$out/levels/plan.json" --agent "$each" --questions 10 --jobs "$jobs" --resume --out "${starts[-1]}" >&2
  done
  "$novphy" measure "${starts[@]}" | sed -n '/^Questions about/,/^$/p'
  if has_package; then python3 -B bench/predicted_flights.py "$out/levels/plan.json" "${starts[0]}"; fi
}

controls() {
  local seed starts=("$out/shipped/${full//[:=,]/_}")
  for seed in "${controls[@]}"; do
    beside "control$seed" "${shipped[@]}" --trials 0 --control "$control" --seed "$seed" --agent "$full" >&2
    starts+=("$out/control$seed/${full//[:=,]/_}")
  done
  python3 -B bench/physicist_table.py --controls "${starts[@]}"
}

rivals() {  # the last table alone: the first agent's stand above
  local each others=()
  "$novphy" train "${nets[@]}" --agent dqn,relational --seed 3 --jobs "$jobs" --resume --out "$out/nets" >&2
  for each in {dqn,relational}:adapt{,:untold}; do others+=(--agent "$each"); done
  beside shipped "${shipped[@]}" --agent "$full" "${others[@]}" --weights "$out/nets" | sed -n '/^\*\*Agents on/,$p'
}

other_numbers() {  # of novelties: the catalogue's, times factors drawn from a seed that nobody chose
  python3 -B - "$(cat "$out/rescaled/seed")" <<'END'
import functools, json, random, sys
numbers = ["effects/fan/force_n/0", "effects/fan/region/size_m/0", "effects/fan/region/size_m/1", "effects/magnet/radius_m",
           "effects/magnet/strength_n_per_m", "effects/strong_air_turbulence/force_n/1", "effects/storm/force_n/0", "inverted_gravity/gravity_mps2/1"]
most = {"effects/magnet/radius_m": 1}  # a larger magnet moves things of sliding/interactions before any throw
drawn, catalogue = random.Random(int(sys.argv[1])), json.load(open("assets/catalogue.json"))
for at in numbers:
    value = functools.reduce(lambda node, key: node[int(key) if key.isdigit() else key], at.split("/"), catalogue)
    print(f"catalogue:/{at}={value * drawn.uniform(.8, most.get(at, 1.25)):.4g}")
END
}

rescaled() {  # the same pairs with shipped and with other numbers
  local set with
  mkdir -p "$out/rescaled"
  [[ -e $out/rescaled/seed ]] || od -An -N4 -tu4 /dev/urandom | tr -d ' ' >"$out/rescaled/seed"
  other_numbers >"$out/rescaled/numbers"
  echo "Seed $(cat "$out/rescaled/seed"): $(tr '\n' ' ' <"$out/rescaled/numbers")"
  echo
  for set in rescaled as_shipped; do
    with=()
    if [[ $set == rescaled ]]; then while read -r each; do with+=(--set "$each"); done <"$out/rescaled/numbers"; fi
    mkdir -p "$out/$set"
    [[ -e $out/$set/plan.json ]] || "$novphy" plan --pairs "${changed[@]}" --seed 17 "${short[@]}" --calibration-runs 0 "${with[@]}" \
      --jobs "$jobs" --force --out "$out/$set/plan.json" >&2
    beside "$set" "${with[@]}" --plan "$out/$set/plan.json" --agent "$full" >"$out/$set/tables.md"
  done
  python3 -B bench/physicist_table.py --sets "$out/"{rescaled,as_shipped}"/${full//[:=,]/_}"
}

has_package() {  # whether the package novphy is there
  export PYTHONPATH=${PYTHONPATH:-build/python}
  python3 -c "import novphy" 2>/dev/null
}

decisions() {  # processor time, with the Python package
  if ! has_package; then
    echo "Not measured without the package novphy, whose folder PYTHONPATH names (default: build/python)."
    echo
    return
  fi
  if [[ ! -e $out/decisions.md ]]; then
    "$novphy" plan --pairs "${ten[@]:0:4}" --trials 1 --min-normal 2 --max-normal 2 --novel 6 --pool 8 --calibration-runs 0 --jobs "$jobs" \
      --force --out "$out/decisions.json" >&2
    python3 -B bench/decision_seconds.py "$out/decisions.json" "$full" >"$out/decisions.md.new"
    mv "$out/decisions.md.new" "$out/decisions.md"
  fi
  cat "$out/decisions.md"
  echo
}

cpu_now() {  # sets `cpu`, the seconds of processor time of all commands so far
  times >"$out/times.new"
  cpu=$(awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); print 60 * (u[1] + s[1]) + u[2] + s[2] }' "$out/times.new")
}

note_time() {
  [[ -n $part ]] || return 0
  local before=$cpu
  cpu_now
  echo "$part $((SECONDS - begun)) $(awk "BEGIN { print $cpu - $before }")" >>"$out/times.txt"
  part=""
}

if [[ -n $freeze ]]; then
  freeze_set
  exit
fi
if [[ " ${parts[*]} " == *" fresh "* ]]; then
  check_frozen
  if [[ $novphy == "$top/build/release/novphy" ]]; then build; fi
fi
[[ -x $novphy ]] || refuse "$novphy is not there: scripts/demo.sh builds the program"
mkdir -p "$out"
part=""
trap note_time EXIT
for each in "${parts[@]}"; do
  part=$each begun=$SECONDS
  cpu_now
  echo "## $part"
  echo
  "$part"
  note_time
done
echo "**Time of each part, over all starts**"
echo
awk 'BEGIN { print "| part | wall, min | CPU, min |"; print "| --- | --- | --- |" }
  { if (!($1 in wall)) order[++n] = $1; wall[$1] += $2; cpu[$1] += $3; wall["all"] += $2; cpu["all"] += $3 }
  END { order[++n] = "all"; for (i = 1; i <= n; ++i) printf "| %s | %.1f | %.1f |\n", order[i], wall[order[i]] / 60, cpu[order[i]] / 60 }' \
  "$out/times.txt"
