#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/replayed_shot.h"

namespace novphy {

/// A recorded shot beside ours.
struct ComparedShot {
  OriginalShot theirs;
  ReplayedShot ours;
};

/// How often two answers to one question are the same, over shots.
struct AnswerAgreement {
  int shots = 0;
  int same = 0;
  double share = 0;      ///< same / shots
  double kappa = 0;      ///< Cohen's: 0 is what chance gives by the frequencies of the answers, 1 is perfect
  double commonest = 0;  ///< share of their commonest answer: what always giving it would reach
  double low = 0;        ///< of the share: 2.5 % and 97.5 % points of a bootstrap over families
  double high = 0;
};

/// A question with answers from 0 on; nothing where the recording does not know.
struct Answers {
  std::optional<int> theirs{};
  int ours = 0;
};
enum class Question { kEnding, kPigDead, kMoved };
inline constexpr std::array kQuestions{Question::kEnding, Question::kPigDead, Question::kMoved};
const char* name(Question question);
Answers answers(const ComparedShot& shot, Question question);

/// AnswerAgreement on a question. Families are drawn whole, since shots at a level and its twin are not
/// independent.
AnswerAgreement agreement(const std::vector<ComparedShot>& shots, Question question, std::uint64_t seed = 1);

/// The half of the families that a family is in, 0 or 1: every second one by name.
int half_of(const std::vector<ComparedShot>& shots, const std::string& family);

/// How far the times at which all came to rest lie apart, over shots where both know one.
struct RestTimes {
  int shots = 0;
  double median_s = 0;
  double within_half_second = 0;  ///< share of the shots
};
/// Nothing where no shot has both times.
std::optional<RestTimes> rest_times(const std::vector<ComparedShot>& shots);

/// When the original took birds away, counted from our first contact.
struct Removals {
  int shots = 0;          ///< whose bird went
  int whole_seconds = 0;  ///< of these, three, four, five ... seconds after the contact, within 0.01 s
};
Removals removals(const std::vector<ComparedShot>& shots);

}  // namespace novphy
