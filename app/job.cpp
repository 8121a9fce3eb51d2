#include "app/job.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/help.h"
#include "app/outputs.h"
#include "base/file.h"

namespace novphy::app {
namespace {

/// What a command keeps from its start to its end.
struct Started {
  Job job;
  std::string settings_file{};
  bool force = false;
};

std::string kind_word(const Setting& setting) {
  if (!setting.word.empty()) return setting.word;
  if (std::holds_alternative<int*>(setting.value) || std::holds_alternative<std::uint64_t*>(setting.value) ||
      std::holds_alternative<std::vector<int>*>(setting.value) ||
      std::holds_alternative<std::optional<int>*>(setting.value))
    return "INT";
  const bool number = std::holds_alternative<double*>(setting.value) ||
                      std::holds_alternative<std::optional<double>*>(setting.value);
  return number ? "FLOAT" : "TEXT";
}

constexpr std::size_t kMostChoices = 8;  // of which the words are shown

/// The word for the values, with those that are possible.
std::string type_of(const Setting& setting) {
  if (!setting.choices.empty() && setting.choices.size() <= kMostChoices)
    return fmt::format("{}:{{{}}}", kind_word(setting), fmt::join(setting.choices, ","));
  if (setting.least == -Setting::kBig) return kind_word(setting);
  if (setting.most == Setting::kBig)
    return fmt::format("{}:[at least {:.16g}]", kind_word(setting), setting.least);
  return fmt::format("{}:[{:.16g} to {:.16g}]", kind_word(setting), setting.least, setting.most);
}

std::string options_in(const std::vector<std::string>& names) {
  return fmt::format("--{}", fmt::join(names, " --"));
}

/// What help says behind the name.
std::string text_of(const Setting& setting) {
  std::string text;
  const Takes kind = takes(setting);
  if (kind != Takes::kNothing) text += type_of(setting);
  if (const std::string otherwise = default_text(setting); !otherwise.empty()) text += "=" + otherwise;
  if (kind == Takes::kSeveral) text += " ...";
  if (setting.required) text += " REQUIRED";
  if (!setting.needs.empty()) text += " Needs: " + options_in(setting.needs);
  if (!setting.excludes.empty()) text += " Excludes: " + options_in(setting.excludes);
  return text.starts_with(' ') ? text.substr(1) : text;
}

CLI::Option* add_option(CLI::App& command, const std::shared_ptr<Setting>& kept) {
  const Setting& setting = *kept;
  const std::string name = (setting.positional ? "" : "--") + setting.name;
  const auto set_words = [kept](const CLI::results_t& words) {
    set(*kept, words, Face::kProgram);
    return true;
  };
  CLI::Option* option = nullptr;
  if (takes(setting) == Takes::kNothing) {
    option = command.add_flag_function(
        name, [kept](std::int64_t) { set(*kept, std::vector<std::string>(), Face::kProgram); }, setting.help);
  } else {
    option = command.add_option(name, set_words, setting.help);
    option->type_name(type_of(setting))->default_str(default_text(setting));
    if (takes(setting) == Takes::kSeveral) {
      option->expected(1, CLI::detail::expected_max_vector_size);
      option->allow_extra_args(!setting.one_each && setting.separator == 0);
    }
  }
  option->option_text(text_of(setting));
  if (!setting.group.empty()) option->group(setting.group);
  return option;
}

/// The file of settings counts first; then what the command line does not give comes from it.
void run_job(Started& started) {
  if (!started.settings_file.empty()) read_settings(started.settings_file, started.job.settings);
  check(started.job.settings, Face::kProgram);
  started.job.run(started.job.settings);
}

bool writes_file(const Setting& setting) { return setting.writes && setting.word != "DIR"; }

}  // namespace

CLI::App& add_job(CLI::App& app, const CommandText& text, Job job) {
  const auto started = std::make_shared<Started>(Started{.job = std::move(job)});
  Settings& settings = started->job.settings;
  if (std::any_of(settings.begin(), settings.end(), writes_file) &&
      find(settings, "force", Face::kFile) == nullptr)
    settings.push_back({.name = "force",
                        .value = &started->force,
                        .help = "Replaces a file that is there and of another kind"});
  CLI::App& command = add_command(app, text.name, text.what, text.group, text.examples);
  for (Setting& setting : settings) add_option(command, std::shared_ptr<Setting>(started, &setting));
  command
      .add_option("--settings", started->settings_file,
                  "Settings from a JSON file, such as {\"jobs\": 2}; "
                  "the command line goes before it")
      ->option_text("FILE");
  command.callback([started] { run_job(*started); });
  return command;
}

void add_settings(CLI::App& command, Settings settings) {
  const auto kept = std::make_shared<Settings>(std::move(settings));
  for (Setting& setting : *kept) {
    CLI::Option* option = add_option(command, std::shared_ptr<Setting>(kept, &setting));
    option->required(setting.required);
    if (setting.writes) as_output(option, *setting.writes);
  }
}

}  // namespace novphy::app
