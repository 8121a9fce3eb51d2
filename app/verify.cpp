#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/progress_line.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/kept_results.h"
#include "base/lists.h"
#include "base/parallel.h"
#include "base/text.h"
#include "generator/checks.h"
#include "generator/sets/make_tasks.h"
#include "generator/sets/task_index.h"
#include "generator/variation.h"
#include "jobs/invent.h"
#include "levels/task_parts.h"

namespace novphy::app {

namespace {

namespace fs = std::filesystem;

struct VerifyArguments {
  AssetOptions assets{};
  std::string novelties{};  ///< folder
  std::vector<std::string> files{};
  bool all = false;
  std::string templates{};
  int samples = 0;
  std::uint64_t seed = 1;
  double step_deg = 0.5;
  int jobs = 1;
  bool json = false;
  std::string pictures{};
  bool fields = false;
  std::string tasks{};  ///< folder
  AuditOptions audit{};
  double least_percent = 97;  ///< the percentage of tasks that must pass every check
  std::optional<Shard> shard{};
  std::string journal{};
  bool quiet = false;

  Settings settings() {
    return joined(
        {{{"files", &files, "Pair files, folders of them, or names such as rolling/agents", kPairsType,
           Also{.positional = true}},
          {"all", &all, "The pairs that come with the program"},
          {"templates", &templates, "A folder of published NovPhy templates", "DIR"},
          {"samples", &samples, "Besides the base: this many members, spread over everything that varies",
           Also{.least = 0, .most = 10'000}},
          seed_setting(seed, "Seed of the samples"),
          {"step", &step_deg, "Step between throws, in degrees", Also{.least = 0.1, .most = 10}},
          jobs_setting(jobs, "Threads"),
          {"json", &json, "Prints one JSON line for each side, with everything that wins"},
          folder_setting("picture", pictures,
                         "Draws each pair with some of its winning throws into this folder"),
          {"fields", &fields, "Draws force fields, too, which players never see", Also{.needs = {"picture"}}},
          {"tasks", &tasks,
           "Makes every check on a sample of the tasks in this folder of novphy generate; FILEs are the "
           "pairs they were made of",
           "DIR", Also{.excludes = {"all", "templates", "shard"}}},
          {"share", &audit.share, "Share of the folder's tasks",
           Also{.least = 0, .most = 1, .needs = {"tasks"}}},
          {"least", &least_percent, "Percentage of them that must pass",
           Also{.least = 0, .most = 100, .needs = {"tasks"}}},
          shard_setting(shard,
                        "Takes only pairs and members whose place in the list belongs to shard I of N"),
          novelties_setting(novelties),
          journal_setting(journal),
          quiet_setting(quiet)},
         assets.settings()});
  }
};

/// A member of a family to verify, and the result.
struct Case {
  std::string file;  ///< "" for published templates
  int sample = -1;   ///< number of the sample; -1 for the base
  Member member{};
  Pair pair;
};

/// The finding on a case: how many of its two sides pass, and what is printed of them.
struct Finding {
  int passed = 0;
  std::string text{};
};

void describe(FieldIo& io, Finding& finding) {
  io.field("passed", finding.passed, WholeCodec{0, 2});
  io.field("text", finding.text, TextCodec{});
}

std::vector<Pair> pairs_of(const VerifyArguments& options, const Catalogue& catalogue) {
  std::vector<std::string> places = shipped(options.files);
  if (options.all) places.push_back(data_folder("levels/templates").string());
  std::vector<Pair> pairs = pairs_in(places, catalogue);
  if (!options.templates.empty()) add_all(pairs, published_pairs(options.templates, catalogue));
  if (pairs.empty()) throw InputError("verify", "found no pair files");
  return pairs;
}

/// The cases of the pairs and their samples that belong to the shard.
std::vector<Case> cases_of(const VerifyArguments& options, const Catalogue& catalogue) {
  std::vector<Case> cases;
  int number = 0;
  const auto is_own = [&] { return holds(options.shard, number++); };
  for (const Pair& base : pairs_of(options, catalogue)) {
    if (is_own()) cases.push_back({.file = base.file, .pair = base});
    const auto members = sample_members(base, options.samples, options.seed);
    for (int i = 0; i < options.samples; ++i) {
      const Member& member = members[static_cast<std::size_t>(i)];
      if (is_own())
        cases.push_back(
            {.file = base.file, .sample = i, .member = member, .pair = member_of(base, member, catalogue)});
    }
  }
  return cases;
}

std::string_view word(CheckVerdict verdict) {
  if (verdict == CheckVerdict::kPassed) return "ok";
  if (verdict == CheckVerdict::kFailed) return "FAILED";
  return verdict == CheckVerdict::kReported ? "report" : "-";
}

const char* side_name(const SideReport& side) { return side.name.ends_with("/normal") ? "normal" : "novel"; }

/// The options for a command to play the member; "" for the base.
std::string member_text(const Case& each) {
  std::string text;
  for (const Parameter& parameter : each.pair.family.parameters) {
    const auto value = each.member.values.find(parameter.name);
    if (value == each.member.values.end()) continue;
    const auto* word = std::get_if<std::string>(&value->second);
    text += fmt::format(" --with {}={}", parameter.name,
                        word ? *word : fmt::format("{:g}", std::get<double>(value->second)));
  }
  if (each.sample >= 0)
    text += fmt::format(" --with dx={:g} --with dy={:g}", each.member.shift_m.x, each.member.shift_m.y);
  return text;
}

/// The command that shows a play of the side.
std::string play_text(const Case& each, const SideReport& side, const std::vector<Shot>& shots) {
  std::string text = each.file.empty() ? fmt::format("{}{}:", side.name, member_text(each))
                                       : fmt::format("novphy play {} --side {}{}", each.file, side_name(side),
                                                     member_text(each));
  for (const Shot& shot : shots) text += " --shot=" + shot_text(shot);
  return text;
}

std::string name_of(const Case& each, const SideReport& side) {
  return each.sample < 0 ? side.name : fmt::format("{} #{}", side.name, each.sample);
}

std::string side_text(const Case& each, const SideReport& side) {
  std::string text =
      fmt::format("{:<40} {:>5} of {} throws win\n", name_of(each, side), side.solutions.size(), side.throws);
  for (const CheckResult& check : side.checks) {
    text += fmt::format("  {:<19} {:<7} {}\n", check.id, word(check.verdict), check.finding);
    if (!check.shots.empty()) text += fmt::format("{:22}{}\n", "", play_text(each, side, check.shots));
    if (check.verdict == CheckVerdict::kFailed)
      text += fmt::format("{:22}to mend it: {}\n", "", what_to_change(check.id));
  }
  return text;
}

std::vector<std::string> appearances(const World& world, const std::vector<int>& bodies) {
  return mapped(bodies, [&](int body) { return appearance(*world.body(body).kind); });
}

nlohmann::ordered_json side_json(const Case& each, const SideReport& side, const SolverNumbers& numbers) {
  const Template& base = each.pair.side(side.name == each.pair.novel.name);
  const World world(base.task, numbers.catalogue, numbers.physics);
  nlohmann::ordered_json checks = nlohmann::ordered_json::object();
  for (const CheckResult& check : side.checks)
    checks[check.id] = {{"verdict", word(check.verdict)}, {"finding", check.finding}};
  nlohmann::ordered_json wins = nlohmann::ordered_json::array();
  for (const Solution& solution : side.solutions) {
    const Kill* kill = solution.analysis.last_kill();
    const std::vector<int> chain = kill ? kill->chain : std::vector<int>();
    wins.push_back({{"angle_deg", solution.what.angle_deg},
                    {"pull_m", solution.what.pull_m},
                    {"shots", shot_texts(solution.shots)},
                    {"pig", kill ? nlohmann::ordered_json(kill->pig) : nullptr},
                    {"chain", chain},
                    {"appearances", appearances(world, chain)}});
  }
  return {{"name", side.name},
          {"sample", each.sample},
          {"throws", side.throws},
          {"passed", side.passed()},
          {"witness", shot_texts(side.witness)},
          {"checks", checks},
          {"wins", wins}};
}

/// The picture of a case; "" if none is wanted.
fs::path picture_of(const Case& each, const VerifyArguments& options) {
  if (options.pictures.empty()) return {};
  const std::string sample = each.sample < 0 ? "" : fmt::format("_{}", each.sample);
  return fs::path(options.pictures) /
         fmt::format("{}_{}{}.png", each.pair.scenario, each.pair.novelty, sample);
}

void print_audit(const std::vector<AuditedTask>& tasks, std::size_t passed, std::size_t of) {
  for (const AuditedTask& task : tasks)
    for (const CheckResult& result : task.report.checks)
      if (result.verdict == CheckVerdict::kFailed)
        fmt::print("{} task {}: {} {}\n", task.task_template, task.task, result.id, result.finding);
  for (const auto& [id, check] : tally(tasks)) fmt::print("{:<19} {} of {}\n", id, check.passed, check.asked);
  fmt::print("{} of {} every check ({:.1f} %), a sample of {}\n", passed,
             counted(tasks.size(), "task passes", "tasks pass"),
             100.0 * static_cast<double>(passed) / static_cast<double>(tasks.size()), of);
}

/// Program, pairs, novelties and numbers, on which a kept result depends.
std::string played_with(const std::vector<Novelty>& novelties, const std::vector<Pair>& pairs,
                        const Assets& assets, const std::string& physics) {
  return this_program() + to_json_line(set_head({.novelties = novelties}, pairs, assets, physics));
}

void verify_tasks(const VerifyArguments& options) {
  const Assets assets = options.assets.load();
  AuditOptions audit_options = options.audit;
  audit_options.seed = options.seed;
  audit_options.jobs = threads_of(options.jobs);
  audit_options.novelties = novelty_table(options.novelties, context_of(), assets.catalogue);
  ProgressLine line("verify", "tasks", options.quiet);
  audit_options.progress = line.counter();
  std::vector<std::string> places = shipped(options.files);
  if (places.empty()) places.push_back(data_folder("levels/templates").string());
  std::vector<Pair> pairs = pairs_in(places, assets.catalogue);
  const TaskSet set = read_tasks_of(options.tasks, pairs, assets);
  KeptResults kept(options.journal);
  audit_options.kept = &kept;
  audit_options.played_with = played_with(audit_options.novelties, pairs, assets, options.assets.physics);
  const auto tasks = audit(set, pairs, audit_options, solver_numbers(assets, options.assets.physics));
  const auto passed = static_cast<std::size_t>(
      std::ranges::count_if(tasks, [](const AuditedTask& task) { return task.report.passed(); }));
  print_audit(tasks, passed, set.lines.size());
  if (100.0 * static_cast<double>(passed) < options.least_percent * static_cast<double>(tasks.size()))
    throw ExitCode{1};
}

/// Verifies cases, and draws them where wanted.
class Verifier {
 public:
  Verifier(const VerifyArguments& options, const Assets& assets)
      : options_(options),
        assets_(assets),
        novelties_(novelty_table(options.novelties, context_of(), assets.catalogue)),
        numbers_(solver_numbers(assets, options.assets.physics)),
        kept_(options.journal) {}

  /// The finding is taken from the journal, if it is there and the picture is.
  Finding find(const Case& each) {
    const std::string key = key_of(each);
    const fs::path picture = picture_of(each, options_);
    if (const auto kept = kept_.find<Finding>(key); kept && (picture.empty() || fs::exists(picture)))
      return *kept;
    const PairReport report = verify(each.pair, novelties_, numbers_, {.step_deg = options_.step_deg});
    if (!picture.empty())
      write_file(picture.string(), pair_picture(each.pair, report, numbers_, options_.fields));
    Finding finding;
    for (const SideReport* side : {&report.normal, &report.novel}) {
      finding.passed += side->passed() ? 1 : 0;
      finding.text += options_.json ? side_json(each, *side, numbers_).dump() + "\n" : side_text(each, *side);
    }
    kept_.keep(key, finding);
    return finding;
  }

 private:
  std::string key_of(const Case& each) const {
    return fmt::format(
        "verify {} {} {}{} {} {} {}", played_with(novelties_, {each.pair}, assets_, options_.assets.physics),
        options_.step_deg, each.file, member_text(each), each.sample, options_.json, options_.fields);
  }

  const VerifyArguments& options_;
  const Assets& assets_;
  std::vector<Novelty> novelties_;
  SolverNumbers numbers_;
  KeptResults kept_;
};

void verify_pairs(const VerifyArguments& options) {
  const Assets assets = options.assets.load();
  const std::vector<Case> cases = cases_of(options, assets.catalogue);
  Verifier verifier(options, assets);
  if (!options.pictures.empty()) make_folder(options.pictures);
  std::vector<Finding> findings(cases.size());
  {
    ProgressLine line("verify", "pairs", options.quiet);
    PieceCounter counter(line.counter(), cases.size());
    parallel_for(cases.size(), threads_of(options.jobs), [&](std::size_t i) {
      findings[i] = verifier.find(cases[i]);
      counter.add();
    });
  }
  std::size_t passed = 0;
  for (const Finding& finding : findings) {
    passed += static_cast<std::size_t>(finding.passed);
    fmt::print("{}", finding.text);
  }
  if (!options.json) fmt::print("{} of {} sides pass all checks\n", passed, 2 * cases.size());
  if (passed < 2 * cases.size()) throw ExitCode{1};
}

void run_verify(VerifyArguments& options) {
  if (!options.tasks.empty()) return verify_tasks(options);
  if (options.files.empty() && !options.all && options.templates.empty())
    throw InputError("", "FILE, --all, --templates or --tasks is required");
  verify_pairs(options);
}

}  // namespace

Commands verify_commands() {
  return {{{"verify", "Plays pairs with every throw and makes every check; exit code 1 where one fails",
            kTasksGroup, "novphy verify rolling/agents\nnovphy verify --all --jobs 2"},
           job<run_verify>}};
}

}  // namespace novphy::app
