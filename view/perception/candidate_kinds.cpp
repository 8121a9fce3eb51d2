#include "view/perception/candidate_kinds.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "sim/catalogue.h"
#include "sim/silhouette.h"

namespace novphy {

namespace {

/// An outline fits if each corner misses its pixel by no more than rounding errors.
constexpr double kFitsM = 1e-6;
/// A box whose colours tell nothing is rather one of the kinds with just its size than a platform.
constexpr double kPlatformWeight = 0.1;

/// The outline that observations show of an unturned body at the origin; none for platforms.
std::vector<Ring> rings_of(const Kind& kind) {
  if (kind.category == Category::kPlatform) return {};
  const Silhouette silhouette(BodyView{.kind = &kind, .size_m = kind.size_m});
  std::vector<Ring> rings;
  for (int ring = 0; ring < silhouette.rings(); ++ring) {
    Ring& corners = rings.emplace_back();
    for (int i = 0; i < silhouette.corners(ring); ++i) corners.push_back(silhouette.corner_m(ring, i));
  }
  return rings;
}

bool is_novel_material(const Kind& kind) { return kind.material == "pink"; }

JudgedObject::Class class_of(const Kind& kind) {
  if (kind.category == Category::kBird) return JudgedObject::Class::kBird;
  return kind.category == Category::kEgg ? JudgedObject::Class::kEgg : JudgedObject::Class::kObject;
}

/// Whether the outline is one ring of four corners, so that it may be a box of any size.
bool may_be_box(const SeenOutline& seen) { return seen.rings.size() == 1 && seen.rings.front().size() == 4; }

KindCandidate candidate(const Kind& kind) {
  return {kind.type, kind.material, kind.category == Category::kPlatform ? kPlatformWeight : 1};
}

using Colours = std::vector<ColourShare>;

/// The kinds of the catalogue, and the appearances of the colour table, by which objects are recognised.
class CandidateKinds {
 public:
  CandidateKinds(const Catalogue& catalogue, const ColourTable& colours, bool grey) : looks_(colours, grey) {
    for (const Kind& kind : catalogue.objects) add(kind);
    for (const BirdKind& bird : catalogue.birds) add(bird.body);
    add(catalogue.egg);
    const auto turbulence = catalogue.effects.find("air_turbulence");
    if (turbulence == catalogue.effects.end()) return;
    if (const auto* field = std::get_if<ForceField>(&turbulence->second)) region_look_ = field->look;
  }

  JudgedObject judge(const SeenOutline& seen, const Colours& colours) const {
    const LookMatch look = looks_.best(colours);
    if (look.name == region_look_ && look.shared >= kSameLook)
      return {.is = JudgedObject::Class::kRegion,
              .familiar = true,
              .look = look,
              .fit = may_be_box(seen) ? fit_box(seen) : fit_around(seen)};
    const std::vector<Fitted> fitted = fits(seen);
    std::vector<Fitted> fitting = fitted;
    std::erase_if(fitting, [](const Fitted& each) { return each.fit.misfit_m > kFitsM; });
    if (std::optional<JudgedObject> judged = by_look(fitting, colours)) return *judged;
    if (look.shared >= kSameLook)
      if (JudgedObject judged = by_colours(fitted, seen, look); !judged.kinds.empty()) return judged;
    JudgedObject judged{.kinds = {{"platform", "", 1}},
                        .fit = fit_around(seen),
                        .conflict = "its outline and its colours fit no kind"};
    if (!fitting.empty()) judged = by_outline(fitting);
    if (look.shared >= kSameLook) judged.look = look;
    return judged;
  }

 private:
  /// Kinds that observations show with the same outline.
  struct Form {
    std::vector<Ring> rings{};  ///< empty: a box of any size
    std::vector<const Kind*> kinds{};
  };
  struct Fitted {
    const Form* form = nullptr;
    Fit fit{};
  };

  void add(const Kind& kind) {
    std::vector<Ring> rings = rings_of(kind);
    const auto same =
        std::find_if(forms_.begin(), forms_.end(), [&](const Form& each) { return each.rings == rings; });
    Form& form = same != forms_.end() ? *same : forms_.emplace_back(Form{.rings = std::move(rings)});
    form.kinds.push_back(&kind);
  }

  /// All forms with as many corners, the best one first, and those of known size before boxes of any size.
  std::vector<Fitted> fits(const SeenOutline& seen) const {
    std::vector<Fitted> fitted;
    for (const Form& form : forms_) {
      if (form.rings.empty() && may_be_box(seen)) fitted.push_back({&form, fit_box(seen)});
      if (!form.rings.empty() && same_corners(form.rings, seen.rings))
        fitted.push_back({&form, fit_pose(form.rings, seen)});
    }
    std::stable_sort(fitted.begin(), fitted.end(), [](const Fitted& a, const Fitted& b) {
      return a.fit.misfit_m < b.fit.misfit_m ||
             (a.fit.misfit_m == b.fit.misfit_m && !a.form->rings.empty() && b.form->rings.empty());
    });
    return fitted;
  }

  /// Kinds that fit and have an appearance of these colours, if there are any.
  std::optional<JudgedObject> by_look(const std::vector<Fitted>& fitting, const Colours& colours) const {
    LookMatch best;
    const Fitted* fitted = nullptr;
    const Kind* of = nullptr;
    for (const Fitted& each : fitting)
      for (const Kind* kind : each.form->kinds)
        if (const LookMatch match = looks_.best_of(appearance(*kind), colours); match.shared > best.shared) {
          best = match;
          fitted = &each;
          of = kind;
        }
    if (best.shared < kSameLook) return std::nullopt;
    JudgedObject judged = is_novel_material(*of) ? by_outline(fitting) : alike(*fitted, colours, best);
    judged.look = best;
    return judged;
  }

  /// The kinds of a form that have these colours as much as the best of them.
  JudgedObject alike(const Fitted& fitted, const Colours& colours, const LookMatch& best) const {
    constexpr double kAsMuch = 0.02;  // the noise of colours
    JudgedObject judged{.fit = fitted.fit};
    for (const Kind* kind : fitted.form->kinds) {
      if (looks_.best_of(appearance(*kind), colours).shared < best.shared - kAsMuch) continue;
      judged.kinds.push_back(candidate(*kind));
      judged.is = class_of(*kind);
      judged.familiar = is_ordinary(*kind);
    }
    normalise(judged.kinds);
    return judged;
  }

  /// All ordinary kinds that fit.
  static JudgedObject by_outline(const std::vector<Fitted>& fitting) {
    JudgedObject judged{.fit = fitting.front().fit};
    for (const Fitted& each : fitting) {
      if (each.form->rings.empty()) {
        judged.fit.size_m = each.fit.size_m;
        judged.fit.size_sd_m = each.fit.size_sd_m;
      }
      add_ordinary(*each.form, judged);
    }
    normalise(judged.kinds);
    return judged;
  }

  static void add_ordinary(const Form& form, JudgedObject& judged) {
    for (const Kind* kind : form.kinds) {
      judged.is = class_of(*kind);
      if (is_ordinary(*kind)) judged.kinds.push_back(candidate(*kind));
    }
  }

  /// The kinds with these colours, although the outline fits none of them.
  JudgedObject by_colours(const std::vector<Fitted>& fitted, const SeenOutline& seen,
                          const LookMatch& look) const {
    JudgedObject judged{
        .look = look, .fit = fit_around(seen), .conflict = "its outline fits no kind of its colours"};
    for (const Form& form : forms_)
      for (const Kind* kind : form.kinds) {
        if (appearance(*kind) != look.name) continue;
        judged.familiar = is_ordinary(*kind);
        if (judged.familiar)
          judged.kinds.push_back(candidate(*kind));
        else
          add_ordinary(form, judged);
        judged.is = class_of(*kind);
        for (const Fitted& each : fitted)
          if (each.form == &form) judged.fit = each.fit;
      }
    normalise(judged.kinds);
    return judged;
  }

  Looks looks_;
  std::string region_look_{};
  std::vector<Form> forms_{};
};

using PixelRings = std::vector<std::vector<Pixel>>;

Ring in_metres(const std::vector<Pixel>& ring, const Screen& screen) {
  Ring points;
  for (const Pixel p : ring)
    points.push_back(in_metres({static_cast<double>(p.x), static_cast<double>(p.y)}, screen));
  return points;
}

/// Takes a pixel from an altered view to the plain one, or back.
Pixel exchanged(Pixel p, const Screen& screen) {
  if (screen.shown == ViewMode::kMirrored) return {screen.width_px - p.x, p.y};
  if (screen.shown == ViewMode::kUpsideDown) return {p.x, screen.height_px - p.y};
  return p;
}

PixelBox exchanged(const PixelBox& box, const Screen& screen) {
  const Pixel a = exchanged(Pixel{box.left, box.top}, screen);
  const Pixel b = exchanged(Pixel{box.right, box.bottom}, screen);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

PixelRings exchanged(PixelRings rings, const Screen& screen) {
  for (auto& ring : rings)
    for (Pixel& p : ring) p = exchanged(p, screen);
  return rings;
}

/// Outlines run counter-clockwise in the world. A mirror turns this round.
bool mirrored(const Observation& seen, const Screen& screen) {
  int clockwise = 0;
  for (const SeenObject& object : seen.objects) {
    if (object.rings.empty()) continue;
    const double area = signed_area(in_metres(object.rings.front(), screen));
    clockwise += area < 0 ? 1 : area > 0 ? -1 : 0;
  }
  return clockwise > 0;
}

Screen screen_of(const Observation& seen) {
  Screen screen{.width_px = seen.width_px, .height_px = seen.height_px, .px_per_m = seen.px_per_m};
  if (2 * seen.ground_row_px < seen.height_px)
    screen.shown = ViewMode::kUpsideDown;
  else if (mirrored(seen, screen))
    screen.shown = ViewMode::kMirrored;
  return screen;
}

/// By how many pixels b lies elsewhere than a, if both have the same form.
std::optional<Pixel> shift_between(const PixelRings& a, const PixelRings& b) {
  if (a.empty() || b.empty() || a.front().empty() || b.front().empty()) return std::nullopt;
  const Pixel from = a.front().front(), to = b.front().front();
  const Pixel shift{to.x - from.x, to.y - from.y};
  PixelRings moved = a;
  for (auto& ring : moved)
    for (Pixel& p : ring) p = {p.x + shift.x, p.y + shift.y};
  if (moved != b) return std::nullopt;
  return shift;
}

SeenThing thing_of(const SeenObject& last, std::span<const Observation> seen, const Screen& screen) {
  SeenThing thing{.id = last.id, .rings = exchanged(last.rings, screen)};
  std::map<int, double> sums;  // of the shares of each colour
  for (const Observation& one : seen) {
    const auto found = std::ranges::find(one.objects, last.id, &SeenObject::id);
    if (found == one.objects.end()) continue;
    const auto shift = shift_between(thing.rings, exchanged(found->rings, screen));
    if (!shift) continue;
    thing.shifts.push_back(*shift);
    for (const ColourShare& each : found->colours) sums[each.colour] += each.share;
  }
  for (const auto& [colour, sum] : sums)
    thing.colours.push_back({.colour = colour, .share = sum / static_cast<int>(thing.shifts.size())});
  return thing;
}

}  // namespace

bool is_ordinary(const Kind& kind) {
  return !is_novel_material(kind) && kind.category != Category::kFan && kind.category != Category::kEgg;
}

void normalise(std::vector<KindCandidate>& kinds) {
  double sum = 0;
  for (const KindCandidate& each : kinds) sum += each.weight;
  for (KindCandidate& each : kinds) each.weight /= sum;
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const KindCandidate& a, const KindCandidate& b) { return a.weight > b.weight; });
}

Vec2 in_metres(Vec2 at_px, const Screen& screen) {
  return screen.centre_m + Vec2{(at_px.x - screen.width_px / 2.0) / screen.px_per_m,
                                (screen.height_px / 2.0 - at_px.y) / screen.px_per_m};
}

SeenMoment put_together(std::span<const Observation> seen) {
  const Observation& last = seen.back();
  SeenMoment moment{.screen = screen_of(last)};
  moment.slingshot = exchanged(last.slingshot, moment.screen);
  moment.bird_rest = exchanged(last.bird_rest, moment.screen);
  for (const SeenObject& object : last.objects) {
    if (object.rings.empty() || object.rings.front().empty()) continue;
    moment.things.push_back(thing_of(object, seen, moment.screen));
  }
  return moment;
}

void judge(SeenMoment& moment, const Catalogue& catalogue, const ColourTable& colours, bool grey) {
  const CandidateKinds kinds(catalogue, colours, grey);
  for (SeenThing& thing : moment.things) {
    SeenOutline outline{.rings = {}, .half_px_m = 0.5 / moment.screen.px_per_m};
    for (const auto& ring : thing.rings) outline.rings.push_back(in_metres(ring, moment.screen));
    thing.judged = kinds.judge(outline, thing.colours);
  }
}

}  // namespace novphy
