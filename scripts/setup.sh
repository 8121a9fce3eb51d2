# shellcheck shell=bash
# The other scripts source this file. It changes to the top folder and defines the functions `need`, `configure`,
# `python_test_packages`, `notebook_packages` and `site_packages`.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

is_there() {  # is_there KIND:NAME: whether this command, header, ... exists; KIND:NAME as in packages.txt
  local name=${1#*:}
  case ${1%%:*} in
    command) command -v "$name" >/dev/null ;;
    file) [[ -e $name ]] ;;
    header) c++ -std=c++20 -E -x c++ - -o /dev/null <<<"#include <$name>" 2>/dev/null ;;
    python) /usr/bin/python3 -c "import $name" 2>/dev/null ;;
    clang-runtime) [[ -e $(clang++-14 -print-file-name="libclang_rt.$name-$(uname -m).a" 2>/dev/null) ]] ;;
    *) echo "packages.txt: unknown check $1" >&2 && exit 2 ;;
  esac
}

missing_of() {  # missing_of USE...: the missing packages for these uses, one on each line
  local use package check
  while read -r use package check; do
    if [[ " $* " == *" $use "* ]] && ! is_there "$check"; then echo "$package"; fi
  done < <(grep -v '^#' scripts/packages.txt)
}

as_root() {
  if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

install() {
  command -v apt-get >/dev/null || return 1
  [[ $EUID -eq 0 ]] || command -v sudo >/dev/null || return 1
  echo "Installing: $*"
  as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

need() {  # need USE...: installs the missing packages for these uses, or prints their names and stops
  local missing
  mapfile -t missing < <(missing_of "$@")
  [[ ${#missing[@]} -eq 0 ]] && return
  install "${missing[@]}" || true
  mapfile -t missing < <(missing_of "$@")
  [[ ${#missing[@]} -eq 0 ]] && return
  echo "Missing (names of Debian 12's packages): ${missing[*]}" >&2
  echo "Install them and start again; on Debian or Ubuntu, root or sudo lets this script do it." >&2
  exit 2
}

configure() {  # configure PRESET [OPTION...]
  local launcher=() fresh=() packages=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  # These presets name a compiler. CMake would forget all other settings in a folder of another compiler.
  if [[ $1 == sanitize || $1 == threads ]]; then fresh=(--fresh); fi
  # A build folder that was configured before keeps its generator.
  if [[ $1 == check ]]; then mapfile -t packages < <(options_of_packages); fi
  CMAKE_GENERATOR=Ninja cmake --preset "$1" "${fresh[@]}" "${launcher[@]}" "${packages[@]}" "${@:2}" >/dev/null
}

# Packages from PyPI for the tests of the Python package, with the versions of two files. The preset `check` uses them.
NEWEST_PACKAGES=build/python_tests        # a virtual environment: requirements.txt
OLDEST_PACKAGES=build/python_tests_oldest # a folder of packages for Debian's Python: requirements_oldest.txt
NOTEBOOK_PACKAGES=build/notebooks         # a virtual environment that sees Debian's PyTorch: docs/notebooks/requirements.txt

python_test_packages() {  # installs both if they are not there; without PyPI it says so, and they are missing
  keep_packages "$NEWEST_PACKAGES" tests/python/requirements.txt make_newest_packages &&
    keep_packages "$OLDEST_PACKAGES" tests/python/requirements_oldest.txt make_oldest_packages
}

notebook_packages() {  # installs what notebooks need; what does not come it names, and notebooks that need it are skipped
  local missing
  mapfile -t missing < <(missing_of notebooks)
  [[ ${#missing[@]} -eq 0 ]] || install "${missing[@]}" || true
  mapfile -t missing < <(missing_of notebooks)
  [[ ${#missing[@]} -eq 0 ]] || echo "Debian did not give ${missing[*]}, so notebooks that need it are skipped"
  keep_packages "$NOTEBOOK_PACKAGES" docs/notebooks/requirements.txt make_notebook_packages
}

keep_packages() {  # keep_packages FOLDER FILE MAKE: makes the folder unless it was made from the same bytes of the file
  local error
  if cmp -s "$2" "$1/installed.txt"; then return; fi
  rm -rf "$1"
  if error=$("$3" "$1" "$2" 2>&1) && cp "$2" "$1/installed.txt"; then return; fi
  rm -rf "$1"
  echo "PyPI did not give the packages of $2, so the tests that need them are skipped (${error##*$'\n'})"
  return 1
}

make_newest_packages() { /usr/bin/python3 -m venv "$1" && pip_install -r "$2"; }

SITE_PACKAGES=build/site_packages  # a virtual environment with what makes the site

site_packages() { keep_packages "$SITE_PACKAGES" docs/site/requirements.txt make_site_packages; }

make_site_packages() { /usr/bin/python3 -m venv "$1" && PIP_OF=$1 pip_install -r "$2"; }

make_notebook_packages() { /usr/bin/python3 -m venv --system-site-packages "$1" && PIP_OF=$1 pip_install --no-deps -r "$2"; }

make_oldest_packages() { pip_install --target "$1" --no-deps -r "$2"; }

pip_install() {  # pip_install ARGUMENT...: by the pip of the environment PIP_OF; waits at most five minutes for PyPI
  timeout 300 "${PIP_OF:-$NEWEST_PACKAGES}/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --timeout 15 --retries 1 "$@" ||
    { [[ $? -ne 124 ]] || echo "no end after five minutes"; return 1; }
}

options_of_packages() {  # prints CMake's options for these packages, one on each line
  printf '%s\n' -UNOVPHY_TEST_PYTHON -UNOVPHY_OLDEST_PACKAGES -UNOVPHY_NOTEBOOK_PYTHON -Upybind11_DIR
  [[ ! -e $NOTEBOOK_PACKAGES/installed.txt ]] || echo "-DNOVPHY_NOTEBOOK_PYTHON=$PWD/$NOTEBOOK_PACKAGES/bin/python"
  [[ -e $OLDEST_PACKAGES/installed.txt ]] || return 0
  # Debian's pybind11 does not know numpy 2.
  printf '%s\n' "-DNOVPHY_TEST_PYTHON=$PWD/$NEWEST_PACKAGES/bin/python" "-DNOVPHY_OLDEST_PACKAGES=$PWD/$OLDEST_PACKAGES" \
    "-Dpybind11_DIR=$("$NEWEST_PACKAGES/bin/python" -m pybind11 --cmakedir)"
}
