#!/usr/bin/env bash
# Tests the lines of docs/reference/cluster.md for GNU parallel and Snakemake, where they are installed (Debian: parallel, snakemake). Usage:
#   scripts/cluster/test_engines.sh [PROGRAM, default build/release/novphy]
# Each engine plays the shards of a small plan in a folder of its own; the merged records must equal those of one run.
set -euo pipefail
novphy=$(realpath "${1:-$(dirname "$0")/../../build/release/novphy}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" && ln -s "$novphy" "$folder/bin/novphy"
export PATH=$folder/bin:$PATH
cd "$folder"
novphy plan --pairs rolling/agents --trials 5 --max-normal 2 --novel 2 --calibration-runs 2 --calibration-tasks 2 --proof none \
  --quiet --out plan.json
novphy run plan.json --agent pig_shooter --quiet --out one.jsonl >/dev/null

with_parallel() {
  seq 4 | parallel -j 2 novphy run plan.json --agent pig_shooter --shard {}/4 --resume --quiet --out r.jsonl
}

with_snakemake() {
  cat >Snakefile <<'SNAKE'
rule merge:
    input: expand("r.jsonl.shard-{i}-of-4", i=range(1, 5))
    output: "r.jsonl"
    shell: "novphy merge {input} --out {output}"
rule shard:
    output: "r.jsonl.shard-{i}-of-4"
    shell: "novphy run plan.json --agent pig_shooter --shard {wildcards.i}/4 --resume --quiet --out r.jsonl"
SNAKE
  snakemake --cores 2 --retries 3
}

failed=0
for engine in parallel snakemake; do
  if ! command -v "$engine" >/dev/null; then echo "SKIPPED: $engine is not installed" && continue; fi
  mkdir "$engine" && ln -s ../plan.json "$engine/plan.json" && pushd "$engine" >/dev/null
  "with_$engine" >log 2>&1 || { cat log && failed=1; }
  [[ -e r.jsonl ]] || novphy merge r.jsonl.shard-*-of-4 --out r.jsonl >/dev/null || failed=1
  if cmp ../one.jsonl r.jsonl; then echo "$engine: the same $(stat -c %s r.jsonl) bytes as one run"; else failed=1; fi
  popd >/dev/null
done
exit "$failed"
