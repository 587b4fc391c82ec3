/** The way from a finished game to the rematch that its players agreed on. */

import { find, show } from "./elements.js";
import { problemText, send } from "./sending.js";

/** The announcement is heard before the page changes. */
const FOLLOWS_AFTER_MS = 2_500;

export class Rematch {
  #page;
  #game = null;
  #before = null;

  constructor(page) {
    this.#page = page;
    find("rematch").querySelector("a").addEventListener("click", (event) => {
      event.preventDefault();
      this.#follow();
    });
  }

  /** Go there if it is agreed on now; on a page opened later, show a link. */
  show({ game, state: { rematch } }) {
    const isNew = this.#game === game && this.#before !== null && this.#before !== "agreed";
    this.#game = game;
    this.#before = rematch;
    show(find("rematch"), rematch === "agreed");
    if (rematch === "agreed" && isNew) setTimeout(() => this.#follow(), FOLLOWS_AFTER_MS);
  }

  async #follow() {
    const { content, problem } = await send(this.#page.addressOf(this.#game, "rematch"), {});
    if (content) {
      this.#page.settings.carryTo(content.path.split("/").at(-1));
      location.assign(content.path + this.#page.onward);
      return;
    }
    this.#page.reply(problemText(problem));
  }
}
