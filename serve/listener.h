#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>

#include "base/parallel.h"

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

}  // namespace novphy
