#!/usr/bin/env bash
# Trains the learners of other projects on novphy's environments and prints what each learned, as docs/guide/environments.md shows.
# learners.sh [NAME...] trains those of the files scripts/learners/NAME_learner.py, by default all.
# The first run installs 6 GB of packages from PyPI into build/learners, most of them PyTorch's for graphics cards. With
# PIP_EXTRA_INDEX_URL naming PyTorch's own index of builds for processors, pip takes such a build and leaves them out.
set -euo pipefail
names=("$@")
[[ $# -gt 0 ]] || names=(sb3 torchrl rllib)
for name in "${names[@]}"; do
  [[ $name == sb3 || $name == torchrl || $name == rllib ]] || { echo "learners.sh: found \"$name\", expected sb3, torchrl or rllib" >&2 && exit 2; }
done
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build python
venv=build/learners

install_packages() {
  if cmp -s scripts/learners/requirements.txt "$venv/installed.txt"; then return; fi
  rm -rf "$venv"
  /usr/bin/python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r scripts/learners/requirements.txt
  cp scripts/learners/requirements.txt "$venv/installed.txt"
}

build_package() {  # Debian's pybind11 does not know numpy 2
  configure python -Dpybind11_DIR="$("$venv/bin/python" -m pybind11 --cmakedir)"
  cmake --build --preset python -j "$(nproc)" --target _novphy >/dev/null
}

train() {  # train NAME: prints rows; what else the learner says goes to a file
  local log=$venv/$1.log
  if PYTHONPATH=build/python OMP_NUM_THREADS=1 "$venv/bin/python" "scripts/learners/$1_learner.py" 2>"$log"; then return; fi
  echo "$1 failed. The end of $log:"
  tail -n 5 "$log"
  return 1
}

install_packages
build_package
failed=0
printf '%-22s %-8s %9s %9s %8s %8s\n' learner actions shots 'CPU s' before after
for name in "${names[@]}"; do train "$name" || failed=1; done
exit "$failed"
