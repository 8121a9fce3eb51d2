#include "jobs/judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/kept_results.h"
#include "evaluator/record_io.h"
#include "levels/level_files.h"
#include "trials/made_by.h"
#include "view/filming.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy {
// A row as a journal keeps it.

void describe(FieldIo& io, Stillness& still) {
  const ListCodec objects{kCount};
  io.field("moved_m", still.moved_m, NumberCodec{}, 0);
  io.field("farthest", still.farthest, kAnyWhole, -1);
  io.field("counted_m", still.counted_m, NumberCodec{}, 0);
  io.field("fall", still.fall, objects, {});
  io.field("gone", still.gone, objects, {});
  io.field("left", still.left, objects, {});
  io.field("still_s", still.still_s, NumberCodec{}, 0);
  io.field("comes_still", still.comes_still, FlagCodec{}, false);
  io.field("passes", still.passes, FlagCodec{}, false);
}

void describe(FieldIo& io, Throw& what) {
  io.field("angle_deg", what.angle_deg, NumberCodec{});
  io.field("pull_m", what.pull_m, NumberCodec{});
}

void describe(FieldIo& io, Shot& shot) {
  io.field("drag_m", shot.drag_m, TwoCodec<Vec2, NumberCodec>{});
  io.field("tap_ms", shot.tap_ms, kAnyWhole, -1);
  io.field("launch_ms", shot.launch_ms, kAnyWhole, -1);
  io.field("thought_ms", shot.thought_ms, kAnyWhole, -1);
}

void describe(FieldIo& io, Flips& flips) {
  io.field("changed", flips.changed, kCount);
  io.field("lost", flips.lost, kCount);
}

void describe(FieldIo& io, JudgedLevel& level) {
  io.field("word", level.word, WordCodec<LevelWord, kLevelWords.size()>{kLevelWords});
  io.field("stillness", level.stillness, ObjectCodec<Stillness>{});
  io.field("throws", level.throws, kCount);
  io.field("wins", level.wins, kCount);
  io.field("has_sequence", level.has_sequence, FlagCodec{}, false);
  io.field("window_deg", level.window_deg, NumberCodec{}, 0);
  io.maybe("best", level.best, ObjectCodec<Throw>{});
  io.field("witness", level.witness, ListCodec{ObjectCodec<Shot>{}}, {});
  io.maybe("birds", level.birds, kCount);
  io.field("flips", level.flips, ObjectCodec<Flips>{});
}

void describe(FieldIo& io, JudgeRow& row) {
  io.field("error", row.error, TextCodec{}, "");
  io.field("empty", row.empty, FlagCodec{}, false);
  io.field("warnings", row.warnings, kCount);
  io.field("birds", row.birds, kCount);
  io.field("objects", row.objects, ListCodec{TextCodec{}}, {});
  io.maybe("level", row.level, ObjectCodec<JudgedLevel>{});
}

namespace {

namespace fs = std::filesystem;

constexpr int kPictureWidthPx = 560;
constexpr std::string_view kInvalid = "invalid";
constexpr std::string_view kEmpty = "empty";

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

/// The objects of a task in words, by index.
std::vector<std::string> object_words(const Task& task, const Catalogue& catalogue) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    words.push_back(fmt::format("{} {}", i, kind ? appearance(*kind) : task.objects[i].type));
  }
  return words;
}

/// The verdict on a file. The picture has this name; "": none.
JudgeRow judged(const std::string& file, const std::string& picture, const JudgeSettings& wanted,
                const SolverNumbers& numbers) {
  JudgeRow row{.file = file};
  try {
    Warnings warnings;
    const Task task = read_task(file, numbers.catalogue, &warnings);
    row.warnings = warnings.size();
    row.birds = task.birds.size();
    row.objects = object_words(task, numbers.catalogue);
    row.level = judge(task, numbers, wanted.how.step_deg);
    if (picture.empty()) return row;
    write_atomically(fs::path(wanted.pictures) / picture, level_picture(task, *row.level, numbers));
    row.picture = picture;
  } catch (const InputError& error) {
    row.error = error.problems().front().message();
    row.empty = dynamic_cast<const EmptyLevel*>(&error) != nullptr;
  } catch (const std::invalid_argument& error) {
    row.error = fmt::format("{}: {}", file, error.what());
  }
  return row;
}

/// All that the verdict on a file depends on; "" for a file that cannot be read.
std::string key_of(const std::string& file, const JudgeSettings& wanted, const std::string& played_with) {
  try {
    return fmt::format("judge {} {} {} {}", played_with, wanted.how.step_deg, file,
                       read_file(file, kLevelBounds));
  } catch (const InputError&) {
    return "";
  }
}

/// Says what a journal does not keep of a row.
void name_row(JudgeRow& row, const std::string& file, const std::string& picture) {
  row.file = file;
  row.picture = row.level ? picture : "";
}

JudgeCounts count(const std::vector<JudgeRow>& rows) {
  JudgeCounts counts{.levels = rows.size(), .verdicts = {{kInvalid, 0}, {kEmpty, 0}}};
  for (const std::string_view word : kLevelWords) counts.verdicts.emplace_back(word, 0);
  for (const JudgeRow& row : rows) {
    for (auto& [word, number] : counts.verdicts) number += word == row.verdict() ? 1 : 0;
    counts.stable += row.level && row.level->stillness.stable() ? 1 : 0;
  }
  return counts;
}

}  // namespace

Settings LevelJudging::settings() {
  return joined({{{"step", &step_deg, "Step between throws, in degrees", Also{.least = 0.1, .most = 10}},
                  jobs_setting(jobs, "Threads; they change no byte")},
                 assets.settings()});
}

Settings JudgeSettings::settings() {
  return joined(
      {{{"levels", &levels, "Levels (Science Birds XML or JSON), or folders of them with their own folders",
         "FILE|DIR", Also{.positional = true, .required = true}}},
       how.settings(),
       {folder_setting("picture", pictures, "Draws each level with a winning play into this folder"),
        journal_setting(journal)}});
}

std::string_view JudgeRow::verdict() const {
  if (level) return name(level->word);
  return empty ? kEmpty : kInvalid;
}

std::size_t JudgeCounts::of(std::string_view verdict) const {
  const auto found =
      std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& each) { return each.first == verdict; });
  return found == verdicts.end() ? 0 : found->second;
}

std::vector<JudgedLevel> judge_tasks(const std::vector<Task>& tasks, const LevelJudging& how,
                                     const JobContext& context, const JobWatch& watch) {
  const auto assets = how.assets.load(context);
  const SolverNumbers numbers = solver_numbers(*assets, how.assets.physics);
  std::vector<JudgedLevel> judged(tasks.size());
  PieceCounter counter(watch.progress, tasks.size());
  parallel_for(tasks.size(), threads_of(how.jobs), [&](std::size_t i) {
    check_stop(watch.stop);
    judged[i] = judge(tasks[i], numbers, how.step_deg);
    counter.add();
  });
  return judged;
}

JudgeCounts judge_files(const std::vector<std::string>& files, const JudgeSettings& wanted,
                        const JobContext& context,
                        const std::function<void(std::size_t, const JudgeRow&)>& see) {
  const auto assets = wanted.how.assets.load(context);
  const SolverNumbers numbers = solver_numbers(*assets, wanted.how.assets.physics);
  std::vector<std::string> pictures(files.size());
  if (!wanted.pictures.empty()) {
    fs::create_directories(wanted.pictures);
    pictures = picture_names(files);
  }
  KeptResults kept(wanted.journal);
  const std::string played_with =
      this_program() + to_line(made_by(*assets, wanted.how.assets.physics, wanted.how.assets.overrides));
  std::vector<JudgeRow> rows(files.size());
  parallel_for(files.size(), threads_of(wanted.how.jobs), [&](std::size_t i) {
    // A file that cannot be read has no key, and its row says why.
    const std::string key = wanted.journal.empty() ? "" : key_of(files[i], wanted, played_with);
    const bool is_drawn = pictures[i].empty() || fs::exists(fs::path(wanted.pictures) / pictures[i]);
    const auto known = key.empty() || !is_drawn ? std::nullopt : kept.find<JudgeRow>(key);
    rows[i] = known ? *known : judged(files[i], pictures[i], wanted, numbers);
    if (known) name_row(rows[i], files[i], pictures[i]);
    if (!known && !key.empty()) kept.keep(key, rows[i]);
    see(i, rows[i]);
  });
  return count(rows);
}

}  // namespace novphy
