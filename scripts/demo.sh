#!/usr/bin/env bash
# A small example of the main job: makes tasks of the shipped pairs, plans trials of them, runs the five agents that need no
# training, prints the measures of two and writes a report of all. The results are in out/demo.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build
jobs=$(nproc)
novphy=build/release/novphy
out=out/demo

echo "== build"
configure release
cmake --build --preset release --target novphy -j "$jobs"
rm -rf "$out" && mkdir -p "$out"

echo "== tasks: 10 of each template, each proved by playing it"
"$novphy" generate all --count 10 --jobs "$jobs" --out "$out/tasks"

echo "== plan: 3 trials of 5 normal and 5 novel tasks for each pair"
"$novphy" plan --tasks "$out/tasks" --trials 3 --min-normal 5 --max-normal 5 --novel 5 --calibration-runs 3 \
  --calibration-tasks 5 --pool 10 --out "$out/plan.json"

for agent in random pig_shooter datalab eagles_wing naive_adapt; do
  echo "== run: $agent"
  told=()
  if [[ $agent == naive_adapt ]]; then told=(--informed); fi # this agent waits to be told of a novelty
  "$novphy" run "$out/plan.json" --agent "$agent" "${told[@]}" --jobs "$jobs" --out "$out/$agent.jsonl"
  "$novphy" detect "$out/$agent.jsonl" --method pma --window 5 --threshold 1.5 --out "$out/$agent.pma.jsonl"
done
for agent in random pig_shooter; do
  echo "== measures: $agent"
  "$novphy" measure "$out/$agent.pma.jsonl"
done
"$novphy" report "$out"/*.pma.jsonl --baseline random --out "$out/report.html" >/dev/null
echo "== plan and records: $out; report: $out/report.html (open it in a browser); more: docs/README.md"
