#!/usr/bin/env bash
# Builds novphy for aarch64 on a Debian machine of another kind, for bench/determinism.sh. Box2D is built from
# Debian's source, without fused multiply-adds. The other libraries are Debian's packages for arm64. Only the compiler
# is installed; all other files land in FOLDER. The program is FOLDER/novphy/novphy, to be run by
#   qemu-aarch64 -L FOLDER/root FOLDER/novphy/novphy
# Usage: bench/aarch64.sh FOLDER
set -euo pipefail
folder=$(realpath -m "$1")
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/../scripts/setup.sh"
need build cross
libraries=(libc6-dev libstdc++-12-dev libpugixml-dev libfmt-dev libmuparser-dev libcairo2-dev libcli11-dev
  nlohmann-json3-dev libboost-dev libmd-dev)
mkdir -p "$folder"/{lists,archives}/partial "$folder"/{source,root}

apt_arm64() {  # apt_arm64 COMMAND...: apt-get for an arm64 machine without packages, with its state in the folder
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User="$(id -un)" \
    -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$folder/lists" \
    -o Dir::State::Status="$folder/status" -o Dir::Cache="$folder" -o Debug::NoLocking=true "$@"
}

find_packages() {  # lists the Debian sources that this machine uses, and reads their arm64 packages
  local kind
  for kind in deb deb-src; do
    apt-get indextargets --format "$kind \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' 'Origin: Debian'
  done | sort -u >"$folder/sources.list"
  : >"$folder/status"
  apt_arm64 update
}

unpack_libraries() {
  apt_arm64 install --yes --download-only --no-install-recommends "${libraries[@]}"
  local package
  for package in "$folder"/archives/*.deb; do dpkg-deb --extract "$package" "$folder/root"; done
}

write_toolchain() {
  local kind
  {
    echo "set(CMAKE_SYSTEM_NAME Linux)"
    echo "set(CMAKE_SYSTEM_PROCESSOR aarch64)"
    echo "set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)"
    echo "set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)"
    echo "set(CMAKE_SYSROOT \"$folder/root\")"
    echo "set(CMAKE_FIND_ROOT_PATH \"$folder/box2d\" \"$folder/root\")"
    echo "set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)"
    for kind in PACKAGE LIBRARY INCLUDE; do echo "set(CMAKE_FIND_ROOT_PATH_MODE_$kind ONLY)"; done
  } >"$folder/toolchain.cmake"
}

build() {  # build SOURCE NAME TARGET [OPTION...]
  local libs="$folder/root/usr/lib/aarch64-linux-gnu/pkgconfig:$folder/root/usr/share/pkgconfig" launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  PKG_CONFIG_SYSROOT_DIR="$folder/root" PKG_CONFIG_LIBDIR="$libs" cmake -S "$1" -B "$folder/$2" -G Ninja \
    -DCMAKE_TOOLCHAIN_FILE="$folder/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" "${@:4}"
  cmake --build "$folder/$2" --target "$3"
}

build_box2d() {
  (cd "$folder/source" && apt_arm64 source box2d)
  build "$folder"/source/box2d-*/ box2d-build all -DCMAKE_CXX_FLAGS=-ffp-contract=off -DBUILD_SHARED_LIBS=ON \
    -DBOX2D_BUILD_TESTBED=OFF -DBOX2D_BUILD_UNIT_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$folder/box2d"
  cmake --install "$folder/box2d-build"
}

find_packages
unpack_libraries
write_toolchain
build_box2d
build . novphy novphy -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" -DCMAKE_UNITY_BUILD=ON -DNOVPHY_TESTS=OFF \
  -DNOVPHY_BENCH=OFF
