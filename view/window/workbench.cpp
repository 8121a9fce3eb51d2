#include "view/window/workbench.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <variant>

#include "base/file.h"
#include "base/input_error.h"
#include "generator/checks.h"
#include "levels/task_file.h"
#include "novelties/novelty.h"
#include "sim/catalogue.h"
#include "view/filming.h"
#include "view/window/camera.h"

namespace novphy::window {
namespace {

constexpr double kMetresPerMps = 0.12;  // scale of velocity arrows
constexpr Colour kGreen = colour(0x208040);

struct Drawing {
  Canvas& canvas;
  const Screen& screen;
  const World& world;

  double width_px() const { return 2 * canvas.scale(); }

  /// Draws an arrow of at least `least_px`; an arrow shorter than its head is left out.
  void arrow(Vec2 from, Vec2 along, Colour with, double width, double least_px = 0) const {
    const double far = length(along);
    if (far == 0) return;
    if (far < least_px) along = (least_px / far) * along;
    if (length(along) < 3 * width) return;
    const Vec2 unit = (1 / length(along)) * along;
    const Vec2 side{-unit.y, unit.x};
    const Vec2 to = from + along;
    const Vec2 neck = to - 4 * width * unit;
    canvas.pen().line({from, neck}).stroke(with, width);
    canvas.pen().ring({to, neck + 2 * width * side, neck - 2 * width * side}).fill(with);
  }

  void contacts(const BodyView& body) const {
    for (const int other : world.touching(body.id)) {
      const BodyView touched = world.body(other);
      const bool ground =
          touched.kind->category == Category::kGround || body.kind->category == Category::kGround;
      if (ground || other < body.id || (body.bird && touched.bird)) continue;
      canvas.pen()
          .line({pixel_of(screen, body.at_m), pixel_of(screen, touched.at_m)})
          .stroke(colour(0xc03030, 0.8), width_px());
    }
  }

  void operator()(const Magnet& magnet) const {
    canvas.pen()
        .circle(pixel_of(screen, world.body(magnet.object).at_m), magnet.radius_m * screen.px_per_m)
        .stroke(kGreen, width_px());
  }

  template <class Law>
  void operator()(const Law& law) const {
    for (const FieldShape& shape : field_shapes(world, law)) {
      Ring corners;
      for (const Vec2 corner : shape.outline) corners.push_back(pixel_of(screen, corner));
      if (!corners.empty()) canvas.pen().ring(corners).stroke(kGreen, width_px());
      const double least_px = shape.arrows.size() == 1 ? 26 * canvas.scale() : 0;
      for (const ForceArrow& each : shape.arrows)
        arrow(pixel_of(screen, each.from_m), vector_px(screen, each.along_m), kGreen, 2 * width_px(),
              least_px);
    }
  }

  /// Draws the direction and the size of something that acts everywhere. Returns the space that this took.
  double everywhere(Vec2 force, const std::string& text, bool acts, double top_px) const {
    const double s = canvas.scale();
    const double width = canvas.text_width(text, 16 * s, true);
    const Area area{{canvas.width_px() - width - 88 * s, top_px}, {width + 76 * s, 56 * s}};
    canvas.panel(area, kPaper, 8 * s);
    const Colour with = colour(0x208040, acts ? 1 : 0.35);
    const double far = length(force);
    const Vec2 along = far > 0 ? (40 * s / (far * screen.px_per_m)) * vector_px(screen, force) : Vec2{};
    arrow(area.low + Vec2{30 * s, 28 * s} - 0.5 * along, along, with, 2 * width_px());
    canvas.text(area.low + Vec2{62 * s, 34 * s}, text, 16 * s, with, true);
    return 64 * s;
  }
};

int birds_gone(const World& world) {
  const auto bodies = world.bodies();
  const auto first = bodies.begin() + static_cast<std::ptrdiff_t>(world.task().objects.size());
  return static_cast<int>(std::count_if(first, first + static_cast<std::ptrdiff_t>(world.task().birds.size()),
                                        [](const BodyView& body) { return body.bird == BirdPhase::kGone; }));
}

}  // namespace

void draw_forces(Canvas& canvas, const Screen& screen, const World& world, double top_px) {
  const Drawing drawing{canvas, screen, world};
  for (const BodyView& body : world.bodies()) {
    if (!body.present) continue;
    drawing.contacts(body);
    drawing.arrow(pixel_of(screen, body.at_m), vector_px(screen, kMetresPerMps * body.velocity_mps),
                  colour(0x2255cc), drawing.width_px());
  }
  for (const Effect& effect : world.task().effects) std::visit(drawing, effect);
  const Vec2 gravity = world.task().gravity_mps2;
  top_px += drawing.everywhere(gravity, fmt::format("{:.2f} m/s²", length(gravity)), true, top_px);
  for (const Effect& effect : world.task().effects) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (!field || field->region || field->object) continue;
    const bool acts = birds_gone(world) >= field->after_birds_gone;
    const char* more = is_affine(*field) ? " and by place or speed" : "";
    const std::string text =
        fmt::format("{:.2g} N{}{}", length(field->force_n), field->times_mass ? "/kg" : "", more);
    top_px += drawing.everywhere(field->force_n, text, acts, top_px);
  }
}

namespace {

namespace fs = std::filesystem;

constexpr std::array kSpeeds{1.0, 0.2, 4.0};
constexpr double kLookAgainMs = 300;
constexpr int kVariations = 1000;

struct Help {
  const char* key;
  const char* text;
};
constexpr std::array kHelp{
    Help{"mouse", "pull the bird and let go; click in flight for its ability"},
    Help{"arrows, space", "the same by keys: angle, pull, go (shift: finer)"},
    Help{"wheel, + -", "zoom; right button or control and arrows move the picture"},
    Help{"0", "fit the picture again"},
    Help{"R", "restart"},
    Help{"J, K", "next file, file before"},
    Help{"N", "novelty off and on"},
    Help{"V", "next random variation of a pair or a published template"},
    Help{"W", "winning throws (solver)"},
    Help{"F", "contacts, velocities, forces"},
    Help{"D", "first part of the flight while a bird is pulled"},
    Help{"S", "slow motion, fast, real time"},
    Help{"P, T", "pause, single time step"},
    Help{"space, >>", "once nothing can be done: the rest of the play fast"},
    Help{"M", "sound"},
    Help{"H", "this help"},
};

std::string all_problems(const InputError& error) {
  std::string text;
  for (const Problem& problem : error.problems()) text += (text.empty() ? "" : "\n") + problem.message();
  return text;
}

Input letter_key(char letter) { return {.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = letter}; }

}  // namespace

Workbench::Workbench(std::vector<fs::path> files, const SessionSetup& setup, const SolverNumbers& numbers)
    : files_(std::move(files)), setup_(setup), numbers_(numbers) {
  load(true);
}

/// Reads the file, after another one was chosen or it was edited, and shows the reader's warnings. Where it
/// throws InputError, the present task stays.
void Workbench::load(bool another) {
  const fs::path& file = files_[file_];
  std::error_code missing;
  edited_ = fs::last_write_time(file, missing);
  const std::string text = read_file(file, kTaskBounds);
  std::optional<Pair> pair;
  Task plain;
  Warnings warnings;
  if (is_pair(text)) {
    pair = read_pair(file, numbers_.catalogue);
  } else {
    plain = read_task(file, numbers_.catalogue, &warnings);
  }
  pair_ = std::move(pair);
  plain_ = std::move(plain);
  shown_ = file;
  if (another) variation_ = 0;
  published_.reset();
  if (variation_ > 0 && !pair_) published_ = read_published_template(file, numbers_.catalogue);
  begin(another);
  tell(warnings.empty() ? "" : InputError(warnings).what());
}

Task Workbench::task() const {
  if (pair_) {
    const Pair member = variation_ > 0 ? member_of(*pair_, member_, numbers_.catalogue) : *pair_;
    return novel_ ? member.novel.task : member.normal.task;
  }
  const Task task = variation_ > 0 && published_ ? shifted(*published_, member_.shift_m) : plain_;
  return novel_ ? task : without(task);
}

void Workbench::begin(bool another) {
  auto view = std::make_unique<PlayView>(task(), setup_, title());
  if (!another) view->look_like(*view_);
  view_ = std::move(view);
  view_->decorate = [this](Stage& stage) { stage.paths = winning_; };
  view_->overlay = [this](Canvas& canvas) {
    const Area& title = view_->title_area();
    if (forces_)
      draw_forces(canvas, view_->screen(), view_->game().world(),
                  title.low.y + title.size.y + 8 * canvas.scale());
  };
  winning_.clear();
  if (wins_.searching()) message_.clear();
  wins_.drop();
}

std::string Workbench::title() const {
  std::string text = shown_.filename().string();
  if (pair_) text = fmt::format("{}/{}", pair_->scenario, pair_->novelty);
  text += pair_ ? (novel_ ? "  novel" : "  normal") : (novel_ ? "" : "  without its novelties");
  if (variation_ > 0) text += fmt::format("  variation {}", variation_);
  return text;
}

/// Shows another file. Where it cannot be read, the present task stays, with a message.
void Workbench::show(std::size_t file) {
  file_ = file;
  load(true);
}

void Workbench::vary() {
  if (!pair_ && !published_) published_ = read_published_template(shown_, numbers_.catalogue);
  if (!pair_ && !published_)
    return tell(
        "This task has no variations. Pairs have them, and so do published templates below a folder with "
        "templates.json.");
  const Pair family =
      pair_ ? *pair_
            : Pair{.novelty = "", .scenario = published_->name, .normal = *published_, .novel = *published_};
  variation_ = variation_ % kVariations + 1;
  member_ = sample_members(family, variation_, 1).back();
  begin();
}

void Workbench::solve_task() {
  if (wins_.searching()) return;
  tell("Solving ...");
  wins_.search(view_->game().world().task(), numbers_);
}

void Workbench::take_solutions() {
  auto found = wins_.take();
  if (!found) return;
  winning_ = std::move(*found);
  tell(winning_.empty() ? "The solver finds no winning throw" : "");
}

void Workbench::tell(const std::string& message) {
  message_ = message;
  message_rows_ = {};
  changed_ = true;
}

void Workbench::reload_if_edited(double ms) {
  since_look_ms_ += ms;
  if (since_look_ms_ < kLookAgainMs) return;
  since_look_ms_ = 0;
  std::error_code error;
  const auto now = fs::last_write_time(files_[file_], error);
  if (error || now == edited_) return;
  try {
    load(false);
    changed_ = true;
  } catch (const InputError& problem) {
    tell(all_problems(problem));
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
    case 'd':
      first_part_ = !first_part_;
      return;
    case 's':
      speed_ = (speed_ + 1) % kSpeeds.size();
      return;
    case 'p':
      paused_ = !paused_;
      return;
    case 't':
      if (paused_) view_->step();
      return;
    case 'r':
      return view_->restart();
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
  if (const auto key = bar_.pressed(input)) return handle(*key);
  if (input.kind != Input::Kind::kMove) changed_ = true;
  const bool at_message = input.kind != Input::Kind::kWheel || message_area_.holds(input.at_px);
  if (!message_.empty() && at_message && message_rows_.handle(input)) return;
  if (input.kind != Input::Kind::kKey || input.key != Key::kLetter) return view_->handle(input);
  if (input.repeated && input.letter != 't') return;
  try {
    letter(input.letter);
  } catch (const InputError& problem) {
    tell(all_problems(problem));
  }
}

void Workbench::advance(double ms) {
  reload_if_edited(ms);
  take_solutions();
  view_->speed = paused_ ? 0 : kSpeeds.at(speed_);
  view_->show_first_part = first_part_;
  view_->advance(ms);
}

std::vector<BarButton> Workbench::buttons() const {
  const auto plain = [](Key key) { return Input{.kind = Input::Kind::kKey, .key = key}; };
  return {{"Restart R", letter_key('r')},
          {"Next J", letter_key('j')},
          {"Novelty N", letter_key('n'), novel_},
          {"Variation V", letter_key('v'), variation_ > 0},
          {"Wins W", letter_key('w'), wins_.searching() || !winning_.empty()},
          {"Forces F", letter_key('f'), forces_},
          {"Path D", letter_key('d'), first_part_},
          {fmt::format("Speed {} S", kSpeeds.at(speed_)), letter_key('s'), speed_ != 0},
          {"Pause P", letter_key('p'), paused_},
          {"\u2212", plain(Key::kMinus)},
          {"+", plain(Key::kPlus)},
          {"Fit 0", plain(Key::kZero)},
          {"Help H", letter_key('h'), help_}};
}

void Workbench::draw(Canvas& canvas) {
  changed_ = false;
  bar_.place(canvas, buttons());
  view_->covered_px = bar_.height_px();
  view_->draw(canvas);
  bar_.draw(canvas);
  draw_message(canvas);
  if (help_) draw_help(canvas);
}

/// Writes the message above the buttons. A message that is longer than the window is scrolled.
void Workbench::draw_message(Canvas& canvas) {
  message_area_ = {};
  if (message_.empty()) return;
  const double s = canvas.scale();
  const double size = 16 * s;
  const double width = canvas.width_px() - 72 * s;
  const double free = canvas.height_px() - bar_.height_px() - 36 * s;
  const double height = std::clamp(canvas.paragraphs_height(width, message_, size), 0.0,
                                   std::max(free, Canvas::row_height(size)));
  const bool one_row = height <= Canvas::row_height(size);
  const double wide = one_row ? canvas.text_width(message_, size) : width + 24 * s;
  message_area_ = {{8 * s, canvas.height_px() - bar_.height_px() - height - 24 * s},
                   {wide + 24 * s, height + 20 * s}};
  canvas.panel(message_area_, colour(0xffffff, 0.93), 8 * s);
  message_rows_.draw(canvas, {message_area_.low + Vec2{12 * s, 5 * s}, {width, height}}, message_, size);
}

void Workbench::draw_help(Canvas& canvas) const {
  const double s =
      std::min(canvas.scale(), (canvas.height_px() - bar_.height_px()) / (30.0 * (kHelp.size() + 4)));
  const double row = 30 * s;
  const Area area{{40 * s, 66 * s}, {760 * s, row * (kHelp.size() + 1)}};
  canvas.panel(area, colour(0xffffff, 0.97), 14 * s);
  double y = area.low.y + row;
  for (const Help& line : kHelp) {
    canvas.text({area.low.x + 20 * s, y}, line.key, 18 * s, kInk, true);
    canvas.text({area.low.x + 180 * s, y}, line.text, 18 * s, kInk);
    y += row;
  }
}

namespace {

constexpr double kSolveStepDeg = 1;
constexpr std::size_t kShownWins = 5;

bool ended(const std::future<std::vector<Path>>& paths) {
  return paths.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::vector<Path> winning_paths(const Task& task, const SolverNumbers& numbers, const std::stop_token& stop) {
  const auto solutions = solve(task, solver_spec(task, kSolveStepDeg), numbers, {}, stop);
  std::vector<Path> paths;
  const std::size_t every = std::max<std::size_t>(1, solutions.size() / kShownWins);
  for (std::size_t i = 0; i < solutions.size() && !stop.stop_requested(); i += every) {
    const auto more = paths_of(task, solutions[i].shots, numbers.catalogue, numbers.physics);
    paths.insert(paths.end(), more.begin(), more.end());
  }
  return paths;
}

}  // namespace

void WinningThrows::search(const Task& task, const SolverNumbers& numbers) {
  drop();
  now_.emplace();
  now_->paths = std::async(std::launch::async, [task, numbers, stop = now_->stop.get_token()] {
    return winning_paths(task, numbers, stop);
  });
}

void WinningThrows::drop() {
  std::erase_if(dropped_, [](const Search& search) { return ended(search.paths); });
  if (!now_) return;
  now_->stop.request_stop();
  dropped_.push_back(std::move(*now_));
  now_.reset();
}

std::optional<std::vector<Path>> WinningThrows::take() {
  if (!now_ || !ended(now_->paths)) return std::nullopt;
  std::vector<Path> paths = now_->paths.get();
  now_.reset();
  return paths;
}

}  // namespace novphy::window
