#include "app/image_options.h"

#include <fmt/core.h>

#include <charconv>
#include <optional>

#include "base/input_error.h"

namespace novphy::app {
namespace {

constexpr int kLargestPx = 8192;

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > kLargestPx)
    return std::nullopt;
  return number;
}

}  // namespace

void ImageOptions::add_to(CLI::App& command) {
  command.add_option("--size", size_, "Width and height in pixels; without a height, the one that fits")
      ->type_name("W[xH]")
      ->capture_default_str();
  command
      .add_option("--zoom", zoom_,
                  "screen: the whole level, as agents see it; task: only the part where things are")
      ->check(CLI::IsMember({"screen", "task"}))
      ->capture_default_str();
}

Screen ImageOptions::screen(const std::vector<Stage>& stages) const {
  const auto cross = size_.find('x');
  const auto width = whole_number(std::string_view(size_).substr(0, cross));
  const auto height = cross == std::string::npos ? std::optional<int>(0)
                                                 : whole_number(std::string_view(size_).substr(cross + 1));
  if (!width || !height)
    throw InputError("--size",
                     fmt::format("found \"{}\", expected pixels from 1 to {} as W or WxH, such as 640x480",
                                 size_, kLargestPx));
  return screen_for(zoom_ == "task" ? worth_seeing(stages) : shown_by(Screen{}), *width, *height);
}

ImageFormat image_format(std::string_view file, const char* option) {
  if (file.ends_with(".png")) return ImageFormat::kPng;
  if (file.ends_with(".svg")) return ImageFormat::kSvg;
  throw InputError(option, fmt::format("found \"{}\", expected a name that ends with .png or .svg", file));
}

}  // namespace novphy::app
