#include "app/option_errors.h"

#include <fmt/args.h>
#include <fmt/core.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace novphy::app {
namespace {

/// A text of the option library with a star for each part that varies, and what we say with these parts. The
/// first part is the name of an option or argument, without blanks.
struct Wording {
  std::string_view theirs;
  std::string_view ours;
};

constexpr Wording kWordings[] = {
    {"*: Value * not in range *", "{0}: found {1}, expected a number from {2}"},
    {"*: * not in {*}", "{0}: found \"{1}\", expected one of: {2}"},
    {"*: * required * missing", "{0}: found nothing, expected {2}"},
    {"*: At least * required but received *", "{0}: found {2} values, expected at least {1}"},
    {"*: At Most * required but received *", "{0}: found {2} values, expected at most {1}"},
    {"*: Should be true/false or a number", "{0}: found a value, expected none"},
    {"* was given a disallowed flag override", "{0}: found a value, expected none"},
    {"* excludes *", "{0} excludes {1}: expected only one of them"},
    {"* requires *", "{0} requires {1}: expected both"},
};

/// The parts of the text that stand for the stars. Nothing where the text is another one.
std::optional<std::vector<std::string>> parts_of(std::string_view text, std::string_view theirs) {
  std::vector<std::string> parts;
  while (theirs.starts_with('*')) {
    theirs.remove_prefix(1);
    const std::string_view next = theirs.substr(0, theirs.find('*'));
    const std::size_t last = text.ends_with(next) ? text.size() - next.size() : std::string_view::npos;
    const std::size_t end = next.size() == theirs.size() ? last : text.find(next);
    if (end == std::string_view::npos) return std::nullopt;
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + next.size());
    theirs.remove_prefix(next.size());
  }
  const bool fine = parts.front().find(' ') == std::string::npos;
  return fine ? std::optional(parts) : std::nullopt;
}

std::string with_blanks(std::string list) {
  for (std::size_t comma = list.find(','); comma != std::string::npos; comma = list.find(',', comma + 2))
    if (list.substr(comma, 2) != ", ") list.insert(comma + 1, " ");
  return list;
}

std::string filled(std::string_view ours, std::vector<std::string> parts) {
  if (ours.find("one of") != std::string_view::npos) parts.back() = with_blanks(parts.back());
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (std::string& part : parts) values.push_back(std::move(part));
  return fmt::vformat(ours, values);
}

/// What an option with a number expects that does not take this text.
const char* expected_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return "a number";
  return text.find_first_of(".e") == std::string::npos ? "a number that is not so large" : "a whole number";
}

std::string conversion(const std::string& text) {
  constexpr std::string_view kBeginning = "Could not convert: ";
  const std::size_t equals = text.find(" = ");
  if (!text.starts_with(kBeginning) || equals == std::string::npos) return text;
  const std::string value = text.substr(equals + 3);
  return fmt::format("{}: found \"{}\", expected {}",
                     text.substr(kBeginning.size(), equals - kBeginning.size()), value,
                     expected_number(value));
}

}  // namespace

std::string in_our_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr && text.starts_with("Could"))
    return conversion(text);
  for (const Wording& wording : kWordings)
    if (auto parts = parts_of(text, wording.theirs)) return filled(wording.ours, std::move(*parts));
  return text == "A subcommand is required" ? "expected a command" : text;
}

}  // namespace novphy::app
