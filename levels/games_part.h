#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace novphy {

/// A mistake in an XML text.
struct XmlMistake {
  std::size_t at = 0;        ///< offset of what is wrong
  std::size_t found_at = 0;  ///< offset up to which the text has no other mistake
  std::string what{};
};

/// The part of a level that the original game reads. Its reader seeks one element after the other and stops
/// at the end of GameObjects, so it does not mind elements that are still open there, nor what follows. Many
/// published levels leave Camera, Score or Slingshot open.
struct GamesPart {
  /// The text up to the end of GameObjects, and the end tags of all open elements. Empty if there is no such
  /// end.
  std::string text{};
  std::optional<XmlMistake> mistake{};  ///< the first tag that does not fit, if there is no text
};

GamesPart games_part(std::string_view text);

}  // namespace novphy
