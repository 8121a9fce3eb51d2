#!/usr/bin/env bash
# Measures the agent physicist on tasks of all forty pairs that are not those of the standard plan, and prints its tables.
# Usage: scripts/physicist.sh [OPTION VALUE...]
#   --trials 3           trials of each novelty-scenario
#   --control 1          further trials of each without novelty, which count false alarms
#   --min-normal 4, --max-normal 10, --novel 20    tasks of a trial
#   --pool 30            tasks of each template, from which trials draw
#   --seed 6             of tasks and trials; standard plan 1 has the seed 1
#   --plays N, --noise PX    options of the agent (docs/reference/agents.md)
#   --pair PAIR          only this pair; may be given again
#   --inject NOVELTY     pairs of normal tasks and the same tasks with this novelty (docs/reference/novelties.md); may be given again
#   --further            takes no value: injects each of the twelve novelties that the forty pairs do not hold
#   --jobs N             threads; all cores if left out
#   --out out/physicist  the folder of one set of tasks and of all runs on it
#   --program build/release/novphy
# The command may be repeated after a stop: what is finished stays, and a stopped run goes on. With other options of the agent it
# adds another run of the same trials. An injected novelty may leave no throw that passes a task, so such tasks are not proved, and
# the oracle plays them, too.
set -euo pipefail
further=(heavy floating_pig fast_launch slippery turned headwind mirrored_view upside_down_view grey_view backward_turbulence deadline
  backward_storm)
trials=3 control=1 min_normal=4 max_normal=10 novel=20 pool=30 seed=6 plays="" noise="" jobs=$(nproc)
top=$(realpath "$(dirname "$0")/..")
out=$top/out/physicist novphy=$top/build/release/novphy
pairs=() inject=()

refuse() {
  echo "physicist.sh: $1" >&2
  exit 2
}

while [[ $# -gt 0 ]]; do
  if [[ $1 == --further ]]; then
    for novelty in "${further[@]}"; do inject+=(--inject "$novelty"); done
    shift
    continue
  fi
  [[ $# -ge 2 ]] || refuse "found $1 at the end, expected an option with its value; the head of this script lists them"
  case $1 in
    --trials) trials=$2 ;;
    --control) control=$2 ;;
    --min-normal) min_normal=$2 ;;
    --max-normal) max_normal=$2 ;;
    --novel) novel=$2 ;;
    --pool) pool=$2 ;;
    --seed) seed=$2 ;;
    --plays) plays=$2 ;;
    --noise) noise=$2 ;;
    --pair) pairs+=("$2") ;;
    --inject) inject+=(--inject "$2") ;;
    --jobs) jobs=$2 ;;
    --out) out=$(realpath -m "$2") ;;
    --program) novphy=$(realpath -m "$2") ;;
    *) refuse "found $1, expected an option; the head of this script lists them" ;;
  esac
  shift 2
done
[[ -x $novphy ]] || refuse "$novphy is not there: scripts/demo.sh builds the program"
cd "$top"
mkdir -p "$out"

make_tasks() {
  local proof=witness
  if [[ ${#inject[@]} -gt 0 ]]; then proof=valid; fi
  "$novphy" generate "${pairs[@]:-all}" "${inject[@]}" --count "$pool" --seed "$seed" --proof "$proof" --jobs "$jobs" --resume \
    --out "$out/tasks" >&2
}

make_plan() {
  local of=()
  if [[ ${#pairs[@]} -gt 0 ]]; then of=(--pairs "${pairs[@]}"); fi
  "$novphy" plan "${of[@]}" "${inject[@]}" --tasks "$out/tasks" --seed "$seed" --pool "$pool" --trials "$trials" --control "$control" \
    --min-normal "$min_normal" --max-normal "$max_normal" --novel "$novel" --calibration-runs 0 --force --out "$out/plan.json.new"
  if [[ -e $out/plan.json ]] && ! cmp -s "$out/plan.json" "$out/plan.json.new"; then
    rm "$out/plan.json.new"
    refuse "$out/plan.json is a plan of other trials; give another --out"
  fi
  mv "$out/plan.json.new" "$out/plan.json"
}

play() {  # play NAME AGENT: plays the plan into OUT/NAME.jsonl, and measures the agent by its own probabilities
  local seconds=$SECONDS
  "$novphy" run "$out/plan.json" --agent "$2" --jobs "$jobs" --resume --out "$out/$1.jsonl" >&2
  echo "$2: $((SECONDS - seconds)) s" >&2
  "$novphy" measure "$out/$1.jsonl" --csv --force --out "$out/$1.csv"
}

detect() {  # detect NAME METHOD WINDOW THRESHOLD [OPTION]: measures what a detector of the paper makes of the same records
  "$novphy" detect "$out/$1.jsonl" --method "$2" --window "$3" --threshold "$4" "${@:5}" --force --out "$out/$1.$2.jsonl" >&2
  "$novphy" measure "$out/$1.$2.jsonl" --csv --force --out "$out/$1.$2.csv"
}

options=${plays:+plays=$plays}${plays:+${noise:+,}}${noise:+noise=$noise}
agent=physicist${options:+:$options}
name=${agent//[:=,]/_}
make_tasks
make_plan
play "$name" "$agent"
detect "$name" sma 5 0.2
detect "$name" pma 10 1.5 --calibrate-from-trials
if [[ ${#inject[@]} -gt 0 ]]; then play oracle oracle; fi
python3 -B bench/physicist_table.py "$out/$name"
