#!/usr/bin/env bash
# cpack makes a Debian package whose program runs with the package's own data.
# Usage: package_test.sh CPACK BUILD_FOLDER
set -euo pipefail
cpack=$1 build=$2
for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is missing" && exit 0; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $*" >&2 && exit 1; }

"$cpack" --config "$build/CPackConfig.cmake" -B "$folder" >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
package=("$folder"/*.deb)
[[ ${#package[@]} -eq 1 && -f ${package[0]} ]] || fail "expected one package, found: ${package[*]}"
[[ $(dpkg-deb -f "${package[0]}" Package) == novphy ]] || fail "the package has another name"
depends=$(dpkg-deb -f "${package[0]}" Depends)
for library in libbox2d libc6 libcairo2; do
  [[ $depends == *"$library"* ]] || fail "does not depend on $library: $depends"
done

# Of what lintian calls errors, these were there once.
version=$(dpkg-deb -f "${package[0]}" Version)
description=$(dpkg-deb -f "${package[0]}" Description)
[[ $(wc -l <<<"$description") -gt 1 ]] || fail "has no long description: $description"
[[ ! $description =~ ^(A|An|The)\  ]] || fail "the description begins with an article: $description"
[[ $(dpkg-deb -f "${package[0]}" Maintainer) != *localhost* ]] || fail "nobody can write to the maintainer"

root=$folder/root
dpkg-deb -x "${package[0]}" "$root"
for file in bin/novphy share/novphy/assets/catalogue.json share/novphy/levels/standard/certificate-1.jsonl share/man/man1/novphy.1.gz \
  share/bash-completion/completions/novphy share/zsh/vendor-completions/_novphy share/doc/novphy/copyright share/doc/novphy/changelog.gz; do
  [[ -s $root/usr/$file ]] || fail "lacks $file"
done
gzip -t "$root/usr/share/man/man1/novphy.1.gz" || fail "the manual page is not compressed"
[[ $(zcat "$root/usr/share/doc/novphy/changelog.gz") == "novphy ($version) "* ]] || fail "scripts/debian/changelog has no entry for $version"
[[ ! -e $root/usr/include && ! -e $root/usr/lib ]] || fail "holds libraries or headers"
[[ ! -f $build/novphy-play || -x $root/usr/bin/novphy-play ]] || fail "lacks novphy-play, which was built"
novphy() { (cd / && env -i "$root/usr/bin/novphy" "$@"); }
[[ $(novphy list pairs | wc -l) -eq 40 ]] || fail "finds no pairs"
[[ $(novphy play rolling/agents:novel --shot 30) == *score* ]] || fail "plays nothing"
echo '{' >"$root/usr/share/novphy/assets/catalogue.json"
said=$(novphy play rolling/agents:novel 2>&1) && fail "a broken catalogue was accepted"
[[ $said == *"$root/usr/share/novphy/assets/catalogue.json:"* ]] || fail "the program reads other data: $said"
