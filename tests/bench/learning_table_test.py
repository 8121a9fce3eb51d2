"""Tests bench/learning_table.py on the folders of two seeds. Usage: learning_table_test.py"""

import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]
COLUMNS = "agent,table,novelty,scenario,measure,mean,low,high,setting"


def training(passed, solved):
    """What `novphy train` prints, with the same numbers for all templates and both nets."""
    rows = "".join(f"{scenario}/goals/normal  70  {passed:.2f}  {solved:.2f}  0.07  0.45\n" for scenario in SCENARIOS)
    return "".join(f"{kind}, actions: planner  tasks  passed  solved  random  single\n{rows}" for kind in ("dqn", "relational"))


def measured(runs):
    """A part of what `novphy measure --csv` prints of records of these runs."""
    rows = [COLUMNS]
    for agent in (f"{kind}{version}_planner" for kind in ("dqn", "relational") for version in ("", "_online", "_adapt")):
        rows += [f"{agent},cell,goals,{scenario},ap,0.345,0.104,0.586," for scenario in SCENARIOS]
        rows += [f"{agent},nps,goals,,{measure},0.345,0.204,0.486," for measure in ("ap", "aus")]
        rows += [f"{agent},run,,,ap,0.3,,,{run}" for run in runs]
    return "\n".join(rows) + "\n"


class LearningTable(unittest.TestCase):
    def setUp(self):
        self.temporary = TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def printed(self, trainings):
        for seed, (passed, solved) in trainings.items():
            self.write(f"seed_{seed}/goals/train_planner.txt", training(passed, solved))
        self.write("goals/ceilings_planner.txt", "".join(f"{scenario}/goals/novel  70  0.99  0.1  0.5  low\n" for scenario in SCENARIOS))
        self.write("goals/measures.csv", measured([f"seed {seed}" for seed in trainings]))
        command = [sys.executable, "-B", str(ROOT / "bench/learning_table.py"), str(self.folder)]
        return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout

    def test_held_out_and_solved_are_of_the_same_tasks_of_each_seed(self):
        text = self.printed({2: (0.27, 0.39), 3: (0.40, 0.50)})
        self.assertIn("| sliding/goals | 2 | 0.99 | 0.34 of 0.45 |", text)
        self.assertIn("DQN, planner: the median of held out / solved is 0.75 over 10 nets.", text)  # of .69 and .80

    def test_means_over_seeds_stand_with_their_intervals(self):
        text = self.printed({2: (0.27, 0.39), 3: (0.40, 0.50)})
        self.assertIn("0.34 of 0.45 | 0.34 [0.10, 0.59] | 0.34 [0.10, 0.59] | 0.34 [0.10, 0.59] |", text)
        self.assertIn("| goals | DQN online | 0.34 [0.20, 0.49] | 0.34 [0.20, 0.49] | 0.09 | 0.10 |", text)

    def test_one_seed_has_no_interval(self):
        text = self.printed({4: (0.27, 0.39)})
        self.assertIn("| sliding/goals | 1 | 0.99 | 0.27 of 0.39 | 0.34 | 0.34 | 0.34 |", text)


if __name__ == "__main__":
    unittest.main()
