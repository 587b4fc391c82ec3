/** Sound output: sentences are queued, signals play at once; all pass one gain node. */

const context = new AudioContext();
export const output = new GainNode(context);
output.connect(context.destination);

/** A server that hangs sends neither the sound nor an error. */
const FETCHED_WITHIN_MS = 5_000;

let sources = [];
let queue = Promise.resolve();
let generation = 0;
/** Whether sound is shut off on all devices. */
let isSoundShut = false;
const signals = new Map();

/** Browsers allow no sound before the first key or touch. */
export function isUnlocked() {
  return context.state === "running";
}

export async function unlock() {
  if (!isUnlocked()) await context.resume();
}

/** Shut off all sound: what is playing stops, and what is queued won't play. */
export function shut() {
  if (isSoundShut) return;
  isSoundShut = true;
  output.disconnect();
  context.dispatchEvent(new Event("statechange"));
}

/** Mute for a moment; what is playing goes on silently. */
export function hold() {
  output.disconnect();
}

/** Undo `shut` and `hold`. */
export function open() {
  output.connect(context.destination);
  isSoundShut = false;
}

export function isShut() {
  return isSoundShut;
}

function canBeHeard() {
  return isUnlocked() && !isSoundShut;
}

/** Whether this browser lets a page choose its loudspeaker. */
export function canSend() {
  return typeof context.setSinkId === "function";
}

/** Send all sound to this device; "" is the default one. False if it can't be used. */
export async function sendTo(device) {
  try {
    await context.setSinkId(device);
    return true;
  } catch {
    return false;
  }
}

/**
 * Queue a sentence. Resolves to false as soon as it can't be heard: its sound did not load in
 * time, the browser took the loudspeaker away (as for a call), or sound is shut off.
 */
export function play(address, { isUrgent = false } = {}) {
  if (!canBeHeard()) return Promise.resolve(false);
  if (isUrgent) hush();
  const mine = generation;
  const fetched = fetchSound(address);
  const played = queue.then(async () => {
    const sound = await fetched;
    if (sound === null) return false;
    return mine !== generation || sounded(sound);
  });
  queue = played.then(() => {});
  return played;
}

/** Stop speaking, and drop the queue. */
export function hush() {
  generation += 1;
  queue = Promise.resolve();
  for (const source of sources.splice(0)) source.stop();
}

/** Play the signal of this name at once. */
export async function signal(name) {
  if (!canBeHeard()) return;
  if (!signals.has(name)) signals.set(name, fetchSound(new URL(`./sounds/${name}.wav`, import.meta.url)));
  const sound = await signals.get(name);
  if (sound === null) signals.delete(name);
  else start(sound);
}

async function fetchSound(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(FETCHED_WITHIN_MS) });
    return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

function start(buffer) {
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(output);
  source.start();
  return source;
}

/** Play; resolves to true at the end or when hushed, to false if sound was taken away. */
function sounded(buffer) {
  if (!canBeHeard()) return Promise.resolve(false);
  return new Promise((resolve) => {
    const source = start(buffer);
    sources.push(source);
    const end = (isHeard) => {
      sources = sources.filter((other) => other !== source);
      context.removeEventListener("statechange", look);
      resolve(isHeard);
    };
    const look = () => {
      if (canBeHeard()) return;
      end(false);
      source.stop();
    };
    source.onended = () => end(true);
    context.addEventListener("statechange", look);
  });
}
