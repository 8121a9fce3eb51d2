#include "serve/server.h"

#include <boost/asio.hpp>
#include <catch2/catch.hpp>
#include <future>

#include "base/input_error.h"
#include "tests/serve/table.h"

using namespace novphy;
using namespace novphy::test;
namespace asio = boost::asio;

namespace {

/// A server of a table that serves on a thread of its own.
struct Serving {
  explicit Serving(Table& table, ServerOptions options = {})
      : server({.plan = table.plan, .queue = table.queue, .setup = setup(), .player = {.ask_every = 0}},
               on_any_port(options), log),
        end(std::async(std::launch::async, [this] { server.serve(); })) {}

  static ServerOptions on_any_port(ServerOptions options) {
    options.port = 0;
    options.threads = 2;
    return options;
  }

  RequestLog log{""};
  Server server;
  std::future<void> end;
};

class Socket {
 public:
  explicit Socket(const Server& server) {
    socket_.connect({asio::ip::make_address("127.0.0.1"), server.port()});
  }
  void send(const std::string& bytes) { asio::write(socket_, asio::buffer(bytes)); }
  std::string read(std::size_t bytes) {
    std::string reply(bytes, '\0');
    asio::read(socket_, asio::buffer(reply));
    return reply;
  }
  std::string ask(const std::string& bytes, std::size_t reply_bytes) {
    send(bytes);
    return read(reply_bytes);
  }
  /// Waits until the server closes the connection. Returns the bytes that came before.
  std::size_t bytes_until_closed() {
    std::string rest;
    boost::system::error_code error;
    return asio::read(socket_, asio::dynamic_buffer(rest), error);
  }
  void close() { socket_.close(); }
  void play_trial() {
    ask(u8(68), 19);
    ask(u8(68), 19);
    while (number_at(ask(u8(53), 4), 0) > 0) ask(u8(31) + i32(90) + i32(400) + i32(0) + i32(0), 1);
  }

 private:
  asio::io_context context_{};
  asio::ip::tcp::socket socket_{context_};
};

const std::string kOver = u8(13);

}  // namespace

TEST_CASE("a server ends once every trial is played and every client knows") {
  Table table(one_trial(1, 1));
  Serving serving(table, {.last_wait_s = 1000});
  Socket player(serving.server);
  Socket looker(serving.server);
  CHECK(looker.ask(u8(12), 1) == u8(11));
  player.play_trial();
  CHECK(player.ask(u8(12), 1) == kOver);
  CHECK(looker.ask(u8(12), 1) == kOver);
  player.close();
  looker.close();
  serving.end.get();
  CHECK(table.run.finish().records == 2);
}

TEST_CASE("a client that does not listen delays the end only for a while") {
  Table table(one_trial(1, 1));
  Serving serving(table, {.last_wait_s = 0.05});
  Socket deaf(serving.server);
  Socket player(serving.server);
  player.play_trial();
  serving.end.get();
  CHECK(table.queue.all_finished());
}

TEST_CASE("requests that come at once are answered in order") {
  Table table(one_trial(1, 1));
  Serving serving(table);
  Socket client(serving.server);
  client.send(u8(68) + u8(68) + u8(12) + u8(53) + u8(12));
  const std::string replies = client.read(19 + 19 + 1 + 4 + 1);
  CHECK(replies.substr(38) == u8(1) + i32(1) + u8(5));
  while (number_at(client.ask(u8(53), 4), 0) > 0) {
  }
  client.ask(u8(12), 1);
  client.close();
  serving.end.get();
}

TEST_CASE("a client that sends no request is sent away, and the others play on") {
  Table table(one_trial(1, 1));
  Serving serving(table);
  Socket scanner(serving.server);
  scanner.send("SSH-2.0-scanner\r\n");
  CHECK(scanner.bytes_until_closed() == 0);
  Socket player(serving.server);
  player.play_trial();
  player.ask(u8(12), 1);
  player.close();
  serving.end.get();
  CHECK(table.run.finish().agent_errors == 0);
}

TEST_CASE("wrong bytes in a trial end the trial") {
  Table table(one_trial(1, 1));
  Serving serving(table);
  Socket client(serving.server);
  client.ask(u8(68), 19);
  client.send(u8(67) + i32(-1));
  CHECK(client.bytes_until_closed() == 0);
  serving.end.get();
  CHECK(table.run.finish().first_error ==
        "the length of a text is 4294967295, expected 0 to 65536 in level 1");
}

TEST_CASE("half a request does not wait for ever") {
  Table table(one_trial(1, 1));
  Serving serving(table, {.patience_s = 0.05});
  Socket client(serving.server);
  client.ask(u8(68), 19);
  client.send(u8(31) + i32(90));
  CHECK(client.bytes_until_closed() == 0);
  serving.end.get();
  CHECK(table.run.finish().first_error ==
        "half of \"shoot\" (31) came, and no rest of it within 0.05 s in level 1");
}

// The agents of the competition of 2019 send no mode. Both sides then waited for 30 s.
TEST_CASE("a request to configure without its mode is answered after a short silence") {
  Table table(one_trial(1, 1));
  Serving serving(table, {.silence_s = 0.01});
  Socket client(serving.server);
  CHECK(client.ask(u8(1) + i32(7), 3) == std::string(3, '\0'));
  client.send(u8(0));  // a mode that comes late is dropped
  CHECK(client.ask(u8(12), 1) == u8(11));
  CHECK(client.ask(u8(1) + i32(7), 3) == std::string(3, '\0'));
  client.play_trial();
  CHECK(client.ask(u8(12), 1) == kOver);
  client.close();
  serving.end.get();
}

TEST_CASE("a client that takes no reply does not wait for ever") {
  Table table(one_trial(1, 1));
  Serving serving(table, {.patience_s = 0.05});
  Socket client(serving.server);
  client.ask(u8(68), 19);
  client.send(std::string(100, '\x0b'));  // for 92 MB of pictures, more than any socket holds
  serving.end.get();
  CHECK(table.run.finish().first_error == "the client took no reply within 0.05 s in level 1");
}

TEST_CASE("a client that goes away in its trial ends this trial alone") {
  Table table(shifted_plan(pairs(), small_options()));
  Serving serving(table);
  {
    Socket killed(serving.server);
    killed.ask(u8(68), 19);
    killed.ask(u8(68), 19);
    killed.ask(u8(53), 4);
    killed.send(u8(31) + i32(90) + i32(400) + i32(0) + i32(0));
  }
  Socket player(serving.server);
  while (player.ask(u8(12), 1) != kOver) player.play_trial();
  player.close();
  serving.end.get();
  CHECK(table.run.finish().agent_errors == 1);
}

TEST_CASE("many clients at once are served") {
  Table table(one_trial(1, 1));
  Serving serving(table);
  std::vector<std::unique_ptr<Socket>> crowd;
  for (int i = 0; i < 200; ++i) crowd.push_back(std::make_unique<Socket>(serving.server));
  for (const auto& each : crowd) CHECK(each->ask(u8(12), 1) == u8(11));
  crowd.front()->play_trial();
  for (const auto& each : crowd) CHECK(each->ask(u8(12), 1) == kOver);
  crowd.clear();
  serving.end.get();
}

TEST_CASE("a server that is stopped ends, and its trials in progress are lost") {
  Table table(one_trial(1, 1));
  std::atomic<bool> stop = false;
  Serving serving(table, {.stop = &stop});
  Socket client(serving.server);
  client.ask(u8(68), 19);
  stop = true;
  CHECK_THROWS_AS(serving.end.get(), Stopped);
  CHECK_FALSE(table.queue.all_finished());
}

TEST_CASE("a port in use and an address of another machine are refused") {
  Table table(one_trial(1, 1));
  RequestLog log("");
  const auto open = [&](const ServerOptions& options) {
    return Server({.plan = table.plan, .queue = table.queue, .setup = setup()}, options, log).port();
  };
  const Server first({.plan = table.plan, .queue = table.queue, .setup = setup()}, {.port = 0}, log);
  CHECK_THROWS_WITH(open({.port = first.port()}),
                    Catch::Contains("cannot listen there: Address already in use"));
  CHECK_THROWS_WITH(open({.host = "192.0.2.1", .port = 0}), Catch::Contains("cannot listen there"));
  CHECK_THROWS_WITH(open({.host = "here", .port = 0}),
                    Catch::Contains("expected an address such as 127.0.0.1"));
}
