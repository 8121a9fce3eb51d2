#!/usr/bin/env bash
# A small example of the main job: plans trials on the shipped pairs, runs two agents, prints the measures and writes a
# report. The results are in out/demo.
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

echo "== plan: 3 trials of 5 normal and 5 novel tasks for each pair, from 10 tasks of each template, each proved"
"$novphy" plan --trials 3 --min-normal 5 --max-normal 5 --novel 5 --calibration-runs 3 --calibration-tasks 5 --pool 10 \
  --jobs "$jobs" --out "$out/plan.json"
for agent in random pig_shooter; do
  echo "== run: $agent"
  "$novphy" run "$out/plan.json" --agent "$agent" --jobs "$jobs" --out "$out/$agent.jsonl"
done
for agent in random pig_shooter; do
  echo "== measures: $agent"
  "$novphy" detect "$out/$agent.jsonl" --method pma --window 5 --threshold 1.5 --out "$out/$agent.pma.jsonl"
  "$novphy" measure "$out/$agent.pma.jsonl"
done
"$novphy" report "$out"/*.pma.jsonl --baseline random --out "$out/report.html" >/dev/null
echo "== plan and records: $out; report: $out/report.html (open it in a browser); more: docs/README.md"
