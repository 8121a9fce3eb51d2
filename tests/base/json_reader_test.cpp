#include "base/json_reader.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>

using namespace novphy;

namespace {

/// All messages from reading this text, one per line.
std::string messages(
    const std::string& text, const std::function<void(Node)>& read = [](Node) {}) {
  try {
    JsonDocument document(text, "f.json");
    read(document.root());
    document.check();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("values know the line on which they stand") {
  JsonDocument document("{\n \"a\": [1,\n 2\n,\n\n\"x\"], \"b\":\n{\n\"c\": 5\n}\n}", "f");
  const auto elements = document.root().at("a").array();
  REQUIRE(elements.size() == 3);
  CHECK(document.root().line() == 1);
  CHECK(elements[0].line() == 2);
  CHECK(elements[1].line() == 3);
  CHECK(elements[2].line() == 6);
  CHECK(document.root().at("b").line() == 7);
  CHECK(document.root().at("b").at("c").line() == 8);
  CHECK(elements[2].pointer() == "/a/2");
}

TEST_CASE("one reading finds every error") {
  const std::string text = "{\n\"n\": \"x\",\n\"i\": 1.5,\n\"p\": [1, true],\n\"w\": \"woood\",\n\"q\": 7\n}";
  CHECK(messages(text,
                 [](Node root) {
                   root.only({"n", "i", "p", "w", "missing"});
                   root.at("n").number();
                   root.at("i").integer(0, 3);
                   for (const Node& number : root.at("p").array(2, 2)) number.number();
                   root.at("w").one_of({"wood", "stone", "ice"});
                   root.at("missing").text();
                 }) ==
        "f.json:1: expected a key \"missing\", found none\n"
        "f.json:2: /n: expected a number, found \"x\"\n"
        "f.json:3: /i: expected a whole number from 0 to 3, found 1.5\n"
        "f.json:4: /p/1: expected a number, found true\n"
        "f.json:5: /w: expected wood, stone or ice, found \"woood\"\n"
        "f.json:6: /q: unknown key, expected n, i, p, w or missing");
}

TEST_CASE("a key may stand only once in an object, and the first counts") {
  const std::string text =
      "{\"a\": 1,\n\"b\": {\"c\": [{\"d\": 1, \"d\": {\"d\": [[]]}}]},\n\"a\": {\"x\": 2}}";
  CHECK(messages(text) ==
        "f.json:2: /b/c/0/d: the key stands twice in this object\n"
        "f.json:3: /a: the key stands twice in this object");
  JsonDocument document(text, "f");
  CHECK(document.root().at("a").integer() == 1);
}

TEST_CASE("what is no JSON is one error with its line") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"", "f.json:1: syntax error while parsing value - unexpected end of input"},
      {"{\"a\": 1}\n x", "f.json:2: syntax error while parsing value - invalid literal"},
      {"{\"a\": 1}\n{}", "f.json:2: syntax error while parsing value - unexpected '{'"},
      {"{\n\"a\": NaN}", "f.json:2: /a: syntax error while parsing value - invalid literal"},
      {"[1,\nInfinity]", "f.json:2: syntax error while parsing value - invalid literal"},
      {"[1e999]", "f.json:1: number overflow parsing '1e999'"},
      {"[\"\xff\"]", "f.json:1: syntax error while parsing value - invalid string: ill-formed UTF-8"},
      {"{\"a\": 1", "f.json:1: /a: syntax error while parsing object - unexpected end of input"},
      {"// note\n{}", "f.json:1: syntax error while parsing value - invalid literal"},
  }));
  CAPTURE(text);
  CHECK_THAT(messages(text), Catch::StartsWith(expected));
  CHECK(messages(text).find('\n') == std::string::npos);
}

TEST_CASE("nesting is limited, so that no file exhausts the stack") {
  CHECK(messages(std::string(64, '[') + std::string(64, ']')).empty());
  CHECK_THAT(messages(std::string(65, '[') + std::string(65, ']')),
             Catch::EndsWith("expected at most 64 levels of arrays and objects, found more"));
  CHECK_THAT(messages(std::string(1000000, '[')), Catch::Contains("at most 64 levels"));
}

TEST_CASE("the number of values and of bytes is limited, so that no file exhausts the memory") {
  constexpr FileBounds kSmall{"a test", 40, 4};
  CHECK_NOTHROW(JsonDocument("[1, {\"a\": 2}]", "f", kSmall));
  CHECK_THROWS_WITH(JsonDocument("[1,\n2, 3, 4]", "f", kSmall),
                    "f:2: expected at most 4 values in a test, found more");
  CHECK_THROWS_WITH(JsonDocument("[1, 2, 3, []]", "f", kSmall),
                    Catch::EndsWith("at most 4 values in a test, found more"));
  CHECK_THROWS_WITH(JsonDocument(std::string(41, ' '), "f", kSmall),
                    Catch::StartsWith("f: expected at most 0 MiB of a test"));
}

TEST_CASE("a file with thousands of errors does not print them all") {
  std::string text = "[0";
  for (int i = 0; i < 5000; ++i) text += ",true";
  const std::string all = messages(text + "]", [](Node root) {
    for (const Node& node : root.array()) node.number();
  });
  CHECK(std::count(all.begin(), all.end(), '\n') == 1000);
  CHECK_THAT(all, Catch::EndsWith("more than 1000 problems: the rest is not listed"));
}

TEST_CASE("absent nodes are read in silence") {
  CHECK(messages("{}", [](Node root) {
          const Node absent = root.get("x");
          CHECK_FALSE(absent);
          CHECK(absent.at("y").number(2, 3) == 2);
          CHECK(absent.array(3, 3).empty());
          CHECK(absent.text().empty());
          CHECK(absent.one_of({"a", "b"}) == "a");
        }).empty());
}

TEST_CASE("a pointer finds the value to change") {
  JsonDocument document("{\"a\": {\"b/c\": [1, 2]}}", "f");
  REQUIRE(document.find("/a/b~1c/1") != nullptr);
  document.find("/a/b~1c/1")->value = 7.5;
  CHECK(document.root().at("a").at("b/c").array()[1].number() == 7.5);
  CHECK(document.find("/a/x") == nullptr);
  CHECK(document.find("/a/b~1c/2") == nullptr);
  CHECK(document.find("a") == nullptr);
}

TEST_CASE("numbers are written as short as they can be read back") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(-2.67) == "-2.67");
  CHECK(shortest(4) == "4");
  CHECK(shortest(-0.0) == "-0.0");
  CHECK(shortest(1e300) == "1e+300");
}

TEST_CASE("a place is known below values that are absent, too") {
  JsonDocument document(R"({"a": {"list": [1, {"x/y": 2}]}})", "f.json");
  const Node root = document.root();
  CHECK(root.pointer().empty());
  CHECK(root.get("a").get("list").array()[1].get("x/y").pointer() == "/a/list/1/x~1y");
  const Node absent = root.get("a").get("no").get("such~thing");
  CHECK_FALSE(absent.present());
  CHECK(absent.pointer() == "/a/no/such~0thing");
  CHECK(root.get("a").get("list").array()[0].object().pointer() == "/a/list/0");
}

TEST_CASE("an empty key and a key that is missing are places, too") {
  JsonDocument document("{\n\"a\": {\"\": 1}}", "f.json");
  document.root().get("a").only({"b"});
  document.root().get("a").error_at("c/d", "missing");
  CHECK_THROWS_WITH(document.check(), "f.json:2: /a/: unknown key, expected b\nf.json:2: /a/c~1d: missing");
}

TEST_CASE("keys that stand twice are found in large objects, too") {
  for (const int keys : {2, 31, 32, 33, 200}) {
    std::string text = "{";
    for (int i = 0; i < keys; ++i) text += "\"k" + std::to_string(i) + "\": 1,\n";
    JsonDocument sound(text + "\"last\": 1}", "f.json");
    CHECK_NOTHROW(sound.check());
    JsonDocument twice(text + "\"k" + std::to_string(keys - 1) + "\": 1}", "f.json");
    CHECK_THROWS_WITH(twice.check(), "f.json:" + std::to_string(keys + 1) + ": /k" +
                                         std::to_string(keys - 1) + ": the key stands twice in this object");
  }
}

TEST_CASE("beyond a thousand problems one line says that the rest is not listed") {
  std::string text = "[";
  for (int i = 0; i < 3000; ++i) text += std::string(i == 0 ? "" : ",") + "\"x\"";
  JsonDocument document(text + "]", "f.json");
  for (const Node& node : document.root().array()) node.number();
  CHECK(document.problems().size() == 1001);
  CHECK(document.problems().back().text == "more than 1000 problems: the rest is not listed");
}
