#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "python/env.h"
#include "python/trial.h"

namespace novphy::python {

/// An episode is a trial of the plan. Trials are drawn from the seed, calibration runs never.
class TrialEnv : public Env {
 public:
  explicit TrialEnv(const std::shared_ptr<const EnvSetup>& setup);

  StepResult step(const Action& action, const Row& row) override;
  StepResult report(const NoveltyReport& report, const Row& row) override;
  bool asks() const override { return asks_; }
  bool begun() const override { return trial_ != nullptr; }
  Reel now() const override;
  std::vector<Record> records(bool before) const override;
  void keep_before(std::vector<Record> records) override { before_ = std::move(records); }
  std::vector<CalibrationRun> calibration() const override { return calibration_; }
  void calibrate(const CalibrationRun& run) override;

 private:
  int draw_episode(Rng& rng) override;
  StepResult begin(int trial, const Row& row) override;
  void throw_bird(const Shot& shot);
  void begin_task();
  void end_trial();
  StepResult result(const Row& row);
  void see_session(const Row& row);

  std::vector<int> drawable_{};  ///< trials that are no calibration run
  int index_ = 0;
  std::unique_ptr<Trial> trial_{};
  bool told_ = false;
  bool asks_ = false;
  StepResult task_{};  ///< of the task that is over
  Reel end_{};         ///< the last moment of the last task
  std::vector<Record> before_{};
  std::optional<OnlineDetector> detector_{};
  std::vector<CalibrationRun> calibration_{};
};

}  // namespace novphy::python
