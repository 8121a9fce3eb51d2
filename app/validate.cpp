#include <fmt/core.h>

#include <cstdio>

#include "app/commands.h"
#include "base/file.h"
#include "base/json_reader.h"
#include "levels/level_files.h"
#include "levels/pair.h"

namespace novphy::app {
namespace {

struct ValidateArguments {
  AssetOptions assets{};
  std::vector<std::string> files{};

  Settings settings() {
    return joined(
        {{{"files", &files,
           "Tasks (JSON or Science Birds XML), pairs, names such as rolling/agents, and folders of these",
           "FILE", Also{.positional = true, .required = true}}},
         assets.settings()});
  }
};

std::string counts(const Task& task) {
  return fmt::format("{} birds, {} objects, {} effects, {} novelties", task.birds.size(), task.objects.size(),
                     task.effects.size(), task.novelties.size());
}

/// One line about a correct file. Throws InputError for a file with mistakes.
std::string checked(const std::string& file, const Catalogue& catalogue, Warnings& warnings) {
  if (!is_pair(read_file(file, kTaskBounds))) return "task, " + counts(read_task(file, catalogue, &warnings));
  const Pair pair = read_pair(file, catalogue);
  return fmt::format("pair {}/{}; normal: {}; novel: {}", pair.scenario, pair.novelty,
                     counts(pair.normal.task), counts(pair.novel.task));
}

/// The files that the names mean. A folder means the level files below it.
std::vector<std::string> files_of(const std::vector<std::string>& names, std::vector<Problem>& problems) {
  std::vector<std::string> files;
  for (const std::string& name : shipped(names)) try {
      if (!std::filesystem::is_directory(name))
        files.push_back(name);
      else
        for (const auto& file : level_files(std::filesystem::path(name))) files.push_back(file.string());
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  return files;
}

/// Reports correct files and warnings in the order of the files. Where standard output and standard error are
/// one file, each line stands there whole and in its place. The mistakes of all files come at the end.
void validate(ValidateArguments& options) {
  const Assets assets = options.assets.load();
  std::vector<Problem> problems;
  for (const std::string& file : files_of(options.files, problems)) try {
      Warnings warnings;
      const std::string good = checked(file, assets.catalogue, warnings);
      print_warnings(warnings);
      fmt::print("{}: ok ({})\n", file, good);
      std::fflush(stdout);
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  if (!problems.empty()) throw InputError(std::move(problems));
}

}  // namespace

void add_validate(Command& program) {
  add_job(program,
          {"validate", "Checks tasks and pairs, and reports every error of every file", kTasksGroup,
           "novphy validate my_pair.json"},
          job_of(validate));
}

}  // namespace novphy::app
