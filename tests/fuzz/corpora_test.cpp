#include <catch2/catch.hpp>
#include <filesystem>

#include "base/file.h"
#include "tests/fuzz/targets.h"

using namespace novphy;

TEST_CASE(
    "every target of the fuzzer takes the inputs from which the fuzzer starts, and those that it found") {
  for (const fuzz::Target& target : fuzz::targets()) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(NOVPHY_SOURCE_DIR) /
                                                                 "tests/fuzz" / target.name)) {
      CAPTURE(entry.path().string());
      CHECK_NOTHROW(target.run(read_file(entry.path())));
      ++files;
    }
    CAPTURE(target.name);
    CHECK(files > 0);
  }
}
