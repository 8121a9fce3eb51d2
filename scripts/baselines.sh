#!/usr/bin/env bash
# Lets the five agents that need no training play the first trials of standard plan 1, and prints their measures beside those of
# NovPhy's paper, as docs/results/baselines.csv shows them. Usage: scripts/baselines.sh TASKS [TRIALS] [JOBS] [PROGRAM]
# TASKS is the folder of `novphy generate all --count 350 --out TASKS`. The records and the report are in out/baselines/TRIALS.
# The command may be repeated after a stop: finished runs stay, and a stopped run goes on.
set -euo pipefail
tasks=$(realpath "${1:?expected the folder of the tasks of standard plan 1}")
trials=${2:-4}
jobs=${3:-$(nproc)}
cd "$(dirname "$0")/.."
novphy=${4:-build/release/novphy}
plans=out/baselines
out=$plans/$trials
if [[ ! -x $novphy ]]; then
  echo "$novphy is not there: scripts/demo.sh builds the program" >&2
  exit 2
fi
mkdir -p "$out"

[[ -e $plans/plan.json ]] || "$novphy" plan --standard 1 --tasks "$tasks" --out "$plans/plan.json"
for agent in naive_adapt datalab eagles_wing pig_shooter random; do
  told=()
  if [[ $agent == naive_adapt ]]; then told=(--informed); fi
  seconds=$SECONDS
  "$novphy" run "$plans/plan.json" --agent "$agent" "${told[@]}" --trials "$trials" --jobs "$jobs" --resume --out "$out/$agent.jsonl" >&2
  echo "$agent: $((SECONDS - seconds)) s" >&2
  "$novphy" detect "$out/$agent.jsonl" --method pma --window 10 --threshold 1.5 --force --out "$out/$agent.pma.jsonl" >&2
done
"$novphy" measure "$out"/*.pma.jsonl --csv >"$out/measures.csv"
"$novphy" report "$out"/*.pma.jsonl --baseline random --force --out "$out/report.html" >&2
python3 scripts/baselines_table.py "$out/measures.csv"
