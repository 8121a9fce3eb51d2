#include "base/json_fields.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace novphy;

namespace {

enum class Colour { kRed, kBlue };

struct Wheel {
  double radius_m = 0;
  bool driven = false;
};

struct Cart {
  std::string name{};
  int seats = 2;
  Colour colour = Colour::kRed;
  double speed_mps = 0;
  std::vector<Wheel> wheels{};
  std::optional<double> load_kg{};
  std::optional<Wheel> spare{};
};

void describe(FieldIo& io, Wheel& wheel) {
  io.field("radius", wheel.radius_m, NumberCodec{0.1, 2});
  io.field("drive", wheel.driven, EitherCodec{"no", "yes"}, false);
}

void describe(FieldIo& io, Cart& cart) {
  io.field("name", cart.name, TextCodec{});
  io.field("seats", cart.seats, WholeCodec{1, 8}, 2);
  io.field("colour", cart.colour, WordCodec<Colour, 2>{{"red", "blue"}}, Colour::kRed);
  io.field("speed", cart.speed_mps, NumberCodec{}, 0);
  io.field("wheels", cart.wheels, ListCodec{ObjectCodec<Wheel>{}, 0, 4, false}, std::vector<Wheel>());
  io.field("load", cart.load_kg, MaybeCodec{NumberCodec{}, true}, std::nullopt);
  if (io.present("spare", cart.spare.has_value()))
    io.field("spare", cart.spare, MaybeCodec{ObjectCodec<Wheel>{}});
}

bool operator==(const Wheel& a, const Wheel& b) { return a.radius_m == b.radius_m && a.driven == b.driven; }

struct Span {
  int least = 0;
  int most = 9;
};

void describe(FieldIo& io, Span& span) {
  io.pair("range", span.least, WholeCodec{0, 5}, span.most, WholeCodec{0, 9});
}

template <class T>
T parsed(const std::string& text) {
  JsonDocument document(text, "f");
  T value = read_fields<T>(document.root());
  document.check();
  return value;
}

std::string problems(const std::string& text) {
  try {
    parsed<Cart>(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

Cart full() {
  return {.name = "a\"b",
          .seats = 3,
          .colour = Colour::kBlue,
          .speed_mps = -0.0,
          .wheels = {{.radius_m = 0.5}, {.radius_m = 1, .driven = true}},
          .load_kg = 2.5,
          .spare = Wheel{.radius_m = 0.25}};
}

std::string difference(const Cart& a, const Cart& b, double tolerance = 0) {
  return json_difference(to_whole_json(a), to_whole_json(b), tolerance);
}

}  // namespace

TEST_CASE("one list of fields writes an object and reads it back, in both layouts") {
  const std::string text =
      R"({"name":"a\"b","seats":3,"colour":"blue","wheels":[{"radius":0.5},{"radius":1,"drive":"yes"}],"load":2.5,"spare":{"radius":0.25}})";
  CHECK(to_json(full()) == text);
  CHECK(to_json(parsed<Cart>(text)) == text);
  const std::string lines = to_json_lines(Cart{.name = "c", .wheels = {{.radius_m = 1}}});
  CHECK(lines == "{\n  \"name\": \"c\",\n  \"wheels\": [{\"radius\": 1}]\n}");
  CHECK(to_json(parsed<Cart>(lines)) == R"({"name":"c","wheels":[{"radius":1}]})");
}

TEST_CASE("a member that is absent gets its default, and null may stand for none") {
  const auto cart = parsed<Cart>(R"({"name": "c", "load": null})");
  CHECK(cart.seats == 2);
  CHECK(cart.wheels.empty());
  CHECK_FALSE(cart.load_kg.has_value());
  CHECK_FALSE(cart.spare.has_value());
  // So it does where the value was another before.
  JsonDocument named(R"({"name": "c"})", "f");
  const Cart before = read_fields<Cart>(named.root(), full());
  CHECK(before.seats == 2);
  CHECK(before.colour == Colour::kRed);
  CHECK(before.wheels.empty());
  CHECK_FALSE(before.load_kg.has_value());
}

TEST_CASE("a whole text also has the members that have their default") {
  CHECK(to_whole_json(Wheel{.radius_m = 1}) == R"({"radius":1,"drive":"no"})");
  Cart other = full();
  other.wheels[0].driven = true;
  CHECK(difference(full(), other) == "/wheels/0/drive");
}

TEST_CASE("two numbers are one member") {
  CHECK(to_json(Span{.least = 1, .most = 7}) == R"({"range":[1,7]})");
  const auto span = parsed<Span>(R"({"range": [2, 3]})");
  CHECK(span.least == 2);
  CHECK(span.most == 3);
  CHECK_THROWS_AS(parsed<Span>(R"({"range": [2]})"), InputError);
  CHECK_THROWS_AS(parsed<Span>(R"({"range": [6, 7]})"), InputError);
  CHECK_THROWS_AS(parsed<Span>("{}"), InputError);
}

TEST_CASE("what does not fit the list is an error at its place") {
  CHECK(problems("[]") == "f:1: expected an object, found an array of 0");
  CHECK(problems("{}") == "f:1: expected a key \"name\", found none");
  CHECK_THAT(problems(R"({"name": "c", "seat": 1})"),
             Catch::StartsWith("f:1: /seat: unknown key, expected name, seats"));
  CHECK(problems(R"({"name": "c", "seats": 9})") ==
        "f:1: /seats: expected a whole number from 1 to 8, found 9");
  CHECK(problems(R"({"name": "c", "colour": "green"})") ==
        "f:1: /colour: expected red or blue, found \"green\"");
  CHECK(problems(R"({"name": "c", "wheels": [{"radius": 3}]})") ==
        "f:1: /wheels/0/radius: expected a number from 0.1 to 2, found 3");
  CHECK(problems(R"({"name": "c", "wheels": [{"radius": 1, "drive": true}]})") ==
        "f:1: /wheels/0/drive: expected no or yes, found true");
}

TEST_CASE("a comparison names the first field that differs") {
  CHECK(difference(full(), full()).empty());
  Cart other = full();
  other.wheels[1].radius_m += 1e-9;
  CHECK(difference(full(), other) == "/wheels/1/radius");
  CHECK(difference(full(), other, 1e-8).empty());
  other.spare.reset();
  CHECK(difference(full(), other, 1e-8) == "/spare");
  other = full();
  other.wheels.pop_back();
  CHECK(difference(full(), other) == "/wheels");
  other.colour = Colour::kRed;
  CHECK(difference(full(), other) == "/colour");
  other = full();
  other.load_kg = std::nan("");
  CHECK(difference(full(), other, 1) == "/load");
}

TEST_CASE("a list makes the JSON Schema of what it reads") {
  const std::string wheel =
      R"({"$comment":"Wheel","type":"object","properties":{"radius":{"type":"number","minimum":0.1,"maximum":2},)"
      R"("drive":{"type":"string","enum":["no","yes"]}},"required":["radius"],"additionalProperties":false})";
  CHECK(json_object(ObjectCodec<Wheel>().schema()) == wheel);
  CHECK(
      json_object(ObjectCodec<Cart>().schema()) ==
      R"({"$comment":"Cart","type":"object","properties":{"name":{"type":"string"},)"
      R"("seats":{"type":"integer","minimum":1,"maximum":8},"colour":{"type":"string","enum":["red","blue"]},)"
      R"("speed":{"type":"number"},"wheels":{"type":"array","items":)" +
          wheel + R"(,"maxItems":4},"load":{"anyOf":[{"type":"number"},{"type":"null"}]},"spare":)" + wheel +
          R"(},"required":["name","spare"],"additionalProperties":false})");
  CHECK(json_object(ObjectCodec<Span>().schema()) ==
        R"({"$comment":"Span","type":"object","properties":{"range":{"type":"array","prefixItems":)"
        R"([{"type":"integer","minimum":0,"maximum":5},{"type":"integer","minimum":0,"maximum":9}],)"
        R"("minItems":2,"maxItems":2}},"required":["range"],"additionalProperties":false})");
}

TEST_CASE("of keys that exclude each other, a schema takes one, with the members that belong to it") {
  SchemaWriter io("seats", {"seats", "colour", "speed", "wheels", "load", "spare"});
  visit_fields(io, Cart{});
  io.rule(R"({"minProperties":2})");
  CHECK(json_object(io.done(typeid(Cart))) ==
        R"({"$comment":"Cart","type":"object","properties":{"name":{"type":"string"},)"
        R"("seats":{"type":"integer","minimum":1,"maximum":8}},"required":["name","seats"],)"
        R"("allOf":[{"minProperties":2}],"additionalProperties":false})");
}

TEST_CASE("the schema of a text names its pattern or its words, and one number is a constant") {
  CHECK(json_object(TextCodec{.pattern = "^a$"}.schema()) == R"({"type":"string","pattern":"^a$"})");
  CHECK(json_object(TextCodec{.words = "bird"}.schema()) == R"({"$ref":"#/$defs/bird"})");
  CHECK(json_object(WholeCodec{1, 1}.schema()) == R"({"const":1})");
  CHECK(json_object(FlagCodec{}.schema()) == R"({"type":"boolean"})");
}

TEST_CASE("a number that JSON lacks is never written") {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_THROWS_AS(to_json(Wheel{.radius_m = bad}), std::invalid_argument);
}

TEST_CASE("decimals keep their point") {
  JsonText out;
  DecimalCodec{}.write(out, 2);
  DecimalCodec{}.write(out, 0.5);
  CHECK(out.text == "2.00.5");
}
