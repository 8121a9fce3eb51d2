#pragma once

#include <vector>

#include "sim/scene.h"

namespace novphy {

/// The portals of a scene. A copy is a snapshot for the same scene.
class Portals {
 public:
  /// The scene's task must outlive this object. Throws std::invalid_argument for numbers that are no places.
  explicit Portals(const Scene& scene);

  /// Lets the bodies that are in a portal go on at its exit.
  void pass(Scene& scene) {
    if (!laws_.empty()) pass_all(scene);
  }

 private:
  /// A body that came out of a portal and has not left its exit yet.
  struct Held {
    int body = 0;
    const Portal* by = nullptr;
  };

  void pass_all(Scene& scene);
  void pass(Scene& scene, const Portal& law, int id);
  bool holds(int id) const;

  std::vector<const Portal*> laws_;
  std::vector<Held> held_;
};

}  // namespace novphy
