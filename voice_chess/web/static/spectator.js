/** The page of a spectator, who sees and hears all and moves nothing. */

import { find, show } from "./elements.js";
import { onSent } from "./forms.js";
import { GameView } from "./game-view.js";
import { SeatPage } from "./seat.js";

const observation = find("tell-arbiter");
/** The key of the observation sent; its field keeps the text until it is accepted. */
let sent = null;

const page = new SeatPage({
  game: (game) => {
    view.show(game);
    show(observation, game.customs.hears_spectators);
  },
  line: (words) => view.line(words),
  move: (_, ply) => view.lookAt(ply),
  people: (_, here) => view.clocks.showPeople(here),
  done: (key, isAccepted) => {
    if (key === sent && isAccepted) observation.reset();
  },
});
const view = new GameView(page, null);

onSent("declaration", (declaration, values) => {
  sent = page.request({ type: "declare", declaration: { declaration, ...values } });
});
page.start();
