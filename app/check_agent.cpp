#include "jobs/check_agent.h"

#include <fmt/core.h>

#include <cstdio>
#include <string>

#include "app/commands.h"
#include "app/program.h"
#include "base/text.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace novphy::app {
namespace {

constexpr int kPointFails = 1;  // exit code
constexpr std::size_t kMostShown = 200;

/// The text on one line, cut where it is long.
std::string shortened(const std::string& text) {
  return printable(text.size() > kMostShown ? text.substr(0, kMostShown) + "..." : text);
}

std::string coloured(PointVerdict verdict) {
  const std::string word = fmt::format("{:<4}", name(verdict));
  if (verdict == PointVerdict::kOk) return word;
  return verdict == PointVerdict::kFail ? red(word, stdout) : yellow(word, stdout);
}

void print_point(const CheckedPoint& point) {
  fmt::print("{}  {:<18}  {}\n", coloured(point.verdict), point.name, printable(point.says));
  if (!point.last_answer.empty()) fmt::print("{:26}its last answer: {}\n", "", shortened(point.last_answer));
  if (!point.change.empty()) fmt::print("{:26}to change: {}\n", "", point.change);
  std::fflush(stdout);  // each point may take long
}

void print_end(const AgentCheck& check) {
  fmt::print("\n{:<12}  {:>5}  {:>9}  first answer\n", "message", "sent", "longest");
  for (const CheckedMessage& each : check.messages)
    fmt::print("{:<12}  {:>5}  {:>7.3f} s  {}\n", each.type, each.sent, each.longest_s,
               shortened(each.answer));
  for (const char* type : {"watch", "plan"})
    if (!check.has(type)) fmt::print("{:<12}  {:>5}  {:>11}  the agent asks for none\n", type, 0, "");
  fmt::print("\n{}: {} ok, {} warn, {} fail\n", counted(check.points.size(), "point"),
             check.count(PointVerdict::kOk), check.count(PointVerdict::kWarn),
             check.count(PointVerdict::kFail));
}

void run_check(With<AgentCheckSettings, JsonLine>& wanted, const Settings& settings) {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // as novphy run does
#endif
  const CatchSignals signals;
  AgentCheck check;
  try {
    check =
        check_agent(wanted, context_of(settings), {}, signals.stop(), [&wanted](const CheckedPoint& point) {
          if (!wanted.json) print_point(point);
        });
  } catch (const Stopped&) {
    throw Interrupted{.signal = signals.signal()};
  }
  if (wanted.json)
    fmt::print("{}\n", check.json());
  else
    print_end(check);
  if (check.count(PointVerdict::kFail) > 0) throw ExitCode{kPointFails};
}

}  // namespace

Commands check_agent_commands() {
  return {{{"check-agent",
            "Says what an agent does with every message and odd scene; exit code 1 if a point fails",
            kTrialsGroup,
            "novphy check-agent \"exec:python3 my_agent.py\"\n"
            "novphy check-agent pig_shooter --json"},
           job<run_check>}};
}

}  // namespace novphy::app
