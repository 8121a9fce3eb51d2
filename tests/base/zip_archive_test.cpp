#include "base/zip_archive.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace novphy;

// tests/app/web_study_test.py unpacks an archive with another program.
TEST_CASE("the checksum of an archive is CRC-32") {
  CHECK(crc32("") == 0);
  CHECK(crc32("123456789") == 0xcbf43926U);  // the check value in catalogues of such checksums
}

TEST_CASE("an archive holds the bytes of its files uncompressed, and the same files give the same bytes") {
  const std::vector<NamedBytes> files{{.name = "a/b.txt", .bytes = "hello"}, {.name = "empty", .bytes = ""}};
  const std::string archive = zip_archive(files, "x.zip");
  CHECK(archive == zip_archive(files, "x.zip"));
  CHECK(archive.starts_with("PK\x03\x04"));
  CHECK(archive.find("a/b.txthello") != std::string::npos);
  CHECK(archive.size() == 2 * (30 + 46) + 2 * (7 + 5) + 5 + 22);
}

TEST_CASE("an archive of no files is an empty directory") { CHECK(zip_archive({}, "x.zip").size() == 22); }
