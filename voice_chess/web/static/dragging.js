/** Dragging a piece to another square with mouse, pen or finger. */

import { make } from "./elements.js";

const BEGINS_AT_PX = 5;

export class Dragging {
  #told;
  #start = null;
  #ghost = null;
  #endedAt = 0;

  /** `told` has `mayLift`, and is told of `lifted` and `dropped`. */
  constructor(grid, told) {
    this.#told = told;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#moved(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", () => this.#cancel());
    // Only pieces are dragged on the board; no text is selected.
    grid.addEventListener("dragstart", (event) => event.preventDefault());
    grid.addEventListener("selectstart", (event) => event.preventDefault());
  }

  /** The click that ends a drag is to be ignored. */
  get hasJustEnded() {
    return performance.now() - this.#endedAt < 100;
  }

  #down(event) {
    const cell = event.target.closest("[data-square]");
    if (!cell || event.button !== 0 || !this.#told.mayLift(cell.dataset.square)) return;
    this.#start = { x: event.clientX, y: event.clientY, cell };
    cell.setPointerCapture(event.pointerId);
  }

  #moved(event) {
    if (this.#start === null) return;
    const { x, y } = this.#start;
    const way = Math.hypot(event.clientX - x, event.clientY - y);
    if (this.#ghost === null && way > BEGINS_AT_PX) this.#lift();
    if (this.#ghost === null) return;
    this.#ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  }

  #lift() {
    const { cell } = this.#start;
    const { src } = cell.querySelector("img");
    this.#ghost = make("img", { src, alt: "", class: "ghost" });
    this.#ghost.style.width = `${cell.offsetWidth}px`;
    document.body.append(this.#ghost);
    this.#told.lifted(cell.dataset.square);
  }

  #up(event) {
    if (this.#ghost === null) {
      this.#start = null;
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const square = under?.closest("[data-square]")?.dataset.square ?? null;
    this.#cancel();
    this.#endedAt = performance.now();
    this.#told.dropped(square);
  }

  #cancel() {
    this.#ghost?.remove();
    this.#ghost = null;
    this.#start = null;
  }
}
