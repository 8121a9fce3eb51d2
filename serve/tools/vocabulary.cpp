#include "serve/tools/vocabulary.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "sim/rng.h"

namespace novphy {
namespace {

/// Names that tell something to those who know the original game. Sizes and forms tell only what is seen.
constexpr std::array<std::string_view, 17> kNames{
    "bird", "pig",   "slingshot", "platform", "fan",  "egg",    "tnt",   "air turbulence", "wood",
    "ice",  "stone", "pink",      "red",      "blue", "yellow", "black", "white"};
constexpr std::array<std::string_view, 6> kNouns{"bird", "pig", "platform", "fan", "egg", "tnt"};
constexpr std::array<std::string_view, 5> kSizes{"big", "fat", "medium", "small", "tiny"};
constexpr std::array<std::string_view, 4> kSilent{"two", "three", "four", "shots"};

template <class List>
bool is_one_of(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Two syllables, such as "mivo".
std::string made_up(Rng& rng) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  std::string word;
  for (int syllable = 0; syllable < 2; ++syllable) {
    for (const std::string_view letters : {kConsonants, kVowels})
      word += letters[static_cast<std::size_t>(rng.integer(0, static_cast<int>(letters.size()) - 1))];
  }
  return word;
}

std::vector<std::string> parts_of(std::string_view appearance) {
  std::vector<std::string> parts;
  while (!appearance.empty()) {
    const std::size_t end = std::min(appearance.find('_'), appearance.size());
    parts.emplace_back(appearance.substr(0, end));
    appearance.remove_prefix(std::min(end + 1, appearance.size()));
  }
  return parts;
}

}  // namespace

Vocabulary::Vocabulary(std::optional<std::uint64_t> disguise) {
  Rng rng = Rng::stream(disguise.value_or(0), "serve/tools/words");
  std::vector<std::string> used;
  for (const std::string_view plain : kNames) {
    std::string word(plain);
    while (disguise && (word == plain || is_one_of(used, word))) word = made_up(rng);
    used.push_back(word);
    words_.emplace(plain, std::move(word));
  }
}

const std::string& Vocabulary::word(std::string_view plain) const { return words_.find(plain)->second; }

std::string Vocabulary::thing(std::string_view appearance) const {
  if (appearance.empty()) return "unknown thing";
  if (appearance == "air_turbulence") return word("air turbulence");
  std::vector<std::string> sizes;
  std::vector<std::string> colours;
  std::vector<std::string> nouns;
  bool hole = false;
  for (const std::string& part : parts_of(appearance)) {
    if (is_one_of(kSilent, part)) continue;
    if (part == "hole")
      hole = true;
    else if (is_one_of(kSizes, part))
      sizes.push_back(part);
    else if (part == "rect")
      nouns.emplace_back("rectangle");
    else if (!words_.contains(part))
      nouns.push_back(part);
    else if (is_one_of(kNouns, part))
      nouns.push_back(word(part));
    else
      colours.push_back(word(part));
  }
  for (std::vector<std::string>* list : {&colours, &nouns})
    sizes.insert(sizes.end(), list->begin(), list->end());
  return fmt::format("{}{}", fmt::join(sizes, " "), hole ? " with a hole" : "");
}

}  // namespace novphy
