/** The two clocks: large digits, never spoken unasked; on request they vibrate. */

import { find, show, write } from "./elements.js";
import { leftMs } from "./game.js";
import { text } from "./texts.js";

const HOUR_MS = 3_600_000;
const LOOKS_EVERY_MS = 200;
const TENTHS_BELOW_MS = 10_000;
const LOW_MS = 30_000;
const MARK_MS = 300_000;
const DOUBLE_MARK_MS = 900_000;
const LIFTED_MS = 60_000;
const PULSE = [250];
const TWO_PULSES = [250, 150, 250];
const PAUSE = 500;
export const COLOURS = ["white", "black"];

/** "1:02:03", "12:34"; tenths at the very end. */
export function timeText(ms) {
  if (ms < TENTHS_BELOW_MS) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** "12:30", "1:02:30" or "90" (seconds) as milliseconds; null for anything else. */
export function timeOf(words) {
  const isNegative = words.trim().startsWith("-");
  const parts = words.trim().replace(/^[+-]/, "").split(":");
  if (parts.length > 3 || parts.some((part) => !/^\d+$/.test(part))) return null;
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part), 0);
  return (isNegative ? -seconds : seconds) * 1_000;
}

/** A time as vibration: two pulses for each quarter of an hour, one for each five minutes more. */
export function pulsesOf(ms) {
  const quarters = Math.floor(ms / DOUBLE_MARK_MS);
  const fives = Math.floor((ms % DOUBLE_MARK_MS) / MARK_MS);
  const marks = [...Array(quarters).fill(TWO_PULSES), ...Array(fives).fill(PULSE)];
  return marks.flatMap((mark, index) => (index === 0 ? mark : [PAUSE, ...mark]));
}

export class Clocks {
  #time;
  #game = null;
  #own;
  #settings;
  #lastLeft = null;
  #felt = null;

  /** `own` is the colour whose marks are felt, or null. */
  constructor(time, own, settings) {
    this.#time = time;
    this.#own = own;
    this.#settings = settings;
    setInterval(() => this.#look(), LOOKS_EVERY_MS);
  }

  show(game) {
    this.#game = game;
    for (const colour of COLOURS) {
      const part = find(`clock-${colour}`);
      write(part.querySelector(".whose"), sideName(game, colour));
      show(part.querySelector(".blind"), game[colour].is_blind);
      show(part.querySelector(".runs"), game.clock.runs === colour);
      part.classList.toggle("running", game.clock.runs === colour);
    }
    this.#look();
  }

  /** Mark who has a page open. */
  showPeople(here) {
    for (const colour of COLOURS) {
      const isHere = (here[colour] ?? 0) > 0;
      const part = find(`clock-${colour}`);
      show(part.querySelector(".here"), isHere);
      show(part.querySelector(".away"), !isHere);
    }
  }

  /** Vibrate the player's own time. False if nothing can vibrate. */
  feel() {
    const pulses = this.#game && pulsesOf(leftMs(this.#game.clock, this.#own, this.#time.nowMs));
    return Boolean(pulses && navigator.vibrate?.(pulses));
  }

  #look() {
    if (this.#game === null) return;
    for (const colour of COLOURS) {
      const left = leftMs(this.#game.clock, colour, this.#time.nowMs);
      const part = find(`clock-${colour}`);
      write(part.querySelector(".digits"), timeText(left));
      part.classList.toggle("hours", left >= HOUR_MS);
      part.classList.toggle("low", left < LOW_MS && this.#game.clock.runs === colour);
      if (colour === this.#own) this.#mark(left);
    }
  }

  /** Vibrate when the time left passes a mark, but not again after increments alone. */
  #mark(left) {
    const before = this.#lastLeft;
    this.#lastLeft = left;
    if (this.#felt !== null && left > this.#felt + LIFTED_MS) this.#felt = null;
    if (before === null || !this.#settings.vibrates || left > before) return;
    const isPassed = (step) => Math.ceil(before / step) !== Math.ceil(left / step);
    const mark = Math.ceil(left / MARK_MS) * MARK_MS;
    if (!isPassed(MARK_MS) || mark === this.#felt) return;
    this.#felt = mark;
    navigator.vibrate?.(isPassed(DOUBLE_MARK_MS) ? TWO_PULSES : PULSE);
  }
}

/** "Viktor (White)", or the colour alone. */
export function sideName(game, colour) {
  const { name } = game[colour];
  return name ? text("side-named", { name, side: text(`side:${colour}`) }) : text(`side:${colour}`);
}
