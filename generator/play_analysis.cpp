#include "generator/play_analysis.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace novphy {
namespace {

constexpr double kSlip = 0.3;  // when rolling, path and turned arc differ by less than this share of the path
constexpr double kSlowMps = 0.02;   // slower bodies neither roll nor slide
constexpr double kHopS = 0.15;      // shorter flights are part of rolling, because balls have corners
constexpr double kStirredM = 0.03;  // a body that is farther from its first place has been set in motion

/// The state of a block, TNT or pig, which Analyser updates after each time step.
struct TrackedBody {
  BodyView first;
  BodyView now;
  Travel travel{};
  double free_since_height_m = 0;  ///< height along gravity at the body's last touch of anything
  double last_support_s = 0;
};

class Analyser {
 public:
  Analyser(World& world, std::span<const Shot> shots)
      : playback_(world, shots), task_(world.task()), first_(world.events().size()), read_(first_) {
    const double pull = length(task_.gravity_mps2);
    down_ = pull > 0 ? (1 / pull) * task_.gravity_mps2 : Vec2{0, -1};
    for (int id = 0; id < static_cast<int>(task_.objects.size()); ++id) {
      const BodyView view = world.body(id);
      if (movable(view)) bodies_[id] = {.first = view, .now = view, .free_since_height_m = height(view.at_m)};
    }
  }

  PlayAnalysis analyse(SweptDiskRecorder* recorder) {
    while (playback_.step()) {
      follow();
      if (recorder) recorder->note(world());
    }
    follow();
    analysis_.outcome = playback_.world().outcome();
    for (const auto& [id, body] : bodies_)
      if (body.first.kind->category != Category::kPig) analysis_.moved_m += body.travel.moved_m;
    const std::vector<Event>& events = analysis_.outcome.events;
    for (std::size_t i = first_; i < events.size(); ++i)
      if (events[i].kind == EventKind::kPush) analysis_.pushed_ns[events[i].body] += length(events[i].vector);
    return std::move(analysis_);
  }

 private:
  const World& world() const { return playback_.world(); }
  double height(Vec2 at_m) const { return -(at_m.x * down_.x + at_m.y * down_.y); }

  static bool movable(const BodyView& view) {
    const Category category = view.kind->category;
    return category == Category::kBlock || category == Category::kTnt || category == Category::kPig;
  }

  void follow() {
    read_events();
    for (auto& [id, body] : bodies_) {
      const BodyView view = world().body(id);
      if (view.present) move(id, body, view);
    }
  }

  void read_events() {
    const auto events = world().events();
    for (; read_ < events.size(); ++read_) {
      const Event& e = events[read_];
      if (e.kind == EventKind::kContact) {
        touched(e.body, e.other);
        touched(e.other, e.body);
      } else if (e.kind == EventKind::kDeath && bodies_.contains(e.body) &&
                 bodies_[e.body].first.kind->category == Category::kPig) {
        note_kill(e);
      }
    }
  }

  void touched(int body, int by) {
    const bool bird = is_bird(task_, by);
    if (bird && !analysis_.first_met && !is_bird(task_, body)) analysis_.first_met = body;
    if (!bodies_.contains(body)) return;
    if (bird && !analysis_.first_touched) analysis_.first_touched = body;
    if (bird && bodies_[body].first.kind->category == Category::kPig) hitters_[body].insert(by);
    if (!hitters_[body].empty()) analysis_.birds_on_pig[body] = static_cast<int>(hitters_[body].size());
    if (stirrer_.contains(body)) return;
    if (bird || stirrer_.contains(by)) stirrer_[body] = by;
  }

  void move(int id, TrackedBody& body, const BodyView& view) {
    const double way = length(view.at_m - body.now.at_m);
    const std::vector<int> others = world().touching(id);
    if (std::ranges::any_of(others, [&](int other) { return !is_bird(task_, other); }))
      body.last_support_s = world().time_s();
    Travel& travel = body.travel;
    travel.moved_m = std::max(travel.moved_m, length(view.at_m - body.first.at_m));
    if (world().time_s() - body.last_support_s < kHopS) {
      travel.supported_m += way;
      if (rolls(body, view, way)) travel.rolled_m += way;
      travel.tilted_rad = std::max(travel.tilted_rad, std::abs(view.angle_rad - body.first.angle_rad));
    }
    if (!others.empty()) body.free_since_height_m = height(view.at_m);
    travel.dropped_m = body.free_since_height_m - height(view.at_m);
    if (travel.moved_m > kStirredM && !stirrer_.contains(id)) stir(id, others);
    body.now = view;
  }

  /// Notes which body set `id` in motion where it moves without a new contact: one of the bodies that it
  /// still touches.
  void stir(int id, const std::vector<int>& others) {
    const auto by = std::ranges::find_if(
        others, [&](int other) { return is_bird(task_, other) || stirrer_.contains(other); });
    if (by != others.end()) stirrer_[id] = *by;
  }

  bool rolls(const TrackedBody& body, const BodyView& view, double way) const {
    const double step_s = world().physics().step_s;
    if (way < kSlowMps * step_s) return false;
    const double turned = std::abs(view.angle_rad - body.now.angle_rad) * view.size_m.x / 2;
    return std::abs(way - turned) < kSlip * way;
  }

  /// The killer as Kill::killer says, or a negative number.
  int culprit(const Event& death) const {
    const bool moves = death.other >= 0 && (is_bird(task_, death.other) || bodies_.contains(death.other));
    const auto pusher = stirrer_.find(death.body);
    return moves || pusher == stirrer_.end() ? death.other : pusher->second;
  }

  void note_kill(const Event& death) {
    Kill kill{.pig = death.body};
    if (const int killer = culprit(death); killer >= 0) {
      kill.killer = killer;
      kill.by_bird = is_bird(task_, killer);
      const Vec2 from = world().body(killer).at_m - bodies_.at(death.body).now.at_m;
      if (std::abs(from.x) > std::abs(from.y)) kill.side = from.x < 0 ? -1 : 1;
      if (bodies_.contains(killer)) kill.travel = bodies_[killer].travel;
      kill.chain = chain_from(killer);
    }
    for (const auto& [id, body] : bodies_)
      if (body.first.kind->category != Category::kPig)
        kill.rule_moved_m = std::max(kill.rule_moved_m, body.travel.moved_m);
    analysis_.kills.push_back(std::move(kill));
  }

  std::vector<int> chain_from(int body) const {
    std::vector<int> chain{body};
    while (!is_bird(task_, chain.back())) {
      const auto it = stirrer_.find(chain.back());
      if (it == stirrer_.end() || std::ranges::find(chain, it->second) != chain.end()) break;
      chain.push_back(it->second);
    }
    return chain;
  }

  Playback playback_;
  const Task& task_;
  Vec2 down_{};
  std::map<int, TrackedBody> bodies_{};
  std::map<int, int> stirrer_{};  ///< for each body, the body that set it in motion
  std::map<int, std::set<int>> hitters_{};
  std::size_t first_;  ///< index of the first event of the analysis
  std::size_t read_;   ///< index of the next event to read
  PlayAnalysis analysis_{};
};

}  // namespace

bool is_bird(const Task& task, int id) {
  const int objects = static_cast<int>(task.objects.size());
  const int ground = objects + static_cast<int>(task.birds.size());
  return id >= objects && id != ground && id != ground + 1;
}

PlayAnalysis analyse(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                     const Physics& physics) {
  World world(task, catalogue, physics, true);
  return Analyser(world, shots).analyse(nullptr);
}

PlayAnalysis analyse(PlayStart& start, std::span<const Shot> shots, SweptDiskRecorder* recorder) {
  return Analyser(start.world(), shots).analyse(recorder);
}

namespace {

constexpr int kEverySteps = 3;       // time steps of a play between two looks at moving bodies
constexpr double kMovingMps = 0.05;  // a slower body does not count as moving

}  // namespace

void SweptDiskRecorder::note(const World& world) {
  if (steps_++ % kEverySteps != 0) return;
  for (int id = 0; id < world.body_count(); ++id) {
    const BodyView view = world.body(id);
    if (view.present && length(view.velocity_mps) > kMovingMps)
      disks_.push_back({.at_m = view.at_m, .radius_m = std::max(view.size_m.x, view.size_m.y) / 2});
  }
}

SweptDisks swept_disks(const Task& task, std::span<const std::vector<Shot>> plays, const Catalogue& catalogue,
                       const Physics& physics) {
  SweptDisks all;
  if (plays.empty()) return all;
  PlayStart start(task, catalogue, without_certain_ends(physics));
  for (const std::vector<Shot>& shots : plays) {
    Playback playback(start.world(), shots);
    SweptDiskRecorder recorder;
    while (playback.step()) recorder.note(playback.world());
    const SweptDisks disks = recorder.take();
    all.insert(all.end(), disks.begin(), disks.end());
  }
  return all;
}

}  // namespace novphy
