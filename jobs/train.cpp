#include "jobs/train.h"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>

#include "base/input_error.h"
#include "generator/sets/make_tasks.h"
#include "trials/plan_tasks.h"

namespace novphy {
namespace {

template <class List, class NameOf>
std::vector<std::string> names(const List& list, const NameOf& name_of) {
  std::vector<std::string> names;
  for (const auto& each : list) names.emplace_back(name_of(each));
  return names;
}

}  // namespace

Settings TrainSettings::settings() {
  return joined(
      {{{"from", &from, "Pairs, templates or scenarios, such as rolling/agents/normal; or all",
         "PAIR|TEMPLATE|SCENARIO|all", Also{.positional = true, .required = true, .python = "templates"}},
        {"agent", &agents, "The kind of net, or both with a comma, from the same plays",
         Also{.choices = names(kNetKinds, [](NetKind kind) { return name_of(kind); }), .separator = ','}},
        {"train-on", &train_on,
         "Templates, pairs or scenarios: one net is trained on their normal tasks, instead of a net on each "
         "template's own, and saved for each template",
         "NAME"},
        folder_setting("out", out, "The folder of the nets: DIR/TEMPLATE.AGENT"),
        {"held-out", &held_out, "Further tasks of each template, on which nets are tried",
         Also{.least = 1, .most = 100'000}},
        {"schedule", &schedule,
         "table: from what every action does on every task; published: from the agent's own shots, as the "
         "papers' agents train",
         Also{.choices = {"table", "published"}}},
        {"release", &release, "The release of the published code that gives the counts of shots",
         Also{.choices = names(kReleases, [](const CodeRelease& each) { return each.name; }),
              .otherwise = std::string(kReleases.back().name)}},
        {"resume", &resume, "Keeps the nets that are there already", Also{.aside = true}},
        choice("actions", actions,
               {{"planner", ActionSet::kPlanner}, {"points", ActionSet::kPoints}, {"grid", ActionSet::kGrid}},
               "The agents' set of actions"),
        {"tasks", &tasks, "Tasks of each template", Also{.least = 5, .most = 100'000}},
        seed_setting(seed, "Of all draws"),
        jobs_setting(jobs, "Threads; they change no byte")},
       making.settings(),
       assets.settings()});
}

namespace {

NetTrainerSettings trainer_settings(const TrainSettings& wanted, const JobContext& context,
                                    const Catalogue& catalogue, StopFlag stop) {
  NetTrainerSettings settings{.actions = wanted.actions,
                              .variation = wanted.making.variation(context, catalogue, wanted.seed),
                              .physics = wanted.assets.physics,
                              .folder = wanted.out,
                              .resume = wanted.resume,
                              .jobs = threads_of(wanted.jobs),
                              .stop = stop};
  for (const std::string& agent : wanted.agents) settings.kinds.push_back(*net_kind_named(agent));
  if (wanted.schedule == "published")
    settings.release = wanted.release.empty() ? kReleases.back() : *release_named(wanted.release);
  return settings;
}

void check_wanted(const TrainSettings& wanted, Face face) {
  if (wanted.agents.empty())
    throw InputError(name_of("agent", face), "found none, expected dqn or relational");
  if (!wanted.release.empty() && wanted.schedule != "published")
    throw InputError(name_of("release", face),
                     fmt::format("belongs to {} published", name_of("schedule", face)));
}

}  // namespace

std::vector<NetResult> train(const TrainSettings& wanted, const JobContext& context, const TrainWatch& watch,
                             const TrainingListener& listener) {
  check_wanted(wanted, context.face);
  const auto assets = wanted.assets.load(context);
  const Catalogue& catalogue = assets->catalogue;
  NetTrainingOrder order =
      training_order(wanted.from, wanted.train_on, shipped_pairs(context, catalogue), catalogue);
  order.tasks = wanted.tasks;
  order.held_out = wanted.held_out;
  const NetTrainer trainer{std::move(order), trainer_settings(wanted, context, catalogue, watch.stop),
                           *assets};
  const auto trainings = trainer.make_tasks([&](std::size_t done, std::size_t of) {
    check_stop(watch.stop);
    if (watch.progress) watch.progress(done, of);
  });
  if (watch.tasks_made) watch.tasks_made();
  trainer.train(trainings, listener);
  return trainer.results(trainings);
}

void find_ceilings(const TrainSettings& wanted, const JobContext& context, const TrainWatch& watch,
                   const std::function<void(const std::string& task_template, const Ceiling&)>& found) {
  const auto assets = wanted.assets.load(context);
  const Catalogue& catalogue = assets->catalogue;
  const TaskOrder order = order_of(wanted.from, shipped_pairs(context, catalogue), 1, catalogue);
  std::vector<std::string> templates;
  for (const WantedTasks& each : order.wanted) templates.push_back(name_of(order, each));
  const auto partial =
      std::filesystem::temp_directory_path() / fmt::format("novphy-train-{}.partial", ::getpid());
  const FreshTasks fresh{.variation = wanted.making.variation(context, catalogue, wanted.seed),
                         .physics = wanted.assets.physics,
                         .jobs = threads_of(wanted.jobs),
                         .partial = partial.string(),
                         .resume = wanted.resume,
                         .progress = watch.progress,
                         .stop = watch.stop};
  const auto all = make_template_tasks(order.pairs, templates, wanted.tasks, fresh, *assets);
  watch.tasks_made();
  const ObjectTable object_table(catalogue, assets->colours);
  const PlaySetting setting{.catalogue = catalogue,
                            .physics = assets->physics.at(wanted.assets.physics),
                            .object_table = object_table};
  watch.begins(all.size() * static_cast<std::size_t>(wanted.tasks));
  for (const TemplateTasks& each : all)
    found(each.task_template,
          play_all(each.tasks, wanted.actions, setting, threads_of(wanted.jobs), watch.played));
}

}  // namespace novphy
