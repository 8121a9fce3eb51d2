#include "agents/physicist/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "agents/physicist/least_squares.h"
#include "agents/physicist/posterior.h"
#include "agents/physicist/track_laws.h"
#include "sim/rng.h"

namespace novphy {
namespace {

constexpr double kLeastOffSd = 0.01;      ///< numbers are never known better, because the model is coarse
constexpr double kWaySdM = 0.02;          ///< error of a place on the way of a launched bird
constexpr double kStartSdM = 0.1;         ///< of the place of its start: by the time at which it is let go
constexpr double kTurnSd = 0.01;          ///< of its direction
constexpr double kFramesOfLaunch = 40;    ///< frames of a way that count
constexpr double kMostSds = 3.5;          ///< by which a number may differ from what was known of it
constexpr double kMostMisfit = 3;         ///< error of places, in the root of the mean square of kWaySdM
constexpr std::size_t kUsualKept = 3;     ///< throws to which materials are fitted
constexpr std::size_t kFittedAtOnce = 3;  ///< numbers after each throw
constexpr std::size_t kContactPlays = 3;  ///< plays of each of them
constexpr std::size_t kContactFrames = 40;
constexpr double kContactSdM = 0.1;   ///< how exactly places are compared then
constexpr double kGain = 0.5;         ///< nats by which a step must be better
constexpr double kTouchedFarM = 0.1;  ///< what goes less far was not touched
constexpr double kTrueSurprise = 1.5;
constexpr double kMostUsualSurprise = 4.5;
constexpr int kSurprisesBefore = 3;  ///< usual surprises that are believed in before the first throw
constexpr int kSurprisesThatTell = 6;
constexpr auto kOwnName = "calibration";

double factor_off(Rng& rng) { return rng.uniform(1 - kMostOff, 1 + kMostOff); }

/// A normal error, as the sum of uniform ones.
double drawn_off(double sd, Rng& rng) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += rng.uniform(-sd, sd);
  return sum;
}

std::string material_of(const Kind& kind) {
  return kind.category == Category::kPig ? "pig" : kind.category == Category::kTnt ? "tnt" : kind.material;
}

const Kind* movable(const Object& object, const Catalogue& catalogue) {
  const Kind* kind = catalogue.find(object.type, object.material);
  return kind && may_move(kind->category) ? kind : nullptr;
}

/// Gravity, launch speed and bird's mass (logarithms of factors), then place and direction of the start.
constexpr std::size_t kLaunchNumbers = 6;
using LaunchNumbersOff = std::array<double, kLaunchNumbers>;

/// The places of a launched bird with these numbers.
std::vector<Vec2> places_with(const LaunchNumbersOff& numbers, const BodyTrack& track,
                              const Catalogue& catalogue) {
  TrackLaw law({}, *track.in);
  law.task.gravity_mps2 = std::exp(numbers[0]) * law.task.gravity_mps2;
  law.task.slingshot.speed_factor *= std::exp(numbers[1]);
  law.task.effects.emplace_back(Alteration{.on = {.birds = true}, .factors = {.mass = std::exp(numbers[2])}});
  law.task.slingshot.turn_rad += numbers[5];
  std::vector<Vec2> places = launched_places(track, law, catalogue);
  for (Vec2& place : places) place = place + Vec2{numbers[3], numbers[4]};
  return places;
}

struct LaunchFit {
  LaunchNumbersOff numbers{};
  LaunchNumbersOff sds{};
  double misfit = 0;
};

/// The numbers that explain the bird's way best, given how exactly they are known, by least squares.
LaunchFit launch_fit(const BodyTrack& track, const LaunchNumbersOff& sds, const Catalogue& catalogue) {
  constexpr int kRounds = 4;
  constexpr double kStep = 1e-3;
  const auto n = track.to - track.from + 1;
  const double counts = std::min(1.0, kFramesOfLaunch / static_cast<double>(n)) / (kWaySdM * kWaySdM);
  LaunchFit fit;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<Vec2> here = places_with(fit.numbers, track, catalogue);
    std::array<std::vector<Vec2>, kLaunchNumbers> near;
    for (std::size_t k = 0; k < kLaunchNumbers; ++k) {
      LaunchNumbersOff moved = fit.numbers;
      moved[k] += kStep;
      near[k] = places_with(moved, track, catalogue);
    }
    std::vector<std::vector<double>> a(kLaunchNumbers, std::vector<double>(kLaunchNumbers, 0));
    std::vector<std::vector<double>> sides(1 + kLaunchNumbers, std::vector<double>(kLaunchNumbers, 0));
    for (std::size_t k = 0; k < kLaunchNumbers; ++k) {
      a[k][k] = 1 / (sds[k] * sds[k]);
      sides[0][k] = -fit.numbers[k] * a[k][k];
      sides[1 + k][k] = 1;
    }
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 off = *track.in->seen[track.from + i][track.thing] - here[i];
      squares += (off.x * off.x + off.y * off.y) / 2;
      std::array<Vec2, kLaunchNumbers> slope;
      for (std::size_t k = 0; k < kLaunchNumbers; ++k) slope[k] = 1 / kStep * (near[k][i] - here[i]);
      for (std::size_t k = 0; k < kLaunchNumbers; ++k) {
        sides[0][k] += counts * (slope[k].x * off.x + slope[k].y * off.y);
        for (std::size_t j = 0; j < kLaunchNumbers; ++j)
          a[k][j] += counts * (slope[k].x * slope[j].x + slope[k].y * slope[j].y);
      }
    }
    fit.misfit = std::sqrt(squares / static_cast<double>(n)) / kWaySdM;
    if (round + 1 == kRounds) break;  // the last round tells how well the numbers fit
    const auto steps = solved(std::move(a), std::move(sides));
    if (!steps) break;
    for (std::size_t k = 0; k < kLaunchNumbers; ++k) {
      fit.numbers[k] += (*steps)[0][k];
      fit.sds[k] = std::sqrt(std::max(0.0, (*steps)[1 + k][k]));
    }
  }
  return fit;
}

bool was_touched(const Flight& seen, std::size_t thing) {
  const auto& first = seen.front()[thing];
  return first && std::ranges::any_of(seen, [&](const Frame& frame) {
           return frame[thing] && length(*frame[thing] - *first) > kTouchedFarM;
         });
}

/// The episode with other factors of one material.
Episode with_factors(Episode episode, const std::string& material, const HiddenFactors& times,
                     const Catalogue& catalogue) {
  for (Task& task : episode.tasks)
    for (Object& object : task.objects)
      if (const Kind* kind = movable(object, catalogue); kind && material_of(*kind) == material) {
        object.hidden.mass *= times.mass;
        object.hidden.friction *= times.friction;
      }
  return episode;
}

}  // namespace

Catalogue with_wrong_numbers(Catalogue catalogue, std::uint64_t seed) {
  Rng rng = Rng::stream(seed, "physicist/off");
  catalogue.world.gravity_mps2 = factor_off(rng) * catalogue.world.gravity_mps2;
  catalogue.launch.speed_per_drag_per_s *= factor_off(rng);
  const auto alter = [&](Kind& kind) {
    kind.mass_kg *= factor_off(rng);
    kind.friction *= factor_off(rng);
  };
  for (Kind& kind : catalogue.objects) alter(kind);
  for (BirdKind& bird : catalogue.birds) alter(bird.body);
  alter(catalogue.ground);
  return catalogue;
}

Physics coarser(Physics physics) {
  physics.step_s *= 2;
  physics.cut.reset();
  return physics;
}

double FittedNumbers::Number::factor() const { return std::exp(log); }

void FittedNumbers::tune(Believed& believed, std::vector<Task>& drawn, const Catalogue& catalogue,
                         std::uint64_t seed) const {
  const auto set = [&](Task& task, double gravity, double launch) {
    task.gravity_mps2 = std::exp(gravity) * catalogue.world.gravity_mps2;
    task.slingshot.speed_factor = std::exp(launch);
  };
  set(believed.task, gravity_.log, launch_.log);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    Rng rng = Rng::stream(seed, "physicist/calibration", i);
    const double share = i == 0 ? 0 : 1;
    const double gravity = gravity_.log + share * drawn_off(gravity_.sd, rng);
    const double launch = launch_.log + share * drawn_off(launch_.sd, rng);
    const double bird_mass = bird_mass_.log + share * drawn_off(bird_mass_.sd, rng);
    Task& task = drawn[i];
    set(task, gravity, launch);
    std::erase_if(task.effects, [](const Effect& effect) {
      const auto* law = std::get_if<Alteration>(&effect);
      return law && law->name == kOwnName;
    });
    task.effects.emplace_back(
        Alteration{.name = kOwnName, .on = {.birds = true}, .factors = {.mass = std::exp(bird_mass)}});
    std::map<const Kind*, HiddenFactors> of_kinds;
    for (Object& object : task.objects) {
      const Kind* kind = movable(object, catalogue);
      if (!kind) continue;
      auto [found, added] = of_kinds.try_emplace(kind);
      if (added) {
        const auto known = materials_.find(material_of(*kind));
        const Material mean = known == materials_.end() ? Material{} : known->second;
        found->second.mass = std::exp(mean.log_mass + share * rng.uniform(-kMostOff, kMostOff));
        found->second.friction = std::exp(mean.log_friction + share * rng.uniform(-kMostOff, kMostOff));
      }
      object.hidden.mass = found->second.mass;
      object.hidden.friction = found->second.friction;
    }
  }
}

bool FittedNumbers::learn_launch(const std::vector<BodyTrack>& tracks, const Catalogue& catalogue) {
  const auto track = std::ranges::find_if(tracks, &BodyTrack::launch);
  if (track == tracks.end()) return false;
  const std::array<Number*, 3> known{&gravity_, &launch_, &bird_mass_};
  LaunchNumbersOff sds{gravity_.sd, launch_.sd, bird_mass_.sd, kStartSdM, kStartSdM, kTurnSd};
  const LaunchFit fit = launch_fit(*track, sds, catalogue);
  if (!(fit.misfit < kMostMisfit)) return false;
  for (std::size_t k = 0; k < known.size(); ++k)
    if (std::abs(fit.numbers[k]) > kMostSds * sds[k]) return false;
  for (std::size_t k = 0; k < known.size(); ++k) {
    known[k]->log += fit.numbers[k];
    known[k]->sd = std::max(kLeastOffSd, std::min(fit.sds[k], known[k]->sd));
  }
  ++launches_;
  return true;
}

void FittedNumbers::learn_contacts(const Episode& usual, const Simulator& simulator) {
  usual_.push_back(first_frames(usual, std::min(kContactFrames, frames_until_calm(usual.seen))));
  usual_.back().usual.clear();
  usual_.back().tracks.clear();
  usual_.back().tasks.resize(std::min(kContactPlays, usual.tasks.size()));
  for (Task& task : usual_.back().tasks) {  // with the most probable numbers, so that small steps show
    std::vector<Task> alone{task};
    tune(usual_.back().believed, alone, simulator.catalogue, 0);
    task = alone.front();
  }
  if (usual_.size() > kUsualKept) usual_.erase(usual_.begin());
  std::set<std::string> moved;
  for (const Episode& episode : usual_)
    for (std::size_t i = 0; i < episode.believed.objects.size(); ++i)
      if (const Kind* kind = movable(episode.tasks.front().objects[i], simulator.catalogue);
          kind && was_touched(episode.seen, i))
        moved.insert(material_of(*kind));
  if (moved.empty()) return;
  for (std::size_t i = 0; i < kFittedAtOnce; ++i) {
    const std::size_t chosen = next_++ % (2 * moved.size());
    const std::string& name = *std::next(moved.begin(), static_cast<std::ptrdiff_t>(chosen / 2));
    fit_contacts(name, chosen % 2 == 0, simulator);
  }
}

void FittedNumbers::fit_contacts(const std::string& name, bool mass, const Simulator& simulator) {
  double& log = mass ? materials_[name].log_mass : materials_[name].log_friction;
  Exactness roughly = simulator.exactly;
  roughly.sd_m = std::max(roughly.sd_m, kContactSdM);
  roughly.law = kLawShare;  // so that places after contacts are less exact
  const auto with_step = [&](const Episode& episode, double step) {
    HiddenFactors times;
    (mass ? times.mass : times.friction) = std::exp(step);
    return with_factors(episode, name, times, simulator.catalogue);
  };
  const auto score = [&](double step) {
    const double sd = Number{}.sd;
    double sum = -(log + step) * (log + step) / (2 * sd * sd);
    for (const Episode& episode : usual_)
      sum += log_likelihood(episode.seen,
                            believed_flights(with_step(episode, step), {}, kContactPlays, simulator),
                            exactly_in(episode, roughly)) /
             2;
    return sum;
  };
  const double here = score(0);
  for (const double size : {0.05, 0.02}) {
    const double up = score(size);
    const double down = score(-size);
    if (std::max(up, down) < here + kGain) continue;
    const double step = up > down ? size : -size;
    log += step;
    for (Episode& episode : usual_) episode = with_step(episode, step);
    return;
  }
}

void FittedNumbers::learn_surprise(double surprise) {
  if (surprises_ >= kSurprisesThatTell) return;
  ++surprises_;
  const double usual = std::clamp(surprise, 0.0, kMostUsualSurprise);
  squares_ += usual * usual;
}

double FittedNumbers::surprise_scale() const {
  const double believed = kSurprisesBefore * kTrueSurprise * kTrueSurprise;
  const double mean = (believed + squares_) / (kSurprisesBefore + surprises_);
  return std::max(1.0, std::sqrt(mean) / kTrueSurprise);
}

double FittedNumbers::acceleration_sd_mps2(const BodyTrack& track) const {
  const TrackLaw usual({}, *track.in);
  const double mass_sd = track.category == Category::kBird ? bird_mass_.sd : Number{}.sd;
  return gravity_.sd * track.gravity_scale * length(usual.task.gravity_mps2) +
         mass_sd * greatest_push_mps2(track, usual);
}

}  // namespace novphy
