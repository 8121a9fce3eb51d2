#include <stdexcept>
#include <string>

#include "base/json_reader.h"
#include "levels/experiment_config.h"
#include "levels/pair.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "tests/fuzz/targets.h"
#include "trials/level_plan.h"

namespace novphy::fuzz {
namespace {

void read_template_again(const Template& side) {
  const std::string text = template_to_json(side, shipped_catalogue());
  JsonDocument document(text, "again");
  need(read_template(document.root(), side.name, shipped_catalogue()) == side, "another template");
  document.check();
}

/// A task that was read and written. An error while the written text is read is a mistake.
template <class Function>
void must_read(const Function& function) try {
  function();
} catch (const InputError& error) {
  throw std::logic_error(std::string("what was written is refused: ") + error.what());
}

}  // namespace

void run_task(std::string_view bytes) {
  read_or_refuse([&] {
    const Task task = parse_task_json(bytes, "fuzz", shipped_catalogue());
    must_read([&] {
      need(parse_task_json(task_to_json(task, shipped_catalogue()), "again", shipped_catalogue()) == task,
           "another task");
    });
  });
  read_or_refuse([&] {
    const Pair pair = parse_pair_json(bytes, "fuzz", shipped_catalogue());
    must_read([&] { read_template_again(pair.novel); });
  });
}

void run_xml(std::string_view bytes) {
  read_or_refuse([&] {
    Warnings warnings;
    const Task ours = parse_task_xml(bytes, "fuzz_010603_0.xml", shipped_catalogue(), &warnings);
    must_read([&] {
      const Task again =
          parse_task_json(task_to_json(ours, shipped_catalogue()), "json", shipped_catalogue());
      need(first_difference(again, ours, 1e-9).empty(), "another task");
    });
    const Task task = parse_task_xml(bytes, "fuzz", shipped_catalogue());
    must_read([&] { task_to_xml(task, shipped_catalogue()); });
  });
}

void run_config(std::string_view bytes) {
  read_or_refuse([&] {
    Warnings warnings;
    const ExperimentConfig config = parse_experiment_config(bytes, "fuzz", warnings);
    need(!config.trials.empty(), "a configuration without a trial");
    for (const ConfigTrial& trial : config.trials)
      need(trial.executions > 0 && !trial.tasks.empty(), "a trial without tasks");
    plan_of_config(config, NOVPHY_SOURCE_DIR "/tests/fuzz/config", shipped_catalogue(), 1, warnings);
  });
}

}  // namespace novphy::fuzz
