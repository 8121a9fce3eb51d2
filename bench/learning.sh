#!/usr/bin/env bash
# Trains the learning agents of all forty pairs with several seeds, plays informed trials with each version, and prints the
# tables of docs/results/learning.csv. This takes hours. The nets and records of a seed stand in a folder of its own. A second
# start goes on where the first was interrupted, and adds the seeds, sets and novelties that are not there yet.
# Usage: bench/learning.sh FOLDER [JOBS, default 2] [TRIALS, default 10] [SETS, default "planner grid"] [SEEDS, default "2 3 4"]
#   [NOVELTY..., default all]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../scripts/setup.sh"
need build
out=${1:?the folder of the nets and records}
jobs=${2:-2}
trials=${3:-10}
read -r -a sets <<<"${4:-planner grid}"
read -r -a seeds <<<"${5:-2 3 4}"
novelties=("${@:6}")
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

templates() {  # templates NOVELTY SIDE
  printf "%s/$1/$2 " single_force multiple_forces rolling falling sliding
}

ceilings() {  # ceilings NOVELTY SET: of the novel sides; training prints those of the normal sides
  # shellcheck disable=SC2046
  once "$out/$1/ceilings_$2.txt" "$novphy" train $(templates "$1" novel) --ceiling --actions "$2" --tasks 70 --jobs "$jobs"
}

train() {  # train NOVELTY SET SEED
  # shellcheck disable=SC2046
  once "$out/seed_$3/$1/train_$2.txt" "$novphy" train $(templates "$1" normal) --agent dqn,relational --actions "$2" --seed "$3" \
    --jobs "$jobs" --resume --out "$out/seed_$3/nets_$2"
}

play() {  # play NOVELTY SET SEED
  local agent version name records
  for agent in dqn relational; do
    for version in "" :online :adapt; do
      name="$agent${version/:/_}_$2"
      records="$out/seed_$3/$1/$name.jsonl"
      if [[ -e $records ]]; then continue; fi
      "$novphy" run "$out/$1/plan.json" --agent "$agent$version" --name "$name" --run "seed $3" --weights "$out/seed_$3/nets_$2" \
        --informed --jobs "$jobs" --resume --out "$records"
    done
  done
}

for actions in "${sets[@]}"; do
  for novelty in "${novelties[@]}"; do
    mkdir -p "$out/$novelty"
    plan "$novelty"
    ceilings "$novelty" "$actions"
    for seed in "${seeds[@]}"; do
      mkdir -p "$out/seed_$seed/$novelty"
      train "$novelty" "$actions" "$seed"
      play "$novelty" "$actions" "$seed"
    done
    "$novphy" measure "$out"/seed_*/"$novelty"/*.jsonl --csv --measures ap,aus,normal --out "$out/$novelty/measures.csv"
  done
done
python3 -B bench/learning_table.py "$out"
