/** The microphone's part of a page: its buttons, its state, and how many frames were lost. */

import { find, show, write } from "./elements.js";
import { Microphone } from "./microphone.js";
import { text } from "./texts.js";

/** Behind the address of a seat: its game goes on by voice. */
const SPEAKS = "#speaks";
const MOST_HOLD_MS = 300;
const STATES_TOLD = ["listening", "off", "denied", "missing", "lost", "deaf", "failed", "elsewhere"];
/** After so many more, a second's worth, the loss is told again. */
const MANY_LOST = 25;

export class MicrophonePart {
  #page;
  #asks;
  #isHeld = false;
  /** Whether it is open until it is closed. */
  #isKeptOpen = false;
  #wasTold = "off";
  #heldSince = 0;
  #lastDropped = 0;
  #language = null;

  /**
   * All optional: `asks.voice()` returns the key of the player's own voice, `asks.game()` one of
   * several games; while `asks.isBusy()`, words are read for a voice instead. `asks.state(state)`
   * is called on a change of state.
   */
  constructor(page, asks = {}) {
    this.#page = page;
    this.#asks = asks;
    this.microphone = new Microphone(page.connection, {
      state: (state) => this.#draw(state),
      dropped: (count) => this.#tellLost(count),
    });
    this.#listen();
  }

  /** With `isHeld`, it is open only while the button is down. */
  open({ isHeld = false } = {}) {
    this.#isHeld = isHeld;
    // Whoever tries again is told again why it can't be.
    this.#wasTold = "opening";
    this.#page.voice.hush();
    const processing = find("microphone-processing").checked;
    const [voice, game] = [this.#asks.voice?.() ?? null, this.#asks.game?.() ?? null];
    this.microphone.open({ processing, voice, game });
  }

  /**
   * Open it where it was kept open before the page was reloaded, or in the game that this one follows:
   * the player goes on speaking, and would not see that it is off.
   */
  goOn() {
    const isWanted = location.hash === SPEAKS || history.state?.isSpoken;
    if (location.hash === SPEAKS) history.replaceState(null, "", location.pathname);
    if (isWanted) this.open();
  }

  /** The server listens in one language at a time: after a change it begins anew. */
  hearIn(language) {
    const isOther = this.#language !== null && this.#language !== language;
    this.#language = language;
    if (isOther && !this.#asks.isBusy?.()) this.microphone.begin(false);
  }

  #draw(state) {
    write(find("microphone-state"), text(`microphone:${state}`));
    find("microphone-state").dataset.state = state;
    const isBusy = () => this.#asks.isBusy?.() ?? false;
    const isOurs = this.microphone.isOpen && !isBusy();
    this.#keep(isOurs && !this.#isHeld);
    find("microphone-open").setAttribute("aria-pressed", String(this.#isKeptOpen));
    find("microphone-hold").setAttribute("aria-pressed", String(isOurs && this.#isHeld));
    this.#asks.state?.(state);
    // While words are read for a voice, only they are spoken.
    if (isBusy()) return;
    if (state === "listening" && this.#wasTold !== "listening") this.#page.voice.signal("listening");
    if (STATES_TOLD.includes(state) && state !== this.#wasTold) {
      const isUrgent = state !== "listening" && state !== "off";
      this.#page.voice.tell(text(`microphone:${state}`), { isUrgent });
      this.#wasTold = state;
    }
  }

  /** Note it in this tab's history, where a reload finds it, and for the way to the next game. */
  #keep(isKeptOpen) {
    if (isKeptOpen === this.#isKeptOpen) return;
    this.#isKeptOpen = isKeptOpen;
    history.replaceState(isKeptOpen ? { isSpoken: true } : null, "");
    this.#page.onward = isKeptOpen ? SPEAKS : "";
  }

  #tellLost(count) {
    const words = text("microphone-lost", { count });
    write(find("microphone-lost"), words);
    show(find("microphone-lost"), true);
    const isMuch = count - this.#lastDropped > MANY_LOST || this.#lastDropped === 0;
    if (isMuch) this.#page.voice.tell(words, { isUrgent: true });
    this.#lastDropped = count;
  }

  #listen() {
    const { microphone } = this;
    find("microphone-open").addEventListener("click", () => {
      if (microphone.isOpen || microphone.state === "opening") microphone.close();
      else this.open();
    });
    /** Held down, it is open while held; pressed briefly, until it is pressed again. */
    const hold = find("microphone-hold");
    hold.addEventListener("pointerdown", (event) => {
      hold.setPointerCapture(event.pointerId);
      this.#beginHold();
    });
    hold.addEventListener("pointerup", () => this.#endHold());
    hold.addEventListener("pointercancel", () => this.#endHold());
    hold.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) this.#beginHold();
    });
    hold.addEventListener("keyup", (event) => {
      if (event.key === " " || event.key === "Enter") this.#endHold();
    });
    hold.addEventListener("blur", () => this.#endHold());
    /** Screen readers click a button without holding it. */
    hold.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      if (microphone.isOpen) microphone.close();
      else this.open({ isHeld: true });
    });
  }

  #beginHold() {
    this.#heldSince = performance.now();
    if (!this.microphone.isOpen) this.open({ isHeld: true });
  }

  #endHold() {
    if (this.#heldSince === 0) return;
    const heldMs = performance.now() - this.#heldSince;
    this.#heldSince = 0;
    const { isOpen, state } = this.microphone;
    const isOpening = state === "opening" && heldMs > MOST_HOLD_MS;
    if (this.#isHeld && (isOpen || isOpening)) this.microphone.close();
  }
}
