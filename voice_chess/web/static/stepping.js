/**
 * Stepping through the moves on this page's board. The game goes on meanwhile; a new move leads
 * back to it, so that nobody plays on an outdated board.
 */

import { all } from "./elements.js";

/** The ply each button leads to, from the current ply and the count of moves. */
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
  /** Called with the ply to show, and whether the user was told already. */
  onShow = () => {};

  /** `list` holds a button for each move, with its ply. */
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

  /** The ply of the shown position; null for the current one. */
  get ply() {
    return this.#ply;
  }

  /** Take the game's number of half-moves. */
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

  /** Go back to the game; false if it was shown already. */
  leave() {
    if (this.#ply === null) return false;
    this.show(this.#count);
    return true;
  }

  get #here() {
    return this.#ply ?? this.#count;
  }

  /** Mark buttons that lead nowhere; they stay visible and in the tab order. */
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
