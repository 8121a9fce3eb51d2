#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "jobs/setting.h"

namespace CLI {
class App;
}

/// Commands that are described by their settings.
namespace novphy::app {

struct CommandText {
  const char* name;
  const char* what;  ///< one sentence
  const char* group;
  const char* examples;  ///< a line each
};

/// What a command does, once its settings are set and checked.
struct Job {
  Settings settings;  ///< of values that `run` keeps
  std::function<void(const Settings&)> run;
};

/// The job of a function that takes `Wanted`, whose member function settings() lists its fields.
template <class Wanted>
Job job_of(void (*run)(Wanted&)) {
  const auto wanted = std::make_shared<Wanted>();
  return {wanted->settings(), [wanted, run](const Settings&) { run(*wanted); }};
}
/// The job of a function that also takes the settings as they were given.
template <class Wanted>
Job job_of(void (*run)(Wanted&, const Settings&)) {
  const auto wanted = std::make_shared<Wanted>();
  return {wanted->settings(), [wanted, run](const Settings& settings) { run(*wanted, settings); }};
}

/// Adds the command to the program, or a part of a command to the command. This is the bridge to the library
/// that reads command lines. A command with an output has --force; every command has --settings.
CLI::App& add_job(CLI::App& app, const CommandText& text, Job job);

/// Adds options with these settings to a command that is not described as a whole. They are not checked
/// together.
void add_settings(CLI::App& command, Settings settings);

}  // namespace novphy::app
