#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace novphy {

/// The words in which players of the tools are told what is seen. Disguised, things and materials have
/// made-up names, so that knowledge of the original game does not help.
class Vocabulary {
 public:
  /// `disguise`: the seed of the made-up words; none: plain words.
  explicit Vocabulary(std::optional<std::uint64_t> disguise = {});

  /// "bird", "pig", "slingshot", ...: the word itself, or what stands for it.
  const std::string& word(std::string_view plain) const;
  /// The name of a thing with this appearance of the colour table: "big wood rectangle" for
  /// "wood_rect_big". "unknown thing" for "".
  std::string thing(std::string_view appearance) const;

 private:
  std::map<std::string, std::string, std::less<>> words_{};
};

}  // namespace novphy
