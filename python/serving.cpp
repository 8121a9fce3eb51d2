#include <fmt/core.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/options.h"
#include "python/planned_run.h"
#include "serve/served_run.h"
#include "view/noise.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{20};  // at signals for Python

/// A server on threads of its own. After a fork, only the parent has it.
class BackgroundServer {
 public:
  BackgroundServer(const RunWishes& wishes, const ServeSettings& settings)
      : planned_(planned_without_agent(wishes)), settings_(settings) {
    Fingerprint& fingerprint = planned_->fingerprint;
    fingerprint.agent = wishes.label;
    fingerprint.labels = wishes.labels;
    fingerprint.served = served_words(settings_);
    settings_.server.stop = &stop_;
    run_ =
        std::make_unique<ServedRun>(planned_->plan->plan, fingerprint, setup(wishes), settings_,
                                    planned_->options, [this](const Progress& now) { trials_ = now.trials; });
    run_->finished() ? end_finished() : begin();
  }
  ~BackgroundServer() {
    if (::getpid() == process_) {
      stop();
      return;
    }
    // The threads of the server do not exist in this process, so that nothing can be waited for. A later
    // thread of this process may have the same handle, so that it must not be detached either.
    new std::thread(std::move(thread_));
    static_cast<void>(run_.release());
  }
  BackgroundServer(const BackgroundServer&) = delete;
  BackgroundServer& operator=(const BackgroundServer&) = delete;

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
    while (!ended_within(kBetweenLooks)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (late()) return false;
    }
    return true;
  }

  /// Ends the server. Finished trials are kept.
  void stop() {
    stop_ = true;
    const py::gil_scoped_release release;
    if (thread_.joinable()) thread_.join();
  }

  /// Of a server that has ended: nothing if every trial was played, else what is kept and the places of the
  /// unfinished trials. Throws what ended the server otherwise.
  std::optional<std::tuple<std::string, std::vector<int>, int>> stopped() const try {
    if (error_) std::rethrow_exception(error_);
    return std::nullopt;
  } catch (const StoppedServer& end) {
    std::string kept = kept_text(end);
    if (kept.empty()) kept = "nothing is kept";
    if (end.attempts > 0)
      kept += fmt::format(", and {} attempts of practice are kept in {}", end.attempts, end.practice);
    return std::tuple(kept, end.unfinished, end.kept);
  }

 private:
  SessionSetup setup(const RunWishes& wishes) const {
    return {.catalogue = catalogue(),
            .physics = physics(planned_->physics),
            .colours = data().assets.colours,
            .labels = wishes.labels,
            .clock = steady_seconds};
  }

  void begin() {
    port_ = run_->port();
    trials_ = run_->progress().trials;
    thread_ = std::thread([this] { serve(); });
  }

  void end_finished() {
    trials_ = run_->finished()->trials;
    run_.reset();
    over_ = true;
  }

  void serve() {
    std::exception_ptr thrown;
    try {
      run_->serve();
      run_->check_log();
    } catch (...) {
      thrown = std::current_exception();
    }
    run_.reset();  // closes the files, so that a later server can go on
    const std::lock_guard lock(mutex_);
    error_ = thrown;
    over_ = true;
    ended_.notify_all();
  }

  bool ended_within(std::chrono::milliseconds time) {
    const py::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, time, [&] { return over_; });
  }

  pid_t process_ = ::getpid();
  std::shared_ptr<PlannedRun> planned_;
  ServeSettings settings_;
  std::atomic<bool> stop_ = false;
  std::atomic<int> trials_ = 0;
  std::unique_ptr<ServedRun> run_{};
  std::optional<int> port_{};
  std::mutex mutex_{};
  std::condition_variable ended_{};
  bool over_ = false;
  std::exception_ptr error_{};
  std::thread thread_{};
};

void take_protocol(Options& options, ServeSettings& settings) {
  PlayerOptions& player = settings.player;
  options.take("noise", player.noise_px, 0, kMostNoisePx);
  options.take("ask", player.ask_every, 0, 1'000'000);
  options.take("training", player.training_tasks, 0, 1'000'000);
  options.take("practice", settings.practice, 0, 1'000'000);
  options.take("count_levels", player.count_levels);
  options.take("hints", player.hints);
}

void take_network(Options& options, ServerOptions& server) {
  int port = kUsualPort;
  int clients = 0;
  options.take("host", server.host);
  options.take("port", port, 0, 65535);
  options.take("clients", clients);
  server.port = static_cast<std::uint16_t>(port);
  server.threads = static_cast<int>(threads_of(clients));
}

/// The server that listens, and a warning if other machines can reach it.
std::pair<std::unique_ptr<BackgroundServer>, std::string> serve(const RunWishes& wishes,
                                                                const py::dict& given) {
  check_shown_name(wishes.label, "agent");
  ServeSettings settings;
  std::string log;
  Options options(given);
  take_protocol(options, settings);
  take_network(options, settings.server);
  options.take("log", log);
  options.done("serve", "servers");
  settings.log = log;
  auto server = std::make_unique<BackgroundServer>(wishes, settings);
  return {std::move(server), exposure_warning(settings.server.host)};
}

}  // namespace

void bind_serving(py::module_& module) {
  py::class_<BackgroundServer>(module, "BackgroundServer")
      .def_property_readonly("port", &BackgroundServer::port)
      .def_property_readonly("trials", &BackgroundServer::trials)
      .def("wait", &BackgroundServer::wait)
      .def("stop", &BackgroundServer::stop)
      .def("stopped", &BackgroundServer::stopped);
  module.def("serve", &serve);
  module.def("exposure_warning", &exposure_warning);
}

}  // namespace novphy::python
