/** Which seats are open in this browser: two players at one computer may have a page each. */

const NAMED = "voice-chess-seat-";

export class SeatsHere {
  #own;
  #channel = new BroadcastChannel(NAMED);

  constructor(seat) {
    this.#own = seat;
    // Another page of the same seat is the same person's.
    navigator.locks?.request(NAMED + seat, { mode: "shared" }, () => {
      this.#channel.postMessage(seat);
      // Held until the page goes.
      return new Promise(() => {});
    });
  }

  /** `came` is called when the page of another seat is opened. */
  onAnother(came) {
    this.#channel.addEventListener("message", ({ data }) => {
      if (data !== this.#own) came();
    });
  }

  /** Whether somebody else may hear what this computer plays. */
  async hasAnother() {
    const { held } = await navigator.locks.query();
    return held.some(({ name }) => name.startsWith(NAMED) && name !== NAMED + this.#own);
  }
}
