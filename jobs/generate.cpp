#include "jobs/generate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/names.h"
#include "base/text.h"
#include "generator/difficulty/pair_difficulty.h"
#include "generator/sets/certificate.h"
#include "generator/variation.h"
#include "levels/level_files.h"

namespace novphy {

Settings GenerateSettings::settings() {
  return joined(
      {{{"names", &names,
         "Pair files, folders of them, names such as rolling/agents or rolling/agents/novel; or all",
         "FILE|DIR|PAIR|TEMPLATE|SCENARIO|all", Also{.positional = true}},
        {"from", &from,
         "Makes the tasks of this certificate, which stands beside generated tasks, without proving them "
         "anew",
         "FILE",
         Also{.excludes = {"seed", "proof", "distractors", "paired", "window", "difficulty", "prove-again",
                           "physics", "format"},
              .python = "certificate"}},
        {"templates", &templates, "Takes the templates from this folder of published NovPhy templates",
         "DIR"},
        {"count", &count, "Number of tasks of each template", Also{.least = 1, .most = 1'000'000}},
        seed_setting(seed, "Seed of all draws"),
        folder_setting("out", out, "The folder to write them to"),
        choice("format", xml, {{"json", false}, {"xml", true}},
               "json, or xml with NovPhy's names of folders and files"),
        jobs_setting(jobs, "Number of threads; it changes no byte")},
       making.settings(),
       {inject_setting(making.inject),
        {"paired", &paired, "Normal and novel task share parameters, shift and distractors"},
        {"window", &window, "Keeps only tasks whose winning window has a width in this range, in degrees",
         "LOW:HIGH"},
        {"difficulty", &difficulty,
         "Keeps only novel tasks whose difficulty to detect, detect=LOW:HIGH, or to adapt to, "
         "adapt=LOW:HIGH, is in this range from 0 to 1 (docs/reference/difficulty.md)",
         "NAME=LOW:HIGH"},
        {"resume", &resume, "Goes on with what is in the folder", Also{.aside = true}},
        shard_setting(shard,
                      "Makes only the tasks of shard I of N; --resume without --shard merges all "
                      "shards")},
       assets.settings()});
}

namespace {

/// Reads "LOW:HIGH". `expected` says what the text should be.
Range range_of(const std::string& text, const std::string& setting, const std::string& expected) {
  const auto colon = text.find(':');
  const auto low = number_text<double>(text.substr(0, colon));
  const auto high = number_text<double>(colon == std::string::npos ? "" : text.substr(colon + 1));
  if (!low || !high || !(*low >= 0 && *high >= *low) || std::isinf(*high))
    throw InputError(setting, fmt::format("found \"{}\", expected {}", text, expected));
  return {*low, *high};
}

DifficultyWish wish_of(const std::vector<std::string>& texts, Face face) {
  constexpr const char* kExpected = "detect=LOW:HIGH or adapt=LOW:HIGH from 0 to 1, such as detect=0.2:0.5";
  const std::string setting = name_of("difficulty", face);
  DifficultyWish wish;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::optional<Range>* to = name == "detect" ? &wish.detect : name == "adapt" ? &wish.adapt : nullptr;
    if (!to || equals == std::string::npos || *to)
      throw InputError(setting, fmt::format("found \"{}\", expected {}, each once", text, kExpected));
    *to = range_of(text.substr(equals + 1), setting, kExpected);
    if ((*to)->max > 1) throw InputError(setting, fmt::format("found \"{}\", expected {}", text, kExpected));
  }
  return wish;
}

/// The type ("010203") and the level of a template in NovPhy's numbering.
PublishedName published_name_of(const Pair& pair, bool novel) {
  const std::string& name = pair.side(novel).name;
  if (auto published = published_name("00001_0_1_" + name + "_1.xml")) return *published;
  const auto novelty = std::ranges::find(kNovelties, pair.novelty) - kNovelties.begin() + 1;
  const auto scenario = std::ranges::find(kScenarios, pair.scenario) - kScenarios.begin() + 1;
  if (novelty > static_cast<int>(kNovelties.size()) || scenario > static_cast<int>(kScenarios.size()))
    throw InputError(name, "has no number in NovPhy, which names of XML files need: use --format json");
  return {.type = fmt::format("01{:02}{:02}", novelty, scenario),
          .level = novel ? static_cast<int>(novelty) : 0};
}

std::string file_name(const Pair& pair, bool novel, int task, bool xml) {
  if (!xml) return fmt::format("{}/{:05}.json", pair.side(novel).name, task + 1);
  const PublishedName name = published_name_of(pair, novel);
  return fmt::format("novelty_level_{0}/type{1}/Levels/{2:05}_0_1_{1}_{0}_{3}.xml", name.level, name.type,
                     task + 1, name.type.back());
}

/// The pairs that the names mean: files, folders, pairs of the library, or all. Throws InputError.
std::vector<Pair> named_pairs(const std::vector<std::string>& names, const std::vector<Pair>& library,
                              const Catalogue& catalogue) {
  std::vector<Pair> pairs;
  for (const std::string& name : names)
    for (const Pair& pair : order_of({name}, library, 1, catalogue).pairs) pairs.push_back(pair);
  return pairs;
}

/// A window is known only of tasks that are passed.
void check_window(const VariationOptions& variation) {
  const VariationOptions any;
  const bool wished =
      variation.least_window_deg != any.least_window_deg || variation.most_window_deg != any.most_window_deg;
  if (wished && variation.proof < Proof::kWitness)
    throw InputError("--window", "needs --proof witness or full: without a proof no window is known");
}

VariationOptions variation_of(const GenerateSettings& wanted, const JobContext& context,
                              const Catalogue& catalogue) {
  VariationOptions variation = wanted.making.variation(context, catalogue, wanted.seed);
  variation.paired = wanted.paired;
  if (wanted.window.empty()) return variation;
  const Range range =
      range_of(wanted.window, name_of("window", context.face), "LOW:HIGH in degrees, such as 1:3");
  variation.least_window_deg = range.min;
  variation.most_window_deg = range.max;
  return variation;
}

/// Where novelties are chosen, the tasks are those of the named pairs with these novelties put in.
TaskOrder order_of(const GenerateSettings& wanted, const JobContext& context, const Catalogue& catalogue) {
  const auto library = wanted.templates.empty() ? shipped_pairs(context, catalogue)
                                                : published_pairs(wanted.templates, catalogue);
  const int count = wanted.count.value_or(1);
  const std::vector<ChosenNovelty>& chosen = wanted.making.inject;
  if (chosen.empty()) return order_of(wanted.names, library, count, catalogue);
  const bool named = wanted.names != std::vector<std::string>{"all"};
  const auto table = novelty_table(wanted.making.novelties, context, catalogue);
  return order_of(
      {"all"}, injected_pairs(named_pairs(wanted.names, library, catalogue), named, chosen, table, catalogue),
      count, catalogue);
}

/// Puts what the certificate says of its set in place of settings.
void take(const Certificate& certificate, GenerateSettings& wanted) {
  const TaskSetHead& head = certificate.head;
  if (wanted.names.empty())
    for (const auto& [name, tasks] : certificate.templates) wanted.names.push_back(name);
  if (!wanted.count) wanted.count = head.count;
  wanted.seed = head.seed.number;
  wanted.xml = head.format == "xml";
  wanted.paired = head.paired;
  wanted.making.proof = head.proof;
  wanted.making.distractors = head.most_distractors;
  wanted.assets.physics = head.physics;
}

/// Throws InputError where tasks of the order, in a set with this head, do not follow from the certificate.
void check_covers(const Certificate& certificate, const TaskSetHead& head, const TaskOrder& order,
                  const std::vector<Novelty>& novelties) {
  const auto refuse = [&](const std::string& what) { throw InputError(certificate.file, what); };
  if (!covers(certificate.head, head))
    refuse("was made with other objects (catalogue), physics or changed numbers (--set)");
  for (const WantedTasks& wanted : order.wanted) {
    const std::string& name = name_of(order, wanted);
    if (!certificate.templates.contains(name)) refuse(fmt::format("has no tasks of {}", name));
    const CertifiedTemplate* const tasks =
        certificate.find(order.pairs[wanted.pair], wanted.novel, novelties);
    if (!tasks)
      return refuse(fmt::format("is of another pair than {} here, or of another table of novelties", name));
    for (int task = 0; task < wanted.count; ++task)
      if (!tasks->tasks.contains(task)) refuse(fmt::format("has no task {} of {}", task, name));
  }
}

}  // namespace

GeneratedTasks generate(const GenerateSettings& asked, const JobContext& context, const JobWatch& watch) {
  GenerateSettings wanted = asked;
  Certificate from;
  if (!wanted.from.empty()) {
    from = read_certificate(wanted.from);
    take(from, wanted);
  }
  const DifficultyWish wish = wish_of(wanted.difficulty, context.face);
  const auto assets = wanted.assets.load(context);
  TaskRun run{.variation = variation_of(wanted, context, assets->catalogue),
              .play_witnesses = true,
              .xml = wanted.xml,
              .jobs = threads_of(wanted.jobs),
              .shard = wanted.shard,
              .warn = context.warn,
              .stage = watch.stage,
              .progress = watch.progress,
              .stop = watch.stop};
  if (!wanted.difficulty.empty()) {
    run.variation.judge = difficulty_judge(wish, *assets, {});
    run.least_acceptance = kLeastFitting;
  }
  const TaskOrder order = order_of(wanted, context, assets->catalogue);
  check_window(run.variation);
  if (!wanted.from.empty()) {
    run.variation.certificate = wanted.from;
    run.variation.least_window_deg = from.head.window_deg.x;
    run.variation.most_window_deg = from.head.window_deg.y;
  }
  TaskSet set{.head = set_head(run.variation, order.pairs, *assets, wanted.assets.physics)};
  set.head.count = wanted.count.value_or(1);
  set.head.difficulty = wanted.from.empty() ? words(wish) : from.head.difficulty;
  set.head.format = wanted.xml ? "xml" : "json";
  if (!wanted.from.empty()) check_covers(from, set.head, order, run.variation.novelties);
  TaskWriter writer(
      wanted.out,
      {.resume = wanted.resume, .head = set.head, .pairs = order.pairs, .catalogue = assets->catalogue},
      wanted.shard);
  make_tasks(order, run, solver_numbers(*assets, wanted.assets.physics), writer.journal(),
             [&](const WantedTasks& of, TaskSetLine made, const Task&, const std::string& text) {
               made.file = file_name(order.pairs[of.pair], of.novel, made.task, run.xml);
               writer.add(std::move(made), text);
             });
  set.lines = writer.finish();
  const std::string certificate =
      run.shard ? "" : certificate_of(set, order.pairs, run.variation.novelties, assets->catalogue);
  if (!certificate.empty())
    write_atomically(std::filesystem::path(wanted.out) / kCertificateName, certificate);
  return {.lines = std::move(set.lines), .templates = order.wanted.size()};
}

}  // namespace novphy
