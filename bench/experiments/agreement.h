#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/vec2.h"
#include "sim/world.h"

namespace novphy {

/// How a recording of one shot ended.
enum class Ending {
  kCleared,  ///< every pig is dead and all is still
  kAtRest,   ///< all is still, a pig is alive
  kMoving,   ///< something still moved when the recording ended, 11 s after the launch
};
inline constexpr int kEndings = 3;

/// One shot recorded in the original: the first bird of a level.
struct OriginalShot {
  std::string level{};     ///< name of its file without ".xml"
  std::string shot{};      ///< name of the throw, such as "c05"
  std::string family{};    ///< the level, whether its normal or its novel twin
  std::string scenario{};  ///< two digits of the template's type, "03" for rolling
  int novelty = 0;         ///< 0 in a normal level, else 1 to 8
  Vec2 velocity_mps{};     ///< of the launch
  Ending ending = Ending::kMoving;
  /// When all had been still for 0.04 s, since the launch, where that is known.
  std::optional<double> rest_s{};
  std::optional<double> bird_gone_s{};  ///< since the launch, where the table says it
  /// Whether the pig died, where that is known: a level ends as won or lost, or stands still with birds left.
  std::optional<bool> pig_dead{};
  bool moved = false;  ///< what rests on what changed in some picture
};

/// Length of a recording, from the launch.
inline constexpr double kRecordedS = 11;

/// Reads the tables shots.csv and shots_13_angles.csv of the folder. Throws InputError where a file or a
/// column is missing, a cell is not what was expected, or a level's file is not there.
std::vector<OriginalShot> read_original_shots(const std::filesystem::path& folder);

/// The file of a shot's level.
std::filesystem::path level_file(const std::filesystem::path& folder, const OriginalShot& shot);

/// A recorded shot replayed in our world. The replay ends when all is still, or after kRecordedS.
struct ReplayedShot {
  Ending ending = Ending::kMoving;
  double end_s = kRecordedS;  ///< time from the launch to the end of the replay
  bool pig_dead = false;      ///< no pig is alive at the end of the replay
  bool moved = false;       ///< a block, pig or TNT went, or touched other bodies (birds aside) in a picture
  bool hit_object = false;  ///< the bird touched a block, pig or TNT
  double bird_speed_mps = 0;          ///< speed of the bird at the end of the replay or before its removal
  std::optional<double> contact_s{};  ///< time from the launch to the bird's first contact
};

/// The recordings call a level still once, for kStillS, no body has moved faster than kStillMps or turned
/// faster than kStillDegPerS. A launched bird counts until it is removed.
inline constexpr double kStillMps = 0.01;
inline constexpr double kStillDegPerS = 0.01;
inline constexpr double kStillS = 0.04;
/// After a bird's first contact, the original checks at this interval whether the level has ended. Where a
/// magnet pulls, it has ended once the sum of all speeds is below kPolledStillMps.
inline constexpr double kPollS = 2501 * 0.0004;
inline constexpr double kPolledStillMps = 0.5;
/// The interval between two pictures of a recording.
inline constexpr double kPictureS = 0.02;

/// Throws only the task's first bird, with the recorded velocity. Throws exceptions as World does.
ReplayedShot replay_shot(const Task& task, const OriginalShot& shot, const Catalogue& catalogue,
                         const Physics& physics);

/// A recorded shot, and our replay of this shot.
struct ComparedShot {
  OriginalShot theirs;
  ReplayedShot ours;
};

/// How often the recording and our replay give equal answers to one question.
struct AnswerAgreement {
  int shots = 0;     ///< shots whose recording has an answer
  double share = 0;  ///< of them with equal answers
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
AnswerAgreement agreement(const std::vector<ComparedShot>& shots, Question question);

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
