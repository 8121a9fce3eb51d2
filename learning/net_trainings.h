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
/// the same tasks from the same seed. The result has the order of `templates`. The tasks made so far stand in
/// the file `fresh.partial`, which stays. Throws InputError as make_tasks_of() does.
std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets);

/// One training, whose net serves one template or several.
struct NetTraining {
  std::vector<std::string> templates{};  ///< those that the net serves
  TemplateTasks training{};              ///< the tasks that teach, filed under the first of `templates`
  std::vector<Task> held_out{};  ///< tasks that teach nothing: as many of each template, in their order

  /// The tasks of template i that teach nothing.
  std::span<const Task> held_out_of(std::size_t i) const;
};

/// The first template of the training and the number of the others: "rolling/agents/normal and 3 more".
std::string name(const NetTraining& training);

/// Which trainings are wanted.
struct NetTrainingOrder {
  std::vector<std::string> templates{};  ///< those that get a net
  /// The templates whose tasks teach one net for all of `templates`. Empty: each of `templates` teaches a net
  /// of its own.
  std::vector<std::string> sources{};
  int tasks =
      280;  ///< that teach in each training; of several sources an equal share, the first ones get the rest
  int held_out = 70;  ///< further tasks of each template, which teach nothing
};

/// Gives the first `count` tasks of each of these templates.
using TaskMaker =
    std::function<std::vector<TemplateTasks>(const std::vector<std::string>& templates, int count)>;

/// The templates whose tasks teach the net of a template.
std::vector<std::string> sources_of(const NetTrainingOrder& order, const std::string& task_template);

/// Makes the trainings of an order, whose templates must not be empty. All tasks come of one call of `make`.
/// The tasks of several sources take turns, so that the last tasks of a training are of all sources. Throws
/// InputError where there are fewer tasks than sources.
std::vector<NetTraining> make_net_trainings(const NetTrainingOrder& order, const TaskMaker& make);

}  // namespace novphy
