#include "serve/messages.h"

#include <algorithm>

namespace novphy {
namespace {

constexpr std::array kMessages{
    MessageKind{.id = Ask::kConfigure, .name = "configure", .numbers = "iB"},
    MessageKind{.id = Ask::kSpeed, .name = "speed", .numbers = "i"},
    MessageKind{.id = Ask::kScreenshot, .name = "screenshot"},
    MessageKind{.id = Ask::kState, .name = "state"},
    MessageKind{.id = Ask::kBestScores, .name = "best scores"},
    MessageKind{.id = Ask::kCurrentLevel, .name = "current level"},
    MessageKind{.id = Ask::kLevelCount, .name = "number of levels"},
    MessageKind{.id = Ask::kMyScores, .name = "my scores"},
    MessageKind{.id = Ask::kShoot, .name = "shoot", .numbers = "iiii", .tail_bytes = 8},
    MessageKind{.id = Ask::kPolarShoot, .name = "polar shoot", .numbers = "iiii"},
    MessageKind{.id = Ask::kShootSequence, .name = "shoot sequence", .fields = Fields::kSequence},
    MessageKind{.id = Ask::kZoomOut, .name = "zoom out"},
    MessageKind{.id = Ask::kZoomIn, .name = "zoom in"},
    MessageKind{.id = Ask::kClick, .name = "click"},
    MessageKind{.id = Ask::kShootAndRecord, .name = "shoot and record", .numbers = "iiiii", .tail_bytes = 4},
    MessageKind{.id = Ask::kFastShoot, .name = "fast shoot", .numbers = "iiii", .tail_bytes = 8},
    MessageKind{.id = Ask::kFastPolarShoot, .name = "fast polar shoot", .numbers = "iiii"},
    MessageKind{.id = Ask::kFastSequence, .name = "fast sequence", .fields = Fields::kSequence},
    MessageKind{.id = Ask::kLoadLevel, .name = "load level", .numbers = "i"},
    MessageKind{.id = Ask::kRestart, .name = "restart"},
    MessageKind{.id = Ask::kNextLevel, .name = "next level"},
    MessageKind{.id = Ask::kExactWithPicture, .name = "exact state with picture"},
    MessageKind{.id = Ask::kExact, .name = "exact state"},
    MessageKind{.id = Ask::kNoisyWithPicture, .name = "noisy state with picture"},
    MessageKind{.id = Ask::kNoisy, .name = "noisy state"},
    MessageKind{.id = Ask::kScore, .name = "score"},
    MessageKind{.id = Ask::kLikelihood, .name = "likelihood", .fields = Fields::kLikelihood, .tail_bytes = 4},
    MessageKind{.id = Ask::kDescription, .name = "description", .fields = Fields::kText},
    MessageKind{.id = Ask::kReadyForSet, .name = "ready for set"},
    MessageKind{.id = Ask::kNoveltyInformation, .name = "novelty information"},
    MessageKind{.id = Ask::kRecord, .name = "record", .numbers = "i", .tail_bytes = 4},
    MessageKind{.id = Ask::kFirstPicture, .name = "first picture"},
    MessageKind{.id = Ask::kHint, .name = "hint", .numbers = "i"},
};

}  // namespace

std::span<const MessageKind> message_table() { return kMessages; }

const MessageKind* message_of(std::uint8_t id) {
  const auto* row = std::find_if(kMessages.begin(), kMessages.end(), [id](const MessageKind& each) {
    return static_cast<std::uint8_t>(each.id) == id;
  });
  return row == kMessages.end() ? nullptr : row;
}

}  // namespace novphy
