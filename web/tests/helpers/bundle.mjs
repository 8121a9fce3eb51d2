// Bundles sources for tests, with the stand-in for the simulator.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

export const web = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// Beside the packages, so that what is bundled finds them.
const folder = join(web, "node_modules/.cache", `novphy-tests-${process.pid}`);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Resolves ./novphy.js to the stand-in, and these packages to these addresses. */
export function standIn(addresses = {}) {
  return {
    name: "stand-in",
    setup(made) {
      made.onResolve({ filter: /\/novphy\.js$/ }, () => ({ path: join(web, "tests/helpers/stand_in_novphy.mjs") }));
      made.onResolve({ filter: /^jspsych$/ }, ({ path }) => ({ path: addresses[path] ?? path, external: true }));
    },
  };
}

/** Imports a source, such as "plugin.ts" or "study/sending.ts". */
export async function imported(source) {
  const outfile = join(folder, source.replace(/\.ts$/, ".mjs"));
  const common = { bundle: true, format: "esm", target: ["es2022"], absWorkingDir: web };
  await build({ ...common, entryPoints: [join("src", source)], outfile, plugins: [standIn()] });
  return import(pathToFileURL(outfile));
}
