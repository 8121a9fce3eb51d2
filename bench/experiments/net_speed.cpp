#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "agents/action_set.h"
#include "bench/experiments/experiments.h"
#include "learning/nets/adamw.h"
#include "learning/nets/losses.h"
#include "learning/nets/net.h"
#include "sim/rng.h"

/// Measures how many steps of training the nets of the learning agents make in a second of processor time,
/// and the time of one answer: docs/results/learning.md.
namespace novphy::experiments {
namespace net_speed {
namespace {

struct Options {
  std::size_t batch = 64;
  std::size_t tokens = 12;
  std::size_t blocks = 1;
  int updates = 400;
};

struct NetRow {
  std::string name;
  NetShape shape;
};

std::vector<NetRow> net_rows(std::size_t blocks) {
  const auto grid = static_cast<std::size_t>(action_count(ActionSet::kGrid));
  const NetShape relational{.kind = NetKind::kRelational, .actions = grid, .blocks = blocks};
  NetShape of_tokens = relational;
  of_tokens.actions = static_cast<std::size_t>(action_count(ActionSet::kPlanner));
  of_tokens.values_of_tokens = true;
  return {{fmt::format("dqn, {} actions", grid), {.actions = grid}},
          {fmt::format("relational, {} actions", grid), relational},
          {"relational, 2 for a token", of_tokens}};
}

/// Samples in which `tokens` rows are present.
std::vector<float> samples(const NetShape& shape, std::size_t count, std::size_t tokens, Rng& rng) {
  std::vector<float> inputs(count * shape.inputs());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (i % shape.inputs() < tokens * shape.features) inputs[i] = static_cast<float>(rng.uniform(-1, 1));
  return inputs;
}

/// Processor time of one call. The clock of the wall would count other programs, too.
template <class Work>
double seconds_of(int times, const Work& work) {
  const std::clock_t start = std::clock();
  for (int i = 0; i < times; ++i) work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / times;
}

void print(const NetRow& row, const Options& options) {
  Rng rng = Rng::stream(1, "bench/net_speed");
  Net net(row.shape, [&] { return rng.uniform(); });
  const std::vector<float> inputs = samples(row.shape, options.batch, options.tokens, rng);
  const std::vector<float> targets(options.batch * row.shape.actions,
                                   1 / static_cast<float>(row.shape.actions));
  std::vector<float> numbers(targets.size());
  const Matrix gradient(numbers, options.batch, row.shape.actions);
  AdamWState state;
  const double update_s = seconds_of(options.updates, [&] {
    cross_entropy(net.values(inputs), ConstMatrix(targets, options.batch, row.shape.actions), {}, gradient);
    net.backward(gradient);
    adamw_step({}, state, net.gradients(), net.weights());
  });
  const std::vector<float> one(inputs.begin(),
                               inputs.begin() + static_cast<std::ptrdiff_t>(row.shape.inputs()));
  const double answer_s = seconds_of(options.updates, [&] { net.values(one); });
  fmt::print("{:<26} {:>7} {:>14.0f} {:>18.3f}\n", row.name, net.weights().size(), 1 / update_s,
             1000 * answer_s);
}

void run(const Options& options) {
  fmt::print("net                        weights  updates a second  ms of one answer\n");
  for (const NetRow& row : net_rows(options.blocks)) print(row, options);
}

}  // namespace
}  // namespace net_speed

void add_net_speed(CLI::App& experiments) {
  const auto options = std::make_shared<net_speed::Options>();
  CLI::App& command = *experiments.add_subcommand(
      "net-speed", "Measures the speed of the nets of the learning agents, in processor time");
  command.add_option("--batch", options->batch, "Samples of an update")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command.add_option("--tokens", options->tokens, "Objects in sight, of 24")
      ->check(CLI::Range(1, 24))
      ->capture_default_str();
  command.add_option("--blocks", options->blocks, "Blocks of attention")
      ->check(CLI::Range(1, 2))
      ->capture_default_str();
  command.add_option("--updates", options->updates, "How many updates and answers are timed")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.callback([options] { net_speed::run(*options); });
}

}  // namespace novphy::experiments
