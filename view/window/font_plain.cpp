// Fonts by fontconfig, for programs that are built without Pango: one glyph for each character, from left to
// right.

#include <fmt/core.h>
#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <array>
#include <utility>

#include "view/cairo_pen.h"
#include "view/painter.h"
#include "view/window/font.h"

namespace novphy::window {
namespace {

constexpr const char* kOtherFamily = "DejaVu Sans";

/// The characters that a face of a family has.
class Coverage {
 public:
  Coverage(const std::string& family, bool bold) {
    FcPattern* wanted = FcPatternCreate();
    FcPatternAddString(wanted, FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
    FcPatternAddInteger(wanted, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_NORMAL);
    FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result = FcResultMatch;
    face_ = FcFontMatch(nullptr, wanted, &result);
    FcPatternDestroy(wanted);
    if (face_ != nullptr) FcPatternGetCharSet(face_, FC_CHARSET, 0, &has_);
  }
  ~Coverage() {
    if (face_ != nullptr) FcPatternDestroy(face_);
  }
  Coverage(const Coverage&) = delete;
  Coverage& operator=(const Coverage&) = delete;

  bool has(char32_t code) const { return has_ != nullptr && FcCharSetHasChar(has_, code) == FcTrue; }

 private:
  FcPattern* face_ = nullptr;
  FcCharSet* has_ = nullptr;  // a part of the face
};

struct Range {
  char32_t first;
  char32_t last;
};

// Scripts whose letters change with their neighbours or run from right to left (Unicode 15, blocks).
constexpr std::array kShaped{Range{0x0590, 0x0DFF},   Range{0x0F00, 0x109F},  Range{0x1700, 0x18AF},
                             Range{0x1900, 0x1AAF},   Range{0x1B00, 0x1CFF},  Range{0xA800, 0xABFF},
                             Range{0xFB1D, 0xFDFF},   Range{0xFE70, 0xFEFF},  Range{0x10800, 0x10FFF},
                             Range{0x11000, 0x11FFF}, Range{0x1E800, 0x1EFFF}};

bool needs_shaping(char32_t code) {
  return std::any_of(kShaped.begin(), kShaped.end(),
                     [&](const Range& range) { return code >= range.first && code <= range.last; });
}

}  // namespace

struct Font::Impl {
  struct Face {
    Coverage upright;
    Coverage bold;
    explicit Face(const std::string& of) : upright(of, false), bold(of, true) {}
    bool has(char32_t code, bool in_bold) const { return (in_bold ? bold : upright).has(code); }
  };

  explicit Impl(std::string name) : family(std::move(name)), own(family), other(kOtherFamily) {}

  /// Calls `part` with each part of the text that one family writes, and with the family.
  template <class Part>
  void parts(const std::string& text, bool bold, const Part& part) const {
    std::string now;
    bool in_other = false;
    for (const Character& each : characters_of(text)) {
      const bool needs_other = !own.has(each.code, bold) && other.has(each.code, bold);
      if (needs_other != in_other && !now.empty())
        part(std::exchange(now, ""), in_other ? kOtherFamily : family);
      in_other = needs_other;
      now += each.bytes;
    }
    if (!now.empty()) part(now, in_other ? kOtherFamily : family);
  }

  std::string family;
  Face own;
  Face other;
  Surface unseen{cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1)};  // for measuring
};

Font::Font(const std::string& family)
    : impl_(std::make_unique<Impl>(family.empty() ? kOtherFamily : family)) {}
Font::~Font() = default;

double Font::width_px(const std::string& text, const Lettering& lettering) const {
  double width = 0;
  impl_->parts(text, lettering.bold, [&](const std::string& part, const std::string& family) {
    Lettering now = lettering;
    now.family = family;
    width += impl_->unseen.pen().text_width_px(part, now);
  });
  return width;
}

void Font::write(Pen& pen, Vec2 at_px, const std::string& text, const Lettering& lettering) const {
  impl_->parts(text, lettering.bold, [&](const std::string& part, const std::string& family) {
    Lettering now = lettering;
    now.family = family;
    pen.write(at_px, part, now);
    at_px.x += impl_->unseen.pen().text_width_px(part, now);
  });
}

bool Font::right_to_left(const std::string&) const { return false; }

std::string Font::problem(const std::string& text) const {
  const std::string shaped = list_of(text, [](const Character& each) { return needs_shaping(each.code); });
  if (!shaped.empty())
    return shaped +
           ": scripts that join letters or run from right to left need a program that was built with "
           "Pango (libpango1.0-dev)";
  const std::string missing = list_of(text, [&](const Character& each) {
    const auto lacks = [&](bool bold) {
      return !impl_->own.has(each.code, bold) && !impl_->other.has(each.code, bold);
    };
    return lacks(false) || lacks(true);
  });
  if (missing.empty()) return "";
  return impl_->family == kOtherFamily
             ? fmt::format("{} has no glyph for {}", kOtherFamily, missing)
             : fmt::format("neither {} nor {} has a glyph for {}", impl_->family, kOtherFamily, missing);
}

}  // namespace novphy::window
