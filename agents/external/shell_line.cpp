#include "agents/external/shell_line.h"

#include <unistd.h>
#include <wordexp.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace novphy {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kOperators = ";&|<>()\n";

/// Words after which another command begins.
constexpr auto kBefore =
    std::to_array<std::string_view>({"if", "then", "elif", "else", "while", "until", "do", "!", "{", "exec"});
/// Words of the shell itself that may stand where a program is expected, and "trap", for which the shell must
/// live on.
constexpr auto kCompound =
    std::to_array<std::string_view>({"for", "case", "esac", "fi", "done", "}", "trap"});
/// Commands of the shell itself that are no programs, or may be both.
constexpr auto kBuiltins = std::to_array<std::string_view>(
    {".",     ":",    "[",     "alias",  "bg",    "break", "cd",     "command",  "continue",
     "echo",  "eval", "exit",  "export", "false", "fc",    "fg",     "getopts",  "hash",
     "jobs",  "kill", "local", "printf", "pwd",   "read",  "return", "readonly", "set",
     "shift", "test", "times", "true",   "type",  "umask", "unset",  "wait",     "ulimit"});

template <class List>
bool holds(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// A word or an operator of a command line, as it stands there.
struct Token {
  std::size_t begin = 0;
  std::string_view text;
  bool is_operator = false;
};

/// The offset behind the ")" that belongs to the "(" before `at`.
std::size_t after_parentheses(std::string_view line, std::size_t at) {
  for (int depth = 1; at < line.size(); ++at) {
    if (line[at] == '(') ++depth;
    if (line[at] == ')' && --depth == 0) return at + 1;
  }
  return kNone;
}

/// The offset behind the quotation mark that ends the quotation that begins at `at`.
std::size_t after_quotation(std::string_view line, std::size_t at) {
  const char mark = line[at];
  for (++at; at < line.size(); ++at) {
    if (line[at] == mark) return at + 1;
    if (line[at] == '\\' && mark != '\'') ++at;
  }
  return kNone;
}

/// The offset behind the piece of a word that begins at `at`: a quotation, an escaped character, a command
/// in parentheses, or one character.
std::size_t after_piece(std::string_view line, std::size_t at) {
  const char c = line[at];
  if (c == '\'' || c == '"' || c == '`') return after_quotation(line, at);
  if (c == '\\') return std::min(at + 2, line.size());
  if (c == '$' && line.substr(at + 1).starts_with('(')) return after_parentheses(line, at + 2);
  return at + 1;
}

std::size_t end_of_word(std::string_view line, std::size_t at) {
  while (at < line.size() && kBlanks.find(line[at]) == kNone && kOperators.find(line[at]) == kNone) {
    at = after_piece(line, at);
    if (at == kNone) return kNone;
  }
  return at;
}

/// A line break and a parenthesis stand alone; other operators may have several characters, such as "&&".
std::size_t end_of_operator(std::string_view line, std::size_t at) {
  constexpr std::string_view kAlone = "\n()";
  if (kAlone.find(line[at]) != kNone) return at + 1;
  while (at < line.size() && std::string_view(";&|<>").find(line[at]) != kNone) ++at;
  return at;
}

bool is_redirection(std::string_view text) { return text.find_first_of("<>") != kNone; }

/// Whether the word is the number of a descriptor, as in "2>file".
bool is_descriptor(std::string_view line, const Token& word) {
  const std::size_t end = word.begin + word.text.size();
  return end < line.size() && is_redirection(line.substr(end, 1)) &&
         word.text.find_first_not_of("0123456789") == kNone;
}

/// The words and operators of the line. Nothing where a quotation does not end.
std::optional<std::vector<Token>> tokens_of(std::string_view line) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < line.size();) {
    if (kBlanks.find(line[at]) != kNone) {
      ++at;
      continue;
    }
    if (line[at] == '#') {
      at = std::min(line.find('\n', at), line.size());
      continue;
    }
    const bool is_operator = kOperators.find(line[at]) != kNone;
    const std::size_t end = is_operator ? end_of_operator(line, at) : end_of_word(line, at);
    if (end == kNone) return std::nullopt;
    const Token token{at, line.substr(at, end - at), is_operator};
    if (is_operator || !is_descriptor(line, token)) tokens.push_back(token);
    at = end;
  }
  return tokens;
}

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == kNone || equals == 0 || (word[0] >= '0' && word[0] <= '9')) return false;
  return word.substr(0, equals).find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") == kNone;
}

/// The words that the shell makes of a word. None for a word that the shell would need to run a command for.
std::vector<std::string> expanded(std::string_view word) {
  wordexp_t found{};
  std::vector<std::string> words;
  const int error = ::wordexp(std::string(word).c_str(), &found, WRDE_NOCMD);
  if (error == 0) words.assign(found.we_wordv, found.we_wordv + found.we_wordc);
  if (error == 0 || error == WRDE_NOSPACE) ::wordfree(&found);
  return words;
}

/// Puts the tokens of a line together to commands.
class Commands {
 public:
  void add(const Token& token) {
    if (token.is_operator) {
      is_target_ = is_redirection(token.text);
      is_read_ = token.text == "<";
      if (!is_target_) begins_ = true;
      return;
    }
    const bool target = is_target_;
    is_target_ = false;
    if (target && !is_read_) return;
    if (begins_ && !target && (is_assignment(token.text) || holds(kBefore, token.text))) return;
    if (begins_ && !target) {
      commands_.push_back({token.begin, {}});
      begins_ = false;
    }
    if (commands_.empty()) return;
    for (std::string& word : expanded(token.text)) commands_.back().words.push_back(std::move(word));
  }

  std::vector<ShellCommand> take() { return std::move(commands_); }

 private:
  std::vector<ShellCommand> commands_;
  bool begins_ = true;      ///< the next word begins a command
  bool is_target_ = false;  ///< the next word is a file of a redirection
  bool is_read_ = false;    ///< that file is read
};

/// Whether the shell runs the line's commands one after the other and in no other way.
bool is_list(const std::vector<Token>& tokens) {
  constexpr auto kSimple =
      std::to_array<std::string_view>({";", "&&", "||", "&", "\n", "<", ">", ">>", ">&", "<&"});
  return std::all_of(tokens.begin(), tokens.end(), [&](const Token& token) {
    return token.is_operator ? holds(kSimple, token.text)
                             : !holds(kBefore, token.text) && !holds(kCompound, token.text);
  });
}

bool is_executable(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::vector<ShellCommand> shell_commands(std::string_view line) {
  const auto tokens = tokens_of(line);
  Commands commands;
  if (tokens)
    for (const Token& token : *tokens) commands.add(token);
  return commands.take();
}

std::string with_exec(const std::string& line) {
  const auto tokens = tokens_of(line);
  if (!tokens || tokens->empty() || !is_list(*tokens) || tokens->back().text == "&") return line;
  const std::vector<ShellCommand> commands = shell_commands(line);
  if (commands.empty() || commands.back().words.empty()) return line;
  const ShellCommand& last = commands.back();
  // A word that is expanded may become any other word, so that the name must stand in the line itself.
  const bool stands = line.compare(last.begin, last.words[0].size(), last.words[0]) == 0;
  if (!stands || holds(kBuiltins, last.words[0]) || program_file(last.words[0]).empty()) return line;
  return line.substr(0, last.begin) + "exec " + line.substr(last.begin);
}

std::string program_file(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_executable(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  for (;;) {
    const std::size_t end = rest.find(':');
    const std::string folder(rest.substr(0, end));
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (is_executable(file)) return file;
    if (end == kNone) return {};
    rest.remove_prefix(end + 1);
  }
}

}  // namespace novphy
