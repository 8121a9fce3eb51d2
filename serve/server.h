#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/parallel.h"
#include "serve/player.h"
#include "serve/request_log.h"

namespace novphy {

inline constexpr std::uint16_t kUsualPort = 2004;  ///< of the original game

struct ServerOptions {
  std::string host = "127.0.0.1";   ///< an address of this machine
  std::uint16_t port = kUsualPort;  ///< 0: any free port
  int threads = 1;
  /// Silence after which a request counts as whole without the last fields, which some clients leave out.
  double silence_s = 0.3;
  double patience_s = 30;   ///< longest wait for the rest of a request, and for a client to take a reply
  double idle_s = 0;        ///< serve() ends with Stopped once all clients are silent for so long; 0: never
  double last_wait_s = 5;   ///< once all trials are over: longest wait for clients to ask and hear so
  StopFlag stop = nullptr;  ///< serve() ends with Stopped soon after the flag is set
};

/// What a server serves.
struct ServedGame {
  const Plan& plan;
  TrialQueue& queue;
  SessionSetup setup;
  PlayerOptions player{};
};

/// Listens for clients and lets each of them play the trials of a queue. Each connection has a Player of its
/// own and plays one trial at a time. Its requests are answered in order; all connections share the threads.
class Server {
 public:
  /// Opens the port. Throws InputError where the address or the port cannot be used. The plan, the queue, the
  /// log and what the setup refers to must outlive the server.
  Server(const ServedGame& game, const ServerOptions& options, RequestLog& log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// Serves until every trial is finished and every client has been told so. Throws Stopped where
  /// ServerOptions::stop is set: what clients have sent before still counts, attempts of practice are kept,
  /// and trials in progress are lost. Throws InputError where records cannot be written.
  void serve();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
