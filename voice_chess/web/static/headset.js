/**
 * The key of a headset, for a player with both hands at the board: it presses the clock or repeats.
 *
 * Browsers give that key only to a page that plays sound, so silence is played meanwhile.
 */

const RATE = 8_000;
/** Browsers give no keys to shorter sounds. */
const SILENCE_S = 10;
const SILENT = 0x80;
const HEADER = 44;

export class Headset {
  #keys;
  #sound = null;

  /** `pressed()` handles the main key; keys for the next and the previous track `press` and `repeat`. */
  constructor({ pressed, press, repeat }) {
    this.#keys = { play: pressed, pause: pressed, nexttrack: press, previoustrack: repeat };
    // Browsers play nothing before a key or touch.
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => this.#play(), { capture: true });
    }
  }

  get isThere() {
    return "mediaSession" in navigator;
  }

  /** Start or stop listening to the keys. */
  hear(isWanted) {
    if (!this.isThere || isWanted === (this.#sound !== null)) return;
    for (const [key, act] of Object.entries(this.#keys)) {
      navigator.mediaSession.setActionHandler(key, isWanted ? () => this.#act(act) : null);
    }
    if (isWanted) this.#begin();
    else this.#end();
  }

  #act(act) {
    // The browser takes the key for a stop.
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
      // No key or touch yet: the next one tries again.
    }
  }
}

/** A WAV file of silence, with 8 bits per sample. */
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
