#include "agents/external/shell_line.h"

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace novphy;

namespace {

using Words = std::vector<std::vector<std::string>>;

Words words(const std::string& line) {
  Words found;
  for (const ShellCommand& command : shell_commands(line)) found.push_back(command.words);
  return found;
}

}  // namespace

TEST_CASE("a command line is taken apart as the shell takes it") {
  CHECK(words("python3 agent.py --size 3") == Words{{"python3", "agent.py", "--size", "3"}});
  CHECK(words("  'my agent' \"two words\" a\\ b  ") == Words{{"my agent", "two words", "a b"}});
  CHECK(words("cd x && A=1 B='2 3' python3 a.py; true") == Words{{"cd", "x"}, {"python3", "a.py"}, {"true"}});
  CHECK(words("tee log.txt|python3 a.py 2>err.txt >&2") == Words{{"tee", "log.txt"}, {"python3", "a.py"}});
  CHECK(words("agent < model.bin > out.txt") == Words{{"agent", "model.bin"}});
  CHECK(words("while read -r x; do ./a.sh y; done") == Words{{"read", "-r", "x"}, {"./a.sh", "y"}, {"done"}});
  CHECK(words("exec python3 a.py # the rest is a comment ' ") == Words{{"python3", "a.py"}});
  CHECK(words("agent \"$(pwd | cat; echo ')')\" `pwd` b") == Words{{"agent", "b"}});
}

TEST_CASE("variables are expanded, commands are not run") {
  ::setenv("NOVPHY_TEST", "a b", 1);
  CHECK(words("agent $NOVPHY_TEST/x \"$NOVPHY_TEST\"") == Words{{"agent", "a", "b/x", "a b"}});
  ::unsetenv("NOVPHY_TEST");
}

TEST_CASE("a line whose quotation does not end holds no command") {
  for (const char* line : {"agent 'x", "agent \"x", "agent `x", "agent $(x", "", "  ", ";", "# agent"}) {
    INFO(line);
    CHECK(words(line).empty());
    CHECK(with_exec(line) == line);
  }
  CHECK(words("agent x\\") == Words{{"agent"}});
}

TEST_CASE("the last program takes the place of the shell where the shell would only wait") {
  CHECK(with_exec("sleep 5") == "exec sleep 5");
  CHECK(with_exec("cd . && A=1 sleep 5 2>log") == "cd . && A=1 exec sleep 5 2>log");
  CHECK(with_exec("true; env A=1 sleep 5;") == "true; exec env A=1 sleep 5;");
  CHECK(with_exec("sleep 9 & sleep 5") == "sleep 9 & exec sleep 5");
}

TEST_CASE("a line stays as it is where the shell itself has work left") {
  for (const char* line : {"sleep 5 | cat", "while true; do sleep 5; done", "(sleep 5)", "sleep 5 &",
                           "trap 'echo' EXIT; sleep 5", "exec sleep 5", "no_such_program_at_all 5",
                           "read -r line", "echo x", "if true; then sleep 5; fi", "$EDITOR x", "\"sleep\" 5",
                           "! sleep 5", "{ sleep 5; }", "cat <<X\nsleep 5\nX", "f() { sleep 5; }; f"}) {
    INFO(line);
    CHECK(with_exec(line) == line);
  }
}

TEST_CASE("programs are found as the shell finds them") {
  CHECK(program_file("/bin/sh") == "/bin/sh");
  CHECK(program_file("sh").ends_with("/sh"));
  CHECK(program_file("no_such_program_at_all").empty());
  CHECK(program_file("/").empty());
  CHECK(program_file(NOVPHY_SOURCE_DIR "/README.md").empty());
}
