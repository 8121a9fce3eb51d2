#!/usr/bin/env bash
# Trains the learning agents of all forty pairs, plays informed trials with each version, and prints the tables of
# docs/learning.md. This takes hours. A second start goes on where the first was interrupted.
# Usage: bench/learning.sh FOLDER [JOBS, default 2] [TRIALS, default 10] [NOVELTY..., default all]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../scripts/setup.sh"
need build
out=${1:?the folder of the nets and records}
jobs=${2:-2}
trials=${3:-10}
novelties=("${@:4}")
if [[ ${#novelties[@]} -eq 0 ]]; then
  novelties=(objects agents actions interactions relations environments goals events)
fi
mkdir -p "$out"
configure release
cmake --build --preset release -j "$jobs" --target novphy >"$out/build.log"
novphy=build/release/novphy

pairs=()
for novelty in "${novelties[@]}"; do
  for scenario in single_force multiple_forces rolling falling sliding; do pairs+=("$scenario/$novelty"); done
done

once() {  # once FILE COMMAND...: writes the output of COMMAND unless FILE is there
  if [[ -e $1 ]]; then return; fi
  "${@:2}" >"$1.new"
  mv "$1.new" "$1"
}

once "$out/plan.log" "$novphy" plan --novelty "${novelties[@]}" --trials "$trials" --max-normal 20 --calibration-runs 1 --pool 40 --jobs "$jobs" --force \
  --out "$out/plan.json"
for actions in planner grid; do
  once "$out/ceilings_$actions.txt" "$novphy" train "${pairs[@]}" --ceiling --actions "$actions" --tasks 70 --jobs "$jobs"
  once "$out/train_$actions.txt" "$novphy" train "${pairs[@]/%//normal}" --agent dqn,relational --actions "$actions" \
    --jobs "$jobs" --resume --out "$out/nets_$actions"
  for agent in dqn relational; do
    for version in "" :online :adapt; do
      records="$out/$agent${version/:/_}_$actions.jsonl"
      if [[ -e $records ]]; then continue; fi
      "$novphy" run "$out/plan.json" --agent "$agent$version" --name "$agent${version/:/_}_$actions" --weights "$out/nets_$actions" \
        --informed --jobs "$jobs" --resume --out "$records"
    done
  done
done
"$novphy" measure "$out"/*.jsonl --csv --measures ap,aus,normal --out "$out/measures.csv"
python3 -B bench/learning_table.py "$out"
