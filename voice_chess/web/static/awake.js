/** While a game is on, a screen that nobody touches stays lit: a phone that sleeps hears nothing. */

let wanted = false;
let lock = null;

/** Stay awake from now on, or no more. */
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
    // A browser that is low on power refuses; the game is as well without.
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

/** The browser takes it away from a page that is not seen. */
document.addEventListener("visibilitychange", () => {
  if (wanted) take();
});
