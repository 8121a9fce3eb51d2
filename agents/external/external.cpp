#include "agents/external/external.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "base/hash.h"
#include "base/input_error.h"

namespace novphy {
namespace {

bool is_plain_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// Hash of a file of any size. Nothing if the file cannot be read.
std::optional<std::uint64_t> hash_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::array<char, 1U << 16U> buffer;
  std::uint64_t hash = fnv1a("");
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0)
    hash = fnv1a({buffer.data(), static_cast<std::size_t>(stream.gcount())}, hash);
  if (stream.bad()) return std::nullopt;
  return hash;
}

/// The words of a command line, without their quotation marks. Words end at the same characters as in the
/// shell.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words(1);
  char quote = 0;
  for (const char c : command) {
    if (quote == 0 ? c == '\'' || c == '"' : c == quote)
      quote = quote == 0 ? c : '\0';
    else if (quote == 0 && std::string_view(" \t\n;&|<>()`").find(c) != std::string_view::npos)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

}  // namespace

std::vector<std::string> agent_files(const std::string& command, const std::vector<std::string>& further) {
  std::vector<std::string> names;
  for (const std::string& word : words_of(command))
    for (const std::string& name : {word, word.substr(word.find('=') + 1)})
      if (is_plain_file(name)) names.push_back(name);
  for (const std::string& name : further) {
    if (!is_plain_file(name) || !hash_of(name)) throw InputError(name, "is not a file that can be read");
    names.push_back(name);
  }
  std::vector<std::string> files;
  for (const std::string& name : names) {
    const auto hash = hash_of(name);
    if (!hash) continue;
    const std::string file = fmt::format("{} {:016x}", name, *hash);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  return files;
}

namespace {

constexpr int kMostQuestions = 1000;  // for one shot

}  // namespace

/// Sends a message and reads the answer. An error names the type of the message.
template <class Read>
auto ExternalAgent::ask(const char* type, const std::string& message, Read read) {
  const OpenQuestions::Asked asked(options_.questions, command_, type);
  try {
    const auto asked_at = std::chrono::steady_clock::now();
    const std::string answer = program_.exchange(message);
    const double took_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - asked_at).count();
    if (options_.hear) options_.hear(type, took_s, answer);
    spent_s_ += took_s;
    if (options_.trial_s > 0 && spent_s_ > options_.trial_s)
      throw AgentError(fmt::format("took more than {} s for the answers of a trial", options_.trial_s),
                       AgentError::Cause::kSilent);
    return read(answer);
  } catch (const AgentError& error) {
    throw AgentError(fmt::format("the agent's program, asked \"{}\": {}", type, error.what()), error.cause());
  }
}

ExternalAgent::ExternalAgent(const std::string& command, ProgramOptions options)
    : command_(command),
      options_(std::move(options)),
      start_(options_.sandbox ? std::make_unique<Sandbox::Start>(*options_.sandbox, command) : nullptr),
      program_(start_ ? start_->command() : command, options_.answer_s, options_.stop, start_ != nullptr),
      wishes_(ask("hello", line_protocol::hello(), line_protocol::read_wishes)) {}

void ExternalAgent::begin_trial(std::uint64_t seed) {
  ask("begin_trial", line_protocol::begin_trial(seed), line_protocol::read_nothing);
}

void ExternalAgent::told_novel() {
  ask("told_novel", line_protocol::told_novel(), line_protocol::read_nothing);
}

void ExternalAgent::begin_task() {
  ask("begin_task", line_protocol::begin_task(), line_protocol::read_nothing);
}

Shot ExternalAgent::choose(const Observation& seen) {
  const char* type = "choose";
  std::string message = line_protocol::choose(seen, wishes_);
  for (int questions = 0; questions <= kMostQuestions; ++questions) {
    const auto choice = ask(type, message, [&](const std::string& answer) {
      return line_protocol::read_choice(answer, seen, wishes_);
    });
    if (const Shot* shot = std::get_if<Shot>(&choice)) return *shot;
    type = "plan";
    message = line_protocol::plan(std::get<line_protocol::PlanQuestion>(choice), seen);
  }
  throw AgentError(
      fmt::format("the agent's program asked for more than {} plans for one shot", kMostQuestions),
      AgentError::Cause::kWrongAnswer);
}

void ExternalAgent::watch(const Observation& seen) {
  ask("watch", line_protocol::watch(seen, wishes_), line_protocol::read_nothing);
}

void ExternalAgent::end_task(const TaskResult& result) {
  report_ = ask("end_task", line_protocol::end_task(result, wishes_), line_protocol::read_report);
}

/// Where programs of others run, records hold their time, to the millisecond.
std::optional<double> ExternalAgent::answered_in_s() {
  if (!start_) return std::nullopt;
  const double since_s = spent_s_ - std::exchange(told_s_, spent_s_);
  return std::round(since_s * 1e3) / 1e3;
}

std::optional<Answer> ExternalAgent::answer(const Question& question) {
  if (!wishes_.questions) return std::nullopt;
  return ask("question", line_protocol::question(question, wishes_), line_protocol::read_answer);
}

}  // namespace novphy
