#include "jobs/generate.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "base/input_error.h"
#include "base/text.h"
#include "generator/difficulty/pair_difficulty.h"
#include "generator/sets/certificate.h"
#include "generator/variation.h"

namespace novphy {

Settings GenerateSettings::settings() {
  return joined(
      {{{"names", &names,
         "Pair files, folders of them, names such as rolling/agents or rolling/agents/novel; or all",
         "FILE|DIR|PAIR|TEMPLATE|SCENARIO|all", Also{.positional = true}},
        {"from", &from,
         "Makes the tasks of this certificate, which novphy generate writes beside its tasks, without "
         "proving "
         "them anew",
         "FILE",
         Also{.excludes = {"seed", "proof", "distractors", "paired", "window", "difficulty", "prove-again",
                           "physics", "format"}}},
        {"templates", &templates, "Takes the templates from this folder of published NovPhy templates",
         "DIR"},
        {"count", &count, "Number of tasks of each template", Also{.least = 1, .most = 1'000'000}},
        seed_setting(seed, "Seed of all draws"),
        folder_setting("out", out, "The folder to write them to"),
        choice("format", xml, {{"json", false}, {"xml", true}},
               "json, or xml with NovPhy's names of folders and files"),
        jobs_setting(jobs, "Number of threads; it changes no byte")},
       making.settings(),
       {inject_setting(inject),
        {"paired", &paired, "Normal and novel task share parameters, shift and distractors"},
        {"window", &window, "Keeps only tasks whose winning window has a width in this range, in degrees",
         "LOW:HIGH"},
        {"difficulty", &difficulty,
         "Keeps only novel tasks whose difficulty to detect, detect=LOW:HIGH, or to adapt to, "
         "adapt=LOW:HIGH, is in this range from 0 to 1 (docs/difficulty.md)",
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

/// How tasks are made: novelties that the settings put into pairs are asked nothing.
VariationOptions variation_of(const GenerateSettings& wanted, const JobContext& context,
                              const Catalogue& catalogue) {
  VariationOptions variation = wanted.making.variation(context, catalogue, wanted.seed);
  variation.novelties = without_checks_of(wanted.inject, std::move(variation.novelties));
  variation.paired = wanted.paired;
  if (wanted.window.empty()) return variation;
  const Range range =
      range_of(wanted.window, name_of("window", context.face), "LOW:HIGH in degrees, such as 1:3");
  variation.least_window_deg = range.min;
  variation.most_window_deg = range.max;
  return variation;
}

TaskOrder order_of(const GenerateSettings& wanted, const JobContext& context, const Catalogue& catalogue) {
  const auto library = wanted.templates.empty()
                           ? pairs_in({context.folder("levels/templates").string()}, catalogue)
                           : published_pairs(wanted.templates, catalogue);
  return injected_order(wanted.names, library, wanted.count.value_or(1), wanted.inject,
                        novelty_table(wanted.making.novelties, context, catalogue), catalogue);
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

/// Throws InputError where the certificate lacks a task of the order.
void check_has(const Certificate& certificate, const TaskOrder& order,
               const std::vector<Novelty>& novelties) {
  for (const WantedTasks& wanted : order.wanted) {
    const std::string& name = name_of(order, wanted);
    if (!certificate.templates.contains(name))
      throw InputError(certificate.file, fmt::format("has no tasks of {}", name));
    const CertifiedTemplate* const tasks =
        certificate.find(order.pairs[wanted.pair], wanted.novel, novelties);
    if (!tasks)
      throw InputError(
          certificate.file,
          fmt::format("is of another pair than {} here, or of another table of novelties", name));
    for (int task = 0; task < wanted.count; ++task)
      if (!tasks->tasks.contains(task))
        throw InputError(certificate.file, fmt::format("has no task {} of {}", task, name));
  }
}

/// Throws InputError where tasks with this head do not follow from the certificate.
void need_cover(const Certificate& certificate, TaskSetHead head, const std::string& difficulty) {
  head.difficulty = difficulty;
  if (!covers(certificate.head, head))
    throw InputError(certificate.file, "was made with other objects (catalogue) or physics");
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
              .progress = watch.progress,
              .stop = watch.stop};
  if (!wanted.difficulty.empty()) {
    run.variation.judge = difficulty_judge(wish, *assets, {});
    run.least_acceptance = kLeastFitting;
  }
  const TaskOrder order = order_of(wanted, context, assets->catalogue);
  TaskFolder to{.folder = wanted.out,
                .count = wanted.count.value_or(1),
                .difficulty = words(wish),
                .physics = wanted.assets.physics,
                .resume = wanted.resume};
  if (!wanted.from.empty()) {
    run.variation.certificate = wanted.from;
    run.variation.least_window_deg = from.head.window_deg.x;
    run.variation.most_window_deg = from.head.window_deg.y;
    to.difficulty = from.head.difficulty;
    check_has(from, order, run.variation.novelties);
    need_cover(from, set_head(run.variation, order.pairs, *assets, to.physics), to.difficulty);
  }
  return {.lines = write_tasks(order, run, to, *assets), .templates = order.wanted.size()};
}

}  // namespace novphy
