#include <optional>
#include <utility>

#include "trials/studies/study_journal.h"
#include "view/window/play_view.h"
#include "web/module/assets.h"
#include "web/module/views.h"

/// The page gives this function: seconds since some moment, which never go back.
extern "C" double novphy_seconds();

namespace novphy::web {
namespace {

GameWords words_in(const Json& question) {
  GameWords words;
  const auto found = question.find("words");
  if (found == question.end()) return words;
  words.birds = text_in(*found, "birds", words.birds);
  words.pigs = text_in(*found, "pigs", words.pigs);
  words.score = text_in(*found, "score", words.score);
  words.solved = text_in(*found, "solved", words.solved);
  words.not_solved = text_in(*found, "not_solved", words.not_solved);
  return words;
}

SessionSetup setup(const Json& question) {
  return {.catalogue = assets().catalogue,
          .physics = physics(),
          .colours = assets().colours,
          .certain_ends = flag_in(question, "certain_ends", true),
          .clock = novphy_seconds};
}

/// A task that somebody plays.
class PlayPage : public PageView {
 public:
  explicit PlayPage(const Json& question)
      : view_(task_in(question), setup(question), text_in(question, "title", ""),
              {.as_agents = second_in(question, "view", "task", "agents"),
               .zoom = flag_in(question, "zoom", true),
               .readout = flag_in(question, "readout", true),
               .words = words_in(question)},
              shots_in(question, "before")) {
    view_.game().on_shot = [this](std::size_t shot, const Shot& now) {
      note_view();
      note("launch", static_cast<int>(shot), now);
    };
    view_.game().on_tap = [this](std::size_t shot, const Shot& now) {
      note("tap", static_cast<int>(shot), now);
    };
    set(question);
  }

  void handle(const window::Input& input) override { view_.handle(input); }
  void advance(double ms) override {
    view_.advance(ms);
    note_sounds();
    if (view_.finished()) note_result();
  }
  void draw(window::RecordedCanvas& canvas) override {
    view_.draw(canvas);
    note_view();
  }
  bool changed() const override { return view_.changed(); }
  Json events() override { return std::exchange(events_, Json::array()); }

  Json state() const override {
    const window::GameNumbers now = view_.game().numbers();
    return {{"birds_left", now.birds_left},
            {"pigs_left", now.pigs_left},
            {"score", now.score},
            {"pull_m", now.pull_m},
            {"angle_deg", now.angle_deg},
            {"pulls", now.drag_m.has_value()},
            {"flying", view_.game().flying()},
            {"over", view_.game().over()},
            {"can_act", view_.game().can_act()},
            {"shots", json_of(view_.game().session().shots())}};
  }

  void set(const Json& question) override {
    view_.speed = speed_in(question, view_.speed);
    if (!flag_in(question, "restart", false)) return;
    view_.restart();
    told_ = false;
  }

 private:
  void note(const char* kind, int index, const Shot& shot) {
    Json event{{"kind", kind}, {"shot", index}};
    event.update(json_of(shot));
    events_.push_back(std::move(event));
  }

  /// Notes the sounds of the last moments. A page that plays none leaves them unread.
  void note_sounds() {
    for (const window::Sound sound : view_.take_sounds())
      events_.push_back({{"kind", "sound"}, {"sound", static_cast<int>(sound)}});
  }

  /// Notes what the canvas shows, unless it was noted.
  void note_view() {
    if (shown_ == view_.screen()) return;
    shown_ = view_.screen();
    Json event{{"kind", "view"}};
    event.update(json_of(view_.screen()));
    events_.push_back(std::move(event));
  }

  void note_result() {
    if (std::exchange(told_, true)) return;
    events_.push_back({{"kind", "done"}, {"result", json_of(result_of(view_.game().session()))}});
  }

  window::PlayView view_;
  Json events_ = Json::array();
  std::optional<Screen> shown_{};
  bool told_ = false;  ///< the page knows the result
};

}  // namespace

std::unique_ptr<PageView> make_play_page(const Json& question) {
  return std::make_unique<PlayPage>(question);
}

}  // namespace novphy::web
