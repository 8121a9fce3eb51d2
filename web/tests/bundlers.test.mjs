// The package as npm installs it, in a page that each bundler builds, and in one without a bundler. The bundlers are those of
// web/bundlers, which the test installs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { promisify } from "node:util";

import { browserName, launchBrowser, says } from "./helpers/browser.mjs";
import { npmFolder, openPage } from "./helpers/built.mjs";
import { web } from "./helpers/bundle.mjs";
import { serve } from "./helpers/study_folder.mjs";

const tools = join(web, "bundlers");
let folder, browser;

before(async () => {
  mkdirSync(join(tools, "out"), { recursive: true });
  folder = mkdtempSync(join(tools, "out/pages-"));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: tools, stdio: "inherit" });
  cpSync(npmFolder, join(folder, "node_modules/novphy"), { recursive: true });
  cpSync(join(npmFolder, "docs-plugin/survey.js"), join(folder, "survey.js"));
  writeFileSync(join(folder, "package.json"), `{"private": true, "type": "module"}`);
  writeFileSync(join(folder, "index.html"), `<!DOCTYPE html><title>Survey</title><script type="module" src="./survey.js"></script>`);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const run = (tool, ...words) => execFileSync(process.execPath, [tool, ...words], { cwd: folder, encoding: "utf8", stdio: "pipe" });
const installed = (...names) => join(tools, "node_modules", ...names);
const page = (made) => writeFileSync(join(folder, made, "index.html"), `<!DOCTYPE html><title>Survey</title><script type="module" src="main.js"></script>`);

const builds = {
  vite: () => run(installed("vite/bin/vite.js"), "build", "--outDir", "vite", "--base", "./"),
  webpack: async () => {
    const webpack = createRequire(join(tools, "package.json"))("webpack");
    const made = await promisify(webpack)({ mode: "production", context: folder, entry: "./survey.js", output: { path: join(folder, "webpack") } });
    assert.deepEqual(made.toJson().errors, []);
    page("webpack");
  },
  parcel: () => run(installed("parcel/lib/bin.js"), "build", "index.html", "--dist-dir", "parcel", "--public-url", "./", "--cache-dir", "cache"),
  esbuild: () => {
    run(join(web, "node_modules/esbuild/bin/esbuild"), "survey.js", "--bundle", "--format=esm", "--outfile=esbuild/main.js");
    cpSync(join(npmFolder, "novphy.wasm"), join(folder, "esbuild/novphy.wasm"));
    page("esbuild");
  },
};

/** Serves a folder, and opens its page until its task has been drawn. */
async function opened(made, use) {
  const server = await serve(join(folder, made));
  const shown = await openPage(browser, `http://127.0.0.1:${server.address().port}/`);
  try {
    await shown.waitForFunction(() => {
      const canvas = document.querySelector("canvas") ?? document.querySelector("novphy-task")?.shadowRoot.querySelector("canvas");
      return canvas?.getContext("2d").getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data[3] === 255;
    });
    await use?.(shown);
    assert.deepEqual(shown.problems, []);
  } finally {
    await shown.close();
    server.closeAllConnections();
    server.close();
  }
}

for (const [name, build] of Object.entries(builds))
  test(`a page built by ${name} shows its task, and then asks its question`, { skip: browserName === "firefox" }, async () => {
    await build();
    await opened(name, async (shown) => {
      await shown.keyboard.press("ArrowLeft");
      await shown.keyboard.press(" ");
      await says(shown, "How sure were you");
    });
  });

test("a page with an import map shows a task without a bundler", async () => {
  const task = /const task = (.*);/.exec(readFileSync(join(folder, "survey.js"), "utf8"))[1];
  cpSync(npmFolder, join(folder, "map/novphy"), { recursive: true });
  writeFileSync(join(folder, "map/index.html"), `<!DOCTYPE html><title>Map</title>
    <script type="importmap">{"imports": {"novphy": "./novphy/novphy.js", "novphy/element": "./novphy/element.js"}}</script>
    <novphy-task></novphy-task>
    <script type="module">
      import { load } from "novphy";
      import "novphy/element";
      const { task } = (await load()).readTask(JSON.stringify(${task}));
      document.querySelector("novphy-task").task = task;
    </script>`);
  await opened("map");
});

test("the element and its events have types", () => {
  writeFileSync(join(folder, "types.ts"), `import "novphy/element";
    const task = document.createElement("novphy-task");
    task.addEventListener("done", ({ detail }) => detail.passed && task.restart());
    // @ts-expect-error
    task.addEventListener("done", ({ detail }) => detail.nothing);`);
  run(join(web, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2022", "--moduleResolution", "bundler", "--module", "esnext", "types.ts");
});
