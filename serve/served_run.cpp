#include "serve/served_run.h"

#include <fmt/core.h>

#include <iterator>
#include <utility>
#include <vector>

#include "base/input_error.h"

namespace novphy {
namespace {

std::vector<PracticeTask> tasks_for_practice(const Plan& plan, int wanted) {
  std::vector<PracticeTask> tasks = practice_tasks(plan, wanted);
  if (std::ssize(tasks) < wanted)
    throw InputError("--practice",
                     fmt::format("found {}, expected at most {}, the training tasks of the plan "
                                 "(novphy plan --training)",
                                 wanted, tasks.size()));
  return tasks;
}

}  // namespace

std::string served_words(const ServeSettings& settings) {
  const PlayerOptions& player = settings.player;
  std::string text = fmt::format("noise {} px", player.noise_px);
  text += player.ask_every > 0 ? fmt::format(", likelihood asked for after every {} tasks", player.ask_every)
                               : ", likelihood never asked for";
  text += fmt::format(", at most {} training tasks", player.training_tasks);
  if (settings.practice > 0) text += fmt::format(", practice on {} tasks", settings.practice);
  if (player.count_levels) text += ", levels counted";
  return player.hints ? text + ", hints" : text;
}

std::string exposure_warning(const std::string& host) {
  if (host.starts_with("127.") || host == "::1") return "";
  return host + " can be reached from other machines: the protocol has no password and no encryption";
}

ServedRun::ServedRun(const Plan& plan, const Fingerprint& fingerprint, const SessionSetup& setup,
                     const ServeSettings& settings, const RunFiles& files) {
  std::vector<PracticeTask> tasks = tasks_for_practice(plan, settings.practice);
  finished_ = finished_run(plan, fingerprint, files);
  if (finished_) return;
  log_.emplace(settings.log);
  open_.emplace(plan, fingerprint, files);
  try {
    PlayerOptions player = settings.player;
    if (settings.practice > 0) {
      practised_.emplace(PracticeFile::path_for(files.out), fingerprint, files.resume, files.force);
      practice_.emplace(PracticeSet{.tasks = std::move(tasks), .file = *practised_});
      player.practice = &*practice_;
    }
    queue_.emplace(*open_, settings.progress);
    server_.emplace(ServedGame{.plan = plan, .queue = *queue_, .setup = setup, .player = player},
                    settings.server, *log_);
  } catch (...) {
    open_->stop();
    throw;
  }
}

RunSummary ServedRun::serve() try {
  server_->serve();
  return open_->finish();
} catch (const Stopped&) {
  throw stopped();
} catch (...) {
  open_->stop();
  throw;
}

StoppedServer ServedRun::stopped() {
  StoppedServer end;
  static_cast<StoppedRun&>(end) = open_->stop();
  if (practised_) {
    end.attempts = practised_->attempts();
    end.practice = practised_->path().string();
  }
  return end;
}

}  // namespace novphy
