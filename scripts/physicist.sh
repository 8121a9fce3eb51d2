#!/usr/bin/env bash
# Measures the agent physicist, and others beside it, on tasks that are not those of the standard plan, and prints its tables.
# scripts/physicist_all.sh calls it for all results of docs/results/physicist.md.
# Usage: scripts/physicist.sh [OPTION VALUE...]
#   --agent physicist    the agent; if given again, others on the same trials, with their differences. Trained nets are told of
#                        the novelty unless their name ends in "untold"
#   --noise PX           noise of what the first agent sees, a physicist
#   --weights DIR        the trained nets
#   --plan FILE          plays this plan; else one is drawn:
#   --trials 3           trials of each novelty-scenario
#   --control 1          further trials of each without novelty, which count false alarms
#   --min-normal 4, --max-normal 10, --novel 20    tasks of a trial
#   --pool 30            tasks of each template, from which trials draw
#   --seed 6             of tasks and trials; standard plan 1 has the seed 1
#   --pair PAIR          only this pair; may be given again
#   --inject NOVELTY     pairs of normal tasks and the same tasks with this novelty (docs/reference/novelties.md); may be given again
#   --further            takes no value: injects each of the twelve novelties that the forty pairs do not hold
#   --set FILE:/POINTER=VALUE    another number of the world, as of novphy run; with --plan, give those of the plan. May be given again
#   --people DIR         play data of people (CSV), who stand beside the agent
#   --jobs N             threads; all cores if left out
#   --out out/physicist  the folder of one set of tasks and of all runs on it
#   --program build/release/novphy
# The command may be repeated after a stop: what is finished stays, and a stopped run goes on. Other agents add runs of the same
# trials. An injected novelty may leave no throw that passes a task, so such tasks are not proved, and the oracle plays them, too.
set -euo pipefail
further=(heavy floating_pig fast_launch slippery turned headwind mirrored_view upside_down_view grey_view backward_turbulence deadline
  backward_storm)
trials=3 control=1 min_normal=4 max_normal=10 novel=20 pool=30 seed=6 noise="" weights="" plan="" jobs=$(nproc)
top=$(realpath "$(dirname "$0")/..")
out=$top/out/physicist novphy=$top/build/release/novphy
agents=() pairs=() inject=() people=() numbers=()

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
    --trials | --control | --min-normal | --max-normal | --novel | --pool | --seed | --noise | --jobs)
      name=${1#--}
      printf -v "${name//-/_}" %s "$2"
      ;;
    --agent) agents+=("$2") ;;
    --pair) pairs+=("$2") ;;
    --inject) inject+=(--inject "$2") ;;
    --set) numbers+=(--set "$2") ;;
    --people) people=("$(realpath -m "$2")"/*.csv) ;;
    --weights) weights=$(realpath -m "$2") ;;
    --plan) plan=$(realpath -m "$2") ;;
    --out) out=$(realpath -m "$2") ;;
    --program) novphy=$(realpath -m "$2") ;;
    *) refuse "found $1, expected an option; the head of this script lists them" ;;
  esac
  shift 2
done
[[ -x $novphy ]] || refuse "$novphy is not there: scripts/demo.sh builds the program"
[[ ${#agents[@]} -gt 0 ]] || agents=(physicist)
if [[ -n $noise ]]; then
  if [[ ${agents[0]} == *:* ]]; then agents[0]+=,noise=$noise; else agents[0]+=:noise=$noise; fi
fi
cd "$top"
mkdir -p "$out"

make_plan() {
  local proof=witness of=()
  if [[ ${#inject[@]} -gt 0 ]]; then proof=valid; fi
  if [[ ${#pairs[@]} -gt 0 ]]; then of=(--pairs "${pairs[@]}"); fi
  "$novphy" generate "${pairs[@]:-all}" "${inject[@]}" "${numbers[@]}" --count "$pool" --seed "$seed" --proof "$proof" --jobs "$jobs" --resume \
    --out "$out/tasks" >&2
  "$novphy" plan "${of[@]}" "${inject[@]}" "${numbers[@]}" --tasks "$out/tasks" --seed "$seed" --pool "$pool" --trials "$trials" --control "$control" \
    --min-normal "$min_normal" --max-normal "$max_normal" --novel "$novel" --calibration-runs 0 --force --out "$out/plan.json.new"
  if [[ -e $out/plan.json ]] && ! cmp -s "$out/plan.json" "$out/plan.json.new"; then
    rm "$out/plan.json.new"
    refuse "$out/plan.json is a plan of other trials; give another --out"
  fi
  mv "$out/plan.json.new" "$out/plan.json"
}

start_of() {  # start_of AGENT: where its files begin
  echo "$out/${1//[:=,]/_}"
}

play() {  # play AGENT: plays the plan, and measures the agent by its own probabilities
  local with=() start seconds=$SECONDS
  start=$(start_of "$1")
  if [[ $1 == dqn* || $1 == relational* ]]; then
    with=(--weights "$weights")
    if [[ $1 != *untold ]]; then with+=(--informed); fi
  fi
  "$novphy" run "${plan:-$out/plan.json}" --agent "$1" "${with[@]}" "${numbers[@]}" --jobs "$jobs" --resume --out "$start.jsonl" >&2
  echo "$1: $((SECONDS - seconds)) s" >&2
  "$novphy" measure "$start.jsonl" "${people[@]}" --csv --force --out "$start.csv"
}

detect() {  # detect METHOD WINDOW THRESHOLD [OPTION]: measures what a detector of the paper makes of the first agent's records
  local start
  start=$(start_of "${agents[0]}")
  "$novphy" detect "$start.jsonl" --method "$1" --window "$2" --threshold "$3" "${@:4}" --force --out "$start.$1.jsonl" >&2
  "$novphy" measure "$start.$1.jsonl" --csv --force --out "$start.$1.csv"
}

if [[ -z $plan ]]; then make_plan; fi
starts=()
for agent in "${agents[@]}"; do
  play "$agent"
  starts+=("$(start_of "$agent")")
done
detect sma 5 0.2
detect pma 10 1.5 --calibrate-from-trials
if [[ ${#inject[@]} -gt 0 ]]; then play oracle; fi
python3 -B bench/physicist_table.py "${starts[@]}"
