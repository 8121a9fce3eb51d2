#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// The messages of the Science Birds agent protocol. A request is one byte of id and its fields, big-endian.
/// docs/server.md holds the table of all messages, and a test compares that table with this one.
enum class Ask : std::uint8_t {
  kConfigure = 1,
  kSpeed = 2,
  kScreenshot = 11,
  kState = 12,
  kBestScores = 13,
  kCurrentLevel = 14,
  kLevelCount = 15,
  kMyScores = 23,
  kShoot = 31,
  kPolarShoot = 32,
  kShootSequence = 33,
  kZoomOut = 34,
  kZoomIn = 35,
  kClick = 36,
  kShootAndRecord = 38,
  kFastShoot = 41,
  kFastPolarShoot = 42,
  kFastSequence = 43,
  kLoadLevel = 51,
  kRestart = 52,
  kNextLevel = 53,
  kExactWithPicture = 61,
  kExact = 62,
  kNoisyWithPicture = 63,
  kNoisy = 64,
  kScore = 65,
  kLikelihood = 66,
  kDescription = 67,
  kReadyForSet = 68,
  kNoveltyInformation = 69,
  kRecord = 70,
  kFirstPicture = 71,
  kHint = 72,
};

/// The form of a request's fields.
enum class Fields {
  kNumbers,     ///< int32 and bytes, as MessageKind::numbers says
  kLikelihood,  ///< two float32, a list of ids, a level, a text
  kText,        ///< a text
  kSequence,    ///< a number of shots, then so many shots
};

/// A row of the table of messages.
struct MessageKind {
  Ask id;
  std::string_view name;
  Fields fields = Fields::kNumbers;
  std::string_view numbers{};  ///< one letter for each number: i is an int32, B is a byte
  /// Bytes that some clients send behind the fields. Such bytes belong to the request.
  std::size_t tail_bytes = 0;
};

/// All messages, in the order of their ids.
std::span<const MessageKind> message_table();
/// The row of an id; null where no message has the id.
const MessageKind* message_of(std::uint8_t id);

inline constexpr std::size_t kMostIds = 10'000;         ///< in a report on the novelty
inline constexpr std::size_t kMostTextBytes = 1 << 16;  ///< in a report on the novelty

/// A request, read whole.
struct Request {
  const MessageKind* kind = nullptr;
  /// The numbers of the fields, then those of the tail (int32 each). Of a sequence: the number of shots.
  std::vector<std::int32_t> numbers{};
  double likelihood = 0;            ///< that the world has changed
  std::vector<std::int32_t> ids{};  ///< of novel objects, in a report on the novelty
  std::int32_t level = 0;           ///< of the novelty, in a report on the novelty
  std::string text{};

  Ask id() const { return kind->id; }
};

/// Thrown for bytes that are no request. Nothing that follows such bytes can be read.
class ProtocolError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace novphy
