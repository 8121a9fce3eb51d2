#include "app/describe.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "app/arguments.h"
#include "app/common.h"
#include "base/file.h"
#include "base/input_error.h"
#include "generator/proof.h"
#include "generator/task_index.h"
#include "levels/task_file.h"
#include "view/extent.h"
#include "view/image_file.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

constexpr int kColumns = 4;
constexpr std::size_t kPictured = 16;
constexpr int kPanelPx = 300;
constexpr double kGroundM = 0.6;  // distractors with their centre so near to the ground stand on it
constexpr double kHangingM = 9;   // above it they hang

/// Least, mean and most of some numbers.
class Spread {
 public:
  void add(double value) {
    least_ = count_ == 0 ? value : std::min(least_, value);
    most_ = count_ == 0 ? value : std::max(most_, value);
    sum_ += value;
    ++count_;
  }
  std::string text() const {
    return count_ == 0 ? "-" : fmt::format("{:g} / {:.4g} / {:g}", least_, sum_ / count_, most_);
  }

 private:
  double least_ = 0;
  double most_ = 0;
  double sum_ = 0;
  int count_ = 0;
};

using Counts = std::map<std::string, int>;

std::string text(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  return text.empty() ? "none" : text;
}

/// What an index says of distractors: "wood circle at 1.5 -3.1".
void count_distractor(const std::string& distractor, const WorldNumbers& world, Counts& kinds,
                      Counts& places) {
  const std::size_t at = distractor.find(" at ");
  if (at == std::string::npos) return;
  const std::string kind = distractor.substr(0, at);
  ++kinds[kind.substr(kind.rfind(' ') + 1)];
  const double height = number_argument("distractors", distractor.substr(distractor.rfind(' ') + 1));
  const bool ground = height < world.ground_top_m + kGroundM;
  ++places[ground ? "on the ground" : height > kHangingM ? "hanging" : "raised"];
}

struct TemplateNumbers {
  int tasks = 0;
  int draws = 0;
  Counts rejected{};
  std::map<std::string, Spread> varied{};
  std::map<std::string, Counts> words{};
  Spread angle{};
  Spread window{};
  Spread count{};
  Counts kinds{};
  Counts places{};
};

TemplateNumbers numbers_of(const std::vector<const TaskSetLine*>& lines, const WorldNumbers& world) {
  TemplateNumbers numbers;
  for (const TaskSetLine* line : lines) {
    ++numbers.tasks;
    ++numbers.draws;
    for (const auto& [check, count] : line->rejected) {
      numbers.rejected[check] += count;
      numbers.draws += count;
    }
    for (const auto& [name, value] : line->parameters) numbers.varied[name].add(value);
    for (const auto& [name, word] : line->words) ++numbers.words[name][word];
    numbers.varied["dx"].add(line->shift_m.x);
    numbers.varied["dy"].add(line->shift_m.y);
    if (line->window_deg) {
      numbers.angle.add((line->window_deg->x + line->window_deg->y) / 2);
      numbers.window.add(line->window_deg->y - line->window_deg->x + kEdgeStepDeg);
    }
    numbers.count.add(static_cast<double>(line->distractors.size()));
    for (const std::string& distractor : line->distractors)
      count_distractor(distractor, world, numbers.kinds, numbers.places);
  }
  return numbers;
}

void print(const std::string& name, const TemplateNumbers& numbers) {
  fmt::print("{}: {} tasks, {:.0f} % of {} draws accepted\n", name, numbers.tasks,
             100.0 * numbers.tasks / numbers.draws, numbers.draws);
  fmt::print("  turned down       {}\n", text(numbers.rejected));
  for (const auto& [parameter, spread] : numbers.varied)
    fmt::print("  {:<17} {}\n", parameter, spread.text());
  for (const auto& [parameter, counts] : numbers.words) fmt::print("  {:<17} {}\n", parameter, text(counts));
  fmt::print("  winning angle     {}\n", numbers.angle.text());
  fmt::print("  window, degrees   {}\n", numbers.window.text());
  fmt::print("  distractors       {}\n", numbers.count.text());
  fmt::print("    kinds           {}\n", text(numbers.kinds));
  fmt::print("    places          {}\n", text(numbers.places));
}

/// Sixteen tasks of a template, spread over all of them.
std::string picture(const fs::path& folder, const std::vector<const TaskSetLine*>& lines,
                    const Catalogue& catalogue, const Physics& physics) {
  std::vector<Panel> panels;
  std::vector<Stage> stages;
  const std::size_t every = std::max<std::size_t>(1, lines.size() / kPictured);
  for (std::size_t i = 0; i < lines.size() && panels.size() < kPictured; i += every) {
    const Task task = read_task(folder / lines[i]->file, catalogue);
    stages.push_back(stage_of(World(task, catalogue, physics)));
    panels.push_back({.stage = stages.back(), .caption = std::to_string(lines[i]->task + 1)});
  }
  return image_file(panels, screen_for(worth_seeing(stages), kPanelPx), ImageFormat::kPng, kColumns);
}

std::string picture_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name + ".png";
}

}  // namespace

void describe_tasks(const std::string& folder, const std::string& pictures, const Catalogue& catalogue,
                    const Physics& physics) {
  const TaskSet set = read_task_set(folder);
  std::map<std::string, std::vector<const TaskSetLine*>> templates;
  for (const TaskSetLine& line : set.lines) templates[line.task_template].push_back(&line);
  fmt::print("{} tasks of {} templates, seed {}, proof {}; numbers are least / mean / most\n",
             set.lines.size(), templates.size(), set.head.seed, set.head.proof);
  if (!pictures.empty()) fs::create_directories(pictures);
  for (const auto& [name, lines] : templates) {
    print(name, numbers_of(lines, catalogue.world));
    if (!pictures.empty())
      write_file(fs::path(pictures) / picture_name(name), picture(folder, lines, catalogue, physics));
  }
}

}  // namespace novphy::app
