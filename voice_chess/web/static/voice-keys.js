/** The secrets under which the server keeps players' voices, one for each name of this browser. */

const KEPT = "voice-chess-voices";
const KEY_BYTES = 24;

/** The one of this player; null without one. */
export function keyOf(name) {
  return keys()[name] ?? null;
}

/** By name; what a browser doesn't keep lasts as long as the page. */
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

/** A new secret, unless there is one. */
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
    // The voice lasts as long as the page; the server deletes what nobody uses.
  }
}

function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_");
}
