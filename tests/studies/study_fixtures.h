#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"
#include "tests/trials/fixtures.h"
#include "trials/plan_file.h"
#include "trials/studies/study.h"

namespace novphy::test {

inline const std::filesystem::path kShippedStudy = NOVPHY_SOURCE_DIR "/levels/study";

/// A plan with three trials of agents/rolling and three of events/single_force, and with calibration runs and
/// control trials.
inline Plan study_plan() {
  PlanOptions options = small_options();
  options.control_trials = 1;
  return shifted_plan(pairs(), options);
}

/// A study with three level sets: both cells, only the first cell, only the second cell.
inline const std::string kStudyText = R"({
  "novphy_study": 1,
  "title": "A study",
  "plan": "plan.json",
  "practice": ["practice.json"],
  "shuffle": false,
  "pause_after": 1,
  "level_sets": [
    [["agents", "rolling"], ["events", "single_force"]],
    [["agents", "rolling"]],
    [["events", "single_force"]]
  ],
  "pages": {
    "welcome": {"title": "Welcome", "text": "Hello.", "button": "Go on"},
    "consent": {"title": "Consent", "text": "Do you agree?", "button": "Yes", "decline": "No"},
    "instructions": {"title": "How to play", "text": "Shoot.", "button": "Go on"},
    "begin": {"title": "Now", "text": "It counts.", "button": "Go on"},
    "trial": {"title": "Trial {trial} of {trials}", "text": "{trial}, {trial}.", "button": "Go on"},
    "pause": {"title": "Pause", "text": "Rest.", "button": "Go on"},
    "thanks": {"title": "Thanks", "text": "That was all.", "button": "Close"}
  },
  "question": {"text": "New?", "yes": "Yes", "no": "No"},
  "words": {"practice": "Practice", "task": "Group {trial}   Task {task}", "birds": "Birds", "pigs": "Pigs",
            "score": "Score", "solved": "Solved", "not_solved": "Not solved"}
})";

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// A folder with study.json, plan.json and practice.json.
class StudyFolder {
 public:
  explicit StudyFolder(const std::string& text = kStudyText, const Plan& plan = study_plan()) {
    write(folder_ / "study.json", text);
    write(folder_ / "plan.json", plan_to_json(plan, assets().catalogue));
    std::filesystem::copy_file(kShippedStudy / "practice_1.json", folder_ / "practice.json");
  }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  StudyFile read() const { return read_study(folder_ / "study.json", assets().catalogue); }

 private:
  TemporaryFolder folder_{};
};

}  // namespace novphy::test
