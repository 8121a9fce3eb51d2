#include "view/perception/looks.h"

#include <algorithm>

namespace novphy {

Looks::Looks(const ColourTable& colours, bool grey) {
  for (const auto& [name, pictures] : colours)
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      Picture& picture = pictures_.emplace_back();
      picture.match = {name, static_cast<int>(i), static_cast<int>(pictures.size()), 0};
      for (const ColourShare& each : grey ? in_grey(pictures[i]) : pictures[i])
        picture.shares.at(static_cast<std::size_t>(each.colour)) += each.share;
    }
}

template <class Wanted>
LookMatch Looks::best_where(const std::vector<ColourShare>& colours, const Wanted& wanted) const {
  const Picture* best = nullptr;
  double most = 0;
  for (const Picture& picture : pictures_) {
    if (!wanted(picture.match)) continue;
    double shared = 0;
    for (const ColourShare& each : colours)
      if (each.colour >= 0 && each.colour < kColours && each.share > 0)
        shared += std::min(picture.shares[static_cast<std::size_t>(each.colour)], each.share);
    if (shared <= most) continue;
    most = shared;
    best = &picture;
  }
  if (best == nullptr) return {};
  LookMatch match = best->match;
  match.shared = most;
  return match;
}

LookMatch Looks::best(const std::vector<ColourShare>& colours) const {
  return best_where(colours, [](const LookMatch&) { return true; });
}

LookMatch Looks::best_of(const std::string& name, const std::vector<ColourShare>& colours) const {
  return best_where(colours, [&](const LookMatch& match) { return match.name == name; });
}

}  // namespace novphy
