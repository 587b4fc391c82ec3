/** The moves as a list, the pieces in words, what the table has agreed, and where play stands. */

import { find, make, show, write } from "./elements.js";
import { beginningOf } from "./game.js";
import { sideInWords } from "./names.js";
import { text } from "./texts.js";
import { COLOURS, sideName } from "./clocks.js";

const CUSTOMS = ["press", "charge", "illegal_moves", "flags", "execution", "boards"];

/** The list of moves; one item has a number and the moves of both sides. */
export function showMoves(game, lang, manner) {
  const list = find("moves");
  const { number, isWhite } = beginningOf(game);
  const gap = isWhite ? 0 : 1;
  const rows = [];
  game.moves.forEach((move, index) => {
    const row = Math.floor((index + gap) / 2);
    rows[row] ??= [];
    rows[row].push(moveElement(move, lang, manner));
  });
  list.start = number;
  const items = rows.map((row, index) => {
    const dots = index === 0 && gap === 1 ? ["… "] : [];
    return make("li", {}, ...dots, ...row.flatMap((element) => [element, " "]));
  });
  list.replaceChildren(...items);
  show(find("moves-none"), game.moves.length === 0);
}

/** A move as it is written; for ears that want words, as it is spoken. */
function moveElement(move, lang, manner) {
  if (manner === "letters") return make("span", { class: "move", lang }, move.written);
  const written = make("span", { "aria-hidden": "true" }, move.written);
  return make("span", { class: "move", lang }, written, make("span", { class: "unseen" }, move.words));
}

/** Both sides' pieces by kind. */
export function showPieces(placement, manner) {
  const entries = COLOURS.flatMap((colour) => [
    make("dt", {}, text(`side:${colour}`)),
    make("dd", {}, sideInWords(placement, colour === "white", manner)),
  ]);
  find("pieces").replaceChildren(...entries);
}

/** What the table has agreed, and who may have help. */
export function showTable(game) {
  const { customs } = game;
  const agreed = CUSTOMS.map((name) => {
    const key = `custom:${name.replace("_", "-")}`;
    return [text(key), text(`${key}:${customs[name]}`)];
  });
  const truths = [
    ["custom:must-repeat", customs.must_repeat],
    ["custom:keeps-sound", customs.keeps_sound],
    ["has-arbiter", customs.has_arbiter],
    ["is-supervised", customs.is_supervised],
  ].map(([key, isSo]) => [text(key), text(isSo ? "do:yes" : "do:no")]);
  const [white, black] = game.state.illegal_moves;
  const rows = [
    [text("edition"), customs.edition],
    [text("time-control"), customs.time],
    ...agreed,
    ...truths,
    [text("illegal-count"), text("both-sides", { white, black })],
  ];
  const parts = rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  find("customs").replaceChildren(...parts);
  const helped = COLOURS.filter((colour) => game[colour].has_assistant);
  show(find("duties"), helped.length > 0);
  write(find("duties-whose"), helped.map((colour) => sideName(game, colour)).join(", "));
}

/** Where play stands in one line. */
export function stateText(game) {
  const { state, is_check: isCheck } = game;
  if (state.phase === "over") return state.ended_text ?? state.result ?? "";
  if (state.phase !== "in-play") return text(`phase:${state.phase}`);
  const parts = [text("to-move", { side: sideName(game, state.to_move) })];
  if (isCheck && state.announced === null) parts.push(text("in-check"));
  if (state.announced) parts.push(text("announced", { move: state.announced.written }));
  if (state.offer_by) parts.push(text("draw-offered", { side: sideName(game, state.offer_by) }));
  if (state.halted_by) parts.push(text("halted"));
  else if (game.clock.runs === null && state.announced === null) parts.push(text("clocks-stand"));
  if (state.waits_for_arbiter) parts.push(text(`waits:${state.waits_for_arbiter}`));
  return parts.join(" ");
}

/** Keep what was said, newest first. */
export function keepSaid(words, lang, most = 50) {
  const list = find("said");
  list.prepend(make("li", { lang }, words));
  while (list.children.length > most) list.lastElementChild.remove();
}
