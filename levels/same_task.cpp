#include "levels/same_task.h"

#include <cmath>
#include <optional>
#include <variant>
#include <vector>

namespace novphy {
namespace {

/// Compares tasks part by part and keeps the place of the first difference.
class Comparison {
 public:
  explicit Comparison(double tolerance) : tolerance_(tolerance) {}
  const std::string& place() const { return place_; }

  void compare(const Task& a, const Task& b, const std::string&) {
    part(a.width_m, b.width_m, "/width");
    part(a.gravity_mps2, b.gravity_mps2, "/gravity");
    part(a.slingshot, b.slingshot, "/slingshot");
    part(a.birds, b.birds, "/birds");
    part(a.objects, b.objects, "/objects");
    part(a.effects, b.effects, "/effects");
    part(a.shown, b.shown, "/shown");
    part(a.time_limit_s, b.time_limit_s, "/time_limit_s");
    part(a.novelties, b.novelties, "/novelties");
  }

 private:
  template <class T>
  void part(const T& a, const T& b, const std::string& place) {
    if (place_.empty()) compare(a, b, place);
  }

  void differs(bool yes, const std::string& place) {
    if (yes) place_ = place;
  }

  void compare(double a, double b, const std::string& at) { differs(!(std::abs(a - b) <= tolerance_), at); }
  void compare(int a, int b, const std::string& at) { differs(a != b, at); }
  void compare(Shown a, Shown b, const std::string& at) { differs(a != b, at); }
  void compare(bool a, bool b, const std::string& at) { differs(a != b, at); }
  void compare(const std::string& a, const std::string& b, const std::string& at) { differs(a != b, at); }
  void compare(Vec2 a, Vec2 b, const std::string& at) {
    part(a.x, b.x, at + "/0");
    part(a.y, b.y, at + "/1");
  }

  template <class T>
  void compare(const std::vector<T>& a, const std::vector<T>& b, const std::string& at) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) part(a[i], b[i], at + "/" + std::to_string(i));
    if (place_.empty()) differs(a.size() != b.size(), at);
  }
  template <class T>
  void compare(const std::optional<T>& a, const std::optional<T>& b, const std::string& at) {
    if (a && b)
      compare(*a, *b, at);
    else
      differs(a.has_value() != b.has_value(), at);
  }
  template <class... T>
  void compare(const std::variant<T...>& a, const std::variant<T...>& b, const std::string& at) {
    if (a.index() != b.index()) return differs(true, at);
    std::visit([&](const auto& value) { compare(value, std::get<std::decay_t<decltype(value)>>(b), at); }, a);
  }

  void compare(const Object& a, const Object& b, const std::string& at) {
    part(a.type, b.type, at + "/type");
    part(a.material, b.material, at + "/material");
    part(a.at_m, b.at_m, at + "/at");
    part(a.angle_rad, b.angle_rad, at + "/angle");
    part(a.size_m, b.size_m, at + "/size");
    part(a.unlike, b.unlike, at + "/unlike");
  }
  void compare(const Unlike& a, const Unlike& b, const std::string& at) {
    part(a.mass, b.mass, at + "/mass");
    part(a.friction, b.friction, at + "/friction");
    part(a.gravity, b.gravity, at + "/gravity");
    part(a.life, b.life, at + "/life");
  }
  void compare(const Slingshot& a, const Slingshot& b, const std::string& at) {
    part(a.at_m, b.at_m, at + "/at");
    part(a.faces_left, b.faces_left, at + "/faces");
    part(a.speed_factor, b.speed_factor, at + "/speed");
  }
  void compare(const Box& a, const Box& b, const std::string& at) {
    part(a.centre_m, b.centre_m, at + "/at");
    part(a.size_m, b.size_m, at + "/size");
    part(a.angle_rad, b.angle_rad, at + "/angle");
  }
  void compare(const ForceField& a, const ForceField& b, const std::string& at) {
    part(a.name, b.name, at + "/name");
    part(a.look, b.look, at + "/look");
    part(a.object, b.object, at + "/object");
    part(a.region, b.region, at + "/region");
    part(a.by_centre, b.by_centre, at + "/by");
    part(a.per_collider, b.per_collider, at + "/per");
    part(a.force_n, b.force_n, at + "/force");
    part(a.on.birds_above_mps, b.on.birds_above_mps, at + "/on/birds");
    part(a.on.blocks_above_mps, b.on.blocks_above_mps, at + "/on/blocks");
    part(a.on.pigs_above_mps, b.on.pigs_above_mps, at + "/on/pigs");
    part(a.after_birds_gone, b.after_birds_gone, at + "/after_birds_gone");
  }
  void compare(const Magnet& a, const Magnet& b, const std::string& at) {
    part(a.name, b.name, at + "/name");
    part(a.object, b.object, at + "/object");
    part(a.radius_m, b.radius_m, at + "/radius");
    part(a.strength_n_per_m, b.strength_n_per_m, at + "/strength");
    part(a.repels, b.repels, at + "/repels");
  }
  void compare(const NoveltyMark& a, const NoveltyMark& b, const std::string& at) {
    part(a.name, b.name, at + "/name");
    part(a.undo, b.undo, at + "/without");
  }
  void compare(const RemoveEffect& a, const RemoveEffect& b, const std::string& at) {
    part(a.effect, b.effect, at);
  }
  void compare(const RemoveObject& a, const RemoveObject& b, const std::string& at) {
    part(a.object, b.object, at);
  }
  void compare(const RestoreMaterial& a, const RestoreMaterial& b, const std::string& at) {
    part(a.object, b.object, at + "/object");
    part(a.material, b.material, at + "/material");
  }
  void compare(const RestoreEffect& a, const RestoreEffect& b, const std::string& at) {
    part(a.index, b.index, at + "/effect");
    part(a.effect, b.effect, at + "/is");
  }
  void compare(const RestoreGravity& a, const RestoreGravity& b, const std::string& at) {
    part(a.gravity_mps2, b.gravity_mps2, at + "/gravity");
  }
  void compare(const RestoreSlingshot& a, const RestoreSlingshot& b, const std::string& at) {
    part(a.slingshot, b.slingshot, at + "/slingshot");
  }
  void compare(const RestoreUnlike& a, const RestoreUnlike& b, const std::string& at) {
    part(a.object, b.object, at + "/unlike_of");
    part(a.unlike, b.unlike, at + "/is");
  }
  void compare(const RestorePose& a, const RestorePose& b, const std::string& at) {
    part(a.object, b.object, at + "/pose_of");
    part(a.at_m, b.at_m, at + "/at");
    part(a.angle_rad, b.angle_rad, at + "/angle");
  }
  void compare(const RestoreShown& a, const RestoreShown& b, const std::string& at) {
    part(a.shown, b.shown, at + "/shown");
  }
  void compare(const RestoreTimeLimit& a, const RestoreTimeLimit& b, const std::string& at) {
    part(a.time_limit_s, b.time_limit_s, at + "/time_limit_s");
  }

  double tolerance_;
  std::string place_;
};

}  // namespace

std::string first_difference(const Task& a, const Task& b, double tolerance) {
  Comparison comparison(tolerance);
  comparison.compare(a, b, "");
  return comparison.place();
}

}  // namespace novphy
