/** The page of a spectator: sees and hears everything, touches nothing. */

import { GameView } from "./game-view.js";
import { SeatPage } from "./seat.js";

const page = new SeatPage({
  game: (game) => view.show(game),
  line: (words) => view.line(words),
  move: (_, ply) => view.lookAt(ply),
  people: (_, here) => view.clocks.showPeople(here),
});
const view = new GameView(page, null);

page.start();
