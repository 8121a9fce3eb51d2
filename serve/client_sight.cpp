#include "serve/client_sight.h"

#include <utility>

#include "serve/replies.h"

namespace novphy {

ClientSight::ClientSight(const SessionSetup& setup, double noise_px) : setup_(setup), noise_px_(noise_px) {}

std::string ClientSight::exact_state(Session* shown) const { return state(shown, 0); }

std::string ClientSight::noisy_state(Session* shown) const { return state(shown, noise_px_); }

std::string ClientSight::state(Session* shown, double noise_px) const {
  if (shown == nullptr) return empty_state_reply();
  Observation seen = shown->observe({.noise_px = noise_px});
  if (setup_.labels)
    for (SeenObject& object : seen.objects) object.label = published_label(object.label);
  return state_reply(std::move(seen));
}

std::string ClientSight::picture(Session* shown) {
  if (shown == nullptr) return blank_picture_reply();
  std::string reply = picture_of(shown->world());
  shown->picture_shown();
  return reply;
}

std::string ClientSight::first_picture(Session* shown) {
  if (shown == nullptr) return blank_picture_reply();
  return picture_of(World(shown->world().task(), setup_.catalogue, setup_.physics));
}

std::string ClientSight::picture_of(const World& world) {
  if (!painter_) painter_.emplace();
  return picture_reply(painter_->screenshot(world));
}

}  // namespace novphy
