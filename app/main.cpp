#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "app/commands.h"
#include "app/common.h"
#include "levels/input_error.h"

namespace novphy::app {
namespace {

constexpr int kBadInput = 2;
constexpr int kInternalError = 3;

void add_commands(CLI::App& app) {
  add_validate(app);
  add_verify(app);
  add_convert(app);
  add_aim(app);
  add_plan(app);
  add_play(app);
  add_observe(app);
  add_generate(app);
  add_inject(app);
  add_list(app);
  add_run(app);
  add_replay(app);
  add_draw(app);
  add_film(app);
  add_art(app);
  add_detect(app);
  add_measure(app);
  add_selftest(app);
#ifdef NOVPHY_WITH_BENCH
  add_bench(app);
#endif
}

std::string version_text() {
  const BuildInfo build = build_info();
  return fmt::format("novphy {}\nBox2D {}\n{}, {}", build.version, build.box2d, build.compiler,
                     build.architecture);
}

int complain(std::string text, int exit_code = kBadInput) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  fmt::print(stderr, "novphy: {}\n", text);
  return exit_code;
}

int complain(const InputError& error) {
  for (const Problem& problem : error.problems()) complain(problem.message());
  return kBadInput;
}

int complain(const std::filesystem::filesystem_error& error) {
  return complain(fmt::format("{}: {}", error.path1().string(), error.code().message()));
}

/// Help and the version are "errors" of the parser too: it prints those itself, with code 0.
int complain(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  return complain(std::string(error.what()) + "; try --help");
}

/// Output is buffered: a full disk may show only now.
int flush_output(int exit_code) {
  if (exit_code != 0) return exit_code;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  return complain(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

int run(int argc, char** argv) {
  CLI::App app{
      "A testbed for open-world physical reasoning: plays tasks with novelties, runs trials, measures agents",
      "novphy"};
  app.set_version_flag("--version", version_text);
  app.require_subcommand(0, 1);
  add_commands(app);
  try {
    app.parse(argc, argv);
    return app.get_subcommands().empty() ? complain("expected a command; try --help") : 0;
  } catch (const ExitCode& exit) {
    return exit.code;
  } catch (const CLI::ParseError& error) {
    return complain(app, error);
  } catch (const InputError& error) {
    return complain(error);
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(error);
  } catch (const std::invalid_argument& error) {
    return complain(std::string(error.what()));
  } catch (const std::system_error& error) {
    return complain(std::string(error.what()));
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), kInternalError);
  }
}

}  // namespace
}  // namespace novphy::app

int main(int argc, char** argv) { return novphy::app::flush_output(novphy::app::run(argc, argv)); }
