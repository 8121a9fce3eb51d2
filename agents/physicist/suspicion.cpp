#include "agents/physicist/suspicion.h"

#include <algorithm>

namespace novphy {
namespace {

constexpr double kUsual = 1.5;        ///< surprise that every world has now and then
constexpr double kMostSurprise = 14;  ///< what one throw counts at most
constexpr double kNothingPasses = 4;  ///< what a task counts in which no throw passes
constexpr double kForgets = 0.8;      ///< share that is left after a further throw
constexpr double kEnough = 18;        ///< the sum that is an alarm

}  // namespace

void Suspicion::add(double surprise) {
  sum_ *= kForgets;
  add_up(std::min(surprise, kMostSurprise) - kUsual);
}

void Suspicion::nothing_passes() { add_up(kNothingPasses); }

void Suspicion::add_up(double amount) {
  sum_ = std::max(0.0, sum_ + amount);
  alarmed_ = alarmed_ || sum_ > kEnough;
}

double Suspicion::probability() const { return alarmed_ ? 1 : kAlarm * std::min(1.0, sum_ / kEnough) * 0.98; }

}  // namespace novphy
