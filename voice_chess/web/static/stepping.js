/**
 * Stepping through the moves on one's own board. The game goes on meanwhile: a new move leads back
 * to it, so that nobody plays on a board that is out of date.
 */

import { all } from "./elements.js";

/** What the buttons lead to, from so many half-moves of so many. */
const WAYS = {
  first: () => 0,
  previous: (ply) => ply - 1,
  next: (ply) => ply + 1,
  last: (_, count) => count,
};
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class Stepping {
  #list;
  #count = 0;
  #ply = null;
  #buttons = all("[data-step]");
  /** Called when another position is to be shown, with whether it was told already. */
  onShow = () => {};

  /** `list` holds a button for each move, with its number of half-moves. */
  constructor(list) {
    this.#list = list;
    list.addEventListener("click", ({ target }) => {
      const ply = target.closest("[data-ply]")?.dataset.ply;
      if (ply !== undefined) this.show(Number(ply));
    });
    list.addEventListener("keydown", (event) => this.#pressed(event));
    for (const button of this.#buttons) {
      button.addEventListener("click", () => this.#count > 0 && this.show(WAYS[button.dataset.step](this.#here, this.#count)));
    }
  }

  /** After how many half-moves the board is shown; null for the game as it stands. */
  get ply() {
    return this.#ply;
  }

  /** The game has so many half-moves now. */
  heed(count) {
    if (count !== this.#count) this.#ply = null;
    this.#count = count;
    this.#showWays();
  }

  show(ply, { isTold = false } = {}) {
    const wanted = Math.max(0, ply);
    this.#ply = wanted >= this.#count ? null : wanted;
    this.#showWays();
    this.onShow(this.#ply, isTold);
  }

  step(by) {
    this.show(this.#here + by);
  }

  /** Back to the game. False where nothing else was shown. */
  leave() {
    if (this.#ply === null) return false;
    this.show(this.#count);
    return true;
  }

  get #here() {
    return this.#ply ?? this.#count;
  }

  /** Whether there is anything that way; the buttons stay where they are, and in the tab order. */
  #showWays() {
    for (const button of this.#buttons) {
      const isBack = ["first", "previous"].includes(button.dataset.step);
      button.setAttribute("aria-disabled", String(this.#here === (isBack ? 0 : this.#count)));
    }
  }

  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in STEPS) this.step(STEPS[event.key]);
    else if (event.key === "Home") this.show(0);
    else if (event.key === "End") this.show(this.#count);
    else if (event.key !== "Escape" || !this.leave()) return;
    event.preventDefault();
    this.#list.querySelector("[tabindex='0']")?.focus();
  }
}
