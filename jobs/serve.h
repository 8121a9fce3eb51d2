#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "jobs/run.h"
#include "serve/served_run.h"

/// What novphy serve and Python's serve() share.
namespace novphy {

struct ServerSettings {
  RecordedSettings recorded{};
  std::string agent = "server";
  bool labels = false;
  ServeSettings served{};  ///< but for the fields below
  int port = kUsualPort;
  int clients = 0;
  std::string log{};

  Settings settings();
};

/// A plan that clients play.
class PlannedServer {
 public:
  /// Opens files and port as ServedRun does. Throws InputError. `progress` is that of ServeSettings, and
  /// `plan` one that was read already.
  PlannedServer(const ServerSettings& wanted, const JobContext& context, StopFlag stop,
                std::function<void(const Progress&)> progress,
                std::shared_ptr<const PlanFile> plan = nullptr);
  PlannedServer(const PlannedServer&) = delete;
  PlannedServer& operator=(const PlannedServer&) = delete;
  ~PlannedServer() = default;

  ServedRun& run() { return *server_; }

 private:
  RecordedRun run_;
  ServeSettings settings_;
  std::optional<SessionSetup> setup_{};
  std::unique_ptr<ServedRun> server_{};
};

/// What is kept of a server that was asked to stop; "" for nothing.
std::string kept_text(const StoppedServer& stopped);

}  // namespace novphy
