#include "app/job.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "app/common.h"
#include "app/program.h"
#include "base/input_error.h"

namespace novphy::app {
namespace {

void add_option(CLI::App& command, Setting& setting) {
  const std::string name = (setting.positional ? "" : "--") + setting.name;
  const auto [kind, several] = takes(setting);
  if (kind == Takes::kFlag) {
    command
        .add_flag_function(
            name, [&setting](std::int64_t) { set(setting, std::vector<std::string>(), Face::kProgram); })
        ->disable_flag_override();
    return;
  }
  CLI::Option* option = command.add_option(name, [&setting](const CLI::results_t& words) {
    set(setting, words, Face::kProgram);
    return true;
  });
  if (several)
    option->expected(1, CLI::detail::expected_max_vector_size)
        ->allow_extra_args(!setting.one_each && setting.separator == 0);
}

void add_options(CLI::App& app, Command& command) {
  for (Setting& setting : command.job.settings) add_option(app, setting);
  if (command.job.run) app.add_option("--settings", command.settings_file);
  app.require_subcommand(0, 1);  // what comes after its name is no other command
  for (Command& part : command.parts) add_options(*app.add_subcommand(part.text.name, part.text.what), part);
}

struct Reached {
  Command* command;
  std::string name;
};

Reached reached(Command& program, const CLI::App& app) {
  Reached at{&program, program.text.name};
  for (const CLI::App* each = &app; !each->get_subcommands().empty();) {
    each = each->get_subcommands().front();
    at.command = part_named(*at.command, each->get_name());
    at.name += " " + each->get_name();
  }
  return at;
}

/// What the library finds wrong, in our words. Its texts begin with the name of the option.
std::string in_our_words(Command& command, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find_first_of(": "));
  const Setting* setting = find(command.job.settings, name, Face::kProgram);
  if (text.ends_with(" missing"))
    return fmt::format("{}: found nothing, expected {}", name,
                       setting == nullptr ? "FILE" : type_of(*setting));
  if (text.ends_with("flag override")) return name + ": found a value, expected none";
  if (const std::size_t most = text.find("At Most "); most != std::string::npos)
    return fmt::format("{}: found {} values, expected at most {}", name, text.substr(text.rfind(' ') + 1),
                       text.substr(most + 8, text.find(' ', most + 8) - most - 8));
  return text;
}

[[noreturn]] void refuse(Command& command, const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining(true);
  if (unknown.empty() || dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr)
    throw InputError("", in_our_words(command, error) + "; try --help");
  const std::string near = meant(command, unknown.front());
  throw InputError("",
                   fmt::format("{} {} not expected; {}", folded(unknown), unknown.size() > 1 ? "were" : "was",
                               near.empty() ? "try --help" : fmt::format("did you mean {}?", near)));
}

/// The file of settings counts first; then what the command line does not give comes from it.
void run_job(Command& command, const Command& program) {
  if (!command.job.run) {
    std::string parts;
    for (const Command& part : command.parts)
      parts += (parts.empty() ? ": " : ", ") + std::string(part.text.name);
    throw InputError("", "expected a command" + (&command == &program ? "" : parts) + "; try --help");
  }
  if (!command.settings_file.empty()) read_settings(command.settings_file, command.job.settings);
  check(command.job.settings, Face::kProgram);
  command.job.run(command.job.settings);
}

/// Throws InputError for an option that went elsewhere, whatever stands beside it.
void refuse_moved(const Command& program, int argc, char** argv) {
  for (const Command& part : program.parts)
    for (const auto& [name, where] : part.moved)
      if (argc > 1 && part.text.name == std::string_view(argv[1]) &&
          std::find(argv + 2, argv + argc, "--" + name) != argv + argc)
        throw InputError("--" + name, where);
}

}  // namespace

void make_jobs(Command& command) {
  for (Command& part : command.parts) make_jobs(part);
  if (!command.make) return;
  command.job = command.make();
  Settings& settings = command.job.settings;
  const auto writes_file = [](const Setting& setting) { return setting.writes && setting.word != "DIR"; };
  if (std::ranges::any_of(settings, writes_file) && find(settings, "force", Face::kFile) == nullptr)
    settings.push_back({"force", &command.force, "Replaces a file that is there and of another kind"});
}

void run_command(Command& program, int argc, char** argv) {
  refuse_moved(program, argc, argv);
  CLI::App app(program.text.what, program.text.name);
  app.set_version_flag("--version", version_text);
  add_options(app, program);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return;
  } catch (const CLI::CallForHelp&) {
    const Reached at = reached(program, app);
    fmt::print("{}", help_text(*at.command, at.name));
    return;
  } catch (const CLI::ParseError& error) {
    refuse(*reached(program, app).command, app, error);
  }
  run_job(*reached(program, app).command, program);
}

}  // namespace novphy::app
