#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "base/parallel.h"
#include "serve/player.h"
#include "serve/request_log.h"
#include "serve/trial_queue.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy {

/// Listens at a port of this machine and runs the handlers of its connections on some threads.
class Listener {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  /// Opens the port; 0: any free one. Throws InputError where the address or the port cannot be used.
  Listener(const std::string& host, std::uint16_t port);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  /// Passes each connection to `accept`, whose handlers run one after the other, until `is_over` says so,
  /// which is asked every 20 ms. Throws what end_with() was given, and Stopped once `stop` is set. Before
  /// that it calls `ends` and then the handlers of what has come by then, on one thread: what clients have
  /// sent before the stop counts. Handlers must not wait for more after `ends`.
  void serve(int threads, StopFlag stop, std::function<void(Socket)> accept, std::function<bool()> is_over,
             const std::function<void()>& ends);
  /// Ends serve() with an error. Any thread may call.
  void end_with(std::exception_ptr error);

 private:
  void accept_next();
  void accept_later();
  void look(StopFlag stop);

  std::function<void(Socket)> accept_{};
  std::function<bool()> is_over_{};
  bool stopped_ = false;
  std::mutex mutex_{};
  std::exception_ptr failure_{};
  boost::asio::io_context context_{};
  boost::asio::ip::tcp::acceptor acceptor_{context_};
  boost::asio::steady_timer clock_{context_};
  boost::asio::steady_timer pause_{context_};
};

inline constexpr std::uint16_t kUsualPort = 2004;  ///< of the original game
inline constexpr int kMostConnections = 1000;

struct ServerOptions {
  std::string host = "127.0.0.1";   ///< an address of this machine
  std::uint16_t port = kUsualPort;  ///< 0: any free port
  int threads = 1;
  /// Silence after which a request counts as whole without the last fields, which some clients leave out.
  double silence_s = 0.3;
  double patience_s = 30;   ///< longest wait for the rest of a request, and for a client to take a reply
  double last_wait_s = 5;   ///< once all trials are over: longest wait for clients to ask and hear so
  StopFlag stop = nullptr;  ///< serve() ends with Stopped soon after the flag is set
};

/// Listens for clients and lets each of them play the trials of a queue. Each connection has a Player of its
/// own and plays one trial at a time. Its requests are answered in order; all connections share the threads.
class Server {
 public:
  /// Opens the port. Throws InputError where the address or the port cannot be used. The plan, the queue, the
  /// log and what the setup refers to must outlive the server.
  Server(const Plan& plan, TrialQueue& queue, const SessionSetup& setup, const PlayerOptions& player,
         const ServerOptions& options, RequestLog& log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// Serves until every trial is finished and every client has been told so. Throws Stopped where
  /// ServerOptions::stop is set: what clients have sent before still counts, attempts of practice are kept,
  /// and trials in progress are lost. Throws InputError where records cannot be
  /// written.
  void serve();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
