#include "levels/assets.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/text.h"
#include "levels/catalogue_reader.h"
#include "levels/task_file.h"
#include "sim/world.h"

namespace novphy {
namespace {

constexpr double kShareTolerance = 1e-9;

/// The parts of an override such as "catalogue:/blocks/linear_drag_per_s=0.5".
struct Override {
  std::string whole;
  std::string file;
  std::string pointer;
  double value = 0;
};

[[noreturn]] void bad_override(const std::string& text, const std::string& what) {
  throw InputError("override \"" + text + "\"", what);
}

Override parse_override(const std::string& text) {
  const auto colon = text.find(':');
  const auto equals = text.rfind('=');
  if (colon == std::string::npos || equals == std::string::npos || equals < colon)
    bad_override(text, "expected file:/pointer=number, such as physics:/rules/settle_s=0");
  Override result{text, text.substr(0, colon), text.substr(colon + 1, equals - colon - 1)};
  if (result.file != "catalogue" && result.file != "physics")
    bad_override(text, "expected catalogue or physics before the colon");
  const auto value = number_text<double>(std::string_view(text).substr(equals + 1));
  if (!value || !std::isfinite(*value)) bad_override(text, "expected a number after the equals sign");
  result.value = *value;
  return result;
}

void apply_override(JsonDocument& document, const Override& change) {
  Json* json = document.find(change.pointer);
  if (!json) bad_override(change.whole, document.file() + " has no " + change.pointer);
  const bool number = std::holds_alternative<double>(json->value) ||
                      std::holds_alternative<std::int64_t>(json->value) ||
                      std::holds_alternative<std::uint64_t>(json->value);
  if (!number) bad_override(change.whole, change.pointer + " is not a number in " + document.file());
  json->value = change.value;
}

constexpr double kHour_s = 3600;

Rules read_rules(const Row& row) {
  return {.settle_s = row.number("settle_s", 0, kHour_s),
          .still_mps = row.not_negative("still_mps"),
          .still_rad_per_s = radians(row.not_negative("still_deg_per_s")),
          .still_for_s = row.number("still_for_s", 0, kHour_s),
          .gone_first_check_s = row.number("gone_first_check_s", 0, kHour_s),
          .gone_check_every_s = row.number("gone_check_every_s", 0.001, kHour_s),
          .gone_mps = row.not_negative("gone_mps"),
          .bird_life_s = row.number("bird_life_s", 0.001, kHour_s),
          .time_cap_s = row.number("time_cap_s", 0.001, kHour_s),
          .trail_every_s = row.number("trail_every_s", 0.001, kHour_s),
          .short_step_s = row.number("short_step_s", 1e-5, 0.1),
          .certain_end_every_s = row.number("certain_end_every_s", 0, kHour_s)};
}

Iterations read_iterations(const Row& row) {
  return {.velocity = row.at("velocity_iterations").integer(1, 10'000),
          .position = row.at("position_iterations").integer(1, 10'000)};
}

Physics read_steps(const std::string& name, const Row& row, const Rules& rules) {
  Physics physics{.name = name,
                  .step_s = row.number("step_s", 1e-5, 0.1),
                  .iterations = read_iterations(row),
                  .rules = rules};
  // Experiments let the plays of one row end later than those of another.
  if (row.get("certain_end_every_s").present())
    physics.rules.certain_end_every_s = row.number("certain_end_every_s", 0, kHour_s);
  if (row.get("early_end").present()) physics.rules.early_end = row.at("early_end").boolean();
  if (row.get("cut")) {
    const Row cut = row.row("cut", false);
    physics.cut = {.above_mps = cut.not_negative("above_mps"), .iterations = read_iterations(cut)};
  }
  const bool speed = row.get("slow_bird_mps").present(), time = row.get("slow_bird_for_s").present();
  if (!speed && !time) return physics;
  physics.slow_bird_mps = row.positive("slow_bird_mps");
  physics.slow_bird_for_s = row.number("slow_bird_for_s", 0, kHour_s);
  return physics;
}

std::map<std::string, Physics> read_physics(const Node& node) {
  const std::vector<std::string> sources = read_sources(node.at("sources"));
  const Row root(node, sources, false);
  root.know({"about", "sources"});
  const Rules rules = read_rules(root.row("rules"));
  std::map<std::string, Physics> physics;
  root.each("steps",
            [&](const std::string& name, const Row& row) { physics[name] = read_steps(name, row, rules); });
  if (root.at("steps").is_object() && !physics.contains("standard"))
    root.at("steps").error("expected a row \"standard\", found none");
  return physics;
}

std::vector<ColourShare> read_shares(const Node& row) {
  std::vector<ColourShare> shares;
  double sum = 0;
  for (const Node& pair : row.array(1, 256)) {
    const std::vector<Node> numbers = pair.array(2, 2);
    if (numbers.size() != 2) continue;
    shares.push_back({.colour = numbers[0].integer(0, 255), .share = numbers[1].number(0, 1)});
    sum += shares.back().share;
  }
  if (std::abs(sum - 1) > kShareTolerance)
    row.error(fmt::format("expected shares that sum to 1, found {:.10g}", sum));
  return shares;
}

/// The names of all appearances whose colours an observation may need.
std::vector<std::string> appearances(const Catalogue& catalogue) {
  std::vector<std::string> names = mapped(catalogue.objects, appearance);
  names.emplace_back("egg");
  for (const BirdKind& bird : catalogue.birds) names.push_back(appearance(bird.body));
  for (const auto& [name, effect] : catalogue.effects)
    if (const auto* field = std::get_if<ForceField>(&effect); field && !field->look.empty())
      names.push_back(field->look);
  return names;
}

ColourTable read_colours(const Node& root, const Catalogue& catalogue) {
  root.only({"about", "colours"});
  ColourTable table;
  for (const auto& [name, row] : root.at("colours").members()) {
    auto& looks = table[name];
    for (const Node& look : row.array(1, kDamageLooks)) looks.push_back(read_shares(look));
  }
  for (const std::string& name : appearances(catalogue))
    if (!table.contains(name)) root.at("colours").error("no colours for \"" + name + "\" of the catalogue");
  return table;
}

/// Cuts all outlines into convex pieces. Call this only for a catalogue without problems, because outlines
/// that cross themselves cannot be cut.
void cut_outlines(Catalogue& catalogue) {
  const auto cut = [](Shape& shape) {
    if (!shape.rings.empty()) shape.pieces = convex_pieces(shape.rings);
  };
  for (Kind& kind : catalogue.objects) cut(kind.shape);
  for (BirdKind& bird : catalogue.birds) cut(bird.body.shape);
  for (Kind* kind : {&catalogue.egg, &catalogue.ground, &catalogue.slingshot}) cut(kind->shape);
}

std::string text_of(const std::filesystem::path& folder, const std::string& name) {
  return read_file(folder / (name + ".json"), kAssetBounds);
}

/// One file of the folder, with the overrides of this file.
struct AssetFile {
  AssetFile(std::string content, const std::filesystem::path& folder, const std::string& name,
            std::span<const Override> overrides)
      : text(std::move(content)), document(text, (folder / (name + ".json")).string(), kAssetBounds) {
    document.check();
    for (const Override& change : overrides)
      if (change.file == name) apply_override(document, change);
  }

  std::string text;
  JsonDocument document;
};

Catalogue catalogue_of(AssetFile& file) {
  Catalogue catalogue = read_catalogue(file.document.root());
  file.document.check();
  cut_outlines(catalogue);
  return catalogue;
}

}  // namespace

Catalogue load_catalogue(const std::filesystem::path& folder) {
  AssetFile file(text_of(folder, "catalogue"), folder, "catalogue", {});
  return catalogue_of(file);
}

Assets load_assets(const std::filesystem::path& folder, std::span<const std::string> overrides) {
  return read_assets({.catalogue = text_of(folder, "catalogue"),
                      .physics = text_of(folder, "physics"),
                      .colours = text_of(folder, "colours")},
                     folder, overrides);
}

Assets read_assets(AssetTexts texts, const std::filesystem::path& folder,
                   std::span<const std::string> overrides) {
  const std::vector<Override> changes = mapped(overrides, parse_override);
  AssetFile catalogue(std::move(texts.catalogue), folder, "catalogue", changes);
  AssetFile physics(std::move(texts.physics), folder, "physics", changes);
  AssetFile colours(std::move(texts.colours), folder, "colours", changes);
  Assets assets;
  assets.folder = folder;
  assets.catalogue = catalogue_of(catalogue);
  assets.physics = read_physics(physics.document.root());
  physics.document.check();
  assets.colours = read_colours(colours.document.root(), assets.catalogue);
  colours.document.check();
  assets.catalogue_hash = content_hash(catalogue.text);
  assets.overrides.assign(overrides.begin(), overrides.end());
  assets.physics_hash = content_hash(physics.text);
  return assets;
}

}  // namespace novphy
