#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiments/replayed_shot.h"

namespace novphy {

/// A recorded shot, and our replay of this shot.
struct ComparedShot {
  OriginalShot theirs;
  ReplayedShot ours;
};

/// How often the recording and our replay give equal answers to one question.
struct AnswerAgreement {
  int shots = 0;     ///< shots whose recording has an answer
  int same = 0;      ///< shots with equal answers
  double share = 0;  ///< same / shots
  /// Cohen's kappa. 0: as good as chance with the same frequencies of answers. 1: perfect.
  double kappa = 0;
  /// Share of the recordings' commonest answer, which is the `share` of always giving this answer.
  double commonest = 0;
  double low = 0;   ///< 2.5 % point of `share` in a bootstrap over families
  double high = 0;  ///< 97.5 % point of `share` in a bootstrap over families
};

/// Two answers to a question, numbered from 0 on. `theirs` is nothing where the recording gives no answer.
struct Answers {
  std::optional<int> theirs{};
  int ours = 0;
};
enum class Question { kEnding, kPigDead, kMoved };
inline constexpr std::array kQuestions{Question::kEnding, Question::kPigDead, Question::kMoved};
const char* name(Question question);
Answers answers(const ComparedShot& shot, Question question);

/// The agreement on a question. The bootstrap draws whole families, because shots at a level and at its twin
/// are not independent.
AnswerAgreement agreement(const std::vector<ComparedShot>& shots, Question question, std::uint64_t seed = 1);

/// The half that a family belongs to: 0 or 1, alternating over the families of `shots` sorted by name.
int half_of(const std::vector<ComparedShot>& shots, const std::string& family);

/// The distances between the recorded and our time of rest.
struct RestTimes {
  int shots = 0;                  ///< shots with both times
  double median_s = 0;            ///< median distance
  double within_half_second = 0;  ///< share of the shots with a distance of at most 0.5 s
};
/// The rest times of the shots; nothing where no shot has both times.
std::optional<RestTimes> rest_times(const std::vector<ComparedShot>& shots);

/// The times at which the original removed birds, counted from the bird's first contact in our replay.
struct Removals {
  int shots = 0;          ///< shots with both times
  int whole_seconds = 0;  ///< those of `shots` with a time of 3, 4, 5, ... s, within 0.01 s
};
Removals removals(const std::vector<ComparedShot>& shots);

}  // namespace novphy
