#include <pybind11/stl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "jobs/serve.h"
#include "python/bind.h"
#include "python/runs.h"
#include "python/settings.h"
#include "python/threads.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{20};  // at signals for Python

/// A server on threads of its own. After a fork, only the parent has it.
class BackgroundServer {
 public:
  BackgroundServer(const ServerSettings& wanted, const JobContext& context, PlanPointer plan)
      : host_(wanted.served.server.host),
        server_(std::make_unique<PlannedServer>(
            wanted, context, &work_.stop, [this](const Progress& now) { trials_ = now.trials; },
            std::move(plan))) {
    server_->run().finished() ? end_finished() : begin();
  }
  ~BackgroundServer() {
    if (::getpid() == process_) {
      stop();
      return;
    }
    // The threads of the server do not exist in this process, so that nothing can be waited for. A later
    // thread of this process may have the same handle, so that it must not be detached either.
    new std::thread(std::move(thread_));
    static_cast<void>(server_.release());
  }
  BackgroundServer(const BackgroundServer&) = delete;
  BackgroundServer& operator=(const BackgroundServer&) = delete;

  const std::string& host() const { return host_; }
  /// The port, or nothing for a run that was finished before.
  std::optional<int> port() const { return port_; }
  int trials() const { return trials_; }

  /// Waits until the server has ended, at most this long. Returns whether it has ended. Throws Python's
  /// exception for a signal.
  bool wait(const std::optional<double>& timeout_s) {
    const auto start = Clock::now();
    const auto late = [&] {
      return timeout_s && std::chrono::duration<double>(Clock::now() - start).count() >= *timeout_s;
    };
    while (!work_.done_within(kBetweenLooks)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (late()) return false;
    }
    return true;
  }

  /// Ends the server. Finished trials are kept.
  void stop() {
    work_.stop.store(true);
    const py::gil_scoped_release release;
    if (thread_.joinable()) thread_.join();
  }

  /// Of a server that has ended: nothing if every trial was played, else what is kept and the places of the
  /// unfinished trials. Throws what ended the server otherwise.
  std::optional<std::tuple<std::string, std::vector<int>, int>> stopped() const try {
    if (work_.error()) std::rethrow_exception(work_.error());
    return std::nullopt;
  } catch (const StoppedServer& end) {
    const std::string kept = kept_text(end);
    return std::tuple(kept.empty() ? "nothing is kept" : kept, end.unfinished, end.kept);
  }

 private:
  void begin() {
    port_ = server_->run().port();
    trials_ = server_->run().progress().trials;
    thread_ = std::thread([this] { work_.run(); });
  }

  void end_finished() {
    trials_ = server_->run().finished()->trials;
    server_.reset();
    work_.set_done();
  }

  void serve() {
    const std::unique_ptr<PlannedServer> server = std::move(server_);  // closes its files when it has ended
    server->run().serve();
    server->run().check_log();
  }

  pid_t process_ = ::getpid();
  std::string host_;
  Work work_{[this](const Stop&) { serve(); }};
  std::atomic<int> trials_ = 0;
  std::unique_ptr<PlannedServer> server_;
  std::optional<int> port_{};
  std::thread thread_{};
};

/// The server that listens, and a warning if other machines can reach it.
std::pair<std::unique_ptr<BackgroundServer>, std::string> serve(const py::dict& given) {
  ServerSettings wanted;
  Settings settings = wanted.settings();
  PlanPointer plan = taken_plan(settings, given);
  set_settings(settings, given, "serve");
  auto server = std::make_unique<BackgroundServer>(wanted, context_of(settings), std::move(plan));
  return {std::move(server), exposure_warning(wanted.served.server.host)};
}

}  // namespace

void bind_serving(py::module_& module) {
  py::class_<BackgroundServer>(module, "BackgroundServer")
      .def_property_readonly("host", &BackgroundServer::host)
      .def_property_readonly("port", &BackgroundServer::port)
      .def_property_readonly("trials", &BackgroundServer::trials)
      .def("wait", &BackgroundServer::wait)
      .def("stop", &BackgroundServer::stop)
      .def("stopped", &BackgroundServer::stopped);
  module.def("serve", &serve);
  module.def("settings_of_serve", [] { return described(ServerSettings().settings()); });
  module.def("exposure_warning", &exposure_warning);
}

}  // namespace novphy::python
