#include "app/arguments.h"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "app/common.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"
#include "jobs/context.h"
#include "levels/overlap.h"
#include "levels/pair.h"
#include "levels/task_file.h"

namespace novphy::app {
namespace {

/// Cuts a finite number off the beginning of the text and returns it.
std::optional<double> cut_number(std::string_view& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// Cuts a mark such as '@' and a number off the beginning of the text and returns the number; `otherwise`
/// where the text does not begin with the mark.
std::optional<double> cut_marked(std::string_view& text, char mark, double otherwise) {
  if (text.empty() || text.front() != mark) return otherwise;
  text.remove_prefix(1);
  return cut_number(text);
}

constexpr double kLongestMs = 1e6;

bool is_time(const std::optional<double>& ms) { return ms && *ms >= -1 && *ms <= kLongestMs; }

/// Reads the value of a parameter. Throws InputError for a text that is none of its words or outside its
/// range.
ParameterValue value_of(const Parameter& parameter, std::string_view text) {
  std::string_view rest = text;
  const auto number = cut_number(rest);
  const ParameterValue value =
      number && rest.empty() && !parameter.is_word() ? ParameterValue(*number) : std::string(text);
  if (allows(parameter, value)) return value;
  throw InputError(
      "--with", fmt::format("found \"{}={}\", expected {}", parameter.name, text, allowed_values(parameter)));
}

ParameterValues values_of(const std::vector<Parameter>& parameters,
                          const std::vector<std::string>& settings) {
  ParameterValues values;
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    const std::string name = setting.substr(0, equals);
    const auto* named = find_in(parameters, [&](const Parameter& each) { return each.name == name; });
    if (!named || equals == std::string::npos)
      throw InputError("--with", fmt::format("found \"{}\", expected NAME=VALUE, where NAME is one of: {}",
                                             setting, folded(mapped(parameters, &Parameter::name))));
    values[name] = value_of(*named, std::string_view(setting).substr(equals + 1));
  }
  return values;
}

/// The parameters that --with may set: the pair's parameters and the shift.
std::vector<Parameter> settable(const Pair& pair, const Template& side) {
  std::vector<Parameter> list = pair.family.parameters;
  list.push_back({.name = "dx", .min = side.dx_m.min, .max = side.dx_m.max});
  list.push_back({.name = "dy", .min = side.dy_m.min, .max = side.dy_m.max});
  return list;
}

}  // namespace

Vec2 point_argument(const std::string& option, const std::string& text) {
  std::string_view rest = text;
  const auto x = cut_number(rest);
  const auto y = x ? cut_marked(rest, ',', NAN) : std::nullopt;
  if (y && std::isfinite(*y) && rest.empty()) return {*x, *y};
  throw InputError(option, fmt::format("found \"{}\", expected X,Y in metres", text));
}

Shot shot_argument(const std::string& text) {
  std::string_view rest = text;
  const auto angle_deg = cut_number(rest);
  const auto pull_m = cut_marked(rest, '@', 1);
  const auto tap_ms = cut_marked(rest, '+', -1);
  const auto launch_ms = cut_marked(rest, '/', -1);
  const auto thought_ms = cut_marked(rest, '~', -1);
  const bool fine = angle_deg && std::abs(*angle_deg) <= 360 && pull_m && *pull_m >= 0 && is_time(tap_ms) &&
                    is_time(launch_ms) && is_time(thought_ms) && rest.empty();
  if (!fine) {
    throw InputError(
        "--shot",
        fmt::format("found \"{}\", expected ANGLE[@PULL][+TAP_MS][/LAUNCH_MS][~THOUGHT_MS], such as "
                    "45@1 or 30@0.8+900",
                    text));
  }
  Shot shot = aimed(radians(*angle_deg), *pull_m, static_cast<int>(std::lround(*tap_ms)));
  shot.launch_ms = static_cast<int>(std::lround(*launch_ms));
  shot.thought_ms = static_cast<int>(std::lround(*thought_ms));
  return shot;
}

std::pair<std::string, double> setting_argument(const std::string& text) {
  const auto equals = text.find('=');
  std::string_view rest = equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1);
  const auto value = cut_number(rest);
  if (value && rest.empty() && equals > 0) return {text.substr(0, equals), *value};
  throw InputError("--set", fmt::format("found \"{}\", expected NAME=NUMBER", text));
}

Settings TaskArgument::settings() {
  return {{"task", &text_,
           "A task (our JSON or Science Birds XML), a pair, or a name such as rolling/agents:novel", "TASK",
           Also{.positional = true, .required = true}},
          {"side", &side_, "Which template of a pair file: normal or novel",
           Also{.choices = {"normal", "novel"}}},
          {"with", &with_,
           "The value of a parameter of the pair, such as gap=0.5; other parameters have their base values",
           "NAME=VALUE", Also{.one_each = true}}};
}

TaskPlace TaskArgument::place() const {
  TaskPlace place = task_place(text_, context_of());
  if (!side_.empty() && !place.side.empty()) throw InputError(text_, "names the side, expected no --side");
  if (!side_.empty()) place.side = side_;
  return place;
}

std::vector<SideTask> TaskArgument::load_all(const Catalogue& catalogue) const {
  TaskPlace place = this->place();
  if (!place.side.empty() || !is_pair(read_file(place.file, kTaskBounds)))
    return {{.side = place.side, .task = load(catalogue)}};
  return mapped(std::array{"normal", "novel"}, [&](const char* side) -> SideTask {
    place.side = side;
    return {.side = side, .task = load_side(place, catalogue)};
  });
}

Task TaskArgument::load(const Catalogue& catalogue, Goal goal) const {
  Warnings warnings;
  const TaskPlace place = this->place();
  if (is_side_of_pair(place, text_)) return load_side(place, catalogue);
  if (!with_.empty()) throw InputError(text_, "is one task and has no parameters, expected no --with");
  Task task = goal == Goal::kNeeded ? read_with_goal(place.file, catalogue, &warnings)
                                    : read_task(place.file, catalogue, &warnings);
  print_warnings(warnings);
  return task;
}

Task TaskArgument::load_side(const TaskPlace& place, const Catalogue& catalogue) const {
  const bool novel = place.side == "novel";
  const Pair base = read_pair(place.file, catalogue);
  if (with_.empty()) return base.side(novel).task;
  const ParameterValues values = values_of(settable(base, base.side(novel)), with_);
  const auto value = [&](const char* name) {
    return values.contains(name) ? std::get<double>(values.at(name)) : 0;
  };
  return member_of(base, {.values = values, .shift_m = {value("dx"), value("dy")}}, catalogue)
      .side(novel)
      .task;
}

RecordFile::RecordFile(const std::string& name, const std::string& assets, const std::string& plan,
                       CutLine cut)
    : file(name),
      reader(name, cut),
      setting(load_setting(name, reader.fingerprint(), {.assets = assets_folder(assets), .plan = plan},
                           print_warning)) {}

Setting shots_setting(std::vector<std::string>& shots) {
  return {"shot", &shots,
          "One for each bird: angle in degrees counter-clockwise from the right, pull in metres (default: "
          "1), times of tap, launch and thought in milliseconds; write negative angles as --shot=-5",
          "ANGLE[@PULL][+TAP_MS][/LAUNCH_MS][~THOUGHT_MS]", Also{.one_each = true}};
}

std::vector<Shot> shots_of(const std::vector<std::string>& texts, const Task& task) {
  if (texts.size() > task.birds.size())
    throw InputError("--shot", fmt::format("found {}, the task has {}", counted(texts.size(), "shot"),
                                           counted(task.birds.size(), "bird")));
  return mapped(texts, shot_argument);
}

}  // namespace novphy::app
