// Builds the pages for readers: the templates of `novphy page` and `novphy report --play` in the package, and the playground.

import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const kWeb = dirname(fileURLToPath(import.meta.url));
const kStatic = join(kWeb, "static/page");
const kPlayground = join(kWeb, "../docs/playground");

const textOf = (folder, name) => readFile(join(folder, name), "utf8");

/** One script of an entry point and all that it imports. */
async function bundled(entry, format) {
  const { outputFiles } = await build({
    entryPoints: [join(kWeb, "src/page", entry)],
    bundle: true, minify: true, write: false, format, target: "es2022", charset: "utf8",
    external: ["node:*"],
    logOverride: { "empty-import-meta": "silent" }, // A page has the module inside and asks for no address.
  });
  return outputFiles[0].text;
}

/** The text with these texts in the places of their marks, each of which must be there. */
function filled(template, texts) {
  for (const [mark, text] of Object.entries(texts)) {
    if (!template.includes(mark)) throw new Error(`the template lacks the mark ${mark}`);
    template = template.replace(mark, () => text);
  }
  return template;
}

const packed = async (file) => gzipSync(await readFile(file), { level: 9 });

/** page/: page.html, part.html (what a report gets) and the packed module. */
async function buildTemplates(wasm, licences, folder) {
  await mkdir(folder, { recursive: true });
  const style = await textOf(kStatic, "part.css");
  const part = filled(await textOf(kStatic, "part.html"), {
    "/*novphy-style*/": style,
    "/*novphy-licences*/": (await packed(licences)).toString("base64"),
    "/*novphy-script*/": await bundled("page.ts", "iife"),
  });
  const shell = await textOf(kStatic, "shell.css");
  const page = filled(await textOf(kStatic, "page.html"), { "/*novphy-shell-style*/": shell, "<!--novphy-part-->": part });
  await writeFile(join(folder, "part.html"), part);
  await writeFile(join(folder, "page.html"), page);
  await writeFile(join(folder, "novphy.wasm.gz"), await packed(wasm));
}

/** docs/playground with its script, the module and the pairs: a folder for any web server. */
async function buildPlayground(wasm, data, folder) {
  await mkdir(folder, { recursive: true });
  const styles = [await textOf(kStatic, "shell.css"), await textOf(kStatic, "part.css"), await textOf(kPlayground, "style.css")];
  await writeFile(join(folder, "style.css"), styles.join(""));
  await writeFile(join(folder, "playground.js"), await bundled("playground.ts", "esm"));
  await copyFile(join(kPlayground, "index.html"), join(folder, "index.html"));
  await copyFile(wasm, join(folder, "novphy.wasm"));
  for (const name of ["pairs.json", "licences.txt"]) await copyFile(join(data, name), join(folder, name));
}

/** Needs pairs.json and licences.txt in the package's folder `out`. The playground stands beside that folder. */
export async function buildPages(wasm, out) {
  await buildTemplates(wasm, join(out, "licences.txt"), join(out, "page"));
  await buildPlayground(wasm, out, join(out, "../playground"));
}
