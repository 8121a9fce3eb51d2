#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/external/child_process.h"
#include "agents/external/line_protocol.h"
#include "agents/external/open_questions.h"
#include "agents/external/sandbox.h"

namespace novphy {

/// The files that make up an agent, with hashes of their contents: "agent.py 0123456789abcdef". These are
/// each word of its command that names a plain file, each NAME in a word ...=NAME that does, and the further
/// files. Each is listed once. Files of the command that cannot be read are left out, and we do not know of
/// programs in $PATH or files that the program finds by itself. Throws InputError if one of the further files
/// cannot be read.
std::vector<std::string> agent_files(const std::string& command,
                                     const std::vector<std::string>& further = {});

/// Called with each answer of a program: the type of the message, the seconds that the answer took, and its
/// line, which may be wrong.
using HearAnswer = std::function<void(std::string_view type, double seconds, const std::string& answer)>;

/// How a program is run and asked.
struct ProgramOptions {
  double answer_s = 0;                 ///< time limit for each answer; 0: no limit
  double trial_s = 0;                  ///< time limit for all answers; 0: no limit
  StopFlag stop = nullptr;             ///< once it is set, waiting for an answer ends with Stopped
  OpenQuestions* questions = nullptr;  ///< where each question stands until it is answered
  HearAnswer hear{};                   ///< gets each answer
  const Sandbox* sandbox = nullptr;    ///< where it runs; null: as any program of this machine
};

/// An agent that is a separate program. For every call it reads one line of JSON and writes one. See
/// docs/reference/agents.md.
class ExternalAgent : public Agent {
 public:
  /// Starts the program and sends "hello". Throws AgentError, and Stopped if `stop` is set.
  explicit ExternalAgent(const std::string& command, ProgramOptions options = {});

  Shot choose(const Observation& seen) override;
  Senses senses() const override { return wishes_.senses(); }
  void begin_trial(std::uint64_t seed) override;
  int training_tasks() const override { return wishes_.training_tasks; }
  void told_novel() override;
  int watch_every_ms() const override { return wishes_.watch_every_ms; }
  void watch(const Observation& seen) override;
  void begin_task() override;
  void end_task(const TaskResult& result) override;
  NoveltyReport novelty() override { return report_; }
  std::optional<double> answered_in_s() override;
  std::optional<Answer> answer(const Question& question) override;

 private:
  template <class Read>
  auto ask(const char* type, const std::string& message, Read read);

  std::string command_;
  ProgramOptions options_;
  std::unique_ptr<Sandbox::Start> start_;  ///< null: without a sandbox
  ChildProcess program_;
  double spent_s_ = 0;  ///< on all answers
  double told_s_ = 0;   ///< of it, what answered_in_s() told
  line_protocol::Wishes wishes_;
  NoveltyReport report_;
};

}  // namespace novphy
