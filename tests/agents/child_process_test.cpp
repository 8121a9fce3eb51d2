#include "agents/external/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>
#include <vector>

#include "agents/agent.h"
#include "tests/agents/python3.h"

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
  std::string wait_for_line() const {
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

/// While an object of this class lives, our standard error goes to a file.
class CaughtErrors {
 public:
  CaughtErrors() : before_(::dup(STDERR_FILENO)), file_(std::tmpfile()) {
    ::dup2(::fileno(file_), STDERR_FILENO);
  }
  ~CaughtErrors() {
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
    std::fclose(file_);
  }
  CaughtErrors(const CaughtErrors&) = delete;
  CaughtErrors& operator=(const CaughtErrors&) = delete;

  std::string text() const {
    std::string bytes(1 << 20, '\0');
    bytes.resize(static_cast<std::size_t>(::pread(::fileno(file_), bytes.data(), bytes.size(), 0)));
    return bytes;
  }

 private:
  int before_;
  std::FILE* file_;
};

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

// Bug: extra lines were an error, or the answer to the next message, or nothing, as the program was timed.
TEST_CASE("line n of the output is the answer to message n, whenever the program writes the line") {
  const auto answers = [](const std::string& command) {
    ChildProcess program(command, kNever);
    return std::vector{program.exchange("1"), program.exchange("2"), program.exchange("3")};
  };
  const std::vector<std::string> expected{"a", "b", "c"};
  CHECK(answers("printf 'a\\nb\\nc\\n'; sleep 600") == expected);
  CHECK(answers("printf 'a\\nb\\nc\\n'") == expected);
  CHECK(answers("read -r line; printf 'a\\nb'; read -r line; printf '\\nc\\nd\\n'; sleep 600") == expected);
  CHECK(answers("read -r line; printf 'a\\nb\\nc\\n'; exec <&-; sleep 600") == expected);
  CHECK(answers("read -r line; echo a; exec 3>&1 >&-; read -r line; echo b >&3; echo c >&3; exit 7") ==
        expected);
}

TEST_CASE("lines that were written ahead are answers even after their program has ended") {
  ChildProcess program("read -r line; printf 'a\\nb\\n'; exit 3", kNever);
  CHECK(program.exchange("1") == "a");
  siginfo_t end{};
  CHECK(::waitid(P_ALL, 0, &end, WEXITED | WNOWAIT) == 0);
  CHECK(program.exchange("2") == "b");
  CHECK_THROWS_WITH(program.exchange("3"), Contains("ended with exit code 3"));
}

TEST_CASE("the output before an answer that is not whole is no answer") {
  check_fails("read -r line; printf 'half'; exec >&-; sleep 600", "closed its output and gave no answer");
}

TEST_CASE("a program that writes without end and reads nothing is refused") {
  ChildProcess program("yes '{}'", kNever);
  CHECK(program.exchange("{}") == "{}");
  CHECK_THROWS_WITH(program.exchange(std::string(1 << 22, 'x')),
                    "wrote more than 1048576 bytes without reading a message");
}

TEST_CASE("an answer longer than the limit is refused, and one as long as the limit is not") {
  check_fails("read -r line; head -c 3000000 /dev/zero; sleep 600", "answered with more than 1048576 bytes");
  check_fails("read -r line; head -c 1048577 /dev/zero; echo; sleep 600",
              "answered with more than 1048576 bytes");
  ChildProcess program("read -r line; head -c 1048576 /dev/zero; echo; sleep 600", kNever);
  CHECK(program.exchange("{}").size() == ChildProcess::kMaxAnswerBytes);
}

TEST_CASE("a program that closes its output or its input is refused, and no signal reaches us") {
  check_fails("read -r line; exec >&-; sleep 600", "closed its output and gave no answer");
  check_fails("read -r line; exec <&-; sleep 600", "closed its input and gave no answer");
  ChildProcess program("exec <&-; sleep 600", kNever);
  CHECK_THROWS_WITH(program.exchange(std::string(1 << 20, 'x')),
                    Contains("closed its input and gave no answer"));
}

// Bug: the shell kept the output of its last program open, and the run waited for ever.
TEST_CASE("a program that closes its output is refused where the shell has nothing left to do") {
  if (!has_python()) return skip_python();
  const std::string closes = "python3 -c 'import os, time; os.close(1); time.sleep(600)'";
  check_fails(closes, "closed its output and gave no answer");
  check_fails("env NAME=value " + closes + " 2> /dev/null", "closed its output and gave no answer");
  check_fails("cd . && exec " + closes, "closed its output and gave no answer");
}

TEST_CASE("an answer may come byte by byte, but not for longer than the time-out") {
  const std::string bytes = "while :; do sleep 0.01; printf x; done";
  check_fails(bytes, "gave no answer within 0.3 s", 0.3);
  check_fails("while :; do sleep 0.01; printf x >&2; done 2> /dev/null", "gave no answer within 0.3 s", 0.3);
  ChildProcess program("for byte in o n e; do printf $byte; sleep 0.001; done; echo; sleep 600", kNever);
  CHECK(program.exchange("{}") == "one");
}

TEST_CASE("an answer may hold any bytes but a line break") {
  ChildProcess program("read -r line; printf 'a\\000b\\377\\r\\n'; sleep 600", kNever);
  CHECK(program.exchange("{}") == std::string("a\0b\377\r", 5));
}

// Bug: an agent could fill the disk through our standard error.
TEST_CASE("the standard error is passed on up to a limit, and never blocks the program") {
  const CaughtErrors caught;
  {
    ChildProcess program(
        "echo begin >&2; read -r line; head -c 30000000 /dev/zero >&2; echo done; "
        "head -c 30000000 /dev/zero >&2; echo $? > /dev/null",
        kNever);
    CHECK(program.exchange("{}") == "done");
    CHECK_THROWS_WITH(program.exchange("{}"), Contains("ended with exit code 0"));
  }
  const std::string text = caught.text();
  CHECK_THAT(text, Catch::StartsWith("begin\n"));
  CHECK_THAT(text, Contains("left out: more than 65536 bytes"));
  CHECK(text.size() > ChildProcess::kMaxErrorBytes);
  CHECK(text.size() < ChildProcess::kMaxErrorBytes + 300);
}

TEST_CASE("the last words of a program on its standard error are passed on") {
  const CaughtErrors caught;
  check_fails("read -r line; echo why >&2; exit 1", "ended with exit code 1");
  CHECK(caught.text() == "why\n");
}

TEST_CASE("a stop ends the wait for an answer, and the program with all that it has started") {
  const TemporaryFile file("novphy_stopped_");
  std::atomic<bool> stop = false;
  std::string grandchild;
  {
    ChildProcess program("trap '' TERM INT; sleep 600 & echo $! > '" + file.name() + "'; sleep 600", kNever,
                         &stop);
    std::thread stops([&] {
      grandchild = file.wait_for_line();
      stop = true;
    });
    CHECK_THROWS_AS(program.exchange("{}"), Stopped);
    stops.join();
  }
  while (runs(grandchild)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(no_child_is_left());
}

TEST_CASE("a program that leaves its process group ends with its agent") {
  if (!has_python()) return skip_python();
  {
    ChildProcess program("python3 -c 'import os, time; os.setsid(); print(1, flush=True); time.sleep(600)'",
                         kNever);
    CHECK(program.exchange("{}") == "1");
  }
  CHECK(no_child_is_left());
}

// Bug: programs lived on where novphy was killed.
TEST_CASE("when this process is killed, the program and all that it has started end, too") {
  const TemporaryFile file("novphy_orphans_");
  const pid_t parent = ::fork();
  if (parent == 0) {
    ChildProcess program("trap '' TERM HUP; sleep 600 & echo $! $$ > '" + file.name() + "'; sleep 600",
                         kNever);
    ::pause();
    ::_exit(0);
  }
  std::istringstream pids(file.wait_for_line());
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  for (std::string pid; pids >> pid;)
    while (runs(pid)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST_CASE("a grandchild that holds the pipes does not hide that its parent has ended, and is killed") {
  const TemporaryFile file("novphy_grandchild_");
  std::string grandchild;
  {
    ChildProcess program("sleep 600 & echo $! > '" + file.name() + "'; read -r line; echo '{}'; exit 3",
                         kNever);
    CHECK(program.exchange("{}") == "{}");
    grandchild = file.wait_for_line();
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

TEST_CASE("a single program takes the place of the shell") {
  CHECK(with_exec("sleep 5") == "exec sleep 5");
  CHECK(with_exec("env A=1 sleep '5; 6' 2>&1") == "exec env A=1 sleep '5; 6' 2>&1");
  for (const char* line :
       {"sleep 5 | cat", "true; sleep 5", "(sleep 5)", "sleep 5 &", "exec sleep 5", "A=1 sleep 5",
        "no_such_program_at_all 5", "read -r line", "$EDITOR x", "\"sleep\" 5", "cat <<X\nX", "cat 'x", ""}) {
    INFO(line);
    CHECK(with_exec(line) == line);
  }
}
