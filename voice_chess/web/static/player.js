/** The page of a player or an assistant: the same for the eye and for screen readers. */

import { hearCommands, hearDeclarations, nameCommands } from "./commands.js";
import { stayAwake } from "./awake.js";
import { Copying } from "./copying.js";
import { sideName } from "./clocks.js";
import { answerIn } from "./dialogs.js";
import { all, find, show, write } from "./elements.js";
import { hearPassphrase } from "./envelope.js";
import { GameView } from "./game-view.js";
import { Hands } from "./hands.js";
import { Headset } from "./headset.js";
import { MicrophonePart } from "./microphone-part.js";
import { pulsesOf } from "./morse.js";
import { sideInWords } from "./names.js";
import { OwnBoard } from "./own-board.js";
import { OwnVoice } from "./own-voice.js";
import { placementOf } from "./placement.js";
import { chosenOf } from "./promotion.js";
import { SeatPage } from "./seat.js";
import { problemText, remove } from "./sending.js";
import { text } from "./texts.js";

/** How long a screen reader takes a loaded page for still loading. */
const SETTLES_MS = 4_000;

const page = new SeatPage({
  game: draw,
  line: (words) => copying.line(words) || view.line(words),
  move: (_, ply) => view.lookAt(ply),
  people: (_, here) => view.clocks.showPeople(here),
  hearing: (message) => microphone.hears(message),
  happened: feelMove,
  asked: (isNow) => {
    isAsked = isNow;
    drawWanted();
  },
  back: () => {
    tellArrival();
    ownVoice.look();
    microphone.begin();
    ownBoard?.join();
  },
  boardAsked: (pieces) => ownBoard?.asked(pieces),
  reading: (message) => ownVoice.read(message),
  ownVoice: (message) => ownVoice.take(message),
  seat: (seat) => {
    nameCommands(seat);
    microphonePart.hearIn(seat.language);
  },
});
const own = page.role.endsWith("white") ? "white" : "black";
const view = new GameView(page, own);
const copying = new Copying(view.board, { fen: () => game.fen, words: inWords }, (words) => page.reply(words));
const hands = new Hands(page);
const microphonePart = new MicrophonePart(page, {
  voice: () => ownVoice.key,
  isBusy: () => ownVoice.isReading,
  state: (state) => ownVoice.hears(state),
});
const { microphone } = microphonePart;
const ownVoice = new OwnVoice(page, microphone, () => microphonePart.open());
const ownBoard = document.getElementById("own-board") === null ? null : new OwnBoard(page);
const headset = new Headset({
  pressed: () => page.ask(awaitsPress() ? "press" : "repeat"),
  press: () => page.ask("press"),
  repeat: () => page.ask("repeat"),
});
show(find("set-headset"), headset.isThere);
let engine = null;
let game = null;
let hasArrived = false;
let isAsked = false;
let cameFrom = null;

function draw(now) {
  game = now;
  view.show(now, now.state.legal);
  showOwnSeat();
  drawWanted();
  hands.show(now);
  ownVoice.show(now[own].name);
  ownBoard?.show(now);
  headset.hear(page.settings.headset);
  stayAwake(now.state.phase === "in-play");
  if (now.engine_turn || engine !== null) thinkFor(now);
}

/**
 * On arrival, say whose seat this is, whose turn it is, and where to type.
 *
 * Some screen readers read a loaded page from its top, some say nothing; none says which player
 * the user is. Orca drops announcements while it takes the page for loading, hence the wait.
 */
async function tellArrival() {
  if (hasArrived) return;
  hasArrived = true;
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  await new Promise((settled) => setTimeout(settled, SETTLES_MS));
  if (game === null) return;
  const other = sideName(game, own === "white" ? "black" : "white");
  const turn = find("turn").textContent.trim();
  page.voice.tell(`${find("own-seat").textContent} ${text("arrived", { other, turn })}`);
}

/** Show it, too: a screen reader that reads the page from its top drops announcements. */
function showOwnSeat() {
  const isPlayer = page.role === own;
  write(find("own-seat"), text("own-seat", { own: isPlayer ? sideName(game, own) : text(`role:${page.role}`) }));
}

/** Let this seat's engine think in this browser; it is loaded on its first turn. */
async function thinkFor(now) {
  if (engine === null) {
    const { BrowserEngine } = await import("./browser-engine.js");
    engine ??= new BrowserEngine(
      (found) => page.connection.tell(found),
      () => page.voice.tell(text("browser-engine-failed"), { isUrgent: true }),
    );
    engine.show(game);
    return;
  }
  engine.show(now);
}

/** The position in words, one line per side. */
function inWords() {
  const placement = placementOf(game.fen);
  const sides = ["white", "black"].map(
    (colour) => `${text(`side:${colour}`)}: ${sideInWords(placement, colour === "white", page.settings.board)}`,
  );
  return sides.join("\n");
}

/** Vibrate the opponent's move, for a player who neither sees nor hears it. */
function feelMove({ name, colour, move, is_past: isPast }) {
  if (name !== "move-announced" || colour === own || isPast || !page.settings.morse) return;
  navigator.vibrate?.(pulsesOf(move.uci));
}

/** Whether an announced move of this side waits for the clock to be pressed. */
function awaitsPress() {
  return game.state.announced !== null && game.state.to_move === own;
}

/** Whether this side is to seal a move; it presses the clock to close the envelope. */
function isSealing() {
  return game.state.phase === "sealing" && game.state.to_move === own;
}

/** Whether the clocks stand in play, or while an objection waits, which who made it can take back. */
function isHalted() {
  const { phase, halted_by: by } = game.state;
  return phase === "objecting" || (phase === "in-play" && by !== null);
}

/** Show the buttons that this seat can use now. */
function drawWanted() {
  if (game === null) return;
  const { state, customs } = game;
  const mayCorrect = (page.view?.correction_ms ?? 0) > 0;
  const isUnpressed = awaitsPress() && (customs.press === "command" || mayCorrect);
  const isNow = {
    asked: isAsked,
    repeat: state.must_repeat_now,
    unpressed: isUnpressed || isSealing(),
    announced: isUnpressed,
    unwritten: state.must_record_now,
    offered: state.offer_by !== null && state.offer_by !== own,
    premoved: state.premove !== null,
    "takeback-asked": state.takeback_by === (own === "white" ? "black" : "white") && state.offer_by === null,
    rematch: state.rematch === "possible",
    "rematch-offered": state.rematch === (own === "white" ? "black" : "white"),
    stopped: isHalted() && !customs.has_arbiter,
  };
  show(find("propose-takeback"), customs.takebacks);
  for (const button of all("[data-arbiter]")) show(button, customs.has_arbiter === (button.dataset.arbiter === "there"));
  show(document.querySelector("[data-declaration=score-completed]"), customs.recording === "reported");
  const buttons = all("[data-when]", find("wanted"));
  const here = document.activeElement;
  const isNew = buttons.some((button) => button.hidden && isNow[button.dataset.when]);
  if (isNew && !find("wanted").contains(here)) cameFrom = here;
  for (const button of buttons) show(button, isNow[button.dataset.when]);
  show(find("wanted"), buttons.some((button) => !button.hidden));
  if (here.closest("[hidden]")) goBack();
}

/** Move the focus from a hidden button to where it was before, else to the line. */
function goBack() {
  const isThere = cameFrom !== null && cameFrom !== document.body && !cameFrom.closest("[hidden]");
  (isThere ? cameFrom : find("line-text")).focus();
}

view.board.onMove = async (from, to, choices) => {
  const ply = game.state.legal_ply;
  const uci = await chosenOf(choices);
  if (uci !== null) page.request({ type: "move", uci, ply });
};

for (const button of all("[data-rule]")) {
  button.addEventListener("click", () => page.rule({ ruling: button.dataset.rule }));
}

find("feel")?.addEventListener("click", () => {
  if (!view.clocks.feel()) page.voice.tell(text("feel-not"), { isUrgent: true });
});

/** Full screen: only squares are under the finger; Escape or "back" ends it. */
const boardPart = document.querySelector(".board-part");
show(find("board-only"), document.fullscreenEnabled === true);
find("board-only").addEventListener("click", async () => {
  await boardPart.requestFullscreen();
  view.board.enter();
});

for (const button of all("button", find("leaving"))) {
  button.addEventListener("click", () => find("leaving").close(button.value));
}

/** Whoever leaves a game by mistake may have no link at hand, so ask as long as it goes on. */
find("leave").addEventListener("click", async () => {
  if (game?.state.phase !== "over" && (await answerIn(find("leaving"))) === "") return;
  microphone.close();
  const { problem } = await remove(`/seats/${page.seat}/entry`);
  if (problem) page.reply(problemText(problem));
  else location.assign("/");
});

hearCommands(page);
hearDeclarations(page);
hearPassphrase(page);
page.start();
microphonePart.goOn();
