/** The microphone of a review: speech becomes a line, as if it were typed. */

import * as audio from "./audio.js";
import { EarLine } from "./ear-line.js";
import { Microphone } from "./microphone.js";

export class ReviewEar {
  #line = null;
  #microphone = null;
  #path;
  #told;
  #standing = "";

  /** Calls `told.state` with the microphone's state, and `told.line` with each line understood. */
  constructor(path, told) {
    this.#path = path;
    this.#told = told;
  }

  get isOpen() {
    return this.#line !== null;
  }

  /** `voice` is the key of the player's own voice; `processing` cancels echo and noise. */
  async open({ voice, processing }) {
    await audio.unlock();
    this.#standing = "";
    const line = new EarLine(this.#path, {
      opened: () => this.#microphone.open({ voice, processing }),
      came: (message) => this.#take(message),
      closed: () => this.#left(line),
    });
    this.#line = line;
    this.#microphone = new Microphone(line, { state: (state) => this.#become(state), dropped: () => {} });
  }

  close() {
    this.#microphone?.close();
    this.#line?.close();
    this.#line = null;
  }

  /** Tell the server the position, on which the possible words depend. */
  stands(ply, tried) {
    const standing = JSON.stringify({ type: "standing", ply, tried });
    if (this.#microphone?.isOpen && standing !== this.#standing && this.#line?.tell(JSON.parse(standing))) {
      this.#standing = standing;
    }
  }

  #take(message) {
    if (message.type === "hearing") this.#microphone.hears(message);
    else if (message.type === "line" && message.line === "") audio.signal("unclear");
    else if (message.type === "line") this.#told.line(message.line);
  }

  #become(state) {
    this.#told.state(state);
    if (state === "listening") audio.signal("listening");
    if (["off", "opening", "listening", "speech"].includes(state)) return;
    this.#line?.close();
    this.#line = null;
  }

  /** The server has closed it: speech is not possible now, or the time is up. */
  #left(line) {
    if (this.#line !== line) return;
    const wasHeard = this.#microphone.isOpen;
    this.#line = null;
    this.#microphone.close();
    if (!wasHeard) this.#told.state("refused");
  }
}
