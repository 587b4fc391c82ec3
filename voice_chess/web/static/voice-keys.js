/** The secrets under which the server stores voices, one per player's name in this browser. */

const KEPT = "voice-chess-voices";
const KEY_BYTES = 24;

/** This player's secret, or null. */
export function keyOf(name) {
  return keys()[name] ?? null;
}

/** By name; lasts as long as the page if the browser stores nothing. */
let known = null;

function keys() {
  if (known === null) {
    try {
      known = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      known = {};
    }
  }
  return known;
}

/** Make a secret, unless there is one. */
export function remember(name) {
  keys()[name] ??= secret();
  keep();
}

export function forget(name) {
  delete keys()[name];
  keep();
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(known));
  } catch {
    // The voice is lost with the page; the server deletes unused ones.
  }
}

function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_");
}
