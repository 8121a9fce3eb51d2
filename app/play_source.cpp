#include "app/play_source.h"

#include "app/recorded.h"
#include "base/input_error.h"
#include "trials/replay.h"

namespace novphy::app {

void PlaySource::add_to(CLI::App& command) {
  task_.add_to(command);
  command.get_option("task")->description("Task, pair file, or records (with --line)");
  shots_.add_to(command);
  CLI::Option* line =
      command.add_option("--line", line_, "The record in this line of a file of records (from 2)");
  line->type_name("K")->check(CLI::Range(2L, 1'000'000'000L));
  command.add_option("--plan", plan_, "The records' plan (default: where it was when they were made)")
      ->type_name("PLAN")
      ->needs(line);
  assets_.add_to(command);
  for (const char* other : {"--side", "--with", "--shot", "--physics", "--set"})
    line->excludes(command.get_option(other));
}

LoadedPlay PlaySource::load() const {
  if (line_ > 0) return load_record();
  if (task_.file().ends_with(".jsonl"))
    throw InputError(task_.file(), "is a file of records, expected --line for one of them");
  LoadedPlay play{.assets = assets_.load(), .physics = {}, .task = {}, .shots = {}};
  play.physics = play.assets.physics.at(assets_.physics_name());
  play.task = task_.load(play.assets.catalogue);
  play.shots = shots_.load(play.task);
  return play;
}

LoadedPlay PlaySource::load_record() const {
  RecordReader reader(task_.file(), CutLine::kSkip);
  RecordSetting setting =
      load_setting(task_.file(), reader.fingerprint(), {.assets = assets_.folder(), .plan = plan_});
  const Record record = record_at(reader, task_.file(), line_);
  Task task = task_of(setting, record, task_.file(), line_);
  return {.assets = std::move(setting.assets),
          .physics = setting.physics,
          .task = std::move(task),
          .shots = shots_of(record)};
}

}  // namespace novphy::app
