#include "evaluator/record_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <type_traits>

#include "evaluator/fields.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

constexpr auto kNone = std::string_view::npos;

/// Where the text in quotes ends with which `json` begins.
std::size_t end_of_text(std::string_view json) {
  for (std::size_t i = 1; i < json.size(); ++i) {
    if (json[i] == '\\')
      ++i;
    else if (json[i] == '"')
      return i + 1;
  }
  return kNone;
}

/// Where the value ends with which `json` begins: at the comma or brace behind the value.
std::size_t end_of_value(std::string_view json) {
  int depth = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t end = end_of_text(json.substr(i));
      if (end == kNone) return kNone;
      i += end - 1;
    } else if (depth == 0 && (c == ',' || c == '}')) {
      return i;
    } else {
      depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    }
  }
  return kNone;
}

/// The fields of an object, one after the other, as they stand in its text.
class Fields {
 public:
  explicit Fields(std::string_view object) : text_(object) { next('{'); }

  std::string_view key() const { return key_; }
  std::string_view value() const { return value_; }
  /// Where the field begins, with the comma before it.
  std::size_t begin() const { return begin_; }
  bool is_at_end() const { return key_.empty() && begin_ + 1 == text_.size() && text_.back() == '}'; }
  void next() { next(','); }

 private:
  void next(char before) {
    key_ = value_ = {};
    begin_ = end_;
    const std::string_view rest = text_.substr(begin_);
    if (!rest.starts_with(before)) return;
    const std::size_t key_end = rest.substr(1).starts_with('"') ? end_of_text(rest.substr(1)) : kNone;
    if (key_end == kNone || !rest.substr(1 + key_end).starts_with(':')) return;
    const std::size_t length = end_of_value(rest.substr(key_end + 2));
    if (length == kNone) return;
    key_ = rest.substr(2, key_end - 2);
    value_ = rest.substr(key_end + 2, length);
    end_ = begin_ + key_end + 2 + length;
  }

  std::string_view text_;
  std::string_view key_{};
  std::string_view value_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

bool read(std::string_view json, bool& to) {
  to = json == "true";
  return to || json == "false";
}

bool read(std::string_view json, int& to) {
  const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), to);
  return error == std::errc() && end == json.data() + json.size() && to >= 0 && to <= kMostIndex;
}

/// Reads texts in plain letters alone.
bool read(std::string_view json, std::string& to) {
  if (json.size() < 2 || json.front() != '"') return false;
  to = json.substr(1, json.size() - 2);
  return std::all_of(to.begin(), to.end(), [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
}

bool read(std::string_view json, Phase& to) {
  std::string text;
  if (!read(json, text)) return false;
  constexpr std::array kPhases{Phase::kTraining, Phase::kCalibration, Phase::kNormal, Phase::kNovel};
  const auto found =
      std::find_if(kPhases.begin(), kPhases.end(), [&](Phase phase) { return name(phase) == text; });
  if (found == kPhases.end()) return false;
  to = *found;
  return true;
}

/// Reads the member if it is among those of RecordLine::parts().
template <class Value>
bool read_part(std::string_view json, Record& record, Value Record::*member) {
  if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, Phase>) {
    return read(json, record.*member);
  } else if constexpr (std::is_same_v<Value, int>) {
    return member == &Record::score || member == &Record::variation || read(json, record.*member);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    const bool is_part =
        member == &Record::novelty || member == &Record::scenario || member == &Record::error;
    return !is_part || read(json, record.*member);
  } else {
    return true;
  }
}

}  // namespace

RecordLine::RecordLine(std::string_view text, const std::string& file) : text_(text) {
  if (read_parts()) return;
  parts_ = record_from_line(text, file, 0);
  alarm_at_ = 0;
}

/// Whether the line has its fields in the order in which to_line() writes them, and no alarm yet.
bool RecordLine::read_parts() {
  Fields fields(text_);
  bool is_good = true;
  for_each_field(parts_, [&](const auto& field) {
    if (field.key == "alarm") alarm_at_ = fields.begin();
    if (fields.key() == field.key) {
      is_good = is_good && field.key != "alarm" && read_part(fields.value(), parts_, field.member);
      fields.next();
    } else {
      is_good = is_good && field.need == Need::kIfSet;
    }
  });
  return is_good && fields.is_at_end();
}

std::string RecordLine::with_alarm(std::optional<bool> alarm) const {
  if (alarm_at_ == 0) {
    Record record = parts_;
    record.alarm = alarm;
    return to_line(record);
  }
  std::string line(text_);
  if (alarm) line.insert(alarm_at_, *alarm ? ",\"alarm\":true" : ",\"alarm\":false");
  return line;
}

}  // namespace novphy
