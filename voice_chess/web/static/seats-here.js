/** Which seats are open in this browser: two players at one computer can have a page each. */

const NAMED = "voice-chess-seat-";

export class SeatsHere {
  #own;
  #channel = new BroadcastChannel(NAMED);

  constructor(seat) {
    this.#own = seat;
    // Shared, as one person may have several pages.
    navigator.locks?.request(NAMED + seat, { mode: "shared" }, () => {
      this.#channel.postMessage(seat);
      // Hold it until the page closes.
      return new Promise(() => {});
    });
  }

  /** Call `came` when the page of another seat is opened. */
  onAnother(came) {
    this.#channel.addEventListener("message", ({ data }) => {
      if (data !== this.#own) came();
    });
  }

  /** Whether another seat is open, whose player may hear this page. */
  async hasAnother() {
    const { held } = await navigator.locks.query();
    return held.some(({ name }) => name.startsWith(NAMED) && name !== NAMED + this.#own);
  }
}
