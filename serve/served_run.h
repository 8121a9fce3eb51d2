#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "serve/server.h"

namespace novphy {

/// How a run is served.
struct ServeSettings {
  PlayerOptions player{};  ///< but for the practice
  int practice = 0;        ///< number of levels that a client may practise on before its first trial
  ServerOptions server{};
  std::filesystem::path log{};  ///< of requests; "": none
  /// Called after each finished trial, by one thread at a time.
  std::function<void(const Progress&)> progress{};
};

/// The settings that change what agents see or do, in words, for Fingerprint::served.
std::string served_words(const ServeSettings& settings);

/// A warning for an address that other machines can reach; "" for others.
std::string exposure_warning(const std::string& host);

/// Thrown when a served run was asked to stop.
struct StoppedServer : StoppedRun {
  int attempts = 0;        ///< of practice, which are kept
  std::string practice{};  ///< the file of these attempts
};

/// A run whose trials clients play.
class ServedRun {
 public:
  /// Opens the files and the port, unless the run is finished. Throws InputError, and leaves no new file,
  /// where one of them cannot be opened, and where the plan has too few training tasks for the practice. What
  /// the arguments refer to must outlive the run.
  ServedRun(const Plan& plan, const Fingerprint& fingerprint, const SessionSetup& setup,
            const ServeSettings& settings, const RunFiles& files);

  /// The summary of a run that was finished before, so that there is nothing to serve.
  const std::optional<RunSummary>& finished() const { return finished_; }
  /// What an earlier, interrupted server has finished, before serve(). Only of a run that was not finished
  /// before.
  const Progress& progress() const { return open_->progress(); }
  /// The port that is open. Only of a run that was not finished before.
  std::uint16_t port() const { return server_->port(); }
  /// Serves until every trial is finished, then writes the records. Throws StoppedServer once
  /// ServerOptions::stop is set; finished trials and attempts are then kept. Throws InputError where a file
  /// cannot be written. Call this once, for a run that was not finished before.
  RunSummary serve();
  /// Throws InputError where a line of the log could not be written.
  void check_log() { log_->check(); }

 private:
  StoppedServer stopped();

  std::optional<RunSummary> finished_{};
  std::optional<RequestLog> log_{};
  std::optional<OpenRun> open_{};
  std::optional<PracticeFile> practised_{};
  std::optional<PracticeSet> practice_{};
  std::optional<TrialQueue> queue_{};
  std::optional<Server> server_{};
};

}  // namespace novphy
