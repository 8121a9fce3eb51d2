#include "trials/fingerprint.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "evaluator/fields.h"

namespace novphy {
namespace {

std::string text(const std::string& value) { return value.empty() ? "none" : value; }
std::string text(const std::vector<std::string>& values) {
  return values.empty() ? "none" : fmt::format("{}", fmt::join(values, " "));
}
std::string text(bool value) { return value ? "true" : "false"; }
template <class Number>
std::string text(Number value) {
  return fmt::format("{}", value);
}

}  // namespace

std::vector<std::string> differences(const Fingerprint& then, const Fingerprint& now) {
  std::vector<std::string> found;
  for_each_field(now, [&](const auto& field) {
    const auto& was = then.*field.member;
    const auto& is = now.*field.member;
    if (was != is) found.push_back(fmt::format("{} was {}, is {} now", field.key, text(was), text(is)));
  });
  return found;
}

}  // namespace novphy
