#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "agents/agent.h"
#include "agents/external/line_protocol.h"

namespace novphy::python {

/// An agent written in Python (novphy.Agent). Its answers are read like those of a program behind exec:, so
/// that the same agent gives the same records either way. Every call takes the interpreter's lock.
class PyAgent : public Agent {
 public:
  /// Takes an object of novphy.Agent. Throws AgentError if Python raises an exception.
  explicit PyAgent(const pybind11::object& make);
  ~PyAgent() override;

  Senses senses() const override;
  int training_tasks() const override { return wishes_.training_tasks; }
  int watch_every_ms() const override { return wishes_.watch_every_ms; }
  void begin_trial(std::uint64_t seed) override;
  void told_novel() override;
  void begin_task() override;
  Shot choose(const Observation& seen) override;
  void watch(const Observation& seen) override;
  void end_task(const TaskResult& result) override;
  NoveltyReport novelty() override { return report_; }

 private:
  pybind11::object agent_;
  line_protocol::Wishes wishes_{};
  NoveltyReport report_{};
};

}  // namespace novphy::python
