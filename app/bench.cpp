#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "bench/raw_loop.h"
#include "bench/served.h"
#include "levels/pair.h"
#include "sim/world.h"
#include "view/painter.h"

namespace novphy::app {
namespace {

struct BenchArguments {
  AssetOptions assets{};
  std::string templates{};
  std::string ranges{};
  int angles = 8;
  int rounds = 5;
  bool json = false;
  bool quiet = false;

  Settings settings();
};

Settings BenchArguments::settings() {
  Settings all{
      {.name = "templates",
       .value = &templates,
       .help = "Folder of published NovPhy templates, instead of our pairs",
       .word = "DIR"},
      {.name = "ranges",
       .value = &ranges,
       .help = "The rectangles of those templates (templates.json), if the file is not beside the "
               "folder",
       .word = "FILE"},
      {.name = "angles", .value = &angles, .help = "Launch angles for each task", .least = 1, .most = 1000},
      {.name = "rounds",
       .value = &rounds,
       .help = "Number of repetitions; medians are printed",
       .least = 1,
       .most = 1000},
      {.name = "json", .value = &json, .help = "Prints one JSON line"},
      quiet_setting(quiet)};
  add(all, assets.settings());
  return all;
}

/// One play of the benchmark: the base of a template, with the same shot for all birds.
struct Play {
  const Task* task = nullptr;
  std::vector<Shot> shots{};
  Script script{};
};

struct Result {
  std::size_t tasks = 0;
  std::size_t plays = 0;
  double shots = 0;
  double steps_per_shot = 0;
  double game_shots_per_s = 0;
  double raw_shots_per_s = 0;
  double ratio = 0;  ///< median over the rounds of the game's rate divided by the raw rate
  double two_threads_shots_per_s = 0;
  double two_threads_gain = 0;
  double kb_per_world = 0;
  double frames_per_s = 0;  ///< screenshots of 640x480, one thread
  double kb_per_snapshot = 0;
  double save_us = 0;     ///< time to save a snapshot
  double restore_us = 0;  ///< time to restore a world whose first bird flies
  ServedRates server{};
};

std::vector<Pair> pairs_of(const BenchArguments& options, const Catalogue& catalogue) {
  auto pairs = options.templates.empty()
                   ? read_pairs(data_folder("levels/templates"), catalogue)
                   : read_published(options.templates, catalogue, {.ranges = options.ranges});
  if (pairs.empty()) throw InputError("--templates", "found no templates");
  return pairs;
}

std::vector<Task> tasks_of(const std::vector<Pair>& pairs) {
  std::vector<Task> tasks;
  for (const Pair& pair : pairs) {
    tasks.push_back(pair.normal.task);
    tasks.push_back(pair.novel.task);
  }
  return tasks;
}

/// Shots at one angle for all birds of a task. The angles of all indices spread over those that reach the
/// field. They are the same for all tasks, mirrored where the slingshot faces left.
std::vector<Shot> shots_at(const Task& task, int index, int count) {
  const double elevation_deg = 5 + 70.0 * index / std::max(1, count - 1);
  const double angle_deg = task.slingshot.faces_left ? 180 - elevation_deg : elevation_deg;
  return std::vector<Shot>(task.birds.size(), aimed(radians(angle_deg), 1));
}

std::vector<Play> plays_of(const std::vector<Task>& tasks, const BenchArguments& options,
                           const Catalogue& catalogue, const Physics& physics) {
  std::vector<Play> plays;
  for (const Task& task : tasks) {
    for (int i = 0; i < options.angles; ++i) {
      const auto shots = shots_at(task, i, options.angles);
      plays.push_back({&task, shots, script_of(task, shots, catalogue, physics)});
    }
  }
  return plays;
}

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The number of shots that were fired: a play that is won early needs fewer birds.
double shots_fired(const std::vector<Play>& plays) {
  double shots = 0;
  for (const Play& p : plays) {
    shots += static_cast<double>(std::count_if(p.script.entries.begin(), p.script.entries.end(),
                                               [](const Script::Entry& e) { return e.launch; }));
  }
  return shots;
}

void play_every(const std::vector<Play>& plays, const Catalogue& catalogue, const Physics& physics,
                std::size_t first, std::size_t stride) {
  for (std::size_t i = first; i < plays.size(); i += stride)
    play(*plays[i].task, plays[i].shots, catalogue, physics);
}

double two_threads_s(const std::vector<Play>& plays, const Catalogue& catalogue, const Physics& physics) {
  return seconds([&] {
    std::thread other([&] { play_every(plays, catalogue, physics, 1, 2); });
    play_every(plays, catalogue, physics, 0, 2);
    other.join();
  });
}

/// The heap memory of one world, measured on many settled worlds that exist at the same time.
double kb_per_world(const std::vector<Task>& tasks, const Catalogue& catalogue, const Physics& physics) {
  const auto in_use = [] {
    const struct mallinfo2 info = ::mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
  };
  std::vector<World> worlds;
  worlds.reserve(tasks.size());
  const double before = in_use();
  for (const Task& task : tasks) worlds.emplace_back(task, catalogue, physics);
  return (in_use() - before) / 1000 / static_cast<double>(tasks.size());
}

/// Screenshots per second, measured by taking one every 0.1 s of each play. This is what an agent that
/// watches costs; writing PNG files would take longer.
double frames_per_s(const std::vector<Play>& plays, const Catalogue& catalogue, const Physics& physics) {
  constexpr int kFrames = 30;
  constexpr double kStrideS = 0.1;
  Painter painter;
  double spent_s = 0;
  double frames = 0;
  for (const Play& p : plays) {
    Playback playback(*p.task, p.shots, catalogue, physics);
    for (int i = 0; i < kFrames; ++i) {
      spent_s += seconds([&] { painter.paint(stage_of(playback.world())); });
      ++frames;
      playback.advance_to((i + 1) * kStrideS);
    }
  }
  return frames / spent_s;
}

/// Measures snapshots of every play in flight: their size, and the times of saving and restoring.
void measure_snapshots(const std::vector<Play>& plays, const Catalogue& catalogue, const Physics& physics,
                       Result& result) {
  constexpr int kTimes = 100;
  constexpr double kFlightS = 1;
  double bytes = 0;
  double save_s = 0;
  double restore_s = 0;
  for (const Play& p : plays) {
    World world(*p.task, catalogue, physics);
    world.launch(p.shots.front());
    while (!world.end() && world.time_s() < kFlightS) world.tick();
    const World::Snapshot moment = world.save();
    bytes += static_cast<double>(moment.bytes());
    save_s += seconds([&] {
      for (int i = 0; i < kTimes; ++i) world.save();
    });
    restore_s += seconds([&] {
      for (int i = 0; i < kTimes; ++i) world.restore(moment);
    });
  }
  const auto count = static_cast<double>(plays.size());
  result.kb_per_snapshot = bytes / 1000 / count;
  result.save_us = 1e6 * save_s / (kTimes * count);
  result.restore_us = 1e6 * restore_s / (kTimes * count);
}

Result measure(const BenchArguments& options, const Assets& assets, const Physics& physics) {
  const Catalogue& catalogue = assets.catalogue;
  const std::vector<Pair> pairs = pairs_of(options, catalogue);
  const std::vector<Task> tasks = tasks_of(pairs);
  const std::vector<Play> plays = plays_of(tasks, options, catalogue, physics);
  Result result{.tasks = tasks.size(), .plays = plays.size(), .shots = shots_fired(plays)};
  for (const Play& p : plays) result.steps_per_shot += static_cast<double>(p.script.steps) / result.shots;
  std::vector<double> game;
  std::vector<double> raw;
  std::vector<double> both;
  std::vector<double> ratios;
  ProgressLine line("bench", "rounds", options.quiet);
  line.begin(static_cast<std::size_t>(options.rounds));
  // Game and raw loop take turns, so that a slower machine slows down both.
  for (int round = 0; round < options.rounds; ++round) {
    game.push_back(seconds([&] { play_every(plays, catalogue, physics, 0, 1); }));
    raw.push_back(seconds([&] {
      for (const Play& p : plays) raw_play(*p.task, p.script, catalogue, physics);
    }));
    ratios.push_back(raw.back() / game.back());
    both.push_back(two_threads_s(plays, catalogue, physics));
    line.add();
  }
  result.game_shots_per_s = result.shots / median(game);
  result.raw_shots_per_s = result.shots / median(raw);
  result.ratio = median(ratios);
  result.two_threads_shots_per_s = result.shots / median(both);
  result.two_threads_gain = median(game) / median(both);
  result.kb_per_world = kb_per_world(tasks, catalogue, physics);
  result.frames_per_s = frames_per_s(plays, catalogue, physics);
  measure_snapshots(plays, catalogue, physics, result);
  result.server = measure_server(pairs, assets, physics, options.rounds);
  return result;
}

void print_json(const Result& r, const std::string& physics) {
  const nlohmann::ordered_json line{{"physics", physics},
                                    {"tasks", r.tasks},
                                    {"plays", r.plays},
                                    {"shots", r.shots},
                                    {"steps_per_shot", r.steps_per_shot},
                                    {"game_shots_per_s", r.game_shots_per_s},
                                    {"raw_shots_per_s", r.raw_shots_per_s},
                                    {"ratio", r.ratio},
                                    {"two_threads_shots_per_s", r.two_threads_shots_per_s},
                                    {"two_threads_gain", r.two_threads_gain},
                                    {"kb_per_world", r.kb_per_world},
                                    {"frames_per_s", r.frames_per_s},
                                    {"kb_per_snapshot", r.kb_per_snapshot},
                                    {"save_us", r.save_us},
                                    {"restore_us", r.restore_us},
                                    {"run_tasks_per_s", r.server.run_tasks_per_s},
                                    {"one_client_tasks_per_s", r.server.one_client_tasks_per_s},
                                    {"two_clients_tasks_per_s", r.server.two_clients_tasks_per_s},
                                    {"state_request_us", r.server.state_request_us},
                                    {"kb_per_connection", r.server.kb_per_connection}};
  fmt::print("{}\n", line.dump());
}

void print_text(const Result& r, const std::string& physics) {
  fmt::print("{} tasks, {} plays, {:.0f} shots, {:.0f} steps a shot ({})\n", r.tasks, r.plays, r.shots,
             r.steps_per_shot, physics);
  fmt::print("whole game     {:>8.0f} shots/s\n", r.game_shots_per_s);
  fmt::print("raw Box2D loop {:>8.0f} shots/s\n", r.raw_shots_per_s);
  fmt::print("ratio          {:>8.2f}\n", r.ratio);
  fmt::print("two threads    {:>8.0f} shots/s, {:.2f} times one\n", r.two_threads_shots_per_s,
             r.two_threads_gain);
  fmt::print("memory         {:>8.0f} kB a world\n", r.kb_per_world);
  fmt::print("screenshots    {:>8.0f} frames/s of 640x480\n", r.frames_per_s);
  fmt::print("snapshots      {:>8.0f} kB each, {:.1f} us to save, {:.1f} us to restore\n", r.kb_per_snapshot,
             r.save_us, r.restore_us);
  const ServedRates& server = r.server;
  fmt::print(
      "server         {:>8.0f} tasks/s for one client, {:.2f} times novphy run; {:.2f} times that for two\n",
      server.one_client_tasks_per_s, server.one_client_tasks_per_s / server.run_tasks_per_s,
      server.two_clients_tasks_per_s / server.one_client_tasks_per_s);
  fmt::print("requests       {:>8.0f} us for the state (median), {:.0f} kB a connection\n",
             server.state_request_us, server.kb_per_connection);
}

void bench(BenchArguments& options) {
  const Assets assets = options.assets.load();
  const std::string& name = options.assets.physics_name();
  const Result result = measure(options, assets, assets.physics.at(name));
  options.json ? print_json(result, name) : print_text(result, name);
}

}  // namespace

void add_bench(Command& program) {
  add_job(program,
          {.name = "bench",
           .what = "Measures shots per second of the whole game beside a bare Box2D loop over the same "
                   "worlds",
           .group = kProgramGroup,
           .examples = "novphy bench"},
          job_of(bench));
}

}  // namespace novphy::app
