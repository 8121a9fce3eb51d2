#include <fmt/core.h>
#include <fontconfig/fontconfig.h>

#include "view/window/font.h"

namespace novphy::window {

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
