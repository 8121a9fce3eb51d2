#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/judge_rows.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "levels/level_files.h"
#include "view/filming.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr int kPictureWidthPx = 560;

struct JudgeArguments {
  AssetOptions assets;
  std::vector<std::string> names;
  double step_deg = 4;
  unsigned jobs = 1;
  bool csv = false;
  bool json = false;
  std::string pictures;
  std::string out = "-";
  QuietOption quiet;
};

/// Writes texts in the order of their numbers, each as soon as all before it are written. Each text is
/// written at once, so that an interruption leaves whole lines.
class OrderedOutput {
 public:
  explicit OrderedOutput(std::string out) : out_(std::move(out)) {}

  void add(std::size_t number, std::string text) {
    const std::lock_guard lock(mutex_);
    waiting_[number] = std::move(text);
    for (auto next = waiting_.find(next_); next != waiting_.end(); next = waiting_.find(++next_)) {
      put(next->second);
      waiting_.erase(next);
    }
  }
  void put(const std::string& text) {
    if (out_ != "-") return void(whole_ += text);
    fmt::print("{}", text);
    std::fflush(stdout);
  }
  /// Writes the file, if the output is one.
  void end() const {
    if (out_ != "-") write_file(out_, whole_);
  }

 private:
  std::string out_;
  std::string whole_{};
  std::mutex mutex_{};
  std::size_t next_ = 0;
  std::map<std::size_t, std::string> waiting_{};
};

/// A PNG picture of the level and of a play that passes it.
std::string level_picture(const Task& task, const JudgedLevel& level, const SolverNumbers& numbers) {
  Panel panel{.stage = stage_of(World(task, numbers.catalogue, numbers.physics)),
              .caption = std::string(name(level.word))};
  if (!level.witness.empty())
    panel.stage.paths = paths_of(task, level.witness, numbers.catalogue, numbers.physics);
  const Screen screen = screen_for(worth_seeing({panel.stage}), kPictureWidthPx);
  return image_file({panel}, screen, ImageFormat::kPng, 1);
}

/// The folder that holds all of these files.
fs::path common_folder(const std::vector<std::string>& files) {
  fs::path common = fs::path(files.front()).parent_path();
  for (const std::string& file : files) {
    fs::path shared;
    const fs::path folder = fs::path(file).parent_path();
    for (auto a = common.begin(), b = folder.begin(); a != common.end() && b != folder.end() && *a == *b;
         ++a, ++b)
      shared /= *a;
    common = shared;
  }
  return common;
}

/// Names of the files' pictures by their paths below the common folder: "easy_level-3.png". Where two paths
/// give one name, the later gets a number: "easy_level-3_2.png".
std::vector<std::string> picture_names(const std::vector<std::string>& files) {
  const fs::path common = common_folder(files);
  std::set<std::string> taken;
  std::vector<std::string> names;
  for (const std::string& file : files) {
    fs::path below =
        common.empty() ? fs::path(file).relative_path() : fs::path(file).lexically_relative(common);
    std::string stem = below.replace_extension().generic_string();
    std::replace(stem.begin(), stem.end(), '/', '_');
    std::string name = stem;
    for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", stem, i);
    names.push_back(name + ".png");
  }
  return names;
}

/// Judges a file. A file that is no level gives a row that says so.
JudgeRow judged(const std::string& file, const std::string& picture, const JudgeArguments& options,
                const SolverNumbers& numbers) {
  JudgeRow row{.file = file};
  try {
    Warnings warnings;
    const Task task = read_task(file, numbers.catalogue, &warnings);
    row.warnings = warnings.size();
    row.birds = task.birds.size();
    row.objects = object_words(task, numbers.catalogue);
    row.level = judge(task, numbers, options.step_deg);
    if (picture.empty()) return row;
    write_file(fs::path(options.pictures) / picture, level_picture(task, *row.level, numbers));
    row.picture = picture;
  } catch (const InputError& error) {
    row.error = error.problems().front().message();
    row.empty = dynamic_cast<const EmptyLevel*>(&error) != nullptr;
  } catch (const std::invalid_argument& error) {
    row.error = fmt::format("{}: {}", file, error.what());
  }
  return row;
}

std::vector<std::string> files_of(const JudgeArguments& options) {
  std::vector<std::string> files;
  for (const fs::path& file : level_files(options.names)) files.push_back(file.string());
  return files;
}

std::unique_ptr<JudgeFormat> format_of(const JudgeArguments& options, const std::vector<std::string>& files) {
  if (options.csv) return csv_format();
  return options.json ? json_format() : text_format(files);
}

void judge_all(const JudgeArguments& options) {
  const Assets assets = options.assets.load();
  const SolverNumbers numbers = solver_numbers(assets, options.assets.physics_name());
  const std::vector<std::string> files = files_of(options);
  std::vector<std::string> pictures(files.size());
  if (!options.pictures.empty()) {
    fs::create_directories(options.pictures);
    pictures = picture_names(files);
  }
  const auto format = format_of(options, files);
  // On a terminal the rows themselves say how far the command is.
  std::optional<ProgressLine> line;
  if (options.out != "-" || ::isatty(STDOUT_FILENO) == 0) line.emplace("judge", "levels", options.quiet);
  if (line) line->begin(files.size());
  OrderedOutput output(options.out);
  output.put(format->head());
  std::vector<JudgeRow> rows(files.size());
  parallel_for(files.size(), options.jobs, [&](std::size_t i) {
    rows[i] = judged(files[i], pictures[i], options, numbers);
    output.add(i, format->row(rows[i]));
    if (line) line->add();
  });
  const JudgeCounts counts = count(rows);
  output.put(format->end(counts));
  output.end();
  if (counts.of("invalid") == counts.levels) throw InputError("judge", "no file is a level that can be read");
}

}  // namespace

void add_judge(CLI::App& app) {
  const auto options = std::make_shared<JudgeArguments>();
  CLI::App* command = &add_command(
      app, "judge",
      "Says of each level whether it is valid, stands still without a shot and can be passed, and how easily",
      kTasksGroup, "novphy judge my_levels --jobs 2\nnovphy judge my_levels --csv --out verdicts.csv");
  command
      ->add_option("levels", options->names,
                   "Levels (Science Birds XML or JSON), or folders of them with their own folders")
      ->required()
      ->type_name("FILE|DIR");
  command->add_option("--step", options->step_deg, "Step between throws, in degrees")
      ->check(between(0.1, 10))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads; they change no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  CLI::Option* csv = command->add_flag("--csv", options->csv, "Prints a CSV table, a row for each level");
  command->add_flag("--json", options->json, "Prints one JSON line for each level, and one for all")
      ->excludes(csv);
  as_output(command->add_option("--picture", options->pictures,
                                "Draws each level with a winning play into this folder"))
      ->type_name("DIR");
  as_output(command->add_option("--out", options->out, "Where the rows go; - is the standard output"),
            {FileKind::kVerdicts})
      ->type_name("FILE")
      ->capture_default_str();
  options->quiet.add_to(*command);
  options->assets.add_to(*command);
  command->callback([options] { judge_all(*options); });
}

}  // namespace novphy::app
