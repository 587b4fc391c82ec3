/** The page of an event for organisers and arbiters: its steps, results and players. */

import { isDeletionMeant } from "./deletion.js";
import { all, find, make, show } from "./elements.js";
import { termsOf } from "./event-terms.js";
import { boardsLeft, boardWords, isOver, isShown, renew, showBoards, showStandings, whereWords } from "./event-views.js";
import { isWorkbook, lettersOf } from "./file-letters.js";
import { InOrder } from "./in-order.js";
import { showLinks } from "./links.js";
import { announce } from "./live.js";
import { isUrgent } from "./needs.js";
import { lookForNews } from "./news.js";
import { tellReached } from "./reaching.js";
import { complain, fetched, forgetKey, forgive, keyOf, onSending, problemText, remove, send, WORDED } from "./sending.js";
import { text } from "./texts.js";

const EACH_MS = 5_000;
const TOLD_EACH_MS = 10_000;
const base = location.pathname;
const query = `?lang=${document.body.dataset.interface}`;
const order = new InOrder();
/** How many changes wait for their response; one is never newer than what a look asked for meanwhile finds. */
let changing = 0;
/** Requests that wait for their response: whoever presses twice asks once, or the second would be refused as done already. */
const waiting = new Set();
let state = null;
let corrected = null;
/** Only the organiser has this button. */
const deletion = find("event-delete");

async function look() {
  if (changing > 0) return;
  const isNews = order.asked();
  const { content, problem } = await fetched(`${base}/state`);
  tellReached(problem);
  if (!content || !isNews()) return;
  const before = state;
  showAll(content);
  if (before) tellRulings(before);
}

function showAll(now) {
  const before = state;
  state = now;
  if (before && standing(before) !== standing(state)) forgive(find("steps"));
  showBoards(state, boardItem);
  const isInPairing = showPairing(before);
  tellNeeds(before);
  const round = state.rounds.at(-1);
  find("pair").textContent = text("event-pair", { round: (round?.round ?? 0) + 1 });
  find("start").textContent = text("event-start", { round: round?.round ?? 1 });
  find("undo").textContent = state.undo ? text("event-undo", { what: text(`event-change:${state.undo}`) }) : text("event-undo-none");
  shutSteps({
    pair: isInPairing || (round && !(isOver(round) && round.is_started)) || state.rounds.length >= state.terms.rounds,
    start: isInPairing || !round || round.is_started,
    undo: isInPairing || !state.undo,
  });
  if (deletion) show(deletion, state.is_deletable, find("steps-title"));
  showBroadcast();
  proposeRound();
  showPlayers();
  showStandings(state);
}

/** What a step is refused by: with any other, its refusal is out of date. */
function standing(at) {
  return JSON.stringify([whereWords(at), at.undo_made_at_ms, at.rounds.at(-1)?.boards.map(({ result }) => result)]);
}

/** Show and say where the event stands, and whether a round is in pairing, whoever asked for that; return whether it is. */
function showPairing(before) {
  const { paired_for_s: seconds } = state;
  const isInPairing = seconds !== null;
  const wasInPairing = (before?.paired_for_s ?? null) !== null;
  const pairing = isInPairing ? text("event-pairing-for", { seconds }) : "";
  find("where").textContent = `${whereWords(state)} ${pairing}`.trim();
  showCancelling(isInPairing);
  if (isInPairing && !wasInPairing) announce(pairing);
  if (before && !isInPairing && (wasInPairing || whereWords(before) !== whereWords(state))) announce(whereWords(state));
  return isInPairing;
}

function showCancelling(isShown) {
  show(find("pair-cancel"), isShown, find("steps-title"));
}

/** Disable these steps; if one had the focus, move it to the next open step, which cancelling a pairing is not. */
function shutSteps(isShut) {
  const held = document.activeElement;
  for (const step of Object.keys(isShut)) find(step).disabled = Boolean(isShut[step]);
  if (held?.disabled) (find("steps").querySelector("button:enabled:not([hidden], #pair-cancel)") ?? find("steps-title")).focus();
}

/** Show trouble with the broadcast to Lichess as long as it lasts; say it once. */
function showBroadcast() {
  const { broadcast } = state;
  const told = broadcast ? [text(`event-broadcast:${broadcast.why}`, { round: broadcast.round }), broadcast.detail].filter(Boolean).join(" – ") : "";
  const line = find("broadcast-trouble");
  if (line.textContent === told) return;
  line.textContent = told;
  show(line, told !== "");
  announce(told || text("event-broadcast-back"));
}

/** Say at once that a board now waits for the arbiter. */
function tellNeeds(before) {
  const was = new Map((before?.rounds ?? []).flatMap(({ boards }) => boards).map(({ game, needs }) => [game, needs]));
  const boards = [...boardsLeft(state), ...(state.rounds.at(-1)?.boards ?? [])];
  const urgent = boards.filter(({ game, needs }) => isUrgent(needs) && was.get(game) !== needs);
  for (const board of urgent) announce(boardWords(state, board), { isUrgent: true });
}

/** Say which results another arbiter has set, corrected or undone; whoever does so here hears it from their form. */
function tellRulings(before) {
  for (const { words, reason } of ruledSince(before, state)) announce([reason ? "" : text("event-undone"), words, reason].filter(Boolean).join(" "));
}

/** The boards whose result has been set, corrected or undone between these states, in words, each with the reason if there is one. */
function ruledSince(before, now) {
  return now.rounds.flatMap(({ round, boards }) => {
    const was = new Map((before.rounds[round - 1]?.boards ?? []).map((board) => [board.board, board]));
    const isLate = round < now.rounds.length;
    return boards
      .filter((board) => isRuledAnew(was.get(board.board), board))
      .map((board) => ({ words: boardWords(now, isLate ? { ...board, round } : board), reason: board.reason }));
  });
}

function isRuledAnew(was, { result, reason }) {
  const isSame = !was || (was.result === result && was.reason === reason);
  return !isSame && Boolean(was.reason || reason);
}

/** A board, with a button to rule on its result. */
function boardItem(board, words) {
  const name = text("event-settle", { board: board.board });
  const label = board.round === undefined ? name : `${text("event-round-head", { round: board.round })}: ${name}`;
  const settle = make("button", { type: "button", "aria-label": label }, text("event-rule"));
  settle.addEventListener("click", () => {
    find("of-round").value = board.round ?? state.rounds.length;
    find("board").value = board.board;
    tellWhichBoard();
    find("result").focus();
  });
  const parts = [words, board.reason ? ` (${board.reason})` : ""];
  if (board.black !== null) parts.push(" ", settle);
  if (board.round !== undefined && document.body.dataset.boards) parts.push(" ", wayToRound(board.round));
  return make("li", {}, ...parts);
}

/** A button to the boards of an earlier round, where an appeal is decided. */
function wayToRound(round) {
  const button = make("button", { type: "button" }, text("event-to-boards-of", { round }));
  button.addEventListener("click", () => goToBoards(`?round=${round}`));
  return button;
}

async function goToBoards(which) {
  const { content, problem } = await send(`${base.replace(/\/event$/, "")}/board${which}`, {});
  if (content) location.assign(content.path);
  else announce(problemText(problem), { isUrgent: true });
}

/** The board that the form for results names, or nothing. */
function boardMeant() {
  const round = state?.rounds[find("of-round").valueAsNumber - 1];
  return round?.boards.find(({ board }) => board === find("board").valueAsNumber);
}

/** A board of an earlier round is in no list, so tell who sat there. */
function tellWhichBoard() {
  const board = boardMeant();
  find("meant").textContent = board ? boardWords(state, board) : "";
}

let proposedRound = "";

/** The form is for the last round paired, unless somebody is filling it in for another one. */
function proposeRound() {
  const round = find("of-round");
  const isBegun = !["", proposedRound].includes(round.value) || find("board").value || find("reason").value;
  if (!isBegun) round.value = proposedRound = String(state.rounds.length || "");
}

for (const name of ["of-round", "board"]) find(name).addEventListener("input", tellWhichBoard);

function showPlayers() {
  if (isShown(find("players"), state.players)) return;
  const items = state.players.map(({ number, name, rating, is_away: isAway, is_counted: isCounted, byes, told }) => {
    const more = [rating || "", isAway ? text("event-away") : "", isCounted ? "" : text("event-not-counted"), ...byes.map((round) => text("event-has-bye", { round }))];
    const correct = make("button", { type: "button", "aria-label": text("event-correct", { name }) }, text("event-correct-go"));
    correct.addEventListener("click", () => beginCorrecting(told));
    return make("li", {}, `${[`${number}. ${name}`, ...more.filter(Boolean)].join(", ")} `, correct);
  });
  renew(find("players"), items);
}

const HAS_SAME_NAME = ["name", "language", "sex", "title", "federation", "fide_number", "birth"];

/** Fill the form for new players with this player's data. */
function beginCorrecting(told) {
  const { elements } = find("player");
  corrected = told.number;
  for (const name of HAS_SAME_NAME) elements[name].value = told[name];
  elements.rating.value = told.rating || "";
  elements.blind.checked = told.is_blind;
  elements.assistant.checked = told.has_assistant;
  tellWhoIsEntered(text("event-correct", { name: told.name }));
  find("player-more").open = true;
  elements.name.focus();
}

function endCorrecting() {
  corrected = null;
  find("player").reset();
  forgive(find("player"));
  tellWhoIsEntered(text("event-enter"));
}

function tellWhoIsEntered(words) {
  find("player-title").textContent = words;
  find("player-go").textContent = corrected === null ? words : text("event-correct-go");
  show(find("player-cancel"), corrected !== null);
}

/** Send a request, unless the same one waits; show a problem at the form. Resolves to the content or null. */
async function ask(form, path, body) {
  if (isWaiting(path, body)) return null;
  waiting.add(written(path, body));
  changing += 1;
  const { content, problem } = await send(`${base}${path}${query}`, body);
  changing -= 1;
  waiting.delete(written(path, body));
  forgive(form);
  if (problem) complain(form, problem);
  return content ?? null;
}

function written(path, body) {
  return `${path} ${JSON.stringify(body)}`;
}

function isWaiting(path, body) {
  return waiting.has(written(path, body));
}

/** The same for a change whose response is the event's state; show that, or look anew if a later one is shown. */
async function change(form, path, body) {
  const isNews = order.asked();
  const now = await ask(form, path, body);
  if (now !== null) showInOrder(now, isNews);
  return now;
}

function showInOrder(now, isNews) {
  if (isNews()) showAll(now);
  else look();
}

function onSubmit(id, act) {
  const form = find(id);
  onSending(form, (button) => act(form, button));
}

function beginning() {
  const starts = find("starts").value;
  const late = find("lateness").value;
  if (starts !== "at") return { beginning: { starts } };
  const at = new Date(find("at").value).getTime();
  return { beginning: { starts, at_ms: Number.isNaN(at) ? null : at, lateness_minutes: late === "" ? null : Number(late) } };
}

/** With many players pairing takes a while, so announce that it goes on. */
function tellPairing() {
  announce(text("event-pairing"));
  return setInterval(async () => {
    const { content } = await fetched(`${base}/state`);
    const seconds = content?.paired_for_s ?? null;
    if (seconds !== null) announce(text("event-pairing-for", { seconds }));
  }, TOLD_EACH_MS);
}

/** Bodies of the steps; the time tells which change to undo, so none is undone twice. */
const BODIES = { start: beginning, undoing: () => ({ made_at_ms: state.undo_made_at_ms }) };

find("pair-cancel").addEventListener("click", () => remove(`${base}/pairing`));

onSubmit("steps", async (form, step) => {
  const [path, body] = [`/${step}`, BODIES[step]?.() ?? {}];
  if (isWaiting(path, body)) return;
  const telling = step === "pairing" ? tellPairing() : null;
  showCancelling(telling !== null);
  const isNews = order.asked();
  const before = state;
  const now = await ask(form, path, body);
  clearInterval(telling);
  // A step that is shut hands its focus to the first open one, which must not be this button.
  showCancelling(false);
  if (!now) {
    // Somebody else may have taken the step.
    look();
    return;
  }
  showInOrder(now, isNews);
  if (step === "undoing") announce([text("event-undone-what", { what: text(`event-change:${before.undo}`) }), ...ruledSince(before, now).flatMap(({ words, reason }) => [words, reason])].filter(Boolean).join(" "));
});

/** A key held down, or a double click, is one press: after it another step has the focus, or the same button undoes more. */
find("steps").addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
});
find("steps").addEventListener("click", (event) => {
  if (event.detail > 1 && event.target instanceof HTMLButtonElement) event.preventDefault();
});

/** Enter in a field for the start does nothing while the round can't be started; say how it stands. */
find("starting").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement && find("start").disabled) announce(whereWords(state));
});

onSubmit("results", async (form) => {
  const { round, board, result, reason } = form.elements;
  const body = { round: round.valueAsNumber, board: board.valueAsNumber, result: result.value, reason: reason.value.trim() };
  const now = await change(form, "/results", body);
  if (!now) return;
  const settled = now.rounds[body.round - 1].boards.find((each) => each.board === body.board);
  const isLate = body.round < now.rounds.length;
  for (const field of [round, board, result, reason]) field.value = "";
  proposeRound();
  tellWhichBoard();
  announce(boardWords(now, isLate ? { ...settled, round: body.round } : settled));
});

function tellCodes(links) {
  showLinks(links, ({ name, is_assistant: isAssistant }) => (isAssistant ? text("event-assistant-of", { name }) : name));
  announce(text("event-entered", { count: links.length }));
  find("links-title").focus();
  look();
}

onSubmit("player", async (form) => {
  const { rating, blind, assistant } = form.elements;
  const entry = Object.fromEntries(HAS_SAME_NAME.map((name) => [name, form.elements[name].value.trim()]));
  const body = {
    ...entry,
    rating: rating.value === "" ? 0 : rating.valueAsNumber,
    is_blind: blind.checked,
    has_assistant: assistant.checked,
  };
  if (corrected !== null) {
    const now = await change(form, `/players/${corrected}`, body);
    if (!now) return;
    endCorrecting();
    announce(text("event-change:player-corrected"));
    find("players-title").focus();
    return;
  }
  const links = await ask(form, "/players", { ...body, key: keyOf(form) });
  if (!links) return;
  forgetKey(form);
  form.reset();
  tellCodes(links);
});

find("player-cancel").addEventListener("click", () => {
  endCorrecting();
  find("players-title").focus();
});

onSubmit("list", async (form) => {
  const links = await ask(form, "/players/list", { text: form.elements.text.value, language: document.body.dataset.interface, key: keyOf(form) });
  if (!links) return;
  forgetKey(form);
  form.reset();
  chosenBytes = null;
  tellCodes(links);
});

/** What a button of this form needs besides the player's number. */
const NEEDED = { byes: "round", forbidden: "other" };

for (const button of all("[name=what]", find("absence"))) {
  button.addEventListener("click", () => {
    const form = find("absence");
    for (const field of Object.values(NEEDED)) find(field).required = field === NEEDED[button.value];
    if (form.reportValidity()) changeWhoPlays(form, button.value);
  });
}

/** Enter in a field stands for none of these buttons, or the first would withdraw whoever should have a bye. */
find("absence").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  complain(find("absence"), { code: WORDED, detail: text("event-choose-change") });
});

async function changeWhoPlays(form, what) {
  const { who, other, round } = form.elements;
  const number = who.valueAsNumber;
  const asked = {
    byes: [`/players/${number}/byes`, { round: round.valueAsNumber }],
    forbidden: ["/forbidden-pairs", { one: number, other: other.valueAsNumber }],
  }[what] ?? [`/players/${number}/${what}`, {}];
  if (what === "codes") {
    const links = await ask(form, ...asked);
    if (links) tellCodes(links);
    return;
  }
  const now = await change(form, ...asked);
  if (!now) return;
  form.reset();
  announce(changeWords(now, what === "forbidden" ? [number, asked[1].other] : [number]));
}

/** Whom a change concerns, and what has changed; or that games with whoever withdrew count no more. */
function changeWords(now, numbers) {
  const players = now.players.filter((player) => numbers.includes(player.number));
  const uncounted = now.undo === "player-withdrew" ? players.filter((player) => !player.is_counted) : [];
  if (uncounted.length > 0) return uncounted.map(({ name }) => text("event-uncounted", { name })).join(" ");
  return `${players.map(({ name }) => name).join(", ")}: ${text(`event-change:${now.undo}`)}.`;
}

onSubmit("terms", async (form) => {
  if (await change(form, "/terms", termsOf(form))) announce(text("event-change:terms-changed"));
});

find("rank").addEventListener("click", async () => {
  const now = await change(find("list"), "/players/ranking", {});
  if (!now) return;
  // The number of the player being corrected may now be another player's.
  if (corrected !== null) endCorrecting();
  announce(text("event-change:players-ranked"));
});

/** The bytes of the chosen file, read again if another encoding is chosen. */
let chosenBytes = null;

find("file").addEventListener("change", async () => {
  const [file] = find("file").files;
  if (!file) return;
  chosenBytes = new Uint8Array(await file.arrayBuffer());
  readList();
});

find("encoding").addEventListener("change", () => {
  if (chosenBytes) readList();
});

function readList() {
  const isNoList = isWorkbook(chosenBytes);
  const { letters = "", line } = isNoList ? {} : lettersOf(chosenBytes, find("encoding").value);
  find("text").value = letters;
  forgive(find("list"));
  if (!line && !isNoList) return;
  // Else choosing the same file again would be no change.
  find("file").value = "";
  complain(find("list"), { code: WORDED, detail: isNoList ? text("event-list-workbook") : text("event-list-letters", { line }) });
}

find("starts").addEventListener("change", () => {
  for (const part of all("[data-starts]")) show(part, part.dataset.starts === find("starts").value);
});

if (document.body.dataset.boards) find("boards-go").addEventListener("click", () => goToBoards(""));
// Pressed before there was anybody to hear it, a button would do nothing and say nothing.
for (const button of all("#boards-go, #rank")) button.disabled = false;

deletion?.addEventListener("click", async () => {
  const { name } = state.terms;
  if (!(await isDeletionMeant(text("event-delete-question", { event: name })))) return;
  const { problem } = await remove(base);
  if (problem) {
    announce(problemText(problem), { isUrgent: true });
    return;
  }
  sessionStorage.setItem("told", text("event-deleted", { event: name }));
  location.assign(find("to-events").href);
});

for (const link of all("[data-way]")) link.href = `${base}/${link.dataset.way}${link.dataset.query ?? ""}`;

lookForNews(`${base}/news`, look, { eachMs: EACH_MS });
