#!/usr/bin/env bash
# Makes the site of all pages of docs/ in build/site, with the playground that scripts/web.sh has built and a small board of the
# program that is built. It checks every link. Any warning is an error.
# Usage: scripts/site.sh [--no-web] [--serve]
set -euo pipefail
serve="" web=yes
for option; do
  case $option in
    --no-web) web="" ;;
    --serve) serve=yes ;;
    *) echo "site.sh: found \"$option\", expected --no-web or --serve" >&2 && exit 2 ;;
  esac
done
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need site
if ! said=$(site_packages); then echo "site.sh: $said" >&2 && exit 1; fi
playground=build/web/playground board=build/site_board/site
options=()

make_board() {  # make_board PROGRAM
  rm -rf build/site_board
  mkdir -p build/site_board/quick/entries
  "$1" plan --standard quick --jobs "$(nproc)" --out build/site_board/quick/plan.json
  "$1" board build/site_board/quick --add random pig_shooter datalab --jobs "$(nproc)" --out $board
}

for program in build/release/novphy build/check/novphy; do
  if [[ -x $program ]]; then
    if [[ ! -e $board/index.html || $program -nt $board/index.html ]]; then make_board $program; fi
    options+=(--board $board)
    break
  fi
done
if [[ -n $web && -e $playground/index.html ]]; then options+=(--playground $playground); fi
"$SITE_PACKAGES/bin/python" -B docs/site/make.py build/site "${options[@]}"
if [[ -z $serve ]]; then
  echo "The site: build/site/index.html; scripts/site.sh --serve gives it an address of this machine, which search and playground need"
  exit
fi
echo "The site: http://localhost:8000 (Control+C ends the server)"
exec python3 -m http.server --directory build/site --bind 127.0.0.1 8000 >/dev/null 2>&1
