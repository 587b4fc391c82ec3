/** What the pages of an event have in common: boards, and standings with the crosstable. */

import { all, find, make, show } from "./elements.js";
import { momentText } from "./moments.js";
import { NEEDS, needWords } from "./needs.js";
import { text } from "./texts.js";

/** The order of boards by need; of equals, the higher board comes first. */
const URGENCY = [...NEEDS, ""];

/** A name for each starting number. */
function namesIn(state) {
  return new Map(state.players.map(({ number, name }) => [number, name]));
}

/** Boards of earlier rounds at which an appeal still waits, each with its round. */
export function boardsLeft(state) {
  return state.rounds.slice(0, -1).flatMap(({ round, boards }) => boards.filter(({ needs }) => needs).map((board) => ({ ...board, round })));
}

/** Show the boards of the last round paired, and those left of earlier ones; those with a need first. */
export function showBoards(state, listItem) {
  find("where").textContent = whereWords(state);
  const boards = [...boardsLeft(state), ...(state.rounds.at(-1)?.boards ?? [])];
  const told = boards.map((board) => [board, boardWords(state, board)]);
  if (isShown(find("boards"), told)) return;
  boards.sort((one, other) => URGENCY.indexOf(one.needs) - URGENCY.indexOf(other.needs) || one.board - other.board);
  renew(find("boards"), boards.map((board) => listItem(board, boardWords(state, board))));
}

/** Whether the element shows this already; it counts as shown from now on. */
export function isShown(element, content) {
  const key = JSON.stringify(content);
  const isSame = element.dataset.shown === key;
  element.dataset.shown = key;
  return isSame;
}

/** Replace the items of a list; a button that had the focus keeps it, or if it is gone, the heading of the list gets it. */
export function renew(list, items) {
  const held = list.contains(document.activeElement) ? document.activeElement : null;
  const nth = held ? namesakes(list, held).indexOf(held) : -1;
  list.replaceChildren(...items);
  if (held) (namesakes(list, held)[nth] ?? list.closest("section").querySelector("h2")).focus();
}

/** The buttons with the same name as this one; two players may have the same name. */
function namesakes(list, button) {
  return all("button", list).filter((each) => nameOf(each) === nameOf(button));
}

function nameOf(button) {
  return button.getAttribute("aria-label") ?? button.textContent;
}

/** Whether every board of a round has its result. */
export function isOver({ boards }) {
  return boards.every(({ black, result }) => black === null || result !== null);
}

/** Where the event stands, and how a match or a knock-out has ended. */
export function whereWords(state) {
  const end = state.match_end ? ` ${matchEndWords(state.match_end, state.terms.system)}` : "";
  return `${roundWords(state)}${end}`;
}

function roundWords(state) {
  const round = state.rounds.at(-1);
  const { rounds } = state.terms;
  if (!round) return text("event-no-round", { rounds });
  if (round.starts_at_ms !== null) return text("event-round-begins", { round: round.round, rounds, when: momentText(round.starts_at_ms) });
  const key = isOver(round) ? "event-round-over" : round.is_started ? "event-round-on" : "event-round-paired";
  return text(key, { round: round.round, rounds });
}

/** One board in words, as it is listed and as it is announced; its round is told only if it is given. */
export function boardWords(state, { round, board, white, black, result, needs }) {
  const names = namesIn(state);
  if (black === null) return text(state.terms.system === "round-robin" ? "event-free" : "event-bye", { name: names.get(white) });
  const pair = text("event-board-line", { board, white: names.get(white), black: names.get(black) });
  const told = result === null ? "" : ` ${text(`event-result:${result}`)}.`;
  const which = round === undefined ? "" : `${text("event-round-head", { round })}. `;
  return `${which}${pair}${told}${needs ? ` ${needWords(needs)}` : ""}`;
}

/** Show the standings as one table, each round a column. */
export function showStandings(state) {
  const { standings, tie_breaks: tieBreaks, match_end: matchEnd } = state;
  if (isShown(find("standings"), [standings, tieBreaks, matchEnd])) return;
  const rounds = Math.max(0, ...standings.map((row) => row.rounds.length));
  const shown = rounds ? tieBreaks : [];
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  const heads = [
    text("event-place"),
    text("event-field:number"),
    text("event-field:name"),
    text("event-points-head"),
    ...shown,
    ...numbers.map((round) => text("event-round-head", { round })),
  ];
  const caption = make("caption", {}, text("event-standings-after", { round: rounds }));
  const head = make("tr", {}, ...heads.map((words) => make("th", { scope: "col" }, words)));
  const rows = standings.map((row) =>
    make(
      "tr",
      {},
      make("td", {}, row.place === null ? text("event-unplaced") : String(row.place)),
      make("td", {}, String(row.number)),
      make("th", { scope: "row" }, row.name),
      make("td", {}, row.points),
      ...row.values.map((value) => make("td", {}, value)),
      ...row.rounds.map((cell) => make("td", {}, cell ? cellWords(cell) : "")),
    ),
  );
  const table = make("table", {}, caption, make("thead", {}, head), make("tbody", {}, ...rows));
  const notes = [
    ...(matchEnd ? [matchEndWords(matchEnd, state.terms.system)] : []),
    ...standings.filter(({ place }) => place === null).map(({ name }) => text("event-uncounted", { name })),
  ];
  const scrolled = scrolledStandings();
  scrolled.setAttribute("aria-label", caption.textContent);
  scrolled.replaceChildren(table);
  all("#standings > p").forEach((note) => note.remove());
  scrolled.before(...notes.map((note) => make("p", {}, note)));
  show(find("standings"), standings.length > 0);
}

/** What scrolls the standings is made once: whoever reads there keeps the focus and their place in it. */
function scrolledStandings() {
  const there = find("standings").querySelector(".wide");
  if (there) return there;
  const scrolled = make("div", { class: "wide", tabindex: "0", role: "region" });
  find("standings").append(scrolled);
  return scrolled;
}

function matchEndWords({ winner }, system) {
  if (winner === null) return text("event-match:level");
  return text(system === "knock-out" ? "event-knock-out:won" : "event-match:won", { name: winner });
}

/** Opponent, colour and result; a round without an opponent by its result alone. */
function cellWords({ opponent, colour, result }) {
  const sign = result === " " ? "" : ` ${text(`event-cell:${result}`)}`;
  if (opponent === null) return sign.trim();
  return `${text("event-cell", { opponent, side: text(`side:${colour}`) })}${sign}`;
}
