#include "evaluator/report/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/commands.h"
#include "app/page_data.h"
#include "app/progress_line.h"
#include "base/lists.h"
#include "jobs/evaluate.h"
#include "trials/play_pictures.h"

namespace novphy::app {
namespace {

struct ReportArguments {
  ReportSettings report{};
  std::string assets{};  ///< folder
  std::string plots{};
  std::string plays{};
  int play = 0;  ///< number of plays to watch
  std::string web{};
  std::string out{};
  bool quiet = false;

  Settings settings() {
    Setting page = out_setting(out, {FileKind::kPage},
                               "The page (HTML), or with --paper the folder; - is the standard output");
    page.word = "FILE|DIR";
    return joined(
        {report.settings(),
         {page,
          folder_setting("plots", plots, "Also writes every figure as SVG, PDF and PNG into this folder"),
          folder_setting("plays", plays,
                         "Also draws plays of each quoted trial into this folder, with links from the page"),
          {"play", &play,
           "Puts at most N telling plays into the page: the first novel task lost after a normal one was "
           "won, and one won in spite of the novelty",
           "N", Also{.least = 1, .most = 1000}},
          web_setting(web, {"play"}),
          quiet_setting(quiet),
          assets_setting(assets)}});
  }
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
  return {.title = "Plays to watch", .records = mapped(plays, [](const TellingPlay& play) -> PageRecord {
                                       return {.label = play.agent + ": " + label_of(play.record),
                                               .task = play.task,
                                               .record = play.record};
                                     })};
}

constexpr const char* kWatchText =
    "<p>These plays show what novelties did to the agents: the last normal task, which was passed, and the "
    "first novel one, which was failed; and the first novel task that was passed. The page plays the "
    "recorded shots again itself.</p>\n";

/// Adds plays to watch, and the warnings of what cannot be watched.
void add_watch(const ReportArguments& options, const std::filesystem::path& web, const Assets& assets,
               ReportInput& input) {
  const TellingPlays telling =
      telling_plays(options.report.plan, *input.evaluation, assets, static_cast<std::size_t>(options.play));
  print_warnings(telling.warnings);
  add_all(input.warnings, telling.warnings);
  if (!telling.plays.empty())
    input.watch = kWatchText + filled_part(web, data_of(telling.plays), assets.catalogue);
}

void run_report(ReportArguments& options) {
  ProgressLine line("report", "", options.quiet);
  if (options.report.paper) {
    print_warnings(write_paper(options.report, options.out, Face::kProgram, line.watch()));
    fmt::print("{}\n", options.out);
    return;
  }
  if (std::filesystem::is_directory(options.out))
    throw InputError(options.out, "expected a file, found a folder");
  const std::filesystem::path web = options.play > 0 ? web_folder(options.web) : std::filesystem::path();
  const Assets assets = load_assets(assets_folder(options.assets));
  const auto parts = report_parts(options.report, assets, Face::kProgram, line.watch());
  ReportInput& input = parts->input;
  print_warnings(parts->warnings);
  const bool changes = !parts->measured.changes.empty();
  refuse_with_changes(changes && options.play > 0, "--play", Face::kProgram);
  refuse_with_changes(changes && !options.plays.empty(), "--plays", Face::kProgram);
  const bool alone = parts->measured.levels.alone;
  if (alone) {
    refuse_with_levels(options.play > 0, "--play");
    warn_of_no_pictures(options);
  }
  if (!options.plays.empty() && !alone) {
    std::filesystem::create_directories(options.plays);
    const PlayPictures plays = play_pictures(options.report.plan, *input.evaluation, assets);
    print_warnings(plays.warnings);
    add_all(input.warnings, plays.warnings);
    input.plays = write_plays(options, *input.evaluation, plays);
  }
  if (options.play > 0) add_watch(options, web, assets, input);
  const Report report = make_report(input);
  if (!options.plots.empty() && !alone) plot::write_figures(options.plots, report.figures);
  write_file(options.out, report.html);
  if (options.out != "-") fmt::print("{}\n", options.out);
}

}  // namespace

Commands report_commands() {
  return {{{"report", "Writes one page with the tables, curves, heat maps and comparisons of these records",
            kResultsGroup,
            "novphy report alarms.jsonl others.jsonl --baseline random --out report.html\n"
            "novphy report alarms.jsonl others.jsonl --paper --out paper"},
           job<run_report>}};
}

}  // namespace novphy::app
