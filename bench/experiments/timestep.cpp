#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/experiments/experiments.h"
#include "bench/experiments/winning_overlap.h"

/// Measures the influence of the time step. The winning throws of every published template under coarser time
/// steps are compared with the winning throws under the shipped game's time step.
namespace novphy::experiments::timestep {
namespace {

struct Options {
  std::string templates{};
  std::string out{};
  std::string against = "reference";
  std::vector<std::string> only{};
  double step_deg = 1;
  int jobs = 0;

  Settings settings() {
    return {{"templates", &templates, "Folder of the published templates", "DIR", Also{.required = true}},
            {"out", &out, "Results, one JSON line a step; what stands there is not played again", "FILE",
             Also{.required = true}},
            {"step-deg", &step_deg, "Between throws", Also{.least = 0.01, .most = 10}},
            {"only", &only, "Steps by their names in the table", Also{.one_each = true}},
            {"against", &against, "The yardstick"},
            jobs_setting(jobs, "Threads")};
  }
};

/// One side of a pair at the template's own place.
struct Side {
  std::string name;
  bool direct = false;
  Task task;
  SolverSpec spec;
};

/// A way to cut time into steps. `nudge_deg` turns every throw a little, which shows how far the reference
/// agrees with itself.
struct Candidate {
  std::string name;
  Physics physics;
  double nudge_deg = 0;
};

Candidate uncut(const Physics& reference, int rate, const Iterations& n) {
  Candidate c{fmt::format("1/{} s, {}/{}", rate, n.velocity, n.position), reference};
  c.physics.step_s = 1.0 / rate;
  c.physics.iterations = n;
  return c;
}

/// The standard step, in which steps are cut where two bodies meet faster than `above_mps`.
Candidate with_cut(const Physics& standard, double above_mps, const Iterations& n) {
  Candidate c{fmt::format("cut {} m/s, {}/{}", above_mps, n.velocity, n.position), standard};
  c.physics.cut = Cut{.above_mps = above_mps, .iterations = n};
  return c;
}

std::vector<Candidate> candidates(const Assets& assets) {
  const Physics& reference = assets.physics.at("reference");
  const Physics& standard = assets.physics.at("standard");
  std::vector<Candidate> all{{"reference", reference}, {"reference + 0.01 deg", reference, 0.01}};
  for (const int rate : {50, 100, 250, 500})
    for (const Iterations& n : {Iterations{8, 3}, Iterations{20, 10}})
      all.push_back(uncut(reference, rate, n));
  for (const double above_mps : {8.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.3})
    for (const Iterations& n :
         {Iterations{12, 4}, Iterations{20, 10}, Iterations{40, 20}, Iterations{100, 100}})
      all.push_back(with_cut(standard, above_mps, n));
  return all;
}

std::vector<Side> sides_of(const Options& options, const Catalogue& catalogue) {
  std::vector<Side> sides;
  for (const Pair& pair : published_pairs(options.templates, catalogue))
    for (const Template* base : {&pair.normal, &pair.novel}) {
      const bool direct = base->intent->mode == Mode::kDirect;
      sides.push_back({base->name, direct, base->task, solver_spec(base->task, options.step_deg)});
    }
  return sides;
}

/// Whether the task is passed where every bird takes this angle at full pull, after the birds that a storm
/// waits for are thrown away.
bool wins(const Task& task, double angle_deg, const Catalogue& catalogue, const Physics& physics) {
  const Throw what{.angle_deg = angle_deg, .pull_m = 1};
  return play(task, shots_of(task, {what}, birds_to_sacrifice(task)), catalogue, physics).won;
}

/// The winning throws and the speed of one candidate.
struct Sweep {
  std::map<std::string, std::vector<double>> wins_deg;  ///< winning angles by side, without the nudge
  double throws_per_s = 0;                              ///< throws per second of all threads together
};

Sweep sweep(const Candidate& candidate, const std::vector<Side>& sides, const Assets& assets, unsigned jobs) {
  std::vector<std::vector<double>> won(sides.size());
  std::size_t throws = 0;
  for (const Side& side : sides) throws += angles_deg(side.spec).size();
  const auto start = std::chrono::steady_clock::now();
  parallel_for(sides.size(), jobs, [&](std::size_t i) {
    const Side& side = sides[i];
    for (const double angle : angles_deg(side.spec))
      if (wins(side.task, angle + candidate.nudge_deg, assets.catalogue, candidate.physics))
        won[i].push_back(angle);
  });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  Sweep result{.wins_deg = {}, .throws_per_s = static_cast<double>(throws) / took.count()};
  for (std::size_t i = 0; i < sides.size(); ++i) result.wins_deg[sides[i].name] = won[i];
  return result;
}

/// The candidates to try: first the candidate that others are compared with, then the candidates that the
/// options name.
std::vector<Candidate> chosen(const std::vector<Candidate>& all, const Options& options) {
  std::vector<Candidate> chosen;
  for (const Candidate& c : all)
    if (c.name == options.against) chosen.push_back(c);
  if (chosen.empty())
    throw InputError("--against", "found \"" + options.against + "\", expected a name of the table");
  for (const Candidate& c : all) {
    const bool asked =
        options.only.empty() || std::count(options.only.begin(), options.only.end(), c.name) > 0;
    if (asked && c.name != options.against) chosen.push_back(c);
  }
  return chosen;
}

/// The sweeps in a file of JSON lines, each of one time step; none where the file does not exist. `lines`
/// gets its whole lines: an interruption may have cut the last one. Throws InputError.
std::map<std::string, Sweep> finished(const std::string& file, std::string& lines) {
  std::map<std::string, Sweep> done;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (row.is_discarded() && in.eof()) break;
    if (!row.is_object() || !row.contains("wins_deg"))
      throw InputError(file, "holds results of another experiment");
    lines += line + "\n";
    done[row.at("name")] = {row.at("wins_deg").get<std::map<std::string, std::vector<double>>>(),
                            row.at("throws_per_s")};
  }
  return done;
}

void print_row(const std::string& name, const Sweep& sweep, const Sweep& reference,
               const std::vector<Side>& sides) {
  WinningOverlap all;
  WinningOverlap direct;
  WinningOverlap object;
  for (const Side& side : sides) {
    const auto& found = sweep.wins_deg.at(side.name);
    const auto& expected = reference.wins_deg.at(side.name);
    const double step_deg = side.spec.step_deg;
    all.add(found, expected, step_deg);
    (side.direct ? direct : object).add(found, expected, step_deg);
  }
  fmt::print(
      "{:<22} {:>5} {:>6.1f}±{:<4.1f} {:>7.1f} {:>7.1f} {:>8.1f} {:>9.2f} {:>9.2f} {:>6}/{:<3} {:>8.0f}\n",
      name, all.wins, 100 * all.mean_overlap(), 100 * all.overlap_error(), 100 * direct.mean_overlap(),
      100 * object.mean_overlap(), 100 * all.pooled_overlap(), all.mean_shift_deg(), all.largest_shift_deg(),
      all.lost_windows, all.windows, sweep.throws_per_s);
}

void run(Options& options) {
  const Assets assets = app::AssetOptions().load();
  const std::vector<Side> sides = sides_of(options, assets.catalogue);
  std::string lines;
  std::map<std::string, Sweep> done = finished(options.out, lines);
  fmt::print(
      "{} templates at their own place, throws every {:g} degrees. Overlap: share of the throws that win in "
      "either\nwhich win in both; mean over templates (all with its standard error, direct hits, objects), "
      "then over all throws.\n"
      "step, iterations        wins     all±error  direct  object   pooled  shift deg  largest   windows "
      "lost  "
      "throws/s\n",
      sides.size(), options.step_deg);
  for (const Candidate& candidate : chosen(candidates(assets), options)) {
    if (!done.contains(candidate.name)) {
      const Sweep found = sweep(candidate, sides, assets, threads_of(options.jobs));
      const nlohmann::ordered_json row{
          {"name", candidate.name}, {"wins_deg", found.wins_deg}, {"throws_per_s", found.throws_per_s}};
      lines += row.dump() + "\n";
      app::write_file(options.out, lines);
      done[candidate.name] = found;
    }
    print_row(candidate.name, done.at(candidate.name), done.at(options.against), sides);
    std::fflush(stdout);
  }
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"timestep", "Compares time steps by the winning throws of the published NovPhy templates"},
               app::job_of(run));
}

}  // namespace novphy::experiments::timestep
