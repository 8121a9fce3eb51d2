#!/usr/bin/env bash
# Builds the simulator for browsers: the module novphy.wasm by emscripten, and around it the package novphy for npm with the
# pages for readers and for studies, in build/web/npm. Then it makes a small study and serves it at an address of this machine.
# Usage: scripts/web.sh [--no-study]
set -euo pipefail
if [[ $# -gt 1 || ${1:---no-study} != --no-study ]]; then echo "web.sh: found \"$*\", expected --no-study or nothing" >&2 && exit 2; fi
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build web
package=build/web/npm
module=build/web/module/novphy.wasm

build_module() {
  configure web
  cmake --build --preset web -j "$(nproc)"
}

licences() {  # the licences of the libraries in the module, and of emscripten's own
  local sources=scripts/bundled/sources
  printf '%s\n' $sources/{box2d,muparser,pugixml,fmt}/LICENSE* $sources/json/usr/share/doc/nlohmann-json3-dev/copyright \
    $sources/boost/share/doc/libboost1.83-dev/copyright /usr/share/doc/emscripten/copyright web/node_modules/jspsych/license.txt
}

build_package() {
  local options=()
  while read -r file; do if [[ -e $file ]]; then options+=(--licences "$(realpath "$file")"); fi; done < <(licences)
  (cd web && npm ci --no-audit --no-fund --silent)
  node web/build.mjs --wasm "$module" --out "$package" "${options[@]}"
  npm pack --silent --pack-destination build/web "./$package"
}

build_module
build_package
configure release -DNOVPHY_TESTS=OFF
cmake --build --preset release -j "$(nproc)" --target novphy
if [[ ${1:-} == --no-study ]]; then exit; fi

study=build/web/study
rm -rf $study
mkdir -p $study
build/release/novphy plan --trials 1 --min-normal 1 --max-normal 2 --novel 2 --calibration-runs 0 --quiet --out $study/plan.json
build/release/novphy web-study levels/study/study.json --plan $study/plan.json --out $study/pages
echo "Play it at http://localhost:8000/?participant=P01 and download your data at the end. Then, in another terminal:"
echo "  build/release/novphy import DOWNLOADED.json --study levels/study/study.json --plan $study/plan.json --out $study/results"
echo "  build/release/novphy measure $study/results/*/records.jsonl"
echo "Control+C ends the server."
exec python3 -m http.server --directory $study/pages --bind 127.0.0.1 8000
