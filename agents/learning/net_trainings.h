#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/task.h"
#include "trials/plan_tasks.h"

namespace novphy {

/// Tasks of one template, on which agents are trained or tested.
struct TemplateTasks {
  std::string task_template{};  ///< such as "rolling/agents/normal"
  std::vector<Task> tasks{};
  std::vector<std::string> hashes{};  ///< of the tasks' texts, as in an index of tasks
};

/// Makes tasks 0 to count - 1 of these templates, which must be sides of the pairs. `novphy generate` makes
/// the same tasks from the same seed. The result has the order of `templates`. The file `fresh.partial` keeps
/// the tasks made so far and is removed at the end. Throws InputError as make_tasks_of() does.
std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets);

/// One training. Its net serves one template or several.
struct NetTraining {
  std::vector<std::string> templates{};  ///< those that the net serves
  TemplateTasks training{};              ///< the training tasks, filed under the first of `templates`
  std::vector<Task> held_out{};  ///< tasks not used for training: equally many of each template, in the
                                 ///< templates' order

  /// The held-out tasks of template i.
  std::span<const Task> held_out_of(std::size_t i) const;
};

/// The first template of the training and the number of the others: "rolling/agents/normal and 3 more".
std::string name(const NetTraining& training);

/// Which trainings to make. All templates are normal ones, because agents are trained on normal tasks.
struct NetTrainingOrder {
  std::vector<Pair> pairs{};             ///< the pairs that the templates are sides of, each once
  std::vector<std::string> templates{};  ///< those that get a net
  /// The templates on whose tasks a single net for all of `templates` is trained. Empty: each of `templates`
  /// gets its own net, trained on its own tasks.
  std::vector<std::string> sources{};
  /// Training tasks of each training. Several sources give equal shares; the first ones give one more if a
  /// rest remains.
  int tasks = 280;
  int held_out = 70;  ///< more tasks of each template, not used for training
};

/// Gives the first `count` tasks of each of these templates.
using TaskMaker =
    std::function<std::vector<TemplateTasks>(const std::vector<std::string>& templates, int count)>;

/// The templates on whose tasks the net of a template is trained.
std::vector<std::string> sources_of(const NetTrainingOrder& order, const std::string& task_template);

/// Makes the trainings of an order, whose templates must not be empty. Calls `make` once for all tasks. The
/// tasks of several sources alternate, so that the last tasks of a training come from all sources. Throws
/// InputError if there are fewer tasks than sources.
std::vector<NetTraining> make_net_trainings(const NetTrainingOrder& order, const TaskMaker& make);

/// Finds the templates that the names stand for, as order_of() does. `train_on` names the sources. Throws
/// InputError for an unknown name, and for a name of novel templates only.
NetTrainingOrder training_order(const std::vector<std::string>& names,
                                const std::vector<std::string>& train_on, const std::vector<Pair>& library,
                                const Catalogue& catalogue);

}  // namespace novphy
