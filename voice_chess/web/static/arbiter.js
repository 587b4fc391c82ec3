/** The arbiter's page: their games, with those that need attention first, and their rulings. */

import { hearAccessKeys } from "./access-keys.js";
import { showTimes } from "./chart.js";
import { COLOURS, sideName, timeText } from "./clocks.js";
import { hearDeclarations } from "./commands.js";
import { all, fill, find, make, show, write } from "./elements.js";
import { hearPassphrase, showEnvelope } from "./envelope.js";
import { onSent } from "./forms.js";
import { lastMove, leftMs, shownPlacement } from "./game.js";
import { MicrophonePart } from "./microphone-part.js";
import { isTimed } from "./moments.js";
import { sideInWords } from "./names.js";
import { NEEDS, needWords } from "./needs.js";
import { SealAll } from "./seal-all.js";
import { SeatPage } from "./seat.js";
import { moveWritten, showMoves, showState, showTable } from "./sheet.js";
import { listed, parts as partsOf, text } from "./texts.js";

const LOOKS_EVERY_MS = 500;
/** Phases of a game from which nobody is missing. */
const WITHOUT_PLAYERS = ["adjourned", "over"];
const ORDER = ["awaiting-ruling", "resuming", "sealing", "arranged", "in-play", "adjourned", "over"];
const cards = new Map();
let chosen = null;
let ledTo = null;
let isAsked = false;
let timesOf = null;
let cameFrom = null;
/** The reason last sent, and the key of its ruling; the field keeps it until the ruling is accepted. */
let given = null;

const page = new SeatPage({
  game: take,
  people: (id, here) => drawPeople(id, here),
  asked: (isNow) => {
    isAsked = isNow;
    if (!isNow) goBack();
    for (const button of all("[data-when]")) show(button, isAsked);
    show(find("wanted"), isAsked);
    if (isNow) goToQuestion();
  },
  current: () => chosen,
  title,
  moved: () => {
    // Another page has this page's desk, and the question that was open there.
    if (!isAsked) return;
    page.dropQuestion(text("question-elsewhere"));
  },
  hearing: (message) => microphone.hears(message),
  back: () => microphone.begin(),
  seat: ({ language }) => microphonePart.hearIn(language),
  done: (key, isAccepted) => {
    sealAll.done(key, isAccepted);
    if (key !== given?.key) return;
    if (isAccepted && find("reason").value === given.reason) find("reason").value = "";
    given = null;
  },
});
const sealAll = new SealAll(page);
const microphonePart = new MicrophonePart(page, { game: () => chosen });
const { microphone } = microphonePart;

/**
 * Go from a ruling's form to the question about it. The question of another page at the same desk, which
 * replaces one asked here, leads away from its yes instead, so that nobody agrees to it unawares.
 */
function goToQuestion() {
  const here = document.activeElement;
  if (given === null) goBack();
  if (given === null || !here?.closest("form[data-ruling]")) return;
  cameFrom = here;
  find("wanted").querySelector("button").focus();
}

function goBack() {
  if (find("wanted").contains(document.activeElement)) (cameFrom ?? find("line-text")).focus();
  cameFrom = null;
}

function take(game) {
  const card = cards.get(game.game) ?? newCard(game);
  const wasWaiting = card.waits;
  card.waits = game.state.waits_for_arbiter;
  if (card.waits !== null && card.waits !== wasWaiting) {
    const words = text("game-waits", { game: title(game), why: text(`waits:${card.waits}`) });
    page.voice.tell(words, { isUrgent: true });
  }
  const wasUnclear = card.isUnclear;
  card.isUnclear = game.state.hard_to_hear.length > 0;
  if (card.isUnclear && !wasUnclear) page.voice.tell(`${title(game)}. ${needWords("unclear")}`);
  drawCard(card, game);
  sort();
  if (chosen === null) choose(game.game);
  else if (chosen === game.game) drawChosen(game);
}

function title(game) {
  const names = `${sideName(game, "white")} – ${sideName(game, "black")}`;
  return game.board === null ? names : text("game-at-board", { board: game.board, game: names });
}

function newCard(game) {
  const id = game.game;
  const parts = {
    title: make("h3", {}),
    waits: make("p", { class: "waits" }),
    state: make("p", {}),
    result: make("p", {}),
    last: make("p", {}),
    clocks: make("p", { class: "card-clocks" }),
    people: make("p", { class: "hint" }),
    picture: make("img", { class: "picture", alt: "", loading: "lazy" }),
    choose: make("button", { type: "button", "aria-pressed": "false" }),
  };
  parts.choose.addEventListener("click", () => {
    // With many boards the line for orders is far away by Tab; the key to the next board has chosen this one.
    if (chosen === id) find("line-text").focus();
    else choose(id);
  });
  const words = [parts.title, parts.waits, parts.state, parts.result, parts.last, parts.clocks, parts.people];
  const element = make("li", { class: "card" }, make("div", {}, ...words, parts.choose), parts.picture);
  const card = { id, element, parts, waits: null, isUnclear: false, here: {} };
  cards.set(id, card);
  return card;
}

/** The game's most urgent need, one of `NEEDS`; null if all is well. */
function needOf({ id, here }) {
  const { state, customs } = page.games.get(id);
  // Where the event has its result, only an appeal is left to decide.
  if (state.event_result !== null) return state.needs === "appeal" ? "appeal" : null;
  const isEarly = isTimed({ phase: state.phase, customs });
  if (state.needs !== null || isEarly || WITHOUT_PLAYERS.includes(state.phase)) return state.needs;
  if (!here.white || !here.black) return "absent";
  return state.hard_to_hear.length > 0 ? "unclear" : null;
}

function drawNeed(card) {
  const need = needOf(card);
  write(card.parts.waits, needWords(need));
  card.element.classList.toggle("waiting", need !== null);
}

function drawCard(card, game) {
  const { parts } = card;
  write(parts.title, title(game));
  drawNeed(card);
  showState(parts.state, game, page.voice.lang);
  write(parts.result, resultWords(game.state.event_result));
  const move = lastMove(game);
  if (move === null) write(parts.last, text("moves-none"));
  else fill(parts.last, ...partsOf("last-made", { move: moveWritten(move, page.voice.lang) }));
  write(parts.choose, text("choose-game", { game: title(game) }));
  const manner = page.settings.board;
  const placement = shownPlacement(game);
  const sides = COLOURS.map(
    (colour) => `${text(`side:${colour}`)}: ${sideInWords(placement, colour === "white", manner)}`,
  );
  parts.picture.alt = sides.join(". ");
  const address = page.addressOf(game.game, `position.svg?seq=${game.seq}`);
  if (parts.picture.getAttribute("src") !== address) parts.picture.src = address;
  drawClocks();
}

/** The result that the event has for this board, however the game goes on; "" if it has none. */
function resultWords(result) {
  return result === null ? "" : `${text("event-field:result")}: ${text(`event-result:${result}`)}.`;
}

function drawClocks() {
  for (const [id, { parts }] of cards) {
    const game = page.games.get(id);
    if (!game) continue;
    const sides = COLOURS.map((colour) => {
      const time = timeText(leftMs(game.clock, colour, page.time.nowMs));
      return text("clock-of", { side: text(`side:${colour}`), time });
    });
    write(parts.clocks, sides.join(", "));
  }
}

function drawPeople(id, here) {
  const roles = Object.keys(here).map((role) => text(`role:${role}`));
  const card = cards.get(id);
  if (!card) return;
  write(card.parts.people, roles.length ? text("here", { who: listed(roles) }) : text("here-none"));
  card.here = here;
  drawNeed(card);
  sort();
  if (id === chosen) tickThoseHere();
}

/** Tick in the form that resumes play who is seen, by their own page or their assistant's, unless the arbiter has said otherwise while this game rests. */
function tickThoseHere() {
  const { here } = cards.get(chosen);
  for (const colour of COLOURS) {
    const box = presence(colour);
    if (page.games.get(chosen).state.phase !== "adjourned") delete box.dataset.said;
    if (!box.dataset.said) box.checked = Boolean(here[colour] || here[`assistant-${colour}`]);
  }
}

function presence(colour) {
  return document.querySelector(`[name=${colour}_here]`);
}

/** Games that need the arbiter come first, in the order of `NEEDS`; those alike are in the order of boards. */
function rank(card) {
  const need = needOf(card);
  if (need !== null) return NEEDS.indexOf(need);
  const { phase = "over", event_result: result = null } = page.games.get(card.id)?.state ?? {};
  return NEEDS.length + ORDER.indexOf(result === null ? phase : "over");
}

function ordered() {
  const boardOf = ({ id }) => page.games.get(id).board ?? 0;
  return [...cards.values()].sort(
    (a, b) => rank(a) - rank(b) || boardOf(a) - boardOf(b) || a.id.localeCompare(b.id),
  );
}

/** Go to the next game that needs the arbiter; after the last one, to the first again. */
function goToNext() {
  const needing = ordered().filter((card) => needOf(card) !== null);
  if (needing.length === 0) {
    page.voice.tell(text("next-need-none"), { isUrgent: true });
    return;
  }
  const last = needing.findIndex(({ id }) => id === ledTo && id === chosen);
  const card = needing[(last + 1) % needing.length];
  ledTo = card.id;
  choose(card.id);
  card.parts.choose.focus();
  page.voice.tell(`${title(page.games.get(card.id))}. ${needWords(needOf(card))}`, { isUrgent: true });
}

/** Sort the cards; move only those whose place changes. */
function sort() {
  const order = ordered();
  const list = find("games");
  const focused = document.activeElement;
  order.forEach(({ element }, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  if (focused !== document.activeElement && focused instanceof HTMLElement) focused.focus();
  const waiting = order.filter((card) => needOf(card) !== null).length;
  write(find("games-wait"), text(waiting === 0 ? "games-wait-none" : "games-wait", { count: waiting }));
}

function choose(id) {
  if (id !== chosen) for (const colour of COLOURS) delete presence(colour).dataset.said;
  chosen = id;
  microphone.turnTo(id);
  for (const card of cards.values()) {
    card.parts.choose.setAttribute("aria-pressed", String(card.id === id));
  }
  drawChosen(page.games.get(id));
}

/** Offer the rulings that the edition of this game knows. */
function offerRulings({ customs }) {
  for (const element of all("[data-rule], [data-ruling]")) {
    const name = element.dataset.rule ?? element.dataset.ruling;
    const isKnown = !customs.unknown_rulings.includes(name);
    show(element, isKnown);
    show(find(`keys-${name}`), isKnown);
  }
}

function drawChosen(game) {
  tickThoseHere();
  write(find("ruling-game"), title(game));
  offerRulings(game);
  showMoves(game, page.voice.lang, page.settings.board.pieces);
  const placement = shownPlacement(game);
  const entries = COLOURS.flatMap((colour) => [
    make("dt", {}, text(`side:${colour}`)),
    make("dd", {}, sideInWords(placement, colour === "white", page.settings.board)),
  ]);
  find("pieces").replaceChildren(...entries);
  showTable(game);
  showEnvelope(game, page.voice.lang);
  show(find("record-sound"), game.customs.keeps_sound);
  for (const link of all("[data-record]")) {
    link.setAttribute("href", page.addressOf(game.game, link.dataset.record));
  }
  show(find("review"), game.state.phase === "over");
  if (game.state.phase !== "over") show(find("times"), false);
  else if (timesOf !== game.game) showTimes(page, game);
  timesOf = game.state.phase === "over" ? game.game : null;
}

function rule(ruling) {
  const reason = find("reason").value;
  given = { key: page.rule(ruling, reason.trim()), reason };
}

for (const button of all("[data-rule]")) {
  button.addEventListener("click", () => rule({ ruling: button.dataset.rule }));
}

/** Require both move counters once one is filled in. */
function needBothCounters() {
  const counters = COLOURS.map((colour) => document.querySelector(`[name=${colour}_counter]`));
  for (const counter of counters) {
    counter.addEventListener("input", () => {
      const isOneFilled = counters.some(({ value }) => value !== "");
      for (const each of counters) each.required = isOneFilled;
    });
  }
}

function withCounters({ white_counter: white, black_counter: black, ...values }) {
  return white === undefined ? values : { ...values, moves: [Number(white), Number(black)] };
}

for (const colour of COLOURS) {
  presence(colour).addEventListener("change", ({ target }) => {
    target.dataset.said = "yes";
  });
}
find("next-need").addEventListener("click", goToNext);
hearAccessKeys();
needBothCounters();
onSent("ruling", (ruling, { for_all: isForAll = false, ...values }) => {
  const asked = { ruling, ...withCounters(values) };
  if (isForAll) sealAll.ask(ordered().map(({ id }) => id), asked, find("reason").value.trim());
  else rule(asked);
});
hearDeclarations(page);
setInterval(drawClocks, LOOKS_EVERY_MS);
hearPassphrase(page);
page.start();
