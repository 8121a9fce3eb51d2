#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"

/// The records of a trial that letters describe, such as "PF|PfF!". Tasks before the bar are normal, tasks
/// behind the bar are novel. P is a passed task; F, or any other letter, is a failed task. An exclamation
/// mark behind a task is an alarm. A question mark behind a task says that the result is not known.
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
