#include "jobs/check_agent.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/program.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace novphy::app {
namespace {

constexpr int kPointFails = 1;  // exit code
constexpr std::size_t kMostShown = 200;

/// The agent's program, or the port to which it connects, and what novphy serve takes that agents see.
struct CheckAgentArguments : AgentCheckSettings {
  std::optional<int> port{};
  ServerSettings server{};
  bool json = false;

  Settings settings() {
    Settings of_server = server.settings();
    std::erase_if(of_server, [](const Setting& each) {
      return !contains(std::array{"labels", "count-levels"}, each.name);
    });
    for (Setting& each : of_server) each.needs = {"serve"};
    Settings all =
        joined({AgentCheckSettings::settings(),
                {{"serve", &port,
                  "In place of AGENT: one of the original game, which connects here; 0: any free port",
                  "PORT", Also{.least = 0, .most = 65535, .excludes = {"agent"}}}},
                std::move(of_server),
                {{"json", &json, "Prints one JSON line"}}});
    find(all, "agent", Face::kFile)->required = false;
    return all;
  }
};

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
  if (!check.messages.empty())
    fmt::print("\n{:<12}  {:>5}  {:>9}  first answer\n", "message", "sent", "longest");
  for (const CheckedMessage& each : check.messages)
    fmt::print("{:<12}  {:>5}  {:>7.3f} s  {}\n", each.type, each.sent, each.longest_s,
               shortened(each.answer));
  for (const char* type : {"watch", "plan"})
    if (!check.messages.empty() && !check.has(type))
      fmt::print("{:<12}  {:>5}  {:>11}  the agent asks for none\n", type, 0, "");
  const int skipped = check.count(PointVerdict::kSkip);
  fmt::print("\n{}: {} ok, {} warn, {} fail{}\n", counted(check.points.size(), "point"),
             check.count(PointVerdict::kOk), check.count(PointVerdict::kWarn),
             check.count(PointVerdict::kFail), skipped > 0 ? fmt::format(", {} not checked", skipped) : "");
}

void print_port(const std::string& host, int port) {
  if (const std::string warning = exposure_warning(host); !warning.empty()) print_warning(warning);
  fmt::print("listening on {} port {}\n", host, port);
  std::fflush(stdout);
}

void run_check(CheckAgentArguments& wanted, const Settings& settings) {
  if (wanted.agent.empty() && !wanted.port) throw InputError("", "agent is required, or --serve");
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // as novphy run does
#endif
  const CatchSignals signals;
  const auto print = [&wanted](const CheckedPoint& point) {
    if (!wanted.json) print_point(point);
  };
  AgentCheck check;
  try {
    if (wanted.port) {
      wanted.server.port = *wanted.port;
      check = check_served(wanted.server, wanted.agent_timeout_s, context_of(settings), signals.stop(),
                           [&](int port) { print_port(wanted.server.served.server.host, port); });
      std::ranges::for_each(check.points, print);
    } else {
      check = check_agent(wanted, context_of(settings), {}, signals.stop(), print);
    }
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
  return {{.text = {"check-agent",
                    "Says what an agent does with every message and odd scene; exit code 1 if a point fails",
                    kTrialsGroup,
                    "novphy check-agent \"exec:python3 my_agent.py\"\n"
                    "novphy check-agent --serve 2004"},
           .make = job<run_check>,
           .moved = {{"mcp",
                      "players over the Model Context Protocol are checked by the Python package: "
                      "python -m novphy mcp --check (pip install 'novphy[mcp]')"}}}};
}

}  // namespace novphy::app
