#include "window/workbench.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "base/file.h"
#include "base/input_error.h"
#include "generator/member_samples.h"
#include "levels/task_file.h"
#include "novelties/novelty.h"
#include "view/tracks.h"

namespace novphy::window {
namespace {

namespace fs = std::filesystem;

constexpr double kSlow = 0.2;
constexpr double kLookAgainMs = 300;
constexpr double kSolveStepDeg = 1;
constexpr std::size_t kShownWins = 5;
constexpr int kVariations = 1000;
constexpr double kMetresPerMps = 0.12;  // scale of velocity arrows
constexpr double kMetresPerN = 0.15;    // scale of force arrows

struct Help {
  const char* key;
  const char* text;
};
constexpr std::array kHelp{
    Help{"mouse", "pull the bird and let go; click in flight for its ability"},
    Help{"arrows, space", "the same by keys: angle, pull, go (shift: finer)"},
    Help{"N", "novelty off and on"},
    Help{"V", "next random variation of a pair"},
    Help{"W", "winning throws (solver)"},
    Help{"F", "contacts, velocities, forces"},
    Help{"S", "slow motion"},
    Help{"P, T", "pause, single time step"},
    Help{"R", "restart"},
    Help{"J, K", "next file, file before"},
    Help{"H", "this help"},
};

std::vector<Path> winning_paths(const Task& task, const SolverNumbers& numbers) {
  const auto solutions = solve(task, solver_spec(task, kSolveStepDeg), numbers, birds_to_sacrifice(task));
  std::vector<Path> paths;
  const std::size_t every = std::max<std::size_t>(1, solutions.size() / kShownWins);
  for (std::size_t i = 0; i < solutions.size(); i += every) {
    const auto more = paths_of(task, solutions[i].shots, numbers.catalogue, numbers.physics);
    paths.insert(paths.end(), more.begin(), more.end());
  }
  return paths;
}

}  // namespace

Workbench::Workbench(std::vector<fs::path> files, const SessionSetup& setup, const SolverNumbers& numbers)
    : files_(std::move(files)), setup_(setup), numbers_(numbers) {
  load();
}

void Workbench::load() {
  const fs::path& file = files_[file_];
  edited_ = fs::last_write_time(file);
  if (is_pair(read_file(file))) {
    pair_ = read_pair(file, numbers_.catalogue);
  } else {
    plain_ = read_task(file, numbers_.catalogue);
    pair_.reset();
  }
  message_.clear();
  begin();
}

void Workbench::begin() {
  Task task = plain_;
  if (pair_) {
    const Pair member = variation_ > 0 ? member_of(*pair_, member_, numbers_.catalogue) : *pair_;
    task = novel_ ? member.novel.task : member.normal.task;
  } else if (!novel_) {
    task = without(task);
  }
  winning_.clear();
  if (view_) last_trail_ = view_->game().stage().trail;
  view_ = std::make_unique<PlayView>(task, setup_, title());
  view_->decorate = [this](Stage& stage) {
    stage.paths = winning_;
    if (stage.trail.empty()) stage.trail = last_trail_;
  };
  view_->overlay = [this](Canvas& canvas) {
    if (forces_) draw_forces(canvas);
  };
}

/// Restarts the play. The task and the winning throws are kept.
void Workbench::restart() {
  last_trail_ = view_->game().stage().trail;
  view_->restart();
}

std::string Workbench::title() const {
  std::string text = files_[file_].filename().string();
  if (pair_) text = fmt::format("{}/{}", pair_->scenario, pair_->novelty);
  text += pair_ ? (novel_ ? "  novel" : "  normal") : (novel_ ? "" : "  without its novelties");
  if (variation_ > 0) text += fmt::format("  variation {}", variation_);
  return text;
}

void Workbench::show(std::size_t file) {
  file_ = file;
  variation_ = 0;
  load();
  last_trail_.clear();
}

void Workbench::vary() {
  if (!pair_) {
    message_ = "One task has no variations: open its pair";
    return;
  }
  variation_ = variation_ % kVariations + 1;
  member_ = sample_members(*pair_, variation_, 1).back();
  begin();
}

void Workbench::solve_task() {
  if (solving_.valid()) return;
  message_ = "Solving ...";
  solving_ = std::async(std::launch::async, [task = view_->game().world().task(), numbers = numbers_] {
    return winning_paths(task, numbers);
  });
}

void Workbench::take_solutions() {
  if (!solving_.valid() || solving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  winning_ = solving_.get();
  message_ = winning_.empty() ? "The solver finds no winning throw" : "";
}

void Workbench::reload_if_edited(double ms) {
  since_look_ms_ += ms;
  if (since_look_ms_ < kLookAgainMs) return;
  since_look_ms_ = 0;
  std::error_code error;
  const auto now = fs::last_write_time(files_[file_], error);
  if (error || now == edited_) return;
  try {
    load();
  } catch (const InputError& problem) {
    message_ = problem.problems().front().message();
  }
}

void Workbench::letter(char key) {
  switch (key) {
    case 'n':
      novel_ = !novel_;
      return begin();
    case 'v':
      return vary();
    case 'w':
      return winning_.empty() ? solve_task() : winning_.clear();
    case 'f':
      forces_ = !forces_;
      return;
    case 's':
      slow_ = !slow_;
      return;
    case 'p':
      paused_ = !paused_;
      return;
    case 't':
      if (paused_) view_->game().step();
      return;
    case 'r':
      return restart();
    case 'j':
      return show((file_ + 1) % files_.size());
    case 'k':
      return show((file_ + files_.size() - 1) % files_.size());
    case 'h':
      help_ = !help_;
      return;
    default:
      return;
  }
}

void Workbench::handle(const Input& input) {
  if (input.kind != Input::Kind::kMove) changed_ = true;
  if (input.kind != Input::Kind::kKey || input.key != Key::kLetter) return view_->handle(input);
  try {
    letter(input.letter);
  } catch (const InputError& problem) {
    message_ = problem.problems().front().message();
  }
}

void Workbench::advance(double ms) {
  reload_if_edited(ms);
  take_solutions();
  view_->speed = paused_ ? 0 : slow_ ? kSlow : 1;
  view_->advance(ms);
}

void Workbench::draw(Canvas& canvas) {
  changed_ = false;
  view_->draw(canvas);
  const double s = canvas.scale();
  const double size = 17 * s;
  std::string status = paused_ ? "paused  " : slow_ ? "slow  " : "";
  if (!message_.empty()) status += message_;
  if (status.empty()) status = "H: help";
  const double width = canvas.text_width(status, size) + 28 * s;
  canvas.panel({{12 * s, canvas.height_px() - 44 * s}, {width, 32 * s}}, colour(0xffffff, 0.85), 8 * s);
  canvas.text({26 * s, canvas.height_px() - 22 * s}, status, size, colour(0x1c2b3a));
  if (help_) draw_help(canvas);
}

void Workbench::draw_help(Canvas& canvas) const {
  const double s = canvas.scale();
  const double row = 30 * s;
  const Area area{{60 * s, 70 * s}, {640 * s, row * (kHelp.size() + 1)}};
  canvas.panel(area, colour(0xffffff, 0.93), 14 * s);
  double y = area.low.y + row;
  for (const Help& line : kHelp) {
    canvas.text({area.low.x + 20 * s, y}, line.key, 18 * s, colour(0x1c2b3a), true);
    canvas.text({area.low.x + 180 * s, y}, line.text, 18 * s, colour(0x1c2b3a));
    y += row;
  }
}

namespace {

void draw_arrow(Pen& pen, Vec2 from, Vec2 to, Colour with, double width) {
  const Vec2 along = to - from;
  const double far = length(along);
  if (far < 3 * width) return;
  const Vec2 unit = (1 / far) * along;
  const Vec2 side{-unit.y, unit.x};
  const Vec2 neck = to - 4 * width * unit;
  pen.line({from, neck}).stroke(with, width);
  pen.ring({to, neck + 2 * width * side, neck - 2 * width * side}).fill(with);
}

}  // namespace

/// Draws touches (red), velocities (blue), and the forces that act in regions (green).
void Workbench::draw_forces(Canvas& canvas) const {
  const World& world = view_->game().world();
  const Screen& screen = view_->screen();
  const double width = 2 * canvas.scale();
  Pen& pen = canvas.pen();
  for (const BodyView& body : world.bodies()) {
    if (!body.present) continue;
    for (const int other : world.touching(body.id)) {
      const BodyView touched = world.body(other);
      if (touched.kind->type == "ground" || body.kind->type == "ground") continue;
      if (other > body.id && body.bird.has_value() + touched.bird.has_value() < 2)
        pen.line({pixel_of(screen, body.at_m), pixel_of(screen, touched.at_m)})
            .stroke(colour(0xc03030, 0.8), width);
    }
    draw_arrow(pen, pixel_of(screen, body.at_m),
               pixel_of(screen, body.at_m + kMetresPerMps * body.velocity_mps), colour(0x2255cc), width);
  }
  for (const Effect& effect : world.task().effects) {
    if (const auto* magnet = std::get_if<Magnet>(&effect)) {
      const Vec2 at = pixel_of(screen, world.body(magnet->object).at_m);
      pen.circle(at, magnet->radius_m * screen.px_per_m).stroke(colour(0x208040), width);
      continue;
    }
    const auto& field = std::get<ForceField>(effect);
    Box region = field.region.value_or(Box{.centre_m = screen.centre_m});
    Vec2 force = field.force_n;
    if (field.object) {
      const BodyView holder = world.body(*field.object);
      region.centre_m = holder.at_m + rotated(region.centre_m, holder.angle_rad);
      region.angle_rad += holder.angle_rad;
    }
    force = rotated(force, region.angle_rad);
    std::vector<Vec2> corners;
    for (const Vec2 corner : {Vec2{-0.5, -0.5}, Vec2{0.5, -0.5}, Vec2{0.5, 0.5}, Vec2{-0.5, 0.5}})
      corners.push_back(pixel_of(
          screen, region.centre_m +
                      rotated({corner.x * region.size_m.x, corner.y * region.size_m.y}, region.angle_rad)));
    if (field.region) pen.ring(corners).stroke(colour(0x208040), width);
    draw_arrow(pen, pixel_of(screen, region.centre_m),
               pixel_of(screen, region.centre_m + kMetresPerN * force), colour(0x208040), 2 * width);
  }
}

}  // namespace novphy::window
