#include <fmt/core.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "app/help.h"

namespace novphy::app {
namespace {

/// Whether the command takes tasks, which may be names of pairs.
bool takes_pairs(const CLI::App& command) {
  for (const CLI::Option* argument : arguments_of(command))
    for (const char* type : {"TASK", "FILE|DIR", "FILE|DIR|PAIR|TEMPLATE|SCENARIO|all"})
      if (argument->get_type_name() == type) return true;
  return false;
}

/// Prints the names of the agents that are no programs, in any shell.
constexpr const char* kListOfAgents = "novphy list agents 2>/dev/null | sed -e '/COMMAND/d' -e 's/ .*//'";

/// Whether the option takes the name of any agent.
bool takes_agent(const CLI::Option& option) { return option.get_type_name() == kAgentType; }

std::vector<std::string> words_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* part : commands_of(command)) words.push_back(part->get_name());
  for (const CLI::Option* argument : arguments_of(command))
    for (const std::string& value : values_of(*argument)) words.push_back(value);
  for (const CLI::Option* option : options_of(command)) words.push_back(option->get_name());
  words.emplace_back("--help");
  return words;
}

/// The words of an option that takes one of a few, in quotes; "" for another option.
std::string bash_words_of(const CLI::Option& option) {
  if (takes_agent(option)) return fmt::format("\"$({})\"", kListOfAgents);
  const auto values = values_of(option);
  return values.empty() ? "" : fmt::format("'{}'", fmt::join(values, " "));
}

/// The branches for values of options, of which some take one of a few words.
std::string bash_values(const CLI::App& command, const std::string& place) {
  std::string branches;
  for (const CLI::Option* option : options_of(command))
    if (const std::string words = bash_words_of(*option); !words.empty())
      branches += fmt::format("    '{} {}') words={} ;;\n", place, option->get_name(), words);
  return branches;
}

std::string bash_words(const CLI::App& command, const std::string& place) {
  const std::string pairs = takes_pairs(command) ? " $(novphy list pairs 2>/dev/null)" : "";
  return fmt::format("      '{}') words=\"{}{}\" ;;\n", place, fmt::join(words_of(command), " "), pairs);
}

/// Text inside single quotes of zsh, in the description of an option.
std::string zsh_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\'')
      safe += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      safe += fmt::format("\\{}", c);
    else
      safe += c;
  }
  return safe;
}

std::string zsh_option(const CLI::Option& option) {
  const std::string text = zsh_text(option.get_description());
  if (option.get_items_expected_max() == 0) return fmt::format("'{}[{}]'", option.get_name(), text);
  if (takes_agent(option)) return fmt::format("'*{}[{}]:agent:_novphy_agent'", option.get_name(), text);
  const auto values = values_of(option);
  const std::string what =
      values.empty() ? "_files" : fmt::format("({})", zsh_text(fmt::format("{}", fmt::join(values, " "))));
  return fmt::format("'*{}[{}]:value:{}'", option.get_name(), text, what);
}

std::string zsh_arguments(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : options_of(command)) text += " " + zsh_option(*option);
  std::string words;
  for (const CLI::Option* argument : arguments_of(command))
    for (const std::string& value : values_of(*argument)) words += (words.empty() ? "" : " ") + value;
  const char* place = takes_pairs(command) ? "_novphy_task" : "_files";
  return text + (words.empty() ? fmt::format(" '*:file:{}'", place) : fmt::format(" '1:word:({})'", words));
}

std::string zsh_commands(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : commands_of(app))
    text += fmt::format(" '{}:{}'", command->get_name(), zsh_text(command->get_description()));
  return text;
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string words = bash_words(app, "");
  std::string values;
  for (const CLI::App* command : commands_of(app)) {
    words += bash_words(*command, command->get_name());
    values += bash_values(*command, command->get_name());
    for (const CLI::App* part : commands_of(*command)) {
      const std::string place = command->get_name() + " " + part->get_name();
      words += bash_words(*part, place);
      values += bash_values(*part, place);
    }
  }
  return fmt::format(R"(# Completion of novphy for bash, as "novphy completion bash" prints it.
_novphy() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} place='' words=''
  [ "$COMP_CWORD" -gt 1 ] && place=${{COMP_WORDS[1]}}
  [ "$place" = study ] && [ "$COMP_CWORD" -gt 2 ] && place="study ${{COMP_WORDS[2]}}"
  if [ "$place" = help ]; then place=''; fi
  case "$place $prev" in
{}  esac
  if [ -z "$words" ]; then
    case "$place" in
{}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _novphy novphy
)",
                     values, words);
}

std::string zsh_completion(const CLI::App& app) {
  std::string branches;
  for (const CLI::App* command : commands_of(app)) {
    const auto parts = commands_of(*command);
    if (parts.empty())
      branches += fmt::format("    {}) _arguments{} ;;\n", command->get_name(), zsh_arguments(*command));
    else
      branches += fmt::format("    {}) commands=({}); _describe command commands ;;\n", command->get_name(),
                              zsh_commands(*command));
  }
  return fmt::format(R"~(#compdef novphy
# Completion of novphy for zsh, as "novphy completion zsh" prints it.
_novphy_task() {{
  local -a pairs
  pairs=($(novphy list pairs 2>/dev/null))
  _alternative 'files:file:_files' 'pairs:pair:compadd -a pairs'
}}
_novphy_agent() {{
  compadd $({})
}}
_novphy() {{
  local -a commands
  if (( CURRENT == 2 )); then
    commands=({})
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_novphy "$@"
)~",
                     kListOfAgents, zsh_commands(app), branches);
}

}  // namespace novphy::app
