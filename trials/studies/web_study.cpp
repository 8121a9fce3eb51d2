#include "trials/studies/web_study.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "base/hash.h"
#include "base/json_fields.h"
#include "levels/task_file.h"
#include "sim/rng.h"

namespace novphy {
namespace {

constexpr std::size_t kFewestDigits = 4;

/// Indices into Plan::trials of all trials that a participant may play.
std::set<int> trials_of(const StudyFile& file) {
  std::set<int> trials;
  for (const auto& cells : file.study.level_sets)
    for (const StudyCell& cell : cells)
      for (const bool control : {false, true})
        if (!control || file.study.catch_groups > 0)
          for (const int trial : study_trials(file.plan, cell, control)) trials.insert(trial);
  return trials;
}

std::vector<OpaqueTask> tasks_in_order(const StudyFile& file) {
  std::vector<OpaqueTask> tasks;
  for (int i = 0; i < static_cast<int>(file.study.practice.size()); ++i) tasks.push_back({.practice = i});
  for (const int index : trials_of(file)) {
    const PlannedTrial& trial = file.plan.trials[static_cast<std::size_t>(index)];
    for (int task = 0; task < static_cast<int>(trial.normal.size() + trial.novel.size()); ++task)
      tasks.push_back({.trial = index, .task = task});
  }
  return tasks;
}

/// The page knows one of these numbers. By SHA-256, neither the plan's hash nor another number follows from
/// it, as they would from FNV-1a.
std::uint64_t number_for(std::string_view purpose, const StudyFile& file) {
  return sha256_number(fmt::format("novphy {}\n{}\n{}", purpose, file.study.hash, file.plan_hash));
}

}  // namespace

std::string online_study_id(const StudyFile& file) {
  return fmt::format("{:016x}", number_for("online study", file));
}

std::map<std::string, OpaqueTask> opaque_tasks(const StudyFile& file) {
  std::vector<OpaqueTask> tasks = tasks_in_order(file);
  Rng rng = Rng::stream(number_for("opaque tasks", file), "studies/opaque-tasks");
  shuffle(tasks, rng);
  const std::size_t digits = std::max(kFewestDigits, std::to_string(tasks.size()).size());
  std::map<std::string, OpaqueTask> numbered;
  for (std::size_t i = 0; i < tasks.size(); ++i) numbered[fmt::format("{:0{}}", i, digits)] = tasks[i];
  return numbered;
}

OpaqueTask opaque_task_of(const StudyStep& step) {
  if (step.kind == StudyStep::Kind::kPractice) return {.practice = step.practice};
  return {.trial = step.trial, .task = step.task};
}

Task without_names(Task task) {
  task.novelties.clear();
  task.may_overlap = false;
  for (Effect& effect : task.effects)
    if (auto* field = std::get_if<ForceField>(&effect)) field->name = "force_field";
  return task;
}

namespace {

constexpr int kWebStudyFormat = 2;
constexpr const char* kStudyName = "study.json";

std::string set_name(int level_set, int number) { return fmt::format("sets/{}-{}.json", level_set, number); }

/// The number of different participants of a level set. All novelty-scenarios have as many trials.
int numbers_of(const StudyFile& file) {
  return static_cast<int>(study_trials(file.plan, file.study.level_sets.front().front()).size());
}

}  // namespace

void describe(FieldIo& io, StudyScreen& screen) {
  io.field("view", screen.as_agents, EitherCodec{"task", "agents"});
  io.field("zoom", screen.zoom, FlagCodec{});
  io.field("help", screen.help, FlagCodec{});
  if (screen.sound) io.field("sound", screen.sound, FlagCodec{});
  if (!screen.readout) io.field("readout", screen.readout, FlagCodec{});
}

void describe(FieldIo& io, WebSending& sending) {
  io.field("kind", sending.kind, TextCodec{});
  if (!sending.target.empty()) io.field(sending.kind == "post" ? "url" : "id", sending.target, TextCodec{});
}

namespace {

/// The part of the fingerprint that a page's simulator must share.
std::string simulator_json(const Fingerprint& made_by) {
  JsonText out{.layout = kWithBlanks};
  FieldWriter io(out);
  io.field("version", made_by.version, TextCodec{});
  io.field("box2d", made_by.box2d, TextCodec{});
  io.field("catalogue_hash", made_by.catalogue_hash, TextCodec{});
  io.field("physics_hash", made_by.physics_hash, TextCodec{});
  io.field("physics", made_by.physics, TextCodec{});
  io.field("overrides", made_by.overrides, ListCodec{TextCodec{}});
  io.done();
  return std::move(out.text);
}

/// The pages that are no steps of their own, or may be read again.
std::string pages_json(StudyPages pages) {
  const ObjectCodec<StudyPage, bool> page(false);
  JsonText out{.layout = kWithBlanks};
  FieldWriter io(out);
  io.field("instructions", pages.instructions, page);
  io.field("pause", pages.pause, page);
  io.maybe("declined", pages.declined, page);
  io.done();
  return std::move(out.text);
}

std::string study_json(const StudyFile& file, const WebStudyOptions& options) {
  const Study& study = file.study;
  JsonText out{.layout = kWithBlanks};
  FieldWriter io(out, true);
  io.field("novphy_web_study", kWebStudyFormat, kAnyWhole);
  io.field("id", online_study_id(file), TextCodec{});
  io.field("title", study.title, TextCodec{});
  if (!study.language.empty()) io.field("language", study.language, TextCodec{});
  io.field("pages", pages_json(study.pages), RawCodec{});
  io.field("question", study.question, ObjectCodec<StudyQuestion>{});
  io.field("words", study.words, ObjectCodec<GameWords>{});
  io.field("screen", study.screen, ObjectCodec<StudyScreen>{});
  io.field("level_sets", static_cast<int>(study.level_sets.size()), kAnyWhole);
  io.field("numbers", numbers_of(file), kAnyWhole);
  if (!file.plan.certain_ends) io.field("certain_ends", false, FlagCodec{});
  io.field("made_by", simulator_json(options.made_by), RawCodec{});
  io.field("texts_hash", study.texts_hash, TextCodec{});
  io.field("sending", options.sending, ObjectCodec<WebSending>{});
  StudyCompletion completion = study.completion;
  if (!options.completion.empty()) completion.complete = options.completion;
  io.field("completion", completion, ObjectCodec<StudyCompletion>{});
  if (study.device != StudyDevice{}) io.field("device", study.device, ObjectCodec<StudyDevice>{});
  if (!study.forms.empty()) io.field("checks_to_fail", study.checks_to_fail, kAnyWhole);
  io.done();
  return out.text + "\n";
}

/// Writes the files of participants. Each task is made once.
class SetWriter {
 public:
  SetWriter(const StudyFile& file, const Catalogue& catalogue) : file_(file), catalogue_(catalogue) {
    for (const auto& [number, task] : opaque_tasks(file)) numbers_[task] = number;
  }

  std::string json(int level_set, int number) {
    const auto steps = steps_of(file_.study, file_.plan, level_set, number);
    std::vector<std::string> lines;
    std::set<std::string> tasks;
    JsonMembers forms;
    for (const StudyStep& step : steps)
      if (step.kind == StudyStep::Kind::kForm &&
          std::ranges::find(forms, step.name, &JsonMembers::value_type::first) == forms.end())
        forms.emplace_back(step.name, form_json(step.form));
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) lines.push_back(step_json(steps, i, tasks));
    JsonMembers set{{"level_set", std::to_string(level_set)}, {"number", std::to_string(number)}};
    if (const StudyCondition* condition = file_.study.condition(level_set))
      set.emplace_back("condition", in_quotes(condition->name));
    set.emplace_back("steps", json_array(lines, kPartALine));
    if (!forms.empty()) set.emplace_back("forms", json_object(forms, kPartALine));
    set.emplace_back("tasks", json_object(texts_of(tasks), kPartALine));
    return json_object(set, kPartALine) + "\n";
  }

 private:
  std::string step_json(const std::vector<StudyStep>& steps, int index, std::set<std::string>& tasks) {
    const StudyStep& step = steps[static_cast<std::size_t>(index)];
    constexpr std::array<std::string_view, 5> kNames{"page", "practice", "task", "question", "form"};
    JsonText out{.layout = kWithBlanks};
    FieldWriter io(out);
    io.field("kind", kNames.at(static_cast<std::size_t>(step.kind)), TextCodec{});
    if (file_.study.within() && !step.condition.empty()) io.field("condition", step.condition, TextCodec{});
    if (step.kind == StudyStep::Kind::kPage) {
      io.field("name", step.name, TextCodec{});
      visit_fields(io, step.page, !step.page.decline.empty());
    } else if (step.kind == StudyStep::Kind::kForm) {
      io.field("name", step.name, TextCodec{});
      if (!step.form.answered.empty()) io.field("answered", step.form.answered, TextCodec{});
    } else if (step.kind == StudyStep::Kind::kQuestion) {
      const StudyQuestion question{step.page.title, step.page.button, step.page.decline};
      if (!(question == file_.study.question)) io.field("question", question, ObjectCodec<StudyQuestion>{});
    } else {
      const std::string& number = numbers_.at(opaque_task_of(step));
      if (tasks.insert(number).second) make(number, step);
      io.field("task", number, TextCodec{});
      io.field("title", task_title(file_.study, steps, index), TextCodec{});
    }
    io.done();
    return std::move(out.text);
  }

  void make(const std::string& number, const StudyStep& step) {
    std::string& text = tasks_[number];
    if (!text.empty()) return;
    const Task task = without_names(task_of(file_.study, file_.plan, step, catalogue_));
    text = JsonDocument(task_to_json(task, catalogue_), number).root().json();
  }

  /// The tasks in the order of their numbers.
  JsonMembers texts_of(const std::set<std::string>& numbers) const {
    JsonMembers texts;
    for (const std::string& number : numbers) texts.emplace_back(number, tasks_.at(number));
    return texts;
  }

  const StudyFile& file_;
  const Catalogue& catalogue_;
  std::map<OpaqueTask, std::string> numbers_{};
  std::map<std::string, std::string> tasks_{};  ///< JSON of the tasks made so far, by number
};

/// What a number of a task stands for.
std::string task_key(const StudyFile& file, const OpaqueTask& task) {
  if (task.trial < 0)
    return json_object({{"phase", in_quotes("practice")}, {"task", std::to_string(task.practice)}},
                       kWithBlanks);
  const PlannedTrial& trial = file.plan.trials[static_cast<std::size_t>(task.trial)];
  const auto normal = static_cast<int>(trial.normal.size());
  const TaskRef ref = task.task < normal ? trial.normal[static_cast<std::size_t>(task.task)]
                                         : trial.novel[static_cast<std::size_t>(task.task - normal)];
  const Template& base = file.plan.templates[static_cast<std::size_t>(ref.task_template)].base;
  return json_object({{"novelty", in_quotes(trial.novelty)},
                      {"scenario", in_quotes(trial.scenario)},
                      {"trial", std::to_string(trial.index)},
                      {"phase", in_quotes(task.task < normal ? "normal" : "novel")},
                      {"task", std::to_string(task.task)},
                      {"template", in_quotes(base.name)},
                      {"variation", std::to_string(ref.variation)}},
                     kWithBlanks);
}

}  // namespace

std::vector<NamedBytes> web_study_files(const StudyFile& file, const Catalogue& catalogue,
                                        const WebStudyOptions& options) {
  std::vector<NamedBytes> files{{.name = kStudyName, .bytes = study_json(file, options)}};
  SetWriter writer(file, catalogue);
  for (int level_set = 0; level_set < static_cast<int>(file.study.level_sets.size()); ++level_set)
    for (int number = 0; number < numbers_of(file); ++number)
      files.push_back({.name = set_name(level_set, number), .bytes = writer.json(level_set, number)});
  return files;
}

std::string web_study_key(const StudyFile& file) {
  JsonMembers tasks;
  for (const auto& [number, task] : opaque_tasks(file)) tasks.emplace_back(number, task_key(file, task));
  return json_object({{"novphy_study_key", "1"},
                      {"id", in_quotes(online_study_id(file))},
                      {"study_hash", in_quotes(file.study.hash)},
                      {"plan_hash", in_quotes(file.plan_hash)},
                      {"tasks", json_object(tasks, kPartALine)}},
                     kPartALine) +
         "\n";
}

bool is_web_study_file(const std::string& name) {
  return name == kStudyName || (name.starts_with("sets/") && name.ends_with(".json"));
}

namespace {

/// A UUID that follows from study and plan, so that JATOS takes a study that is imported again for the same
/// one. Version 8 of RFC 9562: the bits are our own.
std::string uuid(const std::string& id, const char* of_what) {
  const std::uint64_t high = fnv1a(of_what, fnv1a(id));
  const std::uint64_t low = Hash().add(high).value();
  return fmt::format("{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xffffU,
                     high & 0xfffU, (low >> 48U & 0x3fffU) | 0x8000U, low & 0xffffffffffffU);
}

/// The title as JATOS takes it: without HTML and not too long.
std::string plain_title(std::string title) {
  constexpr std::size_t kLongest = 200;
  std::erase_if(title, [](char c) { return c == '<' || c == '>'; });
  if (title.size() <= kLongest) return title;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xc0U) == 0x80U) --end;  // within a character
  return title.substr(0, end);
}

// The properties are those that JATOS itself exports. A batch without data holds nothing about level sets:
// the page takes the level set from the batch's session or from the address.
std::string properties(const std::string& id, const std::string& title, const std::string& folder) {
  const auto object = [](const JsonMembers& members) { return json_object(members, kWithBlanks); };
  const std::string none = in_quotes(""), no = "false", yes = "true", null = "null";
  std::vector<std::string> workers;
  for (const char* worker :
       {"PersonalSingle", "PersonalMultiple", "GeneralSingle", "GeneralMultiple", "MTSandbox", "MT", "Jatos"})
    workers.push_back(in_quotes(worker));
  const std::string component = object({{"uuid", in_quotes(uuid(id, "component"))},
                                        {"title", title},
                                        {"htmlFilePath", in_quotes("index.html")},
                                        {"reloadable", yes},
                                        {"active", yes},
                                        {"comments", none},
                                        {"jsonData", null}});
  const std::string batch = object({{"uuid", in_quotes(uuid(id, "batch"))},
                                    {"title", in_quotes("Default")},
                                    {"active", yes},
                                    {"maxActiveMembers", null},
                                    {"maxTotalMembers", null},
                                    {"maxTotalWorkers", null},
                                    {"allowedWorkerTypes", json_array(workers, kWithBlanks)},
                                    {"comments", null},
                                    {"jsonData", null}});
  const std::string study = object({{"uuid", in_quotes(uuid(id, "study"))},
                                    {"title", title},
                                    {"description", none},
                                    {"groupStudy", no},
                                    {"linearStudy", no},
                                    {"allowPreview", no},
                                    {"dirName", in_quotes(folder)},
                                    {"comments", none},
                                    {"jsonData", null},
                                    {"endRedirectUrl", none},
                                    {"studyEntryMsg", null},
                                    {"componentList", json_array({component})},
                                    {"batchList", json_array({batch})}});
  return object({{"version", in_quotes("3")}, {"data", study}});
}

}  // namespace

std::string jatos_archive(const StudyFile& file, std::span<const NamedBytes> files,
                          const std::string& archive) {
  const std::string id = online_study_id(file);
  const std::string folder = "novphy_" + id;
  std::vector<NamedBytes> packed{
      {.name = folder + ".jas", .bytes = properties(id, in_quotes(plain_title(file.study.title)), folder)}};
  for (const NamedBytes& each : files)
    packed.push_back({.name = folder + "/" + each.name, .bytes = each.bytes});
  return zip_archive(packed, archive);
}

}  // namespace novphy
