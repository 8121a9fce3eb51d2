#!/usr/bin/env bash
# Trains the learning agents of all forty pairs, plays informed trials with each version, and prints the tables of
# docs/results/learning.md. This takes hours. Each novelty has a folder of its own, and a second start goes on where the first
# was interrupted.
# Usage: bench/learning.sh FOLDER [JOBS, default 2] [TRIALS, default 10] [SETS, default "planner grid"] [NOVELTY..., default all]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../scripts/setup.sh"
need build
out=${1:?the folder of the nets and records}
jobs=${2:-2}
trials=${3:-10}
read -r -a sets <<<"${4:-planner grid}"
novelties=("${@:5}")
if [[ ${#novelties[@]} -eq 0 ]]; then
  novelties=(objects agents actions interactions relations environments goals events)
fi
mkdir -p "$out"
configure release
cmake --build --preset release -j "$jobs" --target novphy >"$out/build.log"
novphy=build/release/novphy

once() {  # once FILE COMMAND...: writes the output of COMMAND unless FILE is there
  if [[ -e $1 ]]; then return; fi
  "${@:2}" >"$1.new"
  mv "$1.new" "$1"
}

plan() {  # plan NOVELTY
  once "$out/$1/plan.log" "$novphy" plan --novelty "$1" --trials "$trials" --max-normal 20 --calibration-runs 1 --pool 40 --jobs "$jobs" \
    --force --out "$out/$1/plan.json"
}

train() {  # train NOVELTY SET: the nets with the ceilings of the normal sides, then the ceilings of the novel sides
  local pairs=({single_force,multiple_forces,rolling,falling,sliding}"/$1")
  once "$out/$1/train_$2.txt" "$novphy" train "${pairs[@]/%//normal}" --agent dqn,relational --actions "$2" --jobs "$jobs" --resume \
    --out "$out/nets_$2"
  once "$out/$1/ceilings_$2.txt" "$novphy" train "${pairs[@]/%//novel}" --ceiling --actions "$2" --tasks 70 --jobs "$jobs"
}

play() {  # play NOVELTY SET
  local agent version records
  for agent in dqn relational; do
    for version in "" :online :adapt; do
      records="$out/$1/$agent${version/:/_}_$2.jsonl"
      if [[ -e $records ]]; then continue; fi
      "$novphy" run "$out/$1/plan.json" --agent "$agent$version" --name "$agent${version/:/_}_$2" --weights "$out/nets_$2" --informed \
        --jobs "$jobs" --resume --out "$records"
    done
  done
}

for actions in "${sets[@]}"; do
  for novelty in "${novelties[@]}"; do
    mkdir -p "$out/$novelty"
    plan "$novelty"
    train "$novelty" "$actions"
    play "$novelty" "$actions"
    "$novphy" measure "$out/$novelty"/*.jsonl --csv --measures ap,aus,normal --out "$out/$novelty/measures.csv"
  done
done
python3 -B bench/learning_table.py "$out"
