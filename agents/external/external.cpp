#include "agents/external/external.h"

#include <fmt/core.h>

#include <string_view>
#include <variant>

namespace novphy {
namespace {

constexpr int kMostQuestions = 1000;  // for one shot

/// Sends a message and reads the answer. An error names the type of the message.
template <class Read>
auto ask(ChildProcess& program, std::string_view type, const std::string& message, Read read) {
  try {
    return read(program.exchange(message));
  } catch (const AgentError& error) {
    throw AgentError(fmt::format("the agent's program, asked \"{}\": {}", type, error.what()));
  }
}

}  // namespace

ExternalAgent::ExternalAgent(const std::string& command, double timeout_s, StopFlag stop)
    : program_(command, timeout_s, stop),
      wishes_(ask(program_, "hello", line_protocol::hello(), line_protocol::read_wishes)) {}

Senses ExternalAgent::senses() const {
  return {.screenshot = wishes_.screenshot.has_value(), .noise_px = wishes_.noise_px};
}

void ExternalAgent::begin_trial(std::uint64_t seed) {
  ask(program_, "begin_trial", line_protocol::begin_trial(seed), line_protocol::read_nothing);
}

void ExternalAgent::told_novel() {
  ask(program_, "told_novel", line_protocol::told_novel(), line_protocol::read_nothing);
}

void ExternalAgent::begin_task() {
  ask(program_, "begin_task", line_protocol::begin_task(), line_protocol::read_nothing);
}

Shot ExternalAgent::choose(const Observation& seen) {
  std::string type = "choose";
  std::string message = line_protocol::choose(seen, wishes_);
  for (int questions = 0; questions <= kMostQuestions; ++questions) {
    const auto choice = ask(program_, type, message, [&](const std::string& answer) {
      return line_protocol::read_choice(answer, seen);
    });
    if (const Shot* shot = std::get_if<Shot>(&choice)) return *shot;
    type = "plan";
    message = line_protocol::plan(std::get<line_protocol::PlanQuestion>(choice), seen);
  }
  throw AgentError(
      fmt::format("the agent's program asked for more than {} plans for one shot", kMostQuestions));
}

void ExternalAgent::watch(const Observation& seen) {
  ask(program_, "watch", line_protocol::watch(seen, wishes_), line_protocol::read_nothing);
}

void ExternalAgent::end_task(const TaskResult& result) {
  report_ = ask(program_, "end_task", line_protocol::end_task(result, wishes_), line_protocol::read_report);
}

}  // namespace novphy
