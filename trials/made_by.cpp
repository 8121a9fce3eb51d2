#include "trials/made_by.h"

#include <fmt/core.h>
#include <sys/utsname.h>

#include <map>
#include <utility>

#include "evaluator/record_io.h"
#include "trials/plan_tasks.h"

namespace novphy {

Fingerprint build_info() {
  Fingerprint print;
  print.version = NOVPHY_VERSION;
  print.told_seeds = kToldSeeds;
  print.box2d = NOVPHY_BOX2D_VERSION;
  print.compiler = NOVPHY_COMPILER;
  utsname system{};
  print.architecture = ::uname(&system) == 0 ? system.machine : "unknown";
  return print;
}

bool made_in_browser(const Fingerprint& fingerprint) { return fingerprint.architecture == "wasm32"; }

Fingerprint made_by(const Assets& assets, const std::string& physics,
                    std::span<const std::string> overrides) {
  Fingerprint print = build_info();
  print.catalogue_hash = assets.catalogue_hash;
  print.physics_hash = assets.physics_hash;
  print.physics = physics;
  print.overrides.assign(overrides.begin(), overrides.end());
  return print;
}

namespace {

/// A field's value in words.
std::string text(const Node& value) {
  if (value.is_text()) return value.text().empty() ? "none" : value.text();
  if (value.is_null()) return "none";
  if (!value.is_array()) return value.json();
  std::string texts;
  for (const Node& each : value.array()) texts += (texts.empty() ? "" : " ") + each.text();
  return texts.empty() ? "none" : texts;
}

/// The text with this value in place of "{}".
std::string filled(std::string text, const std::string& value) {
  const auto place = text.find("{}");
  return place == std::string::npos ? text : text.replace(place, 2, value);
}

/// The name and the hash in a text such as "my agent.py 0123456789abcdef".
std::pair<std::string, std::string> name_and_hash(const std::string& file) {
  const std::size_t blank = file.rfind(' ');
  if (blank == std::string::npos) return {file, ""};
  return {file.substr(0, blank), file.substr(blank + 1)};
}

std::vector<std::string> changed_files(const Fingerprint& then, const Fingerprint& now) {
  std::map<std::string, std::string> hashes;
  for (const std::string& file : now.agent_files) hashes.insert(name_and_hash(file));
  std::vector<std::string> found;
  for (const std::string& file : then.agent_files) {
    const auto [name, hash] = name_and_hash(file);
    const auto is = hashes.find(name);
    if (is == hashes.end())
      found.push_back(fmt::format("the agent's file {} had the hash {}, and cannot be read now", name, hash));
    else if (is->second != hash)
      found.push_back(
          fmt::format("the agent's file {} had the hash {}, and has {} now", name, hash, is->second));
  }
  return found;
}

}  // namespace

Fingerprint continued(Fingerprint then, const Fingerprint& now) {
  then.plan = now.plan;
  then.planned_trials = now.planned_trials;
  then.planned_novel = now.planned_novel;
  then.novel_varies = now.novel_varies;
  then.novel_spans = now.novel_spans;
  then.settings = now.settings;
  return then;
}

std::vector<std::string> obstacles(const Fingerprint& then, const Fingerprint& now) {
  Fingerprint comparable = continued(then, now);
  comparable.agent_files = now.agent_files;
  if (now.plan_hash.empty()) comparable.plan = then.plan;
  std::vector<std::string> found = differences(comparable, now);
  for (std::string& file : changed_files(then, now)) found.push_back(std::move(file));
  return found;
}

std::vector<std::string> differences(const Fingerprint& then, const Fingerprint& now,
                                     const Wording& wording) {
  std::vector<std::string> found;
  JsonDocument before(to_whole_json(then), "");
  JsonDocument after(to_whole_json(now), "");
  for (const auto& [key, was] : before.root().members())
    if (const Node is = after.root().at(key); was.json() != is.json())
      found.push_back(
          fmt::format("{} {}, {}", key, filled(wording.then, text(was)), filled(wording.now, text(is))));
  return found;
}

}  // namespace novphy
