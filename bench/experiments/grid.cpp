#include "bench/experiments/grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "base/file.h"
#include "base/json_reader.h"

namespace novphy {
namespace {

/// Every combination of the settings so far with each value of one more knob.
std::vector<Setting> combined(const std::vector<Setting>& settings, const std::string& knob,
                              const Node& values) {
  constexpr double kMost = 1e9;
  std::vector<Setting> all;
  for (const Setting& setting : settings) {
    for (const Node& value : values.array()) {
      all.push_back(setting);
      all.back()[knob] = value.number(-kMost, kMost);
    }
  }
  return all;
}

void read_entry(const Node& entry, Grid& grid) {
  std::vector<Setting> settings{{}};
  for (const auto& [knob, values] : entry.at("vary").members()) {
    if (!grid.knobs.contains(knob)) values.error("\"" + knob + "\" is no knob");
    settings = combined(settings, knob, values);
  }
  const Node novelty = entry.get("novelty");
  for (const Setting& setting : settings) grid.variants.push_back({setting, novelty ? novelty.text() : ""});
}

}  // namespace

std::string text_of(const Setting& setting) {
  std::string text;
  for (const auto& [knob, value] : setting)
    text += fmt::format("{}{}={:g}", text.empty() ? "" : " ", knob, value);
  return text;
}

std::vector<std::string> Grid::overrides(const Setting& setting) const {
  std::vector<std::string> overrides;
  for (const auto& [knob, value] : setting) {
    const auto found = knobs.find(knob);
    if (found == knobs.end()) throw InputError(knob, "is no knob of the grid");
    for (const std::string& number : found->second) overrides.push_back(fmt::format("{}={}", number, value));
  }
  return overrides;
}

bool Grid::only_blocks(const Setting& setting) const {
  const std::vector<std::string> numbers = overrides(setting);
  return std::all_of(numbers.begin(), numbers.end(), [](const std::string& number) {
    return number.starts_with("catalogue:/blocks/") || number.starts_with("catalogue:/materials/");
  });
}

Grid read_grid(const std::string& file) {
  JsonDocument document(read_file(file, kTaskBounds), file);
  const Node root = document.root();
  root.only({"about", "knobs", "grid"});
  Grid grid;
  for (const auto& [knob, numbers] : root.at("knobs").members())
    for (const Node& number : numbers.array()) grid.knobs[knob].push_back(number.text());
  for (const Node& entry : root.at("grid").array()) read_entry(entry, grid);
  document.check();
  return grid;
}

Setting parse_setting(const std::vector<std::string>& texts) {
  Setting setting;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    double value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + std::min(equals + 1, text.size()), end, value);
    if (equals == std::string::npos || read.ec != std::errc() || read.ptr != end)
      throw InputError(text, "expected KNOB=NUMBER");
    setting[text.substr(0, equals)] = value;
  }
  return setting;
}

}  // namespace novphy
