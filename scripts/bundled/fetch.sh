#!/usr/bin/env bash
# Fetches the sources of the libraries in a wheel from Debian's archive, checks their hashes, and keeps what the build reads, with
# the licences. A source distribution carries them. Needs apt on an x86-64 machine. The archive is that of apt's own settings;
# NOVPHY_DEBIAN names another, such as a snapshot of an earlier day.
# Usage: scripts/bundled/fetch.sh [FOLDER, default scripts/bundled/sources]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "${1:-$here/sources}")
if [[ -e $folder ]]; then exit; fi

stop() {
  echo "fetch.sh: $*" >&2
  exit 2
}

[[ -x /usr/lib/apt/apt-helper ]] || stop "expected Debian's apt; a source distribution of novphy has the libraries' sources"
mapfile -t archives < <(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | sort -u)
if [[ -n ${NOVPHY_DEBIAN:-} ]]; then archives=("$NOVPHY_DEBIAN"); fi
mkdir -p "$(dirname "$folder")"
new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new"' EXIT

download() {  # download FILE HASH: the file lands in the new folder
  local archive
  for archive in "${archives[@]}"; do
    if /usr/lib/apt/apt-helper -qq -o APT::Sandbox::User="$(id -un)" download-file "${archive%/}/pool/main/$1" \
      "$new/$(basename "$1")" "SHA256:$2" 2>"$new/errors"; then return; fi
  done
  cat "$new/errors" >&2
  stop "$1: cannot fetch it with the hash of sources.txt from ${archives[*]:-an archive: apt knows none}"
}

unpack() {  # unpack FOLDER FILE PART...
  mkdir "$1"
  if [[ $2 == *.deb ]]; then
    dpkg-deb --fsys-tarfile "$2" | tar -xf - -C "$1" "${@:3}"
  else
    tar -xf "$2" -C "$1" --strip-components=1 --wildcards --no-wildcards-match-slash "${@:3}"
  fi
  rm "$2"
}

cd "$new"
while read -r name file hash _ parts; do
  download "$file" "$hash"
  read -ra parts <<<"$parts"
  prefix=$([[ $file == *.deb ]] && echo ./ || echo '*/')
  set -f
  unpack "$name" "$(basename "$file")" "${parts[@]/#/$prefix}"
  set +f
done < <(grep -v '^#' "$here/sources.txt")

# Of Boost's 15,000 headers, those that ours include.
cd "$here/../.."
mapfile -t users < <(grep -rl --include='*.cpp' --include='*.h' '<boost/' base sim levels view novelties agents evaluator generator trials serve app)
mkdir "$new/used"
"$new/bcp/usr/bin/bcp" --scan --boost="$new/boost/usr/include" "${users[@]}" "$new/used" >"$new/errors" 2>&1 ||
  { cat "$new/errors" >&2 && stop "Boost: bcp fails"; }
mv "$new/boost/usr/share" "$new/used/"
rm -r "$new/boost" "$new/bcp"
mv "$new/used" "$new/boost"
rm -f "$new/errors"
chmod 755 "$new"
mv "$new" "$folder"
