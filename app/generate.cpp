#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/describe.h"
#include "app/pair_sources.h"
#include "generator/distractors.h"
#include "generator/parallel.h"
#include "generator/task_writer.h"
#include "generator/variation.h"
#include "levels/input_error.h"
#include "levels/published_name.h"
#include "levels/task_file.h"
#include "sim/hash.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array kProofs{"none", "valid", "witness", "full"};
constexpr double kLeastAcceptance = 0.1;

struct Options {
  AssetOptions assets;
  std::vector<std::string> from;
  std::string templates;
  int count = 0;
  VariationOptions variation;
  std::string proof = "witness";
  std::string difficulty;
  std::string out;
  std::string format = "json";
  unsigned jobs = 1;
  bool resume = false;
  std::string describe;
  std::string pictures;
};

/// A template whose tasks are wanted.
struct Wanted {
  std::size_t source = 0;
  bool novel = false;
  std::string name{};
};

/// What is asked for: pairs, and which of their templates.
class Order {
 public:
  Order(const Options& options, const Catalogue& catalogue) {
    const std::vector<PairSource> library =
        options.templates.empty() ? pair_sources({data_folder("levels/templates").string()}, catalogue)
                                  : published_sources(options.templates, catalogue);
    for (const std::string& from : options.from)
      if (fs::exists(from))
        for (const PairSource& source : pair_sources({from}, catalogue)) add(source, "all");
      else
        add_named(library, from);
  }

  const std::vector<PairSource>& sources() const { return sources_; }
  const std::vector<Wanted>& wanted() const { return wanted_; }

 private:
  /// "all", "rolling/agents/novel", "rolling/agents" or "010203_2".
  void add_named(const std::vector<PairSource>& library, const std::string& name) {
    const std::size_t before = wanted_.size();
    for (const PairSource& source : library) add(source, name);
    if (wanted_.size() == before)
      throw InputError("generate",
                       fmt::format("found \"{}\", expected a pair file, a folder of them, the name of a "
                                   "pair or template, or all",
                                   name));
  }

  /// The templates of a pair that the name means.
  void add(const PairSource& source, const std::string& name) {
    const Pair& pair = source.base;
    const bool both = name == "all" || name == pair.scenario + "/" + pair.novelty;
    for (const bool novel : {false, true}) {
      const std::string& own = novel ? pair.novel.name : pair.normal.name;
      if (!both && name != own) continue;
      const std::size_t index = index_of(source);
      if (std::none_of(wanted_.begin(), wanted_.end(), [&](const Wanted& w) { return w.name == own; }))
        wanted_.push_back({.source = index, .novel = novel, .name = own});
    }
  }

  std::size_t index_of(const PairSource& source) {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i].base.normal.name != source.base.normal.name) continue;
      if (sources_[i].file == source.file) return i;
      throw InputError(source.file, "is the second pair of its novelty and scenario");
    }
    sources_.push_back(source);
    return sources_.size() - 1;
  }

  std::vector<PairSource> sources_{};
  std::vector<Wanted> wanted_{};
};

/// "010203" and the level of a template, as NovPhy counts them.
PublishedName published_name_of(const Pair& pair, bool novel) {
  const std::string& name = novel ? pair.novel.name : pair.normal.name;
  if (auto published = published_name("00001_0_1_" + name + "_1.xml")) return *published;
  constexpr std::array kNovelties{"objects",   "agents",       "actions", "interactions",
                                  "relations", "environments", "goals",   "events"};
  constexpr std::array kScenarios{"single_force", "multiple_forces", "rolling", "falling", "sliding"};
  const auto novelty = std::find(kNovelties.begin(), kNovelties.end(), pair.novelty) - kNovelties.begin() + 1;
  const auto scenario =
      std::find(kScenarios.begin(), kScenarios.end(), pair.scenario) - kScenarios.begin() + 1;
  if (novelty > static_cast<int>(kNovelties.size()) || scenario > static_cast<int>(kScenarios.size()))
    throw InputError(name, "has no number in NovPhy, which names of XML files need: use --format json");
  return {.type = fmt::format("01{:02}{:02}", novelty, scenario),
          .level = novel ? static_cast<int>(novelty) : 0};
}

std::string file_name(const Pair& pair, bool novel, int task, const std::string& format) {
  if (format == "json")
    return fmt::format("{}/{:05}.json", novel ? pair.novel.name : pair.normal.name, task + 1);
  const PublishedName name = published_name_of(pair, novel);
  return fmt::format("novelty_level_{0}/type{1}/Levels/{2:05}_0_1_{1}_{0}_{3}.xml", name.level, name.type,
                     task + 1, name.type.back());
}

TaskSetLine line_of(const PairSource& source, const Variation& made, const Made& all,
                    const std::string& format) {
  const Pair& base = source.base;
  TaskSetLine line{.task_template = made.novel ? base.novel.name : base.normal.name,
                   .task = made.index,
                   .file = file_name(base, made.novel, made.index, format),
                   .shift_m = made.member.shift_m,
                   .draws = made.draws,
                   .rejected = all.rejected};
  for (const Parameter& parameter : base.family.parameters) {
    const double value = made.member.values.at(parameter.name);
    if (parameter.words.empty())
      line.parameters[parameter.name] = value;
    else
      line.words[parameter.name] = parameter.words[static_cast<std::size_t>(value)];
  }
  const auto& objects = made.task.objects;
  for (std::size_t i = objects.size() - static_cast<std::size_t>(made.distractors); i < objects.size(); ++i)
    line.distractors.push_back(distractor_text(objects[i]));
  if (made.window) {
    line.window_deg = Vec2{made.window->window.from_deg, made.window->window.to_deg};
    line.pull_m = made.window->throws.back().pull_m;
    line.disturbed_wins = made.window->disturbed_wins;
    line.witness = shot_texts(made.witness);
    line.digest = fmt::format("{:016x}", made.digest);
  }
  line.winning_share = made.winning_share;
  return line;
}

std::string most_frequent(const std::map<std::string, int>& rejected) {
  const auto most = std::max_element(rejected.begin(), rejected.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == rejected.end() ? "nothing" : most->first;
}

/// A template of which too few draws are accepted is at fault, and the check that turns most away names it.
void check_acceptance(const std::string& name, int accepted, const std::map<std::string, int>& rejected) {
  int draws = accepted;
  for (const auto& [check, count] : rejected) draws += count;
  if (accepted >= kLeastAcceptance * draws) return;
  throw InputError(name, fmt::format("{} of {} draws accepted, expected at least {:.0f} %; most failed {}",
                                     accepted, draws, 100 * kLeastAcceptance, most_frequent(rejected)));
}

/// Runs f(i) on several threads; after the first exception no more are begun, and it is thrown here.
template <class F>
void each(std::size_t count, unsigned jobs, F f) {
  std::mutex mutex;
  std::exception_ptr first;
  std::atomic<bool> stop{false};
  parallel_for(count, jobs, [&](std::size_t i) {
    if (stop) return;
    try {
      f(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!first) first = std::current_exception();
      stop = true;
    }
  });
  if (first) std::rethrow_exception(first);
}

class Generation {
 public:
  Generation(const Options& options, const Assets& assets)
      : options_(options),
        catalogue_(assets.catalogue),
        numbers_{.catalogue = assets.catalogue,
                 .search = assets.physics.at("fast"),
                 .physics = assets.physics.at(options.assets.physics_name())},
        order_(options, assets.catalogue),
        wanted_(order_.wanted()),
        writer_(options.out, head(options, assets, order_), options.resume) {}

  void run() {
    std::vector<std::size_t> open;
    for (std::size_t job = 0; job < wanted_.size() * count(); ++job)
      if (!writer_.holds(wanted_[job / count()].name, task_of(job))) open.push_back(job);
    make_makers(open);
    each(open.size(), options_.jobs, [&](std::size_t i) { make(open[i]); });
    const auto lines = writer_.finish();
    report(lines);
  }

 private:
  static TaskSetHead head(const Options& options, const Assets& assets, const Order& order) {
    std::string made_of;
    for (const PairSource& source : order.sources()) made_of += source.base.normal.name + source.text;
    return {.seed = options.variation.seed,
            .count = options.count,
            .proof = options.proof,
            .format = options.format,
            .paired = options.variation.paired,
            .most_distractors = options.variation.most_distractors,
            .least_window_deg = options.variation.least_window_deg,
            .most_window_deg = options.variation.most_window_deg,
            .pairs = fmt::format("{:016x}", fnv1a(made_of)),
            .physics = options.assets.physics_name(),
            .catalogue_hash = assets.catalogue_hash,
            .physics_hash = assets.physics_hash};
  }

  std::size_t count() const { return static_cast<std::size_t>(options_.count); }
  int task_of(std::size_t job) const { return static_cast<int>(job % count()); }

  /// Only the pairs of which something is still to be made are solved.
  void make_makers(const std::vector<std::size_t>& open) {
    std::set<std::size_t> needed;
    for (const std::size_t job : open) needed.insert(wanted_[job / count()].source);
    const std::vector<std::size_t> list(needed.begin(), needed.end());
    makers_.resize(order_.sources().size());
    each(list.size(), options_.jobs, [&](std::size_t i) {
      makers_[list[i]] =
          std::make_unique<VariationMaker>(order_.sources()[list[i]], options_.variation, numbers_);
    });
  }

  void make(std::size_t job) {
    const Wanted& wanted = wanted_[job / count()];
    const Made made = makers_[wanted.source]->make(wanted.novel, task_of(job));
    if (made.sides.empty()) check_acceptance(wanted.name, 0, made.rejected);
    for (const Variation& side : made.sides)
      if (side.novel == wanted.novel)
        writer_.add(line_of(order_.sources()[wanted.source], side, made, options_.format),
                    options_.format == "xml" ? task_to_xml(side.task, catalogue_)
                                             : task_to_json(side.task, catalogue_));
  }

  void report(const std::vector<TaskSetLine>& lines) const {
    std::set<std::string> hashes;
    for (const TaskSetLine& line : lines)
      if (!hashes.insert(line.task_template + line.hash).second)
        throw InputError(line.file, "is the same task as an earlier one: the template varies too little");
    for (const Wanted& wanted : wanted_) {
      int accepted = 0;
      std::map<std::string, int> rejected;
      for (const TaskSetLine& line : lines) {
        if (line.task_template != wanted.name) continue;
        ++accepted;
        for (const auto& [check, number] : line.rejected) rejected[check] += number;
      }
      check_acceptance(wanted.name, accepted, rejected);
    }
    fmt::print("{} tasks of {} templates: {}\n", lines.size(), wanted_.size(), options_.out);
  }

  const Options& options_;
  const Catalogue& catalogue_;
  SolverNumbers numbers_;
  Order order_;
  const std::vector<Wanted>& wanted_;
  TaskWriter writer_;
  std::vector<std::unique_ptr<VariationMaker>> makers_{};
};

void read_difficulty(Options& options) {
  if (options.difficulty.empty()) return;
  const auto colon = options.difficulty.find(':');
  double low = -1;
  double high = -1;
  if (colon != std::string::npos) {
    low = number_argument("--difficulty", options.difficulty.substr(0, colon));
    high = number_argument("--difficulty", options.difficulty.substr(colon + 1));
  }
  if (low < 0 || high < low)
    throw InputError("--difficulty", fmt::format("found \"{}\", expected LOW:HIGH in degrees, such as 1:3",
                                                 options.difficulty));
  options.variation.least_window_deg = low;
  options.variation.most_window_deg = high;
}

void describe(const Options& options) {
  const Assets assets = options.assets.load();
  describe_tasks(options.describe, options.pictures, assets.catalogue,
                 assets.physics.at(options.assets.physics_name()));
}

void generate(Options options) {
  read_difficulty(options);
  options.variation.proof =
      static_cast<Proof>(std::find(kProofs.begin(), kProofs.end(), options.proof) - kProofs.begin());
  if (options.variation.proof < Proof::kWitness && !options.difficulty.empty())
    throw InputError("--difficulty", "needs --proof witness or full: without a proof no window is known");
  const Assets assets = options.assets.load();
  Generation(options, assets).run();
}

}  // namespace

void add_generate(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("generate", "Writes variations of tasks to disk, each proved by playing it");
  command
      ->add_option(
          "from", options->from,
          "Pair files, folders of them, names such as rolling/agents or rolling/agents/novel; or all")
      ->type_name("PAIR|TEMPLATE|all");
  command->add_option("--templates", options->templates, "Of this folder of published NovPhy templates")
      ->type_name("DIR");
  CLI::Option* count = command->add_option("--count", options->count, "Tasks of each template")
                           ->check(CLI::Range(1, 1'000'000));
  command->add_option("--seed", options->variation.seed, "Of all draws")->capture_default_str();
  CLI::Option* out =
      command->add_option("--out", options->out, "The folder they are written to")->type_name("DIR");
  command->add_option("--format", options->format, "json, or xml with NovPhy's names of folders and files")
      ->check(CLI::IsMember({"json", "xml"}))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads; they change no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--proof", options->proof, "What a task must show before it is kept: docs/generate.md")
      ->check(CLI::IsMember(std::vector<std::string>(kProofs.begin(), kProofs.end())))
      ->capture_default_str();
  command->add_option("--distractors", options->variation.most_distractors, "One to so many; 0: none")
      ->check(CLI::Range(0, 20))
      ->capture_default_str();
  command->add_flag("--paired", options->variation.paired,
                    "Normal and novel task share parameters, shift and distractors");
  command
      ->add_option("--difficulty", options->difficulty,
                   "Only tasks whose winning window is so wide, in degrees")
      ->type_name("LOW:HIGH");
  command->add_flag("--resume", options->resume, "Goes on with what stands in the folder");
  command
      ->add_option("--describe", options->describe,
                   "Makes nothing, but says what a folder of generated tasks holds")
      ->type_name("DIR");
  command->add_option("--picture", options->pictures, "With --describe: sixteen tasks of each template")
      ->type_name("DIR");
  options->assets.add_to(*command);
  command->callback([options, count, out] {
    if (!options->describe.empty()) return describe(*options);
    if (options->from.empty()) throw CLI::RequiredError("PAIR, TEMPLATE or all");
    if (count->count() == 0) throw CLI::RequiredError("--count");
    if (out->count() == 0) throw CLI::RequiredError("--out");
    generate(*options);
  });
}

}  // namespace novphy::app
