#include "serve/served_run.h"

#include <fmt/core.h>

#include <iterator>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "serve/practice.h"

namespace novphy {
namespace {

bool is_loopback(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

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
  return is_loopback(host) ? ""
                           : host +
                                 " can be reached from other machines: the protocol has no password and no "
                                 "encryption";
}

struct ServedRun::Impl {
  Impl(const Plan& plan, const Fingerprint& fingerprint, const SessionSetup& setup,
       const ServeSettings& settings, const RunFiles& files, std::function<void(const Progress&)> progress)
      : files_(files), settings_(settings), progress_(std::move(progress)) {
    std::vector<PracticeTask> tasks = tasks_for_practice(plan, settings_.practice);
    finished_ = finished_run(plan, fingerprint, files_);
    if (finished_) return;
    log_.emplace(settings_.log);
    open_.emplace(plan, fingerprint, files_);
    try {
      open(plan, fingerprint, setup, std::move(tasks));
    } catch (...) {
      open_->stop();
      throw;
    }
  }

  void open(const Plan& plan, const Fingerprint& fingerprint, const SessionSetup& setup,
            std::vector<PracticeTask> tasks) {
    PlayerOptions player = settings_.player;
    if (settings_.practice > 0) {
      practised_.emplace(PracticeFile::path_for(files_.out), fingerprint, files_.resume, files_.force);
      practice_.emplace(PracticeSet{.tasks = std::move(tasks), .file = *practised_});
      player.practice = &*practice_;
    }
    queue_.emplace(*open_, progress_);
    server_.emplace(plan, *queue_, setup, player, settings_.server, *log_);
  }

  RunSummary serve() try {
    server_->serve();
    return open_->finish();
  } catch (const Stopped&) {
    throw stopped();
  } catch (...) {
    open_->stop();
    throw;
  }

  StoppedServer stopped() {
    StoppedServer end;
    static_cast<StoppedRun&>(end) = open_->stop();
    if (practised_) {
      end.attempts = practised_->attempts();
      end.practice = practised_->path().string();
    }
    return end;
  }

  RunFiles files_;
  ServeSettings settings_;
  std::function<void(const Progress&)> progress_;
  std::optional<RunSummary> finished_{};
  std::optional<RequestLog> log_{};
  std::optional<OpenRun> open_{};
  std::optional<PracticeFile> practised_{};
  std::optional<PracticeSet> practice_{};
  std::optional<TrialQueue> queue_{};
  std::optional<Server> server_{};
};

ServedRun::ServedRun(const Plan& plan, const Fingerprint& fingerprint, const SessionSetup& setup,
                     const ServeSettings& settings, const RunFiles& files,
                     std::function<void(const Progress&)> progress)
    : impl_(std::make_unique<Impl>(plan, fingerprint, setup, settings, files, std::move(progress))) {}
ServedRun::~ServedRun() = default;

const std::optional<RunSummary>& ServedRun::finished() const { return impl_->finished_; }

const Progress& ServedRun::progress() const { return impl_->open_->progress(); }

std::uint16_t ServedRun::port() const { return impl_->server_->port(); }

RunSummary ServedRun::serve() { return impl_->serve(); }

void ServedRun::check_log() { impl_->log_->check(); }

}  // namespace novphy
