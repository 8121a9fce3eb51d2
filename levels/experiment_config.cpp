#include "levels/experiment_config.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "base/json_reader.h"
#include "base/lists.h"
#include "base/names.h"
#include "base/text.h"
#include "levels/level_files.h"
#include "levels/xml.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNoveltyFolder = "novelty_level_";
constexpr std::string_view kTypeFolder = "type";
constexpr std::size_t kPublishedDigits = 6;

std::vector<std::string> folders_of(const std::string& path) {
  return mapped(fs::path(path).lexically_normal(), [](const fs::path& part) { return part.string(); });
}

/// Sets what the folders say: novelty_level_L/typeT, where novelty_level_0 holds normal levels. NovPhy's
/// types, type01NNSS, have names for their novelty and scenario.
void classify(ConfigLevel& level) {
  const std::vector<std::string> parts = folders_of(level.path);
  const auto folder = std::find_if(parts.begin(), parts.end(),
                                   [](const std::string& part) { return part.starts_with(kNoveltyFolder); });
  if (folder == parts.end()) {
    level.type = parts.size() > 1 ? parts[parts.size() - 2] : "";
    return;
  }
  if (*folder != std::string(kNoveltyFolder) + "0") level.novelty = *folder;
  if (folder + 2 >= parts.end()) return;
  level.type = *(folder + 1);
  const std::string_view digits =
      std::string_view(level.type).substr(std::min(kTypeFolder.size(), level.type.size()));
  if (digits.size() != kPublishedDigits || !digits.starts_with("01")) return;
  const std::string novelty = published_word(kNovelties, digits.substr(2, 2));
  const std::string scenario = published_word(kScenarios, digits.substr(4, 2));
  if (novelty.empty() || scenario.empty()) return;
  if (!level.novelty.empty()) level.novelty = novelty;
  level.type = scenario;
}

struct Element {
  pugi::xml_node node{};
  std::string place{};  ///< such as "/evaluation/trials/trial[2]"
  int line = 1;

  std::string at(const std::string& attribute) const {
    return attribute.empty() ? place : place + "/@" + attribute;
  }
};

/// Reads the elements of a configuration, and notes problems and warnings.
class ConfigReader {
 public:
  ConfigReader(const std::string& text, const std::string& file) : lines_(text), file_(file) {
    const auto tags = static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
    if (tags > kConfigBounds.values)
      throw InputError(file,
                       fmt::format("expected at most {} elements, found {}", kConfigBounds.values, tags));
    const pugi::xml_parse_result result =
        document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!result)
      throw InputError(file, lines_.line_at(result.offset), fmt::format("not XML: {}", result.description()));
  }

  ExperimentConfig read() {
    ExperimentConfig config{.file = file_};
    const std::optional<Element> root = child({.node = document_}, "evaluation");
    if (!root) note({}, "expected an element evaluation, found none");
    if (root) read_trials(*root, config);
    problems_.check();
    return config;
  }

  Warnings warnings() const {
    Warnings all = folded(warnings_);
    std::ranges::sort(all, {}, [](const Problem& each) { return std::tie(each.line, each.text); });
    return all;
  }

 private:
  void note(const Element& at, const std::string& what, const std::string& attribute = "") {
    if (!problems_.full()) problems_.note(at.line, at.at(attribute), what);
  }

  void warn(const Element& at, const std::string& what, const std::string& attribute = "") {
    warnings_.push_back({file_, at.line, at.at(attribute), what});
  }

  Element element(const pugi::xml_node& node, const std::string& place) const {
    return {.node = node, .place = place, .line = lines_.line_at(node.offset_debug())};
  }

  std::optional<Element> child(const Element& of, const char* name) const {
    const pugi::xml_node node = of.node.child(name);
    return node ? std::optional(element(node, of.place + "/" + name)) : std::nullopt;
  }

  /// The children, which must all have this name.
  std::vector<Element> elements(const Element& of, const std::string& name) {
    std::vector<Element> found;
    for (const pugi::xml_node& node : of.node.children()) {
      if (node.type() != pugi::node_element) continue;
      if (node.name() == name)
        found.push_back(element(node, fmt::format("{}/{}[{}]", of.place, name, found.size() + 1)));
      else
        note(element(node, of.place + "/" + node.name()), fmt::format("unknown element, expected {}", name));
    }
    return found;
  }

  void only(const Element& node, std::initializer_list<std::string_view> names) {
    for (const pugi::xml_attribute& attribute : node.node.attributes())
      if (!contains(names, attribute.name()))
        note(node,
             fmt::format("unknown attribute, expected {}", listed(std::span(names.begin(), names.size()))),
             attribute.name());
  }

  int number(const Element& node, const char* name, int fallback) {
    const pugi::xml_attribute attribute = node.node.attribute(name);
    if (!attribute) return fallback;
    const std::string_view text = attribute.value();
    if (const auto value = number_text<int>(text)) return *value;
    note(node, fmt::format("expected a whole number, found {}", in_quotes(text)), name);
    return fallback;
  }

  bool flag(const Element& node, const char* name, bool fallback) {
    const pugi::xml_attribute attribute = node.node.attribute(name);
    const std::string_view text = attribute.value();
    if (text == "True" || text == "true") return true;
    if (text == "False" || text == "false") return false;
    if (attribute) note(node, fmt::format("expected True or False, found {}", in_quotes(text)), name);
    return fallback;
  }

  void read_trials(const Element& root, ExperimentConfig& config) {
    if (const auto measurement = child(root, "novelty_detection_measurement")) read_measurement(*measurement);
    const std::optional<Element> trials = child(root, "trials");
    if (!trials) return note(root, "expected an element trials, found none");
    for (const Element& each : elements(*trials, "trial"))
      if (auto trial = read_trial(each)) config.trials.push_back(std::move(*trial));
    if (config.trials.empty()) note(*trials, "expected at least one trial that is executed, found none");
  }

  void read_measurement(const Element& node) {
    only(node, {"step", "measure_in_training", "measure_in_testing"});
    if (number(node, "step", 1) != 1)
      warn(node, "ignored: agents of a plan report novelty after every task", "step");
    for (const char* name : {"measure_in_training", "measure_in_testing"}) flag(node, name, true);
  }

  void warn_of_limit(const Element& node, const char* name, const std::string& what, bool ignored = true) {
    if (number(node, name, 0) > 0 && ignored) warn(node, what, name);
  }

  std::optional<ConfigTrial> read_trial(const Element& node) {
    only(node, {"id", "number_of_executions", "checkpoint_time_limit", "checkpoint_interaction_limit",
                "notify_novelty"});
    number(node, "id", 0);
    ConfigTrial trial{.line = node.line, .place = node.place};
    trial.executions = number(node, "number_of_executions", 1);
    trial.informed = flag(node, "notify_novelty", false);
    if (trial.executions > kMostExecutions)
      note(node, fmt::format("expected at most {}", kMostExecutions), "number_of_executions");
    const bool tests = read_sets(node, trial);
    for (const char* name : {"checkpoint_time_limit", "checkpoint_interaction_limit"})
      warn_of_limit(node, name, "ignored: a plan plays the test sets once, after the training", tests);
    if (trial.executions > 0) return trial;
    warn(node, "the trial is left out, as it is to be executed no time", "number_of_executions");
    return std::nullopt;
  }

  /// Returns whether the trial has a test set.
  bool read_sets(const Element& node, ConfigTrial& trial) {
    bool trains = false, tests = false;
    for (const Element& set : elements(node, "game_level_set")) {
      const std::string_view mode = set.node.attribute("mode").value();
      const bool training = mode == "training";
      if (!training && mode != "test")
        note(set, fmt::format("expected training or test, found {}", in_quotes(mode)), "mode");
      if (training && trains)
        warn(set, "ignored, as by the game: a trial has one training set, the first");
      else
        read_set(set, training ? trial.training : trial.tasks);
      (training ? trains : tests) = true;
    }
    if (!tests && trains) {
      warn(node, "the trial has no test set: the levels of its training set are its tasks");
      std::swap(trial.training, trial.tasks);
    }
    if (trial.tasks.empty()) note(node, "expected at least one level to play, found none");
    return tests;
  }

  void read_set(const Element& set, std::vector<ConfigLevel>& levels) {
    only(set, {"mode", "time_limit", "total_interaction_limit", "attempt_limit_per_level",
               "allow_level_selection"});
    warn_of_limit(set, "time_limit", "ignored: a plan has no limit of real time");
    warn_of_limit(set, "total_interaction_limit",
                  "ignored: a plan plays all levels, and does not count interactions");
    if (number(set, "attempt_limit_per_level", 1) != 1)
      warn(set, "ignored: a plan plays each level once where it is named", "attempt_limit_per_level");
    if (flag(set, "allow_level_selection", false))
      warn(set, "ignored: a plan plays the levels in their order", "allow_level_selection");
    for (const Element& each : elements(set, "game_levels")) read_level(each, levels);
  }

  void read_level(const Element& node, std::vector<ConfigLevel>& levels) {
    only(node, {"level_path"});
    ConfigLevel level{
        .path = node.node.attribute("level_path").value(), .line = node.line, .place = node.place};
    std::replace(level.path.begin(), level.path.end(), '\\', '/');
    level.path.empty() ? note(node, "expected the path of a level", "level_path") : classify(level);
    levels.push_back(std::move(level));
  }

  static constexpr int kMostExecutions = 10'000;

  pugi::xml_document document_{};
  TextLines lines_;
  std::string file_;
  Problems problems_{file_};
  Warnings warnings_{};
};

}  // namespace

ExperimentConfig parse_experiment_config(std::string_view bytes, const std::string& file,
                                         Warnings& warnings) {
  if (bytes.size() > kConfigBounds.bytes) throw InputError(file, too_long(kConfigBounds));
  ConfigReader reader(xml_text(bytes, file), file);
  ExperimentConfig config = reader.read();
  add_all(warnings, reader.warnings());
  return config;
}

ExperimentConfig read_experiment_config(const fs::path& file, Warnings& warnings) {
  return parse_experiment_config(read_file(file, kConfigBounds), file.string(), warnings);
}

fs::path level_file(const fs::path& folder, const std::string& path) {
  const std::vector<std::string> parts = folders_of(path);
  const auto file_from = [&](std::vector<std::string>::const_iterator first) {
    fs::path file = folder;
    for (; first != parts.end(); ++first) file /= *first;
    std::error_code error;
    return fs::is_regular_file(file, error) && !name_below(folder, file).empty() ? file : fs::path();
  };
  auto begin = parts.begin();
  if (const fs::path whole = file_from(begin); !whole.empty()) return whole;
  const auto assets = std::find(parts.begin(), parts.end(), "StreamingAssets");
  if (assets != parts.end()) begin = assets + 1;
  const auto novelty = std::find_if(begin, parts.end(),
                                    [](const std::string& part) { return part.starts_with(kNoveltyFolder); });
  for (auto first = begin; first != parts.end(); ++first) {
    if (const fs::path file = file_from(first); !file.empty()) return file;
    if (first == novelty || novelty == parts.end()) break;
  }
  return {};
}

}  // namespace novphy
