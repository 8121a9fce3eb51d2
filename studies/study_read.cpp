#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/json_reader.h"
#include "levels/start.h"
#include "studies/study.h"
#include "trials/plan_file.h"

namespace novphy {
namespace {

constexpr int kStudyFormat = 1;
constexpr int kMostStudyTrials = 1000;

/// Reads a text that must not be empty.
std::string words(const Node& node) {
  std::string text = node.text();
  if (node.is_text() && text.empty()) node.expected("a text that is not empty");
  return text;
}

StudyPage read_page(const Node& node) {
  node.only({"title", "text", "button"});
  return {
      .title = words(node.at("title")), .text = words(node.at("text")), .button = words(node.at("button"))};
}

StudyPage read_consent(const Node& node) {
  node.only({"title", "text", "button", "decline"});
  return {.title = words(node.at("title")),
          .text = words(node.at("text")),
          .button = words(node.at("button")),
          .decline = words(node.at("decline"))};
}

StudyPages read_pages(const Node& node) {
  node.only({"welcome", "consent", "declined", "instructions", "begin", "trial", "pause", "thanks"});
  StudyPages pages{.welcome = read_page(node.at("welcome")),
                   .consent = std::nullopt,
                   .instructions = read_page(node.at("instructions")),
                   .begin = read_page(node.at("begin")),
                   .trial = read_page(node.at("trial")),
                   .pause = read_page(node.at("pause")),
                   .thanks = read_page(node.at("thanks"))};
  if (const Node consent = node.get("consent")) pages.consent = read_consent(consent);
  if (const Node declined = node.get("declined")) pages.declined = read_page(declined);
  return pages;
}

GameWords read_words(const Node& node) {
  node.only({"practice", "task", "birds", "pigs", "score", "solved", "not_solved"});
  return {.practice = words(node.at("practice")),
          .task = words(node.at("task")),
          .birds = words(node.at("birds")),
          .pigs = words(node.at("pigs")),
          .score = words(node.at("score")),
          .solved = words(node.at("solved")),
          .not_solved = words(node.at("not_solved"))};
}

StudyQuestion read_question(const Node& node) {
  node.only({"text", "yes", "no"});
  return {.text = words(node.at("text")), .yes = words(node.at("yes")), .no = words(node.at("no"))};
}

StudyScreen read_screen(const Node& node) {
  node.only({"view", "allow"});
  StudyScreen screen;
  screen.as_agents = node.at("view").one_of({"task", "agents"}) == "agents";
  for (const Node& allowed : node.at("allow").array())
    (allowed.one_of({"zoom", "help"}) == "help" ? screen.help : screen.zoom) = true;
  return screen;
}

/// The size of a novelty-scenario in a plan.
struct CellSize {
  std::size_t trials = 0;
  std::size_t novel = 0;  ///< novel tasks of each trial
  friend bool operator==(const CellSize&, const CellSize&) = default;
};

/// A JSON object of those of these members that `root` has.
std::string members(const Node& root, std::initializer_list<std::string_view> keys) {
  std::vector<std::string> texts;
  for (const std::string_view key : keys)
    if (const Node node = root.get(key)) texts.push_back(fmt::format("{}:{}", in_quotes(key), node.json()));
  return fmt::format("{{{}}}", fmt::join(texts, ","));
}

std::string hash_of(const Study& study, const Node& root, const Catalogue& catalogue) {
  std::vector<std::string> practice;
  for (const Task& task : study.practice) practice.push_back(task_to_json(task, catalogue));
  return content_hash(fmt::format("[{},{},{},{},{},[{}]]",
                                  members(root, {"level_sets", "pause_after", "shuffle"}),
                                  study.screen.as_agents, study.screen.zoom, study.screen.help,
                                  study.pages.consent.has_value(), fmt::join(practice, ",")));
}

class StudyReader {
 public:
  StudyReader(std::filesystem::path folder, const Catalogue& catalogue, std::filesystem::path plan)
      : folder_(std::move(folder)), catalogue_(catalogue), plan_(std::move(plan)) {}

  StudyFile read(const Node& root) {
    root.at("novphy_study").integer(kStudyFormat, kStudyFormat);
    root.only({"novphy_study", "title", "plan", "practice", "level_sets", "pages", "question", "words",
               "font", "screen", "pause_after", "shuffle"});
    Study& study = file_.study;
    study.title = words(root.at("title"));
    read_plan_file(root.at("plan"));
    for (const Node& node : root.at("practice").array()) add_practice(node);
    for (const Node& node : root.at("level_sets").array(1)) add_level_set(node);
    study.pages = read_pages(root.at("pages"));
    study.question = read_question(root.at("question"));
    study.words = read_words(root.at("words"));
    if (const Node font = root.get("font")) study.font = words(font);
    if (const Node screen = root.get("screen")) study.screen = read_screen(screen);
    study.pause_after = root.at("pause_after").integer(0, kMostStudyTrials);
    study.shuffle = root.at("shuffle").boolean();
    return std::move(file_);
  }

 private:
  /// Reads another file, which `node` names. An error in the other file is reported at `node`.
  template <class Read>
  void read_other(const Node& node, const Read& read) {
    const std::string name = words(node);
    if (name.empty()) return;
    try {
      read(folder_ / name);
    } catch (const InputError& error) {
      node.error("cannot be used: " + error.problems().front().message());
    }
  }

  void read_plan_file(const Node& node) {
    if (!plan_.empty()) {
      words(node);
      return take_plan(plan_);
    }
    read_other(node, [&](const std::filesystem::path& file) { take_plan(file); });
  }

  void take_plan(const std::filesystem::path& file) {
    PlanFile read = read_plan(file, catalogue_);
    if (!read.plan.certain_ends)
      throw InputError(file.string(), "has plays without certain ends, which studies do not play");
    file_.study.plan = file;
    file_.plan = std::move(read.plan);
    file_.plan_hash = std::move(read.hash);
    has_plan_ = true;
  }

  void add_practice(const Node& node) {
    read_other(node, [&](const std::filesystem::path& file) {
      file_.study.practice.push_back(read_with_goal(file, catalogue_));
    });
  }

  void add_level_set(const Node& node) {
    std::vector<StudyCell> cells;
    for (const Node& place : node.array(1, kMostStudyTrials)) {
      const auto parts = place.array(2, 2);
      if (parts.size() != 2) continue;
      StudyCell cell{.novelty = parts[0].text(), .scenario = parts[1].text()};
      if (std::find(cells.begin(), cells.end(), cell) != cells.end())
        place.error("is in this level set twice");
      else if (has_plan_)
        check_cell(place, cell);
      cells.push_back(std::move(cell));
    }
    file_.study.level_sets.push_back(std::move(cells));
  }

  void check_cell(const Node& node, const StudyCell& cell) {
    CellSize size;
    for (const int index : study_trials(file_.plan, cell)) {
      const PlannedTrial& trial = file_.plan.trials[static_cast<std::size_t>(index)];
      if (trial.informed)
        return node.error(
            "has informed trials in the plan, expected trials that do not tell about the novelty");
      if (size.trials > 0 && trial.novel.size() != size.novel)
        return node.error("has trials with different numbers of novel tasks in the plan");
      ++size.trials;
      size.novel = trial.novel.size();
    }
    if (size.trials == 0) return node.error("has no trial in the plan");
    if (!first_size_) first_size_ = size;
    if (size != *first_size_)
      node.error(fmt::format("has {} trials of {} novel tasks in the plan, expected {} of {} as the others",
                             size.trials, size.novel, first_size_->trials, first_size_->novel));
  }

  std::filesystem::path folder_;
  const Catalogue& catalogue_;
  std::filesystem::path plan_;
  StudyFile file_;
  bool has_plan_ = false;
  std::optional<CellSize> first_size_{};
};

}  // namespace

StudyFile read_study(const std::filesystem::path& file, const Catalogue& catalogue,
                     const std::filesystem::path& plan) {
  const std::string text = read_file(file, kStudyBounds);
  expect_kind(text, file.string(), FileKind::kStudy);
  JsonDocument document(text, file.string(), kStudyBounds);
  const Node root = document.root();
  StudyFile read = StudyReader(file.parent_path(), catalogue, plan).read(root);
  document.check();
  Study& study = read.study;
  study.file = file;
  study.hash = hash_of(study, root, catalogue);
  study.texts = members(root, {"title", "pages", "question", "words", "font"});
  study.texts_hash = content_hash(study.texts);
  study.file_hash = content_hash(text);
  return read;
}

}  // namespace novphy
