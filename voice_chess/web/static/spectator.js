/** The page of a spectator: sees and hears everything, touches nothing. */

import { Board } from "./board.js";
import { showTimes } from "./chart.js";
import { Clocks, sideName } from "./clocks.js";
import { all, find, show, write } from "./elements.js";
import { showEnvelope } from "./envelope.js";
import { lastMove, shownPlacement } from "./game.js";
import { SeatPage } from "./seat.js";
import { showMoves, showPieces, showState, showTable } from "./sheet.js";

const page = new SeatPage({ game: draw, people: (_, here) => clocks.showPeople(here) });
const board = new Board(find("board"), page.settings);
const clocks = new Clocks(page.time, null, page.settings);
let wasOver = false;

board.onAsk = (name, args) => page.ask(name, args);
board.onTell = (words) => page.voice.tell(words);

function draw(game) {
  const placement = shownPlacement(game);
  const move = lastMove(game)?.uci;
  board.show(placement, { lastMove: move ? [move.slice(0, 2), move.slice(2, 4)] : null });
  clocks.show(game);
  const manner = page.settings.board;
  showMoves(game, page.voice.lang, manner.pieces);
  showPieces(placement, manner);
  showTable(game);
  showEnvelope(game, page.voice.lang);
  write(find("game-title"), `${sideName(game, "white")} – ${sideName(game, "black")}`);
  showState(find("turn"), game, page.voice.lang);
  show(find("record-sound"), game.customs.keeps_sound);
  for (const link of all("[data-record]")) {
    const { record } = link.dataset;
    const rest = record === "position.svg" ? `${record}?seq=${game.seq}` : record;
    link.setAttribute("href", page.addressOf(game.game, rest));
  }
  const isOver = game.state.phase === "over";
  if (isOver && !wasOver) showTimes(page, game);
  wasOver = isOver;
}

page.start();
