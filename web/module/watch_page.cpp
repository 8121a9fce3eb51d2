#include <algorithm>
#include <vector>

#include "sim/world.h"
#include "view/filming.h"
#include "view/window/camera.h"
#include "web/module/assets.h"
#include "web/module/views.h"

namespace novphy::web {
namespace {

constexpr double kFrameS = 1.0 / 30;
constexpr double kLongestS = 120;  // a film of a longer play would take too much of a phone's memory

/// A recorded play: one stage for each thirtieth of a second, so that the page can go to any moment.
class WatchPage : public PageView {
 public:
  explicit WatchPage(const Json& question)
      : task_(task_in(question)),
        shots_(shots_in(question, "shots")),
        physics_(physics_in(question)),
        camera_(window::extent_for_players(World(task_, assets().catalogue, physics_)), task_.shown) {
    film();
    set(question);
  }

  void handle(const window::Input& /*input*/) override {}
  void advance(double ms) override {
    if (speed_ > 0) go_to(time_s_ + speed_ * ms / 1000);
  }
  void draw(window::RecordedCanvas& canvas) override {
    changed_ = false;
    canvas.world(stages_[frame()], camera_.screen(canvas.width_px(), canvas.height_px()));
  }
  bool changed() const override { return changed_; }
  Json events() override { return Json::array(); }
  Json state() const override {
    return {{"time_s", time_s_},
            {"duration_s", duration_s()},
            {"ended", time_s_ >= duration_s()},
            {"outcome", json_of(outcome_)}};
  }
  void set(const Json& question) override {
    speed_ = speed_in(question, speed_);
    go_to(number_in(question, "time_s", time_s_));
  }

 private:
  void film() {
    Tracks tracks;
    Playback whole(task_, shots_, assets().catalogue, physics_);
    while (whole.step()) tracks.note(whole.world());
    outcome_ = whole.world().outcome();
    Playback again(task_, shots_, assets().catalogue, physics_);
    film_play(again, std::min(film_end_s(tracks), kLongestS), kFrameS,
              [this](const Stage& stage) { stages_.push_back(stage); });
  }

  double duration_s() const { return static_cast<double>(stages_.size() - 1) * kFrameS; }
  std::size_t frame() const {
    return std::min(static_cast<std::size_t>(time_s_ / kFrameS + 1e-6), stages_.size() - 1);
  }
  void go_to(double time_s) {
    const std::size_t before = frame();
    time_s_ = std::clamp(time_s, 0.0, duration_s());
    changed_ = changed_ || frame() != before;
  }

  Task task_;
  std::vector<Shot> shots_;
  Physics physics_;
  window::Camera camera_;
  std::vector<Stage> stages_{};
  Outcome outcome_{};
  double time_s_ = 0;
  double speed_ = 0;
  bool changed_ = true;
};

}  // namespace

std::unique_ptr<PageView> make_watch_page(const Json& question) {
  return std::make_unique<WatchPage>(question);
}

}  // namespace novphy::web
