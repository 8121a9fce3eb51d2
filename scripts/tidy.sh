#!/usr/bin/env bash
# Runs clang-tidy over all sources. This script takes minutes and is therefore no part of scripts/test.sh.
# Usage: scripts/tidy.sh [FILE...]
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build tidy
configure dev
if [[ $# -eq 0 ]]; then
  mapfile -t files < <(git -c safe.directory="$PWD" ls-files '*.cpp' ':!tests' ':!bench')
  set -- "${files[@]}"
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy-14 -p build/dev --quiet --warnings-as-errors='*'
