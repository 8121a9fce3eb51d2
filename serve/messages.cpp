#include "serve/messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/lists.h"
#include "view/geojson.h"

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

constexpr std::size_t kNumberBytes = 4;
constexpr std::size_t kShotBytes = 17;  // of a sequence: an id and four numbers

/// Reads fields one by one. A field that has not arrived completely is 0 or empty, and so are all later ones.
class RequestReader {
 public:
  explicit RequestReader(std::string_view bytes) : bytes_(bytes) {}

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

void read_likelihood(RequestReader& fields, Request& request) {
  request.likelihood = fields.real("the likelihood of a novelty");
  fields.real("the likelihood of no novelty");
  const std::size_t ids = fields.length(kMostReportedIds, "the number of ids");
  if (!fields.has(ids * kNumberBytes)) return;
  request.ids.reserve(ids);
  for (std::size_t i = 0; i < ids; ++i) request.ids.push_back(fields.integer());
  request.level = fields.integer();
  request.text = fields.text();
}

void read_fields(RequestReader& fields, Request& request) {
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

constexpr std::string_view kFiller = "     ";
// The protocol cannot say "no limit". These numbers of minutes, interactions and attempts limit nobody.
constexpr std::int32_t kNoLimit = 1'000'000;
constexpr std::size_t kBoxCorners = 4;

void put(std::string& bytes, std::uint32_t value) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(value >> shift & 255U);
}

/// Measures how far to the lower left a corner lies.
int lower_left(Pixel p) { return p.y - p.x; }

/// Our boxes have their corners counter-clockwise; the original's are clockwise and begin at the lower left.
void order_corners(std::vector<Pixel>& ring) {
  if (ring.size() != kBoxCorners) return;
  std::ranges::reverse(ring);
  const auto first = std::ranges::max_element(ring, {}, lower_left);
  std::rotate(ring.begin(), first, ring.end());
}

std::string with_filler(std::string_view json) { return text_reply(std::string(json).append(kFiller)); }

/// A novelty and its name in the protocol.
struct HintName {
  std::string_view novelty;
  std::string_view type;
};
constexpr std::array kHintNames{
    HintName{"objects", "OBJECT"},     HintName{"agents", "AGENT"},
    HintName{"actions", "ACTION"},     HintName{"interactions", "INTERACTION"},
    HintName{"relations", "REACTION"}, HintName{"environments", "ENVIRONMENT"},
    HintName{"goals", "GOAL"},         HintName{"events", "EVENT"},
};
constexpr std::string_view kNoHint = "NOT_AVAILABLE";

constexpr std::string_view kPink = "pink_";
constexpr std::string_view kPig = "pig_basic_";

/// The beginnings of labels that published readers know.
constexpr std::array<std::string_view, 15> kKnown{
    "bird_red",         "bird_yellow",   "bird_blue", "bird_black", "bird_white", "pig_basic_small",
    "pig_basic_medium", "pig_basic_big", "ice_",      "stone_",     "wood_",      "TNT",
    "Platform",         "platform",      "Object"};

}  // namespace

std::span<const MessageKind> message_table() { return kMessages; }

const MessageKind* message_of(std::uint8_t id) {
  return find_in(kMessages, [&](const MessageKind& kind) { return kind.id == MessageId{id}; });
}

std::optional<Request> Framing::next() {
  drop_late_tail();
  if (bytes_.empty()) return std::nullopt;
  const auto id = static_cast<std::uint8_t>(bytes_.front());
  Request request{.kind = message_of(id)};
  if (request.kind == nullptr) throw ProtocolError(fmt::format("{} is the id of no request", id));
  RequestReader fields(bytes_);
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
    RequestReader fields(std::string_view(bytes_).substr(end, tail));
    for (std::size_t i = 0; i < tail / kNumberBytes; ++i) request.numbers.push_back(fields.integer());
    end += tail;
  }
  late_tail_bytes_ = there ? 0 : tail;
  bytes_.erase(0, end);
}

std::string byte_reply(std::uint8_t value) { return {static_cast<char>(value)}; }

std::string number_reply(std::int32_t value) {
  std::string bytes;
  put(bytes, static_cast<std::uint32_t>(value));
  return bytes;
}

std::string text_reply(std::string_view text) {
  return number_reply(static_cast<std::int32_t>(text.size())).append(text);
}

std::string picture_reply(const Picture& picture) {
  std::string bytes;
  bytes.reserve(picture.rgb.size() + 8);
  put(bytes, static_cast<std::uint32_t>(picture.width_px));
  put(bytes, static_cast<std::uint32_t>(picture.height_px));
  bytes.append(reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size());
  return bytes;
}

std::string blank_picture_reply() {
  const Screen screen;
  Picture picture{.width_px = screen.width_px, .height_px = screen.height_px};
  picture.rgb.assign(3 * static_cast<std::size_t>(screen.width_px * screen.height_px), 0);
  return picture_reply(picture);
}

std::string set_reply(const SetFacts& facts) {
  std::string bytes;
  for (const std::int32_t number : {kNoLimit, kNoLimit, facts.levels, facts.repeats ? kNoLimit : 1})
    put(bytes, static_cast<std::uint32_t>(number));
  for (const bool fact : {facts.test, true, facts.tells_novelty}) bytes += static_cast<char>(fact ? 1 : 0);
  return bytes;
}

std::string state_reply(Observation seen) {
  for (SeenObject& object : seen.objects)
    for (std::vector<Pixel>& ring : object.rings) order_corners(ring);
  return with_filler(geojson(seen));
}

std::string empty_state_reply() { return with_filler(R"([{"type":"FeatureCollection","features":[]}])"); }

std::string hint_reply(std::int32_t hint_level, std::string_view novelty) {
  const HintName* row = find_in(kHintNames, [&](const HintName& each) { return each.novelty == novelty; });
  return text_reply(json_array({json_object({{"hint_level", std::to_string(hint_level)},
                                             {"novelty_type", in_quotes(row ? row->type : kNoHint)}})}));
}

std::string published_label(std::string_view label) {
  if (label.starts_with(kPink)) {
    const std::string_view rest = label.substr(kPink.size());
    return rest.starts_with(kPig) ? std::string(rest) : std::string("wood_").append(rest);
  }
  const bool known =
      std::ranges::any_of(kKnown, [&](std::string_view begin) { return label.starts_with(begin); });
  return known ? std::string(label) : "unknown";
}

}  // namespace novphy
