// Sounds over a task, made from tones, which a button turns on. They are those of the program's window.

interface Tone {
  from_hz: number;
  to_hz: number;
  length_s: number;
  /** 0: a pure tone, 1: noise alone. */
  noise?: number;
  loud?: number;
}

const held = (hz: number, length_s: number): Tone => ({ from_hz: hz, to_hz: hz, length_s });

/** The tones of each sound, by its number in view/window/view.h: launch, ability, hit, break, pig, explosion, won, lost. */
const kSounds: Tone[][] = [
  [{ from_hz: 260, to_hz: 620, length_s: 0.22, noise: 0.15 }],
  [{ from_hz: 700, to_hz: 1100, length_s: 0.12 }],
  [{ from_hz: 170, to_hz: 90, length_s: 0.09, noise: 0.6, loud: 0.4 }],
  [{ from_hz: 300, to_hz: 120, length_s: 0.25, noise: 0.85 }],
  [{ from_hz: 520, to_hz: 780, length_s: 0.08 }, { from_hz: 780, to_hz: 300, length_s: 0.16 }],
  [{ from_hz: 90, to_hz: 35, length_s: 0.7, noise: 0.8, loud: 0.9 }],
  [held(523, 0.14), held(659, 0.14), held(784, 0.3)],
  [held(392, 0.18), { from_hz: 294, to_hz: 262, length_s: 0.35 }],
];
const kAttackS = 0.004;

function samplesOf({ from_hz, to_hz, length_s, noise = 0, loud = 0.5 }: Tone, perS: number): number[] {
  const count = Math.floor(length_s * perS);
  let [phase, smooth] = [0, 0];
  return Array.from({ length: count }, (_, i) => {
    const share = i / count;
    phase += (2 * Math.PI * (from_hz + share * (to_hz - from_hz))) / perS;
    smooth += 0.3 * (2 * Math.random() - 1 - smooth);
    const wave = (1 - noise) * Math.sin(phase) + 2 * noise * smooth;
    return loud * Math.min(1, i / perS / kAttackS) * (1 - share) ** 2 * wave;
  });
}

let context: AudioContext | null = null;
let on = false;

/** Whether sounds are played. All tasks of a page share it. */
export const soundIsOn = (): boolean => on;

/** Turns sounds on or off. Browsers allow the first sound only after a press. */
export function switchSound(): void {
  on = !on;
  context ??= new AudioContext();
  if (on) void context.resume();
}

/** Plays the sound of this number. */
export function playSound(sound: number): void {
  const tones = kSounds[sound];
  if (!context || !tones || !on) return;
  const samples = tones.flatMap((tone) => samplesOf(tone, context!.sampleRate));
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.getChannelData(0).set(samples);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}
