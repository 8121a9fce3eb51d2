#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/parallel.h"
#include "serve/mcp/mcp_service.h"

namespace novphy {

struct HttpOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free port
  int threads = 1;
  double last_wait_s = 2;  ///< once all trials are over: longest wait for clients that still ask
  StopFlag stop = nullptr;
};

/// Serves the Model Context Protocol over streamable HTTP at the path /mcp. Every answer is one JSON message.
/// Clients up to 2025-11-25 have sessions (Mcp-Session-Id), which end with DELETE; later ones have none.
/// Requests with an Origin that is not of this machine are refused, so that no page of the web can play.
class HttpDoor {
 public:
  /// Opens the port. Throws InputError where the address or the port cannot be used. What is given must
  /// outlive the door.
  HttpDoor(McpService& service, TrialDesk& desk, const HttpOptions& options);
  ~HttpDoor();
  HttpDoor(const HttpDoor&) = delete;
  HttpDoor& operator=(const HttpDoor&) = delete;

  std::uint16_t port() const;
  /// Serves until every trial is finished. Throws Stopped once HttpOptions::stop is set, after the requests
  /// that came before, and InputError where records cannot be written.
  void serve();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
