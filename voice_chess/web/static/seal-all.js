/** Asks for the sealed move at all boards in play, one after the other, each by the ruling for one board. */

import { answerIn } from "./dialogs.js";
import { all, find, write } from "./elements.js";
import { text } from "./texts.js";

export class SealAll {
  #page;
  #ruling = null;
  #reason = "";
  /** The games still to be asked, and the key of the request under way. */
  #waiting = [];
  #key = null;
  #asked = 0;

  constructor(page) {
    this.#page = page;
    for (const button of all("#seal-all button")) {
      button.addEventListener("click", () => find("seal-all").close(button.value));
    }
  }

  /** Ask once whether all boards are meant, and then one board after the other. */
  async ask(games, ruling, reason) {
    if (this.#key !== null) return;
    const waiting = games.filter((game) => this.#isInPlay(game));
    write(find("seal-all-question"), text("seal-all-question", { count: waiting.length }));
    if ((await answerIn(find("seal-all"))) === "") return;
    this.#waiting = waiting;
    this.#ruling = ruling;
    this.#reason = reason;
    this.#asked = 0;
    this.#next();
  }

  /** A board has answered: go on with the next one. What one refuses, as without a passphrase, all would. */
  done(key, isAccepted) {
    if (this.#key === null || key !== this.#key) return;
    this.#key = null;
    if (isAccepted) {
      this.#asked += 1;
      this.#waiting.shift();
      this.#next();
    } else {
      this.#tell();
    }
  }

  #next() {
    this.#waiting = this.#waiting.filter((game) => this.#isInPlay(game));
    const [game] = this.#waiting;
    if (game === undefined) this.#tell();
    else this.#key = this.#page.rule(this.#ruling, this.#reason, game);
  }

  #tell() {
    this.#page.voice.tell(text("seal-all-done", { count: this.#asked, left: this.#waiting.length }));
  }

  #isInPlay(game) {
    return this.#page.games.get(game)?.state.phase === "in-play";
  }
}
