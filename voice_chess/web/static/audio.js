/** Sound out: sentences one after the other, short signals at once; all through one gain. */

const context = new AudioContext();
export const output = new GainNode(context);
output.connect(context.destination);

/** Of a server that stands still nothing comes, and nobody is told that nothing will. */
const FETCHED_WITHIN_MS = 5_000;

let sources = [];
let queue = Promise.resolve();
let generation = 0;
/** No sound comes out on any device. */
let isSoundShut = false;
const signals = new Map();

/** Browsers give no sound before the first key or touch. */
export function isUnlocked() {
  return context.state === "running";
}

export async function unlock() {
  if (!isUnlocked()) await context.resume();
}

/** Nothing is heard from now on: what sounds breaks off, and what waits can't be heard. */
export function shut() {
  if (isSoundShut) return;
  isSoundShut = true;
  output.disconnect();
  context.dispatchEvent(new Event("statechange"));
}

/** Nothing is heard for a moment; what sounds goes on unheard. */
export function hold() {
  output.disconnect();
}

/** Sound comes out again. */
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

/** Be heard on this device from now on; the usual one has no name. False where it can't be used. */
export async function sendTo(device) {
  try {
    await context.setSinkId(device);
    return true;
  } catch {
    return false;
  }
}

/**
 * Play a sentence behind those that wait. False once it is clear that it can't be heard: there is no
 * sound of it in time, the browser has taken the loudspeaker away, as for a call, or sound is shut.
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

/** Stop speaking; what waited is not spoken any more. */
export function hush() {
  generation += 1;
  queue = Promise.resolve();
  for (const source of sources.splice(0)) source.stop();
}

/** A short sound that means something. */
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

/** True once it has been heard or was cut; false where its sound stopped by itself. */
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
