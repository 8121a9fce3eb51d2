#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"
#include "sim/world.h"
#include "view/stage.h"
#include "view/window/button_bar.h"
#include "view/window/canvas.h"
#include "view/window/page_view.h"
#include "view/window/play_view.h"

namespace novphy::window {

/// Draws contacts (red), velocities (blue) and forces (green). Fields and magnets are drawn with their
/// regions and directions. The forces that act everywhere, gravity and storms, are at the upper right; a
/// storm is pale until it begins. `top_px` is the upper end of the free space.
void draw_forces(Canvas& canvas, const Screen& screen, const World& world, double top_px);

/// The paths of some winning throws of a task, found on a thread of its own.
class WinningThrows {
 public:
  WinningThrows() = default;
  /// Stops the search, and waits until the present play has ended.
  ~WinningThrows() { drop(); }
  WinningThrows(const WinningThrows&) = delete;
  WinningThrows& operator=(const WinningThrows&) = delete;

  /// Begins a search. Whatever `numbers` refers to must outlive this object.
  void search(const Task& task, const SolverNumbers& numbers);
  bool searching() const { return now_.has_value(); }
  /// Stops the search without waiting; its result is lost.
  void drop();
  /// When a search has ended, its result, once. The paths are empty where no throw wins.
  std::optional<std::vector<Path>> take();

 private:
  struct Search {
    std::stop_source stop;
    std::future<std::vector<Path>> paths;
  };
  std::optional<Search> now_;
  std::vector<Search> dropped_;  ///< searches that were stopped, and may still be playing
};

/// Lets authors try out tasks and pairs. Keys switch parts of the task and overlays on and off. A file is
/// read again when it was edited.
class Workbench : public View {
 public:
  /// Shows the first of these files of tasks and pairs. Whatever `setup` and `numbers` refer to must outlive
  /// the workbench. Throws InputError if the first file is no task.
  Workbench(std::vector<std::filesystem::path> files, const SessionSetup& setup,
            const SolverNumbers& numbers);

  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  bool changed() const override { return changed_ || view_->changed(); }
  bool finished() const override { return false; }

  std::vector<Sound> take_sounds() override { return view_->take_sounds(); }

  const PlayView& view() const { return *view_; }
  const std::string& message() const { return message_; }
  /// The message with its place in the last picture.
  const ScrolledText& message_rows() const { return message_rows_; }
  const Area& message_area() const { return message_area_; }
  bool novel() const { return novel_; }
  /// Whether the solver is searching for winning throws.
  bool solving() const { return wins_.searching(); }

 private:
  void load(bool another);
  void reload_if_edited(double ms);
  Task task() const;
  void begin(bool another = false);
  void letter(char key);
  void show(std::size_t file);
  void vary();
  void solve_task();
  void take_solutions();
  void tell(const std::string& message);
  std::string title() const;
  std::vector<BarButton> buttons() const;
  void draw_message(Canvas& canvas);
  void draw_help(Canvas& canvas) const;

  std::vector<std::filesystem::path> files_;
  std::size_t file_ = 0;           ///< the file that was chosen; it may be broken
  std::filesystem::path shown_{};  ///< the file of the task that is shown
  std::filesystem::file_time_type edited_{};
  double since_look_ms_ = 0;
  SessionSetup setup_;
  SolverNumbers numbers_;
  std::optional<Pair> pair_{};           ///< the file's content if it is a pair, else ...
  Task plain_{};                         ///< ... the task,
  std::optional<Template> published_{};  ///< and its published template, once a variation was asked for
  Member member_{};                      ///< the member of the family that is shown
  int variation_ = 0;                    ///< number of the random member that is shown; 0: the base
  bool novel_ = true;
  std::unique_ptr<PlayView> view_{};
  std::string message_{};
  ScrolledText message_rows_{};
  Area message_area_{};    ///< in the last picture; empty without a message
  std::size_t speed_ = 0;  ///< index into the table of speeds
  bool paused_ = false;
  bool forces_ = false;
  bool first_part_ = false;
  bool help_ = false;
  bool changed_ = true;
  ButtonBar bar_{};
  WinningThrows wins_{};
  std::vector<Path> winning_{};
};

}  // namespace novphy::window
