#include "evaluator/report/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/evaluation_options.h"
#include "app/outputs.h"
#include "app/page_data.h"
#include "app/progress_line.h"
#include "app/web_files.h"
#include "evaluator/detectors/detector_scores.h"
#include "trials/made_by.h"
#include "trials/play_pictures.h"
#include "trials/telling_plays.h"

namespace novphy::app {
namespace {

struct ReportArguments {
  EvaluationOptions evaluation{2000};
  AssetOptions assets;
  std::string title = "novphy: a report";
  std::string plan;
  std::string plots;
  std::string plays;
  std::size_t play = 0;  ///< number of plays to watch
  std::string web;
  std::string difficulty;  ///< file of novphy difficulty --json
  std::string out;
  QuietOption quiet;
};

/// The path as a URL: bytes but letters, digits and -._/ become %XX.
std::string url_of(const std::filesystem::path& path) {
  std::string url;
  for (const char c : path.generic_string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '/';
    url += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return url;
}

/// The name of a play's picture: "1_rolling_agents_0.png", with the number of the agent, from 1.
std::string play_file(const PlayPicture& picture, const Evaluation& evaluation) {
  const TrialTable& trials = evaluation.agents[picture.agent].trials;
  const CellRows& cell = trials.cells[picture.cell];
  std::string name = fmt::format("{}_{}_{}_{}.png", picture.agent + 1, cell.scenario, cell.novelty,
                                 trials.rows[cell.rows.front()].name.trial);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

/// Writes the pictures into the folder, and returns links to them from the page.
std::vector<PlayLink> write_plays(const ReportArguments& options, const Evaluation& evaluation,
                                  const PlayPictures& plays) {
  namespace fs = std::filesystem;
  const fs::path page = options.out == "-" ? fs::current_path() : fs::absolute(options.out).parent_path();
  const fs::path folder = fs::absolute(options.plays).lexically_relative(page);
  std::vector<PlayLink> links;
  for (const PlayPicture& picture : plays.pictures) {
    const std::string name = play_file(picture, evaluation);
    write_file((fs::path(options.plays) / name).string(), picture.png);
    links.push_back({picture.agent, picture.cell, url_of((folder / name).lexically_normal())});
  }
  return links;
}

/// Warns of folders that are not made, because no trial has a novelty.
void warn_of_no_pictures(const ReportArguments& options) {
  for (const auto& [folder, option] : {std::pair(options.plots, "--plots"), {options.plays, "--plays"}})
    if (!folder.empty())
      print_warning(
          fmt::format("{} draws trials with novelties, and these records are of levels without any: {} "
                      "is not made",
                      option, folder));
}

/// The data of these plays for a page.
PageData data_of(const std::vector<TellingPlay>& plays) {
  PageData data{.title = "Plays to watch"};
  for (const TellingPlay& play : plays)
    data.records.push_back(
        {.label = play.agent + ": " + label_of(play.record), .task = play.task, .record = play.record});
  return data;
}

constexpr const char* kWatchText =
    "<p>These plays show what novelties did to the agents: the last normal task, which was passed, and the "
    "first novel one, which was failed; and the first novel task that was passed. The page plays the "
    "recorded shots again itself.</p>\n";

/// Adds plays to watch, and the warnings of what cannot be watched.
void add_watch(const ReportArguments& options, const std::filesystem::path& web, const Assets& assets,
               ReportInput& input) {
  const TellingPlays telling = telling_plays(options.plan, *input.evaluation, assets, options.play);
  for (const std::string& warning : telling.warnings) print_warning(warning);
  input.warnings.insert(input.warnings.end(), telling.warnings.begin(), telling.warnings.end());
  if (!telling.plays.empty())
    input.watch = kWatchText + filled_part(web, data_of(telling.plays), assets.catalogue);
}

void run_report(const ReportArguments& options) {
  const ProgressLine line("report", "", options.quiet);
  const std::filesystem::path web = options.play > 0 ? web_folder(options.web) : std::filesystem::path();
  const Loaded loaded = options.evaluation.load();
  const LevelTable levels = options.evaluation.levels(loaded.agents);
  if (levels.alone) refuse_with_levels(options.play > 0, "--play");
  if (levels.alone) warn_of_no_pictures(options);
  Evaluation evaluation = options.evaluation.evaluate(loaded.agents);
  const Assets assets = options.assets.load();
  const DifficultyTable difficulty =
      options.difficulty.empty() ? DifficultyTable() : read_difficulty(options.difficulty);
  ReportInput input{.title = options.title,
                    .made_by = "novphy " + build_info().version,
                    .evaluation = &evaluation,
                    .comparisons = EvaluationOptions::compare(evaluation),
                    .detector_scores = swept(loaded.agents, evaluation.warnings),
                    .pictures = task_pictures(options.plan, evaluation, assets),
                    .warnings = loaded.warnings,
                    .levels = &levels,
                    .difficulty = options.difficulty.empty() ? nullptr : &difficulty};
  input.warnings.insert(input.warnings.end(), evaluation.warnings.begin(), evaluation.warnings.end());
  if (!options.plays.empty() && !levels.alone) {
    std::filesystem::create_directories(options.plays);
    const PlayPictures plays = play_pictures(options.plan, evaluation, assets);
    for (const std::string& warning : plays.warnings) print_warning(warning);
    input.warnings.insert(input.warnings.end(), plays.warnings.begin(), plays.warnings.end());
    input.plays = write_plays(options, evaluation, plays);
  }
  if (options.play > 0) add_watch(options, web, assets, input);
  const Report report = make_report(input);
  if (!options.plots.empty() && !levels.alone) plot::write_figures(options.plots, report.figures);
  write_file(options.out, report.html);
  if (options.out != "-") fmt::print("{}\n", options.out);
}

}  // namespace

void add_report(CLI::App& app) {
  auto options = std::make_shared<ReportArguments>();
  CLI::App& command = add_command(
      app, "report", "Writes one page with the tables, curves, heat maps and comparisons of these records",
      kResultsGroup, "novphy report alarms.jsonl others.jsonl --baseline random --out report.html");
  options->evaluation.add_to(command);
  as_output(command.add_option("--out", options->out, "The page (HTML); - is the standard output"),
            {FileKind::kPage})
      ->type_name("FILE")
      ->required();
  as_output(command.add_option("--plots", options->plots,
                               "Also writes every figure as SVG, PDF and PNG into this folder"))
      ->type_name("DIR");
  as_output(
      command.add_option("--plays", options->plays,
                         "Also draws plays of each quoted trial into this folder, with links from the page"))
      ->type_name("DIR");
  CLI::Option* play = command.add_option(
      "--play", options->play,
      "Puts at most N telling plays into the page, which replays them itself: lost in the first novel task "
      "after the last normal one was won, and won in spite of the novelty");
  play->type_name("N")->check(CLI::Range(1, 1000));
  add_web_folder(command, options->web)->needs(play);
  command
      .add_option("--difficulty", options->difficulty,
                  "Shows the difficulty of the cells, as novphy difficulty --json wrote it, beside what "
                  "agents achieve")
      ->type_name("FILE");
  command.add_option("--title", options->title, "Title of the page")->capture_default_str();
  command
      .add_option("--plan", options->plan,
                  "The plan, for pictures of its tasks and for plays; default: the one that the records "
                  "name, if it is there")
      ->type_name("PLAN");
  options->quiet.add_to(command);
  options->assets.add_folder_to(command);
  command.callback([options] { run_report(*options); });
}

}  // namespace novphy::app
