// A small study with the stand-in for the simulator, served as a scientist would serve it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

import { build } from "esbuild";

import { standIn, web } from "./bundle.mjs";

const page = (title, button, decline) => ({ kind: "page", title, text: "First lines.\n\nMore <b>lines</b>.", button, ...(decline ? { decline } : {}) });

export const steps = [
  { name: "welcome", ...page("Welcome", "Continue") },
  { name: "consent", ...page("Your consent", "I agree", "I do not agree") },
  { kind: "practice", task: "4711", title: "Practice" },
  { kind: "task", task: "0815", title: "Group 1" },
  { kind: "question" },
  page("Thank you!", "Close"),
];

/** Forms with every kind of question; "what" is asked after a Yes. */
export const forms = {
  you: {
    title: "About you", button: "Go on",
    questions: {
      age: { kind: "number", text: "How old are you?", from: 18, to: 99 },
      careful: { kind: "choice", text: "Please choose blue.", choices: ["red", "blue"], right: 1 },
    },
  },
  what: {
    title: "What was new?", text: "Think of <this> task.", button: "Go on",
    questions: {
      sure: { kind: "slider", text: "How sure are you?", from: 0, to: 100, low: "not at all", high: "very" },
      kinds: { kind: "choice", text: "What was it?", choices: ["looks", "moves", "other"], several: true },
      words: { kind: "text", text: "In your words" },
      more: { kind: "text", text: "Anything else?", optional: true },
    },
  },
};
export const askForm = (name, answered) => ({ kind: "form", name, ...(answered ? { answered } : {}) });

export const study = {
  novphy_web_study: 2,
  id: "0123456789abcdef",
  title: "Something new?",
  pages: {
    declined: { title: "Thank you", text: "You do not take part.", button: "Close" },
    instructions: { title: "How to play", text: "Get rid of every pig.", button: "Try it out" },
    pause: { title: "Pause", text: "Rest.", button: "Go on" },
  },
  question: { text: "Did you notice anything new in this task?", yes: "Yes", no: "No" },
  words: { birds: "Birds", pigs: "Pigs", score: "Score", solved: "Solved", not_solved: "Not solved" },
  screen: { view: "task", zoom: true, help: true },
  level_sets: 2,
  numbers: 1,
  made_by: { version: "0.0.0", box2d: "2.4.1", catalogue_hash: "c", physics_hash: "p" },
  texts_hash: "t",
  sending: { kind: "download" },
  completion: {},
};

async function bundle(folder) {
  const lib = join(folder, "lib");
  const common = { bundle: true, format: "esm", target: ["es2022"], absWorkingDir: web };
  const addresses = { jspsych: "./jspsych.js" };
  await build({ ...common, entryPoints: ["src/study/index.ts"], outfile: join(lib, "study.js"), plugins: [standIn(addresses)] });
  await build({ ...common, entryPoints: ["node_modules/jspsych/dist/index.js"], outfile: join(lib, "jspsych.js") });
  writeFileSync(join(lib, "jspsych.css"), readFileSync(join(web, "node_modules/jspsych/css/jspsych.css")));
}

function writeStudy(folder, changes, steps) {
  const tasks = { "0815": { birds: ["red", "red"] }, 4711: { birds: ["red"] } };
  writeFileSync(join(folder, "study.json"), JSON.stringify({ ...study, ...changes }));
  for (const set of [0, 1])
    writeFileSync(join(folder, `sets/${set}-0.json`), JSON.stringify({ level_set: set, number: 0, steps, tasks, forms }));
}

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Serves the folder with these headers; what is posted to /data is kept, after so many refusals. */
export async function serve(folder, posts, headers = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    if (request.method === "POST") return take(request, response, posts);
    try {
      const body = readFileSync(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      // Of a file that has been there for long, browsers keep a copy for some time without asking.
      const old = { "Content-Type": types[extname(path)] ?? "text/html", "Last-Modified": "Wed, 01 Jan 2020 00:00:00 GMT" };
      response.writeHead(200, { ...headers, ...old }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function take(request, response, posts) {
  let body = "";
  for await (const part of request) body += part;
  if (posts.refusals-- > 0) return response.writeHead(503).end("come back later");
  posts.bodies.push(JSON.parse(body));
  response.writeHead(201).end("{}");
}

/** The address of a study on this machine, and what it was sent. close() takes it away. */
export async function servedStudy() {
  const folder = mkdtempSync(join(tmpdir(), "novphy-study-"));
  cpSync(join(web, "static/study"), folder, { recursive: true });
  mkdirSync(join(folder, "sets"));
  await bundle(folder);
  const posts = { refusals: 0, bodies: [] };
  const server = await serve(folder, posts);
  const url = `http://127.0.0.1:${server.address().port}/`;
  const close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  };
  return { folder, url, posts, close, write: (changes = {}, own = steps) => writeStudy(folder, changes, own) };
}
