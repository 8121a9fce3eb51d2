// python -m novphy study-serve, with the package of the build.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { web } from "./bundle.mjs";

const python = process.env.NOVPHY_TEST_PYTHON ?? "python3";
const env = { ...process.env, PYTHONPATH: process.env.NOVPHY_PYTHON_DIR ?? join(web, "../build/python") };

/** Why the server cannot be started, or false. */
export const noServer = spawnSync(python, ["-c", "import aiohttp, novphy"], { env }).status !== 0 && "no package novphy in build/python, or no aiohttp";

/** A server of this folder. kill() ends it at once, and start() starts it again at the same address. */
export class StudyServer {
  constructor(folder, db, ...options) {
    Object.assign(this, { folder, db, options, port: 0 });
  }

  async start() {
    const words = ["-m", "novphy", "study-serve", this.folder, "--db", this.db, "--port", String(this.port), "--rate", "100000", ...this.options];
    this.process = spawn(python, words, { env, stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface(this.process.stdout)) {
      this.token ??= /token=(\S{16,})/.exec(line)?.[1];
      this.url = /^The study: +(\S+)\?/.exec(line)?.[1] ?? this.url;
      if (line.startsWith("Experimenter")) break;
    }
    this.port = Number(new URL(this.url).port);
    return this;
  }

  kill() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    return ended;
  }

  /** The rows of each participant, as text and read. */
  async export() {
    const text = await (await fetch(`${this.url}admin/export?token=${this.token}`)).text();
    return { text, people: text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) };
  }
}
