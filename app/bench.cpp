#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "bench/rates.h"
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
  bool json = false, quiet = false;

  Settings settings() {
    return joined(
        {{{"templates", &templates, "Folder of published NovPhy templates, instead of our pairs", "DIR"},
          {"ranges", &ranges,
           "The rectangles of those templates (templates.json), if the file is not beside the folder",
           "FILE"},
          {"angles", &angles, "Launch angles for each task", Also{.least = 1, .most = 1000}},
          {"rounds", &rounds, "Number of repetitions; medians are printed", Also{.least = 1, .most = 1000}},
          {"json", &json, "Prints one JSON line"},
          quiet_setting(quiet)},
         assets.settings()});
  }
};

/// One play of the benchmark: the base of a template, with the same shot for all birds.
struct Play {
  const Task* task = nullptr;
  std::vector<Shot> shots{};
  Script script{};
};

/// What was measured, by the names of the JSON line, in its order.
using Result = nlohmann::ordered_json;

std::vector<Pair> pairs_of(const BenchArguments& options, const Catalogue& catalogue) {
  auto pairs = options.templates.empty()
                   ? read_pairs(data_folder("levels/templates"), catalogue)
                   : read_published(options.templates, catalogue, {.ranges = options.ranges});
  if (pairs.empty()) throw InputError("--templates", "found no templates");
  return pairs;
}

std::vector<Task> tasks_of(const std::vector<Pair>& pairs) {
  std::vector<Task> tasks;
  for (const Pair& pair : pairs) tasks.insert(tasks.end(), {pair.normal.task, pair.novel.task});
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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The number of shots that were fired: a play that is won early needs fewer birds.
double shots_fired(const std::vector<Play>& plays) {
  double shots = 0;
  for (const Play& p : plays)
    shots += static_cast<double>(std::ranges::count(p.script.entries, true, &Script::Entry::launch));
  return shots;
}

void play_every(const std::vector<Play>& plays, const Catalogue& catalogue, const Physics& physics,
                std::size_t first, std::size_t stride) {
  for (std::size_t i = first; i < plays.size(); i += stride)
    play(*plays[i].task, plays[i].shots, catalogue, physics);
}

double two_threads_s(const std::vector<Play>& plays, const Catalogue& catalogue, const Physics& physics) {
  return seconds_of([&] {
    std::thread other([&] { play_every(plays, catalogue, physics, 1, 2); });
    play_every(plays, catalogue, physics, 0, 2);
    other.join();
  });
}

/// The heap memory of one world, measured on many settled worlds that exist at the same time.
double kb_per_world(const std::vector<Task>& tasks, const Catalogue& catalogue, const Physics& physics) {
  std::vector<World> worlds;
  worlds.reserve(tasks.size());
  const double before = heap_bytes();
  for (const Task& task : tasks) worlds.emplace_back(task, catalogue, physics);
  return (heap_bytes() - before) / 1000 / static_cast<double>(tasks.size());
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
      spent_s += seconds_of([&] { painter.paint(stage_of(playback.world())); });
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
  double bytes = 0, save_s = 0, restore_s = 0;
  for (const Play& p : plays) {
    World world(*p.task, catalogue, physics);
    world.launch(p.shots.front());
    while (!world.end() && world.time_s() < kFlightS) world.tick();
    const World::Snapshot moment = world.save();
    bytes += static_cast<double>(moment.bytes());
    save_s += seconds_of([&] {
      for (int i = 0; i < kTimes; ++i) world.save();
    });
    restore_s += seconds_of([&] {
      for (int i = 0; i < kTimes; ++i) world.restore(moment);
    });
  }
  const auto count = static_cast<double>(plays.size());
  result["kb_per_snapshot"] = bytes / 1000 / count;
  result["save_us"] = 1e6 * save_s / (kTimes * count);
  result["restore_us"] = 1e6 * restore_s / (kTimes * count);
}

Result measure(const BenchArguments& options, const Assets& assets) {
  const Catalogue& catalogue = assets.catalogue;
  const Physics& physics = assets.physics.at(options.assets.physics);
  const std::vector<Pair> pairs = pairs_of(options, catalogue);
  const std::vector<Task> tasks = tasks_of(pairs);
  const std::vector<Play> plays = plays_of(tasks, options, catalogue, physics);
  const double shots = shots_fired(plays);
  double steps = 0;
  for (const Play& p : plays) steps += static_cast<double>(p.script.steps);
  std::vector<double> game, raw, both, ratios;
  ProgressLine line("bench", "rounds", options.quiet);
  line.begin(static_cast<std::size_t>(options.rounds));
  // Game and raw loop take turns, so that a slower machine slows down both.
  for (int round = 0; round < options.rounds; ++round) {
    game.push_back(seconds_of([&] { play_every(plays, catalogue, physics, 0, 1); }));
    raw.push_back(seconds_of([&] {
      for (const Play& p : plays) raw_play(*p.task, p.script, catalogue, physics);
    }));
    ratios.push_back(raw.back() / game.back());
    both.push_back(two_threads_s(plays, catalogue, physics));
    line.add();
  }
  Result result{{"physics", options.assets.physics},
                {"tasks", tasks.size()},
                {"plays", plays.size()},
                {"shots", shots},
                {"steps_per_shot", steps / shots},
                {"game_shots_per_s", shots / median(game)},
                {"raw_shots_per_s", shots / median(raw)},
                {"ratio", median(ratios)},
                {"two_threads_shots_per_s", shots / median(both)},
                {"two_threads_gain", median(game) / median(both)},
                {"kb_per_world", kb_per_world(tasks, catalogue, physics)},
                {"frames_per_s", frames_per_s(plays, catalogue, physics)}};
  measure_snapshots(plays, catalogue, physics, result);
  const auto server = measure_server(pairs, assets, physics, options.rounds);
  for (const char* name : {"run_tasks_per_s", "one_client_tasks_per_s", "two_clients_tasks_per_s",
                           "state_request_us", "kb_per_connection"})
    result[name] = server.at(name);
  return result;
}

void print_text(const Result& result) {
  const auto of = [&](const char* name) { return result.at(name).get<double>(); };
  fmt::print("{:.0f} tasks, {:.0f} plays, {:.0f} shots, {:.0f} steps a shot ({})\n", of("tasks"), of("plays"),
             of("shots"), of("steps_per_shot"), result.at("physics").get<std::string>());
  fmt::print("whole game     {:>8.0f} shots/s\n", of("game_shots_per_s"));
  fmt::print("raw Box2D loop {:>8.0f} shots/s\n", of("raw_shots_per_s"));
  fmt::print("ratio          {:>8.2f}\n", of("ratio"));
  fmt::print("two threads    {:>8.0f} shots/s, {:.2f} times one\n", of("two_threads_shots_per_s"),
             of("two_threads_gain"));
  fmt::print("memory         {:>8.0f} kB a world\n", of("kb_per_world"));
  fmt::print("screenshots    {:>8.0f} frames/s of 640x480\n", of("frames_per_s"));
  fmt::print("snapshots      {:>8.0f} kB each, {:.1f} us to save, {:.1f} us to restore\n",
             of("kb_per_snapshot"), of("save_us"), of("restore_us"));
  const double client = of("one_client_tasks_per_s");
  fmt::print(
      "server         {:>8.0f} tasks/s for one client, {:.2f} times novphy run; {:.2f} times that for two\n",
      client, client / of("run_tasks_per_s"), of("two_clients_tasks_per_s") / client);
  fmt::print("requests       {:>8.0f} us for the state (median), {:.0f} kB a connection\n",
             of("state_request_us"), of("kb_per_connection"));
}

void bench(BenchArguments& options) {
  const Result result = measure(options, options.assets.load());
  options.json ? fmt::print("{}\n", result.dump()) : print_text(result);
}

}  // namespace

Commands bench_commands() {
  return {
      {{"bench", "Measures shots per second of the whole game beside a bare Box2D loop over the same worlds",
        kProgramGroup, "novphy bench"},
       job<bench>}};
}

}  // namespace novphy::app
