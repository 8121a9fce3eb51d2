#pragma once

#include <optional>
#include <string>

#include "trials/session.h"
#include "view/painter.h"

namespace novphy {

/// What a client sees, as replies: states and pictures. Where nothing is shown, states have no features and
/// pictures are black.
class ClientSight {
 public:
  /// What the setup refers to must outlive the sight.
  ClientSight(const SessionSetup& setup, double noise_px);

  std::string exact_state(Session* shown) const;
  std::string noisy_state(Session* shown) const;
  std::string picture(Session* shown);
  /// The world as it was before the first shot.
  std::string first_picture(Session* shown);

 private:
  std::string state(Session* shown, double noise_px) const;
  std::string picture_of(const World& world);

  SessionSetup setup_;
  double noise_px_;
  std::optional<Painter> painter_{};  // made for the first picture
};

}  // namespace novphy
