/** This player's electronic board: the page passes its bytes on, the server reads them. */

import { LINES } from "./board-lines.js";
import { all, find, show, write } from "./elements.js";
import { text } from "./texts.js";

/** Boards send few bytes often; those within this time go as one message. */
const GATHERS_MS = 50;
const MOST_BYTES = 1_500;

export class OwnBoard {
  #page;
  #kind = null;
  #line = null;
  #bytes = [];
  #timer = null;
  /** Whether the server reported the board's state; if it stops, it has forgotten it. */
  #isKnown = false;
  /** Whether it was just connected, and the player has not heard yet how it stands. */
  #isAwaited = false;

  constructor(page) {
    this.#page = page;
    for (const button of all("[data-line]")) {
      const { line } = button.dataset;
      show(button, LINES[line].isThere());
      button.addEventListener("click", () => this.#open(line));
    }
    if (!Object.values(LINES).some((line) => line.isThere())) this.#become("unknown");
    find("own-board-close").addEventListener("click", () => this.#end());
    find("own-board-turned").addEventListener("change", () => this.join());
  }

  /** Tell the server of it; also after a reconnection, or when it reloaded the game. */
  join() {
    if (this.#line === null) return;
    this.#isKnown = false;
    this.#bytes = [];
    const isTurned = find("own-board-turned").checked;
    this.#page.connection.tell({ type: "own-board", kind: this.#kind, is_turned: isTurned });
  }

  /** Send the board what the server asks. */
  async asked(pieces) {
    try {
      for (const piece of pieces) await this.#line?.write(bytesOf(piece));
    } catch {
      this.#lose();
    }
  }

  show({ state: { own_board: standing } }) {
    if (this.#line === null) return;
    if (standing !== null) this.#become(standing);
    else if (this.#isKnown) this.join();
    this.#isKnown = standing !== null;
    if (!this.#isKnown || !this.#isAwaited) return;
    this.#isAwaited = false;
    this.#page.voice.tell(text(`own-board:${standing}`));
  }

  async #open(kind) {
    await this.#close();
    try {
      this.#line = await LINES[kind].open((bytes) => this.#take(bytes), () => this.#lose());
    } catch (error) {
      this.#tellState(error.name === "NotFoundError" ? "denied" : "missing");
      return;
    }
    this.#kind = kind;
    this.#become("asked");
    this.#isAwaited = true;
    show(find("own-board-close"), true);
    this.join();
  }

  async #close() {
    if (this.#line === null) return;
    const line = this.#leave("off", false);
    // Closing fails if the board was unplugged.
    await line.close().catch(() => {});
  }

  async #end() {
    await this.#close();
    find("own-board").querySelector("summary").focus();
    this.#page.voice.tell(text("own-board:off"));
  }

  #lose() {
    if (this.#line === null) return;
    this.#leave("lost", true);
  }

  #leave(state, isLost) {
    const line = this.#line;
    this.#line = null;
    this.#isAwaited = false;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#bytes = [];
    this.#page.connection.tell({ type: "own-board", kind: null, is_lost: isLost });
    show(find("own-board-close"), false);
    this.#become(state);
    return line;
  }

  #take(bytes) {
    this.#bytes.push(...bytes);
    this.#timer ??= setTimeout(() => this.#send(), GATHERS_MS);
  }

  #send() {
    this.#timer = null;
    while (this.#bytes.length > 0) {
      const data = btoa(String.fromCharCode(...this.#bytes.splice(0, MOST_BYTES)));
      this.#page.connection.tell({ type: "board-bytes", data });
    }
  }

  /** Report a failed start; a loss is reported by the server. */
  #tellState(state) {
    this.#become(state);
    this.#page.voice.tell(text(`own-board:${state}`), { isUrgent: true });
  }

  #become(state) {
    write(find("own-board-state"), text(`own-board:${state}`));
    find("own-board-state").dataset.state = state;
  }
}

function bytesOf(piece) {
  return Uint8Array.from(atob(piece), (letter) => letter.charCodeAt(0));
}
