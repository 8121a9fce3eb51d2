#pragma once

#include <pybind11/pybind11.h>

/// The parts of the module _novphy. Each function adds the names that one file defines.
namespace novphy::python {

void bind_tasks(pybind11::module_& module);         // tasks, pairs, generator, novelties, solver
void bind_plays(pybind11::module_& module);         // pure plays
void bind_filming(pybind11::module_& module);       // frames of plays
void bind_worlds(pybind11::module_& module);        // plays, call by call
void bind_believing(pybind11::module_& module);     // believed tasks
void bind_seeing(pybind11::module_& module);        // observations
void bind_env_setups(pybind11::module_& module);    // what environments of Gymnasium play
void bind_environments(pybind11::module_& module);  // the engine of Gymnasium's environments
void bind_episodes(pybind11::module_& module);      // the episodes of data sets
void bind_plans(pybind11::module_& module);         // plans
void bind_sessions(pybind11::module_& module);      // trials, call by call
void bind_tool_trials(pybind11::module_& module);   // trials, by calls of tools
void bind_agents(pybind11::module_& module);        // agents of novphy, call by call
void bind_runs(pybind11::module_& module);          // agents, whole plans
void bind_shared_runs(pybind11::module_& module);   // plans whose trials workers play
void bind_serving(pybind11::module_& module);       // servers for agents of the original game
void bind_measures(pybind11::module_& module);      // measures of numbers
void bind_jobs(pybind11::module_& module);          // what the commands do
void bind_commands(pybind11::module_& module);      // the program's command line

}  // namespace novphy::python
