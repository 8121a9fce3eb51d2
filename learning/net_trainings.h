#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/task.h"
#include "trials/plan_tasks.h"

namespace novphy {

/// Tasks of one template, from which agents learn or on which they are tried.
struct TemplateTasks {
  std::string task_template{};  ///< such as "rolling/agents/normal"
  std::vector<Task> tasks{};
  std::vector<std::string> hashes{};  ///< of the tasks' texts, as in an index of tasks
};

/// Makes tasks 0 to count - 1 of these templates, which must be sides of the pairs. `novphy generate` makes
/// the same tasks from the same seed. The result has the order of `templates`. The file `fresh.partial` keeps
/// the tasks made so far, and is removed at the end. Throws InputError as make_tasks_of() does.
std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets);

/// One training, whose net serves one template or several.
struct NetTraining {
  std::vector<std::string> templates{};  ///< those that the net serves
  TemplateTasks training{};              ///< the training tasks, filed under the first of `templates`
  std::vector<Task> held_out{};  ///< tasks apart from training: as many of each template, in their order

  /// The held-out tasks of template i.
  std::span<const Task> held_out_of(std::size_t i) const;
};

/// The first template of the training and the number of the others: "rolling/agents/normal and 3 more".
std::string name(const NetTraining& training);

/// Which trainings are wanted.
struct NetTrainingOrder {
  std::vector<std::string> templates{};  ///< those that get a net
  /// The templates on whose tasks one net for all of `templates` is trained. Empty: each of `templates` gets
  /// a net that is trained on its own tasks.
  std::vector<std::string> sources{};
  /// Training tasks of each training: of several sources an equal share, and the first ones get the rest.
  int tasks = 280;
  int held_out = 70;  ///< further tasks of each template, apart from training
};

/// Gives the first `count` tasks of each of these templates.
using TaskMaker =
    std::function<std::vector<TemplateTasks>(const std::vector<std::string>& templates, int count)>;

/// The templates on whose tasks the net of a template is trained.
std::vector<std::string> sources_of(const NetTrainingOrder& order, const std::string& task_template);

/// Makes the trainings of an order, whose templates must not be empty. All tasks come of one call of `make`.
/// The tasks of several sources take turns, so that the last tasks of a training are of all sources. Throws
/// InputError where there are fewer tasks than sources.
std::vector<NetTraining> make_net_trainings(const NetTrainingOrder& order, const TaskMaker& make);

}  // namespace novphy
