import { ParameterType, type JsPsych, type JsPsychPlugin, type TrialType } from "jspsych";

import { version } from "../package.json";
import { ActLog, type Act } from "./acts.js";
import { addButtons, type Buttons, type Help, type Labels } from "./buttons.js";
import { messageOf } from "./dom.js";
import type { Ends, Novphy, PlayOptions, Player, Result, Shot, View } from "./novphy.js";
import { sharedNovphy } from "./shared.js";
import { playSound } from "./sounds.js";
import { Stage } from "./stage.js";

const info = <const>{
  name: "novphy-task",
  version: version,
  parameters: {
    /** The task: its JSON as text or as an object. A pair of tasks is played without its novelty. */
    task: { type: ParameterType.COMPLEX, default: undefined },
    /** Address of novphy.wasm. By default it lies beside the plugin. */
    wasm: { type: ParameterType.STRING, default: null },
    /** Shots that were made before, such as before the page was reloaded. The play goes on after them. */
    before: { type: ParameterType.COMPLEX, array: true, default: [] },
    /** Text over the task. */
    title: { type: ParameterType.STRING, default: "" },
    /** Other words on the screen: an object with any of birds, pigs, score, solved, not_solved. */
    words: { type: ParameterType.OBJECT, default: {} },
    /** What is shown: "task" fits the picture to the task, "agents" shows the whole of what agents see. */
    view: { type: ParameterType.SELECT, options: ["task", "agents"], default: "task" },
    /** Whether players may zoom and move the picture. */
    zoom: { type: ParameterType.BOOL, default: false },
    /** Whether players may turn sound on, by a button. */
    sound: { type: ParameterType.BOOL, default: false },
    /** Whether angle and length of a pull are written beside the bird. */
    readout: { type: ParameterType.BOOL, default: true },
    /** Other names of the buttons for screen readers, and the hint on phones: any of zoom_out, zoom_in, zoom_fit, sound, help, turn. */
    labels: { type: ParameterType.OBJECT, default: {} },
    /** Whether a bird's turn ends once no motion can change the result. If not, birds are seen until they rest, as plans without certain ends say. */
    certain_ends: { type: ParameterType.BOOL, default: true },
    /** Width and height in CSS pixels, less on narrower screens. If null, the task fills the window. */
    canvas_size: { type: ParameterType.COMPLEX, default: null },
    /** Whether the data hold the shots and acts. */
    save_shots: { type: ParameterType.BOOL, default: true },
    /** A text to read while the world waits: an object with html, button (the label of the button that leads back) and label (of the button that shows the text). The key H shows it, too. */
    help: { type: ParameterType.OBJECT, default: null },
    /** Called with each act, an element of the data's acts, at once. */
    on_act: { type: ParameterType.FUNCTION, default: null },
    /** Called with a message where the task cannot be played. By default the message is shown. The trial does not end. */
    on_error: { type: ParameterType.FUNCTION, default: null },
  },
  data: {
    /** The shots: objects with drag_m (the pull in metres), launch_ms, tap_ms (-1: no tap) and thought_ms. */
    shots: { type: ParameterType.COMPLEX, array: true },
    /** Fingerprint of everything that happened. `novphy import` replays the shots and compares it. */
    digest: { type: ParameterType.STRING },
    /** Whether the task was solved. */
    passed: { type: ParameterType.BOOL },
    /** The score. */
    score: { type: ParameterType.INT },
    /** Why the task ended. */
    end: { type: ParameterType.STRING },
    /** Duration of the play, in seconds of the world. */
    time_s: { type: ParameterType.FLOAT },
    /** Number of birds when the task began. */
    birds_at_start: { type: ParameterType.INT },
    /** Number of pigs when the task began. */
    pigs_at_start: { type: ParameterType.INT },
    /** Number of birds that were not shot. */
    birds_left: { type: ParameterType.INT },
    /** Number of pigs that were left. */
    pigs_left: { type: ParameterType.INT },
    /** What the page showed last: width_px, height_px, centre_m, px_per_m. */
    view: { type: ParameterType.OBJECT },
    /** What the player did: objects with kind ("view", "launch", "tap" or "away") and at_ms, the milliseconds since 1970, on a clock that nobody sets. */
    acts: { type: ParameterType.COMPLEX, array: true },
    /** Milliseconds from the task's appearance to its end. */
    rt: { type: ParameterType.FLOAT },
    /** Milliseconds during which the page was visible without the focus. */
    unfocused_ms: { type: ParameterType.FLOAT },
    /** Milliseconds during which the page was hidden and the world waited. */
    hidden_ms: { type: ParameterType.FLOAT },
    /** Median time between two pictures, in milliseconds. */
    frame_ms: { type: ParameterType.FLOAT },
    /** Longest time between two pictures, in milliseconds. */
    worst_frame_ms: { type: ParameterType.FLOAT },
  },
  // prettier-ignore
  citations: {
    apa: "Gamage, C., Pinto, V., Xue, C., Zhang, P., Nikonova, E., Stephenson, M., & Renz, J. (2023). NovPhy: A Testbed for Physical Reasoning in Open-world Environments.",
    bibtex: "@misc{Gamage2023NovPhy, author = {Gamage, Chathura and Pinto, Vimukthini and Xue, Cheng and Zhang, Peng and Nikonova, Ekaterina and Stephenson, Matthew and Renz, Jochen}, title = {NovPhy: A Testbed for Physical Reasoning in Open-world Environments}, year = {2023} }",
  },
};

type Info = typeof info;
type Data = Omit<Result, "shots"> & {
  shots?: Shot[];
  acts?: Act[];
  view: View | null;
  rt: number;
  hidden_ms: number;
  unfocused_ms: number;
  frame_ms: number;
  worst_frame_ms: number;
};

interface SimulationOptions {
  data?: Record<string, unknown>;
  /** The agent that plays, by default "random". */
  agent?: string;
  /** The seed of the agent, by default drawn by jsPsych. */
  seed?: number;
}

/**
 * **novphy-task**
 *
 * Plays a task of physical reasoning: pigs are to be shot with birds. Shots and digest are in the data, so
 * that the program novphy can replay every play.
 *
 * @author The novphy authors
 */
class NovphyTaskPlugin implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private readonly jsPsych: JsPsych) {}

  async trial(display: HTMLElement, trial: TrialType<Info>, onLoad: () => void): Promise<Data> {
    const stage = stageIn(display, trial);
    try {
      return await this.played(stage, trial, onLoad);
    } catch (error) {
      report(stage, trial, messageOf(error));
      return new Promise(() => {}); // The trial cannot end.
    }
  }

  /** Plays the shots of an agent; in the mode "visual", on the screen. */
  async simulate(
    trial: TrialType<Info>,
    mode: "data-only" | "visual",
    options: SimulationOptions,
    onLoad: () => void,
  ): Promise<Data> {
    const novphy = await sharedNovphy(trial.wasm ?? undefined);
    const task = taskText(novphy, trial);
    const seed = options.seed ?? this.jsPsych.randomization.randomInt(0, 2 ** 31 - 1);
    const shots = novphy.agentShots(options.agent ?? "random", task, seed, endsOf(trial));
    const stage = mode === "visual" ? stageIn(this.jsPsych.getDisplayElement(), trial) : null;
    onLoad();
    if (stage) await watched(novphy, stage.canvas, task, shots, trial);
    return this.jsPsych.pluginAPI.mergeSimulationData(simulatedData(novphy, task, shots, trial), options) as Data;
  }

  private async played(stage: Stage, trial: TrialType<Info>, onLoad: () => void): Promise<Data> {
    const novphy = await sharedNovphy(trial.wasm ?? undefined);
    const log = new ActLog((act) => trial.on_act?.(act));
    const begun = performance.now();
    const player = novphy.playOn(stage.canvas, taskText(novphy, trial), playOptions(trial, log));
    const away = log.watch();
    const buttons = addButtons(stage.place, player, buttonsOf(trial));
    stage.canvas.focus();
    onLoad();
    const result = await player.done.finally(() => {
      buttons.remove();
      away.stop();
    });
    log.noteView();
    player.stop();
    return dataOf(result, log, player, performance.now() - begun, trial);
  }
}

function stageIn(display: HTMLElement, trial: TrialType<Info>): Stage {
  const place = document.createElement("div");
  place.className = "novphy-task";
  const [width, height] = trial.canvas_size ?? [0, 0];
  const where = width
    ? `position: relative; width: ${width}px; max-width: 95vw`
    : "position: fixed; inset: var(--novphy-top, 0px) 0 0 0";
  place.style.cssText = `${where}; display: flex; flex-direction: column;`;
  display.replaceChildren(place);
  const stage = new Stage(place, trial.title || "Task");
  if (width) Object.assign(stage.canvas.style, { height: "auto", aspectRatio: `${width} / ${height}` });
  else stage.canvas.style.flex = "1 1 0";
  return stage;
}

function taskText(novphy: Novphy, trial: TrialType<Info>): string {
  const text = typeof trial.task === "string" ? trial.task : JSON.stringify(trial.task);
  return novphy.readTask(text).task;
}

function endsOf(trial: TrialType<Info>): Ends {
  return { certain_ends: trial.certain_ends ?? true };
}

function buttonsOf({ zoom, sound, help, labels }: TrialType<Info>): Buttons {
  return { zoom: zoom ?? false, sound: sound ?? false, help: help as Help | null, labels: labels as Partial<Labels> };
}

function playOptions(trial: TrialType<Info>, log: ActLog): PlayOptions {
  return {
    before: trial.before as Shot[],
    title: trial.title ?? "",
    words: trial.words as PlayOptions["words"],
    view: trial.view as "task" | "agents",
    zoom: trial.zoom ?? false,
    readout: trial.readout ?? true,
    onSound: playSound,
    ...endsOf(trial),
    onView: (view) => log.show(view),
    onShot: (index, shot) => log.launch(index, shot),
    onTap: (index, shot) => log.tap(index, shot),
  };
}

function report(stage: Stage, trial: TrialType<Info>, message: string): void {
  if (trial.on_error) trial.on_error(message);
  else stage.say(message);
}

function dataOf(result: Result, log: ActLog, player: Player, rt: number, trial: TrialType<Info>): Data {
  const { shots, ...outcome } = result;
  const frames = player.frames();
  return {
    ...outcome,
    ...(trial.save_shots ? { shots, acts: log.acts } : {}),
    view: log.view,
    rt: Math.round(rt),
    hidden_ms: tenths(frames.hidden_ms),
    unfocused_ms: log.unfocused_ms,
    frame_ms: tenths(frames.median_ms),
    worst_frame_ms: tenths(frames.worst_ms),
  };
}

/** Browsers measure times no finer. */
function tenths(ms: number): number {
  return Math.round(10 * ms) / 10;
}

/** Resolves when the play has been shown. */
async function watched(novphy: Novphy, canvas: HTMLCanvasElement, task: string, shots: Shot[], trial: TrialType<Info>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const watcher = novphy.watchOn(canvas, task, shots, {
      ...endsOf(trial),
      onFrame: (shown) => shown.time_s >= shown.duration_s && resolve(shown.stop()),
      onError: (message) => reject(new Error(message)),
    });
    watcher.play();
  });
}

/** The columns of a play that no page showed. Those that only a page's play tells are null. */
function simulatedData(novphy: Novphy, task: string, shots: Shot[], trial: TrialType<Info>): object {
  const log = new ActLog(() => {});
  shots.forEach((shot, index) => {
    log.launch(index, shot);
    if ((shot.tap_ms ?? -1) >= 0) log.tap(index, shot);
  });
  const outcome = novphy.play(task, shots, endsOf(trial));
  const unknown = { birds_at_start: null, pigs_at_start: null, pigs_left: null, view: null };
  const frames = { hidden_ms: 0, unfocused_ms: 0, frame_ms: 0, worst_frame_ms: 0 };
  const kept = trial.save_shots ? { shots, acts: log.acts } : {};
  return { ...unknown, ...outcome, ...kept, ...frames, rt: Math.round(outcome.time_s * 1000) };
}

export default NovphyTaskPlugin;
