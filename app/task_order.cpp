#include "app/task_order.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "base/input_error.h"
#include "generator/required_checks.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) {
      files.emplace_back(place);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Collects templates, each once.
class OrderBook {
 public:
  explicit OrderBook(int count) : count_(count) {}

  /// The templates of a pair that the name means: "all", "rolling/agents", "rolling/agents/novel" or
  /// "010203_2".
  void add(const Pair& pair, const std::string& name) {
    const bool both = name == "all" || name == pair.scenario + "/" + pair.novelty;
    for (const bool novel : {false, true}) {
      if (!both && name != (novel ? pair.novel.name : pair.normal.name)) continue;
      const WantedTasks wanted{.pair = index_of(pair), .novel = novel, .count = count_};
      const bool known = std::any_of(
          order_.wanted.begin(), order_.wanted.end(),
          [&](const WantedTasks& other) { return other.pair == wanted.pair && other.novel == novel; });
      if (!known) order_.wanted.push_back(wanted);
    }
  }

  std::size_t size() const { return order_.wanted.size(); }
  TaskOrder take() { return std::move(order_); }

 private:
  std::size_t index_of(const Pair& pair) {
    for (std::size_t i = 0; i < order_.pairs.size(); ++i) {
      if (order_.pairs[i].normal.name != pair.normal.name) continue;
      if (order_.pairs[i].file == pair.file) return i;
      throw InputError(pair.file, "is the second pair of its novelty and scenario");
    }
    order_.pairs.push_back(pair);
    return order_.pairs.size() - 1;
  }

  int count_;
  TaskOrder order_{};
};

}  // namespace

std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue) {
  std::vector<Pair> pairs;
  for (const fs::path& file : files_of(places)) pairs.push_back(read_pair(file, catalogue));
  return pairs;
}

TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue) {
  OrderBook book(count);
  for (const std::string& name : names) {
    const std::size_t before = book.size();
    if (fs::exists(name))
      for (const Pair& pair : pairs_in({name}, catalogue)) book.add(pair, "all");
    else
      for (const Pair& pair : library) book.add(pair, name);
    if (book.size() == before && !fs::exists(name))
      throw InputError("generate",
                       fmt::format("found \"{}\", expected a pair file, a folder of them, the name of a "
                                   "pair or template, or all",
                                   name));
  }
  return book.take();
}

void MakingOptions::add_to(CLI::App& command, const std::string& default_proof) {
  proof_ = default_proof;
  command.add_option("--proof", proof_, "What a task must show before it is kept: docs/generate.md")
      ->check(CLI::IsMember(std::vector<std::string>(kProofNames.begin(), kProofNames.end())))
      ->capture_default_str();
  command.add_option("--distractors", variation_.most_distractors, "One to so many; 0: none")
      ->check(CLI::Range(0, 20))
      ->capture_default_str();
  novelties_.add_to(command);
}

void MakingOptions::set(const std::string& proof, int most_distractors) {
  proof_ = proof;
  variation_.most_distractors = most_distractors;
}

VariationOptions MakingOptions::variation(const Catalogue& catalogue) const {
  VariationOptions options = variation_;
  options.novelties = novelties_.load(catalogue);
  options.proof =
      static_cast<Proof>(std::find(kProofNames.begin(), kProofNames.end(), proof_) - kProofNames.begin());
  return options;
}

TaskSetHead set_head(const VariationOptions& options, const std::vector<Pair>& pairs,
                     const AssetOptions& asset_options, const Assets& assets) {
  return {.seed = options.seed,
          .proof = std::string(kProofNames[static_cast<std::size_t>(options.proof)]),
          .format = "json",
          .paired = options.paired,
          .most_distractors = options.most_distractors,
          .least_window_deg = options.least_window_deg,
          .most_window_deg = options.most_window_deg,
          .pairs = hash_of_pairs(pairs),
          .checks = hash_of_checks(options.novelties),
          .physics = asset_options.physics_name(),
          .catalogue_hash = assets.catalogue_hash,
          .physics_hash = assets.physics_hash};
}

SolverNumbers solver_numbers(const AssetOptions& options, const Assets& assets) {
  return {.catalogue = assets.catalogue,
          .search = assets.physics.at("fast"),
          .physics = assets.physics.at(options.physics_name())};
}

std::function<void(std::size_t, std::size_t)> making_progress() {
  if (::isatty(STDERR_FILENO) != 1) return {};
  using Clock = std::chrono::steady_clock;
  struct First {
    Clock::time_point at = Clock::now();
    std::size_t done = 0;
    bool known = false;
  };
  return [first = std::make_shared<First>()](std::size_t done, std::size_t of) {
    if (!first->known) *first = {.at = Clock::now(), .done = done, .known = true};
    const double elapsed_s = std::chrono::duration<double>(Clock::now() - first->at).count();
    const double rate = elapsed_s > 0 ? static_cast<double>(done - first->done) / elapsed_s : 0;
    const double left_s = rate > 0 ? static_cast<double>(of - done) / rate : 0;
    fmt::print(stderr, "\r{}/{} tasks made, {:.0f} tasks/s, {:.0f} s left   {}", done, of, rate, left_s,
               done == of ? "\n" : "");
  };
}

}  // namespace novphy::app
