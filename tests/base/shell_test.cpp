#include <catch2/catch.hpp>

#include "base/text.h"

using novphy::quoted_for_shell;

TEST_CASE("plain arguments stand as they are, all others in single quotes") {
  CHECK(quoted_for_shell("runs/a-b_1.jsonl") == "runs/a-b_1.jsonl");
  CHECK(quoted_for_shell("--set=a:/b") == "--set=a:/b");
  CHECK(quoted_for_shell("") == "''");
  CHECK(quoted_for_shell("two words") == "'two words'");
  CHECK(quoted_for_shell("$(rm) `x` \"y\" *") == "'$(rm) `x` \"y\" *'");
  CHECK(quoted_for_shell("größe") == "'größe'");
}

TEST_CASE("a single quote ends the quotes, stands behind a backslash, and begins new ones") {
  CHECK(quoted_for_shell("it's") == "'it'\\''s'");
}
