// Makes the package: node build.mjs --wasm FILE [--licences FILE ...] [--out DIR]
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { build } from "esbuild";

import { buildPages } from "./build_pages.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const at = (...names) => join(web, ...names);

const { values } = parseArgs({
  options: {
    wasm: { type: "string" },
    out: { type: "string", default: join(root, "build", "web", "npm") },
    licences: { type: "string", multiple: true, default: [] },
  },
});
if (!values.wasm) throw new Error("--wasm FILE is missing: the module novphy.wasm, which scripts/web.sh builds");
const out = resolve(values.out);

/** Leaves these imports as they are, under the address that they have in the package. */
function external(addresses) {
  return {
    name: "external",
    setup(made) {
      made.onResolve({ filter: /^(jspsych|\.\/novphy\.js)$/ }, ({ path, kind }) =>
        kind !== "entry-point" && addresses[path] ? { path: addresses[path], external: true } : undefined);
    },
  };
}

const common = { bundle: true, metafile: true, external: ["node:*"], minify: true, target: ["es2022"], legalComments: "none", absWorkingDir: web };
const module = (entry, outfile, addresses = {}, plugins = []) =>
  build({ ...common, format: "esm", entryPoints: [entry], outfile: join(out, outfile), plugins: [...plugins, external(addresses)] });

/** In browsers nothing is read by Node, whose modules most bundlers do not know. */
const withoutNode = {
  name: "without-node",
  setup(made) {
    made.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "without-node" }));
    made.onLoad({ filter: /.*/, namespace: "without-node" }, () => ({ contents: "export const readFile = null;" }));
  },
};

/** The plugin for <script>. It finds novphy.wasm beside itself. */
function browserPlugin() {
  return build({
    ...common,
    format: "iife",
    globalName: "jsPsychNovphyTask",
    entryPoints: ["src/plugin.ts"],
    outfile: join(out, "plugin.browser.js"),
    banner: { js: "var novphyScript = document.currentScript.src;" },
    footer: { js: "jsPsychNovphyTask = jsPsychNovphyTask.default;" },
    define: { "import.meta.url": "novphyScript" },
    plugins: [globalJsPsych],
  });
}

const globalJsPsych = {
  name: "global-jspsych",
  setup(made) {
    made.onResolve({ filter: /^jspsych$/ }, () => ({ path: "jspsych", namespace: "global" }));
    made.onLoad({ filter: /.*/, namespace: "global" }, () => ({ contents: "module.exports = jsPsychModule;" }));
  },
};

/** jsPsych's style without its fonts, which are four fifths of it: the pages use those of the system. */
function jsPsychStyle() {
  const style = readFileSync(at("node_modules/jspsych/css/jspsych.css"), "utf8");
  return style.replace(/\/\*[\s\S]*?\*\//g, "").replace(/@font-face\s*\{[^}]*\}/g, "").replace(/\n{2,}/g, "\n");
}

async function study() {
  cpSync(at("static/study"), join(out, "study"), { recursive: true });
  await module("src/study/index.ts", "study/lib/study.js", { jspsych: "./jspsych.js" });
  const { metafile } = await module("node_modules/jspsych/dist/index.js", "study/lib/jspsych.js");
  writeFileSync(join(out, "study/lib/jspsych.css"), jsPsychStyle());
  cpSync(values.wasm, join(out, "study/lib/novphy.wasm"));
  return metafile.inputs;
}

/** Types beside the modules: those of the three modules, and all that these import. */
function types() {
  const made = join(out, "types");
  const flags = ["--noEmit", "false", "--emitDeclarationOnly", "--outDir", made];
  execFileSync(process.execPath, [at("node_modules/typescript/bin/tsc"), ...flags], { cwd: web, stdio: "inherit" });
  const names = new Set(["novphy", "element", "plugin"]);
  for (const name of names) {
    const text = readFileSync(join(made, "src", `${name}.d.ts`), "utf8");
    for (const [, imported] of text.matchAll(/"\.\/(\w+)\.js"/g)) names.add(imported);
    writeFileSync(join(out, `${name}.d.ts`), text);
  }
  rmSync(made, { recursive: true });
}

/** The texts of the pairs of tasks that novphy comes with, by name. */
function pairs() {
  const templates = join(root, "levels", "templates");
  const files = readdirSync(templates, { recursive: true }).filter((name) => name.endsWith(".json")).sort();
  return Object.fromEntries(files.map((name) => [name.replace(/\.json$/, ""), readFileSync(join(templates, name), "utf8")]));
}

/** The licence of a package from npm. Some bring no text along, only the licence's name. */
function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file) return [name, readFileSync(join(folder, file), "utf8")];
  const [, ...terms] = readFileSync(join(root, "LICENSE"), "utf8").split("\n\n");
  if (license !== "MIT") throw new Error(`${name}: no text of its licence ${license}`);
  return [name, `${name} ${version} by ${author?.name ?? author}, who gives it under the MIT License:\n\n${terms.slice(1).join("\n\n")}`];
}

/** The folders of npm's packages whose files esbuild has put into the modules. */
function packagesOf(inputs) {
  const folders = Object.keys(inputs).map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(folders.filter(Boolean))].sort().map((folder) => at(folder));
}

function licences(inputs) {
  const own = ["novphy", readFileSync(join(root, "LICENSE"), "utf8")];
  const compiled = values.licences.map((file) => [nameOf(file), readFileSync(file, "utf8")]);
  return [own, ...compiled, ...packagesOf(inputs).map(licenceOf)].map(([name, text]) => `== ${name} ==\n\n${text.trim()}\n`).join("\n");
}

/** The library of a file such as sources/box2d/LICENSE or doc/emscripten/copyright. */
const nameOf = (file) => file.split("/").at(-2);

function description() {
  const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  return {
    name: "novphy",
    version,
    description: "A testbed for physical reasoning in the browser: play tasks, replay records, run studies",
    license: "MIT",
    type: "module",
    main: "./novphy.js",
    types: "./novphy.d.ts",
    exports: {
      ".": { types: "./novphy.d.ts", browser: "./novphy.browser.js", default: "./novphy.js" },
      "./element": { types: "./element.d.ts", default: "./element.js" },
      "./plugin": { types: "./plugin.d.ts", default: "./plugin.js" },
      "./*": "./*",
    },
    browser: { "./novphy.js": "./novphy.browser.js" }, // also where element.js and plugin.js import it
    unpkg: "./plugin.browser.js",
    peerDependencies: { jspsych: ">=8.0.0" },
    peerDependenciesMeta: { jspsych: { optional: true } },
  };
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "study", "lib"), { recursive: true });
await module("src/novphy.ts", "novphy.js");
await module("src/novphy.ts", "novphy.browser.js", {}, [withoutNode]);
await module("src/element.ts", "element.js", { "./novphy.js": "./novphy.js" });
await module("src/plugin.ts", "plugin.js", { "./novphy.js": "./novphy.js", jspsych: "jspsych" });
await browserPlugin();
const inputs = await study();
types();
cpSync(values.wasm, join(out, "novphy.wasm"));
cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
cpSync(at("README.md"), join(out, "README.md"));
cpSync(at("docs-plugin"), join(out, "docs-plugin"), { recursive: true });
const texts = licences(inputs);
writeFileSync(join(out, "licences.txt"), texts);
writeFileSync(join(out, "study/lib/licences.txt"), texts);
writeFileSync(join(out, "pairs.json"), JSON.stringify(pairs()));
writeFileSync(join(out, "package.json"), JSON.stringify(description(), null, 2) + "\n");
await buildPages(values.wasm, out);
for (const folder of packagesOf(inputs)) {  // for scripts/parts_list.py
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  console.log(`${name}=${version}=${license}`);
}
