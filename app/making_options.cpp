#include "app/making_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "app/help.h"
#include "base/input_error.h"
#include "novelties/injected_pair.h"

namespace novphy::app {

void MakingOptions::add_to(CLI::App& command, const std::string& default_proof) {
  proof_ = default_proof;
  command.add_option("--proof", proof_, "What a task must show before it is kept: docs/generate.md")
      ->check(CLI::IsMember(std::vector<std::string>(kProofNames.begin(), kProofNames.end())))
      ->capture_default_str();
  command
      .add_option("--distractors", variation_.most_distractors,
                  "Each task gets one to N distractors; 0: none")
      ->type_name("N")
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

namespace {

/// A novelty of the command line.
struct ChosenNovelty {
  const Novelty& novelty;
  NoveltyValues values{};
};

const Novelty& named(const std::string& name, const std::vector<Novelty>& table) {
  try {
    return find_novelty(table, name);
  } catch (const std::invalid_argument& error) {
    throw InputError("--inject", error.what());
  }
}

ChosenNovelty wanted(const std::string& text, const std::vector<Novelty>& table) {
  std::istringstream parts(text);
  std::string part;
  std::getline(parts, part, ',');
  ChosenNovelty result{.novelty = named(part, table)};
  while (std::getline(parts, part, ',')) result.values.insert(setting_argument(part));
  return result;
}

Pair with(const ChosenNovelty& wanted, const Pair& pair, const Catalogue& catalogue) {
  try {
    return injected_pair(pair, wanted.novelty, catalogue, wanted.values);
  } catch (const std::invalid_argument& error) {
    throw InputError("--inject", fmt::format("{} does not take {}: {}", pair.normal.name, wanted.novelty.name,
                                             error.what()));
  }
}

}  // namespace

CLI::Option* InjectOption::add_to(CLI::App& command) {
  return command
      .add_option("--inject", texts_,
                  "Makes pairs of normal tasks and the same tasks with this novelty: docs/novelties.md")
      ->type_name(kInjectionType)
      ->allow_extra_args(false);
}

std::vector<Pair> InjectOption::into(const std::vector<Pair>& pairs, bool named,
                                     const std::vector<Novelty>& table, const Catalogue& catalogue) const {
  std::vector<Pair> injected;
  for (const std::string& text : texts_) {
    const ChosenNovelty novelty = wanted(text, table);
    for (const Pair& pair : pairs)
      if (named || pair.novelty == novelty.novelty.hierarchy)
        injected.push_back(with(novelty, pair, catalogue));
  }
  return injected;
}

std::vector<Novelty> InjectOption::not_asked(std::vector<Novelty> table) const {
  for (const std::string& text : texts_) {
    const std::string name = wanted(text, table).novelty.name;
    for (Novelty& each : table)
      if (each.name == name) {
        each.checks.clear();
        each.touched.clear();
      }
  }
  return table;
}

}  // namespace novphy::app
