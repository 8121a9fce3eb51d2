#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "base/input_error.h"
#include "tests/trials/fixtures.h"
#include "trials/store/blocks.h"

using namespace novphy;
using namespace novphy::test;

namespace {

std::size_t files_in(const TemporaryFolder& folder) {
  const std::filesystem::directory_iterator files(folder.path());
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

/// While an object of this class lives, no file can grow beyond `bytes`, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("a file appears when it is whole") {
  const TemporaryFolder folder;
  RecordsFile file(folder / "r");
  file.write("one\n");
  file.write("two\n");
  REQUIRE_FALSE(std::filesystem::exists(folder / "r"));
  file.commit();
  REQUIRE(content(folder / "r") == "one\ntwo\n");
  REQUIRE(files_in(folder) == 1);
}

TEST_CASE("a file that is given up leaves what was there") {
  const TemporaryFolder folder;
  write(folder / "r", "old");
  { RecordsFile(folder / "r").write("new"); }
  REQUIRE(content(folder / "r") == "old");
  REQUIRE(files_in(folder) == 1);
}

TEST_CASE("on a full disk a file is not half written") {
  const TemporaryFolder folder;
  write(folder / "r", "old");
  const auto write_much = [&] {
    RecordsFile file(folder / "r");
    for (int i = 0; i < 100; ++i) file.write(std::string(1000, 'x'));
    file.commit();
  };
  {
    const FullDisk full(10'000);
    REQUIRE_THROWS_WITH(write_much(), Catch::Contains("cannot be written: File too large"));
  }
  REQUIRE(content(folder / "r") == "old");
  REQUIRE(files_in(folder) == 1);
}

TEST_CASE("of a symbolic link the target is written, and the link stays") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "scratch");
  std::filesystem::create_symlink("scratch/records", folder / "link");
  RecordsFile file(folder / "link");
  file.write("all");
  REQUIRE(std::filesystem::exists(folder / "scratch/records.new"));
  file.commit();
  REQUIRE(std::filesystem::is_symlink(folder / "link"));
  REQUIRE(content(folder / "scratch/records") == "all");
}

TEST_CASE("what a killed run left is written over") {
  const TemporaryFolder folder;
  write(folder / "r.new", "half a fi");
  RecordsFile file(folder / "r");
  file.commit();
  REQUIRE(content(folder / "r").empty());
  REQUIRE(files_in(folder) == 1);
}
