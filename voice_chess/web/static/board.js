/**
 * The board: a grid of buttons, rank 1 first; only CSS turns it round.
 *
 * Screen readers count rows: only in this order is row 2 rank 2. One square is in the tab order;
 * arrow keys lead to the others, and up is up on the screen.
 */

import { Dragging } from "./dragging.js";
import { find, make, pictureOf } from "./elements.js";
import { latinKey } from "./latin-key.js";
import { brailleName, cellName } from "./names.js";
import { FILES, RANKS, SQUARES } from "./placement.js";
import { listed, text } from "./texts.js";

const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PIECE_KEYS = "kqrbnp";
const PAGES = { PageUp: -1, PageDown: 1 };
const SLIDES_MS = 160;
const DIGIT = /^(?:Digit|Numpad)([1-8])$/;
/** The commands of keys, by the layout chosen in the settings. */
const KEYS = JSON.parse(find("board-keys").textContent);
const PARTS = { square: (s) => [s], file: (s) => [s[0]], rank: (s) => [s[1]] };

export class Board {
  #grid;
  #cells = new Map();
  #placement = new Map();
  #legal = [];
  #current = "e1";
  #from = null;
  #settings;
  #lastMove = null;
  #checked = null;
  #isPast = false;
  #dragging;
  /** Commands that need no server. */
  #own = {
    "page:turn": () => this.#settings.turn(),
    "page:back": () => this.onStep(-1),
    "page:forward": () => this.onStep(1),
    "page:here": () => this.onTell(this.#nameOf(this.#current)),
    "page:line": () => this.onLeave(),
    "copy-words": () => this.onCopy("words"),
  };
  /** Called with a move's two squares and the legal moves between them. */
  onMove = () => {};
  /** Called with the name and arguments of a command. */
  onAsk = () => {};
  /** Called with words about what was just chosen. */
  onTell = () => {};
  /** Called with -1 for the position before, 1 for the next one. */
  onStep = () => {};
  /** Called to show the current position; false if it is shown already. */
  onNow = () => false;
  /** Called with `fen` or `words`, the form in which to copy the position. */
  onCopy = () => {};
  /** Called to move the focus to the line. */
  onLeave = () => {};

  constructor(grid, settings) {
    this.#grid = grid;
    this.#settings = settings;
    for (const rank of RANKS) grid.append(this.#row(rank));
    grid.addEventListener("click", (event) => this.#clicked(event));
    grid.addEventListener("keydown", (event) => this.#pressed(event));
    grid.addEventListener("focusin", (event) => this.#focused(event));
    this.#dragging = new Dragging(grid, {
      mayLift: (square) => this.#targets(square).length > 0,
      lifted: (square) => this.#choose(square),
      dropped: (square) => this.#dropped(square),
    });
  }

  /** Show a position; `legal` are the moves that can be made here, none for a spectator. */
  show(placement, { legal = [], lastMove = null, checked = null, isPast = false } = {}) {
    const moved = lastMove?.join("") === this.#lastMove?.join("") ? null : lastMove;
    const isSeen = this.#placement.get(moved?.[0]) !== placement.get(moved?.[0]);
    this.#placement = placement;
    this.#legal = legal;
    this.#lastMove = lastMove;
    this.#checked = checked;
    this.#isPast = isPast;
    if (this.#from !== null && this.#targets(this.#from).length === 0) this.#from = null;
    this.refresh();
    if (moved && isSeen) this.#slide(...moved);
  }

  /** Animate a move, unless the user prefers less motion or has dragged the piece. */
  #slide(from, to) {
    const isUnwelcome = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isUnwelcome || this.#dragging.hasJustEnded) return;
    const [start, end] = [from, to].map((square) => this.#cells.get(square).getBoundingClientRect());
    const transform = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
    const piece = this.#cells.get(to).querySelector("img");
    piece?.animate([{ transform, zIndex: 2 }, { transform: "none", zIndex: 2 }], SLIDES_MS);
  }

  /** Redraw all squares, as after a change of the settings. */
  refresh() {
    this.#grid.classList.toggle("flipped", this.#settings.isFlipped);
    this.#grid.classList.toggle("past", this.#isPast);
    for (const square of SQUARES) this.#write(square);
  }

  #row(rank) {
    const cells = [...FILES].map((file) => this.#cell(file + rank));
    return make("div", { role: "row", class: "rank", "data-rank": rank }, ...cells);
  }

  #cell(square) {
    const isDark = (FILES.indexOf(square[0]) + RANKS.indexOf(square[1])) % 2 === 0;
    const cell = make("button", {
      type: "button",
      role: "gridcell",
      class: isDark ? "square dark" : "square light",
      "data-square": square,
      "data-file": square[0],
      tabindex: square === this.#current ? 0 : -1,
    });
    this.#cells.set(square, cell);
    return cell;
  }

  #write(square) {
    const cell = this.#cells.get(square);
    const piece = this.#placement.get(square);
    const isTarget = this.#from !== null && this.#targets(this.#from).includes(square);
    const name = cellName(square, piece, this.#settings.board);
    const isChecked = square === this.#checked;
    const label = listed([name, isChecked && text("on-check"), isTarget && text("possible")]);
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    const short = this.#settings.braille && brailleName(square, piece, { isChecked, isTarget });
    if (short) cell.setAttribute("aria-braillelabel", short);
    else cell.removeAttribute("aria-braillelabel");
    cell.setAttribute("aria-selected", String(square === this.#from));
    cell.classList.toggle("chosen", square === this.#from);
    cell.classList.toggle("target", isTarget);
    cell.classList.toggle("check", isChecked);
    cell.classList.toggle("movable", this.#targets(square).length > 0);
    cell.classList.toggle("last", this.#lastMove !== null && this.#lastMove.includes(square));
    if (cell.dataset.piece === (piece ?? "")) return;
    cell.dataset.piece = piece ?? "";
    const picture = piece && pictureOf(piece, { draggable: "false" });
    cell.replaceChildren(...(picture ? [picture] : []));
  }

  #targets(square) {
    return this.#legal.filter((uci) => uci.startsWith(square)).map((uci) => uci.slice(2, 4));
  }

  #clicked(event) {
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (square && !this.#dragging.hasJustEnded) this.#activate(square);
  }

  #activate(square) {
    this.#go(square);
    if (this.#from === square) this.#choose(null);
    else if (this.#from !== null && this.#targets(this.#from).includes(square)) this.#move(square);
    else if (this.#targets(square).length > 0) this.#choose(square);
    else this.#choose(null, text(this.#whyNot()));
  }

  #whyNot() {
    if (this.#isPast) return "past-board";
    if (this.#from !== null) return "no-move-there";
    return this.#legal.length > 0 ? "no-move-here" : "not-your-turn";
  }

  #choose(square, words = null) {
    const was = this.#from;
    this.#from = square;
    this.refresh();
    if (square !== null) this.onTell(text("chosen", { square: this.#nameOf(square) }));
    else if (words !== null) this.onTell(words);
    else if (was !== null) this.onTell(text("chosen-none"));
  }

  #move(to) {
    const from = this.#from;
    this.#from = null;
    this.refresh();
    this.onMove(from, to, this.#legal.filter((uci) => uci.startsWith(from + to)));
  }

  #dropped(square) {
    if (square !== null && this.#from !== null && this.#targets(this.#from).includes(square)) {
      this.#move(square);
    } else {
      this.#choose(null);
    }
  }

  #nameOf(square) {
    return cellName(square, this.#placement.get(square), this.#settings.board);
  }

  #focused(event) {
    const square = event.target.dataset.square;
    if (square) this.#stand(square);
  }

  #stand(square) {
    this.#cells.get(this.#current).tabIndex = -1;
    this.#current = square;
    this.#cells.get(square).tabIndex = 0;
  }

  #go(square) {
    this.#stand(square);
    this.#cells.get(square).focus();
  }

  /** Focus a square, by default the one that had it last. */
  enter(square = this.#current) {
    this.#go(square);
  }

  #pressed(event) {
    if (isCopying(event)) {
      event.preventDefault();
      this.onCopy("fen");
    }
    if (event.metaKey) return;
    const isDone = event.altKey
      ? !event.ctrlKey && this.#asks(`Alt+${latinKey(event)}`)
      : this.#steps(event) || this.#leaps(event) || this.#lettered(event);
    if (isDone) event.preventDefault();
  }

  #steps(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || step === undefined) return false;
    const turn = this.#settings.isFlipped ? -1 : 1;
    const file = FILES[FILES.indexOf(this.#current[0]) + turn * step[0]];
    const rank = RANKS[RANKS.indexOf(this.#current[1]) + turn * step[1]];
    if (file && rank) this.#go(file + rank);
    else this.onTell(text("board-edge"));
    return true;
  }

  #leaps(event) {
    if (event.key === "Escape") {
      if (this.#from !== null || !this.onNow()) this.#choose(null);
      return true;
    }
    if (event.key in PAGES) {
      this.onStep(PAGES[event.key]);
      return true;
    }
    if (event.key !== "Home" && event.key !== "End") return false;
    const isFirst = (event.key === "Home") !== this.#settings.isFlipped;
    const rank = event.ctrlKey ? (isFirst ? "1" : "8") : this.#current[1];
    this.#go((isFirst ? "a" : "h") + rank);
    return true;
  }

  #lettered(event) {
    if (event.ctrlKey || this.#settings.letters === "none" || event.key.length !== 1) return false;
    if (event.key === ",") {
      // The comma goes into the line; a command's key follows.
      this.onLeave();
      return false;
    }
    const [, digit] = DIGIT.exec(event.code) ?? [];
    const key = latinKey(event);
    if (digit) this.#go(event.shiftKey ? FILES[digit - 1] + this.#current[1] : this.#current[0] + digit);
    else if (PIECE_KEYS.includes(key)) this.#jump(key, event.shiftKey);
    else return (event.shiftKey && this.#asks(`Shift+${key}`)) || this.#asks(key);
    return true;
  }

  /** Run this key's commands for the current square. */
  #asks(key) {
    const asks = KEYS[this.#settings.letters]?.[key];
    for (const [name, part] of asks ?? []) {
      if (name in this.#own) this.#own[name]();
      else this.onAsk(name, part === null ? [] : PARTS[part](this.#current));
    }
    return asks !== undefined;
  }

  /** To the next square with such a piece of either side, backwards with Shift. */
  #jump(kind, isBackwards) {
    const order = isBackwards ? [...SQUARES].reverse() : SQUARES;
    const here = order.indexOf(this.#current);
    const round = [...order.slice(here + 1), ...order.slice(0, here + 1)];
    const found = round.find((square) => this.#placement.get(square)?.toLowerCase() === kind);
    if (found === undefined) this.onTell(text("no-such-piece"));
    else this.#go(found);
  }
}

/** Whether this is the browser's copy key and no text is selected. */
function isCopying(event) {
  const isAlone = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isAlone && latinKey(event) === "c" && getSelection().isCollapsed;
}
