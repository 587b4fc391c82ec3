/** The organiser's page: arrange a game, hand out its links, revoke them. */

import { controlText } from "./time-control.js";
import { isDeletionMeant } from "./deletion.js";
import { all, find, make, show, write } from "./elements.js";
import { gameList, pairName, plain } from "./game-list.js";
import { showLinks } from "./links.js";
import { announce } from "./live.js";
import { phaseText } from "./moments.js";
import { complain, fetched, forgive, onSending, problemText, remove, send } from "./sending.js";
import { text } from "./texts.js";

const MINUTE_MS = 60_000;
const form = find("new");
/** What the new game goes on from, or null. */
const before = JSON.parse(find("before")?.textContent ?? "null");

const list = gameList(nameOf, gameRow);
const query = `?lang=${document.body.dataset.interface}`;
let games = [];
let damagedGames = [];

async function showChoices() {
  const { content } = await fetched("/organiser/choices");
  if (!content) return;
  const editions = content.editions.map((edition) => make("option", { value: edition }, edition));
  find("edition").replaceChildren(...editions);
  find("edition").value = content.editions.at(-1);
  const known = content.arbiters.map((seat) =>
    make("option", { value: seat }, text("arbiter:same", { seat })),
  );
  all("option[data-known]", find("arbiter")).forEach((option) => option.remove());
  known.forEach((option) => option.toggleAttribute("data-known", true));
  find("arbiter").append(...known);
}

function playerOf(colour) {
  const { elements } = form;
  return {
    name: elements[`${colour}-name`].value.trim(),
    is_blind: elements[`${colour}-blind`].checked,
    has_assistant: elements[`${colour}-assistant`].checked,
    is_hearing_impaired: elements[`${colour}-hearing`].checked,
    score: elements[`${colour}-score`].value,
    language: elements[`${colour}-language`].value,
    interface: elements[`${colour}-interface`].value,
  };
}

function wantedGame() {
  const { elements } = form;
  const starts = elements.starts.value;
  const isTimed = starts === "at";
  const at = new Date(elements.at.value).getTime();
  const fen = elements.fen?.value.trim();
  return {
    white: playerOf("white"),
    black: playerOf("black"),
    edition: elements.edition.value,
    time: elements.time.value.trim(),
    ...(before ?? { ...(fen && { fen }), chess960: elements.chess960.checked }),
    beginning: {
      starts,
      ...(isTimed && { at_ms: at, lateness_minutes: number(elements.lateness) }),
    },
    customs: {
      press: elements.press.value,
      must_repeat: elements["must-repeat"].checked,
      illegal_moves: elements["illegal-moves"].value,
      flags: elements.flags.value,
      charge: elements.charge.value,
      execution: elements.execution.value,
      caution: elements.caution.value,
      boards: Number(elements.boards.value),
      keeps_sound: elements["keeps-sound"].checked,
      takebacks: elements.takebacks.checked,
      recording: elements.recording.value,
    },
    no_agreed_draw_before_move: number(elements["no-draw"]),
    agreed_draws: !elements["no-agreed-draws"].checked,
    arbiter: elements.arbiter.value,
    language: elements.language.value,
  };
}

function number(field) {
  return field.value === "" ? null : field.valueAsNumber;
}

async function arrange() {
  const { content, problem } = await send("/organiser/games", wantedGame());
  forgive(form);
  if (problem) {
    complain(form, problem);
    return;
  }
  showLinks(content.links);
  announce(text("new-done", { count: content.links.length }));
  find("links-title").focus();
  await Promise.all([showGames(), showChoices()]);
}

async function showGames() {
  const { content, problem } = await fetched(`/organiser/games${query}`);
  if (problem) {
    announce(problemText(problem), { isUrgent: true });
    return;
  }
  games = content;
  list([...games].reverse());
  await showDamaged();
  show(find("deleting"), [...games, ...damagedGames].some((game) => game.is_deletable));
}

async function showDamaged() {
  const { content } = await fetched(`/organiser/games/damaged${query}`);
  damagedGames = content ?? [];
  find("damaged").replaceChildren(...damagedGames.map(damagedRow));
  show(find("damaged-part"), damagedGames.length > 0);
}

/** A game whose names can't be read has its name in the log. */
function damagedName({ game, white, black }) {
  return white === null ? text("damaged-game", { game }) : pairName(white, black);
}

function damagedRow(damaged) {
  const { game, time, moves, lost_from: number } = damaged;
  const name = damagedName(damaged);
  const isNothing = time === null;
  const read = isNothing ? "" : `${text("damaged-game", { game })}. ${controlText(time)}. ${text("damaged-moves", { count: moves })}.`;
  const fault = isNothing ? text("damaged-nothing") : text("damaged-from", { number });
  const address = `/organiser/games/${game}/whole.pgn${query}`;
  const take = make("a", { class: "go", href: address, download: true, "aria-label": text("damaged-take-of", { game: name }) }, text("damaged-take"));
  return make(
    "li",
    { class: "card" },
    make("div", {}, make("h3", {}, name), isNothing ? "" : make("p", {}, read), make("p", {}, fault), isNothing ? "" : make("p", {}, take), damaged.is_deletable ? make("p", {}, deletion(game, name)) : ""),
  );
}

function nameOf(game) {
  return pairName(game.white.name, game.black.name);
}

function gameRow(game) {
  const name = nameOf(game);
  const state = game.result ? text(`result:${game.result}`) : phaseText(game);
  const review = make("a", { class: "go", href: `/organiser/games/${game.game}/review`, "aria-label": text("review-of", { game: name }) }, text("review-game"));
  const seats = game.seats.map((seat) => seatRow(game.game, name, seat));
  return make(
    "li",
    { class: "card" },
    make("div", {}, make("h3", {}, name), make("p", {}, `${controlText(game.customs.time)}. ${state}`), game.result ? make("p", {}, review) : "", make("ul", { class: "seats" }, ...seats), game.is_deletable ? make("p", {}, deletion(game.game, name)) : ""),
  );
}

function deletion(game, name) {
  const button = make("button", { type: "button", "aria-label": text("delete-of", { game: name }) }, text("delete"));
  button.addEventListener("click", () => deleteIfMeant(game, name));
  return button;
}

async function deleteIfMeant(game, name) {
  if (!(await isDeletionMeant(text("delete-question", { game: name })))) return;
  const { problem } = await remove(`/organiser/games/${game}`);
  announce(problem ? problemText(problem) : text("deleted", { game: name }), { isUrgent: Boolean(problem) });
  await Promise.all([showGames(), showChoices()]);
  find("refresh").focus();
}

/** "delete Anna Viktor" deletes the one game of these players, as its button does. */
function deleteByName() {
  const [command, ...names] = plain(find("deleting-text").value).split(/[\s–-]+/);
  const words = plain(text("delete-words")).split(" ");
  const isCommand = words.includes(command) && names.length > 0;
  const named = [...games.map((game) => [game, nameOf(game)]), ...damagedGames.map((game) => [game, damagedName(game)])];
  const found = named.filter(([game, name]) => isCommand && game.is_deletable && names.every((part) => plain(name).includes(part)));
  if (found.length !== 1) {
    const code = !isCommand ? "not-deleting" : found.length === 0 ? "delete-none" : "delete-several";
    complain(find("deleting"), { field: "deleting", code });
    return;
  }
  forgive(find("deleting"));
  find("deleting-text").value = "";
  const [[game, name]] = found;
  deleteIfMeant(game.game, name);
}

function seatRow(game, name, { seat, role, is_open: isOpen, sockets }) {
  const whose = { role: text(`role:${role}`), game: name };
  const state = isOpen ? text("seat-open", { count: sockets }) : text("seat-shut");
  const renew = make("button", { type: "button", "aria-label": text("renew-of", whose) }, text("renew"));
  renew.addEventListener("click", async () => {
    const { content, problem } = await send(`/organiser/games/${game}/seats/${seat}/link`, {});
    if (problem) announce(problemText(problem), { isUrgent: true });
    else {
      showLinks([content]);
      find("links-title").focus();
      await showGames();
    }
  });
  const revoke = make("button", { type: "button", "aria-label": text("revoke-of", whose) }, text("revoke"));
  revoke.disabled = !isOpen;
  revoke.addEventListener("click", async () => {
    const { problem } = await remove(`/organiser/games/${game}/seats/${seat}/link`);
    announce(problem ? problemText(problem) : text("revoked", whose), { isUrgent: Boolean(problem) });
    await showGames();
    find("refresh").focus();
  });
  return make("li", {}, make("span", {}, `${whose.role}: ${state}`), " ", renew, " ", revoke);
}

function showStart() {
  for (const part of all("[data-starts]")) show(part, part.dataset.starts === form.elements.starts.value);
  const isTimed = form.elements.starts.value === "at";
  form.elements.at.required = isTimed;
  if (isTimed && !form.elements.at.value) {
    const soon = new Date(Date.now() + 15 * MINUTE_MS);
    const local = new Date(soon.getTime() - soon.getTimezoneOffset() * MINUTE_MS);
    form.elements.at.value = local.toISOString().slice(0, 16);
  }
}

onSending(form, arrange);
onSending(find("deleting"), deleteByName);
form.elements.starts.addEventListener("change", showStart);
find("refresh").addEventListener("click", showGames);
showChoices();
showGames();
