/**
 * The player's own voice: they read words aloud so that the recogniser learns it.
 *
 * The server stores it under a secret of this browser, one for each player's name used here. Each
 * word is first said to the player, and only then does the server listen: else the sound of the
 * loudspeaker would be learnt, too.
 */

import * as audio from "./audio.js";
import { find, show, write } from "./elements.js";
import { announce } from "./live.js";
import { text } from "./texts.js";
import { forget, keyOf, remember } from "./voice-keys.js";

/** How long a room echoes after a loudspeaker. */
const ECHO_MS = 200;
/** How long a screen reader takes per letter, and to begin. */
const LETTER_MS = 90;
const BEGINS_MS = 600;
/** States of a microphone that never opened: there was no reading to interrupt. */
const NEVER_OPENED = ["denied", "missing", "deaf"];
const OVER = ["own", "same", "few", "failed", "impossible"];

export class OwnVoice {
  #page;
  #microphone;
  #name = null;
  /** Counts words and steps: a newer one cancels a word being said. */
  #turn = 0;
  #isReading = false;
  /** Whether the player's microphone was open before they read. */
  #wasOpen = false;
  /** Whether the player must still be told that their reading broke off, and whether it can go on. */
  #isBroken = false;
  #goOn;

  /** `goOn()` opens the microphone again, so that the player's next move is heard. */
  constructor(page, microphone, goOn) {
    this.#page = page;
    this.#microphone = microphone;
    this.#goOn = goOn;
    find("own-voice-begin")?.addEventListener("click", () => this.#toggle());
    find("own-voice-repeat")?.addEventListener("click", () => this.#step("repeat"));
    find("own-voice-skip")?.addEventListener("click", () => this.#step("leave-out"));
    find("own-voice-delete")?.addEventListener("click", () => this.#ask("delete"));
    find("own-voice-learns")?.addEventListener("change", ({ target }) =>
      this.#ask(target.checked ? "agree" : "disagree"),
    );
  }

  get isReading() {
    return this.#isReading;
  }

  /** The secret under which the server stores this player's voice, or null. */
  get key() {
    return this.#name === null ? null : keyOf(this.#name);
  }

  /** Take the player's name, and ask what is stored for it. */
  show(name) {
    if (find("own-voice") === null || name === this.#name) return;
    this.#name = name;
    this.look();
  }

  /** Ask what is stored: on a new page, and after a reconnection. */
  look() {
    if (this.#isReading) this.#breakOff();
    if (this.key !== null) this.#tell("tell");
  }

  /** Show what is stored. */
  take({ is_kept: isKept, is_adapted: isAdapted, learns, examples, is_begun: isBegun }) {
    if (!isKept && !isBegun) forget(this.#name);
    const state = isAdapted ? "own" : "same";
    const kept = isKept ? text(`own-voice:${state}`, { count: examples }) : text("own-voice:none");
    if (this.#isBroken && !isBegun) this.#write(text("own-voice:broken"));
    else this.#write(isBegun ? text("own-voice:begun") : kept);
    if (this.#isBroken) announce(text(`own-voice:${isBegun ? "begun" : "broken"}`), { isUrgent: true });
    this.#isBroken = false;
    find("own-voice-learns").checked = learns;
    showPart(find("own-voice-kept"), isKept);
  }

  /** Take the state of the reading. */
  async read(message) {
    const { state, number, of } = message;
    if (OVER.includes(state)) {
      this.#over();
      this.#tellEnd(message);
    } else if (state === "aside") {
      this.#putAside();
    } else if (state === "checking") {
      this.#over();
      this.#write(text("own-voice:checking"));
      announce(text("own-voice:checking"));
    } else if (this.#isReading) {
      write(find("reading-number"), text("own-voice-word", { number, of }));
      await this.#say(message);
    }
  }

  /** Stop reading if the microphone was closed or lost. */
  hears(state) {
    const isGone = !["opening", "listening", "speech"].includes(state);
    if (!this.#isReading || !isGone) return;
    if (NEVER_OPENED.includes(state)) this.#giveUp(state);
    else this.#breakOff();
  }

  async #toggle() {
    if (this.#isReading) {
      this.#step("stop");
      return;
    }
    this.#wasOpen = this.#microphone.isOpen;
    this.#microphone.close();
    remember(this.#name ?? "");
    this.#isReading = true;
    this.#draw();
    const reads = find("own-voice-letters").checked ? "letters" : "names";
    await this.#microphone.open({
      processing: find("microphone-processing").checked,
      voice: this.key,
      reads,
    });
  }

  #step(step) {
    this.#turn += 1;
    audio.hush();
    this.#page.connection.tell({ type: "reading", do: step });
  }

  async #say({ text: words, clip }) {
    const turn = (this.#turn += 1);
    const word = find("reading-word");
    word.lang = this.#page.voice.lang;
    write(word, words);
    find("reading").dataset.state = "saying";
    await this.#spoken(words, clip);
    await passed(ECHO_MS);
    if (turn !== this.#turn || !this.#isReading) return;
    this.#page.connection.tell({ type: "reading", do: "ready" });
    find("reading").dataset.state = "listening";
  }

  /** By the server's voice, which it can recognise, or else by the screen reader. */
  async #spoken(words, clip) {
    const { settings, voice } = this.#page;
    if (settings.output === "silent") return;
    if (clip !== null && (await audio.play(clip, { isUrgent: true }))) return;
    announce(words, { lang: voice.lang, isUrgent: true, notifies: settings.notifies });
    await passed(BEGINS_MS + LETTER_MS * words.length);
  }

  #tellEnd({ state, text: words, clip }) {
    if (words === "") {
      this.#write(text(`own-voice:${state}`));
      announce(text(`own-voice:${state}`), { isUrgent: true });
      return;
    }
    if (state === "few") this.#write(text("own-voice:none"));
    this.#spoken(words, clip);
  }

  /** The microphone itself is announced; here its reason only stands beside the button. */
  #giveUp(state) {
    this.#end();
    this.#write(text(`microphone:${state}`));
  }

  /** The game goes on; the server has said so. */
  #putAside() {
    this.#over();
    this.#write(text("own-voice:begun"));
    if (this.#wasOpen) this.#goOn();
  }

  #breakOff() {
    this.#over();
    this.#isBroken = true;
    this.#tell("tell");
  }

  #over() {
    if (!this.#isReading) return;
    this.#end();
    this.#microphone.close();
  }

  #end() {
    this.#isReading = false;
    this.#turn += 1;
    this.#draw();
  }

  #draw() {
    find("own-voice-begin").setAttribute("aria-pressed", String(this.#isReading));
    showPart(find("reading"), this.#isReading);
    if (!this.#isReading) write(find("reading-word"), "");
  }

  #write(words) {
    write(find("own-voice-state"), words);
  }

  /** A change takes effect when the microphone opens, so reopen it now. */
  #ask(wish) {
    this.#tell(wish);
    if (!this.#isReading) this.#microphone.begin(false);
    if (wish === "delete") announce(text("own-voice:deleted"), { isUrgent: true });
  }

  #tell(wish) {
    if (this.key === null) return;
    this.#page.connection.tell({ type: "own-voice", voice: this.key, do: wish });
  }
}

/** If a hidden part had the focus, move it to the button that begins. */
function showPart(part, isShown) {
  if (!isShown && part.contains(document.activeElement)) find("own-voice-begin").focus();
  show(part, isShown);
}

function passed(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
