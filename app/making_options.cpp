#include "app/making_options.h"

#include <algorithm>
#include <sstream>

#include "app/help.h"

namespace novphy::app {

void MakingOptions::add_to(CLI::App& command, const std::string& default_proof) {
  add_proof_to(command, default_proof);
  novelties_.add_to(command);
}

void MakingOptions::add_proof_to(CLI::App& command, const std::string& default_proof) {
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

ChosenNovelty novelty_argument(const std::string& text) {
  std::istringstream parts(text);
  ChosenNovelty result;
  std::getline(parts, result.name, ',');
  for (std::string part; std::getline(parts, part, ',');) result.values.insert(setting_argument(part));
  return result;
}

}  // namespace

CLI::Option* InjectOption::add_to(CLI::App& command) {
  return command
      .add_option("--inject", texts_,
                  "Makes pairs of normal tasks and the same tasks with this novelty: docs/novelties.md")
      ->type_name(kInjectionType)
      ->allow_extra_args(false);
}

std::vector<ChosenNovelty> InjectOption::chosen() const {
  std::vector<ChosenNovelty> novelties;
  for (const std::string& text : texts_) novelties.push_back(novelty_argument(text));
  return novelties;
}

}  // namespace novphy::app
