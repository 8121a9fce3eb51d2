#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"

/// A trial in letters: "PF|PfF!": before the bar normal tasks, behind it novel ones; P passed, F failed; an
/// exclamation mark behind a task is an alarm; a question mark: no result is known.
inline std::vector<novphy::Record> trial(std::string_view letters, int number = 0,
                                         std::string novelty = "objects", std::string scenario = "rolling") {
  std::vector<novphy::Record> records;
  novphy::Phase phase = novphy::Phase::kNormal;
  for (const char letter : letters) {
    if (letter == '|') {
      phase = novphy::Phase::kNovel;
    } else if (letter == '!') {
      records.back().alarm = true;
    } else if (letter == '?') {
      records.back().no_result = true;
    } else {
      novphy::Record record;
      record.novelty = novelty;
      record.scenario = scenario;
      record.trial = number;
      record.phase = phase;
      record.task = static_cast<int>(records.size());
      record.passed = letter == 'P';
      records.push_back(record);
    }
  }
  return records;
}

/// The records of several trials, one after the other.
inline std::vector<novphy::Record> joined(const std::vector<std::vector<novphy::Record>>& trials) {
  std::vector<novphy::Record> all;
  for (const auto& records : trials) all.insert(all.end(), records.begin(), records.end());
  return all;
}
