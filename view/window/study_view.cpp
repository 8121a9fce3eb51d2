#include "view/window/study_view.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/input_error.h"
#include "sim/rng.h"
#include "view/window/font.h"

namespace novphy::window {
namespace {

constexpr double kBarPx = 4;  // height of the bar that tells the progress, at scale 1
constexpr double kLeastBarPx = 3;

}  // namespace

void check_font(const Study& study) {
  // Of the numbers and buttons over a task.
  constexpr const char* kOwn = "0123456789.\u00b0ms\u2212+?H\u266aM";
  const std::string missing = missing_font(study.font);
  const std::string problem = missing.empty() ? Font(study.font).problem(study.texts + kOwn) : missing;
  if (!problem.empty())
    throw InputError(std::vector{Problem{.file = study.file.string(), .place = "/font", .text = problem}});
}

StudyPart groups_done(const std::vector<StudyStep>& steps, int step) {
  StudyPart part;
  bool open = false;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (steps[at].kind == StudyStep::Kind::kTask) open = true;
    if (steps[at].kind != StudyStep::Kind::kPage || !open) continue;
    open = false;
    ++part.groups;
    if (static_cast<int>(at) <= step) ++part.done;
  }
  return part;
}

StudyView::StudyView(StudyJournal& journal, const StudyFile& file, const SessionSetup& setup, double speed)
    : journal_(journal), file_(file), setup_(setup), speed_(speed) {
  setup_.certain_ends = file.plan.certain_ends;
  export_records(journal_, file_);
  show_step();
}

void StudyView::show_step() {
  page_ = nullptr;
  play_ = nullptr;
  form_ = nullptr;
  changed_ = true;
  view_.reset();
  if (journal_.finished()) return;
  const StudyStep& step = journal_.steps()[static_cast<std::size_t>(journal_.step())];
  if (step.kind == StudyStep::Kind::kPractice || step.kind == StudyStep::Kind::kTask) return show_task(step);
  if (step.kind == StudyStep::Kind::kForm) {
    auto form = std::make_unique<FormView>(step.form);
    form_ = form.get();
    view_ = std::move(form);
    return;
  }
  std::unique_ptr<PageView> page;
  if (step.name == "instructions") {
    page = instructions(step.page.button);
  } else {
    std::vector<std::string> buttons{step.page.button};
    if (!step.page.decline.empty()) buttons.push_back(step.page.decline);
    const bool asks = step.kind == StudyStep::Kind::kQuestion;
    page = std::make_unique<PageView>(step.page.title, step.page.text, buttons, asks ? drawn_button() : 0);
  }
  page_ = page.get();
  view_ = std::move(page);
}

/// The page of instructions, with a picture of how to pull.
std::unique_ptr<PageView> StudyView::instructions(const std::string& button) const {
  const StudyPage& page = file_.study.pages.instructions;
  auto view = std::make_unique<PageView>(page.title, page.text, std::vector{button});
  view->show_pull();
  return view;
}

/// The answer that Tab chooses first. It is drawn for each question, as one that always came first would be
/// given more often.
std::size_t StudyView::drawn_button() const {
  const std::string purpose = "studies/first_answer/" + journal_.head().participant;
  Rng rng = Rng::stream(file_.plan.options.seed.number, purpose, static_cast<std::uint64_t>(journal_.step()));
  return static_cast<std::size_t>(rng.integer(0, 1));
}

/// Shows the study's page for participants who decline, if it has one.
void StudyView::show_closing() {
  closing_ = true;
  page_ = nullptr;
  view_.reset();
  if (const auto& page = file_.study.pages.declined)
    view_ = std::make_unique<PageView>(page->title, page->text, std::vector{page->button});
}

void StudyView::show_task(const StudyStep& step) {
  const std::string title = task_title(file_.study, journal_.steps(), journal_.step());
  const StudyScreen& screen = file_.study.screen;
  const TaskViewOptions options{.as_agents = screen.as_agents,
                                .zoom = screen.zoom,
                                .readout = screen.readout,
                                .words = file_.study.words};
  auto play = std::make_unique<PlayView>(task_of(file_.study, file_.plan, step, setup_.catalogue), setup_,
                                         title, options, journal_.shots());
  play->game().on_shot = [this](std::size_t, const Shot& shot) {
    note_view();
    journal_.add_launch(shot);
  };
  play->game().on_tap = [this](std::size_t shot, const Shot& now) {
    note_view();
    journal_.add_tap(static_cast<int>(shot), now.tap_ms);
  };
  noted_.reset();
  play->speed = speed_;
  play_ = play.get();
  view_ = std::move(play);
}

/// Writes to the journal what the window shows of the task, unless it is there already.
void StudyView::note_view() {
  if (noted_ == play_->screen()) return;
  journal_.add_view(play_->screen());
  noted_ = play_->screen();
}

void StudyView::note_task() {
  note_view();
  const auto step = static_cast<std::size_t>(journal_.step());
  journal_.add_done(play_->game().session());
  if (journal_.steps()[step].kind == StudyStep::Kind::kPractice) export_records(journal_, file_);
}

/// Writes the participant's action on this step to the journal.
void StudyView::note() {
  if (play_) return note_task();
  if (form_) return journal_.add_form(form_->answers());
  const StudyStep& step = journal_.steps()[static_cast<std::size_t>(journal_.step())];
  const bool first = page_->chosen() == 0;
  if (step.kind == StudyStep::Kind::kQuestion) {
    journal_.add_answer(first);
    export_records(journal_, file_);
  } else if (step.page.decline.empty()) {
    journal_.add_read();
  } else {
    journal_.add_consent(first);
  }
}

std::vector<BarButton> StudyView::buttons() const {
  const auto key = [](Key which) { return Input{.kind = Input::Kind::kKey, .key = which}; };
  const auto letter = [](char which) {
    return Input{.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = which};
  };
  std::vector<BarButton> buttons;
  if (file_.study.screen.zoom)
    buttons = {{"\u2212", key(Key::kMinus)}, {"+", key(Key::kPlus)}, {"0", key(Key::kZero)}};
  if (file_.study.screen.sound) buttons.push_back({"\u266a M", letter('m'), sound_on_});
  if (file_.study.screen.help) buttons.push_back({"? H", letter('h')});
  return buttons;
}

/// Handles input for what is drawn over the task, the instructions or a button. Returns whether it was for
/// them.
bool StudyView::takes(const Input& input) {
  if (help_) {
    help_->handle(input);
    if (!help_->finished()) return true;
    help_.reset();
    changed_ = true;
    return true;
  }
  if (!play_) return false;
  if (const auto key = bar_.pressed(input)) {
    handle(*key);
    return true;
  }
  return input.kind == Input::Kind::kKey && !input.repeated && takes_key(input.letter);
}

/// Handles the keys of buttons over the task. Returns whether it is one.
bool StudyView::takes_key(char letter) {
  const StudyScreen& screen = file_.study.screen;
  if (letter == 'h' && screen.help) return show_help(), true;
  if (letter != 'm' || !screen.sound) return false;
  sound_on_ = !sound_on_;
  changed_ = true;
  return true;
}

/// Shows the instructions over the task. The button leads back to the task, and not to the first practice as
/// that of the instructions does.
void StudyView::show_help() {
  help_ = instructions(file_.study.pages.pause.button);
  play_->game().cancel();
}

std::vector<Sound> StudyView::take_sounds() {
  std::vector<Sound> sounds = view_ ? view_->take_sounds() : std::vector<Sound>{};
  if (!sound_on_) sounds.clear();
  return sounds;
}

void StudyView::handle(const Input& input) {
  if (input.kind == Input::Kind::kFocusLost) journal_.note_left();
  if (input.kind == Input::Kind::kFocusGained) journal_.note_back();
  if (view_ && !takes(input)) view_->handle(input);
}

void StudyView::advance(double ms) {
  if (help_) return help_->advance(ms);
  if (!view_) return;
  view_->advance(ms);
  if (!view_->finished()) return;
  if (closing_) return view_.reset();
  note();
  if (journal_.declined())
    show_closing();
  else
    show_step();
}

void StudyView::draw(Canvas& canvas) {
  changed_ = false;
  if (!view_) return;
  draw_view(canvas);
  draw_progress(canvas);
}

void StudyView::draw_view(Canvas& canvas) {
  if (help_) return help_->draw(canvas);
  if (!play_) return view_->draw(canvas);
  bar_.place(canvas, buttons());
  play_->covered_px = bar_.height_px();
  play_->draw(canvas);
  bar_.draw(canvas);
  if (!noted_) note_view();
}

/// Draws a bar at the upper edge that tells how many groups are over.
void StudyView::draw_progress(Canvas& canvas) const {
  const StudyPart part = groups_done(journal_.steps(), journal_.step());
  if (part.groups == 0) return;
  const double width = canvas.width_px();
  const double height = std::max(kLeastBarPx, kBarPx * canvas.margin_scale());
  canvas.panel({{0, 0}, {width, height}}, colour(0xb3c5d3), 0);
  canvas.panel({{0, 0}, {width * part.done / part.groups, height}}, colour(0x4a7fbf), 0);
}

}  // namespace novphy::window
