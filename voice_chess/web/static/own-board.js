/** A board that feels its pieces before this player: the server reads it, this page is its line. */

import { LINES } from "./board-lines.js";
import { all, find, show, write } from "./elements.js";
import { text } from "./texts.js";

/** Boards send little and often; what comes in this time goes as one message. */
const GATHERS_MS = 50;
const MOST_BYTES = 1_500;

export class OwnBoard {
  #page;
  #kind = null;
  #line = null;
  #bytes = [];
  #timer = null;
  /** The server has told how the board stands, and would tell no more if it had forgotten it. */
  #isKnown = false;

  constructor(page) {
    this.#page = page;
    for (const button of all("[data-line]")) {
      const { line } = button.dataset;
      show(button, LINES[line].isThere());
      button.addEventListener("click", () => this.#open(line));
    }
    if (!Object.values(LINES).some((line) => line.isThere())) this.#become("unknown");
    find("own-board-close").addEventListener("click", () => this.#close());
    find("own-board-turned").addEventListener("change", () => this.join());
  }

  /** Tell the server of it; also after a new connection, and when a game was read anew. */
  join() {
    if (this.#line === null) return;
    this.#isKnown = false;
    this.#bytes = [];
    const isTurned = find("own-board-turned").checked;
    this.#page.connection.tell({ type: "own-board", kind: this.#kind, is_turned: isTurned });
  }

  /** What the server wants the board to be sent. */
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
    show(find("own-board-close"), true);
    this.join();
  }

  async #close() {
    if (this.#line === null) return;
    const line = this.#leave("off", false);
    // What was unplugged meanwhile can't be closed, and need not be.
    await line.close().catch(() => {});
    find("own-board").querySelector("summary").focus();
  }

  #lose() {
    if (this.#line === null) return;
    this.#leave("lost", true);
  }

  #leave(state, isLost) {
    const line = this.#line;
    this.#line = null;
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

  /** A loss the server tells; what never began only this page knows. */
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
