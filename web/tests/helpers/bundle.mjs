// Bundles sources for tests, with the stand-in for the simulator.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

export const web = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

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
  const outfile = join(web, "node_modules/.cache/novphy-tests", `${process.pid}`, source.replace(/\.ts$/, ".mjs"));
  await build({
    bundle: true, format: "esm", target: ["es2022"], absWorkingDir: web, entryPoints: [join("src", source)], outfile, plugins: [standIn()],
  });
  return import(pathToFileURL(outfile));
}
