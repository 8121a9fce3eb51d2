#include "python/py_agent.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "python/seeing.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// A function of novphy/agents.py that asks an agent and returns its answer as JSON.
py::object asking(const char* name) { return py::module_::import("novphy.agents").attr(name); }

/// The text of an exception's value, also of one that is no Unicode or cannot be made.
std::string text_of(const py::object& value) try {
  return py::bytes(py::str(value).attr("encode")("utf-8", "backslashreplace"));
} catch (const py::error_already_set&) {
  return "an exception without a text";
}

/// The text of an exception on one line: "ZeroDivisionError: division by zero".
std::string line_of(const py::error_already_set& error) {
  std::string text = py::str(error.type().attr("__name__"));
  const std::string value = text_of(error.value());
  if (!value.empty()) text += ": " + value;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Makes a call with the interpreter's lock. An exception of Python becomes an AgentError.
template <class Call>
auto locked(const char* what, Call call) {
  const py::gil_scoped_acquire lock;
  try {
    return call();
  } catch (const py::error_already_set& error) {
    throw AgentError(fmt::format("the agent's {}(): {}", what, line_of(error)));
  } catch (const py::cast_error& error) {
    throw AgentError(fmt::format("the agent's {}(): {}", what, error.what()));
  }
}

}  // namespace

PyAgent::PyAgent(const py::object& make) {
  const py::gil_scoped_acquire lock;
  py::object agent;  // after a wrong answer, it is freed before the lock
  const auto wishes = locked("senses", [&] {
    agent = make();
    return asking("wishes_of")(agent).cast<std::string>();
  });
  wishes_ = line_protocol::read_wishes(wishes);
  agent_ = std::move(agent);
}

PyAgent::~PyAgent() {
  const py::gil_scoped_acquire lock;
  agent_ = py::object();  // so that no lock is needed later
}

Senses PyAgent::senses() const {
  return {.screenshot = wishes_.screenshot.has_value(), .noise_px = wishes_.noise_px};
}

void PyAgent::begin_trial(std::uint64_t seed) {
  locked("begin_trial", [&] { agent_.attr("begin_trial")(seed); });
}

void PyAgent::told_novel() {
  locked("told_novel", [&] { agent_.attr("told_novel")(); });
}

void PyAgent::begin_task() {
  locked("begin_task", [&] { agent_.attr("begin_task")(); });
}

Shot PyAgent::choose(const Observation& seen) {
  const std::string answer =
      locked("choose", [&] { return asking("shot_of")(agent_, Seen(seen)).cast<std::string>(); });
  return line_protocol::read_shot(answer, seen);
}

void PyAgent::watch(const Observation& seen) {
  locked("watch", [&] { agent_.attr("watch")(Seen(seen)); });
}

void PyAgent::end_task(const TaskResult& result) {
  const std::string answer = locked(
      "end_task", [&] { return asking("report_of")(agent_, result_dict(result)).cast<std::string>(); });
  report_ = line_protocol::read_report(answer);
}

}  // namespace novphy::python
