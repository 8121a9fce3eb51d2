#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/commands.h"
#include "app/progress_line.h"
#include "trials/made_by.h"
#include "trials/replay.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

namespace novphy::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDiffers = 1;  // exit code

struct SelftestArguments {
  AssetOptions assets{};
  int plays = 400;
  bool digest = false, json = false, is_short = false, quiet = false;

  Settings settings() {
    return joined({{{"plays", &plays, "Number of plays; digests of different numbers cannot be compared",
                     Also{.least = 1, .most = 1e6}},
                    {"digest", &digest, "Plays once and prints the digest, nothing else"},
                    {"json", &json, "Prints one JSON line"},
                    {"short", &is_short, "Makes the self-test that every worker makes before a shard",
                     Also{.excludes = {"plays", "digest", "json"}}},
                    quiet_setting(quiet)},
                   assets.settings()});
  }
};

/// A way to play all plays. The digest must be the same for all variants.
struct Variant {
  std::string name;
  std::function<std::string()> digest;
};

struct Row {
  std::string name;
  std::string digest;
  std::size_t plays = 0;
  double seconds = 0;
  bool same = false;
};

std::string cpu() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string libc() {
#ifdef __GLIBC__
  return fmt::format("glibc {}", ::gnu_get_libc_version());
#else
  return "unknown";
#endif
}

/// The properties, by name, in which machines may differ.
using Circumstances = std::vector<std::pair<std::string, std::string>>;

Circumstances circumstances(const SelftestArguments& options, const Assets& assets) {
  const Fingerprint build = build_info();
  return {{"version", build.version},
          {"compiler", build.compiler},
          {"build", NOVPHY_BUILD},
          {"box2d", build.box2d},
          {"architecture", build.architecture},
          {"cpu", cpu()},
          {"libc", libc()},
          {"catalogue", assets.catalogue_hash},
          {"physics", assets.physics_hash},
          {"pairs", pairs_hash(data_folder("levels/templates"))},
          {"steps", options.assets.physics},
          {"set", fmt::format("{}", fmt::join(options.assets.overrides, " "))}};
}

/// Runs this program once more with the same arguments, and with the assignment `setting` in its environment.
/// Returns the digest that it prints; "none" where it fails.
std::string digest_of_another_process(const std::string& setting) {
  std::FILE* pipe = ::popen(fmt::format("{} {} --digest", setting, same_command()).c_str(), "r");
  if (pipe == nullptr) return "none";
  std::string said(16, ' ');
  const bool whole = std::fread(said.data(), 1, said.size(), pipe) == said.size();
  return ::pclose(pipe) == 0 && whole ? said : "none";
}

std::vector<Variant> ways(const std::vector<TestPlay>& plays, const Assets& assets, const Physics& physics,
                          const std::function<void()>& played) {
  const auto here = [&](unsigned threads, Order order = Order::kForwards) {
    const WayOfPlaying way{.threads = threads, .order = order, .played = played};
    return [&plays, &assets, &physics, way] {
      return fmt::format("{:016x}", digest_of(plays, assets.catalogue, physics, way));
    };
  };
  std::vector<Variant> all{
      {"1 thread", here(1)},  {"2 threads", here(2)},
      {"8 threads", here(8)}, {"backwards", here(1, Order::kBackwards)},
      {"once more", here(1)}, {"another process", [] { return digest_of_another_process(""); }}};
#if defined(__x86_64__) && defined(__GLIBC__)
  // glibc has several versions of the sine and chooses by the CPU. This run gets the version of an older CPU.
  all.push_back({"libm without FMA", [] {
                   return digest_of_another_process("GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4");
                 }});
#endif
  return all;
}

Row row_of(const Variant& way, std::size_t plays, const std::vector<Row>& before) {
  const auto start = std::chrono::steady_clock::now();
  Row row{.name = way.name, .digest = way.digest(), .plays = plays};
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  row.same = before.empty() || row.digest == before.front().digest;
  return row;
}

void print_head(const Circumstances& around) {
  for (const auto& [name, value] : around)
    if (!value.empty()) fmt::print("{:<12} {}\n", name, value);
  fmt::print("\n{:<18} {:<16} {:>7} {:>8}\n", "way", "digest", "plays", "seconds");
}

void print_row(const Row& row) {
  fmt::print("{:<18} {:<16} {:>7} {:>8.1f}  {}\n", row.name, row.digest, row.plays, row.seconds,
             row.same ? "same" : "DIFFERS");
  std::fflush(stdout);  // each row takes seconds
}

void print_json(const Circumstances& around, const std::vector<Row>& rows, bool same) {
  Json line;
  for (const auto& [name, value] : around) line[name] = value;
  for (const Row& row : rows) {
    line["rows"].push_back({{"name", row.name},
                            {"digest", row.digest},
                            {"plays", row.plays},
                            {"seconds", row.seconds},
                            {"same", row.same}});
  }
  line["same"] = same;
  fmt::print("{}\n", line.dump());
}

/// The self-test that every worker makes before a shard.
void short_test(const Assets& assets) {
  const std::string pairs = pairs_hash(data_folder("levels/templates"));
  fmt::print("catalogue    {}\nphysics      {}\npairs        {}\n\n", assets.catalogue_hash,
             assets.physics_hash, pairs);
  bool same = true;
  for (const SelftestLine& line : short_selftest(data_folder("levels/templates"), assets)) {
    const bool as_expected = line.expected.empty() || line.found == line.expected;
    same = same && as_expected;
    fmt::print("{:<14} {}  {}\n", line.plays, line.found,
               line.expected.empty() ? "nothing to compare with"
               : as_expected         ? "as expected"
                                     : "DIFFERS, expected " + line.expected);
  }
  if (!same) throw ExitCode{kDiffers};
}

void selftest(SelftestArguments& options) {
  const Assets assets = options.assets.load();
  if (options.is_short) return short_test(assets);
  const Physics& physics = assets.physics.at(options.assets.physics);
  const TestTasks tasks =
      test_tasks(read_pairs(data_folder("levels/templates"), assets.catalogue), assets.catalogue);
  const std::vector<TestPlay> plays = test_plays(tasks, options.plays);
  if (options.digest) return fmt::print("{:016x}\n", digest_of(plays, assets.catalogue, physics));

  const Circumstances around = circumstances(options, assets);
  if (!options.json) print_head(around);
  std::vector<Row> rows;
  std::optional<ProgressLine> line;
  const std::function<void()> played = [&line] { line->add(); };
  for (const Variant& way : ways(plays, assets, physics, played)) {
    line.emplace("selftest, " + way.name, "plays", options.quiet);
    line->begin(plays.size());
    rows.push_back(row_of(way, plays.size(), rows));
    line.reset();
    if (!options.json) print_row(rows.back());
  }
  const bool same = std::ranges::all_of(rows, &Row::same);
  if (options.json)
    print_json(around, rows, same);
  else
    fmt::print("\n{}\n", same ? "All the same. The digest to compare with stands in docs/dev/determinism.md."
                              : "NOT ALL THE SAME.");
  if (!same) throw ExitCode{kDiffers};
}

}  // namespace

Commands selftest_commands() {
  return {{{"selftest",
            "Plays the same plays in several ways and checks that the digests are equal; exit code 1 if not",
            kProgramGroup, "novphy selftest"},
           job<selftest>}};
}

}  // namespace novphy::app
