#include "serve/tools/tool_trial.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "agents/external/line_protocol.h"
#include "agents/physicist/believe.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/names.h"
#include "serve/tools/scene_picture.h"
#include "serve/tools/seen_turn.h"
#include "serve/tools/trajectory.h"
#include "sim/play.h"

namespace novphy {
namespace {

constexpr FileBounds kArgumentBounds{"arguments", std::size_t{1} << 16, 1000};
constexpr std::string_view kArcs[] = {"low", "high"};

/// Thrown by a call that is refused. what() tells a player what was expected.
class Refused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a throw is to go, as arguments give it.
struct Target {
  std::optional<int> object{};
  std::optional<Vec2> place_m{};
  bool high = false;
  double pull_m = 1;
};

/// What the arguments of a throw say.
struct ThrowWanted {
  std::optional<double> angle_deg{};
  Target target{};
  int tap_ms = -1;
};

/// The arguments of one call. Takes them one by one; done() then refuses whatever was wrong.
class Arguments {
 public:
  Arguments(const Tool& tool, std::string_view text)
      : tool_(tool), document_(parsed(tool, text.empty() ? "{}" : text)), root_(document_.root().object()) {}

  bool has(std::string_view key) { return get(key).present() && !get(key).is_null(); }
  double number(std::string_view key, double low, double high, double otherwise) {
    return has(key) ? get(key).number(low, high) : otherwise;
  }
  int integer(std::string_view key, int low, int high, int otherwise) {
    return has(key) ? get(key).integer(low, high) : otherwise;
  }
  bool flag(std::string_view key, bool otherwise) { return has(key) ? get(key).boolean() : otherwise; }
  std::string word(std::string_view key, std::span<const std::string_view> words) {
    return has(key) ? get(key).one_of(words) : std::string(words.front());
  }
  std::string text(std::string_view key, std::size_t most) {
    std::string value = has(key) ? get(key).text() : "";
    if (value.size() > most)
      get(key).error(fmt::format("expected at most {} bytes, found {}", most, value.size()));
    return value;
  }
  /// Notes what is wrong with the arguments as a whole.
  void wrong(const std::string& what) { root_.error(what); }

  void done() {
    root_.only(keys_);
    if (document_.problems().empty()) return;
    std::string text = tool_.name + ": ";
    for (const Problem& problem : document_.problems()) {
      if (&problem != document_.problems().data()) text += "; ";
      if (problem.place.size() > 1) text += problem.place.substr(1) + ": ";
      text += problem.text;
    }
    throw Refused(text + ". An example: " + tool_.example);
  }

 private:
  static JsonDocument parsed(const Tool& tool, std::string_view text) try {
    return {text, tool.name, kArgumentBounds};
  } catch (const InputError& error) {
    throw Refused(fmt::format("{}: expected its arguments as a JSON object: {}. An example: {}", tool.name,
                              error.problems().front().text, tool.example));
  }
  Node get(std::string_view key) {
    if (std::find(keys_.begin(), keys_.end(), key) == keys_.end()) keys_.push_back(key);
    return root_.get(key);
  }

  const Tool& tool_;
  JsonDocument document_;
  Node root_;
  std::vector<std::string_view> keys_{};
};

Target read_target(Arguments& arguments, double most_pull_m, bool with_place) {
  Target target;
  if (arguments.has("object")) target.object = arguments.integer("object", 0, 1'000'000, 0);
  if (with_place && (arguments.has("x") || arguments.has("y"))) {
    if (!arguments.has("x") || !arguments.has("y")) arguments.wrong("expected \"x\" and \"y\" together");
    constexpr double kFarM = 100;
    const double x = arguments.number("x", -kFarM, kFarM, 0);
    target.place_m = Vec2{x, arguments.number("y", -kFarM, kFarM, 0)};
  }
  target.high = arguments.word("arc", kArcs) == "high";
  target.pull_m = arguments.number("pull", 0, most_pull_m, most_pull_m);
  return target;
}

ThrowWanted read_throw(Arguments& arguments, double most_pull_m) {
  ThrowWanted wanted;
  constexpr double kMostDeg = 360;
  if (arguments.has("angle")) wanted.angle_deg = arguments.number("angle", -180, kMostDeg, 0);
  wanted.target = read_target(arguments, most_pull_m, false);
  if (wanted.angle_deg.has_value() == wanted.target.object.has_value())
    arguments.wrong(
        "expected either \"angle\" (degrees; 0 is to the right, 90 is up) or \"object\" (a number that "
        "`look` tells)");
  constexpr int kLatestTapMs = 60'000;
  wanted.tap_ms = arguments.integer("tap_ms", 0, kLatestTapMs, -1);
  return wanted;
}

SessionSetup with_events(SessionSetup setup) {
  setup.log_events = true;
  return setup;
}

SessionSetup of_trial(SessionSetup setup, const PlannedTrial& trial) {
  setup.informed = trial.informed;
  setup.seed = trial.seed;
  return setup;
}

Shot shot_of(const AimedThrow& thrown, int tap_ms) {
  return aimed(radians(thrown.angle_deg), thrown.pull_m, tap_ms);
}

}  // namespace

struct ToolTrial::Impl {
  Impl(std::vector<SessionTask> tasks, std::vector<Record> records, const SessionSetup& setup,
       const Track& track)
      : track_(track),
        vocabulary_(track.disguise),
        tools_(tools_of(track, vocabulary_, setup.catalogue.launch.max_drag_m)),
        looks_(setup.colours, false),
        setup_(with_events(setup)),
        records_(std::move(records)),
        session_(std::move(tasks), setup_) {
    settle();
  }

  ToolReply call(std::string_view name, std::string_view text) try {
    const auto tool =
        std::find_if(tools_.begin(), tools_.end(), [&](const Tool& each) { return each.name == name; });
    if (tool == tools_.end()) throw Refused(unknown_tool(name));
    Arguments arguments(*tool, text);
    if (name == "report_novelty") return report_novelty(arguments);
    if (name == "notes") return notes(arguments);
    if (name == "look") return look(arguments);
    if (name == "aim") return aim(arguments);
    if (name == "simulate") return simulate(arguments);
    if (name == "shoot") return shoot(arguments);
    return give_up(arguments);
  } catch (const Refused& refused) {
    return {.text = refused.what(), .refused = true};
  }

  bool over() const {
    return session_.state() == SessionState::kDone ||
           (session_.state() == SessionState::kReport && session_.task() + 1 == session_.tasks());
  }

  std::vector<Record> finish(const std::string& reason) {
    if (session_.state() == SessionState::kReport) close_task();
    end_with(records_, reason);
    return std::move(records_);
  }

 private:
  std::string unknown_tool(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const Tool& each : tools_) names.push_back(each.name);
    return fmt::format("there is no tool {}: expected {}", in_quotes(name.substr(0, kLongestQuoted)),
                       listed(names));
  }

  const std::string& say(std::string_view word) const { return vocabulary_.word(word); }

  void settle() {
    if (session_.state() == SessionState::kFlying) session_.advance_until_still();
  }

  void close_task() {
    Record& record = records_[static_cast<std::size_t>(session_.task())];
    fill(record, report_);
    fill(record, session_.played());
    session_.report();
    calls_ = 0;
    simulations_ = 0;
  }

  /// Begins the next task if the last one is over. Returns what the player is told of it.
  std::string begin_task() {
    if (over()) throw Refused("the trial is over: no task is left. A last report_novelty still counts");
    std::string told;
    if (session_.state() == SessionState::kReport) {
      close_task();
      if (session_.state() == SessionState::kTold) {
        session_.told();
        told = "You are told: from now on the world does not work as it did at first.\n";
      }
      settle();
    }
    return told;
  }

  void count_call() {
    if (++calls_ > kMostCalls)
      throw Refused(fmt::format("more than {} calls in this task: expected shoot or give_up", kMostCalls));
  }

  Observation seen(bool picture = false) { return session_.observe({.screenshot = picture}); }
  NamedScene scene(const Observation& observation) const {
    return scene_of(observation, looks_, vocabulary_);
  }

  ToolReply look(Arguments& arguments) {
    if (track_.pictures) {
      const PictureMarks marks{.numbers = arguments.flag("numbers", true),
                               .grid = arguments.flag("grid", true)};
      arguments.done();
      return look_at_picture(marks);
    }
    const std::string form = arguments.word("as", look_forms(track_));
    arguments.done();
    const std::string told = begin_task();
    count_call();
    const Observation now = seen();
    if (form == "text") return {.text = told + text_of(scene(now), vocabulary_)};
    return {.text = told + observation_to_json(now)};
  }

  ToolReply look_at_picture(const PictureMarks& marks) {
    std::string told = begin_task();
    count_call();
    const Observation now = seen(true);
    return {.text = told + (marks.grid ? "The grid has lines every 2 m.\n" : ""),
            .png = scene_picture(now, scene(now), marks, track_.disguise)};
  }

  /// The kind of the bird that is thrown next.
  const Kind& next_bird(const NamedScene& now) const {
    const NamedThing* on = now.on_slingshot ? now.find(*now.on_slingshot) : nullptr;
    const BirdKind* kind =
        on ? setup_.catalogue.bird(on->look.substr(std::string_view("bird_").size())) : nullptr;
    return (kind ? kind : setup_.catalogue.bird("red"))->body;
  }

  AimedThrow throw_to(const Target& target, const NamedScene& now) const {
    Vec2 place = target.place_m.value_or(Vec2{});
    if (target.object) {
      const NamedThing* thing = now.find(*target.object);
      if (!thing)
        throw Refused(
            fmt::format("object: no thing has the number {}; `look` tells the numbers", *target.object));
      place = thing->at_m;
    }
    const auto found = throw_at(place, target.high, target.pull_m, setup_.catalogue, next_bird(now));
    if (!found)
      throw Refused(fmt::format("({}, {}) is out of reach with a pull of {} m", metres(place.x),
                                metres(place.y), metres(target.pull_m)));
    return *found;
  }

  ToolReply aim(Arguments& arguments) {
    const Target target = read_target(arguments, most_pull_m(), true);
    if (target.object.has_value() == target.place_m.has_value())
      arguments.wrong("expected either \"object\" (a number that `look` tells) or \"x\" and \"y\"");
    arguments.done();
    std::string told = begin_task();
    count_call();
    const AimedThrow thrown = throw_to(target, scene(seen()));
    return {.text = told + fmt::format("angle {:.3f}, pull {}\n", thrown.angle_deg, metres(thrown.pull_m))};
  }

  double most_pull_m() const { return setup_.catalogue.launch.max_drag_m; }

  AimedThrow thrown(const ThrowWanted& wanted, const NamedScene& now) const {
    if (wanted.angle_deg) return {.angle_deg = *wanted.angle_deg, .pull_m = wanted.target.pull_m};
    return throw_to(wanted.target, now);
  }

  ToolReply simulate(Arguments& arguments) {
    const ThrowWanted wanted = read_throw(arguments, most_pull_m());
    arguments.done();
    std::string told = begin_task();
    count_call();
    if (simulations_ == track_.lookahead)
      throw Refused(fmt::format("all {} simulations of this task are used: expected shoot or give_up",
                                track_.lookahead));
    const Observation now = seen();
    const NamedScene before = scene(now);
    const Shot shot = shot_of(thrown(wanted, before), wanted.tap_ms);
    ToolReply reply{.text = told + simulated(now, before, shot)};
    ++simulations_;
    return {.text = reply.text +
                    fmt::format("Simulations left in this task: {}.\n", track_.lookahead - simulations_)};
  }

  /// What the throw does in the usual world, set up from what is seen.
  std::string simulated(const Observation& now, const NamedScene& before, const Shot& shot) const try {
    const Believed believed = believe(std::span(&now, 1), setup_.catalogue, setup_.colours);
    if (believed.bird_id < 0) throw Refused("simulate: what is seen fits no task of the usual world");
    World world(believed.task, setup_.catalogue, setup_.physics, /*log_events=*/true);
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
    return fmt::format("In the simulator of the usual world, this throw {}.\n{}",
                       world.outcome().won ? "passes the task" : "does not pass the task",
                       text_of(turn, vocabulary_));
  } catch (const std::invalid_argument&) {
    throw Refused("simulate: what is seen fits no task of the usual world");
  }

  ToolReply shoot(Arguments& arguments) {
    const ThrowWanted wanted = read_throw(arguments, most_pull_m());
    arguments.done();
    std::string told = begin_task();
    const NamedScene before = scene(seen());
    const Shot shot = shot_of(thrown(wanted, before), wanted.tap_ms);
    const std::size_t events = session_.world().events().size();
    session_.shoot(shot);
    settle();
    const SeenTurn turn{
        .before = before, .after = scene(seen()), .touched = first_touch(session_.world(), events)};
    return {.text = told + result() + text_of(turn, vocabulary_)};
  }

  ToolReply give_up(Arguments& arguments) {
    arguments.done();
    std::string told = begin_task();
    session_.give_up();
    return {.text = told + result()};
  }

  /// How the task stands after a throw.
  std::string result() {
    if (session_.state() != SessionState::kReport)
      return fmt::format("The task goes on: {} {} left.\n", session_.world().birds_left(), say("bird"));
    const bool passed = session_.world().outcome().won;
    return fmt::format("The task is over: {}. {}\n", passed ? "passed" : "not passed",
                       over() ? "It was the last one." : "The next task is there: look at it.");
  }

  ToolReply report_novelty(Arguments& arguments) {
    if (!arguments.has("probability")) arguments.wrong("expected \"probability\", from 0 to 1");
    NoveltyReport report;
    report.probability = arguments.number("probability", 0, 1, 0);
    report.text = arguments.text("sentence", kMostSentenceBytes);
    if (arguments.has("kind")) {
      const std::string kind = arguments.word("kind", kNovelties);
      report.level =
          1 + static_cast<int>(std::find(kNovelties.begin(), kNovelties.end(), kind) - kNovelties.begin());
    }
    arguments.done();
    report_ = std::move(report);
    return {.text = "Noted.\n"};
  }

  ToolReply notes(Arguments& arguments) {
    const bool writes = arguments.has("text");
    std::string text = arguments.text("text", kMostNoteBytes);
    arguments.done();
    if (writes) notes_ = std::move(text);
    return {.text = notes_.empty() ? "The notes are empty.\n" : notes_};
  }

 public:
  Track track_;
  Vocabulary vocabulary_;
  std::vector<Tool> tools_;
  Looks looks_;
  SessionSetup setup_;
  std::vector<Record> records_;
  Session session_;
  NoveltyReport report_{};
  std::string notes_{};
  int calls_ = 0;
  int simulations_ = 0;
};

ToolTrial::ToolTrial(std::vector<SessionTask> tasks, std::vector<Record> records, const SessionSetup& setup,
                     const Track& track)
    : impl_(std::make_unique<Impl>(std::move(tasks), std::move(records), setup, track)) {}
ToolTrial::ToolTrial(const Plan& plan, const PlannedTrial& trial, const SessionSetup& setup,
                     const Track& track) {
  TrialScript tasks = script(plan, trial, 0, setup.catalogue);
  std::vector<Record> records = blank_records(plan, trial, tasks);
  impl_ = std::make_unique<Impl>(std::move(tasks.tasks), std::move(records), of_trial(setup, trial), track);
}
ToolTrial::~ToolTrial() = default;

const std::vector<Tool>& ToolTrial::tools() const { return impl_->tools_; }

ToolReply ToolTrial::call(std::string_view tool, std::string_view arguments) {
  return impl_->call(tool, arguments);
}

bool ToolTrial::over() const { return impl_->over(); }

std::vector<Record> ToolTrial::finish(const std::string& reason) { return impl_->finish(reason); }

}  // namespace novphy
