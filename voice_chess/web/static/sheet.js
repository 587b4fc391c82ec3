/** Shows the moves as a list, the pieces in words, the table's settings, and the state of play. */

import { controlText } from "./time-control.js";
import { all, fill, find, make, show, write } from "./elements.js";
import { beginningOf, unpressed } from "./game.js";
import { phaseText } from "./moments.js";
import { sideInWords } from "./names.js";
import { parts, text } from "./texts.js";
import { COLOURS, sideName } from "./clocks.js";

/** How many sentences the list of what was said holds. */
const MOST_SAID = 50;
const ALL_DUTIES = [0, 1, 2, 3, 4, 5];
/** A sighted player's assistant moves and announces if the blind player has no assistant. */
const SIGHTED_PLAYERS_DUTIES = [0, 1];
const CLOCK_AND_SCORE = [2];
const CUSTOMS = ["press", "charge", "illegal_moves", "flags", "execution", "recording", "boards"];

/**
 * Show the list of moves, one item per number with both sides' moves. With `canStep` each move is a
 * button, and the one of the shown position (`ply`, null for the last) is in the tab order. They are
 * a toolbar: only there do screen readers leave the arrow keys and letters to the page.
 */
export function showMoves(game, lang, manner, { canStep = false, ply = null } = {}) {
  const list = find("moves");
  const { number, isWhite } = beginningOf(game);
  const gap = isWhite ? 0 : 1;
  const shown = Math.max(1, ply ?? game.moves.length);
  const rows = [];
  game.moves.forEach((move, index) => {
    const row = Math.floor((index + gap) / 2);
    const element = moveElement(move, lang, manner);
    rows[row] ??= [];
    rows[row].push(canStep ? stepButton(element, index + 1, shown, ply !== null, move.braille) : element);
  });
  rows.at(-1)?.at(-1).classList.add("latest");
  const items = rows.map((row, index) => {
    const dots = index === 0 && gap === 1 ? ["… "] : [];
    return make("li", {}, ...dots, ...row.flatMap((element) => [element, " "]));
  });
  list.start = number;
  replaceMoves(list, items);
  show(list.closest("[role=toolbar]") ?? list, game.moves.length > 0);
  show(find("moves-none"), game.moves.length === 0);
  show(find("steps"), game.moves.length > 0);
}

function stepButton(element, ply, shown, isPast, braille) {
  const isShown = ply === shown;
  const place = { "data-ply": ply, tabindex: isShown ? 0 : -1, "aria-braillelabel": braille ?? null };
  const attributes = { type: "button", class: "step", ...place };
  return make("button", { ...attributes, "aria-current": isShown && isPast ? "true" : null }, element);
}

/** Turning a phone changes the height of the list. */
const turning = new ResizeObserver(([{ target }]) => showCurrent(target));

/** Scroll the list so that the shown or the last move is visible. */
function showCurrent(list) {
  const { top, bottom } = list.getBoundingClientRect();
  const box = list.querySelector("[aria-current], .latest")?.getBoundingClientRect();
  if (box && (box.top < top || box.bottom > bottom)) list.scrollTop += box.top - top - (bottom - top) / 2;
}

/** What marks the move that is shown. */
const MARKS = ["class", "tabindex", "aria-current", "aria-braillelabel"];

/** Move the marks to where they are wanted; false if the moves themselves differ. */
function markMoves(list, wanted) {
  const [steps, marked] = [all(".step", list), all(".step", wanted)];
  const isSame = steps.length === marked.length && steps.every((step, index) => step.innerHTML === marked[index].innerHTML);
  if (!isSame || steps.length === 0) return false;
  steps.forEach((step, index) => {
    for (const name of MARKS) {
      const value = marked[index].getAttribute(name);
      if (value === null) step.removeAttribute(name);
      else step.setAttribute(name, value);
    }
  });
  showCurrent(list);
  return true;
}

/**
 * Replace the moves only if they differ; a focus in the list stays in it. A screen reader whose
 * button is replaced while it steps begins its list anew.
 */
function replaceMoves(list, items) {
  const wanted = make("ol", {}, ...items);
  if (wanted.innerHTML === list.innerHTML || markMoves(list, wanted)) return;
  const wasWithin = list.contains(document.activeElement);
  list.replaceChildren(...items);
  showCurrent(list);
  turning.observe(list);
  if (wasWithin) list.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
}

/** A move in notation, with the mark of a mistake; for screen readers in words, unless set to letters. */
export function moveElement(move, lang, manner) {
  const shown = `${move.written}${move.mark?.sign ?? ""}`;
  if (manner === "letters") return make("span", { class: "move", lang }, shown);
  const written = make("span", { "aria-hidden": "true" }, shown);
  const words = move.mark ? `${move.words}. ${move.mark.name}` : move.words;
  return make("span", { class: "move", lang }, written, make("span", { class: "unseen" }, words));
}

/** Show both sides' pieces by kind. */
export function showPieces(placement, manner) {
  const entries = COLOURS.flatMap((colour) => [
    make("dt", {}, text(`side:${colour}`)),
    make("dd", {}, sideInWords(placement, colour === "white", manner)),
  ]);
  find("pieces").replaceChildren(...entries);
}

/** Show the table's settings, and the duties of assistants. */
export function showTable(game) {
  const { customs } = game;
  const agreed = CUSTOMS.map((name) => {
    const key = `custom:${name.replace("_", "-")}`;
    return [text(key), text(`${key}:${customs[name]}`)];
  });
  const truths = [
    ["custom:must-repeat", customs.must_repeat],
    ["custom:takebacks", customs.takebacks],
    ["custom:keeps-sound", customs.keeps_sound],
    ["has-arbiter", customs.has_arbiter],
    ["is-supervised", customs.is_supervised],
  ].map(([key, isSo]) => [text(key), text(isSo ? "do:yes" : "do:no")]);
  const [white, black] = game.state.illegal_moves;
  const rows = [
    [text("edition"), customs.edition],
    [text("time-control"), controlText(customs.time)],
    ...(game.chess960 ? [[text("chess960"), String(game.chess960_number ?? "")]] : []),
    ...agreed,
    ...truths,
    [text("illegal-count"), text("both-sides", { white, black })],
  ];
  const cells = rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  find("customs").replaceChildren(...cells);
  showDuties(game);
}

/** Show what the Laws let each player's assistant do. */
function showDuties(game) {
  for (const [colour, other] of [COLOURS, [...COLOURS].reverse()]) {
    const part = find(`duties-${colour}`);
    const duties = dutiesOf(game[colour], game[other]);
    show(part, game[colour].has_assistant);
    write(part.querySelector("h3"), text("duties-whose", { side: sideName(game, colour) }));
    show(part.querySelector("p"), duties === CLOCK_AND_SCORE);
    all("li", part).forEach((duty, index) => show(duty, duties.includes(index)));
  }
  show(find("duties"), COLOURS.some((colour) => game[colour].has_assistant));
}

function dutiesOf(own, other) {
  if (own.is_blind) return ALL_DUTIES;
  return other.is_blind && !other.has_assistant ? SIGHTED_PLAYERS_DUTIES : CLOCK_AND_SCORE;
}

/** Show the state of play in one line; the server's texts are in the seat's language. */
export function showState(element, game, lang) {
  const { state } = game;
  if (state.phase === "over") fill(element, ...over(state, lang));
  else if (state.phase !== "in-play") fill(element, phaseText({ ...game, phase: state.phase }));
  else fill(element, ...inPlay(game, lang).flatMap((part) => [part, " "].flat()));
}

function over(state, lang) {
  const ended = make("span", { lang }, state.ended_text ?? state.result ?? "");
  const isOffered = COLOURS.includes(state.rematch);
  const offered = isOffered && text("rematch-offered", { side: text(`side:${state.rematch}`) });
  return offered ? [ended, " ", offered] : [ended];
}

function inPlay({ white, black, state, clock, is_check: isCheck }, lang) {
  const nameOf = (colour) => sideName({ white, black }, colour);
  const told = [text("to-move", { side: nameOf(state.to_move) })];
  if (isCheck && state.announced === null) told.push(text("in-check"));
  for (const move of unpressed({ state })) told.push(parts("announced", { move: moveWritten(move, lang) }));
  if (state.premove) told.push(parts("premove", { move: moveWritten(state.premove, lang) }));
  if (state.offer_by) told.push(text("draw-offered", { side: nameOf(state.offer_by) }));
  if (state.takeback_by) told.push(text("takeback-asked", { side: nameOf(state.takeback_by) }));
  if (state.halted_by) told.push(text("halted"));
  else if (clock.runs === null && state.announced === null) told.push(text("clocks-stand"));
  if (state.waits_for_arbiter) told.push(text(`waits:${state.waits_for_arbiter}`));
  return told;
}

/** A move in the letters of the seat's language. */
export function moveWritten(move, lang) {
  return make("span", { lang }, move.written);
}

/** Add a sentence to the list of what was said, newest first; a reloaded page of this seat has it again. */
export function keepSaid(words, lang) {
  const list = find("said");
  list.prepend(make("li", { lang }, words));
  while (list.children.length > MOST_SAID) list.lastElementChild.remove();
  const kept = [...list.children].map((item) => [item.textContent, item.lang]);
  try {
    sessionStorage.setItem(saidKey(), JSON.stringify(kept));
  } catch {
    // Without storage, a reloaded page begins with an empty list.
  }
}

/** Show what was said on this tab to this seat before the page was reloaded. */
export function showSaidBefore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(saidKey())) ?? [];
    find("said").append(...kept.map(([words, lang]) => make("li", { lang }, words)));
  } catch {
    // Without storage, nothing was kept.
  }
}

function saidKey() {
  return `said-${document.body.dataset.seat}`;
}
