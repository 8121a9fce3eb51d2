#include "agents/physicist/physicist_options.h"

#include <fmt/core.h>

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "view/noise.h"

namespace novphy {
namespace {

template <class Number>
void check_range(std::string_view name, Number value, Number least, Number most) {
  if (value >= least && value <= most) return;  // NaN is refused, too
  throw std::invalid_argument(fmt::format("{}: found {}, expected {} to {}", name, value, least, most));
}

[[noreturn]] void refuse(std::string_view setting) {
  throw std::invalid_argument(
      fmt::format("found \"{}\", expected such as plays=500,noise=2, each at most once", setting));
}

/// Reads "NAME=NUMBER". False for another name, another text, or a second setting of the name.
template <class Number>
bool read(std::string_view setting, std::string_view name, bool& given, Number& to) {
  if (given || !setting.starts_with(name) || setting.substr(name.size()).substr(0, 1) != "=") return false;
  const std::string_view digits = setting.substr(name.size() + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
  given = error == std::errc{} && end == digits.data() + digits.size();
  return given;
}

}  // namespace

void check_options(const PhysicistOptions& options) {
  check_range("plays", options.plays, 1, kMostPlays);
  check_range("threads", options.threads, 1, kMostThreads);
  check_range("noise", options.noise_px, 0.0, kMostNoisePx);
}

PhysicistOptions read_physicist_options(std::string_view text) {
  PhysicistOptions options;
  bool plays = false;
  bool noise = false;
  std::istringstream settings(std::string(text) +
                              ',');  // so that nothing after a last comma is a setting, too
  for (std::string setting; std::getline(settings, setting, ',');)
    if (!read(setting, "plays", plays, options.plays) && !read(setting, "noise", noise, options.noise_px))
      refuse(setting);
  check_options(options);
  return options;
}

}  // namespace novphy
