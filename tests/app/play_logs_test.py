"""The logs in tests/plays say what the plays of the shipped pairs are. Usage: play_logs_test.py PROGRAM"""

import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "scripts")]
import play_logs
from program import main, program

MOST_LINES = 60
MOST_BYTES = 200_000


def sides():
    return [play_logs.Side(pair, side) for pair in play_logs.pair_names() for side in play_logs.SIDES]


class PlayLogs(unittest.TestCase):
    def test_each_log_is_what_its_play_is_now(self):
        with ThreadPoolExecutor(play_logs.JOBS) as pool:
            found = "".join(pool.map(lambda side: play_logs.difference(program(), side), sides()))
        self.assertFalse(found, f"\n{found}\nWhere this is meant, scripts/play_logs.py writes the logs anew.")

    def test_each_side_of_the_forty_pairs_has_a_log_of_a_play_that_wins_and_no_other_has_one(self):
        logs = {side.log for side in sides()}
        self.assertEqual(len(logs), 80)
        self.assertEqual(logs, set(play_logs.LOGS.rglob("*.txt")))
        for log in sorted(logs):
            with self.subTest(log=str(log.relative_to(play_logs.LOGS))):
                self.assertRegex(log.read_text().splitlines()[-1], r"^ *[\d.]+ won ")

    def test_logs_are_short_enough_to_be_read(self):
        for side in sides():
            self.assertLessEqual(len(side.stored().splitlines()), MOST_LINES, side.log)
        self.assertLess(sum(len(side.stored()) for side in sides()), MOST_BYTES)


if __name__ == "__main__":
    main()
