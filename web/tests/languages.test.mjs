// The language files of the pages, and the shipped study in other languages. In Node.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { web } from "./helpers/bundle.mjs";

const pages = join(web, "static/study");
const studies = join(web, "../levels/study");
const read = (folder, name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const codes = readdirSync(join(pages, "languages")).map((name) => name.replace(".json", ""));
const english = read(join(pages, "languages"), "en.json");

/** The texts of an object, by their path. */
function textsOf(value, path = "") {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}/${key}`));
}

const marks = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

function assertTranslated(translated, original) {
  const found = new Map(textsOf(translated));
  assert.deepEqual([...found.keys()].sort(), textsOf(original).map(([path]) => path).sort());
  for (const [path, text] of textsOf(original)) {
    assert.deepEqual(marks(found.get(path)), marks(text), path);
    assert.ok(found.get(path).trim() !== "", path);
  }
}

for (const code of codes) {
  test(`the pages' words in ${code} have every key and placeholder, and index.html has those that no script shows`, () => {
    const words = read(join(pages, "languages"), `${code}.json`);
    assertTranslated(words, english);
    const html = readFileSync(join(pages, "index.html"), "utf8");
    for (const key of ["old_browser", "no_connection", "no_script"]) assert.ok(html.includes(`<span lang="${code}">${words[key]}</span>`), key);
  });

  if (code === "en") continue;
  test(`the shipped study in ${code} is the same study in other words`, () => {
    const [{ title, pages: shown, question, words, language, ...rest }, shipped] = [read(studies, `study_${code}.json`), read(studies, "study.json")];
    const { title: _, pages: english_pages, question: english_question, words: english_words, ...english_rest } = shipped;
    assert.equal(language, code);
    assert.deepEqual(rest, english_rest);
    assertTranslated({ shown, question, words }, { shown: english_pages, question: english_question, words: english_words });
    assert.match(shown.welcome.text, /^\[/, "it says that nobody has reviewed it");
  });
}
