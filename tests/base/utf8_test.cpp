#include <catch2/catch.hpp>

#include "base/text.h"

using namespace novphy;

TEST_CASE("text without control characters is printed as it is") {
  for (const char* text : {"", "plain", "M\xC3\xBCller", "\xE6\x98\x9F", "\xF0\x9F\x90\xA6", "\xC2\xA0"}) {
    CHECK(is_printable(text));
    CHECK(printable(text) == text);
  }
}

TEST_CASE("control characters are printed as numbers") {
  CHECK(printable("\x1b[31mred") == "\\x1b[31mred");
  CHECK(printable("a\tb\x7f") == "a\\x09b\\x7f");
  CHECK(printable("\xC2\x9B"
                  "31m") == "\\xc2\\x9b31m");             // a control sequence in one character
  CHECK(printable("\xE2\x80\xAE") == "\\xe2\\x80\\xae");  // turns the direction of writing
  CHECK(printable("\xE2\x81\xA6 \xE2\x80\xA8") == "\\xe2\\x81\\xa6 \\xe2\\x80\\xa8");
  CHECK_FALSE(is_printable(std::string_view("\0", 1)));
}

TEST_CASE("characters of one to four bytes have their numbers in Unicode") {
  CHECK(code_points("a\xC3\xBC\xE6\x98\x9F\xF0\x9F\x90\xA6") == U"a\u00fc\u661f\U0001F426");
  CHECK(code_points("\xF4\x8F\xBF\xBF\x7F") == U"\U0010FFFF\x7F");
  CHECK(code_points("ab\xFFz") == U"ab");
  CHECK(code_points("").empty());
}

TEST_CASE("bytes that are no UTF-8 are printed as numbers") {
  CHECK(printable("M\xFCller") == "M\\xfcller");
  CHECK(printable("\xE6\x98") == "\\xe6\\x98");
  CHECK_FALSE(is_utf8("\xC0\x80"));          // overlong
  CHECK_FALSE(is_utf8("\xED\xA0\x80"));      // a surrogate
  CHECK_FALSE(is_utf8("\xF4\x90\x80\x80"));  // beyond Unicode
  CHECK_FALSE(is_utf8("\xFF"));
  CHECK(is_utf8("\xF4\x8F\xBF\xBF"));
}
