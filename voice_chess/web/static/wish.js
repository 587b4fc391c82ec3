/**
 * A game against the computer in one sentence, typed or spoken: it begins once it is understood. A
 * sentence heard with doubt is read back first, and begins with a yes.
 *
 * Speech goes to the server's recogniser, through a socket that is open only meanwhile.
 */

import { find, make, show, write } from "./elements.js";
import { announce } from "./live.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { text } from "./texts.js";

/** Several, as the microphone may hear the screen reader first. */
const TRIES = 3;
/** Problems of a line that isn't understood: with no wish to confirm, with one, with several. */
const NONE = ["no-wish", "no-answer", "no-choice"];
const OPEN = ["opening", "listening", "speech"];
const form = find("wish");
const { language } = form.dataset;
const speak = find("wish-speak");
/** The wishes in an open question: was this one meant, or which of these? */
let asked = [];
/** Whether the wish was spoken: then the seat listens, too. */
let isSpoken = false;
/** The module for sounds, loaded for speech. */
let audio = null;

async function ask() {
  forgive(form);
  const line = { text: find("sentence").value, language };
  if (await isAnswered(line)) {
    find("sentence").value = "";
    return;
  }
  const { content, problem } = await send("/computer/wish", line);
  if (problem) {
    const isNone = problem.code === "no-wish";
    complain(form, isNone ? { ...problem, code: NONE[Math.min(asked.length, 2)] } : problem);
    return;
  }
  ear?.close();
  forget();
  isSpoken = false;
  settle(content);
}

/** Whether the typed line answers the question: with one of the wishes, or none. */
async function isAnswered(line) {
  if (asked.length === 0) return false;
  if (asked.length > 1) {
    const { content: index } = await send("/computer/wish/choice", { ...line, among: asked });
    if (index !== undefined) choose(asked[index]);
    if (index !== undefined) return true;
  }
  const { content: isYes } = await send("/computer/wish/answer", line);
  const isOne = asked.length === 1;
  if (isYes === undefined || (isYes && !isOne)) return false;
  choose(isYes ? asked[0] : null);
  return true;
}

/** Close the question with the chosen wish, or null for none. */
function choose(wish) {
  ear?.close();
  forget();
  if (wish !== null) begin(wish);
  else {
    tell(text("wish-denied"), { isUrgent: true });
    find("sentence").focus();
  }
}

function forget() {
  asked = [];
  audio?.hush();
  show(find("wish-asked"), false);
  show(find("wish-choices"), false);
}

/** Read it back in the server's voice, which its recogniser knows, or else by screen reader. */
async function confirm(wishes, question) {
  const [wish, ...others] = wishes;
  putToThem(wishes, question);
  const known = Object.entries({ language, ...wish }).filter(([, value]) => value !== null);
  const also = others.map(({ time, colour, level }) => ["also", [time, colour, level].join(",")]);
  const address = `/computer/wish/question.wav?${new URLSearchParams([...known, ...also])}`;
  const isHeard = await audio.play(address, { isUrgent: true });
  if (!isHeard && asked === wishes) announce(question, { isUrgent: true });
}

/** Begin the game of a single wish; of several, ask which. */
function settle(wishes) {
  if (wishes.length === 1) {
    begin(wishes[0]);
    return;
  }
  const numbered = wishes.map((wish, index) => `${index + 1}: ${inWords(wish)}.`);
  const question = [text("wish-which"), ...numbered].join(" ");
  putToThem(wishes, question);
  announce(question, { isUrgent: true });
}

/** Show the question, with a button for each answer. */
function putToThem(wishes, question) {
  asked = wishes;
  const isOne = wishes.length === 1;
  if (isOne) tell(question, { isSaid: false });
  else showChoices(wishes);
  show(find("wish-asked"), isOne);
  show(find("wish-choices"), !isOne);
}

/** Begin a game; after a spoken wish, the seat listens. */
async function begin(wish) {
  tell(inWords(wish), { isUrgent: true });
  const { time, colour, level } = wish;
  const game = { language, colour: colour ?? "lot", ...(time && { time }), ...(level && { level }) };
  const { content, problem } = await send("/computer", game);
  if (problem) complain(form, problem);
  else location.assign(isSpoken ? `${content.path}#speaks` : content.path);
}

function inWords({ time, colour, level }) {
  const parts = [text("way:computer"), level && text(`level:${level}`), time, text(`colour:${colour ?? "lot"}`)];
  return parts.filter(Boolean).join(", ");
}

/** Number the wishes; the number chooses one, too: typed, spoken, or as a key while a button has the focus. */
function showChoices(wishes) {
  const buttons = wishes.map((wish, index) => {
    const button = make("button", { type: "button" }, `${index + 1}: ${inWords(wish)}`);
    button.addEventListener("click", () => choose(wish));
    return button;
  });
  find("wish-choices").querySelector(".row").replaceChildren(...buttons);
  show(find("wish-state"), false);
  show(find("wish-choices"), true);
  // The open microphone would hear the screen reader.
  if (!isSpoken) buttons[0].focus();
}

find("wish-choices").addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
  const wish = asked[Number(key) - 1];
  if (wish !== undefined && !ctrlKey && !altKey && !metaKey) choose(wish);
});

function tell(words, { isUrgent = false, isSaid = true } = {}) {
  write(find("wish-state"), words);
  show(find("wish-state"), true);
  if (isSaid) announce(words, { isUrgent });
}

/** One use of the server's recogniser, from opening the microphone to a wish. */
class Ear {
  #line;
  #microphone = null;
  #heard = null;
  #misses = 0;
  isOver = false;

  async open() {
    audio ??= await import("./audio.js");
    await audio.unlock();
    const [{ EarLine }, { Microphone }] = await Promise.all([import("./ear-line.js"), import("./microphone.js")]);
    this.#line = new EarLine(`/computer/ear/${language}`, {
      opened: () => this.#microphone.open(),
      came: (message) => this.#take(message),
      closed: () => this.#left(),
    });
    this.#microphone = new Microphone(this.#line, { state: (state) => this.#draw(state), dropped: () => {} });
  }

  #take(message) {
    if (message.type === "hearing") this.#microphone.hears(message);
    else if (message.type === "wish") this.#weigh(message);
  }

  #weigh({ wishes, heard, question, is_denied: isDenied }) {
    if (isDenied && asked.length > 0) {
      choose(null);
      return;
    }
    isSpoken = true;
    if (question !== "") {
      confirm(wishes, question);
      return;
    }
    if (wishes.length > 0) {
      choose(wishes[0]);
      return;
    }
    this.#misses += 1;
    this.#heard = heard;
    if (this.#misses === TRIES) this.#giveUp();
    else audio.signal("unclear");
  }

  #draw(state) {
    // A question stays where it can be read until it is answered.
    if (this.isOver || (asked.length > 0 && OPEN.includes(state))) return;
    speak.setAttribute("aria-pressed", String(OPEN.includes(state)));
    // The microphone would hear the screen reader, so a sound says that it is open.
    tell(text(`microphone:${state}`), { isSaid: !OPEN.includes(state), isUrgent: true });
    if (state === "listening") audio.signal("listening");
    if (!OPEN.includes(state) && state !== "off") this.close();
  }

  /** The server has closed it: nothing was said, or speech is not possible now. */
  #left() {
    if (this.isOver) return;
    if (this.#microphone.isOpen) this.#giveUp();
    else {
      this.close();
      tell(text("wish-no-line"), { isUrgent: true });
    }
  }

  #giveUp() {
    this.close();
    if (asked.length > 0) return;
    const missed = text(this.#misses > 0 ? "problem:no-wish" : "wish-nothing");
    tell(this.#heard ? text("wish-not", { heard: this.#heard }) : missed, { isUrgent: true });
  }

  close() {
    this.isOver = true;
    this.#microphone?.close();
    this.#line?.close();
    speak.setAttribute("aria-pressed", "false");
  }
}

let ear = null;

onSending(form, ask);
for (const [id, isYes] of [["wish-yes", true], ["wish-no", false]]) {
  find(id).addEventListener("click", () => choose(isYes ? asked[0] : null));
}
if (speak) {
  speak.disabled = false;
  speak.addEventListener("click", async () => {
    if (ear && !ear.isOver) {
      ear.close();
      tell(text("microphone:off"));
      return;
    }
    forgive(form);
    forget();
    ear = new Ear();
    await ear.open();
  });
}
