#include "bench/rates.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <future>
#include <memory>

#include "agents/published/planner.h"
#include "serve/server.h"
#include "sim/engine.h"
#include "sim/world.h"
#include "trials/runner.h"

namespace novphy {
namespace {

bool is_fixed(const Kind& kind) {
  return kind.category == Category::kPlatform || kind.category == Category::kFan;
}

/// The bodies of a task, by the ids that the game gives them. A bird is null until its launch.
std::vector<b2Body*> add_bodies(b2World& world, const Task& task, const Catalogue& catalogue) {
  std::vector<b2Body*> bodies;
  for (const Object& object : task.objects) {
    const Kind& kind = *catalogue.find(object.type, object.material);
    bodies.push_back(make_body(world, {.id = static_cast<int>(bodies.size()),
                                       .kind = &kind,
                                       .at_m = object.at_m,
                                       .angle_rad = object.angle_rad,
                                       .size_m = object.size_m.value_or(kind.size_m),
                                       .fixed = is_fixed(kind)}));
  }
  bodies.resize(task.objects.size() + task.birds.size());
  make_body(world, {.kind = &catalogue.ground, .fixed = true});
  make_body(world, {.kind = &catalogue.slingshot,
                    .at_m = task.slingshot.at_m,
                    .fixed = true,
                    .layer = CollisionLayer::kSlingshot});
  return bodies;
}

void follow(const Script::Entry& entry, b2World& world, std::vector<b2Body*>& bodies, const Task& task,
            const Catalogue& catalogue) {
  b2Body*& body = bodies[static_cast<std::size_t>(entry.body)];
  if (!entry.launch) {
    if (body != nullptr) world.DestroyBody(body);
    body = nullptr;
    return;
  }
  const std::size_t bird = static_cast<std::size_t>(entry.body) - task.objects.size();
  body = make_body(world, {.id = entry.body,
                           .kind = &catalogue.bird(task.birds[bird])->body,
                           .at_m = entry.at_m,
                           .velocity_mps = entry.velocity_mps,
                           .layer = CollisionLayer::kBird});
}

std::vector<b2Body*> movers_of(const std::vector<b2Body*>& bodies) {
  std::vector<b2Body*> movers;
  for (b2Body* body : bodies)
    if (body != nullptr && body->GetType() == b2_dynamicBody) movers.push_back(body);
  return movers;
}

}  // namespace

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double heap_bytes() {
#if __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 info = ::mallinfo2();
#else
  const struct mallinfo info = ::mallinfo();  // wrong beyond 2 GiB
#endif
  return static_cast<double>(info.uordblks + info.hblkhd);
}

Script script_of(const Task& task, const std::vector<Shot>& shots, const Catalogue& catalogue,
                 const Physics& physics) {
  const Outcome outcome = play(task, shots, catalogue, physics, {.log_events = true});
  const std::int64_t settling = std::llround(physics.rules.settle_s / physics.step_s);
  const Vec2 rest = task.slingshot.at_m + catalogue.launch.anchor_offset_m;
  Script script{.steps = outcome.steps};
  for (const Event& e : outcome.events) {
    const bool launch = e.kind == EventKind::kLaunch;
    const bool goes = e.kind == EventKind::kDeath || e.kind == EventKind::kBirdGone;
    const bool of_task = e.body < static_cast<int>(task.objects.size() + task.birds.size());
    if ((!launch && !goes) || !of_task) continue;
    const Vec2 start = rest - (1 / catalogue.launch.speed_per_drag_per_s) * e.vector;
    script.entries.push_back(
        {settling + std::llround(e.time_s / physics.step_s), e.body, launch, start, e.vector});
  }
  return script;
}

int raw_play(const Task& task, const Script& script, const Catalogue& catalogue, const Physics& physics) {
  const auto world = std::make_unique<b2World>(
      b2Vec2(static_cast<float>(task.gravity_mps2.x), static_cast<float>(task.gravity_mps2.y)));
  std::vector<b2Body*> bodies = add_bodies(*world, task, catalogue);
  std::vector<b2Body*> movers = movers_of(bodies);
  const auto step_s = static_cast<float>(physics.step_s);
  auto next = script.entries.begin();
  for (std::int64_t step = 0; step < script.steps; ++step) {
    for (; next != script.entries.end() && next->step <= step; ++next) {
      follow(*next, *world, bodies, task, catalogue);
      movers = movers_of(bodies);
    }
    const int parts = cut_into(physics, movers);
    const Iterations& n = parts > 1 ? physics.cut->iterations : physics.iterations;
    for (int part = 0; part < parts; ++part)
      world->Step(step_s / static_cast<float>(parts), n.velocity, n.position);
  }
  return world->GetContactCount();
}

namespace {

namespace asio = boost::asio;

constexpr Pixel kRelease{.x = -60, .y = 330};
constexpr int kTasksOfEach = 5;
constexpr int kStateRequests = 20'000;
constexpr int kConnections = 20;
constexpr unsigned char kOver = 13;

/// Lets every bird go at one point.
class OneThrow : public Agent {
 public:
  Shot choose(const Observation& seen) override { return shot_from_release(seen, kRelease); }
};

std::string number(std::int32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 255);
  return bytes;
}

class Client {
 public:
  explicit Client(std::uint16_t port) {
    socket_.connect({asio::ip::make_address("127.0.0.1"), port});
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  std::string ask(std::string_view request, std::size_t reply_bytes) {
    asio::write(socket_, asio::buffer(request));
    return read(reply_bytes);
  }
  unsigned char state() { return static_cast<unsigned char>(ask("\x0c", 1)[0]); }
  void begin_trial() {
    for (int i = 0; i < 2; ++i) ask("\x44", 19);
  }
  bool next_level() { return ask("\x35", 4) != std::string(4, '\0'); }

  /// Plays all trials. Returns the number of tasks.
  int play() {
    int tasks = 0;
    while (state() != kOver)
      for (begin_trial(); next_level(); ++tasks) play_level();
    return tasks;
  }

 private:
  void play_level() {
    unsigned char now = 0;
    do {
      const std::string length = ask("\x3e", 4);
      std::size_t bytes = 0;
      for (const char byte : length) bytes = bytes << 8U | static_cast<unsigned char>(byte);
      read(bytes);
      ask("\x1f" + number(kRelease.x) + number(kRelease.y) + std::string(8, '\0'), 1);
      now = state();
    } while (now == static_cast<unsigned char>(GameState::kPlaying));
    ask("\x42" + std::string(20, '\0'), 1);
  }
  std::string read(std::size_t bytes) {
    std::string reply(bytes, '\0');
    asio::read(socket_, asio::buffer(reply));
    return reply;
  }

  asio::io_context context_{};
  asio::ip::tcp::socket socket_{context_};
};

Plan plan_of(std::span<const Pair> pairs) {
  PlanOptions options;
  options.trials = 1;
  options.min_normal = options.max_normal = options.novel = kTasksOfEach;
  options.calibration_runs = 0;
  Plan plan = make_plan(pairs, options);
  shift_tasks(plan);
  return plan;
}

int tasks_of(const Plan& plan) {
  int tasks = 0;
  for (const PlannedTrial& trial : plan.trials) tasks += task_count(trial);
  return tasks;
}

/// A folder that is removed after the measurement.
class Folder {
 public:
  Folder() { std::filesystem::create_directory(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  RunOptions into() const {
    RunOptions options;
    options.out = path_ / "records.jsonl";
    options.force = true;
    return options;
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("novphy-bench-" + std::to_string(::getpid()));
};

/// Lets clients use a server for the plan, on `threads` threads.
void with_server(const Plan& plan, const SessionSetup& setup, const Folder& folder, int threads,
                 const std::function<void(std::uint16_t)>& use) {
  const RunOptions files = folder.into();
  OpenRun run(plan, {}, files);
  TrialQueue queue(run);
  RequestLog log("");
  std::atomic<bool> stop = false;
  Server server({.plan = plan, .queue = queue, .setup = setup},
                {.port = 0, .threads = threads, .stop = &stop}, log);
  std::future<void> end = std::async(std::launch::async, [&] { server.serve(); });
  use(server.port());
  stop = true;
  try {
    end.get();
  } catch (const Stopped&) {
  }
  run.stop();
}

double clients_s(const Plan& plan, const SessionSetup& setup, const Folder& folder, int clients) {
  double spent_s = 0;
  with_server(plan, setup, folder, clients, [&](std::uint16_t port) {
    spent_s = seconds_of([&] {
      std::vector<std::future<int>> playing;
      for (int i = 0; i < clients; ++i)
        playing.push_back(std::async(std::launch::async, [port] { return Client(port).play(); }));
      for (auto& each : playing) each.get();
    });
  });
  return spent_s;
}

double median_state_us(const Plan& plan, const SessionSetup& setup, const Folder& folder) {
  std::vector<double> times_us;
  with_server(plan, setup, folder, 1, [&](std::uint16_t port) {
    Client client(port);
    for (int i = 0; i < kStateRequests; ++i) times_us.push_back(1e6 * seconds_of([&] { client.state(); }));
  });
  std::nth_element(times_us.begin(), times_us.begin() + kStateRequests / 2, times_us.end());
  return times_us[kStateRequests / 2];
}

double kb_per_connection(const Plan& plan, const SessionSetup& setup, const Folder& folder) {
  double kb = 0;
  with_server(plan, setup, folder, 1, [&](std::uint16_t port) {
    std::vector<std::unique_ptr<Client>> clients;
    const double before = heap_bytes();
    for (int i = 0; i < kConnections; ++i) {
      clients.push_back(std::make_unique<Client>(port));
      clients.back()->begin_trial();
      clients.back()->next_level();
    }
    kb = (heap_bytes() - before) / 1000 / kConnections;
  });
  return kb;
}

}  // namespace

std::map<std::string, double> measure_server(std::span<const Pair> pairs, const Assets& assets,
                                             const Physics& physics, int rounds) {
  const Plan plan = plan_of(pairs);
  const SessionSetup setup{.catalogue = assets.catalogue, .physics = physics, .colours = assets.colours};
  const Folder folder;
  const auto one_throw = [](const std::string&) { return std::make_unique<OneThrow>(); };
  std::map<std::string, double> rates;
  const auto note = [&](const char* name, double spent_s) {
    rates[name] = std::max(rates[name], tasks_of(plan) / spent_s);
  };
  for (int round = 0; round < rounds; ++round) {
    note("run_tasks_per_s", seconds_of([&] { run(plan, {}, one_throw, setup, folder.into()); }));
    note("one_client_tasks_per_s", clients_s(plan, setup, folder, 1));
    note("two_clients_tasks_per_s", clients_s(plan, setup, folder, 2));
  }
  rates["state_request_us"] = median_state_us(plan, setup, folder);
  rates["kb_per_connection"] = kb_per_connection(plan, setup, folder);
  return rates;
}

}  // namespace novphy
