#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>

#include "bench/experiments/experiments.h"

/// Compares the sines and cosines that Box2D gets (sim/sine.cpp) with true values and with the C library's
/// values, and measures the time of a call. Negative angles are left out, because they take the same steps of
/// computation with the other sign.
namespace novphy::experiments::sine {
namespace {

using Function = float (*)(float);
using Both = void (*)(float, float*, float*);

struct Row {
  std::string name;
  Function own;
  Function library;
  long double (*truth)(long double);  // the C library's function, with at least 11 bits more than double
};

/// The C library's own function. In the rest of the program sim/sine.cpp replaces this function.
template <typename T>
T from_library(const char* name) {
  return std::bit_cast<T>(::dlsym(RTLD_NEXT, name));
}

std::array<Row, 2> rows() {
  return {{{"sine", ::sinf, from_library<Function>("sinf"), [](long double x) { return std::sin(x); }},
           {"cosine", ::cosf, from_library<Function>("cosf"), [](long double x) { return std::cos(x); }}}};
}

/// The range of angles, as the bits of floats. The bits of positive floats are in the order of the floats.
constexpr auto kFirst = std::bit_cast<std::uint32_t>(0x1p-16F);
constexpr auto kLast = std::bit_cast<std::uint32_t>(0x1p20F);

/// The error in ulp: units of the last place of a float near the true value.
double error_ulp(float found, long double truth) {
  const int exponent = std::max(std::ilogb(truth), std::numeric_limits<float>::min_exponent - 1);
  const int digits = std::numeric_limits<float>::digits;
  return static_cast<double>(std::abs(std::scalbn(found - truth, digits - 1 - exponent)));
}

struct Findings {
  double worst_ulp = 0;
  float worst_at = 0;
  std::uint64_t other = 0;  ///< number of values that differ from the library's value
};

Findings compare(const Row& row, std::uint32_t stride) {
  Findings findings;
  for (std::uint32_t bits = kFirst; bits <= kLast; bits += stride) {
    const auto angle = std::bit_cast<float>(bits);
    const float own = row.own(angle);
    const double ulp = error_ulp(own, row.truth(angle));
    if (own != row.library(angle)) ++findings.other;
    if (ulp <= findings.worst_ulp) continue;
    findings.worst_ulp = ulp;
    findings.worst_at = angle;
  }
  return findings;
}

double run_ns(Both function, const std::vector<float>& angles) {
  volatile float sum = 0;  // volatile, so that the compiler leaves out no call
  float sine = 0;
  float cosine = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const float angle : angles) {
    function(angle, &sine, &cosine);
    sum = sum + sine + cosine;
  }
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / static_cast<double>(angles.size());
}

/// The time of a call in nanoseconds, in the fastest of many runs over angles between -3 and 3. Most of the
/// angles are small, as in the game.
double call_ns(Both function) {
  std::vector<float> angles;
  for (int i = -1000; i <= 1000; ++i) angles.push_back(3 * std::pow(static_cast<float>(i) / 1000, 3.0F));
  double best = run_ns(function, angles);
  for (int i = 0; i < 2000; ++i) best = std::min(best, run_ns(function, angles));
  return best;
}

void print(const Row& row, const Findings& found) {
  fmt::print("{:<7} {:>10.6f} ulp at {:<16a} {:>14}\n", row.name, found.worst_ulp, found.worst_at,
             found.other);
  std::fflush(stdout);  // the next row takes a minute
}

struct Options {
  int stride = 1;

  Settings settings() { return {count_setting("stride", &stride, "Looks at every so many floats only")}; }
};

void run(Options& options) {
  const auto stride = static_cast<std::uint32_t>(options.stride);
  fmt::print("{} floats from 2^-16 to 2^20\n\n", (kLast - kFirst) / stride + 1);
  fmt::print("          largest error                    unlike the C library's\n");
  for (const Row& row : rows()) print(row, compare(row, stride));
  fmt::print("\nsincosf: {:.1f} ns a call, the C library's {:.1f} ns\n", call_ns(::sincosf),
             call_ns(from_library<Both>("sincosf")));
}

}  // namespace

void add_to(app::Command& program) {
  app::add_job(program,
               {"sine", "Compares the sines of sim/sine.cpp with more precise ones and with the C library's"},
               app::job_of(run));
}

}  // namespace novphy::experiments::sine
