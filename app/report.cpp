#include "evaluator/report/report.h"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/evaluation_options.h"
#include "app/progress_line.h"
#include "evaluator/detectors/detector_scores.h"
#include "trials/made_by.h"
#include "trials/task_pictures.h"

namespace novphy::app {
namespace {

struct ReportArguments {
  EvaluationOptions evaluation{2000};
  AssetOptions assets;
  std::string title = "novphy: a report";
  std::string plan;
  std::string plots;
  std::string out;
  QuietOption quiet;
};

void write_figures(const std::string& folder, const std::vector<plot::Figure>& figures) {
  std::filesystem::create_directories(folder);
  for (const plot::Figure& figure : figures) {
    const auto file = std::filesystem::path(folder) / figure.name;
    write_file(file.string() + ".svg", plot::svg(figure));
    write_file(file.string() + ".png", plot::png(figure));
    write_file(file.string() + ".pdf", plot::pdf(figure));
  }
}

void run_report(const ReportArguments& options) {
  const ProgressLine line("report", "", options.quiet);
  const Loaded loaded = options.evaluation.load();
  const Evaluation evaluation = options.evaluation.evaluate(loaded.agents);
  ReportInput input{.title = options.title,
                    .made_by = "novphy " + build_info().version,
                    .evaluation = &evaluation,
                    .comparisons = compare_all(evaluation, kComparedMeasures),
                    .detector_scores = detector_scores(loaded.agents),
                    .pictures = task_pictures(options.plan, evaluation, options.assets.load()),
                    .warnings = loaded.warnings};
  input.warnings.insert(input.warnings.end(), evaluation.warnings.begin(), evaluation.warnings.end());
  const Report report = make_report(input);
  if (!options.plots.empty()) write_figures(options.plots, report.figures);
  write_file(options.out, report.html);
  if (options.out != "-") fmt::print("{}\n", options.out);
}

}  // namespace

void add_report(CLI::App& app) {
  auto options = std::make_shared<ReportArguments>();
  CLI::App& command = *app.add_subcommand(
      "report", "Writes one page with the tables, curves, heat maps and comparisons of these records");
  options->evaluation.add_to(command);
  command.add_option("--out", options->out, "The page (HTML); - is the standard output")
      ->type_name("FILE")
      ->required();
  command.add_option("--plots", options->plots, "Also every figure as SVG, PDF and PNG into this folder")
      ->type_name("DIR");
  command.add_option("--title", options->title, "Of the page")->capture_default_str();
  command
      .add_option("--plan", options->plan,
                  "The plan, for pictures of its tasks; default: the one the records name, where it is there")
      ->type_name("PLAN");
  options->quiet.add_to(command);
  options->assets.add_folder_to(command);
  command.callback([options] { run_report(*options); });
}

}  // namespace novphy::app
