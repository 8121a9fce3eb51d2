#include "levels/object_text.h"

#include <fmt/core.h>

#include <cmath>
#include <sstream>
#include <vector>

#include "base/json_reader.h"

namespace novphy {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<double> number_of(const std::string& word) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(word, &used);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  if (used != word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Removes two numbers from the end of the words, and the word between them or before them.
std::optional<Vec2> take(std::vector<std::string>& words, std::size_t word_at, const char* word) {
  if (words.size() < 3 || words[words.size() - 3 + word_at] != word) return std::nullopt;
  const auto x = number_of(words[words.size() - (word_at == 0 ? 2 : 3)]);
  const auto y = number_of(words.back());
  words.resize(words.size() - 3);
  if (!x || !y) return std::nullopt;
  return Vec2{*x, *y};
}

}  // namespace

std::string object_text(const Object& object) {
  std::string text = object.material.empty() ? object.type : object.material + " " + object.type;
  if (object.size_m) text += " " + shortest(object.size_m->x) + " x " + shortest(object.size_m->y);
  return text + " at " + shortest(object.at_m.x) + " " + shortest(object.at_m.y);
}

std::optional<Object> object_from_text(std::string_view text, const Catalogue& catalogue) {
  std::vector<std::string> words = words_of(text);
  const auto at = take(words, 0, "at");
  if (!at) return std::nullopt;
  Object object{.at_m = *at};
  if (words.size() > 3) {
    object.size_m = take(words, 1, "x");
    if (!object.size_m) return std::nullopt;
  }
  if (words.empty() || words.size() > 2) return std::nullopt;
  object.type = words.back();
  if (words.size() == 2) object.material = words.front();
  const Kind* kind = catalogue.find(object.type, object.material);
  if (!kind || object.size_m.has_value() != (kind->category == Category::kPlatform)) return std::nullopt;
  return object;
}

std::string shot_text(const Shot& shot) {
  return fmt::format("{:.8g}@{:.8g}", degrees(launch_angle_rad(shot)), length(shot.drag_m));
}

std::vector<std::string> shot_texts(const std::vector<Shot>& shots) {
  std::vector<std::string> texts;
  for (const Shot& shot : shots) texts.push_back(shot_text(shot));
  return texts;
}

}  // namespace novphy
