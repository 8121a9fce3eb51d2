#include "serve/mcp/trial_desk.h"

#include <fmt/core.h>

#include <random>
#include <utility>

namespace novphy {
namespace {

/// A handle that nobody can guess. Nothing that is recorded depends on it.
std::string new_handle() {
  std::random_device random;
  std::string handle = "trial-";
  for (int i = 0; i < 3; ++i) handle += fmt::format("{:08x}", random());
  return handle;
}

}  // namespace

TrialDesk::TrialDesk(const Plan& plan, TrialQueue& queue, const SessionSetup& setup, const Track& track)
    : plan_(plan),
      queue_(queue),
      setup_(setup),
      track_(track),
      tools_(tools_of(track, Vocabulary(track.disguise), setup.catalogue.launch.max_drag_m)) {}

TrialDesk::~TrialDesk() = default;

std::optional<std::string> TrialDesk::begin() {
  const std::optional<int> index = queue_.take();
  if (!index) return std::nullopt;
  auto open = std::make_shared<Open>();
  open->index = *index;
  open->trial =
      std::make_unique<ToolTrial>(plan_, plan_.trials[static_cast<std::size_t>(*index)], setup_, track_);
  const std::lock_guard lock(mutex_);
  std::string handle = new_handle();
  open_.emplace(handle, std::move(open));
  return handle;
}

std::shared_ptr<TrialDesk::Open> TrialDesk::find(const std::string& handle) const {
  const std::lock_guard lock(mutex_);
  const auto it = open_.find(handle);
  return it == open_.end() ? nullptr : it->second;
}

bool TrialDesk::goes_on(const std::string& handle) const {
  const std::shared_ptr<Open> open = find(handle);
  if (!open) return false;
  const std::lock_guard lock(open->mutex);
  return open->trial && !open->trial->over();
}

void TrialDesk::spend(const std::string& handle, const PlayerUsage& spent) {
  const std::shared_ptr<Open> open = find(handle);
  if (!open) return;
  const std::lock_guard lock(open->mutex);
  if (open->trial) open->trial->spend(spent);
}

ToolReply TrialDesk::call(const std::string& handle, std::string_view tool, std::string_view arguments,
                          const PlayerUsage& spent) {
  const std::shared_ptr<Open> open = find(handle);
  const char* const kUnknown = "this trial is over, or there is none with this handle: expected start_trial";
  if (!open) return refusal(kUnknown);
  ToolReply reply;
  {
    const std::lock_guard lock(open->mutex);
    if (!open->trial) return refusal(kUnknown);
    reply = open->trial->call(tool, arguments);
    open->trial->spend(spent);
    if (reply.refused || tool != "report_novelty" || !open->trial->over()) return reply;
  }
  leave(handle);
  reply.text += "The trial is over.\n";
  return reply;
}

void TrialDesk::leave(const std::string& handle) {
  const std::shared_ptr<Open> open = find(handle);
  if (!open) return;
  finish(*open);
  const std::lock_guard lock(mutex_);
  open_.erase(handle);
}

void TrialDesk::finish(Open& open) {
  const std::lock_guard lock(open.mutex);
  if (!open.trial) return;
  const bool whole = open.trial->over();
  const std::vector<Record> records = open.trial->finish("the player left");
  open.trial.reset();
  if (whole) queue_.finish(open.index, records);
}

void TrialDesk::leave_all() {
  std::vector<std::string> handles;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [handle, open] : open_) handles.push_back(handle);
  }
  for (const std::string& handle : handles) leave(handle);
}

}  // namespace novphy
