/** When a game begins, in words: by the clock, and in the time zone, of this device. */

import { text } from "./texts.js";

const FORM = { dateStyle: "full", timeStyle: "short" };

/** Milliseconds since 1970 as a day and a time, in the language of the page. */
export function momentText(ms) {
  return new Intl.DateTimeFormat(document.documentElement.lang, FORM).format(ms);
}

/** Whether a game waits for the time at which it begins by itself. */
export function isTimed({ phase, customs }) {
  return phase === "arranged" && customs.starts_at_ms !== null;
}

/** Phases whose words are those for what the arbiter must decide. */
const WORDED = { objecting: "waits:objection" };

/** The phase of a game; of one that waits for its time, that time. */
export function phaseText(game) {
  return isTimed(game) ? text("begins-at", { when: momentText(game.customs.starts_at_ms) }) : text(WORDED[game.phase] ?? `phase:${game.phase}`);
}
