/**
 * The desk of this tab at its seat, found again after the page was reloaded.
 *
 * A tab that was duplicated brings the note of the first tab, which still sits at that desk: the holder
 * of a desk has a lock, so that the second tab goes to a desk of its own.
 */

/** After a reload the page before has let its lock go by then. */
const WAIT_MS = 1_000;

export class OwnDesk {
  #key;
  #held = null;

  constructor(seat) {
    this.#key = `desk-${seat}`;
  }

  /** The desk that this tab had, as a welcome named it; empty if it had none, or another tab has it now. */
  async before() {
    const desk = this.#noted();
    return desk.holder && !(await this.#hold(desk.holder, AbortSignal.timeout(WAIT_MS))) ? {} : desk;
  }

  keep(desk) {
    if (desk.holder) this.#hold(desk.holder);
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(desk));
    } catch {
      // Without storage, a reloaded page gets a new desk.
    }
  }

  #noted() {
    try {
      return { ...JSON.parse(sessionStorage.getItem(this.#key)) };
    } catch {
      return {};
    }
  }

  /** Hold the lock of this holder until the page is closed; false if it was not to be had. */
  #hold(holder, signal = undefined) {
    if (navigator.locks === undefined || this.#held === holder) return Promise.resolve(true);
    return new Promise((held) => {
      const kept = () => {
        this.#held = holder;
        held(true);
        return new Promise(() => {});
      };
      navigator.locks.request(`voice-chess-${this.#key}-${holder}`, { signal }, kept).catch(() => held(false));
    });
  }
}
