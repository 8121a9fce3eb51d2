#include "agents/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "agents/agent.h"

using namespace novphy;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

constexpr double kNever = 0;
constexpr auto kEcho = "while read -r line; do echo \"$line\"; done";

bool no_child_is_left() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

std::ptrdiff_t open_descriptors() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

/// A file name for this test. The destructor removes the file.
class TemporaryFile {
 public:
  explicit TemporaryFile(const char* name)
      : path_(fs::temp_directory_path() / (std::string(name) + std::to_string(::getpid()))) {}
  ~TemporaryFile() { fs::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string name() const { return path_.string(); }
  std::string wait_for_content() const {
    for (;;) {
      std::string content;
      if (std::ifstream in(path_); std::getline(in, content) && !in.eof()) return content;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  fs::path path_;
};

/// Whether the process exists and has not ended. A process that has ended but was not waited for counts as
/// ended.
bool runs(const std::string& pid) {
  std::ifstream in("/proc/" + pid + "/stat");
  std::string number, name, state;
  return in >> number >> name >> state && state != "Z" && state != "X";
}

void check_fails(const std::string& command, const std::string& reason, double timeout_s = kNever) {
  INFO(command);
  {
    ChildProcess program(command, timeout_s);
    CHECK_THROWS_WITH(program.exchange("{}"), Contains(reason));
    CHECK_THROWS_AS(program.exchange("{}"), AgentError);
  }
  CHECK(no_child_is_left());
}

}  // namespace

TEST_CASE("a program answers line by line") {
  {
    ChildProcess program(kEcho, kNever);
    CHECK(program.exchange("one") == "one");
    CHECK(program.exchange("") == "");
    CHECK(program.exchange("three") == "three");
  }
  CHECK(no_child_is_left());
}

TEST_CASE("a program that ends without an answer is told from its exit code or signal") {
  check_fails("read -r line; exit 3", "ended with exit code 3");
  check_fails("exit 0", "ended with exit code 0");
  check_fails("no_such_program_at_all 2>/dev/null", "ended with exit code 127");
  check_fails("read -r line; kill -9 $$", "was ended by signal 9");
  check_fails("read -r line; printf '{\"half\":'", "ended with exit code 0");
}

TEST_CASE("the last answer of a program that ends is read") {
  ChildProcess program("read -r line; echo bye; exit 4", kNever);
  CHECK(program.exchange("{}") == "bye");
  CHECK_THROWS_WITH(program.exchange("{}"), Contains("ended with exit code 4"));
}

TEST_CASE("a program that hangs is given up after the time-out") {
  check_fails("sleep 600", "gave no answer within 0.2 s", 0.2);
  check_fails("trap '' TERM; while :; do sleep 600; done", "gave no answer within 0.2 s", 0.2);
}

TEST_CASE("a program that does not read cannot block a long message past the time-out") {
  ChildProcess program("sleep 600", 0.2);
  CHECK_THROWS_WITH(program.exchange(std::string(1 << 20, 'x')), Contains("gave no answer within 0.2 s"));
}

TEST_CASE("a program that answers with two lines is refused") {
  check_fails("read -r line; printf '{}\\n{}\\n'; sleep 600", "answered with more than one line");
}

TEST_CASE("a program that writes before it is asked is refused") {
  const TemporaryFile written("novphy_written_");
  ChildProcess program("read -r line; echo one; echo two; echo done > '" + written.name() + "'; sleep 600",
                       kNever);
  try {
    program.exchange("{}");
    written.wait_for_content();
    CHECK_THROWS_WITH(program.exchange("{}"), Contains("wrote before it was asked"));
  } catch (const AgentError& error) {
    CHECK_THAT(error.what(), Contains("answered with more than one line"));
  }
}

TEST_CASE("an answer longer than the limit is refused, and one as long as the limit is not") {
  check_fails("read -r line; head -c 3000000 /dev/zero; sleep 600", "answered with more than 1048576 bytes");
  check_fails("read -r line; head -c 1048577 /dev/zero; echo; sleep 600",
              "answered with more than 1048576 bytes");
  ChildProcess program("read -r line; head -c 1048576 /dev/zero; echo; sleep 600", kNever);
  CHECK(program.exchange("{}").size() == ChildProcess::kMaxAnswerBytes);
}

TEST_CASE("a program that closes its output or its input is refused, and no signal reaches us") {
  check_fails("read -r line; exec >&-; sleep 600", "closed its input or output");
  ChildProcess program("exec <&-; sleep 600", kNever);
  CHECK_THROWS_WITH(program.exchange(std::string(1 << 20, 'x')), Contains("closed its input or output"));
}

TEST_CASE("a grandchild that holds the pipes does not hide that its parent has ended, and is killed") {
  const TemporaryFile file("novphy_grandchild_");
  std::string grandchild;
  {
    ChildProcess program("sleep 600 & echo $! > '" + file.name() + "'; read -r line; echo '{}'; exit 3",
                         kNever);
    CHECK(program.exchange("{}") == "{}");
    grandchild = file.wait_for_content();
    CHECK(runs(grandchild));
    CHECK_THROWS_WITH(program.exchange("{}"), Contains("ended with exit code 3"));
  }
  while (runs(grandchild)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(no_child_is_left());
}

TEST_CASE("programs see three descriptors, whatever else is open here") {
  const int leaky = ::open("/dev/null", O_RDONLY);
  ChildProcess other(kEcho, kNever);
  ChildProcess program("read -r line; ls /proc/self/fd | tr '\\n' ' '; echo", kNever);
  CHECK(program.exchange("{}") == "0 1 2 3 ");  // 3 is the folder that ls reads
  ::close(leaky);
}

TEST_CASE("programs get the signals as they are at first") {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ChildProcess program("read -r line; kill -15 $$; sleep 600", kNever);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  CHECK_THROWS_WITH(program.exchange("{}"), Contains("was ended by signal 15"));
}

TEST_CASE("a hundred programs one after the other leave no descriptor and no process") {
  const auto before = open_descriptors();
  for (int i = 0; i < 100; ++i) {
    ChildProcess program(i % 2 == 0 ? kEcho : "read -r line; exit 1", kNever);
    if (i % 2 == 0)
      CHECK(program.exchange("{}") == "{}");
    else
      CHECK_THROWS_AS(program.exchange("{}"), AgentError);
  }
  CHECK(open_descriptors() == before);
  CHECK(no_child_is_left());
}

TEST_CASE("programs of several threads do not disturb each other") {
  std::vector<int> right(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&right, t] {
      for (int i = 0; i < 10; ++i) {
        ChildProcess program(kEcho, kNever);
        const std::string line = std::to_string(t) + " " + std::to_string(i);
        if (program.exchange(line) == line) ++right[t];
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 10));
  CHECK(no_child_is_left());
}
