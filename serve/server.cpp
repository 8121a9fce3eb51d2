#include "serve/server.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio.hpp>
#include <chrono>
#include <exception>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "base/lists.h"

namespace novphy {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Error = boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr auto kLookEvery = std::chrono::milliseconds(20);
constexpr auto kAcceptAgainAfter = std::chrono::milliseconds(100);
constexpr int kMostConnections = 1000;
constexpr std::size_t kReadBytes = 16 * 1024;
constexpr auto kFarewell = std::chrono::milliseconds(500);  // for clients, told of the end, to hang up

Clock::duration seconds(double value) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(value));
}

class Connection;

struct Client {
  std::weak_ptr<Connection> connection{};
  bool told = false;  ///< that no trial is left
};

/// The clients that are connected, by their numbers. Any thread may call.
class Clients {
 public:
  /// What the function gives of the clients, which no other thread uses meanwhile.
  template <class Use>
  auto with(const Use& use) {
    const std::lock_guard lock(mutex_);
    return use(clients_);
  }
  /// The number of a new client.
  int enter() {
    return with([&](auto& all) {
      all[++last_];
      return last_;
    });
  }

 private:
  std::mutex mutex_{};
  std::map<int, Client> clients_{};
  int last_ = 0;
};

/// What connections share.
struct SharedState {
  Clients clients{};
  RequestLog& log;
  Clock::duration silence;
  Clock::duration patience;
  std::function<void(std::exception_ptr)> fail;  ///< ends the server
  std::atomic<Clock::rep> heard{};               ///< when a client last came or asked; 0: none was there
  bool ends = false;                             ///< the server was stopped: nobody waits any more
};

/// A client's connection. All its handlers run one after the other, on any thread.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Player player, SharedState& shared)
      : socket_(std::move(socket)),
        timer_(socket_.get_executor()),
        player_(std::move(player)),
        shared_(shared),
        number_(shared.clients.enter()) {}
  ~Connection() {
    shared_.clients.with([&](auto& all) { all.erase(number_); });
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    Error ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    socket_.set_option(asio::socket_base::keep_alive(true), ignored);
    socket_.non_blocking(true, ignored);
    shared_.clients.with([&](auto& all) { all[number_].connection = weak_from_this(); });
    shared_.log.note(number_, "", "connected");
    guarded([this] { go_on(); });
  }

  /// Ends what the connection waits for, so that it hears what its client sent before the server ends.
  void wake() {
    Error ignored;
    socket_.cancel(ignored);
  }

 private:
  /// Answers the next request, or waits for more bytes.
  void go_on() try {
    const std::optional<Request> request = framing_.next();
    if (!request) return read();
    if (answer(*request)) take_turn();
  } catch (const ProtocolError& error) {
    end_wrong(error.what());
  }

  /// Lets other connections have this thread before the next request.
  void take_turn() {
    if (!framing_.half()) return read();
    asio::post(socket_.get_executor(),
               [self = shared_from_this()] { self->guarded([&] { self->go_on(); }); });
  }

  void read() {
    if (shared_.ends) return hear_last();
    if (framing_.half()) wait_for_rest();
    socket_.async_read_some(asio::buffer(bytes_), [self = shared_from_this()](Error error, std::size_t size) {
      self->wait_no_longer();
      self->guarded([&] {
        if (std::exchange(self->is_silent_, false) && error == asio::error::operation_aborted)
          return self->take_without_last_fields();
        if (error && !self->is_woken(error)) return self->hung_up();
        self->framing_.add({self->bytes_.data(), size});
        self->go_on();
      });
    });
  }

  bool is_woken(Error error) const { return shared_.ends && error == asio::error::operation_aborted; }

  /// Takes what the client has sent so far, without waiting, and whether it has hung up. The trial of a
  /// client that has not is lost.
  void hear_last() {
    Error error;
    std::size_t left = std::exchange(heard_last_, true) ? 0 : socket_.available(error);
    if (left > 0) {
      while (left > 0 && !error) {
        const std::size_t size = socket_.read_some(asio::buffer(bytes_), error);
        framing_.add({bytes_.data(), size});
        left -= std::min(left, size);
      }
      return go_on();
    }
    if (framing_.half() && framing_.may_be_whole()) return take_without_last_fields();
    socket_.read_some(asio::buffer(bytes_), error);
    if (error && error != asio::error::would_block) return hung_up();
    player_.end_practice();
  }

  /// Waits for the rest of a request. A short silence is enough for one that some clients end here.
  void wait_for_rest() {
    if (!half_since_) half_since_ = Clock::now();
    if (!framing_.may_be_whole())
      return close_at(*half_since_ + shared_.patience,
                      fmt::format("half of \"{}\" ({}) came, and no rest of it", framing_.half_of()->name,
                                  static_cast<int>(framing_.half_of()->id)));
    at(Clock::now() + shared_.silence, [this] {
      Error ignored;
      is_silent_ = true;
      socket_.cancel(ignored);  // ends the wait for bytes
    });
  }

  void take_without_last_fields() {
    if (answer(framing_.next_without_last_fields())) take_turn();
  }

  /// Sends the reply. Returns whether the client has taken it at once; if not, the connection goes on when it
  /// has.
  bool answer(const Request& request) {
    const std::string place = shared_.log.writes() ? player_.place() : "";
    shared_.heard = Clock::now().time_since_epoch().count();
    half_since_.reset();
    reply_ = player_.answer(request);
    shared_.log.add(number_, place, request, reply_);
    Error error;
    const std::size_t sent = socket_.write_some(asio::buffer(reply_), error);
    if (error && error != asio::error::would_block) {
      hung_up();
      return false;
    }
    if (sent == reply_.size()) {
      replied();
      return true;
    }
    send_rest(sent);
    return false;
  }

  void send_rest(std::size_t sent) {
    close_at(Clock::now() + shared_.patience, "the client took no reply");
    const auto rest = asio::buffer(reply_) + sent;
    asio::async_write(socket_, rest, [self = shared_from_this()](Error error, std::size_t) {
      self->wait_no_longer();
      self->guarded([&] {
        if (self->is_woken(error)) return self->player_.end_practice();
        if (error) return self->hung_up();
        self->replied();
        self->take_turn();
      });
    });
  }

  void replied() {
    if (player_.told_over()) shared_.clients.with([&](auto& all) { all[number_].told = true; });
  }

  /// Runs the handler at this time, unless wait_no_longer() is called before.
  template <class Handler>
  void at(Clock::time_point when, Handler handler) {
    timer_.expires_at(when);
    timer_.async_wait([self = shared_from_this(), handler, wait = ++wait_](Error error) {
      if (!error && wait == self->wait_) self->guarded(handler);
    });
  }

  /// Closes the connection at this time, unless wait_no_longer() is called before.
  void close_at(Clock::time_point when, const std::string& why) {
    at(when, [this, why] {
      const double patience_s = std::chrono::duration<double>(shared_.patience).count();
      end_wrong(fmt::format("{} within {} s", why, patience_s));
    });
  }

  void wait_no_longer() {
    ++wait_;  // the timer may have expired already, with its handler still to run
    timer_.cancel();
  }

  void hung_up() {
    if (is_over_) return;
    if (player_.shuns_trials())
      return end_wrong(
          "the client closed the connection when it was told of a new trial (state 11), as agents of "
          "version 0.3 do, which know no trials and sets");
    shared_.log.note(number_, player_.place(), "the client closed the connection");
    end("the client closed the connection");
  }

  void end_wrong(const std::string& why) {
    if (is_over_) return;
    shared_.log.problem(number_, player_.place(), why);
    end(why);
  }

  void end(const std::string& reason) {
    is_over_ = true;
    Error ignored;
    timer_.cancel();
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
    player_.leave(reason);
  }

  /// Runs a handler. An error in it ends the server, because records could not be kept.
  template <class Handler>
  void guarded(const Handler& handler) {
    if (is_over_) return;
    try {
      handler();
    } catch (...) {
      is_over_ = true;
      shared_.fail(std::current_exception());
    }
  }

  tcp::socket socket_;
  asio::steady_timer timer_;
  Player player_;
  SharedState& shared_;
  int number_;
  Framing framing_{};
  std::array<char, kReadBytes> bytes_{};
  std::string reply_{};
  std::optional<Clock::time_point> half_since_{};
  std::uint64_t wait_ = 0;  // number of the present wait
  bool is_silent_ = false;  // the client has sent nothing for a while after what may be a whole request
  bool heard_last_ = false;
  bool is_over_ = false;
};

}  // namespace

/// Listens, and runs the handlers of its connections on some threads.
struct Server::Impl {
  Impl(const ServedGame& game, const ServerOptions& options, RequestLog& log)
      : game_(game),
        options_(options),
        shared_{.log = log,
                .silence = seconds(options.silence_s),
                .patience = seconds(options.patience_s),
                .fail = [this](std::exception_ptr error) { end_with(error); }} {
    open();
  }

  void serve() {
    accept_next();
    look();
    std::vector<std::thread> others;
    for (int i = 1; i < options_.threads; ++i) others.emplace_back([this] { context_.run(); });
    context_.run();
    for (std::thread& other : others) other.join();
    if (stopped_ && !failure_) hear_last();
    if (failure_) std::rethrow_exception(failure_);
    if (stopped_) throw Stopped{};
  }

  void open() try {
    Error error;
    const asio::ip::address address = asio::ip::make_address(options_.host, error);
    if (error)
      throw InputError("--host",
                       fmt::format("found \"{}\", expected an address such as 127.0.0.1", options_.host));
    const tcp::endpoint endpoint(address, options_.port);
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen();
  } catch (const boost::system::system_error& error) {
    throw InputError(fmt::format("{} port {}", options_.host, options_.port),
                     fmt::format("cannot listen there: {}", error.code().message()));
  }

  /// Runs, on this thread, the handlers of what clients have sent before the stop: it counts.
  void hear_last() {
    shared_.ends = true;
    const auto clients = shared_.clients.with([](const auto& all) { return map_values(all); });
    for (const Client& client : clients)
      if (const auto connection = client.connection.lock()) connection->wake();
    context_.restart();
    context_.poll();
  }

  /// Ends serve() with an error. Any thread may call.
  void end_with(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = error;
    context_.stop();
  }

  void accept_next() {
    acceptor_.async_accept(asio::make_strand(context_), [this](Error error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      accept(std::move(socket));
      accept_next();
    });
  }

  /// Waits for connections to end, because the system has no room for another one.
  void accept_later() {
    pause_.expires_after(kAcceptAgainAfter);
    pause_.async_wait([this](Error error) {
      if (!error) accept_next();
    });
  }

  std::size_t client_count() {
    return shared_.clients.with([](const auto& all) { return all.size(); });
  }

  void accept(tcp::socket socket) {
    if (client_count() < kMostConnections)
      std::make_shared<Connection>(std::move(socket),
                                   Player(game_.plan, game_.queue, game_.setup, game_.player), shared_)
          ->start();
    else
      shared_.log.note(0, "", "a connection was refused: too many are open");
  }

  /// Checks from time to time whether to end.
  void look() {
    clock_.expires_after(kLookEvery);
    clock_.async_wait([this](Error error) {
      if (error) return;
      stopped_ = is_set(options_.stop) || is_idle();
      if (stopped_ || is_over(Clock::now())) return context_.stop();
      look();
    });
  }

  bool is_idle() const {
    const Clock::time_point heard{Clock::duration(shared_.heard)};
    return options_.idle_s > 0 && heard > Clock::time_point() &&
           Clock::now() - heard > seconds(options_.idle_s);
  }

  bool is_over(Clock::time_point now) {
    if (!game_.queue.all_finished()) return false;
    if (!all_finished_at_) all_finished_at_ = now;
    if (client_count() == 0 || now - *all_finished_at_ >= seconds(options_.last_wait_s)) return true;
    if (!shared_.clients.with([](const auto& all) {
          return std::ranges::all_of(all, [](const auto& each) { return each.second.told; });
        })) {
      all_told_at_.reset();
      return false;
    }
    if (!all_told_at_) all_told_at_ = now;
    return now - *all_told_at_ >= kFarewell;
  }

  ServedGame game_;
  ServerOptions options_;
  SharedState shared_;
  std::optional<Clock::time_point> all_finished_at_{};
  std::optional<Clock::time_point> all_told_at_{};
  bool stopped_ = false;
  std::mutex mutex_{};
  std::exception_ptr failure_{};
  asio::io_context context_{};  // after what its connections use, so that they end before
  tcp::acceptor acceptor_{context_};
  asio::steady_timer clock_{context_};
  asio::steady_timer pause_{context_};
};

Server::Server(const ServedGame& game, const ServerOptions& options, RequestLog& log)
    : impl_(std::make_unique<Impl>(game, options, log)) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->acceptor_.local_endpoint().port(); }

void Server::serve() { impl_->serve(); }

}  // namespace novphy
