// A stand-in for the simulator: each press on the canvas is a shot, and a task is over when its birds are gone.
const about = {
  version: "0.0.0", box2d: "2.4.1", compiler: "none", architecture: "wasm32", catalogue_hash: "c", physics_hash: "p",
};

function outcome(task, shots) {
  const birds = JSON.parse(task).birds.length;
  const digest = shots.map((shot) => shot.drag_m.join(",")).join(";");
  return {
    digest, passed: shots.length > 1, score: 100 * shots.length, end: "settled", time_s: 2.5,
    birds_at_start: birds, pigs_at_start: 1, birds_left: birds - shots.length, pigs_left: shots.length > 1 ? 0 : 1,
  };
}

class Player {
  constructor(canvas, task, options) {
    Object.assign(this, { canvas, task, options, shots: [...(options.before ?? [])], waits: false });
    this.done = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    canvas.dataset.certainEnds = String(options.certain_ends);
    canvas.addEventListener("stopped", () => this.reject(new Error("the simulator stopped")));
    this.press = () => this.shoot();
    canvas.addEventListener("click", this.press);
    this.sizes = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => this.draw());
    this.sizes?.observe(canvas);
    queueMicrotask(() => this.draw());
  }

  shoot() {
    if (this.waits) return;
    this.shots.push({ drag_m: [-1, this.shots.length / 4], launch_ms: 0, tap_ms: -1, thought_ms: 50 });
    this.options.onShot?.(this.shots.length - 1, this.shots.at(-1));
    this.options.onSound?.(0);
    this.draw();
    if (this.shots.length < JSON.parse(this.task).birds.length) return;
    const result = { ...outcome(this.task, this.shots), shots: this.shots };
    this.options.onDone?.(result);
    this.resolve(result);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.options.onView?.({ width_px: width, height_px: height, centre_m: [0, 4], px_per_m: 30 });
    if (!globalThis.ResizeObserver) return; // no browser
    this.canvas.width = width;
    this.canvas.height = height;
    const pen = this.canvas.getContext("2d");
    pen.fillStyle = "#cfe6f5";
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = "#1c2733";
    pen.font = "20px sans-serif";
    pen.fillText(`${this.options.title} · ${this.options.words?.birds ?? "Birds"} ${this.shots.length}`, 16, 32);
  }

  state() {
    return { shots: this.shots.length };
  }
  pause() {
    this.waits = true;
  }
  resume() {
    this.waits = false;
  }
  restart() {
    this.shots = [];
  }
  stop() {
    this.sizes?.disconnect();
    this.canvas.removeEventListener("click", this.press);
  }
  frames() {
    return { median_ms: 16.7, worst_ms: 20, hidden_ms: 0 };
  }
}

class Watcher {
  duration_s = 1;
  time_s = 0;
  constructor(options) {
    this.options = options;
  }
  play() {
    queueMicrotask(() => {
      this.time_s = 1;
      this.options.onFrame(this);
    });
  }
  stop() {}
}

export async function load(address) {
  if (address === "missing.wasm") throw new Error("missing.wasm: the server answers 404");
  return {
    about: () => about,
    readTask(text, options = {}) {
      const task = JSON.parse(text);
      if (!Array.isArray(task.birds)) throw new Error(`${options.file ?? "task"}:1: /birds: expected a list`);
      return { task: JSON.stringify({ ...task, side: options.side }), warnings: [] };
    },
    play: outcome,
    agentShots: (agent, task, seed) => [{ drag_m: [-2, seed % 3] }, { drag_m: [-1, agent.length] }],
    playOn: (canvas, task, options = {}) => new Player(canvas, task, options),
    watchOn: (canvas, task, shots, options) => new Watcher(options),
  };
}
