#pragma once

#include <memory>

#include "studies/study_journal.h"
#include "window/page_view.h"
#include "window/play_view.h"

namespace novphy::window {

/// Leads one participant through a study, page by page and task by task, from where the journal stands. What
/// they do is on disk before the next thing is shown.
class StudyView : public View {
 public:
  /// Journal, file and what the set-up refers to must outlive it. `speed` is the world's, 1 in earnest.
  /// Throws InputError where data cannot be written, here and later.
  StudyView(StudyJournal& journal, const StudyFile& file, const SessionSetup& setup, double speed = 1);

  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  /// The last page was read, or the participant declined.
  bool finished() const override { return !view_; }

  /// The task on the screen; null on pages.
  const PlayView* playing() const { return play_; }

 private:
  void show_step();
  void show_task(const StudyStep& step);
  void note();

  StudyJournal& journal_;
  const StudyFile& file_;
  SessionSetup setup_;
  double speed_;
  std::unique_ptr<View> view_{};
  PageView* page_ = nullptr;  ///< view_, where it is a page
  PlayView* play_ = nullptr;  ///< view_, where it is a task
};

}  // namespace novphy::window
