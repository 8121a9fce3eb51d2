#include "app/making_options.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace novphy::app {

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
