#!/usr/bin/env bash
# Runs the tests that take longer than those of scripts/test.sh:
# * the Python package under the sanitizers of addresses and undefined behaviour;
# * all pairs that come with the program, with throws half a degree apart and three other members of each family;
# * ten million drawn inputs of a client of novphy serve, under the sanitizers;
# * a million drawn tasks with every kind of law (some 2.5 hours of one core);
# * shards of a run that are killed 200 times, also while they are renamed;
# * people's whole sessions in a window, all four level sets;
# * the pages of a printed report;
# * the Croissant file of a data set, read by mlcroissant from PyPI;
# * a film that Gymnasium's RecordVideo writes with moviepy from PyPI.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"
need build test python print
jobs=$(nproc)
python_test_packages || true

configure check -DNOVPHY_TESTS=ON
cmake --build --preset check -j "$jobs"
# Python loads the module with the runtime of g++'s sanitizers.
configure sanitize -DCMAKE_CXX_COMPILER=c++ -DNOVPHY_TESTS=ON -DNOVPHY_UNIT_TESTS=fuzz -DNOVPHY_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3
cmake --build --preset sanitize -j "$jobs" --target _novphy novphy_unit_tests
export NOVPHY_PROGRAM="$PWD/build/check/novphy" # the tests of the Python package compare with this program
ctest --preset sanitize --no-tests=error -R "python: tests"
NOVPHY_SERVER_INPUTS=10000000 build/sanitize/tests/fuzz/novphy_fuzz_tests "drawn inputs of a client leave no wrong reply"
NOVPHY_WORLD_INPUTS=1000000 NOVPHY_WORLD_THREADS=$jobs build/check/tests/fuzz/novphy_fuzz_tests "drawn tasks with every kind of law play to an end"
build/check/novphy verify --all --samples 3 --jobs "$jobs" | tail -n 1
python3 -B tests/trials/shards.py "$PWD/build/check/novphy" "$PWD/tests/trials/pairs" 200
python3 -B tests/window/window_test.py "$PWD/build/check/novphy-play" "$PWD/build/check/novphy" --all
python3 -B tests/app/report_print_test.py "$PWD/build/check/novphy"
if pip_install mlcroissant==1.1.1; then
  PYTHONPATH=build/check/python "$NEWEST_PACKAGES/bin/python" -B -m pytest -q -p no:cacheprovider tests/python/test_datasets.py -k mlcroissant
else
  echo "SKIPPED: PyPI did not give mlcroissant"
fi
films=(moviepy==2.2.1 imageio==2.38.1 imageio-ffmpeg==0.8.1 proglog==0.1.12 decorator==5.3.1 python-dotenv==1.2.4 tqdm==4.70.1)
if pip_install --target build/python_films --upgrade --no-deps "${films[@]}"; then
  PYTHONPATH=build/check/python:build/python_films "$NEWEST_PACKAGES/bin/python" -B -m pytest -q -p no:cacheprovider \
    tests/python/test_env_options.py -k recorded_video
else
  echo "SKIPPED: PyPI did not give moviepy"
fi
