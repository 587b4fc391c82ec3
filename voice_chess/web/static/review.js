/** The review of a finished game, for the eye and for screen readers. */

import * as audio from "./audio.js";
import { Board } from "./board.js";
import { Copying } from "./copying.js";
import { timeText } from "./clocks.js";
import { all, fill, find, make, show, write } from "./elements.js";
import { checkedKing, placementAt } from "./game.js";
import { latinKey } from "./latin-key.js";
import { announce } from "./live.js";
import { placementOf } from "./placement.js";
import { chosenOf } from "./promotion.js";
import { tellReached } from "./reaching.js";
import { showBest } from "./review-arrow.js";
import { showCharts } from "./review-charts.js";
import { showMoves } from "./sheet.js";
import { fetched, newKey, onSending, problemText, send } from "./sending.js";
import { reviewSettings } from "./settings-kept.js";
import { Stepping } from "./stepping.js";
import { text } from "./texts.js";

const { own, spoken, engine: engineAt } = document.body.dataset;
const isJudgedHere = engineAt === "browser";
const LOOKS_MS = 1_000;
const TOLD_EVERY_MS = 10_000;
const SENT_AT_ONCE = 8;
const KEY_BYTES = 16;
const HEARS = ["opening", "listening", "speech"];
const address = location.pathname.replace(/\/$/, "");
const pageKey = keyOfPage();

/** A key under which the server stores what this browser's engine found, while the tab is open. */
function keyOfPage() {
  const place = `review${address}`;
  const key = sessionStorage.getItem(place) ?? newKey(KEY_BYTES);
  sessionStorage.setItem(place, key);
  return key;
}

/** The address of a part of the review, in the page's language. */
function at(part, question = {}) {
  const asked = new URLSearchParams(question);
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang !== null) asked.set("lang", lang);
  if (isJudgedHere && ["analysis", "answers", "spoken"].includes(part)) asked.set("by", pageKey);
  return `${address}/${part}?${asked}`;
}

const settings = reviewSettings(document.body.dataset.seat, own === "black");
const board = new Board(find("board"), settings);
const stepping = new Stepping(find("moves"));
let game = null;
let found = { state: "none", evaluations: [], mistakes: [] };
let toldMs = 0;
/** The position after moves tried out from one of the game's, or null. */
let tried = null;

/** The engine for tried moves, if the server has none. */
let ownEngine = null;
/** The microphone, once it was opened. */
let ear = null;

/** The ply of the game's position that is shown. */
function here() {
  return stepping.ply ?? game.moves.length;
}

async function begin() {
  const { content, problem } = await fetched(at("game"));
  if (problem) {
    announce(problemText(problem), { isUrgent: true });
    return;
  }
  game = content;
  stepping.heed(game.moves.length);
  stepping.show(0);
  showOpening();
  showPhases();
  if (engineAt !== "none") await look();
  if (isJudgedHere && isGoing(found)) judgeHere();
}

function showOpening() {
  const { opening } = game;
  show(find("opening"), opening !== null);
  if (opening === null) return;
  // Only families of openings have names of their own; their variations are English in every language.
  const name = make("span", { lang: "en" }, opening.name);
  const family = make("span", { lang: spoken }, opening.own_name);
  const [before, between] = text("opening").split(/\{name\}/);
  const named = opening.own_name ? [family, " (", name, ")"] : [name];
  fill(find("opening"), before, ...named, between.replace("{eco}", opening.eco));
}

function showPhases() {
  const { middlegame, endgame } = game.phases;
  const gaps = {
    opening: middlegame && numberAt(middlegame),
    endgame: endgame && numberAt(endgame),
  };
  const key = middlegame && endgame ? "phase" : middlegame ? "phase-opening" : "phase-endgame";
  show(find("phases"), Boolean(middlegame || endgame));
  write(find("phases"), text(key, gaps));
}

function numberAt(ply) {
  return game.moves[ply - 1].number;
}

/** The game, its moves marked with their mistakes. */
function asGame() {
  const marks = new Map(found.mistakes.map((mistake) => [mistake.ply, mistake]));
  const moves = game.moves.map((move) => {
    const mistake = marks.get(move.ply);
    return mistake ? { ...move, mark: { sign: mistake.sign, name: text(mistake.verdict) } } : move;
  });
  return { ...game, moves };
}

function draw() {
  const ply = here();
  const move = game.moves[ply - 1] ?? null;
  const made = tried?.moves.at(-1) ?? move?.uci ?? null;
  board.show(tried ? placementOf(tried.fen) : placementAt(game, ply), {
    lastMove: made && [made.slice(0, 2), made.slice(2, 4)],
    checked: checkedIn(tried ?? move),
    isPast: false,
    legal: tried?.legal ?? move?.legal ?? game.start_legal,
  });
  ear?.stands(ply, tried?.moves.join(" ") ?? "");
  showMoves(asGame(), spoken, settings.board.pieces, { canStep: true, ply });
  for (const latest of all("#moves .latest")) latest.classList.remove("latest");
  for (const step of all("#moves .step")) {
    const isShown = Number(step.dataset.ply) === ply;
    if (isShown) step.setAttribute("aria-current", "true");
    else step.removeAttribute("aria-current");
  }
  if (tried) showTried();
  else showPosition(ply, move);
  showCharts(asGame(), found, { ply, go: (wanted) => go(wanted), lang: spoken });
}

function checkedIn(shown) {
  return shown?.is_check ? checkedKing({ ...shown, state: { announced: null } }) : null;
}

/** Show a tried move, with the engine's judgement once it is there. */
function showTried() {
  const { judged } = tried;
  fill(find("shown"), ...twice(tried.written, tried.told));
  for (const id of ["judged", "took", "comment", "ruled", "best-line"]) show(find(id), false);
  write(find("standing"), judged ? `${judged.sign} – ${judged.told.join(" ")}` : "");
  show(find("standing"), Boolean(judged));
  find("bar").firstElementChild.style.inlineSize = `${judged?.chances ?? 50}%`;
  show(find("bar"), Boolean(judged));
  write(find("in-words"), tried.position);
  showBest(null, settings.isFlipped);
  if (find("go-on")) show(find("go-on"), false);
}

/** The words about a position, in the order in which they are spoken. */
function toldOf(ply) {
  const move = game.moves[ply - 1];
  const mistake = found.mistakes.find((one) => one.ply === ply);
  const evaluation = found.evaluations.find((one) => one.ply === ply);
  const isEnd = ply === game.moves.length && ply > 0;
  return {
    move: move?.told ?? null,
    mistake,
    standing: evaluation?.told ?? "",
    time: move?.time ?? "",
    comment: (move ?? game).comment,
    ruled: (move ?? game).ruled,
    end: isEnd ? game.ended : "",
    evaluation,
    verdict: mistake?.verdict,
  };
}

function showPosition(ply, move) {
  const told = toldOf(ply);
  const { evaluation, mistake } = told;
  fill(find("shown"), ...(move === null ? [text("start")] : twice(nameOf(ply), told.move)));
  find("judged").dataset.verdict = told.verdict ?? "";
  fill(find("judged"), ...(mistake ? twice(judgement(mistake), mistake.told) : []));
  show(find("judged"), Boolean(mistake));
  write(find("took"), told.time);
  show(find("took"), told.time !== "");
  write(find("comment"), told.comment);
  show(find("comment"), told.comment !== "");
  write(find("ruled"), told.ruled);
  show(find("ruled"), told.ruled !== "");
  write(find("standing"), evaluation ? `${evaluation.sign} – ${evaluation.told}` : told.end);
  show(find("standing"), Boolean(evaluation) || told.end !== "");
  const line = evaluation?.line ?? [];
  write(find("best-line").lastElementChild, line.join(" "));
  show(find("best-line"), line.length > 0);
  write(find("in-words"), move?.position ?? game.start_position);
  for (const colour of ["white", "black"]) showLeft(ply, colour);
  find("bar").firstElementChild.style.inlineSize = `${evaluation?.chances ?? 50}%`;
  show(find("bar"), Boolean(evaluation));
  showBest(evaluation?.best ?? null, settings.isFlipped);
  find("board").closest(".play").classList.toggle("turned", settings.isFlipped);
  showWaysOn(ply, move, evaluation);
}

/** Show links that arrange a game from this position, or from the one after the best move. */
function showWaysOn(ply, move, evaluation) {
  const part = find("go-on");
  if (part === null) return;
  show(part, move?.goes_on ?? true);
  fill(find("go-on-from"), ...(move === null ? [text("start")] : twice(nameOf(ply), move.told)));
  const best = evaluation?.best ?? null;
  const wish = find("go-on-best");
  show(wish.parentElement, best !== null);
  if (best !== null) write(wish.nextElementSibling, text("go-on-best", { move: evaluation.line[0] }));
  const begins = best !== null && wish.checked ? { best } : {};
  for (const link of all("a", part)) {
    const asked = new URLSearchParams({ to: link.dataset.way, ply, ...begins, lang: document.body.dataset.interface });
    link.setAttribute("href", `${address}/go-on?${asked}`);
  }
}

find("go-on-best")?.addEventListener("change", () => draw());

/** Notation for the eye, words for screen readers. */
function twice(written, words) {
  const seen = make("span", { "aria-hidden": "true" }, written);
  return [seen, make("span", { class: "unseen", lang: spoken }, words)];
}

/** "12. Nf3?!" */
function nameOf(ply) {
  const move = game.moves[ply - 1];
  const sign = found.mistakes.find((one) => one.ply === ply)?.sign ?? "";
  return `${move.number}${move.colour === "white" ? "." : " …"} ${move.written}${sign}`;
}

function judgement({ verdict, better }) {
  return `${text(verdict)} ${text("better", { move: better })}`;
}

/** Show the time left on a clock at this position. */
function showLeft(ply, colour) {
  const last = game.moves.slice(0, ply).findLast((move) => move.colour === colour);
  const left = last?.left_ms ?? null;
  write(find(`name-${colour}`).querySelector(".left"), left === null ? "" : timeText(left));
}

/** Show this position and say it. */
function go(ply) {
  stepping.show(ply);
}

stepping.onShow = () => {
  tried = null;
  draw();
  const told = toldOf(here());
  if (told.move === null) {
    tellOfPage(text("start"));
    if (told.standing) tell(told.standing);
    if (told.comment) tell(told.comment);
    if (told.ruled) tell(told.ruled);
    return;
  }
  const words = [told.move, told.mistake?.told, told.standing, told.time, told.comment, told.ruled, told.end];
  say(words.filter(Boolean).join(" "), { ply: here() });
};

/** Say it with the server's voice if that is wanted, else through the screen reader. */
async function say(words, question) {
  audio.hush();
  if (find("aloud").checked && (await audio.play(at("spoken", question)))) return;
  tell(words);
}

if (settings.earphone !== "" && audio.canSend()) audio.sendTo(settings.earphone);
find("aloud").checked = document.body.dataset.aloud === "yes";
find("aloud").addEventListener("change", () => audio.hush());
// Browsers give no sound before the first key or touch.
for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, audio.unlock);

function tell(words, lang = spoken) {
  announce(words, { lang, notifies: settings.notifies });
}

/** Announce in the page's language; moves are told in the player's. */
function tellOfPage(words) {
  tell(words, document.documentElement.lang);
}

function isGoing({ state }) {
  return state === "running" || state === "waiting";
}

document.addEventListener("click", ({ target }) => {
  const mistake = target.closest("[data-mistake]");
  if (mistake !== null) goToMistake(mistake.dataset.mistake === "next");
  const place = target.closest("[data-to]");
  if (place !== null) go(Number(place.dataset.to));
});

find("moves").addEventListener("keydown", (event) => {
  if (latinKey(event) !== "f" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  goToMistake(!event.shiftKey);
  find("moves").querySelector("[tabindex='0']")?.focus();
});

/** Go to the next or previous mistake of the chosen side. */
function goToMistake(isNext) {
  if (game === null) return;
  const whose = find("whose")?.value ?? "";
  const wanted = found.mistakes.filter(({ colour }) => whose === "" || colour === whose);
  const ply = here();
  const mistake = isNext
    ? wanted.find((one) => one.ply > ply)
    : wanted.findLast((one) => one.ply < ply);
  if (mistake) {
    go(mistake.ply);
    return;
  }
  tellOfPage(text(isNext ? "no-next-mistake" : "no-earlier-mistake"));
  if (found.state !== "done") tellOfPage(progressText());
}

// The engine

find("evaluate")?.addEventListener("click", async () => {
  const { content, problem } = await (isJudgedHere ? sendFound([]) : send(at("analysis"), {}));
  if (problem) {
    write(find("progress"), problemText(problem));
    show(find("progress"), true);
    tellOfPage(problemText(problem));
    return;
  }
  take(content);
  document.querySelector("[data-mistake=next]").focus();
  tellProgress();
  toldMs = performance.now();
  if (isJudgedHere) judgeHere();
  else setTimeout(look, LOOKS_MS);
});

function sendFound(some) {
  return send(at("analysis/found"), { by: pageKey, found: some });
}

/** If the server has no engine, this browser's goes through the game, from its end. */
async function judgeHere() {
  const known = new Set(found.evaluations.map(({ ply }) => ply));
  const open = [...game.moves.keys(), game.moves.length].filter((ply) => !known.has(ply)).reverse();
  try {
    await judgeInTurn(open);
  } catch {
    // The engine failed or the line was lost: the button starts anew.
    take({ ...found, state: "failed" });
  }
}

/** Raises an Error if the engine or the server fails. */
async function judgeInTurn(plies) {
  const { ReviewEngine } = await import("./review-engine.js");
  const engine = new ReviewEngine();
  try {
    await engine.open(game.chess960);
    while (plies.length > 0) {
      const some = [];
      for (const ply of plies.splice(0, SENT_AT_ONCE)) {
        const { fen } = game.moves[ply - 1] ?? { fen: game.start_fen };
        some.push({ ply, ...(await engine.evaluated(fen)) });
      }
      const { content, problem } = await sendFound(some);
      if (problem) throw new Error(problem.code);
      take(content);
    }
  } finally {
    engine.close();
  }
}

/** Fetch the engine's progress, again and again until it is done. */
async function look() {
  const { content, problem } = await fetched(at("analysis"));
  tellReached(problem);
  if (content) take(content);
  if (isGoing(found) && !isJudgedHere) setTimeout(look, LOOKS_MS);
}

function take(analysis) {
  const was = found.state;
  found = analysis;
  const isBegun = found.state !== "none";
  show(find("evaluate"), !isBegun || found.state === "failed");
  show(document.querySelector("[data-mistake=next]"), isBegun);
  showProgress();
  showMistakes();
  draw();
  const isDue = performance.now() - toldMs > TOLD_EVERY_MS;
  if ((isGoing({ state: was }) && !isGoing(found)) || (isGoing(found) && isDue && toldMs > 0)) {
    toldMs = performance.now();
    tellProgress();
  }
}

function tellProgress() {
  tellOfPage(progressText());
  if (found.state === "done") tell(found.summary);
}

function progressText() {
  const { state, ahead, done, all: count } = found;
  if (state === "waiting") return text("waiting", { ahead });
  if (state === "running") return text("judging", { done, all: count });
  return text(state === "failed" ? "failed" : "judged");
}

function showProgress() {
  const { state, done, all: count } = found;
  const isShown = isGoing(found) || state === "failed";
  show(find("progress"), isShown);
  show(find("progress-bar"), isGoing(found));
  find("progress-bar").max = count;
  find("progress-bar").value = done;
  if (isShown) write(find("progress"), progressText());
}

function showMistakes() {
  show(find("mistakes-part"), found.state !== "none");
  show(find("mistakes-none"), found.state === "done" && found.mistakes.length === 0);
  write(find("mistakes-summary"), found.summary);
  const items = found.mistakes.map(mistakeItem);
  const focused = document.activeElement?.closest("#mistakes [data-to]")?.dataset.to;
  fill(find("mistakes"), ...items);
  // A new mistake takes the focus from none of the others.
  if (focused !== undefined) find("mistakes").querySelector(`[data-to="${focused}"]`)?.focus();
  const depth = Math.max(0, ...found.evaluations.map((one) => one.depth));
  write(find("by-engine"), found.engine && depth ? text("by-engine", { engine: found.engine, depth }) : "");
}

function mistakeItem(mistake) {
  const { ply } = mistake;
  const button = make("button", { type: "button", "data-to": ply }, ...twice(nameOf(ply), game.moves[ply - 1].told));
  return make("li", {}, button, " ", ...twice(judgement(mistake), mistake.told));
}

// The board and the line

board.onStep = (by) => go(here() + by);
board.onNow = () => stepping.leave();
board.onTell = tellOfPage;
board.onLeave = () => find("line-text").focus();
const copying = new Copying(
  board,
  { fen: () => (tried ?? game.moves[here() - 1])?.fen ?? game.start_fen, words: () => find("in-words").textContent },
  tellOfPage,
);
board.onMove = async (from, to, moves) => {
  const uci = await chosenOf(moves);
  if (uci !== null) ask({ line: uci });
};
board.onAsk = (name, args) => ask({ name, args: args.join(" ") });
settings.onChange = () => draw();
find("flip").addEventListener("click", () => settings.turn());

onSending(find("line"), () => {
  const line = find("line-text").value.trim();
  if (copying.line(line)) find("line-text").value = "";
  else if (line !== "") ask({ line });
});

/** The last question: the next waits for its reply, as it is about the position that it leads to. */
let asked = Promise.resolve();

function ask(question) {
  asked = asked.then(() => askNow(question));
}

/** Ask the server about this position; a line can lead to another. */
async function askNow(question) {
  const [before, own] = [here(), tried];
  const from = own ? { ...question, tried: own.moves.join(" ") } : question;
  const { content, problem } = await fetched(at("answers", { ply: before, ...from }));
  if (problem) {
    tellOfPage(problemText(problem));
    return;
  }
  // Keep what was typed since the line was sent.
  if (find("line-text").value.trim() === question.line) find("line-text").value = "";
  // Whoever has gone to another position meanwhile stays there.
  if (here() !== before || tried !== own) return;
  const { ply, told } = content;
  if ("line" in question) {
    write(find("reply"), told.join(" "));
    show(find("reply"), told.length > 0);
  }
  if (ply !== before) {
    go(ply);
    return;
  }
  const isNew = content.tried && content.tried.moves.join(" ") !== tried?.moves.join(" ");
  if (isNew || (tried && !content.tried)) {
    tried = content.tried;
    draw();
  }
  const isSaid = say(told.join(" "), { ply, ...from });
  if (isNew) judgeTried(isSaid);
}

/** Tell the engine's judgement of the move just tried, after the move itself. */
async function judgeTried(isSaid) {
  if (engineAt === "none" || found.state === "none") return;
  const [ply, own] = [here(), tried];
  const moves = { ply, tried: own.moves.join(" ") };
  try {
    const by = isJudgedHere ? { by: pageKey, found: await lookedAt(own) } : {};
    const { content } = await send(at("tried"), { ...moves, ...by });
    await isSaid;
    if (tried !== own || !content) return;
    own.judged = content;
    draw();
    say(content.told.join(" "), { ...moves, name: "own-move" });
  } catch {
    // The engine doesn't load or falls silent: the move is shown without a judgement.
  }
}

/** Evaluate with this browser's engine; null if play is over. Raises an Error. */
async function lookedAt({ fen, legal }) {
  if (legal.length === 0) return null;
  if (ownEngine === null) {
    const { ReviewEngine } = await import("./review-engine.js");
    ownEngine = new ReviewEngine();
    await ownEngine.open(game.chess960);
  }
  return { ply: here(), ...(await ownEngine.evaluated(fen)) };
}

for (const button of all("[data-asks]")) {
  button.addEventListener("click", () => ask({ line: button.dataset.asks }));
}

find("moves").addEventListener("keydown", (event) => {
  const button = all("[data-asks]").find(({ dataset }) => dataset.key === latinKey(event));
  if (button && !event.ctrlKey && !event.altKey && !event.metaKey) button.click();
});

// The microphone

find("microphone-open")?.addEventListener("click", async () => {
  if (ear?.isOpen) {
    ear.close();
    return;
  }
  if (ear === null) {
    const { ReviewEar } = await import("./review-ear.js");
    ear = new ReviewEar(at("ear").replace(/\?$/, ""), { state: drawMicrophone, line: (line) => ask({ line }) });
  }
  const { keyOf } = await import("./voice-keys.js");
  const player = own === "" ? null : game[own];
  await ear.open({ voice: player && keyOf(player), processing: find("microphone-processing").checked });
});

function drawMicrophone(state) {
  const words = text(state === "refused" ? "review-no-ear" : `microphone:${state}`);
  write(find("microphone-state"), words);
  find("microphone-state").dataset.state = state;
  find("microphone-open").setAttribute("aria-pressed", String(HEARS.includes(state)));
  if (state === "listening") ear.stands(here(), tried?.moves.join(" ") ?? "");
  // The microphone would hear the screen reader, so a sound says that it is open.
  if (!HEARS.includes(state)) tellOfPage(words);
}

begin();
