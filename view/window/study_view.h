#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "trials/studies/study_journal.h"
#include "view/window/button_bar.h"
#include "view/window/form_view.h"
#include "view/window/page_view.h"
#include "view/window/play_view.h"

namespace novphy::window {

/// Throws InputError if the study's font is not installed, or if it cannot write a character of the study's
/// texts.
void check_font(const Study& study);

/// How many groups of tasks there are, and how many of them are over.
struct StudyPart {
  int done = 0;
  int groups = 0;
};

/// The part of the steps that is over at this step: a page ends a group, and nothing tells the place within
/// one. web/src/study/parts.ts counts in the same way.
StudyPart groups_done(const std::vector<StudyStep>& steps, int step);

/// Leads one participant through a study, page by page and task by task, from the first step that is not in
/// the journal yet. Each action is on disk before the next page or picture is shown.
class StudyView : public View {
 public:
  /// The journal, the file and whatever `setup` refers to must outlive the view. `speed` is the world's
  /// speed, 1 in real studies. The constructor and later calls throw InputError if data cannot be written.
  StudyView(StudyJournal& journal, const StudyFile& file, const SessionSetup& setup, double speed = 1);

  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  /// None while sound is off, as it is at first.
  std::vector<Sound> take_sounds() override;
  bool changed() const override { return changed_ || (help_ ? help_->changed() : view_ && view_->changed()); }
  bool takes_text() const override { return view_ && view_->takes_text(); }
  /// Whether the last page was read, or the participant declined.
  bool finished() const override { return !view_; }

  /// The task on the screen, or null while a page is shown.
  const PlayView* playing() const { return help_ ? nullptr : play_; }

 private:
  void show_step();
  std::unique_ptr<PageView> instructions(const std::string& button) const;
  std::size_t drawn_button() const;
  void show_closing();
  void show_task(const StudyStep& step);
  void note_task();
  void note();
  void note_view();
  std::vector<BarButton> buttons() const;
  bool takes(const Input& input);
  bool takes_key(char letter);
  void show_help();
  void draw_view(Canvas& canvas);
  void draw_progress(Canvas& canvas) const;

  StudyJournal& journal_;
  const StudyFile& file_;
  SessionSetup setup_;
  double speed_;
  std::unique_ptr<View> view_{};
  PageView* page_ = nullptr;  ///< view_ if it is a page, else null
  PlayView* play_ = nullptr;  ///< view_ if it is a task, else null
  FormView* form_ = nullptr;  ///< view_ if it is a form, else null
  ButtonBar bar_{};
  bool changed_ = true;
  std::unique_ptr<PageView> help_{};  ///< the instructions over a task, which is stopped meanwhile
  std::optional<Screen> noted_{};     ///< what the journal says the window shows of the task
  bool sound_on_ = false;             ///< in all tasks, as the participant wishes
  bool closing_ = false;              ///< the participant declined
};

}  // namespace novphy::window
