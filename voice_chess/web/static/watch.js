/** The games that anybody can watch. */

import { find, make } from "./elements.js";
import { gameList, pairName } from "./game-list.js";
import { announce } from "./live.js";
import { fetched, problemText, send } from "./sending.js";
import { text } from "./texts.js";
import { controlText } from "./time-control.js";

const list = gameList(({ white, black }) => pairName(white, black), card);

async function showGames() {
  const { content: games, problem } = await fetched(`/watch/games?lang=${document.body.dataset.interface}`);
  if (problem) {
    announce(problemText(problem), { isUrgent: true });
    return null;
  }
  list(games);
  return games.length;
}

function card({ game, white, black, time, moves, result }) {
  const name = pairName(white, black);
  const go = make("button", { type: "button" }, text(result ? "review-of" : "watch-game", { game: name }));
  go.addEventListener("click", () => watch(game, result ? `/games/${game}/review?lang=${document.body.dataset.interface}` : ""));
  const ended = result ? ` ${text(`result:${result}`)}` : "";
  const state = `${controlText(time)}. ${text("watch-moves", { count: moves })}${ended}`;
  return make("li", { class: "card" }, make("div", {}, make("h2", {}, name), make("p", {}, state), go));
}

/** Become a spectator; `then` is added to the seat's path. */
async function watch(game, then) {
  const { content, problem } = await send("/watch", { game });
  if (content) location.assign(`${content.path}${then}`);
  else announce(problemText(problem), { isUrgent: true });
}

find("refresh").addEventListener("click", async () => {
  const count = await showGames();
  if (count !== null) announce(text("watch-count", { count }));
});
showGames();
