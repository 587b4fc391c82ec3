/**
 * Of several pages of one seat in this browser, only one is heard: the one last in front.
 *
 * The sounds of two would run into each other. The lock belongs to the page that is heard; when it
 * is closed, the next one gets it. Without locks, as on a page that is not encrypted, all are heard.
 */

const NAMED = "voice-chess-heard-";

export class OneVoice {
  #name;
  /** Ends the wait for the lock. */
  #waiting = null;
  /** Whether the lock was asked for by coming to the front, and is not there yet. */
  #isComing = false;
  /** Whether this page is heard. */
  isHeard = navigator.locks === undefined;

  constructor(seat) {
    this.#name = NAMED + seat;
    if (this.isHeard) return;
    if (document.visibilityState === "visible") this.#take();
    else this.#wait();
    document.addEventListener("visibilitychange", () => this.#comeToFront());
    addEventListener("focus", () => this.#comeToFront());
  }

  /** Both events tell of one coming; a second request would take the lock from the first. */
  #comeToFront() {
    if (!this.isHeard && !this.#isComing && document.visibilityState === "visible") this.#take();
  }

  /** Take the lock from the page that has it, until another page takes it. */
  async #take() {
    this.#isComing = true;
    this.#waiting?.abort();
    await this.#hold({ steal: true });
    this.#wait();
  }

  /** Get the lock when the page that has it is closed. */
  async #wait() {
    const waiting = (this.#waiting = new AbortController());
    await this.#hold({ signal: waiting.signal });
    if (!waiting.signal.aborted) this.#wait();
  }

  /** Ask for the lock and keep it; returns once it was taken away or the wait has ended. */
  async #hold(options) {
    const held = navigator.locks.request(this.#name, options, () => {
      this.isHeard = true;
      this.#isComing = false;
      return new Promise(() => {});
    });
    await held.catch(() => {});
    if (!options.signal?.aborted) this.isHeard = false;
  }
}
