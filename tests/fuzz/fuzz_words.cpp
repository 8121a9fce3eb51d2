#include <cmath>
#include <stdexcept>
#include <string>

#include "agents/agent.h"
#include "agents/external/line_protocol.h"
#include "app/arguments.h"
#include "base/text.h"
#include "tests/fuzz/targets.h"

namespace novphy::fuzz {
namespace {

template <class Function>
void answer(const Function& function) try {
  function();
} catch (const AgentError& error) {
  const std::string reason = error.what();
  need(!reason.empty() && reason.find('\n') == std::string::npos, "a reason that is not one line");
}

}  // namespace

void run_answers(std::string_view bytes) {
  Observation seen;
  seen.px_per_m = 20;
  answer([&] { line_protocol::read_wishes(bytes); });
  answer([&] {
    const Shot shot = line_protocol::read_shot(bytes, seen);
    need(std::isfinite(shot.drag_m.x) && std::isfinite(shot.drag_m.y), "a drag that is no number");
  });
  answer([&] {
    const double probability = line_protocol::read_report(bytes).probability;
    need(probability >= 0 && probability <= 1, "a probability that is none");
  });
  answer([&] { line_protocol::read_nothing(bytes); });
}

void run_arguments(std::string_view bytes) {
  const std::string text(bytes);
  read_or_refuse([&] {
    const Vec2 point = app::point_argument("--at", text);
    need(std::isfinite(point.x) && std::isfinite(point.y), "no point");
  });
  read_or_refuse([&] { app::shot_argument(text); });
  read_or_refuse([&] { need(std::isfinite(app::setting_argument(text).second), "no number"); });
  const std::string shown = printable(text);
  need(shown.find('\x1b') == std::string::npos && printable(shown) == shown, "a text that is not printable");
}

}  // namespace novphy::fuzz
