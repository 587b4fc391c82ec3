/** A seat's settings: the browser stores those of the page, the server those of speech. */

import { timeOf, timeText } from "./clocks.js";
import { find, show, write } from "./elements.js";
import { STANDARD, store, stored } from "./settings-kept.js";
import { text } from "./texts.js";

/** The server's limits: see `wire.py`. */
const MOST_WARNINGS = 12;
const LEAST_MS = 1_000;
const LONGEST_MS = 6 * 3_600_000;

/** The key under which the tab remembers that its user has just chosen the page's language. */
const CHOSEN = "language-chosen";

/** What holds until something is chosen; whether the board is turned depends on the seat. */
const STANDARD_HERE = {
  ...STANDARD,
  isSilent: false,
  sounds: true,
  vibrates: false,
  morse: false,
  ownMoves: true,
  headset: false,
  interface: null,
  language: null,
  readerStyle: null,
  brailleStyle: null,
};
const LOCAL = [
  "sounds", "pieces", "files", "place", "letters", "flipped", "theme", "vibrates", "morse", "notifies", "ownMoves",
  "headset",
];

export class Settings {
  #id;
  #kept;
  #seat = null;
  #connection = null;
  #form = find("settings");
  onChange = () => {};

  constructor(seat, flipped) {
    this.#id = seat;
    this.#kept = { ...STANDARD_HERE, flipped, ...stored(seat) };
    document.body.dataset.board = this.#kept.theme;
    this.#form.addEventListener("change", (event) => this.#changed(event.target));
    this.#form.addEventListener("submit", (event) => event.preventDefault());
  }

  set connection(connection) {
    this.#connection = connection;
  }

  /** "server", "reader" or "silent". */
  get output() {
    return this.#kept.isSilent ? "silent" : this.#seat?.speech ?? "reader";
  }

  get sounds() {
    return this.#kept.sounds && !this.#kept.isSilent;
  }

  get board() {
    const { pieces, files, place } = this.#kept;
    return { pieces, files, place };
  }

  /** The layout of the letter keys: own, lichess or none. */
  get letters() {
    return this.#kept.letters;
  }

  /** Whether to use the browser's `ariaNotify` if it has it. */
  get notifies() {
    return this.#kept.notifies;
  }

  /** Whether a braille line gets its own texts: the server's for moves, short ones for squares. */
  get braille() {
    return (this.#seat?.braille_style ?? "same") !== "same";
  }

  get isFlipped() {
    return this.#kept.flipped;
  }

  /** Turn the board round. */
  turn() {
    this.#keep({ flipped: !this.#kept.flipped });
    this.#form.elements.flipped.checked = this.#kept.flipped;
    this.onChange();
  }

  /** The device that plays this page's sound; "" is the default one. */
  get earphone() {
    return this.#kept.earphone;
  }

  get vibrates() {
    return this.#kept.vibrates;
  }

  /** Whether the opponent's moves vibrate. */
  get morse() {
    return this.#kept.morse;
  }

  /** Whether the key of a headset presses the clock and repeats. */
  get headset() {
    return this.#kept.headset;
  }

  /** Whether a move that was typed or clicked here is read back. */
  get ownMoves() {
    return this.#kept.ownMoves;
  }

  /** Take the server's settings. Another page language needs a reload. */
  set seat(seat) {
    this.#seat = seat;
    const isSpectator = seat.role === "spectator";
    const shown = document.body.dataset.interface;
    if (!isSpectator && seat.interface !== shown) {
      this.#reload();
      return;
    }
    this.#bringOver();
    this.#fill(shown);
    this.#standAgain();
  }

  /** Reload the page; whoever has just chosen its language is taken back to that choice. */
  #reload() {
    if (document.activeElement === this.#form.elements.interface) sessionStorage.setItem(CHOSEN, "yes");
    location.reload();
  }

  #standAgain() {
    if (sessionStorage.getItem(CHOSEN) === null) return;
    sessionStorage.removeItem(CHOSEN);
    const choice = this.#form.elements.interface;
    choice.closest("details")?.toggleAttribute("open", true);
    choice.focus();
  }

  /** Move settings to the server that once only the browser stored: the styles of moves. */
  #bringOver() {
    const { readerMoves, braille } = this.#kept;
    delete this.#kept.readerMoves;
    delete this.#kept.braille;
    if (readerMoves === "written") this.#prefer({ reader_style: "san" }, { readerStyle: "san" });
    if (braille === true) this.#prefer({ braille_style: "san" }, { brailleStyle: "san" });
  }

  /** Spectators share a seat, so each page sends its preferences anew. */
  get spectatorsWish() {
    const { language, readerStyle, brailleStyle } = this.#kept;
    const wishes = { language, reader_style: readerStyle, braille_style: brailleStyle };
    const wanted = Object.entries(wishes).filter(([, wish]) => wish !== null);
    return wanted.length === 0 ? null : Object.fromEntries(wanted);
  }

  #fill(shown) {
    const form = this.#form.elements;
    form.output.value = this.output;
    form.interface.value = shown;
    form.language.value = this.#seat.language;
    form.style.value = this.#seat.style;
    form.readerStyle.value = this.#seat.reader_style;
    form.brailleStyle.value = this.#seat.braille_style;
    form.rate.value = this.#seat.words_per_minute;
    form.voice.value = this.#seat.voice;
    if (form.premoves !== undefined) form.premoves.checked = this.#seat.premoves;
    if (form.dictation !== undefined) form.dictation.value = this.#seat.dictation;
    if (form.correction !== undefined) form.correction.value = this.#seat.correction_ms;
    if (form.warnings !== undefined) this.#fillClock(form);
    for (const name of LOCAL) {
      const control = form[name];
      if (control === undefined) continue;
      if (control.type === "checkbox") control.checked = this.#kept[name];
      else control.value = this.#kept[name];
    }
  }

  #fillClock(form) {
    for (const control of [form.warnings, form.behind]) tellWrong(control, "");
    form.warnings.value = this.#seat.warned_at_ms.map((ms) => timeText(ms)).join(" ");
    form.behind.value = this.#seat.behind_ms === 0 ? "" : timeText(this.#seat.behind_ms);
    form.counts.checked = this.#seat.counts_seconds;
    form.clicks.checked = this.#seat.clicks;
  }

  /** Read times like those on the clock, separated by spaces, commas or semicolons. */
  #warnAt(control) {
    const times = control.value.split(/[\s,;]+/).filter(Boolean).map(warningOf);
    const isRight = times.length <= MOST_WARNINGS && !times.includes(null);
    tellWrong(control, isRight ? "" : text("warnings-wrong"));
    if (isRight) this.#prefer({ warned_at_ms: times });
  }

  /** Read one such time, or none. */
  #tellBehind(control) {
    const written = control.value.trim();
    const ms = written === "" ? 0 : warningOf(written);
    tellWrong(control, ms === null ? text("behind-wrong") : "");
    if (ms !== null) this.#prefer({ behind_ms: ms });
  }

  #changed(control) {
    if (control.name === "warnings") {
      this.#warnAt(control);
      return;
    }
    if (control.name === "behind") {
      this.#tellBehind(control);
      return;
    }
    if (!control.checkValidity()) {
      control.reportValidity();
      return;
    }
    const value = control.type === "checkbox" ? control.checked : control.value;
    const changes = {
      output: () => this.#speakBy(value),
      interface: () => this.#show(value),
      language: () => this.#prefer({ language: value }, { language: value }),
      style: () => this.#prefer({ style: value }),
      readerStyle: () => this.#prefer({ reader_style: value }, { readerStyle: value }),
      brailleStyle: () => this.#prefer({ braille_style: value }, { brailleStyle: value }),
      rate: () => this.#prefer({ words_per_minute: Number(value) }),
      voice: () => this.#prefer({ voice: value }),
      premoves: () => this.#prefer({ premoves: value }),
      dictation: () => this.#prefer({ dictation: value }),
      correction: () => this.#prefer({ correction_ms: Number(value) }),
      counts: () => this.#prefer({ counts_seconds: value }),
      clicks: () => this.#prefer({ clicks: value }),
    };
    if (control.name in changes) changes[control.name]();
    else this.#keep({ [control.name]: value });
    document.body.dataset.board = this.#kept.theme;
    this.onChange();
  }

  #speakBy(output) {
    this.#keep({ isSilent: output === "silent" });
    if (output !== "silent") this.#prefer({ speech: output });
  }

  #show(language) {
    if (this.#seat.role === "spectator") {
      sessionStorage.setItem(CHOSEN, "yes");
      location.search = new URLSearchParams({ lang: language });
    } else {
      this.#prefer({ interface: language });
    }
  }

  #prefer(wish, kept = {}) {
    this.#keep(kept);
    this.#connection.tell({ type: "prefer", ...wish });
  }

  /** Copy the settings to the same person's next seat; a player changes colour. */
  carryTo(seat) {
    const isSpectator = this.#seat.role === "spectator";
    store(seat, { ...this.#kept, flipped: this.#kept.flipped === isSpectator });
  }

  #keep(changes) {
    Object.assign(this.#kept, changes);
    store(this.#id, this.#kept);
  }
}

/** Show a problem at its field, and let the browser report it; "" clears it. */
function tellWrong(control, words) {
  const place = find(`${control.id}-problem`);
  control.setCustomValidity(words);
  write(place, words);
  show(place, words !== "");
  if (words !== "") control.reportValidity();
}

/** "5:00", "1:02:30" or "30" (seconds) in ms; null if it is no time or out of range. */
function warningOf(written) {
  const ms = timeOf(written);
  return ms !== null && ms >= LEAST_MS && ms <= LONGEST_MS ? ms : null;
}
