#include "serve/tools/tool_trial.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "agents/external/line_protocol.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/names.h"
#include "sim/world.h"
#include "view/perception/believe.h"

namespace novphy {
namespace {

SessionSetup with_events(SessionSetup setup) {
  setup.log_events = true;
  return setup;
}

Shot shot_of(const AimedThrow& thrown, const WantedThrow& wanted) {
  Shot shot = aimed(radians(thrown.angle_deg), thrown.pull_m, wanted.tap_ms);
  shot.launch_ms = wanted.launch_ms;
  return shot;
}

}  // namespace

struct ToolTrial::Impl {
  Impl(std::vector<SessionTask> tasks, std::vector<Record> records, const SessionSetup& setup,
       const Track& track)
      : track_(track),
        vocabulary_(track.disguise),
        tools_(tools_of(track, vocabulary_, setup.catalogue.launch.max_drag_m)),
        looks_(setup.colours),
        setup_(with_events(setup)),
        records_(std::move(records)),
        session_(std::move(tasks), setup_),
        begun_s_(now_s()),
        last_s_(begun_s_) {
    be_told();
  }

  ToolReply call(std::string_view name, std::string_view text) {
    ToolReply reply = answer(name, text);
    spend({.calls = 1});
    last_s_ = now_s();
    return reply;
  }

  /// Sums stay within what records may hold, so that no flood of calls loses a trial.
  void spend(const PlayerUsage& spent) {
    const auto add = [](auto& sum, const auto& more, auto most) {
      if (more) sum = std::min(sum.value_or(0) + *more, most);
    };
    add(used_.calls, spent.calls, kMostCalls);
    add(used_.tokens_in, spent.tokens_in, kMostTokens);
    add(used_.tokens_out, spent.tokens_out, kMostTokens);
    add(used_.cost, spent.cost, kMostCost);
  }

  TasksSoFar so_far() const {
    const bool between = session_.state() == SessionState::kReport;
    return {.over = session_.state() == SessionState::kDone ? session_.tasks()
                                                            : session_.task() + (between ? 1 : 0),
            .passed = passed_ + (between && session_.world().outcome().won ? 1 : 0)};
  }

  bool over() const {
    return session_.state() == SessionState::kDone ||
           (session_.state() == SessionState::kReport && session_.task() + 1 == session_.tasks());
  }

  std::vector<Record> finish(const std::string& reason) {
    if (session_.state() == SessionState::kReport)
      close_task();
    else if (session_.state() != SessionState::kDone)
      tell_usage();
    end_with(records_, reason);
    return std::move(records_);
  }

 private:
  ToolReply answer(std::string_view name, std::string_view text) try {
    const Tool* tool = find_in(tools_, [&](const Tool& each) { return each.name == name; });
    if (!tool) throw Refused(unknown_tool(name));
    const Arguments arguments(*tool, text);
    if (name == "report_novelty") return report_novelty(arguments);
    if (name == "notes") return notes(arguments);
    ToolReply reply = of_task(name, arguments);
    reply.facts.told_novel = std::exchange(told_, false);
    if (reply.facts.told_novel)
      reply.text.insert(0, "You are told: from now on the world does not work as it did at first.\n");
    return reply;
  } catch (const Refused& refused) {
    return {.text = refused.what(), .refused = true};
  }

  std::string unknown_tool(std::string_view name) const {
    return fmt::format(
        "there is no tool {}: expected {}", in_quotes(name.substr(0, kLongestQuoted)),
        listed(mapped(tools_, [](const Tool& each) -> std::string_view { return each.name; })));
  }

  double now_s() const { return setup_.clock ? setup_.clock() : 0; }

  const std::string& say(std::string_view word) const { return vocabulary_.word(word); }

  void settle() {
    if (session_.state() == SessionState::kFlying) session_.advance_until_still();
  }

  /// Puts into the current task's record what the player has spent on it.
  void tell_usage() {
    if (setup_.clock) used_.wall_s = std::round((last_s_ - begun_s_) * 1000) / 1000;
    records_[static_cast<std::size_t>(session_.task())].usage = std::exchange(used_, {});
    begun_s_ = last_s_;
  }

  void close_task() {
    Record& record = records_[static_cast<std::size_t>(session_.task())];
    fill(record, report_);
    fill(record, session_.played());
    tell_usage();
    passed_ += record.passed ? 1 : 0;
    session_.report();
    calls_ = 0;
    simulations_ = 0;
  }

  /// Begins the next task if the last one is over.
  void begin_task() {
    if (over()) throw Refused("the trial is over: no task is left. A last report_novelty still counts");
    if (session_.state() == SessionState::kReport) close_task();
    be_told();
  }

  /// Takes the news that the world has changed, for the next reply.
  void be_told() {
    if (session_.state() == SessionState::kTold) {
      session_.told();
      told_ = true;
    }
    settle();
  }

  /// Answers a call about the current task.
  ToolReply of_task(std::string_view name, const Arguments& arguments) {
    if (name == "look") return look(arguments);
    if (name == "aim") return aim(arguments);
    if (name == "simulate") return simulate(arguments);
    return name == "shoot" ? shoot(arguments) : give_up();
  }

  void count_call() {
    if (++calls_ > kMostCallsOfTask)
      throw Refused(
          fmt::format("more than {} calls in this task: expected shoot or give_up", kMostCallsOfTask));
  }

  Observation seen(bool picture = false, int scale = 1) {
    return session_.observe({.screenshot = picture, .picture_scale = scale});
  }
  NamedScene scene(const Observation& observation) const {
    return scene_of(observation, looks_, vocabulary_);
  }

  ToolReply look(const Arguments& arguments) {
    begin_task();
    count_call();
    if (track_.pictures)
      return look_at_picture({.numbers = arguments.flag("numbers").value_or(true),
                              .grid = arguments.flag("grid").value_or(true),
                              .scale = arguments.whole("scale").value_or(1),
                              .crop = arguments.flag("crop").value_or(false)});
    const Observation now = seen();
    if (arguments.text("as") == "json") {
      const std::string json = observation_to_json(now);
      return {.text = json, .facts = {.observation = json}};
    }
    NamedScene named = scene(now);
    std::string text = text_of(named, vocabulary_);
    return {.text = std::move(text), .facts = {.scene = std::move(named)}};
  }

  ToolReply look_at_picture(const PictureMarks& marks) {
    const Observation now = seen(true, marks.scale);
    return {.text = marks.grid ? "The grid has lines every 2 m.\n" : "",
            .png = scene_picture(now, scene(now), marks, track_.disguise)};
  }

  /// The kind of the bird that is thrown next.
  const Kind& next_bird(const NamedScene& now) const {
    const NamedThing* on = now.on_slingshot ? now.find(*now.on_slingshot) : nullptr;
    const BirdKind* kind =
        on ? setup_.catalogue.bird(on->look.substr(std::string_view("bird_").size())) : nullptr;
    return (kind ? kind : setup_.catalogue.bird("red"))->body;
  }

  AimedThrow thrown(const WantedThrow& wanted, const NamedScene& now) const {
    if (wanted.angle_deg) return {.angle_deg = *wanted.angle_deg, .pull_m = wanted.pull_m};
    Vec2 place = wanted.place_m.value_or(Vec2{});
    if (wanted.object) {
      const NamedThing* thing = now.find(*wanted.object);
      if (!thing)
        throw Refused(
            fmt::format("object: no thing has the number {}; `look` tells the numbers", *wanted.object));
      place = thing->at_m;
    }
    const auto found = throw_at(place, wanted.high, wanted.pull_m, setup_.catalogue, next_bird(now));
    if (!found)
      throw Refused(fmt::format("({}, {}) is out of reach with a pull of {} m", metres(place.x),
                                metres(place.y), metres(wanted.pull_m)));
    return *found;
  }

  ToolReply aim(const Arguments& arguments) {
    const WantedThrow target = read_target(arguments, most_pull_m());
    begin_task();
    count_call();
    const AimedThrow found = thrown(target, scene(seen()));
    return {.text = fmt::format("angle {:.3f}, pull {}\n", found.angle_deg, metres(found.pull_m)),
            .facts = {.angle_deg = found.angle_deg, .pull_m = found.pull_m}};
  }

  double most_pull_m() const { return setup_.catalogue.launch.max_drag_m; }

  ToolReply simulate(const Arguments& arguments) {
    const WantedThrow wanted = read_throw(arguments, most_pull_m());
    begin_task();
    count_call();
    if (simulations_ == track_.lookahead)
      throw Refused(fmt::format("all {} simulations of this task are used: expected shoot or give_up",
                                track_.lookahead));
    const Observation now = seen();
    const NamedScene before = scene(now);
    ToolReply reply = simulated(now, before, shot_of(thrown(wanted, before), wanted));
    const int left = track_.lookahead - ++simulations_;
    reply.text += fmt::format("Simulations left in this task: {}.\n", left);
    reply.facts.simulations_left = left;
    return reply;
  }

  /// What the throw does in the usual world, set up from what is seen.
  ToolReply simulated(const Observation& now, const NamedScene& before, const Shot& shot) const try {
    const Believed believed = believe(std::span(&now, 1), setup_.catalogue, setup_.colours);
    if (believed.bird_id < 0) throw Refused("simulate: what is seen fits no task of the usual world");
    World world(believed.task, setup_.catalogue, session_.world().physics(), /*log_events=*/true);
    const std::size_t events = world.events().size();
    play_turn(world, shot);
    Observation after = observe(world, setup_.colours, false);
    std::erase_if(after.objects, [&](const SeenObject& each) {
      return each.id < 0 || static_cast<std::size_t>(each.id) >= believed.objects.size();
    });
    for (SeenObject& each : after.objects) each.id = believed.objects[static_cast<std::size_t>(each.id)].id;
    SeenTurn turn{.before = before, .after = scene(after), .touched = first_touch(world, events)};
    if (turn.touched && !turn.touched->ground) {
      const auto body = static_cast<std::size_t>(turn.touched->body);
      turn.touched->body = body < believed.objects.size() ? believed.objects[body].id : -1;
    }
    const bool passes = world.outcome().won;
    return {.text = fmt::format("In the simulator of the usual world, this throw {}.\n{}",
                                passes ? "passes the task" : "does not pass the task",
                                text_of(turn, vocabulary_)),
            .facts = {.passes = passes, .turn = facts_of(turn)}};
  } catch (const std::invalid_argument&) {
    throw Refused("simulate: what is seen fits no task of the usual world");
  }

  ToolReply shoot(const Arguments& arguments) {
    const WantedThrow wanted = read_throw(arguments, most_pull_m());
    begin_task();
    const NamedScene before = scene(seen());
    const Shot shot = shot_of(thrown(wanted, before), wanted);
    const std::size_t events = session_.world().events().size();
    session_.shoot(shot);
    settle();
    const bool pictured = arguments.flag("picture").value_or(false);
    const Observation now = seen(pictured);
    const SeenTurn turn{
        .before = before, .after = scene(now), .touched = first_touch(session_.world(), events)};
    ToolReply reply = result();
    reply.text += text_of(turn, vocabulary_);
    reply.facts.turn = facts_of(turn);
    if (pictured) reply.png = scene_picture(now, turn.after, {}, track_.disguise);
    if (arguments.text("as") == "json") {
      reply.facts.observation = observation_to_json(now);
      reply.text += reply.facts.observation + "\n";
    }
    return reply;
  }

  ToolReply give_up() {
    begin_task();
    session_.give_up();
    return result();
  }

  /// How the task stands after a throw.
  ToolReply result() {
    if (session_.state() != SessionState::kReport) {
      const int left = session_.world().birds_left();
      return {.text = fmt::format("The task goes on: {} {} left.\n", left, say("bird")),
              .facts = {.task_over = false, .throws_left = left}};
    }
    const bool passed = session_.world().outcome().won;
    return {.text = fmt::format("The task is over: {}. {}\n", passed ? "passed" : "not passed",
                                over() ? "It was the last one." : "The next task is there: look at it."),
            .facts = {.task_over = true, .passed = passed, .trial_over = over()}};
  }

  ToolReply report_novelty(const Arguments& arguments) {
    report_ = {.probability = *arguments.number("probability"),
               .text = arguments.text("sentence").value_or("")};
    if (const auto kind = arguments.text("kind"))
      report_.level = 1 + static_cast<int>(index_in(kNovelties, *kind));
    return {.text = "Noted.\n", .facts = {.trial_over = over()}};
  }

  ToolReply notes(const Arguments& arguments) {
    if (auto text = arguments.text("text")) notes_ = std::move(*text);
    return {.text = notes_.empty() ? "The notes are empty.\n" : notes_, .facts = {.notes = notes_}};
  }

 public:
  Track track_;
  Vocabulary vocabulary_;
  std::vector<Tool> tools_;
  SceneLooks looks_;
  SessionSetup setup_;
  std::vector<Record> records_;
  Session session_;
  NoveltyReport report_{};
  std::string notes_{};
  bool told_ = false;  ///< of the novelty, which the next reply about a task says
  int calls_ = 0;      ///< of tools that are counted, in this task
  int simulations_ = 0;
  int passed_ = 0;      ///< of the tasks whose records are filled
  PlayerUsage used_{};  ///< in this task
  double begun_s_ = 0;  ///< when the task before was over
  double last_s_ = 0;   ///< of the last reply
};

ToolTrial::ToolTrial(std::vector<SessionTask> tasks, std::vector<Record> records, const SessionSetup& setup,
                     const Track& track)
    : impl_(std::make_unique<Impl>(std::move(tasks), std::move(records), setup, track)) {}
ToolTrial::ToolTrial(const Plan& plan, const PlannedTrial& trial, const SessionSetup& setup,
                     const Track& track) {
  TrialScript tasks = script(plan, trial, 0, setup.catalogue);
  std::vector<Record> records = blank_records(plan, trial, tasks);
  impl_ =
      std::make_unique<Impl>(std::move(tasks.tasks), std::move(records), setup_of(plan, trial, setup), track);
}
ToolTrial::~ToolTrial() = default;

const std::vector<Tool>& ToolTrial::tools() const { return impl_->tools_; }

ToolReply ToolTrial::call(std::string_view tool, std::string_view arguments) {
  return impl_->call(tool, arguments);
}

void ToolTrial::spend(const PlayerUsage& usage) { impl_->spend(usage); }

bool ToolTrial::over() const { return impl_->over(); }

TasksSoFar ToolTrial::so_far() const { return impl_->so_far(); }

std::vector<Record> ToolTrial::finish(const std::string& reason) { return impl_->finish(reason); }

}  // namespace novphy
