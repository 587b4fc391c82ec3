/** Keeps the screen on during a game: a phone that falls asleep hears nothing. */

let wanted = false;
let lock = null;

/** Start or stop keeping the screen on. */
export function stayAwake(isWanted) {
  wanted = isWanted;
  if (wanted) take();
  else leave();
}

async function take() {
  if (lock !== null || document.visibilityState !== "visible") return;
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    // Refused when power is low; the game works without it.
    lock = null;
  }
  lock?.addEventListener("release", () => {
    lock = null;
  });
  if (!wanted) leave();
}

function leave() {
  lock?.release();
}

/** The browser releases the lock when the page is hidden. */
document.addEventListener("visibilitychange", () => {
  if (wanted) take();
});
