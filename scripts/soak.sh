#!/usr/bin/env bash
# Stops run, generate, plan and a study at random moments, on a disk that is sometimes full, and compares what comes of them
# with undisturbed runs. Usage: scripts/soak.sh [STOPS, default 1000] [OPTION of tests/app/soak.py...]
# The disk is a file system in memory, which `unshare` mounts for these commands alone. Where that is not allowed, the disk is
# never full. Files that differ are kept in out/soak.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build test
stops=${1:-1000}
shift || true
configure release
cmake --build --preset release -j "$(nproc)" --target novphy
if grep -q '^SFML_DIR:PATH=/' build/release/CMakeCache.txt; then
  cmake --build --preset release -j "$(nproc)" --target novphy-play
fi
soak=(/usr/bin/python3 -B tests/app/soak.py build/release/novphy build/release/novphy-play "$stops")
disk=$(mktemp -d)
trap 'rm -rf "$disk"' EXIT
if unshare -rm true 2>/dev/null; then
  unshare -rm sh -c 'mount -t tmpfs -o size=64m novphy-soak "$0" && exec "$@"' "$disk" "${soak[@]}" "$disk" "$@"
else
  echo "unshare is not allowed here: the disk is never full"
  "${soak[@]}" - "$@"
fi
