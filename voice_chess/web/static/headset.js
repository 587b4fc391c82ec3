/**
 * The key of a headset, for whoever has both hands at the board: it presses the clock, or says again.
 *
 * Browsers give that key to a page that plays something; so silence is played while it is wanted.
 */

const RATE = 8_000;
/** Browsers take what is shorter for a signal, which has no keys. */
const SILENCE_S = 10;
const SILENT = 0x80;
const HEADER = 44;

export class Headset {
  #keys;
  #sound = null;

  /** `pressed()` does what the one key is for now; a headset may have two more, for next and last. */
  constructor({ pressed, press, repeat }) {
    this.#keys = { play: pressed, pause: pressed, nexttrack: press, previoustrack: repeat };
    // Nothing sounds before the page was touched.
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => this.#play(), { capture: true });
    }
  }

  get isThere() {
    return "mediaSession" in navigator;
  }

  /** Hear the keys from now on, or no more. */
  hear(isWanted) {
    if (!this.isThere || isWanted === (this.#sound !== null)) return;
    for (const [key, act] of Object.entries(this.#keys)) {
      navigator.mediaSession.setActionHandler(key, isWanted ? () => this.#act(act) : null);
    }
    if (isWanted) this.#begin();
    else this.#end();
  }

  #act(act) {
    // The browser thinks that it was stopped.
    this.#play();
    act();
  }

  #begin() {
    this.#sound = new Audio(URL.createObjectURL(silence()));
    this.#sound.loop = true;
    this.#play();
  }

  #end() {
    URL.revokeObjectURL(this.#sound.src);
    this.#sound.removeAttribute("src");
    this.#sound.load();
    this.#sound = null;
    navigator.mediaSession.playbackState = "none";
  }

  async #play() {
    const sound = this.#sound;
    if (sound === null) return;
    try {
      await sound.play();
      if (sound === this.#sound) navigator.mediaSession.playbackState = "playing";
    } catch {
      // Not touched yet: the next key or touch tries again.
    }
  }
}

/** A WAV file of 8 bits a sample in which nothing is heard. */
function silence() {
  const count = RATE * SILENCE_S;
  const file = new Uint8Array(HEADER + count).fill(SILENT, HEADER);
  const view = new DataView(file.buffer);
  const words = { 0: "RIFF", 8: "WAVE", 12: "fmt ", 36: "data" };
  for (const [place, word] of Object.entries(words)) {
    file.set(new TextEncoder().encode(word), Number(place));
  }
  view.setUint32(4, HEADER - 8 + count, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  view.setUint32(40, count, true);
  return new Blob([file], { type: "audio/wav" });
}
