#include "base/json_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace novphy {

std::string pointer_part(std::string_view key) {
  std::string part;
  for (const char c : key) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

namespace {

/// Writes a Json value as text without white space.
struct Compact {
  std::string text{};

  void write(const Json& json) { std::visit(*this, json.value); }
  void operator()(std::monostate) { text += "null"; }
  void operator()(bool value) { text += value ? "true" : "false"; }
  void operator()(std::int64_t value) { text += std::to_string(value); }
  void operator()(std::uint64_t value) { text += std::to_string(value); }
  void operator()(double value) { text += shortest(value); }
  void operator()(const std::string& value) { text += in_quotes(value); }
  void operator()(const Json::Array& values) {
    text += '[';
    for (const Json& value : values) {
      if (&value != &values.front()) text += ',';
      write(value);
    }
    text += ']';
  }
  void operator()(const Json::Object& members) {
    text += '{';
    for (const JsonMember& member : members) {
      if (&member != &members.front()) text += ',';
      text += in_quotes(member.key) + ":";
      write(member.value);
    }
    text += '}';
  }
};

std::string compact(const Json& json) {
  Compact writer;
  writer.write(json);
  return writer.text;
}

}  // namespace

std::string Node::json() const { return json_ ? compact(*json_) : ""; }

namespace {

constexpr std::size_t kMostNested = 64;
constexpr std::size_t kFewKeys = 32;  // up to this number, comparing keys is faster than a look-up
constexpr std::size_t kLongestMessage = 160;

/// Iterator over the characters of the text. Each step writes its position to `*place`, from which Builder
/// computes line numbers.
struct TrackedIterator {
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** place = nullptr;

  reference operator*() const { return *at; }
  TrackedIterator& operator++() {
    *place = ++at;
    return *this;
  }
  TrackedIterator operator++(int) {
    TrackedIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackedIterator& a, const TrackedIterator& b) { return a.at == b.at; }
};

/// The library's error message without its error number and column. Bytes that are not printable ASCII become
/// "?".
std::string plain(std::string text) {
  if (const auto colon = text.find(": "); text.rfind("[json", 0) == 0 && colon != std::string::npos)
    text.erase(0, colon + 2);
  if (const auto end = text.find("] "); text.rfind("[json", 0) == 0 && end != std::string::npos)
    text.erase(0, end + 2);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  if (text.size() > kLongestMessage)
    text = text.substr(0, kLongestMessage / 2) + " ... " + text.substr(text.size() - kLongestMessage / 2);
  return text;
}

/// Builds the tree of Json values from the parser's events.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string_view text, int first_line, const FileBounds& bounds, JsonDocument& document, Json& root)
      : counted_(text.data()),
        place_(text.data()),
        line_(first_line),
        bounds_(bounds),
        document_(document),
        root_(root) {}

  const char** place() { return &place_; }
  bool failed() const { return failed_; }

  bool null() override { return add({}, false); }
  bool boolean(bool value) override { return add(value, false); }
  bool number_integer(number_integer_t value) override { return add(std::int64_t{value}, true); }
  bool number_unsigned(number_unsigned_t value) override { return add(std::uint64_t{value}, true); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value, true); }
  bool string(string_t& value) override { return add(std::move(value), false); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Json::Object{}); }
  bool start_array(std::size_t /*size*/) override { return open(Json::Array{}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    Frame& frame = open_.back();
    frame.key = value;
    frame.key_line = line(false);
    frame.duplicate = has_key(frame, value);
    if (frame.duplicate) document_.note(frame.key_line, pointer(), "the key stands twice in this object");
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    return fail(plain(error.what()));
  }

 private:
  /// An array or object that is still being read. The value of a duplicate key is read into `spare` and
  /// dropped.
  struct Frame {
    Json* json = nullptr;
    std::string key;
    int key_line = 0;
    bool duplicate = false;
    std::set<std::string> keys;
    Json spare;
  };

  /// Whether the object has a member of this key. A set of keys is built for large objects only.
  static bool has_key(Frame& frame, const std::string& key) {
    const auto& members = std::get<Json::Object>(frame.json->value);
    if (members.size() < kFewKeys)
      return std::any_of(members.begin(), members.end(), [&](const JsonMember& m) { return m.key == key; });
    if (frame.keys.empty())
      for (const JsonMember& member : members) frame.keys.insert(member.key);
    return !frame.keys.insert(key).second;
  }

  /// The line of the value that was just read. The parser has read one character beyond a number, which may
  /// be a line break.
  int line(bool number) {
    const char* end = place_;
    if (number && end > counted_ && end[-1] == '\n') --end;
    line_ += static_cast<int>(std::count(counted_, std::max(counted_, end), '\n'));
    counted_ = std::max(counted_, end);
    return line_;
  }

  /// JSON pointer to the value being read. Inside an array it is the pointer to the array, because it is not
  /// certain to which element broken text belongs.
  std::string pointer() const {
    std::string text;
    for (const Frame& frame : open_) {
      const auto* array = std::get_if<Json::Array>(&frame.json->value);
      if (array && &frame == &open_.back()) return text;
      text += "/" + (array ? std::to_string(array->size() - 1) : pointer_part(frame.key));
    }
    return text;
  }

  Json* slot() {
    if (open_.empty()) return &root_;
    Frame& frame = open_.back();
    if (frame.duplicate) return &(frame.spare = {});
    if (auto* array = std::get_if<Json::Array>(&frame.json->value)) return &array->emplace_back();
    return &std::get<Json::Object>(frame.json->value)
                .emplace_back(JsonMember{frame.key, frame.key_line, {}})
                .value;
  }

  bool too_many() {
    return ++values_ > bounds_.values &&
           !fail(fmt::format("expected at most {} values in {}, found more", bounds_.values, bounds_.what));
  }

  /// The value in its place in the tree, or null if there are too many.
  Json* put(decltype(Json::value) value, bool number) {
    if (too_many()) return nullptr;
    Json* json = slot();
    json->line = line(number);
    json->value = std::move(value);
    return json;
  }

  bool add(decltype(Json::value) value, bool number) { return put(std::move(value), number) != nullptr; }

  bool open(decltype(Json::value) value) {
    if (open_.size() == kMostNested)
      return fail("expected at most 64 levels of arrays and objects, found more");
    Json* json = put(std::move(value), false);
    if (json) open_.emplace_back().json = json;
    return json != nullptr;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool fail(std::string text) {
    failed_ = true;
    document_.note(line(true), pointer(), std::move(text));
    return false;
  }

  const char* counted_;
  const char* place_;
  int line_;
  bool failed_ = false;
  const FileBounds& bounds_;
  std::size_t values_ = 0;
  JsonDocument& document_;
  Json& root_;
  std::deque<Frame> open_;  ///< a deque, because its elements must not move in memory
};

}  // namespace

bool is_json(std::string_view text) { return nlohmann::json::accept(text); }

JsonDocument::JsonDocument(std::string_view text, std::string file, const FileBounds& bounds, int first_line)
    : Problems(std::move(file)) {
  if (text.size() > bounds.bytes) throw InputError(this->file(), too_long(bounds));
  Builder builder(text, first_line, bounds, *this, json_);
  const TrackedIterator first{text.data(), builder.place()};
  const TrackedIterator last{text.data() + text.size(), builder.place()};
  const bool read = nlohmann::json::sax_parse(first, last, &builder);
  if (!read && !builder.failed()) note(0, "", "not JSON");
  if (!read) check();
}

namespace {

/// Puts the JSON pointer from `from` to `to` before `way`. Returns false where `to` is not inside `from`.
bool find_way(const Json& from, const Json& to, std::string& way) {
  if (&from == &to) return true;
  if (const auto* object = std::get_if<Json::Object>(&from.value))
    for (const JsonMember& member : *object)
      if (find_way(member.value, to, way)) {
        way = "/" + pointer_part(member.key) + way;
        return true;
      }
  if (const auto* array = std::get_if<Json::Array>(&from.value))
    for (std::size_t i = 0; i < array->size(); ++i)
      if (find_way((*array)[i], to, way)) {
        way = "/" + std::to_string(i) + way;
        return true;
      }
  return false;
}

}  // namespace

std::string JsonDocument::pointer_to(const Json& value) const {
  std::string way;
  find_way(json_, value, way);
  return way;
}

Json* JsonDocument::find(std::string_view pointer) {
  if (pointer.empty()) return &json_;
  const auto slash = pointer.rfind('/');
  if (slash == std::string_view::npos) return nullptr;
  Json* parent = find(pointer.substr(0, slash));
  const std::string_view last = pointer.substr(slash + 1);
  if (!parent) return nullptr;
  if (auto* object = std::get_if<Json::Object>(&parent->value))
    for (JsonMember& member : *object)
      if (pointer_part(member.key) == last) return &member.value;
  if (auto* array = std::get_if<Json::Array>(&parent->value))
    for (std::size_t i = 0; i < array->size(); ++i)
      if (std::to_string(i) == last) return &(*array)[i];
  return nullptr;
}

namespace {

/// The value in words for a message. Short values are quoted.
std::string described(const Json& json) {
  if (const auto* array = std::get_if<Json::Array>(&json.value))
    return "an array of " + std::to_string(array->size());
  if (std::holds_alternative<Json::Object>(json.value)) return "an object";
  const auto* text = std::get_if<std::string>(&json.value);
  return text && text->size() > kLongestQuoted ? "a long string" : compact(json);
}

/// The number as a double, or NaN for a value that is no number.
double as_double(const Json& json) {
  if (const auto* i = std::get_if<std::int64_t>(&json.value)) return static_cast<double>(*i);
  if (const auto* u = std::get_if<std::uint64_t>(&json.value)) return static_cast<double>(*u);
  if (const auto* d = std::get_if<double>(&json.value)) return *d;
  return std::nan("");
}

std::string range(double min, double max) {
  if (min == -Node::kBig && max == Node::kBig) return "";
  if (max == Node::kBig) return " of at least " + shortest(min);
  if (min == -Node::kBig) return " of at most " + shortest(max);
  return " from " + shortest(min) + " to " + shortest(max);
}

std::string lengths(std::size_t min, std::size_t max) {
  if (min == max) return " of " + std::to_string(min);
  if (max == Node::kAnyLength && min == 0) return "";
  const double most = max == Node::kAnyLength ? Node::kBig : static_cast<double>(max);
  return " of a length" + range(static_cast<double>(min), most);
}

double clamped_to_finite(double min, double max) { return std::clamp(0.0, min, max); }

}  // namespace

bool Node::is_object() const { return json_ && std::holds_alternative<Json::Object>(json_->value); }
bool Node::is_array() const { return json_ && std::holds_alternative<Json::Array>(json_->value); }
bool Node::is_text() const { return json_ && std::holds_alternative<std::string>(json_->value); }
bool Node::is_number() const { return json_ && !std::isnan(as_double(*json_)); }
bool Node::is_null() const { return json_ && std::holds_alternative<std::monostate>(json_->value); }
int Node::line() const { return json_ ? json_->line : 0; }

std::string Node::pointer() const {
  const Json* known = json_ ? json_ : above_;
  return (known ? document_->pointer_to(*known) : "") + below_;
}

bool Node::has(std::string_view key) const { return member(key) != nullptr; }

const Json* Node::member(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (const JsonMember& member : std::get<Json::Object>(json_->value))
    if (member.key == key) return &member.value;
  return nullptr;
}

Node Node::get(std::string_view key) const {
  if (json_ && !is_object()) expected("an object");
  if (const Json* found = member(key)) return {document_, found};
  return {document_, json_ ? json_ : above_, below_ + "/" + pointer_part(key)};
}

Node Node::at(std::string_view key) const {
  Node node = get(key);
  if (is_object() && !node) error("expected a key " + in_quotes(key) + ", found none");
  return node;
}

std::vector<Node> Node::array(std::size_t min, std::size_t max) const {
  std::vector<Node> nodes;
  if (!json_) return nodes;
  const auto* array = std::get_if<Json::Array>(&json_->value);
  if (!array || array->size() < min || array->size() > max) {
    expected("an array" + lengths(min, max));
    return nodes;
  }
  nodes.reserve(array->size());
  for (const Json& element : *array) nodes.push_back({document_, &element});
  return nodes;
}

Node Node::object() const {
  if (json_ && !is_object()) expected("an object");
  return is_object() ? *this : Node(document_, json_ ? json_ : above_, below_);
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  std::vector<std::pair<std::string, Node>> nodes;
  if (json_ && !is_object()) expected("an object");
  if (!is_object()) return nodes;
  for (const JsonMember& member : std::get<Json::Object>(json_->value))
    nodes.emplace_back(member.key, Node(document_, &member.value));
  return nodes;
}

void Node::only(std::span<const std::string_view> keys) const {
  if (!is_object()) return;
  for (const JsonMember& member : std::get<Json::Object>(json_->value))
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
      note(member.line, "unknown key, expected " + (keys.empty() ? "none" : listed(keys)), member.key);
}

double Node::number(double min, double max) const {
  if (!json_) return clamped_to_finite(min, max);
  const double value = as_double(*json_);
  if (std::isfinite(value) && value >= min && value <= max) return value;
  expected("a number" + range(min, max));
  return clamped_to_finite(min, max);
}

int Node::integer(int min, int max) const {
  if (!json_) return std::clamp(0, min, max);
  const double value = as_double(*json_);
  if (value >= min && value <= max && value == std::floor(value)) return static_cast<int>(value);
  if (min == max) {
    expected(std::to_string(min));
    return min;
  }
  const bool any = min == std::numeric_limits<int>::min();
  const bool open = max == std::numeric_limits<int>::max();
  expected("a whole number" + range(any ? -kBig : min, open ? kBig : max));
  return std::clamp(0, min, max);
}

std::uint64_t Node::unsigned64() const {
  if (!json_) return 0;
  if (const auto* value = std::get_if<std::uint64_t>(&json_->value)) return *value;
  expected("a whole number of at least 0");
  return 0;
}

bool Node::boolean() const {
  if (!json_) return false;
  if (const auto* value = std::get_if<bool>(&json_->value)) return *value;
  expected("true or false");
  return false;
}

std::string Node::text() const {
  if (!json_) return "";
  if (const auto* value = std::get_if<std::string>(&json_->value)) return *value;
  expected("a string");
  return "";
}

std::string Node::one_of(std::span<const std::string_view> words) const {
  const auto* value = json_ ? std::get_if<std::string>(&json_->value) : nullptr;
  if (value && std::find(words.begin(), words.end(), *value) != words.end()) return *value;
  if (json_) expected(listed(words));
  return words.empty() ? "" : std::string(words.front());
}

void Node::note(int at_line, const std::string& text, std::optional<std::string_view> key) const {
  if (document_->full()) return;
  document_->note(at_line, pointer() + (key ? "/" + pointer_part(*key) : ""), text);
}

void Node::error(const std::string& text) const { note(line(), text); }

void Node::error_at(std::string_view key, const std::string& text) const { note(line(), text, key); }

void Node::expected(const std::string& what) const {
  error("expected " + what + ", found " + (json_ ? described(*json_) : "nothing"));
}

bool Node::has_errors() const {
  if (!json_) return false;
  const std::vector<Problem>& problems = document_->problems();
  if (problems.empty()) return false;
  const std::string at = pointer();
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    return problem.place == at || problem.place.starts_with(at + "/");
  });
}

}  // namespace novphy
