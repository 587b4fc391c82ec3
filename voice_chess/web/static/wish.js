/**
 * A game against the computer in one sentence, typed or said: as soon as it is understood it begins.
 * One that was heard and is not sure is read back first, and begins with a yes.
 *
 * Whoever says it is heard by the server's ear, through a socket that is there only as long as that.
 */

import { find, make, show, write } from "./elements.js";
import { announce } from "./live.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { text } from "./texts.js";

/** A screen reader that is heard as well, says something before its user does. */
const TRIES = 3;
const OPEN = ["opening", "listening", "speech"];
const form = find("wish");
const { language } = form.dataset;
const speak = find("wish-speak");
/** The wish that is asked about, until it is answered. */
let asked = null;
/** Fetched for who speaks: sounds, and the microphone. */
let audio = null;

async function ask() {
  forgive(form);
  const line = { text: find("sentence").value, language };
  if (asked !== null) {
    const { content: isYes } = await send("/computer/wish/answer", line);
    if (isYes !== undefined) {
      find("sentence").value = "";
      answer(isYes);
      return;
    }
  }
  const { content, problem } = await send("/computer/wish", line);
  if (problem) {
    complain(form, asked === null ? problem : { code: "no-answer", field: "sentence" });
    return;
  }
  ear?.close();
  forget();
  showChoices([]);
  settle(content);
}

/** The question is answered, by whichever way. */
function answer(isYes) {
  const wish = asked;
  ear?.close();
  forget();
  if (isYes) begin(wish, true);
  else {
    tell(text("wish-denied"), { isUrgent: true });
    find("sentence").focus();
  }
}

function forget() {
  asked = null;
  audio?.hush();
  show(find("wish-asked"), false);
}

/** Read it back in the server's voice, which the ear knows; where none is heard, the reader does. */
async function confirm(wish, question) {
  asked = wish;
  tell(question, { isSaid: false });
  show(find("wish-asked"), true);
  const known = Object.entries({ language, ...wish }).filter(([, value]) => value !== null);
  const address = `/computer/wish/question.wav?${new URLSearchParams(known)}`;
  const isHeard = await audio.play(address, { isUrgent: true });
  if (!isHeard && asked === wish) announce(question, { isUrgent: true });
}

/** One wish begins its game; of several, one is chosen. */
function settle(wishes, isSpoken = false) {
  if (wishes.length === 1) {
    begin(wishes[0], isSpoken);
    return;
  }
  showChoices(wishes, isSpoken);
  announce(text("wish-which"), { isUrgent: true });
  find("wish-choices").querySelector("button").focus();
}

/** Whoever has said it goes on speaking at their seat. */
async function begin(wish, isSpoken) {
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

function showChoices(wishes, isSpoken = false) {
  const buttons = wishes.map((wish) => {
    const button = make("button", { type: "button" }, inWords(wish));
    button.addEventListener("click", () => begin(wish, isSpoken));
    return button;
  });
  find("wish-choices").querySelector(".row").replaceChildren(...buttons);
  show(find("wish-choices"), wishes.length > 0);
}

function tell(words, { isUrgent = false, isSaid = true } = {}) {
  write(find("wish-state"), words);
  show(find("wish-state"), true);
  if (isSaid) announce(words, { isUrgent });
}

/** One visit to the server's ear, from the opening of the microphone to a wish. */
class Ear {
  #socket;
  #microphone = null;
  #heard = null;
  #misses = 0;
  isOver = false;

  async open() {
    audio ??= await import("./audio.js");
    await audio.unlock();
    const { Microphone } = await import("./microphone.js");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(`${scheme}//${location.host}/computer/ear/${language}`);
    this.#microphone = new Microphone(this, { state: (state) => this.#draw(state), dropped: () => {} });
    this.#socket.onopen = () => this.#microphone.open();
    this.#socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    this.#socket.onclose = () => this.#left();
  }

  /** What a microphone wants of its connection. */
  get isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  get backlog() {
    return this.#socket.bufferedAmount;
  }

  tell(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
    return this.isOpen;
  }

  sendBytes(bytes) {
    if (this.isOpen) this.#socket.send(bytes);
    return this.isOpen;
  }

  #take(message) {
    if (message.type === "hearing") this.#microphone.hears(message);
    else if (message.type === "wish") this.#weigh(message);
  }

  #weigh({ wishes, heard, question, is_denied: isDenied }) {
    if (isDenied && asked !== null) {
      answer(false);
      return;
    }
    if (question !== "") {
      confirm(wishes[0], question);
      return;
    }
    if (wishes.length > 0) forget();
    if (wishes.length > 0) {
      this.close();
      settle(wishes, true);
      return;
    }
    this.#misses += 1;
    this.#heard = heard;
    if (this.#misses === TRIES) this.#giveUp();
    else audio.signal("unclear");
  }

  #draw(state) {
    // A question stays where it can be read until it is answered.
    if (this.isOver || (asked !== null && OPEN.includes(state))) return;
    speak.setAttribute("aria-pressed", String(OPEN.includes(state)));
    // What a screen reader says now would be heard: a sound tells that somebody listens.
    tell(text(`microphone:${state}`), { isSaid: !OPEN.includes(state), isUrgent: true });
    if (state === "listening") audio.signal("listening");
    if (!OPEN.includes(state) && state !== "off") this.close();
  }

  /** The server has closed it: nobody said anything, or it lets nobody speak now. */
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
    if (asked !== null) return;
    const words = this.#heard ? text("wish-not", { heard: this.#heard }) : text("wish-nothing");
    tell(words, { isUrgent: true });
  }

  close() {
    this.isOver = true;
    this.#microphone?.close();
    this.#socket?.close();
    speak.setAttribute("aria-pressed", "false");
  }
}

let ear = null;

onSending(form, ask);
for (const [id, isYes] of [["wish-yes", true], ["wish-no", false]]) {
  find(id).addEventListener("click", () => answer(isYes));
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
    showChoices([]);
    ear = new Ear();
    await ear.open();
  });
}
