/** A game on a page with a board, for the eye and for screen readers. */

import { Board } from "./board.js";
import { showTimes } from "./chart.js";
import { Clocks, COLOURS, sideName } from "./clocks.js";
import { all, fill, find, show, write } from "./elements.js";
import { showEnvelope } from "./envelope.js";
import { beginningOf, checkedKing, lastMove, placementAt, shownPlacement, unpressed } from "./game.js";
import { announce } from "./live.js";
import { aheadOf, showTaken, takenIn } from "./material.js";
import { isTimed, phaseText } from "./moments.js";
import { isWhite } from "./placement.js";
import { Rematch } from "./rematch.js";
import { moveElement, showMoves, showPieces, showState, showTable } from "./sheet.js";
import { Stepping } from "./stepping.js";
import { listed, parts, text } from "./texts.js";

/** Typed lines that lead to a place on the page, as on Lichess. */
const TO_BOARD = /^\/?(?:board|b)(?: ([a-h][1-8]))?$/;
/** The words that lead to a move, and those for its side. */
const WAYS = JSON.parse(find("ways-to-go").textContent);
const TO_MOVE = new RegExp(`^(?:${WAYS.go.join("|")}) (\\d{1,3})(?: (${[...WAYS.white, ...WAYS.black].join("|")}))?$`);
/** "White – Voice chess", as the server wrote it. */
const TITLE = document.title;
const OPPONENT = /^\/?(?:opponent|o)$/;

export class GameView {
  #page;
  #own;
  #game = null;
  #legal = [];
  #stepping = new Stepping(find("moves"));
  #wasOver = null;
  #rematch;

  /** `own` is the colour whose clock is felt, or null. */
  constructor(page, own) {
    this.#page = page;
    this.#own = own;
    this.board = new Board(find("board"), page.settings);
    this.clocks = new Clocks(page.time, own, page.settings);
    this.board.onAsk = (name, args) => page.ask(name, args);
    this.board.onTell = (words) => page.voice.tell(words);
    this.board.onStep = (by) => this.#stepping.step(by);
    this.board.onNow = () => this.#stepping.leave();
    this.#rematch = new Rematch(page);
    this.#stepping.onShow = (ply, isTold) => this.#showStep(ply, isTold);
    find("past").querySelector("button").addEventListener("click", () => this.#stepping.leave());
    this.board.onLeave = () => find("line-text").focus();
  }

  /** Do what a typed line asks of the page; false if it is for the server. */
  line(words) {
    const written = words.toLowerCase().replace(/\s+/g, " ");
    const board = TO_BOARD.exec(written);
    if (board) this.board.enter(board[1]);
    else if (OPPONENT.test(written) && this.#game && this.#own) this.#page.reply(this.#opponent());
    else return this.#goes(written);
    return true;
  }

  /** Show the position after `ply` half-moves silently: the user has been told of it. */
  lookAt(ply) {
    this.#stepping.show(ply, { isTold: true });
  }

  /** Go to a move by its number, "zurück zu Zug 12", on this board only. */
  #goes(written) {
    const [, number, side] = TO_MOVE.exec(written) ?? [];
    if (number === undefined || this.#game === null) return false;
    const first = beginningOf(this.#game);
    const isBlack = WAYS.black.includes(side);
    const ply = 2 * (Number(number) - first.number) + Number(isBlack) + Number(first.isWhite);
    if (ply < 1 || ply > this.#game.moves.length) this.#page.reply(text("no-move-yet"));
    else this.#stepping.show(ply);
    return true;
  }

  #opponent() {
    const other = this.#own === "white" ? "black" : "white";
    const isHere = (this.#page.people.get(this.#game.game)?.[other] ?? 0) > 0;
    return listed([sideName(this.#game, other), text(isHere ? "is-here" : "is-away")]);
  }

  /** `legal` are the moves that can be made on this page. */
  show(game, legal = []) {
    const when = { phase: game.state.phase, customs: game.customs };
    if (this.#game === null && isTimed(when)) announce(phaseText(when));
    this.#game = game;
    this.#legal = legal;
    this.#stepping.heed(game.moves.length);
    const { lang } = this.#page.voice;
    const manner = this.#page.settings.board;
    const placement = shownPlacement(game);
    const move = lastMove(game);
    this.#showBoard();
    this.clocks.show(game);
    showMaterial(game, placement);
    showPieces(placement, manner);
    showTable(game);
    showEnvelope(game, lang);
    this.#rematch.show(game);
    write(find("game-title"), `${sideName(game, "white")} – ${sideName(game, "black")}`);
    showTitle(game);
    showState(find("turn"), game, lang);
    if (move) fill(find("last-move"), ...parts("last-made", { move: moveElement(move, lang, manner.pieces) }));
    show(find("last-move"), move !== null);
    this.#showRecords(game);
    const isOver = game.state.phase === "over";
    show(find("review"), isOver);
    show(find("acts"), !isOver);
    // After the end, the downloads are wanted.
    if (isOver && this.#wasOver === null) find("records").closest("details").open = true;
    if (isOver && this.#wasOver !== game.seq) showTimes(this.#page, game);
    this.#wasOver = isOver ? game.seq : null;
  }

  /** Show the board and the list of moves, at the current or an earlier position. */
  #showBoard() {
    const [game, { ply }] = [this.#game, this.#stepping];
    const { lang } = this.#page.voice;
    const isNow = ply === null;
    const move = isNow ? lastMove(game) : (game.moves[ply - 1] ?? null);
    this.board.show(isNow ? shownPlacement(game) : placementAt(game, ply), {
      legal: isNow ? this.#legal : [],
      lastMove: move && [move.uci.slice(0, 2), move.uci.slice(2, 4)],
      checked: isNow ? checkedKing(game) : null,
      isPast: !isNow,
    });
    const manner = this.#page.settings.board.pieces;
    showMoves(game, lang, manner, { canStep: true, ply });
    const isLeft = isNow && find("past").contains(document.activeElement);
    show(find("past"), !isNow);
    if (isLeft) this.board.enter();
    if (isNow) return;
    const after = move === null ? text("shown-start") : moveElement(move, lang, manner);
    const gaps = { number: move === null ? "" : this.#numberOf(ply), move: after };
    fill(find("past").querySelector("span"), ...parts("past", gaps));
  }

  /** Show the chosen position, and say which it is unless it was said already. */
  #showStep(ply, isTold) {
    if (this.#game === null) return;
    this.#showBoard();
    if (isTold) return;
    const { voice } = this.#page;
    if (ply === null || ply === 0) {
      voice.tell(text(ply === null ? "shown-now" : "shown-start"));
      return;
    }
    voice.tell(this.#numberOf(ply));
    if (!isAboutToBeRead()) voice.say(this.#game.moves[ply - 1].words, null);
  }

  /** "12." for White's move, "12 …" for Black's. */
  #numberOf(ply) {
    const { number, isWhite } = beginningOf(this.#game);
    const index = ply - 1 + (isWhite ? 0 : 1);
    return `${number + Math.floor(index / 2)}${index % 2 === 0 ? "." : " …"}`;
  }

  #showRecords({ game, customs, seq }) {
    show(find("record-sound"), customs.keeps_sound);
    for (const link of all("[data-record]")) {
      const { record } = link.dataset;
      const rest = record === "position.svg" ? `${record}?seq=${seq}` : record;
      link.setAttribute("href", this.#page.addressOf(game, rest));
    }
  }
}

/** Whether a key in the list of moves is about to lead the focus to the shown one: it is read there. */
function isAboutToBeRead() {
  const moves = find("moves");
  const here = document.activeElement;
  return moves.contains(here) && here !== moves.querySelector("[tabindex='0']");
}

/** Begin the page's title with the players: of several games, each has a tab or window of its own. */
function showTitle(game) {
  const names = COLOURS.map((colour) => game[colour].name || text(`side:${colour}`));
  const title = COLOURS.some((colour) => game[colour].name) ? [...names, TITLE].join(" – ") : TITLE;
  if (document.title !== title) document.title = title;
}

/** Show what each side has taken, beside its name. */
function showMaterial(game, placement) {
  const taken = takenIn(game.start_fen, [...game.moves, ...unpressed(game)]);
  const ahead = aheadOf(placement);
  for (const colour of COLOURS) {
    const isForWhite = colour === "white";
    showTaken(find(`clock-${colour}`).querySelector(".captured"), {
      taken: taken.filter((piece) => isWhite(piece) !== isForWhite),
      ahead: isForWhite ? ahead : -ahead,
    });
  }
}
