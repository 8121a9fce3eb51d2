#include "serve/tools/named_scene.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/lists.h"
#include "sim/rng.h"
#include "view/image_file.h"
#include "view/pen.h"

namespace novphy {
namespace {

/// Names that tell something to those who know the original game. Sizes and forms tell only what is seen.
constexpr std::array<std::string_view, 17> kNames{
    "bird", "pig",   "slingshot", "platform", "fan",  "egg",    "tnt",   "air turbulence", "wood",
    "ice",  "stone", "pink",      "red",      "blue", "yellow", "black", "white"};
constexpr std::array<std::string_view, 6> kNouns{"bird", "pig", "platform", "fan", "egg", "tnt"};
constexpr std::array<std::string_view, 5> kSizes{"big", "fat", "medium", "small", "tiny"};
constexpr std::array<std::string_view, 4> kSilent{"two", "three", "four", "shots"};

/// Two syllables, such as "mivo".
std::string made_up(Rng& rng) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  std::string word;
  for (int syllable = 0; syllable < 2; ++syllable) {
    for (const std::string_view letters : {kConsonants, kVowels})
      word += letters[static_cast<std::size_t>(rng.integer(0, static_cast<int>(letters.size()) - 1))];
  }
  return word;
}

std::vector<std::string> parts_of(std::string_view appearance) {
  std::istringstream stream{std::string(appearance)};
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, '_');) parts.push_back(part);
  return parts;
}

constexpr std::size_t kFlightPoints = 12;
constexpr double kApartM = 0.15;  // points of a path that are told

bool holds(const PixelBox& box, Pixel point) {
  return box.left <= point.x && point.x <= box.right && box.top <= point.y && point.y <= box.bottom;
}

/// Of a box with four corners: the side that is nearest to level, the side after it, and the angle of the
/// former.
void set_box(NamedThing& thing, const std::vector<Pixel>& corners, double px_per_m) {
  const auto side = [&](std::size_t i) {
    const Pixel a = corners[i % corners.size()];
    const Pixel b = corners[(i + 1) % corners.size()];
    return Vec2{static_cast<double>(b.x - a.x), static_cast<double>(a.y - b.y)};
  };
  Vec2 level = side(0);
  Vec2 other = side(1);
  if (std::abs(level.y) > std::abs(level.x)) std::swap(level, other);
  thing.size_m = {length(level) / px_per_m, length(other) / px_per_m};
  if (level.x < 0) level = -1 * level;
  thing.turned_deg = length(level) > 0 ? degrees(std::atan2(level.y, level.x)) : 0;
}

NamedThing thing_of(const SeenObject& object, const Observation& seen, const LookMatch& look,
                    const Vocabulary& vocabulary) {
  const bool known = look.shared >= kSameLook;
  NamedThing thing{.number = object.id,
                   .look = known ? look.name : "",
                   .name = vocabulary.thing(known ? look.name : ""),
                   .damage = known ? look.picture : 0};
  const PixelBox box = box_around(object.rings.front());
  thing.at_m = scene_place(seen, {(box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0});
  thing.size_m = {(box.right - box.left) / seen.px_per_m, (box.bottom - box.top) / seen.px_per_m};
  constexpr std::size_t kCornersOfABox = 4;
  if (object.rings.front().size() == kCornersOfABox) set_box(thing, object.rings.front(), seen.px_per_m);
  return thing;
}

std::string line_of(const NamedThing& thing) {
  constexpr std::string_view kDamage[] = {"", ", damaged", ", badly damaged"};
  std::string line =
      fmt::format("{}: {}, at ({}, {}), {} x {}", thing.number, thing.name, metres(thing.at_m.x),
                  metres(thing.at_m.y), metres(thing.size_m.x), metres(thing.size_m.y));
  if (std::abs(thing.turned_deg) >= 0.5) line += fmt::format(", turned by {:.0f} degrees", thing.turned_deg);
  return line + std::string(kDamage[static_cast<std::size_t>(std::clamp(thing.damage, 0, 2))]);
}

constexpr std::size_t kPathPoints = 12;
constexpr double kMovedM = 0.1;  // more than two pixels

std::string named(const NamedThing& thing) { return fmt::format("{} ({})", thing.number, thing.name); }

std::string line(const char* title, const std::vector<std::string>& items) {
  return items.empty() ? "" : fmt::format("{}: {}.\n", title, fmt::join(items, ", "));
}

std::string touch_line(const SeenTurn& turn, const Vocabulary& vocabulary) {
  const std::string& bird = vocabulary.word("bird");
  if (!turn.touched) return fmt::format("The {} touched nothing.\n", bird);
  if (turn.touched->ground)
    return fmt::format("The {} first touched the ground, after {:.2f} s.\n", bird, turn.touched->time_s);
  const NamedThing* thing = turn.before.find(turn.touched->body);
  return fmt::format("The {} first touched {}, after {:.2f} s.\n", bird, thing ? named(*thing) : "a thing",
                     turn.touched->time_s);
}

constexpr double kGridM = 2;

/// Turns hues by an angle, and keeps the brightness: a rotation of red, green and blue around grey.
class HueTurn {
 public:
  explicit HueTurn(std::uint64_t seed) {
    Rng rng = Rng::stream(seed, "serve/tools/colours");
    const double angle = radians(rng.uniform(90, 270));
    const double c = std::cos(angle);
    const double s = std::sin(angle) / std::sqrt(3.0);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        turn_[i][k] = (1 - c) / 3 + (i == k ? c : (k == (i + 1) % 3 ? -s : s));
  }

  /// Each of the three from 0 to 1.
  std::array<double, 3> operator()(const std::array<double, 3>& rgb) const {
    std::array<double, 3> turned{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) turned[i] += turn_[i][k] * rgb[k];
      turned[i] = std::clamp(turned[i], 0.0, 1.0);
    }
    return turned;
  }

 private:
  std::array<std::array<double, 3>, 3> turn_{};
};

void recolour(Picture& picture, std::uint64_t seed) {
  const HueTurn turn(seed);
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3) {
    const std::array<double, 3> rgb =
        turn({picture.rgb[i] / 255.0, picture.rgb[i + 1] / 255.0, picture.rgb[i + 2] / 255.0});
    for (std::size_t k = 0; k < 3; ++k)
      picture.rgb[i + k] = static_cast<std::uint8_t>(std::lround(rgb[k] * 255));
  }
}

/// The place of the screen of a place of the scene.
Vec2 screen_place(const Observation& seen, Vec2 place_m) {
  return {seen.bird_rest.x + place_m.x * seen.px_per_m, seen.bird_rest.y - place_m.y * seen.px_per_m};
}

/// Half the sides of the upright box around a thing, in pixels of the screen.
Vec2 half_box_px(const Observation& seen, const NamedThing& thing) {
  const double c = std::abs(std::cos(radians(thing.turned_deg)));
  const double s = std::abs(std::sin(radians(thing.turned_deg)));
  const Vec2 half = seen.px_per_m / 2 * thing.size_m;
  return {c * half.x + s * half.y, s * half.x + c * half.y};
}

void label(Pen& pen, Vec2 at_px, const std::string& text, double size_px) {
  const Lettering light{.size_px = size_px, .with = colour(0xFFFFFF), .bold = true};
  for (const Vec2 by : {Vec2{-1, 0}, Vec2{1, 0}, Vec2{0, -1}, Vec2{0, 1}}) pen.write(at_px + by, text, light);
  pen.write(at_px, text, {.size_px = size_px, .with = colour(0x000000), .bold = true});
}

double letters_px(double plain_px, int scale) { return plain_px + 2 * (scale - 1); }

/// A picture of the screen, `scale` times as large, without what lies left of and above `from_px`.
struct PartOfScreen {
  int scale = 1;
  Vec2 from_px{};
  Vec2 operator()(Vec2 screen_px) const { return scale * screen_px - from_px; }
};

void draw_grid(Pen& pen, const Observation& seen, const PartOfScreen& part, const Picture& picture) {
  const double step_px = kGridM * seen.px_per_m;
  const double size_px = letters_px(9, part.scale);
  const auto lines = [&](bool across) {
    const double rest_px = across ? seen.bird_rest.x : seen.bird_rest.y;
    const double end_px = across ? seen.width_px : seen.height_px;
    for (double at = rest_px - std::floor(rest_px / step_px) * step_px; at < end_px; at += step_px) {
      const Vec2 in = part({at, at});
      const double width = picture.width_px, height = picture.height_px;
      pen.line(across ? Ring{{in.x, 0}, {in.x, height}} : Ring{{0, in.y}, {width, in.y}});
      pen.stroke(colour(0x000000, 0.25), 1);
      const double place_m = std::round((across ? at - rest_px : rest_px - at) / seen.px_per_m);
      label(pen, across ? Vec2{in.x + 2, size_px + 1} : Vec2{2, in.y - 2},
            fmt::format("{:.0f}", place_m + 0.0), size_px);
    }
  };
  lines(true);
  lines(false);
}

bool overlap(Vec2 a_px, Vec2 half_a_px, Vec2 b_px, Vec2 half_b_px) {
  return std::abs(a_px.x - b_px.x) < half_a_px.x + half_b_px.x &&
         std::abs(a_px.y - b_px.y) < half_a_px.y + half_b_px.y;
}

/// Cuts the picture to where things are, and 2 m around. Returns the part that is left.
PartOfScreen cropped(Picture& picture, const Observation& seen, const NamedScene& scene, int scale) {
  Vec2 least{1.0 * seen.bird_rest.x, 1.0 * seen.bird_rest.y}, most = least;
  for (const NamedThing& thing : scene.things) {
    const Vec2 at = screen_place(seen, thing.at_m), half = half_box_px(seen, thing);
    least = {std::min(least.x, at.x - half.x), std::min(least.y, at.y - half.y)};
    most = {std::max(most.x, at.x + half.x), std::max(most.y, at.y + half.y)};
  }
  const double margin_px = kGridM * seen.px_per_m;
  const auto within = [&](double at_px, int side_px) {
    return std::clamp(static_cast<int>(std::lround(scale * at_px)), 0, side_px);
  };
  const int left = within(least.x - margin_px, picture.width_px - 1);
  const int top = within(least.y - margin_px, picture.height_px - 1);
  const int right = std::max(left + 1, within(most.x + margin_px, picture.width_px));
  const int bottom = std::max(top + 1, within(most.y + margin_px, picture.height_px));
  Picture part{.width_px = right - left, .height_px = bottom - top, .rgb = {}};
  for (int y = top; y < bottom; ++y) {
    const auto row = picture.rgb.begin() + 3 * (std::ptrdiff_t{y} * picture.width_px + left);
    part.rgb.insert(part.rgb.end(), row, row + std::ptrdiff_t{3} * part.width_px);
  }
  picture = std::move(part);
  return {scale, {static_cast<double>(left), static_cast<double>(top)}};
}

}  // namespace

Vocabulary::Vocabulary(std::optional<std::uint64_t> disguise) {
  Rng rng = Rng::stream(disguise.value_or(0), "serve/tools/words");
  std::vector<std::string> used;
  for (const std::string_view plain : kNames) {
    std::string word(plain);
    while (disguise && (word == plain || contains(used, word))) word = made_up(rng);
    used.push_back(word);
    words_.emplace(plain, std::move(word));
  }
}

const std::string& Vocabulary::word(std::string_view plain) const { return words_.find(plain)->second; }

std::string Vocabulary::thing(std::string_view appearance) const {
  if (appearance.empty()) return "unknown thing";
  if (appearance == "air_turbulence") return word("air turbulence");
  std::vector<std::string> sizes, colours, nouns;
  bool hole = false;
  for (const std::string& part : parts_of(appearance)) {
    if (contains(kSilent, part)) continue;
    if (part == "hole")
      hole = true;
    else if (contains(kSizes, part))
      sizes.push_back(part);
    else if (part == "rect")
      nouns.emplace_back("rectangle");
    else if (!words_.contains(part))
      nouns.push_back(part);
    else if (contains(kNouns, part))
      nouns.push_back(word(part));
    else
      colours.push_back(word(part));
  }
  for (const auto* list : {&colours, &nouns}) add_all(sizes, *list);
  return fmt::format("{}{}", fmt::join(sizes, " "), hole ? " with a hole" : "");
}

const NamedThing* NamedScene::find(int number) const {
  return find_in(things, [&](const NamedThing& thing) { return thing.number == number; });
}

std::string metres(double value) {
  const std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

Vec2 scene_place(const Observation& seen, Vec2 at_px) {
  return {(at_px.x - seen.bird_rest.x) / seen.px_per_m, (seen.bird_rest.y - at_px.y) / seen.px_per_m};
}

bool SceneLooks::ByColours::operator()(const std::vector<ColourShare>& a,
                                       const std::vector<ColourShare>& b) const {
  const auto order = [](const ColourShare& each) { return std::pair(each.colour, each.share); };
  return std::ranges::lexicographical_compare(a, b, {}, order, order);
}

std::vector<LookMatch> SceneLooks::of(const Observation& seen) const {
  const bool grey = std::ranges::all_of(
      seen.objects, [](const SeenObject& object) { return in_grey(object.colours) == object.colours; });
  Remembered& remembered = grey ? greys_ : colours_;
  std::vector<LookMatch> matches;
  for (const SeenObject& object : seen.objects) {
    auto found = remembered.matches.find(object.colours);
    if (found == remembered.matches.end())
      found = remembered.matches.emplace(object.colours, remembered.looks.best(object.colours)).first;
    matches.push_back(found->second);
  }
  return matches;
}

NamedScene scene_of(const Observation& seen, const SceneLooks& appearances, const Vocabulary& vocabulary) {
  const std::vector<LookMatch> looks = appearances.of(seen);
  NamedScene scene;
  for (std::size_t i = 0; i < seen.objects.size(); ++i) {
    const SeenObject& object = seen.objects[i];
    if (object.rings.empty() || object.rings.front().empty()) continue;
    scene.things.push_back(thing_of(object, seen, looks[i], vocabulary));
    if (scene.things.back().is_bird() && !scene.on_slingshot &&
        holds(box_around(object.rings.front()), seen.bird_rest))
      scene.on_slingshot = object.id;
  }
  scene.ground_m = scene_place(seen, {0, static_cast<double>(seen.ground_row_px)}).y;
  scene.flight_m = mapped(seen.trajectory, [&](Pixel dot) {
    return scene_place(seen, {static_cast<double>(dot.x), static_cast<double>(dot.y)});
  });
  return scene;
}

std::string text_of(const std::vector<Vec2>& path, std::size_t most) {
  std::vector<Vec2> points;
  for (const Vec2& each : path)
    if (points.empty() || length(each - points.back()) > kApartM) points.push_back(each);
  std::string text;
  const std::size_t shown = std::min(points.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t at = shown == 1 ? 0 : i * (points.size() - 1) / (shown - 1);
    text += fmt::format("{}({}, {})", i == 0 ? "" : " ", metres(points[at].x), metres(points[at].y));
  }
  return text;
}

std::string text_of(const NamedScene& scene, const Vocabulary& vocabulary) {
  const std::string& bird = vocabulary.word("bird");
  std::string text = fmt::format(
      "Places are in metres from the {} on the {}, x to the right, y up; sizes are width x height. The "
      "ground is at y = {}.\n",
      bird, vocabulary.word("slingshot"), metres(scene.ground_m));
  text += scene.on_slingshot
              ? fmt::format("On the {}: {}.\n", vocabulary.word("slingshot"), *scene.on_slingshot)
              : fmt::format("No {} is on the {}.\n", bird, vocabulary.word("slingshot"));
  for (const NamedThing& thing : scene.things) text += line_of(thing) + "\n";
  if (!scene.flight_m.empty())
    text += fmt::format("Path of the last {}: {}\n", bird, text_of(scene.flight_m, kFlightPoints));
  return text;
}

std::optional<FirstTouch> first_touch(const World& world, std::size_t events) {
  const int ground = static_cast<int>(world.task().objects.size() + world.task().birds.size());
  double launched_s = 0;
  int bird = -1;
  for (const Event& event : world.events().subspan(events)) {
    if (event.kind == EventKind::kLaunch && bird < 0) {
      bird = event.body;
      launched_s = event.time_s;
    }
    if (event.kind != EventKind::kContact || bird < 0) continue;
    if (event.body != bird && event.other != bird) continue;
    const int other = event.body == bird ? event.other : event.body;
    return FirstTouch{.ground = other == ground, .body = other, .time_s = event.time_s - launched_s};
  }
  return std::nullopt;
}

TurnFacts facts_of(const SeenTurn& turn) {
  TurnFacts facts;
  if (turn.touched) {
    facts.ground = turn.touched->ground;
    facts.after_s = turn.touched->time_s;
    if (turn.before.find(turn.touched->body)) facts.touched = turn.touched->body;
  }
  for (const NamedThing& was : turn.before.things) {
    if (was.is_bird()) continue;
    const NamedThing* is = turn.after.find(was.number);
    if (!is) {
      facts.gone.push_back(was.number);
      continue;
    }
    if (is->damage > was.damage) facts.damaged.push_back(was.number);
    if (length(is->at_m - was.at_m) > kMovedM) facts.moved.push_back({was.number, is->at_m});
  }
  return facts;
}

std::string text_of(const SeenTurn& turn, const Vocabulary& vocabulary) {
  const TurnFacts facts = facts_of(turn);
  const auto name = [&](int number) { return named(*turn.before.find(number)); };
  const auto moved = mapped(facts.moved, [&](const TurnFacts::Moved& each) {
    return fmt::format("{} to ({}, {})", name(each.number), metres(each.to_m.x), metres(each.to_m.y));
  });
  std::string text = touch_line(turn, vocabulary) + line("Gone", mapped(facts.gone, name)) +
                     line("More damaged than before", mapped(facts.damaged, name)) + line("Moved", moved);
  if (!turn.after.flight_m.empty())
    text += fmt::format("Path of the {}: {}\n", vocabulary.word("bird"),
                        text_of(turn.after.flight_m, kPathPoints));
  return text;
}

std::vector<NumberPlace> number_places(const Observation& seen, const NamedScene& scene, int scale) {
  struct Kept {
    Vec2 at_px, half_px;
  };
  std::vector<Kept> free_of;  // what no number may cover: birds, pigs and other numbers
  const auto box_of = [&](const NamedThing& thing) {
    return Kept{scale * screen_place(seen, thing.at_m), scale * half_box_px(seen, thing)};
  };
  const auto is_kept = [](const NamedThing& thing) {
    return thing.is_bird() || thing.look.find("pig_") != std::string::npos;
  };
  for (const NamedThing& thing : scene.things)
    if (is_kept(thing)) free_of.push_back(box_of(thing));
  std::vector<NumberPlace> places;
  for (const NamedThing& thing : scene.things) {
    const double letters = letters_px(11, scale);
    const Vec2 size{0.7 * letters * static_cast<double>(std::to_string(thing.number).size()) + 2, letters};
    const auto [at, half] = box_of(thing);
    const Vec2 by{half.x + size.x / 2 + 1, half.y + size.y / 2 + 1};
    std::vector<Vec2> tries;
    if (!is_kept(thing)) tries.push_back(at);
    for (const double times : {1.0, 1.7, 2.4})
      for (const Vec2 way : {Vec2{0, -1}, Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{1, -1}, Vec2{-1, -1}})
        tries.push_back(at + times * Vec2{way.x * by.x, way.y * by.y});
    const auto fits = [&](Vec2 middle) {
      return middle.x > size.x / 2 && middle.y > size.y / 2 &&
             middle.x < scale * seen.width_px - size.x / 2 &&
             middle.y < scale * seen.height_px - size.y / 2 &&
             std::ranges::none_of(free_of, [&](const Kept& each) {
               return overlap(middle, 0.5 * size, each.at_px, each.half_px);
             });
    };
    const auto found = std::ranges::find_if(tries, fits);
    places.push_back({thing.number, found == tries.end() ? tries.front() : *found, size});
    free_of.push_back({places.back().middle_px, 0.5 * size});
  }
  return places;
}

std::string scene_picture(const Observation& seen, const NamedScene& scene, const PictureMarks& marks,
                          std::optional<std::uint64_t> disguise) {
  Picture picture = seen.screenshot.value();
  if (disguise) recolour(picture, *disguise);
  PartOfScreen part{.scale = marks.scale};
  if (marks.crop) part = cropped(picture, seen, scene, marks.scale);
  return png(picture, [&](Pen& pen) {
    if (marks.grid) draw_grid(pen, seen, part, picture);
    if (!marks.numbers) return;
    for (const NumberPlace& place : number_places(seen, scene, marks.scale)) {
      const Vec2 corner = place.middle_px - part.from_px + Vec2{-place.size_px.x / 2, 0.4 * place.size_px.y};
      label(pen, corner, std::to_string(place.number), letters_px(11, marks.scale));
    }
  });
}

}  // namespace novphy
