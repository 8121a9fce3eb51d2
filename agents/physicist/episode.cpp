#include "agents/physicist/episode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.h"

namespace novphy {
namespace {

/// How many times likelier a law is about an appearance never seen before than about a familiar one.
constexpr double kUnfamiliarWeight = 8;
/// Nats of a law about familiar things alone, when others are in sight.
constexpr double kAboutTheFamiliar = 3;
/// How much farther to a side an object must lie than all others that look so, for its side to be its name.
constexpr double kClearlyM = 0.2;

double weight(const SeenLook& look) { return look.familiar ? 1 : kUnfamiliarWeight; }

/// Nats of a choice of this appearance among those in sight.
double look_nats(const Surroundings& here, const std::string& name) {
  double all = 0;
  double own = 0;
  for (const SeenLook& look : here.looks) {
    all += weight(look);
    if (look.name == name) own = weight(look);
  }
  return own > 0 ? std::log(all / own) : std::log(kUsualLooks);
}

SeenLook look_of(const Object& object, const std::string& name, const Catalogue& catalogue) {
  SeenLook look{.name = name, .material = object.material};
  if (const Kind* kind = catalogue.find(object.type, object.material)) {
    look.block = kind->category == Category::kBlock || kind->category == Category::kTnt;
    look.pig = kind->category == Category::kPig;
    look.bounces = kind->restitution > 0;
  }
  return look;
}

std::vector<Selector> singles_of(const Task& task, std::vector<int> objects) {
  std::vector<Selector> singles;
  std::vector<int> named;
  for (const Selector side :
       {Selector::kLeftmost, Selector::kRightmost, Selector::kHighest, Selector::kLowest}) {
    const auto farness = [&](int object) {
      return farness_m(task.objects[static_cast<std::size_t>(object)], side);
    };
    std::ranges::sort(objects);
    sort_by(objects, [&](int object) { return -farness(object); });
    const bool clearly = objects.size() > 1 && farness(objects[0]) - farness(objects[1]) >= kClearlyM;
    if (!clearly || std::ranges::find(named, objects[0]) != named.end()) continue;
    named.push_back(objects[0]);
    singles.push_back(side);
  }
  return singles;
}

}  // namespace

Surroundings surroundings_of(const Task& task, std::span<const std::string> looks, const Catalogue& catalogue,
                             int birds_gone, std::span<const std::string> unfamiliar) {
  Surroundings here{.region = std::ranges::any_of(task.effects, is_seen_region),
                    .birds_gone = birds_gone,
                    .gravity_mps2 = task.gravity_mps2,
                    .width_m = task.width_m};
  for (std::size_t i = 0; i < std::min(looks.size(), task.objects.size()); ++i) {
    const auto known = [&](const SeenLook& look) { return look.name == looks[i]; };
    if (looks[i].empty() || std::ranges::any_of(here.looks, known)) continue;
    here.looks.push_back(look_of(task.objects[i], looks[i], catalogue));
    here.looks.back().familiar = std::ranges::find(unfamiliar, looks[i]) == unfamiliar.end();
    here.looks.back().singles = singles_of(task, named_objects(task, looks, {looks[i]}));
  }
  return here;
}

double complexity(const Law& law, const Surroundings& here) {
  double nats = complexity(law);
  const std::vector<std::string> named = named_looks(law);
  const auto is_named = [&](const SeenLook& look) {
    return !look.familiar && std::ranges::count(named, look.name) > 0;
  };
  const bool any_unfamiliar = std::ranges::count(here.looks, false, &SeenLook::familiar) > 0;
  if (any_unfamiliar && !law.changes.empty() && std::ranges::none_of(here.looks, is_named))
    nats += kAboutTheFamiliar;
  for (const std::string& look : named_looks(law)) nats += look_nats(here, look) - std::log(kUsualLooks);
  return nats;
}

namespace {

constexpr double kFramesThatCount = 12;
constexpr double kOutlierShare = 0.01;  ///< share of places that nothing explains
constexpr double kScreenM2 = 900;       ///< area over which such places are spread
constexpr double kMovesM = 0.02;        ///< a thing that moves less between two frames is at rest
constexpr double kModelSdM = 0.02;      ///< error of the model at the launch
constexpr double kModelSdMps = 0.02;    ///< its growth with the time since the launch

/// How much farther off a thing may be, of the way that it went since it was first hit, when laws are
/// compared whose numbers are not exact: small differences grow with each contact.
constexpr double kContactErrorShare = 0.05;

constexpr double kEndCounts = 2;  ///< that something was destroyed or not counts like so many frames
constexpr std::size_t kRestStride = 5;
constexpr double kFarSd = 4;
constexpr double kLeastSd = 2;  ///< nats; so small a difference of likelihoods surprises nobody
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The variance of one coordinate of a place that is not spread: by seeing and by the model.
double variance_of(std::size_t frame, const Exactness& exactly, double noise_m) {
  std::size_t begin = 0;
  for (const Restart& each : exactly.restarts)
    if (each.frame < frame) begin = each.frame;
  const double model = kModelSdM + kModelSdMps * static_cast<double>(frame - begin) * kFrameMs / 1000;
  return exactly.sd_m * exactly.sd_m + noise_m * noise_m + model * model;
}

/// The noise of a thing of a flight: the bird, which stands last, has none.
double noise_of(const Flight& seen, std::size_t thing, const Exactness& exactly) {
  return thing + 1 == seen.front().size() ? 0 : exactly.noise_m;
}

/// The places of a thing in the plays at one frame.
struct Prediction {
  int there = 0;
  int plays = 0;
  Vec2 mean_m{};
  double variance_m2 = 0;  ///< of one coordinate
};

Prediction prediction_of(std::span<const Flight> plays, std::size_t skip, std::size_t frame,
                         std::size_t thing) {
  Prediction prediction;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    if (i == skip) continue;
    ++prediction.plays;
    const auto& place = place_at(plays[i], frame, thing);
    if (!place) continue;
    ++prediction.there;
    prediction.mean_m = prediction.mean_m + *place;
  }
  if (prediction.there == 0) return prediction;
  prediction.mean_m = (1.0 / prediction.there) * prediction.mean_m;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    if (i == skip) continue;
    const auto& place = place_at(plays[i], frame, thing);
    if (!place) continue;
    const Vec2 off = *place - prediction.mean_m;
    prediction.variance_m2 += (off.x * off.x + off.y * off.y) / 2;
  }
  prediction.variance_m2 *= (1 + 1.0 / prediction.there) / std::max(1, prediction.there - 1);
  return prediction;
}

double log_place(Vec2 seen, const Prediction& prediction, double variance_m2) {
  const Vec2 off = seen - prediction.mean_m;
  const double v = prediction.variance_m2 + variance_m2;
  const double near = std::exp(-(off.x * off.x + off.y * off.y) / (2 * v)) / (2 * std::numbers::pi * v);
  return std::log((1 - kOutlierShare) * near + kOutlierShare / kScreenM2);
}

bool moves(const std::optional<Vec2>& a, const std::optional<Vec2>& b) {
  return a.has_value() != b.has_value() || (a && length(*a - *b) > kMovesM);
}

bool moves(const Flight& flight, std::size_t frame, std::size_t thing) {
  return frame == 0 || moves(place_at(flight, frame - 1, thing), place_at(flight, frame, thing));
}

/// The frames of a thing that are compared: those in which it moves, some of those in which it does not, and
/// the last one. They depend on the seen flight alone, so that different plays are judged by the same frames.
std::vector<std::size_t> frames_to_compare(const Flight& seen, std::size_t thing) {
  std::vector<std::size_t> frames;
  for (std::size_t frame = 0; frame < seen.size(); ++frame)
    if (frame % kRestStride == 0 || frame + 1 == seen.size() || moves(seen, frame, thing))
      frames.push_back(frame);
  return frames;
}

/// Plays, and how they are compared with what was seen.
struct Compared {
  std::span<const Flight> plays;
  std::size_t skip;
  const Exactness& exactly;
  std::span<const Flight> usual;
  double noise_m = 0;
  /// What is compared is a play itself, without the noise of observations: their likelihood is lower by as
  /// much as the noise lowers it in the mean.
  bool is_play = false;
};

/// The variance that the law's numbers add: none where the law moves nothing.
double variance_of_law(const Compared& with, const Prediction& prediction, std::size_t frame,
                       std::size_t thing) {
  if (with.usual.empty() || with.exactly.law == 0 || prediction.there == 0) return 0;
  const Prediction usual = prediction_of(with.usual, kNone, frame, thing);
  if (usual.there == 0) return 0;
  const double moved_m = with.exactly.law * length(prediction.mean_m - usual.mean_m);
  return moved_m * moved_m;
}

double of_place(Vec2 seen, const Compared& with, std::size_t frame, std::size_t thing,
                double contact_error_m) {
  const Prediction prediction = prediction_of(with.plays, with.skip, frame, thing);
  if (prediction.there == 0) return std::log(kOutlierShare / kScreenM2);
  const double own = variance_of(frame, with.exactly, with.noise_m) +
                     variance_of_law(with, prediction, frame, thing) + contact_error_m * contact_error_m;
  const double noise = with.is_play ? with.noise_m * with.noise_m / (own + prediction.variance_m2) : 0;
  return log_place(seen, prediction, own) - noise;
}

/// Log-likelihood that the thing is still there at the end, or is not.
double of_end(const Flight& seen, const Compared& with, std::size_t thing) {
  const Prediction prediction = prediction_of(with.plays, with.skip, seen.size() - 1, thing);
  const double alike = seen.back()[thing] ? prediction.there : prediction.plays - prediction.there;
  return kEndCounts * std::log((alike + 0.25) / (prediction.plays + 0.5));
}

/// Whether the thing's velocity jumps just before the frame.
bool was_hit(const Flight& seen, std::size_t frame, std::size_t thing) {
  constexpr double kHitM = 0.25;
  if (frame < 2 || !seen[frame][thing] || !seen[frame - 1][thing] || !seen[frame - 2][thing]) return false;
  return length(*seen[frame][thing] - 2.0 * *seen[frame - 1][thing] + *seen[frame - 2][thing]) > kHitM;
}

/// For each frame, the way that a thing went since its velocity first jumped, or since it was set in motion,
/// after the plays last began again.
std::vector<double> ways_since_hit(const Flight& seen, std::size_t thing, const Exactness& exactly) {
  std::vector<double> ways(seen.size(), 0);
  const bool is_bird = thing + 1 == seen.front().size();
  const std::size_t free = is_bird ? frames_of_free_flight(seen) : 0;
  bool hit = false;
  bool again = false;
  auto restart = exactly.restarts.begin();
  for (std::size_t frame = 1; frame < seen.size(); ++frame) {
    if (restart != exactly.restarts.end() && restart->frame < frame) {
      ways[frame - 1] = 0;
      hit = false;
      again = true;
      ++restart;
    }
    ways[frame] = ways[frame - 1];
    if (!seen[frame][thing] || !seen[frame - 1][thing]) continue;
    hit = hit || (again ? was_hit(seen, frame, thing) : is_bird ? frame >= free : moves(seen, frame, thing));
    if (hit) ways[frame] += length(*seen[frame][thing] - *seen[frame - 1][thing]);
  }
  return ways;
}

/// Log-likelihood of one thing of a flight, under all plays but `skip`.
double of_thing(const Flight& seen, const Compared& with, std::size_t thing) {
  double sum = 0;
  double frames = 0;
  const std::vector<double> ways =
      with.exactly.law > 0 ? ways_since_hit(seen, thing, with.exactly) : std::vector<double>(seen.size(), 0);
  for (const std::size_t frame : frames_to_compare(seen, thing)) {
    if (!seen[frame][thing]) continue;
    sum += of_place(*seen[frame][thing], with, frame, thing, kContactErrorShare * ways[frame]);
    ++frames;
  }
  return of_end(seen, with, thing) + (frames > 0 ? sum * kFramesThatCount / frames : 0);
}

bool out_of_place(const Flight& seen, std::span<const Flight> plays, std::size_t frame, std::size_t thing,
                  const Exactness& exactly) {
  const Prediction prediction = prediction_of(plays, kNone, frame, thing);
  const auto& place = place_at(seen, frame, thing);
  if (!place || prediction.there == 0)
    return place ? prediction.there == 0 : prediction.there == prediction.plays;
  const double v = prediction.variance_m2 + variance_of(frame, exactly, noise_of(seen, thing, exactly));
  return length(*place - prediction.mean_m) > kFarSd * std::sqrt(v);
}

double surprise_of_thing(const Flight& seen, std::span<const Flight> plays, std::size_t thing,
                         const Exactness& exactly, std::span<const Flight> usual) {
  const double noise_m = noise_of(seen, thing, exactly);
  Compared with{.plays = plays, .skip = kNone, .exactly = exactly, .usual = usual, .noise_m = noise_m};
  const double found = of_thing(seen, with, thing);
  const auto n = static_cast<double>(plays.size());
  double sum = 0;
  double squares = 0;
  with.is_play = true;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    with.skip = i;
    const double own = of_thing(plays[i], with, thing);
    sum += own;
    squares += own * own;
  }
  const double mean = sum / n;
  const double variance = std::max(0.0, squares - n * mean * mean) / (n - 1);
  return (mean - found) / std::sqrt(variance + kLeastSd * kLeastSd);
}

}  // namespace

Exactness exactness_of(double noise_px) {
  // Noise is uniform in a disc, whose points are half its radius off in each coordinate in the mean square.
  return {.noise_m = noise_px / 2 / Screen{}.px_per_m};
}

double log_likelihood(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly,
                      std::span<const Flight> usual) {
  double sum = 0;
  for (std::size_t thing = 0; thing < seen.front().size(); ++thing)
    sum += of_thing(seen, {plays, kNone, exactly, usual, noise_of(seen, thing, exactly)}, thing);
  return sum;
}

std::optional<Vec2> mean_place(std::span<const Flight> plays, std::size_t frame, std::size_t thing) {
  const Prediction prediction = prediction_of(plays, kNone, frame, thing);
  return prediction.there > 0 ? std::optional(prediction.mean_m) : std::nullopt;
}

std::size_t first_surprise(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly) {
  for (std::size_t frame = 0; frame < seen.size(); ++frame)
    for (std::size_t thing = 0; thing < seen.front().size(); ++thing)
      if (out_of_place(seen, plays, frame, thing, exactly)) return frame;
  return seen.size();
}

std::vector<std::size_t> surprising_things(const Flight& seen, std::span<const Flight> plays,
                                           std::size_t frame, const Exactness& exactly) {
  std::vector<std::size_t> things;
  for (std::size_t thing = 0; thing < seen.front().size(); ++thing)
    if (frame < seen.size() && out_of_place(seen, plays, frame, thing, exactly)) things.push_back(thing);
  return things;
}

double surprise(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly,
                std::span<const Flight> usual) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t thing = 0; thing < seen.front().size(); ++thing)
    most = std::max(most, surprise_of_thing(seen, plays, thing, exactly, usual));
  return most;
}

std::vector<std::string> Episode::looks() const {
  std::vector<std::string> all;
  for (const BelievedObject& object : believed.objects) all.push_back(object.look);
  return all;
}

std::vector<std::string> Episode::unfamiliar_looks() const {
  std::vector<std::string> unfamiliar;
  for (const BelievedObject& object : believed.objects)
    if (!object.familiar) unfamiliar.push_back(object.look);
  return unfamiliar;
}

BelievedPhysics::BelievedPhysics(const Physics& search)
    : of_plans(search), of_first_tries(search), of_flights(search), of_guesses(search) {
  constexpr double kLongestPlanS = 20;  // balls may roll for long before they hit a pig
  constexpr double kLongestFlightS = 10;
  constexpr double kSettleS = 0.1;
  for (Physics* each : {&of_plans, &of_first_tries})
    each->rules.time_cap_s = std::min(search.rules.time_cap_s, kLongestPlanS);
  for (Physics* each : {&of_flights, &of_guesses}) {
    each->rules.time_cap_s = std::min(search.rules.time_cap_s, kLongestFlightS);
    each->rules.settle_s = std::min(search.rules.settle_s, kSettleS);
  }
  of_guesses.cut.reset();
  of_first_tries.cut.reset();
}

Surroundings surroundings_of(const Episode& episode, const Simulator& simulator) {
  Surroundings here = surroundings_of(episode.believed.task, episode.looks(), simulator.catalogue,
                                      episode.birds_gone, episode.unfamiliar_looks());
  here.shipped_forms = simulator.shipped_forms;
  return here;
}

Episode first_frames(const Episode& episode, std::size_t frames) {
  Episode start = episode;
  start.seen.resize(std::min(start.seen.size(), frames));
  std::erase_if(start.restarts, [&](const Restart& each) { return each.frame >= frames; });
  return start;
}

Episode from_restart(const Episode& episode, std::size_t frame) {
  const auto is_plain = [&](const Restart& each) {
    return each.frame <= frame &&
           std::ranges::count(each.things, SeenMotion::Is::kUnclear, &SeenMotion::is) == 0;
  };
  const auto last = std::find_if(episode.restarts.rbegin(), episode.restarts.rend(), is_plain);
  if (last == episode.restarts.rend()) return episode;
  Episode later = episode;
  const std::size_t first = last->frame;
  later.restarts.clear();
  for (Restart each : episode.restarts)
    if (each.frame >= first) {
      each.frame -= first;
      later.restarts.push_back(std::move(each));
    }
  const auto cut = [&](Flight& flight) {
    const std::size_t gone = std::min(first, flight.size() - 1);
    flight.erase(flight.begin(), flight.begin() + static_cast<std::ptrdiff_t>(gone));
  };
  cut(later.seen);
  for (Flight& play : later.usual) {
    cut(play);
    play.front() = later.seen.front();
  }
  return later;
}

std::vector<Flight> believed_flights(const Episode& episode, const Law& law, std::size_t plays,
                                     const Simulator& simulator, const GoOn& go_on) {
  plays = std::min(plays, episode.tasks.size());
  std::vector<Flight> flights(plays);
  const std::vector<std::string> looks = episode.looks();
  parallel_for(plays, simulator.threads, [&](std::size_t i) {
    World world(under(law, episode.tasks[i], looks, episode.birds_gone), simulator.catalogue,
                simulator.guess ? simulator.physics.of_guesses : simulator.physics.of_flights);
    flights[i] = fly(world, under(law, episode.shot), looks.size(), episode.seen.size() - 1, go_on,
                     episode.restarts, i);
  });
  return flights;
}

}  // namespace novphy
