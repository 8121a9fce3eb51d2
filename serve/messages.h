#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/observation.h"

namespace novphy {

/// The messages of the Science Birds agent protocol. A request is one byte, the id of its message, and the
/// message's fields, big-endian. docs/reference/server.md has the table of all messages; a test compares it
/// with the one here.
enum class MessageId : std::uint8_t {
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
  kSequence,    ///< the number of shots, then the shots
};

/// A row of the table of messages.
struct MessageKind {
  MessageId id;
  std::string_view name;
  Fields fields = Fields::kNumbers;
  std::string_view numbers{};  ///< one letter for each number: i is an int32, B is a byte
  /// Length of the tail that some clients send after the fields; it belongs to the request.
  std::size_t tail_bytes = 0;
  /// Length of the last fields that some clients leave out.
  std::size_t left_out_bytes = 0;
};

/// All messages, in the order of their ids.
std::span<const MessageKind> message_table();
/// The row of an id; null where no message has the id.
const MessageKind* message_of(std::uint8_t id);

/// A whole request.
struct Request {
  const MessageKind* kind = nullptr;
  /// The numbers of the fields, then those of the tail (int32 each). For a sequence, the number of shots.
  std::vector<std::int32_t> numbers{};
  double likelihood = 0;            ///< that the world has changed
  std::vector<std::int32_t> ids{};  ///< of novel objects, in a report on the novelty
  std::int32_t level = 0;           ///< of the novelty, in a report on the novelty
  std::string text{};

  MessageId id() const { return kind->id; }
};

/// Thrown for bytes that are no request. What follows them cannot be read either.
class ProtocolError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Cuts the bytes of a connection into requests, in whatever pieces they arrive. Lengths are checked before
/// memory is allocated for them.
///
/// Some clients send a tail after a request's fields. The bytes after the fields are the tail where
/// * they are exactly as many as the tail has, or
/// * the first of them is the id of no message. Such a tail may also come later than the fields.
class Framing {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next whole request; nothing until more bytes have arrived. Throws ProtocolError where the bytes are
  /// no request.
  std::optional<Request> next();
  /// Whether a request has arrived in part.
  bool half() const { return !bytes_.empty(); }
  /// The message of the request that has arrived in part. Null where none has.
  const MessageKind* half_of() const;
  /// Whether what has arrived is a whole request of a client that leaves out the last fields. Only a silence
  /// of the client tells that they will not come.
  bool may_be_whole() const;
  /// That request. Its last fields are 0, and are dropped where they still come.
  Request next_without_last_fields();

 private:
  void drop_late_tail();
  void take_tail(Request& request, std::size_t end);

  std::string bytes_;
  std::size_t late_tail_bytes_ = 0;  ///< of the last request, whose tail may still arrive
  std::size_t dropping_bytes_ = 0;   ///< of a late tail that has arrived in part
};

// The bytes of replies, big-endian. Clients expect each reply to have a certain length: one byte more or
// less and they crash.

std::string byte_reply(std::uint8_t value);
std::string number_reply(std::int32_t value);
/// The length of a text and the text.
std::string text_reply(std::string_view text);
/// Width and height, then three bytes for each pixel.
std::string picture_reply(const Picture& picture);
/// A black picture of the usual size.
std::string blank_picture_reply();

/// The facts about a set of levels, in reply to "ready for set".
struct SetFacts {
  int levels = 0;              ///< 0 where the number is hidden
  bool repeats = false;        ///< levels may be tried as often as the client likes; else once
  bool test = false;           ///< a test set; else a training set
  bool tells_novelty = false;  ///< whether a client may ask where the novelty begins
};
std::string set_reply(const SetFacts& facts);

/// The text of the state: GeoJSON (view/geojson.h) with the corners of boxes clockwise from the lower left.
/// Five filler bytes follow it and count in the announced length, because every client cuts off the last five
/// bytes.
std::string state_reply(Observation seen);
/// The text of the state while there is no world: it has no features.
std::string empty_state_reply();

/// A hint that names the level of the novelty hierarchy of a novelty such as "objects", without filler bytes.
/// For any other novelty, and "", no hint is available.
std::string hint_reply(std::int32_t hint_level, std::string_view novelty);

/// The developer label that published readers know in place of one of ours. They stop at any other label. A
/// pink pig is "pig_basic_...", a pink block "wood_...", and what has no published name (fan, air turbulence,
/// egg) is "unknown".
std::string published_label(std::string_view label);

}  // namespace novphy
