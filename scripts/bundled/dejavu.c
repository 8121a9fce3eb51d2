// The font of the bundled cairo, which knows no fonts of the system: DejaVu Sans, regular and bold, from the
// library itself. It takes the place of cairo-font-face-twin.c, which cairo asks for a face where no other
// part of cairo has one.

#include <ft2build.h>

#include "cairoint.h"
#include FT_FREETYPE_H

#include "cairo-ft.h"

#ifdef __APPLE__
#define SECTION ".const_data"
#define SYMBOL(name) "_" #name
#else
#define SECTION ".section .rodata"
#define SYMBOL(name) #name
#endif
#define FILE_BYTES(name, path)                                                                              \
  __asm__(SECTION                                                                                           \
          "\n.balign 16\n.globl " SYMBOL(name) "\n" SYMBOL(name) ":\n.incbin \"" path "\"\n.globl " SYMBOL( \
              name##_end) "\n" SYMBOL(name##_end) ":\n.byte 0\n.text\n");                                   \
  extern const unsigned char name[] __attribute__((visibility("hidden")));                                  \
  extern const unsigned char name##_end[] __attribute__((visibility("hidden")))

FILE_BYTES(novphy_dejavu_regular, NOVPHY_REGULAR);
FILE_BYTES(novphy_dejavu_bold, NOVPHY_BOLD);

static const cairo_user_data_key_t font_key;

static void close_font(void* face) {
  const FT_Library library = ((FT_Face)face)->glyph->library;
  FT_Done_Face((FT_Face)face);
  FT_Done_FreeType(library);
}

// Each face has a FreeType library of its own, because a library is not safe for several threads.
static cairo_font_face_t* make_font(int bold) {
  const unsigned char* begin = bold ? novphy_dejavu_bold : novphy_dejavu_regular;
  const unsigned char* end = bold ? novphy_dejavu_bold_end : novphy_dejavu_regular_end;
  FT_Library library;
  FT_Face face;
  if (FT_Init_FreeType(&library) != 0) return (cairo_font_face_t*)&_cairo_font_face_nil;
  if (FT_New_Memory_Face(library, begin, end - begin, 0, &face) != 0) {
    FT_Done_FreeType(library);
    return (cairo_font_face_t*)&_cairo_font_face_nil;
  }
  cairo_font_face_t* font = cairo_ft_font_face_create_for_ft_face(face, 0);
  if (cairo_font_face_set_user_data(font, &font_key, face, close_font) != CAIRO_STATUS_SUCCESS)
    close_font(face);
  return font;
}

cairo_font_face_t* _cairo_font_face_twin_create_fallback(void) { return make_font(0); }

cairo_status_t _cairo_font_face_twin_create_for_toy(cairo_toy_font_face_t* toy, cairo_font_face_t** font) {
  *font = make_font(toy->weight == CAIRO_FONT_WEIGHT_BOLD);
  return (*font)->status;
}
