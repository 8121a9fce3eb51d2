#include "window/characters.h"

#include <fmt/core.h>
#include <fontconfig/fontconfig.h>

#include <cstdint>
#include <set>

#include "window/font.h"

namespace novphy::window {

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  while (!text.empty()) {
    FcChar32 code = 0;
    const int length =
        FcUtf8ToUcs4(reinterpret_cast<const FcChar8*>(text.data()), &code, static_cast<int>(text.size()));
    if (length <= 0) break;
    characters.push_back({code, text.substr(0, static_cast<std::size_t>(length))});
    text.remove_prefix(static_cast<std::size_t>(length));
  }
  return characters;
}

std::string list_of(std::string_view text, const std::function<bool(const Character&)>& wanted) {
  constexpr std::size_t kMost = 5;
  constexpr char32_t kFirstPrinted = 0x20;
  std::set<char32_t> seen;
  std::string list;
  for (const Character& each : characters_of(text)) {
    if (each.code < kFirstPrinted || seen.contains(each.code) || !wanted(each)) continue;
    seen.insert(each.code);
    if (seen.size() <= kMost)
      list += fmt::format("{}\"{}\" (U+{:04X})", list.empty() ? "" : ", ", each.bytes,
                          static_cast<std::uint32_t>(each.code));
  }
  return seen.size() > kMost ? fmt::format("{} and {} more", list, seen.size() - kMost) : list;
}

std::string missing_font(const std::string& family) {
  if (family.empty()) return "";
  FcPattern* pattern = FcPatternCreate();
  FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
  FcObjectSet* names = FcObjectSetBuild(FC_FAMILY, nullptr);
  FcFontSet* found = FcFontList(nullptr, pattern, names);
  const bool installed = found != nullptr && found->nfont > 0;
  if (found != nullptr) FcFontSetDestroy(found);
  FcObjectSetDestroy(names);
  FcPatternDestroy(pattern);
  return installed ? ""
                   : fmt::format("found \"{}\", expected an installed font, such as fc-list : family lists",
                                 family);
}

}  // namespace novphy::window
