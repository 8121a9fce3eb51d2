#include <algorithm>
#include <tuple>
#include <utility>

#include "app/program.h"
#include "bench/experiments/experiments.h"
#include "generator/sets/make_tasks.h"

namespace novphy::experiments {

Setting count_setting(std::string name, SettingValue value, std::string help) {
  return {std::move(name), std::move(value), std::move(help), Also{.least = 1, .most = 1e6}};
}

Setting pairs_setting(std::string& pairs) {
  return {"pairs", &pairs, "A pair file, or a folder of them; default: the shipped pairs", kPairsType};
}

std::vector<Pair> load_pairs(const std::string& pairs, const Catalogue& catalogue) {
  std::vector<Pair> all =
      pairs_in({pairs.empty() ? app::data_folder("levels/templates").string() : pairs}, catalogue);
  std::stable_sort(all.begin(), all.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.novelty, a.scenario) < std::tie(b.novelty, b.scenario);
  });
  return all;
}

}  // namespace novphy::experiments

/// The program of all experiments.
int main(int argc, char** argv) {
  using namespace novphy;
  app::Command program{.text = {"experiment", "Runs the experiments whose results stand in docs/"}};
#define NOVPHY_ADD(name) experiments::name::add_to(program);
  NOVPHY_EXPERIMENTS(NOVPHY_ADD)
#undef NOVPHY_ADD
  return app::run_program(program, argc, argv);
}
