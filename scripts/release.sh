#!/usr/bin/env bash
# Makes packages of this version in the folder dist, tries each as a machine without anything of novphy would, and lists their
# SHA-256. The parts are
#   source    the source distribution, from which a wheel is built without a network
#   x86_64    a tarball with the program, and wheels, for Linux with glibc 2.28 or newer (zig's compiler, from PyPI)
#   aarch64   the same for 64-bit ARM, tried under qemu
#   npm       the package for npm
#   debian    the package for Debian 12
# Each has the licences of everything linked in, and a list of it (CycloneDX). As root, packages are tried in empty roots of
# Debian (debootstrap), else here. All together take an hour on two cores, and half of that when repeated.
# Usage: scripts/release.sh [PART...]    default: all parts
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
all=(source x86_64 aarch64 npm debian)
parts=("$@")
if [[ $# -eq 0 ]]; then parts=("${all[@]}"); fi
for part in "${parts[@]}"; do
  if [[ " ${all[*]} " != *" $part "* ]]; then echo "release.sh: found \"$part\", expected some of: ${all[*]}" >&2 && exit 2; fi
done
need release
version=$(sed -n 's/^project(novphy VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
dist=$PWD/dist
work=$PWD/build/packages
sources=scripts/bundled/sources
libraries=(box2d muparser pugixml fmt cli11 cairo pixman png zlib freetype json md dejavu boost)
# For these the archive has headers: the suites whose Python they are, from which roots to try the wheels in are made, too.
pythons=(3.9:bullseye 3.11:bookworm 3.13:trixie 3.14:sid)
mkdir -p "$dist" "$work"
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CMakeLists.txt)
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

install_file() { command install -D -m 644 "$@"; }  # setup.sh has an install of its own

say() { printf '== %s\n' "$*"; }

tools() {  # installs what packages are made with
  if cmp -s scripts/release_requirements.txt "$work/tools/installed.txt"; then return; fi
  rm -rf "$work/tools"
  /usr/bin/python3 -m venv "$work/tools"
  "$work/tools/bin/pip" install --quiet -r scripts/release_requirements.txt
  cp scripts/release_requirements.txt "$work/tools/installed.txt"
}

python() { "$work/tools/bin/python" "$@"; }

offline() {  # runs a command without a network, where that is possible
  if unshare --net true 2>/dev/null; then unshare --net "$@"; else "$@"; fi
}

archive() { apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1; }

apt_of() {  # apt_of DEBIAN_ARCHITECTURE COMMAND...: apt-get that knows the packages of every suite; its state is in the work folder
  local state=$work/apt/$1
  mkdir -p "$state"/{lists,archives}/partial
  : >"$state/status"
  apt-get -qq -o APT::Architecture="$1" -o APT::Architectures="$1" -o APT::Sandbox::User="$(id -un)" \
    -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$state/lists" \
    -o Dir::State::Status="$state/status" -o Dir::Cache="$state" -o Debug::NoLocking=true "${@:2}"
}

headers() {  # headers DEBIAN_ARCHITECTURE VERSION: unpacks the headers of a Python; fails where the archive has none
  local folder=$work/headers/$1-$2 python
  if [[ -e $folder/usr ]]; then return; fi
  if [[ ! -e $work/apt/$1 ]]; then
    mkdir -p "$work/apt"
    for python in "${pythons[@]}"; do echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(archive) ${python#*:} main"; done >"$work/apt/sources.list"
    apt_of "$1" update
  fi
  mkdir -p "$folder"
  (cd "$folder" && apt_of "$1" download "libpython$2-dev" && dpkg-deb --extract libpython*.deb . && rm libpython*.deb)
  : >"$folder/usr/include/crypt.h"  # Python 3.9 includes it, and its headers use nothing of it
}

toolchain() {  # toolchain MACHINE: writes zig's compilers for the machine, and CMake's file that names them
  local folder=$work/toolchain-$1 zig tool
  if [[ -e $folder/toolchain.cmake ]]; then return; fi  # a new file would make CMake compile everything again
  zig=$(python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig
  mkdir -p "$folder"
  for tool in cc c++; do
    printf '#!/bin/sh\nexec "%s" %s -target %s-linux-gnu.2.28 -g0 "$@"\n' "$zig" "$tool" "$1" >"$folder/$tool"
  done
  for tool in ar ranlib; do printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" "$tool" >"$folder/$tool"; done
  chmod +x "$folder"/*
  {
    if [[ $1 != "$(uname -m)" ]]; then
      printf 'set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR %s)\n' "$1"
      # It prints the manual page and the completions, which the tarball otherwise lacks.
      if [[ $EUID -eq 0 ]]; then printf 'set(CMAKE_CROSSCOMPILING_EMULATOR qemu-%s-static;-L;%s)\n' "$1" "$(root_of bookworm arm64)"; fi
    fi
    printf 'set(CMAKE_%s_COMPILER "%s/%s")\n' C "$folder" cc CXX "$folder" c++
    printf 'set(CMAKE_%s "%s/%s")\n' AR "$folder" ar RANLIB "$folder" ranlib
  } >"$folder/toolchain.cmake"
}

licences() {  # licences FOLDER PART...: writes the licences of zig's and of the bundled libraries, and the list of all parts
  local folder=$1 file zig
  zig=$(python -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/lib
  rm -rf "$folder"
  mkdir -p "$folder"
  for file in $sources/*/LICENSE* $sources/*/COPYING* $sources/*/docs/FTL.TXT $sources/*/share/doc/*/copyright $sources/*/usr/share/doc/*/copyright; do
    if [[ -f $file ]]; then install_file "$file" "$folder/$(cut -d / -f 4 <<<"$file")/$(basename "$file")"; fi
  done
  install_file "$zig/libcxx/LICENSE.TXT" "$folder/libcxx/LICENSE.TXT"
  install_file "$zig/libunwind/LICENSE.TXT" "$folder/libunwind/LICENSE.TXT"
  install_file "$zig/libc/glibc/LICENSES" "$folder/glibc/LICENSES"
  python scripts/parts_list.py "$version" "${libraries[@]}" "${@:2}" >"$folder/parts.cdx.json"
}

zig_parts() {  # what zig links in: its version stands for LLVM's libraries
  local of_zig
  of_zig=$(sed -n 's/^ziglang==//p' scripts/release_requirements.txt)
  echo "libcxx=zig-$of_zig=Apache-2.0 WITH LLVM-exception"
  echo "libunwind=zig-$of_zig=Apache-2.0 WITH LLVM-exception"
  echo "glibc-startup=2.28=LGPL-2.1-or-later"
}

configure_for() {  # configure_for MACHINE [OPTION...]
  CMAKE_GENERATOR=Ninja cmake -S . -B "$work/$1" -DCMAKE_TOOLCHAIN_FILE="$work/toolchain-$1/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG" -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 \
    -DCMAKE_EXE_LINKER_FLAGS=-s -DCMAKE_MODULE_LINKER_FLAGS=-s -DNOVPHY_SYSTEM_LIBS=OFF -DNOVPHY_TESTS=OFF -DNOVPHY_EXAMPLES=OFF \
    -DNOVPHY_PYTHON=ON -DNOVPHY_PYTHON_INSTALL=. -Dpybind11_DIR="$(python -m pybind11 --cmakedir)" "${launcher[@]}" "${@:2}" >/dev/null
}

debian_name() { if [[ $1 == aarch64 ]]; then echo arm64; else echo amd64; fi; }

configure_python() {  # configure_python MACHINE VERSION
  local of headers
  of=$(debian_name "$1")
  headers=$work/headers/$of-$2/usr/include
  configure_for "$1" -DNOVPHY_PYTHON_SUFFIX=".cpython-${2/./}-$1-linux-gnu.so" \
    -DNOVPHY_PYTHON_HEADERS="$headers/python$2;$headers/$1-linux-gnu/python$2;$headers"
}

make_tarball() {  # make_tarball MACHINE
  local name=novphy-$version-linux-$1
  cmake --build "$work/$1" --target novphy
  mapfile -t of_zig < <(zig_parts)
  licences "$work/$1/licences" "${of_zig[@]}"
  rm -rf "${work:?}/$name"
  cmake --install "$work/$1" --component program --prefix "$work/$name" >/dev/null
  tar --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9n >"$dist/$name.tar.gz"
}

make_wheels() {  # make_wheels MACHINE
  local each of tag wheel=$work/wheel-$1 info=$work/wheel-$1/novphy-$version.dist-info
  of=$(debian_name "$1")
  rm -rf "$work/metadata"
  python -c "import build; build.ProjectBuilder('.').metadata_path('$work/metadata')" >/dev/null
  for each in "${pythons[@]}"; do
    each=${each%%:*}
    headers "$of" "$each" || { say "no wheel for Python $each: the archive has no headers" && continue; }
    configure_python "$1" "$each"
    cmake --build "$work/$1" --target _novphy
    rm -rf "$wheel"
    cmake --install "$work/$1" --component python --prefix "$wheel" >/dev/null
    find "$wheel/novphy" -name '_novphy*.so' ! -name "*cpython-${each/./}-*" -delete
    cp -r "$work/metadata/novphy-$version.dist-info" "$wheel/"
    tag=cp${each/./}
    printf 'Wheel-Version: 1.0\nGenerator: novphy scripts/release.sh\nRoot-Is-Purelib: false\nTag: %s-%s-manylinux_2_28_%s\n' \
      "$tag" "$tag" "$1" >"$info/WHEEL"
    mapfile -t of_zig < <(zig_parts)
    licences "$info/licenses/linked" "${of_zig[@]}" \
      "pybind11=$(sed -n 's/^pybind11==//p' scripts/release_requirements.txt)=BSD-3-Clause"
    install_file "$(python -c 'import pybind11; print(pybind11.__path__[0])')"-*.dist-info/licenses/LICENSE \
      "$info/licenses/linked/pybind11/LICENSE"
    (cd "$info/licenses/linked" && rm -rf "${libraries[@]}")  # which the metadata have already
    mkdir -p "$info/sboms"
    mv "$info/licenses/linked/parts.cdx.json" "$info/sboms/novphy.cdx.json"
    python -m wheel pack --dest-dir "$dist" "$wheel" >/dev/null
  done
}

check_symbols() {  # check_symbols FILE: it asks for no newer glibc than 2.28
  local newest
  newest=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
  [[ $(printf '%s\nGLIBC_2.28\n' "$newest" | sort -V | tail -n 1) == GLIBC_2.28 ]] || { echo "release.sh: $1 asks for $newest" >&2 && exit 1; }
}

# Trying.

root_of() {  # root_of SUITE [DEBIAN_ARCHITECTURE]: prints the folder of an empty root, which it makes
  local suite=$1 of=${2:-$(dpkg --print-architecture)} root package
  root=$work/roots/$suite-$of
  if [[ ! -e $root/made ]]; then
    rm -rf "$root"
    mkdir -p "$work/roots"
    if [[ $of == "$(dpkg --print-architecture)" ]]; then
      debootstrap --variant=minbase --include=python3,python3-venv "$suite" "$root" "$(archive)" >"$work/roots/log" 2>&1
    else  # the packages are unpacked, and no script of theirs runs
      debootstrap --foreign --arch="$of" --variant=minbase --include=python3,python3-pip "$suite" "$root" "$(archive)" >"$work/roots/log" 2>&1
      for package in "$root"/var/cache/apt/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
      cp "/usr/bin/qemu-aarch64-static" "$root/"
    fi || { tail -n 5 "$work/roots/log" >&2 && return 1; }
    touch "$root/made"
  fi
  echo "$root"
}

# What every build must print for `selftest --digest`.
expected_digest() { awk '/^1 thread / {print $3}' docs/dev/determinism.md; }

check_digest() {  # check_digest WHAT COMMAND...
  local found expected
  expected=$(expected_digest)
  found=$("${@:2}" selftest --digest)
  [[ -n $expected && $found == "$expected" ]] || { echo "release.sh: $1 plays $found, expected $expected" >&2 && exit 1; }
  say "$1: selftest digest $found"
}

try_tarball() {  # try_tarball MACHINE
  local name=novphy-$version-linux-$1 root
  check_symbols "$work/$name/bin/novphy"
  [[ -s $work/$name/share/doc/novphy/licences/parts.cdx.json ]] || { echo "release.sh: $name has no list of its parts" >&2 && exit 1; }
  if [[ $EUID -ne 0 ]]; then
    [[ $1 != "$(uname -m)" ]] || check_digest "$name" "$work/$name/bin/novphy"
    return
  fi
  if [[ $1 == "$(uname -m)" ]]; then root=$(root_of bullseye); else root=$(root_of bookworm arm64); fi  # the oldest glibc that there is
  rm -rf "$root/opt/$name"
  mkdir -p "$root/opt"
  tar --directory "$root/opt" -xzf "$dist/$name.tar.gz"
  if [[ $1 == "$(uname -m)" ]]; then
    check_digest "$name" chroot "$root" "/opt/$name/bin/novphy"
    chroot "$root" "/opt/$name/bin/novphy" plan --standard quick --force --out /tmp/plan.json
  else
    check_digest "$name" chroot "$root" /qemu-aarch64-static "/opt/$name/bin/novphy"
  fi
}

numpy_for() {  # numpy_for MACHINE VERSION FOLDER: downloads numpy's wheel
  python -m pip download --quiet --disable-pip-version-check --only-binary :all: --python-version "$2" --implementation cp \
    --platform "manylinux_2_28_$1" --platform "manylinux_2_17_$1" --platform "manylinux2014_$1" --dest "$3" numpy
}

try_wheels() {  # try_wheels MACHINE
  local each root tag wheels
  for each in "${pythons[@]}"; do
    tag=cp${each%%:*}
    wheels=("$dist"/novphy-"$version-${tag/./}"-*"$1".whl)
    [[ -e ${wheels[0]} ]] || continue
    if [[ $1 == "$(uname -m)" && $each == 3.11:* ]]; then
      say "${wheels[0]##*/}: the tests of the package"
      rm -rf "$work/venv"
      /usr/bin/python3 -m venv "$work/venv"
      "$work/venv/bin/pip" install --quiet "${wheels[0]}" -r tests/python/requirements.txt
      (cd "$work" && NOVPHY_PROGRAM=$work/venv/bin/novphy venv/bin/python -m pytest -q -rs -p no:cacheprovider "$OLDPWD/tests/python")
    fi
    [[ $EUID -eq 0 && $each != *:sid ]] || continue
    if [[ $1 == "$(uname -m)" ]]; then
      root=$(root_of "${each#*:}")
    elif [[ $each == 3.11:* ]]; then
      root=$(root_of bookworm arm64)
    else
      continue
    fi
    rm -rf "$root/wheels" "$root/v"
    mkdir "$root/wheels"
    cp "${wheels[0]}" "$root/wheels/"
    numpy_for "$1" "${each%%:*}" "$root/wheels"
    if [[ $1 == "$(uname -m)" ]]; then
      offline chroot "$root" sh -c 'python3 -m venv v && v/bin/pip install --quiet --no-index --find-links wheels novphy && v/bin/novphy selftest --short'
    else  # nothing can start other programs there, so the wheels are unpacked
      mkdir "$root/v"
      for each in "$root"/wheels/*.whl; do python -m zipfile -e "$each" "$root/v"; done
      chroot "$root" /qemu-aarch64-static -E PYTHONPATH=/v /usr/bin/python3.11 -m novphy selftest --short
    fi
    say "${wheels[0]##*/}: passes its self-test in an empty root"
  done
}

# The parts.

make_source() {
  local archive=$dist/novphy-$version.tar.gz
  python -m build --no-isolation --sdist --outdir "$dist" >/dev/null
  say "$(basename "$archive"): a wheel from it, without a network"
  rm -rf "$work/plain" "$work/venv"
  PATH=$work/tools/bin:$PATH offline "$work/tools/bin/pip" wheel --quiet --no-index --no-deps --no-build-isolation --wheel-dir "$work/plain" "$archive"
  /usr/bin/python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet "$work/plain"/novphy-*.whl
  (cd "$work" && venv/bin/python -m novphy selftest --short)
}

make_for() {  # make_for MACHINE
  toolchain "$1"
  headers "$(debian_name "$1")" 3.11
  configure_python "$1" 3.11
  make_tarball "$1"
  try_tarball "$1"
  make_wheels "$1"
  try_wheels "$1"
}

make_npm() {
  local empty
  scripts/web.sh --no-study
  cp "build/web/novphy-$version.tgz" "$dist/novphy-$version-npm.tgz"
  empty=$(mktemp -d)
  (cd "$empty" && npm install --silent --no-audit --no-fund "$dist/novphy-$version-npm.tgz" &&
    node --input-type=module -e 'import {readFileSync} from "node:fs"; import {createRequire} from "node:module";
      const at = (name) => createRequire(process.cwd() + "/").resolve("novphy/" + name);
      if (JSON.parse(readFileSync(at("pairs.json")))["rolling/agents"] === undefined) process.exit(1);')
  rm -rf "$empty"
  node --test web/tests/gaps.test.mjs >/dev/null
  say "novphy-$version-npm.tgz: installs in an empty folder; its module plays as the program does"
}

make_debian() {
  local of package root release=build/release
  of=$(dpkg --print-architecture)
  need build
  configure release -DNOVPHY_TESTS=OFF
  cmake --build --preset release -j "$(nproc)"
  rm -rf $release/licences
  local header=() name
  for name in nlohmann-json3-dev libcli11-dev libboost1.74-dev; do  # all else is a package of Debian on which it depends
    install_file "/usr/share/doc/$name/copyright" "$release/licences/$name/copyright"
    header+=("$name=$(dpkg-query -f '${Version}' -W "$name")=$(case $name in nlohmann*) echo MIT ;; libcli11*) echo BSD-3-Clause ;; *) echo BSL-1.0 ;; esac)")
  done
  python scripts/parts_list.py "$version" "${header[@]}" >$release/licences/parts.cdx.json
  cpack --config $release/CPackConfig.cmake -B "$work/debian" >/dev/null
  package=novphy_${version}_$of.deb
  cp "$work/debian/$package" "$dist/"
  if [[ $EUID -ne 0 ]]; then return; fi
  root=$(root_of bookworm)
  cp "$dist/$package" "$root/"
  cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
  chroot "$root" sh -c "apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends ./$package" >"$work/debian/log" 2>&1 ||
    { tail -n 5 "$work/debian/log" >&2 && exit 1; }
  check_digest "$package" chroot "$root" novphy
}

tools
if [[ ! -e $sources ]]; then scripts/bundled/fetch.sh; fi
for part in "${parts[@]}"; do
  say "$part"
  case $part in
    source | npm | debian) "make_$part" ;;
    *) make_for "$part" ;;
  esac
done
(cd "$dist" && rm -f SHA256SUMS && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
cat "$dist/SHA256SUMS"
