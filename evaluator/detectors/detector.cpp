#include "evaluator/detectors/detector.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

namespace novphy {
namespace {

/// Tolerance for rounding errors: 0.2 x 5 must reach 1, and equal pass rates must have no spread.
constexpr double kHair = 1e-9;

[[noreturn]] void reject(std::string_view text) {
  throw std::invalid_argument(fmt::format(
      "detector: found \"{}\", expected pma:WINDOW:SPREADS or sma:WINDOW:DIFFERENCE, such as pma:10:1.5 or "
      "sma:5:0.2, with a window of 1 to 1000000 tasks and a threshold above 0",
      text));
}

/// Removes the part before the next colon from the text, together with the colon, and returns it.
std::string_view take_part(std::string_view& text) {
  const std::string_view part = text.substr(0, text.find(':'));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

template <class Number>
bool read_number(std::string_view text, Number& to) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

DetectorSettings parse_detector(std::string_view text) {
  std::string_view rest = text;
  DetectorSettings settings;
  const std::string_view method = take_part(rest);
  if (method != "sma" && method != "pma") reject(text);
  settings.method = method == "sma" ? DetectorMethod::kSma : DetectorMethod::kPma;
  if (!read_number(take_part(rest), settings.window)) reject(text);
  if (!read_number(take_part(rest), settings.threshold)) reject(text);
  settings.as_published = rest == "as_published";
  const bool in_range = settings.window >= 1 && settings.window <= 1'000'000 && settings.threshold > 0 &&
                        std::isfinite(settings.threshold);
  if (!in_range || (!rest.empty() && !settings.as_published)) reject(text);
  return settings;
}

std::string text_of(const DetectorSettings& settings) {
  return fmt::format("{}:{}:{}{}", settings.method == DetectorMethod::kSma ? "sma" : "pma", settings.window,
                     settings.threshold, settings.as_published ? ":as_published" : "");
}

Calibration calibrate(const std::vector<double>& pass_rates) {
  if (pass_rates.empty()) throw std::invalid_argument("no calibration runs");
  const auto runs = static_cast<double>(pass_rates.size());
  Calibration result{std::accumulate(pass_rates.begin(), pass_rates.end(), 0.0) / runs, 0};
  double squares = 0;
  for (const double rate : pass_rates) squares += (rate - result.mean) * (rate - result.mean);
  if (pass_rates.size() > 1) result.spread = std::sqrt(squares / (runs - 1));
  return result;
}

bool has_spread(const Calibration& calibration) { return calibration.spread >= kHair; }

Detector::Detector(const DetectorSettings& settings, const Calibration& calibration)
    : settings_(settings), calibration_(calibration) {}

bool Detector::add(bool passed) {
  const int passes_before = passes_;
  recent_.push_back(passed);
  passes_ += passed ? 1 : 0;
  const auto window = static_cast<std::size_t>(settings_.window);
  const bool has_before = recent_.size() > window;
  if (has_before) {
    passes_ -= recent_.front() ? 1 : 0;
    recent_.pop_front();
  }
  const bool ready = settings_.method == DetectorMethod::kSma ? has_before : recent_.size() == window;
  alarmed_ = alarmed_ || (ready && fires(passes_before));
  return alarmed_;
}

bool Detector::fires(int passes_before) const {
  // Compares numbers of passes instead of rates, because whole numbers are exact.
  const double wish = settings_.threshold * settings_.window;
  if (settings_.method == DetectorMethod::kSma) return std::abs(passes_ - passes_before) >= wish - kHair;
  if (!has_spread(calibration_) && !settings_.as_published) return false;
  return std::abs(passes_ - calibration_.mean * settings_.window) >= wish * calibration_.spread - kHair;
}

std::optional<int> first_alarm(const std::vector<bool>& passed, const DetectorSettings& settings,
                               const Calibration& calibration) {
  Detector detector(settings, calibration);
  for (std::size_t i = 0; i < passed.size(); ++i)
    if (detector.add(passed[i])) return static_cast<int>(i);
  return std::nullopt;
}

std::optional<int> sma(const std::vector<bool>& passed, int window, double threshold) {
  return first_alarm(passed, {DetectorMethod::kSma, window, threshold, false});
}

std::optional<int> pma(const std::vector<bool>& passed, int window, double threshold,
                       const Calibration& calibration, bool as_published) {
  return first_alarm(passed, {DetectorMethod::kPma, window, threshold, as_published}, calibration);
}

}  // namespace novphy
