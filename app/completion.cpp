#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/common.h"
#include "app/job.h"
#include "base/lists.h"

namespace novphy::app {
namespace {

/// What of a pair's names the command takes besides files.
enum class TakesPairs { kNo, kWhole, kSides };

TakesPairs takes_pairs(const Command& command) {
  for (const Setting& argument : arguments_of(command)) {
    if (argument.word == "TASK") return TakesPairs::kSides;
    if (argument.word == kPairsType || argument.word == "FILE|DIR|PAIR|TEMPLATE|SCENARIO|all")
      return TakesPairs::kWhole;
  }
  return TakesPairs::kNo;
}

/// Values that the program lists itself: the options that take them, by name and type, and what prints them
/// in any shell.
struct ListedValues {
  std::string_view option;
  std::string_view type;
  std::string_view what;  ///< for a function of zsh: "_novphy_agent"
  std::string_view list;
};

// Agents that are programs, and those with options, are left out.
constexpr std::array kListedValues{
    ListedValues{"agent", kAgentType, "agent",
                 "novphy list agents 2>/dev/null | sed -e '/COMMAND/d;/OPTIONS/d' -e 's/ .*//'"},
    ListedValues{"novelty", kNoveltyType, "novelty",
                 "novphy list novelties 2>/dev/null | sed -e '/^ /d' -e 's/ .*//'"},
    ListedValues{"inject", kInjectionType, "novelty",
                 "novphy list novelties 2>/dev/null | sed -e '/^ /d' -e 's/ .*//'"},
    ListedValues{"novelty", kPairNoveltyType, "pair_novelty",
                 "novphy list pairs 2>/dev/null | tr -s ' ' '\\n' | sed 's:.*/::' | sort -u"},
    ListedValues{"scenario", kScenarioType, "scenario",
                 "novphy list pairs 2>/dev/null | sed 's:/.*::' | sort -u"},
    ListedValues{"pairs", kPairsType, "pair", "novphy list pairs 2>/dev/null"},
};

const ListedValues* listed_values(const Setting& option) {
  return find_in(kListedValues, [&](const ListedValues& each) {
    return each.option == option.name && each.type == option.word;
  });
}

std::vector<std::string> words_of(const Command& command) {
  std::vector<std::string> words;
  for (const Command& part : command.parts) words.emplace_back(part.text.name);
  std::ranges::sort(words);
  for (const Setting& argument : arguments_of(command)) add_all(words, argument.choices);
  for (const Setting& option : options_of(command)) words.push_back(name_of(option, Face::kProgram));
  words.emplace_back("--help");
  return words;
}

/// The branches for values of options: one of a few words, or else what bash completes by itself, such as
/// files.
std::string bash_values(const Command& command, const std::string& place) {
  std::string branches;
  for (const Setting& option : options_of(command)) {
    if (takes(option).kind == Takes::kFlag) continue;
    const ListedValues* listed = listed_values(option);
    std::string values = fmt::format("words='{}'", fmt::join(option.choices, " "));
    if (listed != nullptr)
      values = fmt::format("words=\"$({})\"", listed->list);
    else if (option.choices.empty())
      values = "COMPREPLY=(); return";
    branches += fmt::format("    '{} --{}') {} ;;\n", place, option.name, values);
  }
  return branches;
}

std::string bash_words(const Command& command, const std::string& place) {
  const TakesPairs takes = takes_pairs(command);
  const char* sides = takes == TakesPairs::kSides ? " | sed -e \"$sides\"" : "";
  const std::string pairs =
      takes == TakesPairs::kNo ? "" : fmt::format(" $(novphy list pairs 2>/dev/null{})", sides);
  return fmt::format("      '{}') words=\"{}{}\" ;;\n", place, fmt::join(words_of(command), " "), pairs);
}

/// Text inside single quotes of zsh, in the description of an option.
std::string zsh_text(const std::string& text) {
  return replaced(text, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}, {"'", "'\\''"}});
}

std::string zsh_option(const Setting& option) {
  const std::string text = zsh_text(option.help);
  if (takes(option).kind == Takes::kFlag) return fmt::format("'--{}[{}]'", option.name, text);
  std::string values = "value:_files";
  if (const ListedValues* listed = listed_values(option))
    values = fmt::format("{}:_novphy_{}", listed->what, listed->what);
  else if (!option.choices.empty())
    values = fmt::format("value:({})", zsh_text(fmt::format("{}", fmt::join(option.choices, " "))));
  return fmt::format("'*--{}=[{}]:{}'", option.name, text, values);
}

std::string zsh_arguments(const Command& command) {
  std::string text;
  for (const Setting& option : options_of(command)) text += " " + zsh_option(option);
  for (const Setting& argument : arguments_of(command))
    if (!argument.choices.empty())
      return text + fmt::format(" '1:word:({})'", fmt::join(argument.choices, " "));
  const TakesPairs takes = takes_pairs(command);
  const char* place = takes == TakesPairs::kSides   ? "_novphy_task"
                      : takes == TakesPairs::kWhole ? "_novphy_pair"
                                                    : "_files";
  return text + fmt::format(" '*:file:{}'", place);
}

std::string zsh_commands(const Command& command) {
  std::string text;
  for (const Command& part : command.parts)
    text += fmt::format(" '{}:{}'", part.text.name, zsh_text(part.text.what));
  return text;
}

/// A function for each list of values, but for the pairs, which stand beside files.
std::string zsh_lists() {
  std::string text;
  std::string_view last = "pair";
  for (const ListedValues& each : kListedValues)
    if (each.what != "pair" && each.what != std::exchange(last, each.what))
      text += fmt::format("_novphy_{}() {{\n  compadd $({})\n}}\n", each.what, each.list);
  return text;
}

}  // namespace

std::string bash_completion(const Command& program) {
  std::string words = bash_words(program, "");
  std::string values;
  const auto add = [&](const Command& command, const std::string& place) {
    words += bash_words(command, place);
    values += bash_values(command, place);
  };
  for (const Command& command : program.parts) {
    add(command, command.text.name);
    for (const Command& part : command.parts)
      add(part, fmt::format("{} {}", command.text.name, part.text.name));
  }
  return fmt::format(R"(# Completion of novphy for bash, as "novphy completion bash" prints it.
_novphy() {{
  local at=$COMP_CWORD cur=${{COMP_WORDS[COMP_CWORD]}} kept='' place='' words=''
  # Bash takes "a:b" and "--option=a" for three words. Replies replace only what comes after the colon.
  while [ "$at" -gt 1 ] && [[ $cur == :* || ${{COMP_WORDS[at-1]}} == : ]]; do
    at=$((at - 1))
    cur=${{COMP_WORDS[at]}}$cur
    kept=${{cur%"${{cur##*:}}"}}
  done
  local prev=${{COMP_WORDS[at-1]}} sides=''
  if [[ $cur == *:* ]]; then sides='s/[^ ][^ ]*/&:normal &:novel/g'; fi
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev=${{COMP_WORDS[at-2]}}; fi
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
  COMPREPLY=("${{COMPREPLY[@]#"$kept"}}")
}}
complete -o default -F _novphy novphy
)",
                     values, words);
}

std::string zsh_completion(const Command& program) {
  std::string branches;
  for (const Command& command : program.parts)
    branches += command.parts.empty()
                    ? fmt::format("    {}) _arguments{} ;;\n", command.text.name, zsh_arguments(command))
                    : fmt::format("    {}) commands=({}); _describe command commands ;;\n", command.text.name,
                                  zsh_commands(command));
  return fmt::format(R"~(#compdef novphy
# Completion of novphy for zsh, as "novphy completion zsh" prints it.
_novphy_task() {{
  local -a pairs
  pairs=($(novphy list pairs 2>/dev/null))
  [[ $PREFIX == *:* ]] && pairs=(${{^pairs}}:{{normal,novel}})
  _alternative 'files:file:_files' 'pairs:pair:compadd -a pairs'
}}
_novphy_pair() {{
  local -a pairs
  pairs=($(novphy list pairs 2>/dev/null))
  _alternative 'files:file:_files' 'pairs:pair:compadd -a pairs'
}}
{}_novphy() {{
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
                     zsh_lists(), zsh_commands(program), branches);
}

}  // namespace novphy::app
