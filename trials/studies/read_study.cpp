#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/text.h"
#include "levels/overlap.h"
#include "trials/plan_file.h"
#include "trials/studies/study.h"

namespace novphy {
namespace {

constexpr int kStudyFormat = 1;
constexpr int kMostStudyTrials = 1000;

/// A text that must not be empty.
constexpr TextCodec kWords{[](const Node& node, const std::string& text) {
  if (node.is_text() && text.empty()) node.expected("a text that is not empty");
}};

}  // namespace

void describe(FieldIo& io, StudyPage& page, bool may_decline) {
  io.field("title", page.title, kWords);
  io.field("text", page.text, kWords);
  io.field("button", page.button, kWords);
  if (may_decline) io.field("decline", page.decline, kWords);
}

void describe(FieldIo& io, StudyQuestion& question) {
  io.field("text", question.text, kWords);
  io.field("yes", question.yes, kWords);
  io.field("no", question.no, kWords);
}

void describe(FieldIo& io, GameWords& words) {
  io.field("practice", words.practice, kWords);
  io.field("task", words.task, kWords);
  io.field("birds", words.birds, kWords);
  io.field("pigs", words.pigs, kWords);
  io.field("score", words.score, kWords);
  io.field("solved", words.solved, kWords);
  io.field("not_solved", words.not_solved, kWords);
}

void describe(FieldIo& io, StudyPages& pages) {
  const ObjectCodec<StudyPage, bool> page(false);
  io.field("welcome", pages.welcome, page);
  io.maybe("consent", pages.consent, ObjectCodec<StudyPage, bool>(true));
  io.maybe("declined", pages.declined, page);
  io.field("instructions", pages.instructions, page);
  io.field("begin", pages.begin, page);
  io.field("trial", pages.trial, page);
  io.field("pause", pages.pause, page);
  io.field("thanks", pages.thanks, page);
}

namespace {

/// An address to which a page may lead.
constexpr TextCodec kCompletionAddress{[](const Node& node, const std::string& address) {
  const bool safe = address.starts_with("https://") || address.starts_with("http://localhost");
  if (node.is_text() && (!safe || address.find_first_of(" \t\r\n") != std::string::npos))
    node.expected("an address that begins with https://");
}};

}  // namespace

void describe(FieldIo& io, StudyDevice& device) {
  constexpr int kWidestPx = 100'000;
  if (FieldReader* reader = io.reader()) {
    if (const Node pointer = reader->get("pointer"))
      device.pointer = pointer.one_of({"any", "mouse", "touch"});
  } else {
    io.field("pointer", device.pointer, TextCodec{}, "any");
  }
  io.field("least_width", device.least_width_px, WholeCodec{0, kWidestPx}, 0);
  io.field("least_height", device.least_height_px, WholeCodec{0, kWidestPx}, 0);
}

void describe(FieldIo& io, StudyCompletion& completion) {
  io.field("complete", completion.complete, kCompletionAddress, "");
  io.field("declined", completion.declined, kCompletionAddress, "");
  io.field("failed_checks", completion.failed_checks, kCompletionAddress, "");
  io.field("device", completion.device, kCompletionAddress, "");
}

namespace {

StudyScreen read_screen(const Node& node) {
  node.only({"view", "allow", "readout"});
  StudyScreen screen;
  screen.as_agents = node.at("view").one_of({"task", "agents"}) == "agents";
  for (const Node& allowed : node.at("allow").array())
    if (const std::string what = allowed.one_of({"zoom", "help", "sound"}); !what.empty())
      (what == "help" ? screen.help : what == "sound" ? screen.sound : screen.zoom) = true;
  if (const Node readout = node.get("readout")) screen.readout = readout.boolean();
  return screen;
}

/// A language's code as HTML and names of files have it: "de", "zh-Hant".
std::string read_language(const Node& node) {
  const std::string code = node.text();
  const bool fits = !code.empty() && code.size() <= 35 && code.front() != '-' &&
                    std::all_of(code.begin(), code.end(), [](unsigned char c) {
                      return c < 0x80 && (std::isalnum(c) != 0 || c == '-');
                    });
  if (node.is_text() && !fits) node.expected("the code of a language such as \"de\"");
  return code;
}

/// The size of a novelty-scenario in a plan.
struct CellSize {
  std::size_t trials = 0;
  std::size_t novel = 0;  ///< novel tasks of each trial
  friend bool operator==(const CellSize&, const CellSize&) = default;
};

/// A JSON object of those of these members that `root` has.
std::string members(const Node& root, std::initializer_list<std::string_view> keys) {
  JsonMembers texts;
  for (const std::string_view key : keys)
    if (const Node node = root.get(key)) texts.emplace_back(key, node.json());
  return json_object(texts);
}

std::string hash_of(const Study& study, const Node& root, const Catalogue& catalogue) {
  std::vector<std::string> practice;
  for (const Task& task : study.practice) practice.push_back(task_to_json(task, catalogue));
  std::vector<std::string> parts{members(root, {"level_sets", "pause_after", "shuffle", "catch_groups"})};
  for (const bool flag :
       {study.screen.as_agents, study.screen.zoom, study.screen.help, study.pages.consent.has_value()})
    parts.emplace_back(flag ? "true" : "false");
  parts.push_back(json_array(practice));
  if (study.screen.sound) parts.emplace_back("\"sound\"");
  if (!study.screen.readout) parts.emplace_back("\"no readout\"");
  for (std::size_t set = 0; set < study.condition_of.size();
       ++set) {  // of cells, as a condition may name sets
    std::string cells = study.conditions[study.condition_of[set]].name;
    for (const StudyCell& cell : study.level_sets[set]) cells += " " + cell.novelty + "/" + cell.scenario;
    parts.push_back(in_quotes(cells));
  }
  if (study.within()) {
    parts.emplace_back("\"within\"");
    for (const StudyCondition& condition : study.conditions) parts.push_back(in_quotes(condition.name));
  }
  if (!study.forms.empty()) parts.push_back(in_quotes(structure_of(study.forms)));
  return content_hash(json_array(parts));
}

class StudyReader {
 public:
  StudyReader(std::filesystem::path folder, const Catalogue& catalogue, std::filesystem::path plan)
      : folder_(std::move(folder)), catalogue_(catalogue), plan_(std::move(plan)) {}

  StudyFile read(const Node& root) {
    root.at("novphy_study").integer(kStudyFormat, kStudyFormat);
    root.only({"novphy_study", "title",       "plan",           "practice",     "level_sets",
               "pages",        "question",    "words",          "font",         "language",
               "screen",       "pause_after", "shuffle",        "catch_groups", "conditions",
               "design",       "forms",       "checks_to_fail", "device",       "completion"});
    Study& study = file_.study;
    study.title = kWords.read(root.at("title"));
    read_plan_file(root.at("plan"));
    for (const Node& node : root.at("practice").array()) add_practice(node);
    if (const Node sets = root.at("level_sets"); sets.is_number())
      deal_level_sets(sets);
    else
      for (const Node& node : sets.array(1)) add_level_set(node);
    study.pages = read_fields<StudyPages>(root.at("pages"));
    study.question = read_fields<StudyQuestion>(root.at("question"));
    study.words = read_fields<GameWords>(root.at("words"));
    if (const Node font = root.get("font")) study.font = kWords.read(font);
    if (const Node language = root.get("language")) study.language = read_language(language);
    if (const Node screen = root.get("screen")) study.screen = read_screen(screen);
    study.pause_after = root.at("pause_after").integer(0, kMostStudyTrials);
    study.shuffle = root.at("shuffle").boolean();
    if (const Node groups = root.get("catch_groups")) read_catch_groups(groups);
    if (const Node conditions = root.get("conditions")) read_conditions(conditions, is_within(root));
    if (root.has("design") && !root.has("conditions")) root.at("design").expected("\"conditions\" beside it");
    if (const Node forms = root.get("forms")) read_forms_for(forms);
    if (const Node checks = root.get("checks_to_fail")) study.checks_to_fail = checks.integer(1);
    if (const Node device = root.get("device")) study.device = read_fields<StudyDevice>(device);
    if (const Node completion = root.get("completion"))
      study.completion = read_fields<StudyCompletion>(completion);
    return std::move(file_);
  }

 private:
  /// Reads another file, which `node` names. An error in the other file is reported at `node`.
  template <class Read>
  void read_other(const Node& node, const Read& read) {
    const std::string name = kWords.read(node);
    if (name.empty()) return;
    try {
      read(folder_ / name);
    } catch (const InputError& error) {
      node.error("cannot be used: " + error.problems().front().message());
    }
  }

  void read_plan_file(const Node& node) {
    if (!plan_.empty()) {
      kWords.read(node);
      return take_plan(plan_);
    }
    read_other(node, [&](const std::filesystem::path& file) { take_plan(file); });
  }

  void take_plan(const std::filesystem::path& file) {
    PlanFile read = read_plan(file, catalogue_);
    if (!read.plan.overrides.empty())
      throw InputError(file.string(), "was made with other numbers (--set), which studies do not play");
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

  /// Makes so many level sets. The plan's novelty-scenarios are dealt out to them, one after the other.
  void deal_level_sets(const Node& node) {
    std::vector<StudyCell> cells;
    for (const PlannedTrial& trial : file_.plan.trials)
      if (StudyCell cell{trial.novelty, trial.scenario};
          !trial.control && !is_calibration(trial) && !contains(cells, cell))
        cells.push_back(std::move(cell));
    const auto sets = static_cast<std::size_t>(node.integer(1, kMostStudyTrials));
    if (has_plan_ && sets > cells.size())
      node.error(fmt::format("found {}, but the plan has trials of {}", sets,
                             counted(cells.size(), "novelty-scenario")));
    file_.study.level_sets.resize(sets);
    for (std::size_t i = 0; i < cells.size() && !node.has_errors(); ++i) {
      check_cell(node, cells[i], fmt::format("{} {} ", cells[i].novelty, cells[i].scenario));
      file_.study.level_sets[i % sets].push_back(cells[i]);
    }
  }

  /// The page of this name that a condition may have of its own; null for another name, and where the study
  /// has no such page.
  static StudyPage* own_page(StudyPages& pages, std::string_view name) {
    if (name == "consent") return pages.consent ? &*pages.consent : nullptr;
    constexpr std::array<std::pair<std::string_view, StudyPage StudyPages::*>, 5> kPages{
        {{"welcome", &StudyPages::welcome},
         {"begin", &StudyPages::begin},
         {"trial", &StudyPages::trial},
         {"pause", &StudyPages::pause},
         {"thanks", &StudyPages::thanks}}};
    for (const auto& [known, page] : kPages)
      if (known == name) return &(pages.*page);
    return nullptr;
  }

  static bool is_within(const Node& root) {
    const Node design = root.get("design");
    return design && design.one_of({"between", "within"}) == "within";
  }

  StudyCondition read_condition(const std::string& name, const Node& node, bool within) {
    node.only({"pages", "level_sets", "question"});
    StudyCondition condition{name, file_.study.pages, file_.study.question};
    if (const Node question = node.get("question")) condition.question = read_fields<StudyQuestion>(question);
    if (const Node pages = node.get("pages")) {
      for (const auto& [page, shown] : pages.members()) {
        const bool fits = !within || page == "begin" || page == "trial" || page == "pause";
        if (StudyPage* own = fits ? own_page(condition.pages, page) : nullptr)
          *own = read_fields<StudyPage>(shown, {}, page == "consent");
        else
          shown.error(fmt::format(
              "expected a page of the study that conditions may have of their own: {}begin, trial{}",
              within ? "" : "welcome, consent, ", within ? " or pause" : ", pause or thanks"));
      }
    }
    return condition;
  }

  /// Each condition between people has all level sets of the file, or those that it names.
  void read_conditions(const Node& node, bool within) {
    Study& study = file_.study;
    for (const auto& [name, each] : node.members())
      study.conditions.push_back(read_condition(name, each, within));
    if (study.conditions.empty()) return node.expected("at least one condition");
    if (within) return check_blocks(node);
    const std::vector<std::vector<StudyCell>> sets = std::exchange(study.level_sets, {});
    const int last = static_cast<int>(sets.size()) - 1;
    std::size_t condition = 0;
    for (const auto& [name, each] : node.members()) {
      std::vector<int> own(sets.size());
      std::iota(own.begin(), own.end(), 0);
      if (const Node named = each.get("level_sets")) {
        own.clear();
        for (const Node& set : named.array(1)) own.push_back(set.integer(0, last));
      }
      if (node.has_errors()) return;
      for (const int set : own) {
        study.level_sets.push_back(sets.at(static_cast<std::size_t>(set)));
        study.condition_of.push_back(condition);
      }
      ++condition;
    }
  }

  /// Whether each participant plays a trial of each condition.
  void check_blocks(const Node& node) const {
    const Study& study = file_.study;
    for (const auto& [name, each] : node.members())
      if (each.has("level_sets")) each.error_at("level_sets", "is for conditions between people");
    for (const auto& cells : study.level_sets)
      if (cells.size() < study.conditions.size())
        return node.error(fmt::format("found {}, but a level set has {}", study.conditions.size(),
                                      counted(cells.size(), "novelty-scenario")));
  }

  void read_forms_for(const Node& node) {
    Study& study = file_.study;
    study.forms = read_forms(node);
    std::vector<std::string> steps{"welcome", "instructions", "begin", "question", "group"};
    if (study.pages.consent) steps.emplace_back("consent");
    if (!study.practice.empty()) steps.emplace_back("practice");
    if (study.pause_after > 0) steps.emplace_back("pause");
    for (const auto& [name, each] : node.members()) {
      const auto form = std::ranges::find(study.forms, name, &StudyForm::name);
      if (each.has_errors()) continue;
      if (contains(steps, name) || name == "task" || name == "trial" || name == "thanks")
        each.error("has the name of a step, expected another one");
      if (!contains(steps, form->after))
        each.at("after").expected(fmt::format("a step of this study: {}", fmt::join(steps, ", ")));
      for (const std::string& condition : form->conditions)
        if (std::ranges::find(study.conditions, condition, &StudyCondition::name) == study.conditions.end())
          each.at("conditions").expected("names of the study's conditions");
    }
  }

  /// How many, at drawn places, or the places in rising order.
  void read_catch_groups(const Node& node) {
    Study& study = file_.study;
    if (node.is_array()) {
      for (const Node& place : node.array()) {
        const int least = study.catch_places.empty() ? 1 : study.catch_places.back() + 1;
        study.catch_places.push_back(place.integer(least, kMostStudyTrials));
      }
      study.catch_groups = static_cast<int>(study.catch_places.size());
    } else {
      study.catch_groups = node.integer(0, kMostStudyTrials);
    }
    if (study.catch_groups == 0 || !has_plan_ || node.has_errors()) return;
    const auto groups = static_cast<std::size_t>(study.catch_groups);
    for (const auto& cells : study.level_sets) {
      if (groups > cells.size())
        return node.error(fmt::format("found {}, but a level set has {}", groups,
                                      counted(cells.size(), "novelty-scenario")));
      if (!study.catch_places.empty() &&
          static_cast<std::size_t>(study.catch_places.back()) > cells.size() + groups)
        return node.error(fmt::format("found the place {}, but a level set has {}", study.catch_places.back(),
                                      counted(cells.size() + groups, "group")));
      for (const StudyCell& cell : cells)
        if (study_trials(file_.plan, cell, true).empty())
          return node.error(fmt::format("{} {} has no control trial in the plan (novphy plan --control)",
                                        cell.novelty, cell.scenario));
    }
  }

  void check_cell(const Node& node, const StudyCell& cell, const std::string& name = "") {
    CellSize size;
    for (const int index : study_trials(file_.plan, cell)) {
      const PlannedTrial& trial = file_.plan.trials[static_cast<std::size_t>(index)];
      if (trial.informed)
        return node.error(
            name + "has informed trials in the plan, expected trials that do not tell about the novelty");
      if (!trial.spans.empty())
        return node.error(
            name + "has trials with \"tasks\" in the plan, expected the novel tasks after the normal ones");
      if (size.trials > 0 && trial.novel.size() != size.novel)
        return node.error(name + "has trials with different numbers of novel tasks in the plan");
      ++size.trials;
      size.novel = trial.novel.size();
    }
    if (size.trials == 0) return node.error("has no trial in the plan");
    if (!first_size_) first_size_ = size;
    if (size != *first_size_)
      node.error(fmt::format("{}has {} of {} in the plan, expected {} of {} as the others", name,
                             counted(size.trials, "trial"), counted(size.novel, "novel task"),
                             first_size_->trials, first_size_->novel));
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
  study.texts =
      members(root, {"title", "pages", "question", "words", "font", "language", "conditions", "forms"});
  study.texts_hash = content_hash(study.texts);
  study.file_hash = content_hash(text);
  return read;
}

}  // namespace novphy
