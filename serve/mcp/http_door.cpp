#include "serve/mcp/http_door.h"

#include <fmt/core.h>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "serve/server.h"

namespace novphy {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

constexpr auto kPatience = std::chrono::minutes(30);  // for a client that thinks between two calls
constexpr std::size_t kMostSessions = 1000;
constexpr const char* kSessionHeader = "Mcp-Session-Id";

std::optional<std::string> header(const HttpRequest& request, const char* name) {
  const auto it = request.find(name);
  if (it == request.end()) return std::nullopt;
  return std::string(it->value());
}

bool is_of_this_machine(std::string_view host) {
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"})
    if (host == name || (host.starts_with(name) && host.substr(name.size()).starts_with(':'))) return true;
  return false;
}

/// Whether a page of the web may have sent the request.
bool is_foreign(const HttpRequest& request) {
  const std::string origin = header(request, "Origin").value_or("");
  const std::size_t scheme = origin.find("://");
  return !origin.empty() && (scheme == std::string::npos || !is_of_this_machine(origin.substr(scheme + 3)));
}

/// The sessions of clients up to 2025-11-25.
class Sessions {
 public:
  struct Session {
    std::mutex mutex{};
    McpConnection connection{};
  };

  /// The id of a new session. Nothing where too many are open.
  std::optional<std::string> open() {
    std::random_device random;
    std::string id;
    for (int i = 0; i < 4; ++i) id += fmt::format("{:08x}", random());
    const std::lock_guard lock(mutex_);
    if (sessions_.size() == kMostSessions) return std::nullopt;
    sessions_.emplace(id, std::make_shared<Session>());
    return id;
  }
  std::shared_ptr<Session> find(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    const auto it = sessions_.find(id);
    return it == sessions_.end() ? nullptr : it->second;
  }
  std::shared_ptr<Session> close(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto it = sessions_.find(id);
    if (it == sessions_.end()) return nullptr;
    auto session = it->second;
    sessions_.erase(it);
    return session;
  }

 private:
  mutable std::mutex mutex_{};
  std::map<std::string, std::shared_ptr<Session>> sessions_{};
};

/// Answers requests of HTTP.
class HttpAnswers {
 public:
  HttpAnswers(McpService& service, TrialDesk& desk) : service_(service), desk_(desk) {}

  HttpResponse answer(const HttpRequest& request) {
    HttpResponse response(http::status::ok, request.version());
    response.keep_alive(request.keep_alive());
    set(request, response);
    response.prepare_payload();
    return response;
  }

 private:
  void set(const HttpRequest& request, HttpResponse& response) {
    if (is_foreign(request))
      return refuse(response, http::status::forbidden, "a page of the web may not play here");
    if (request.target() != "/mcp")
      return refuse(response, http::status::not_found, "expected the path /mcp");
    if (request.method() == http::verb::delete_) return end_session(request, response);
    if (request.method() != http::verb::post) {
      response.set(http::field::allow, "POST, DELETE");
      return refuse(response, http::status::method_not_allowed, "expected POST");
    }
    post(request, response);
  }

  static void refuse(HttpResponse& response, http::status status, const std::string& why) {
    response.result(status);
    response.set(http::field::content_type, "text/plain");
    response.body() = why + "\n";
  }

  void post(const HttpRequest& request, HttpResponse& response) {
    const McpHeaders headers{.version = header(request, "MCP-Protocol-Version"),
                             .method = header(request, "Mcp-Method"),
                             .name = header(request, "Mcp-Name")};
    if (headers.version && is_modern(*headers.version))
      return put(service_.answer(request.body(), nullptr, &headers), response);
    if (const auto id = header(request, kSessionHeader)) {
      const auto session = sessions_.find(*id);
      if (!session) return refuse(response, http::status::not_found, "there is no such session");
      const std::lock_guard lock(session->mutex);
      return put(service_.answer(request.body(), &session->connection), response);
    }
    const McpAnswer answer = service_.answer(request.body(), nullptr);
    put(answer, response);
    if (!answer.opens_session) return;
    const std::optional<std::string> id = sessions_.open();
    if (!id) return refuse(response, http::status::service_unavailable, "too many sessions are open");
    response.set(kSessionHeader, *id);
  }

  static void put(const McpAnswer& answer, HttpResponse& response) {
    if (answer.text.empty()) return response.result(http::status::accepted);
    response.set(http::field::content_type, "application/json");
    response.body() = answer.text;
    if (!answer.error) return;
    response.result(*answer.error == RpcCode::kUnknownMethod ? http::status::not_found
                                                             : http::status::bad_request);
  }

  void end_session(const HttpRequest& request, HttpResponse& response) {
    const auto session = sessions_.close(header(request, kSessionHeader).value_or(""));
    if (!session) return refuse(response, http::status::not_found, "there is no such session");
    const std::lock_guard lock(session->mutex);
    desk_.leave(session->connection.trial);
    response.result(http::status::no_content);
  }

  McpService& service_;
  TrialDesk& desk_;
  Sessions sessions_{};
};

/// One client's connection. All its handlers run one after the other, on any thread.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  /// Once `ends` is set, it answers the requests that have come, and no later ones.
  HttpConnection(tcp::socket socket, HttpAnswers& answers, const bool& ends,
                 std::function<void(std::exception_ptr)> fail)
      : stream_(std::move(socket)), answers_(answers), ends_(ends), fail_(std::move(fail)) {}

  void read() {
    parser_.emplace();
    parser_->body_limit(kMostMessageBytes);
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Error error, std::size_t) {
      if (error == http::error::body_limit ||
          (error && error != http::error::end_of_stream && self->parser_->got_some()))
        return self->refuse();
      if (!error) self->answer();
    });
  }

 private:
  void answer() try { send(answers_.answer(parser_->get())); } catch (...) {
    fail_(std::current_exception());
  }

  /// Answers what is no request, or too long, and closes.
  void refuse() {
    HttpResponse response(http::status::bad_request, 11);
    response.keep_alive(false);
    response.set(http::field::content_type, "text/plain");
    response.body() = fmt::format("expected a request with at most {} bytes\n", kMostMessageBytes);
    response.prepare_payload();
    send(std::move(response));
  }

  void send(HttpResponse response) {
    response_ = std::move(response);
    http::async_write(stream_, response_, [self = shared_from_this()](Error error, std::size_t) {
      if (error) return;
      // A request may have come before this handler could run, even if it was sent after the response.
      if (self->ends_ && std::exchange(self->read_last_, true)) return;
      if (self->response_.keep_alive()) return self->read();
      Error ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  beast::tcp_stream stream_;
  HttpAnswers& answers_;
  const bool& ends_;
  std::function<void(std::exception_ptr)> fail_;
  beast::flat_buffer buffer_{};
  std::optional<http::request_parser<http::string_body>> parser_{};
  HttpResponse response_{};
  bool read_last_ = false;
};

}  // namespace

struct HttpDoor::Impl {
  Impl(McpService& service, TrialDesk& desk, const HttpOptions& options)
      : desk_(desk), options_(options), answers_(service, desk), listener_(options.host, options.port) {}

  void accept(Listener::Socket socket) {
    std::make_shared<HttpConnection>(std::move(socket), answers_, ends_, [this](std::exception_ptr error) {
      listener_.end_with(error);
    })->read();
  }

  bool is_over(Clock::time_point now) {
    if (!desk_.all_finished()) return false;
    if (!finished_at_) finished_at_ = now;
    return now - *finished_at_ >= std::chrono::duration<double>(options_.last_wait_s);
  }

  void serve() {
    listener_.serve(
        options_.threads, options_.stop, [this](Listener::Socket socket) { accept(std::move(socket)); },
        [this] { return is_over(Clock::now()); }, [this] { ends_ = true; });
  }

  TrialDesk& desk_;
  HttpOptions options_;
  HttpAnswers answers_;
  bool ends_ = false;
  std::optional<Clock::time_point> finished_at_{};
  Listener listener_;  // last, so that its connections end before what they use
};

HttpDoor::HttpDoor(McpService& service, TrialDesk& desk, const HttpOptions& options)
    : impl_(std::make_unique<Impl>(service, desk, options)) {}
HttpDoor::~HttpDoor() = default;

std::uint16_t HttpDoor::port() const { return impl_->listener_.port(); }

void HttpDoor::serve() { impl_->serve(); }

}  // namespace novphy
