#include "serve/listener.h"

#include <fmt/core.h>

#include <boost/asio/strand.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "base/input_error.h"

namespace novphy {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(20);
constexpr auto kAcceptAgainAfter = std::chrono::milliseconds(100);

}  // namespace

Listener::Listener(const std::string& host, std::uint16_t port) try {
  boost::system::error_code error;
  const boost::asio::ip::address address = boost::asio::ip::make_address(host, error);
  if (error)
    throw InputError("--host", fmt::format("found \"{}\", expected an address such as 127.0.0.1", host));
  const boost::asio::ip::tcp::endpoint endpoint(address, port);
  acceptor_.open(endpoint.protocol());
  acceptor_.set_option(boost::asio::socket_base::reuse_address(true));
  acceptor_.bind(endpoint);
  acceptor_.listen();
} catch (const boost::system::system_error& error) {
  throw InputError(fmt::format("{} port {}", host, port),
                   fmt::format("cannot listen there: {}", error.code().message()));
}

void Listener::serve(int threads, StopFlag stop, std::function<void(Socket)> accept,
                     std::function<bool()> is_over, const std::function<void()>& ends) {
  accept_ = std::move(accept);
  is_over_ = std::move(is_over);
  accept_next();
  look(stop);
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([this] { context_.run(); });
  context_.run();
  for (std::thread& other : others) other.join();
  if (stopped_ && !failure_) {
    ends();
    context_.restart();
    context_.poll();
  }
  if (failure_) std::rethrow_exception(failure_);
  if (stopped_) throw Stopped{};
}

void Listener::end_with(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = error;
  context_.stop();
}

void Listener::accept_next() {
  acceptor_.async_accept(boost::asio::make_strand(context_),
                         [this](boost::system::error_code error, Socket socket) {
                           if (error == boost::asio::error::operation_aborted) return;
                           if (error) return accept_later();
                           accept_(std::move(socket));
                           accept_next();
                         });
}

/// Waits for connections to end, because the system has no room for another one.
void Listener::accept_later() {
  pause_.expires_after(kAcceptAgainAfter);
  pause_.async_wait([this](boost::system::error_code error) {
    if (!error) accept_next();
  });
}

/// Checks from time to time whether to end.
void Listener::look(StopFlag stop) {
  clock_.expires_after(kLookEvery);
  clock_.async_wait([this, stop](boost::system::error_code error) {
    if (error) return;
    stopped_ = is_set(stop);
    if (stopped_ || is_over_()) return context_.stop();
    look(stop);
  });
}

}  // namespace novphy
