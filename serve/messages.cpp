#include "serve/messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/file.h"

namespace novphy {
namespace {

constexpr std::array kMessages{
    MessageKind{.id = MessageId::kConfigure, .name = "configure", .numbers = "iB", .left_out_bytes = 1},
    MessageKind{.id = MessageId::kSpeed, .name = "speed", .numbers = "i"},
    MessageKind{.id = MessageId::kScreenshot, .name = "screenshot"},
    MessageKind{.id = MessageId::kState, .name = "state"},
    MessageKind{.id = MessageId::kBestScores, .name = "best scores"},
    MessageKind{.id = MessageId::kCurrentLevel, .name = "current level"},
    MessageKind{.id = MessageId::kLevelCount, .name = "number of levels"},
    MessageKind{.id = MessageId::kMyScores, .name = "my scores"},
    MessageKind{.id = MessageId::kShoot, .name = "shoot", .numbers = "iiii", .tail_bytes = 8},
    MessageKind{.id = MessageId::kPolarShoot, .name = "polar shoot", .numbers = "iiii", .tail_bytes = 8},
    MessageKind{.id = MessageId::kShootSequence, .name = "shoot sequence", .fields = Fields::kSequence},
    MessageKind{.id = MessageId::kZoomOut, .name = "zoom out"},
    MessageKind{.id = MessageId::kZoomIn, .name = "zoom in"},
    MessageKind{.id = MessageId::kClick, .name = "click"},
    MessageKind{
        .id = MessageId::kShootAndRecord, .name = "shoot and record", .numbers = "iiiii", .tail_bytes = 4},
    MessageKind{.id = MessageId::kFastShoot, .name = "fast shoot", .numbers = "iiii", .tail_bytes = 8},
    MessageKind{
        .id = MessageId::kFastPolarShoot, .name = "fast polar shoot", .numbers = "iiii", .tail_bytes = 8},
    MessageKind{.id = MessageId::kFastSequence, .name = "fast sequence", .fields = Fields::kSequence},
    MessageKind{.id = MessageId::kLoadLevel, .name = "load level", .numbers = "i"},
    MessageKind{.id = MessageId::kRestart, .name = "restart"},
    MessageKind{.id = MessageId::kNextLevel, .name = "next level"},
    MessageKind{.id = MessageId::kExactWithPicture, .name = "exact state with picture"},
    MessageKind{.id = MessageId::kExact, .name = "exact state"},
    MessageKind{.id = MessageId::kNoisyWithPicture, .name = "noisy state with picture"},
    MessageKind{.id = MessageId::kNoisy, .name = "noisy state"},
    MessageKind{.id = MessageId::kScore, .name = "score"},
    MessageKind{
        .id = MessageId::kLikelihood, .name = "likelihood", .fields = Fields::kLikelihood, .tail_bytes = 4},
    MessageKind{.id = MessageId::kDescription, .name = "description", .fields = Fields::kText},
    MessageKind{.id = MessageId::kReadyForSet, .name = "ready for set"},
    MessageKind{.id = MessageId::kNoveltyInformation, .name = "novelty information"},
    MessageKind{.id = MessageId::kRecord, .name = "record", .numbers = "i", .tail_bytes = 4},
    MessageKind{.id = MessageId::kFirstPicture, .name = "first picture"},
    MessageKind{.id = MessageId::kHint, .name = "hint", .numbers = "i"},
};

}  // namespace

std::span<const MessageKind> message_table() { return kMessages; }

const MessageKind* message_of(std::uint8_t id) {
  const auto* row = std::find_if(kMessages.begin(), kMessages.end(), [id](const MessageKind& each) {
    return static_cast<std::uint8_t>(each.id) == id;
  });
  return row == kMessages.end() ? nullptr : row;
}

namespace {

constexpr std::size_t kNumberBytes = 4;
constexpr std::size_t kShotBytes = 17;  // of a sequence: an id and four numbers

/// Reads fields one by one. A field that has not arrived completely is 0 or empty, and so are all later ones.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t whole(std::size_t bytes) {
    if (!has(bytes)) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8U | static_cast<std::uint8_t>(bytes_[at_ + i]);
    at_ += bytes;
    return value;
  }
  std::int32_t integer() { return static_cast<std::int32_t>(whole(kNumberBytes)); }
  double real(const char* field) {
    const auto value = std::bit_cast<float>(whole(kNumberBytes));
    if (!std::isfinite(value)) throw ProtocolError(fmt::format("{} is not finite", field));
    return value;
  }
  std::size_t length(std::size_t most, const char* field) {
    const std::uint32_t value = whole(kNumberBytes);
    if (value > most) throw ProtocolError(fmt::format("{} is {}, expected 0 to {}", field, value, most));
    return value;
  }
  std::string text() {
    const std::size_t bytes = length(kMostReportedBytes, "the length of a text");
    std::string text(bytes_.substr(at_, has(bytes) ? bytes : 0));
    at_ += text.size();
    return text;
  }
  void skip(std::size_t bytes) {
    if (has(bytes)) at_ += bytes;
  }
  /// Whether so many more bytes have arrived.
  bool has(std::size_t bytes) {
    whole_ = whole_ && bytes_.size() - at_ >= bytes;
    return whole_;
  }
  bool is_whole() const { return whole_; }
  std::size_t at() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool whole_ = true;
};

void read_likelihood(FieldReader& fields, Request& request) {
  request.likelihood = fields.real("the likelihood of a novelty");
  fields.real("the likelihood of no novelty");
  const std::size_t ids = fields.length(kMostReportedIds, "the number of ids");
  if (!fields.has(ids * kNumberBytes)) return;
  request.ids.reserve(ids);
  for (std::size_t i = 0; i < ids; ++i) request.ids.push_back(fields.integer());
  request.level = fields.integer();
  request.text = fields.text();
}

void read_fields(FieldReader& fields, Request& request) {
  switch (request.kind->fields) {
    case Fields::kNumbers:
      for (const char form : request.kind->numbers)
        request.numbers.push_back(form == 'B' ? static_cast<std::int32_t>(fields.whole(1))
                                              : fields.integer());
      return;
    case Fields::kLikelihood:
      return read_likelihood(fields, request);
    case Fields::kText:
      request.text = fields.text();
      return;
    case Fields::kSequence:
      request.numbers.push_back(static_cast<std::int32_t>(fields.whole(1)));
      fields.skip(kShotBytes * static_cast<std::size_t>(request.numbers.front()));
  }
}

bool begins_request(char byte) { return message_of(static_cast<std::uint8_t>(byte)) != nullptr; }

}  // namespace

std::optional<Request> Framing::next() {
  drop_late_tail();
  if (bytes_.empty()) return std::nullopt;
  const auto id = static_cast<std::uint8_t>(bytes_.front());
  Request request{.kind = message_of(id)};
  if (request.kind == nullptr) throw ProtocolError(fmt::format("{} is the id of no request", id));
  FieldReader fields(bytes_);
  fields.skip(1);
  read_fields(fields, request);
  if (!fields.is_whole()) return std::nullopt;
  take_tail(request, fields.at());
  return request;
}

const MessageKind* Framing::half_of() const {
  return bytes_.empty() ? nullptr : message_of(static_cast<std::uint8_t>(bytes_.front()));
}

bool Framing::may_be_whole() const {
  const MessageKind* kind = half_of();
  if (kind == nullptr || kind->left_out_bytes == 0) return false;
  Framing with_last_fields;
  with_last_fields.add(bytes_ + std::string(kind->left_out_bytes, '\0'));
  return with_last_fields.next() && !with_last_fields.half();
}

Request Framing::next_without_last_fields() {
  const std::size_t left_out = half_of()->left_out_bytes;
  bytes_.append(left_out, '\0');
  Request request = *next();
  late_tail_bytes_ = left_out;
  return request;
}

void Framing::drop_late_tail() {
  if (late_tail_bytes_ > 0 && !bytes_.empty()) {
    if (!begins_request(bytes_.front())) dropping_bytes_ = late_tail_bytes_;
    late_tail_bytes_ = 0;
  }
  const std::size_t dropped = std::min(dropping_bytes_, bytes_.size());
  bytes_.erase(0, dropped);
  dropping_bytes_ -= dropped;
}

void Framing::take_tail(Request& request, std::size_t end) {
  const std::size_t tail = request.kind->tail_bytes;
  const std::size_t behind = bytes_.size() - end;
  const bool there = tail > 0 && (behind == tail || (behind > tail && !begins_request(bytes_[end])));
  if (there) {
    FieldReader fields(std::string_view(bytes_).substr(end, tail));
    for (std::size_t i = 0; i < tail / kNumberBytes; ++i) request.numbers.push_back(fields.integer());
    end += tail;
  }
  late_tail_bytes_ = there ? 0 : tail;
  bytes_.erase(0, end);
}

}  // namespace novphy
