/** A game as a page with a board shows it: to those who look and to those who listen. */

import { Board } from "./board.js";
import { showTimes } from "./chart.js";
import { Clocks, COLOURS, sideName } from "./clocks.js";
import { all, fill, find, show, write } from "./elements.js";
import { showEnvelope } from "./envelope.js";
import { checkedKing, lastMove, shownPlacement } from "./game.js";
import { aheadOf, showTaken, takenIn } from "./material.js";
import { isWhite } from "./placement.js";
import { moveElement, showMoves, showPieces, showState, showTable } from "./sheet.js";
import { listed, parts, text } from "./texts.js";

/** What leads about on the page, in Lichess' words. */
const TO_BOARD = /^\/?(?:board|b)(?: ([a-h][1-8]))?$/;
const OPPONENT = /^\/?(?:opponent|o)$/;

export class GameView {
  #page;
  #own;
  #game = null;
  #wasOver = null;

  /** `own` is the colour whose clock is felt, or null. */
  constructor(page, own) {
    this.#page = page;
    this.#own = own;
    this.board = new Board(find("board"), page.settings);
    this.clocks = new Clocks(page.time, own, page.settings);
    this.board.onAsk = (name, args) => page.ask(name, args);
    this.board.onTell = (words) => page.voice.tell(words);
    this.board.onLeave = () => find("line-text").focus();
  }

  /** Do what a typed line wants of the page alone; false where it wants something else. */
  line(words) {
    const written = words.toLowerCase().replace(/\s+/g, " ");
    const board = TO_BOARD.exec(written);
    if (board) this.board.enter(board[1]);
    else if (OPPONENT.test(written) && this.#game && this.#own) this.#page.reply(this.#opponent());
    else return false;
    return true;
  }

  #opponent() {
    const other = this.#own === "white" ? "black" : "white";
    const isHere = (this.#page.people.get(this.#game.game)?.[other] ?? 0) > 0;
    return listed([sideName(this.#game, other), text(isHere ? "is-here" : "is-away")]);
  }

  /** `legal` are the moves that may be made at this page. */
  show(game, legal = []) {
    this.#game = game;
    const { lang } = this.#page.voice;
    const manner = this.#page.settings.board;
    const placement = shownPlacement(game);
    const move = lastMove(game);
    const squares = move && [move.uci.slice(0, 2), move.uci.slice(2, 4)];
    this.board.show(placement, { legal, lastMove: squares, checked: checkedKing(game) });
    this.clocks.show(game);
    showMaterial(game, placement);
    showMoves(game, lang, manner.pieces);
    showPieces(placement, manner);
    showTable(game);
    showEnvelope(game, lang);
    write(find("game-title"), `${sideName(game, "white")} – ${sideName(game, "black")}`);
    showState(find("turn"), game, lang);
    if (move) fill(find("last-move"), ...parts("last-made", { move: moveElement(move, lang, manner.pieces) }));
    show(find("last-move"), move !== null);
    this.#showRecords(game);
    const isOver = game.state.phase === "over";
    if (isOver && this.#wasOver !== game.seq) showTimes(this.#page, game);
    this.#wasOver = isOver ? game.seq : null;
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

/** What each side has taken, beside its name. */
function showMaterial(game, placement) {
  const { announced } = game.state;
  const taken = takenIn(game.start_fen, announced === null ? game.moves : [...game.moves, announced]);
  const ahead = aheadOf(placement);
  for (const colour of COLOURS) {
    const isForWhite = colour === "white";
    showTaken(find(`clock-${colour}`).querySelector(".captured"), {
      taken: taken.filter((piece) => isWhite(piece) !== isForWhite),
      ahead: isForWhite ? ahead : -ahead,
    });
  }
}
