/** A list of games: searched by name, narrowed to those in play or over, shown a page at a time. */

import { find, show, write } from "./elements.js";
import { announce } from "./live.js";
import { text } from "./texts.js";

const PAGE = 20;
/** Up to this many games need no search. */
const FEW = 5;
/** How many games were found is announced after this pause in typing. */
const PAUSE_MS = 700;

/**
 * The page's list. `nameOf` returns the name to search in, `item` makes an item from a game.
 * Returns the function that shows games in the given order.
 */
export function gameList(nameOf, item) {
  let games = [];
  let page = 0;
  let pause = null;

  function found() {
    const wanted = plain(find("narrow-name").value).split(/\s+/);
    const state = find("narrow-state").value;
    return games.filter((game) => {
      const name = plain(nameOf(game));
      const isOfState = !state || (state === "over") === Boolean(game.result);
      return isOfState && wanted.every((part) => name.includes(part));
    });
  }

  function draw() {
    const those = found();
    const pages = Math.max(1, Math.ceil(those.length / PAGE));
    page = Math.min(page, pages - 1);
    const first = page * PAGE;
    const last = Math.min(first + PAGE, those.length);
    show(find("narrow"), games.length > FEW);
    show(find("games-none"), games.length === 0);
    show(find("narrow-none"), games.length > 0 && those.length === 0);
    show(find("games-place"), pages > 1);
    write(find("games-place"), text("games-place", { first: first + 1, last, count: those.length }));
    find("games").replaceChildren(...those.slice(first, last).map(item));
    show(find("games-pages"), pages > 1);
    show(find("games-back"), page > 0);
    show(find("games-on"), page < pages - 1);
    return those.length;
  }

  /** The button may be hidden now, so the focus goes to the line with the place. */
  function turn(by) {
    page += by;
    draw();
    find("games-place").focus();
  }

  function narrow() {
    page = 0;
    const count = draw();
    clearTimeout(pause);
    pause = setTimeout(() => announce(count ? text("watch-count", { count }) : text("narrow-none")), PAUSE_MS);
  }

  find("narrow").addEventListener("submit", (event) => event.preventDefault());
  find("narrow-name").addEventListener("input", narrow);
  find("narrow-state").addEventListener("change", narrow);
  find("games-back").addEventListener("click", () => turn(-1));
  find("games-on").addEventListener("click", () => turn(1));
  return (now) => {
    games = now;
    draw();
  };
}

/** "Anna – Viktor", or the colour of a player without a name. */
export function pairName(white, black) {
  return `${white || text("side:white")} – ${black || text("side:black")}`;
}

/** Drop case and marks on letters, so that a search for "zofia" finds "Žofia". */
export function plain(words) {
  return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
