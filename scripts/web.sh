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

licences() {  # prints files with the licences of everything in the module
  local sources=scripts/bundled/sources emscripten=build/web/licences/emscripten/copyright
  mkdir -p "$(dirname $emscripten)"
  # Of emscripten's many parts, those that it links: its own, and the libraries of LLVM. That of C has a file of its own.
  awk 'BEGIN {RS = ""; ORS = "\n\n"}
    /^Files:\n \*\n/ || /system\/lib\/(libcxx|libunwind|compiler-rt)/ || /^License: *(Expat|Apache-2.0)\n/' \
    /usr/share/doc/emscripten/copyright >$emscripten
  printf '%s\n' $sources/{box2d,muparser,pugixml,fmt}/LICENSE* $sources/md/COPYING $sources/json/usr/share/doc/nlohmann-json3-dev/copyright \
    $emscripten /usr/share/emscripten/system/lib/libc/musl/COPYRIGHT
}

build_package() {
  local file options=() emscripten parts version
  while read -r file; do options+=(--licences "$(realpath -e "$file")"); done < <(licences)
  (cd web && npm ci --no-audit --no-fund --loglevel=error)
  node web/build.mjs --wasm "$module" --out "$package" "${options[@]}" >build/web/npm_parts
  emscripten=$(dpkg-query -f '${source:Upstream-Version}' -W emscripten)
  mapfile -t parts <build/web/npm_parts
  version=$(sed -n 's/^project(novphy VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
  python3 scripts/parts_list.py "$version" box2d muparser pugixml fmt md json "musl=emscripten-$emscripten=MIT" \
    "libcxx=emscripten-$emscripten=Apache-2.0 WITH LLVM-exception" "${parts[@]}" >"$package/parts.cdx.json"
  npm pack --silent --pack-destination build/web "./$package"
}

build_module
build_package
configure release -DNOVPHY_TESTS=OFF
cmake --build --preset release -j "$(nproc)" --target novphy
if [[ ${1:-} == --no-study ]]; then exit; fi

made=build/web/study  # the plan and the key, which nobody else should see
site=build/web/site
rm -rf $made $site
mkdir -p $made $site
build/release/novphy plan --trials 1 --min-normal 1 --max-normal 2 --novel 2 --calibration-runs 0 --jobs "$(nproc)" \
  --out $made/plan.json
build/release/novphy web-study levels/study/study.json --plan $made/plan.json --out $site/study
cp -r build/web/playground $site/
build/release/novphy run $made/plan.json --agent pig_shooter --jobs "$(nproc)" --quiet --out $made/pig_shooter.jsonl
port=8000
while (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do ((++port)); done
cat <<EOF

The study:       http://localhost:$port/study/?participant=P01
The playground:  http://localhost:$port/playground/

The study's last page offers the data for download. Then, in another terminal:
  build/release/novphy import FILE --study levels/study/study.json --plan $made/plan.json --out $made/results
  build/release/novphy measure $made/results/*/records.jsonl $made/pig_shooter.jsonl
Control+C ends the server.
EOF
exec python3 -m http.server --directory $site --bind 127.0.0.1 $port >/dev/null 2>&1
