/**
 * What a screen reader is to say: announced by the browser itself where it can and is let, else by
 * two live regions, a polite one that gathers, and one for what cannot wait.
 *
 * Of regions, screen readers drop all but the last of several quick messages, and messages that
 * equal the last one. So what comes together is written together, into a region emptied before, and every
 * other message ends with a no-break space.
 */

import { find, make } from "./elements.js";

const EMPTY_MS = 50;
/** What is announced while the page is redrawn, or at once after another, may be lost. */
const SETTLES_MS = 80;
const APART_MS = 200;
const NO_BREAK = "\u00a0";

class Region {
  #element;
  #gathersMs;
  #waiting = [];
  #timer = null;
  #isOdd = false;

  constructor(element, gathersMs) {
    this.#element = element;
    this.#gathersMs = gathersMs;
  }

  say(words, lang) {
    this.#waiting.push({ words, lang });
    this.#timer ??= setTimeout(() => this.#empty(), this.#gathersMs);
  }

  #empty() {
    this.#element.replaceChildren();
    setTimeout(() => this.#write(), EMPTY_MS);
  }

  #write() {
    const parts = this.#waiting.splice(0).map(({ words, lang }) => make("span", { lang }, `${words} `));
    this.#isOdd = !this.#isOdd;
    this.#element.replaceChildren(...parts, this.#isOdd ? NO_BREAK : "");
    this.#timer = null;
  }
}

const polite = new Region(find("status"), 400);
const assertive = new Region(find("alert"), 20);

/** An element speaks in its own language. */
const speaker = find("notified");
const canNotify = typeof speaker.ariaNotify === "function";
const notices = [];
let notifying = null;

/** Let the screen reader say this; `lang` where it is not that of the page. */
export function announce(words, { lang = null, isUrgent = false, notifies = true } = {}) {
  if (!notifies || !canNotify) {
    (isUrgent ? assertive : polite).say(words, lang);
    return;
  }
  const last = notices.at(-1);
  if (last?.lang === lang && last?.isUrgent === isUrgent) last.words += ` ${words}`;
  else notices.push({ words, lang, isUrgent });
  notifying ??= setTimeout(notify, SETTLES_MS);
}

/** Two notices at the same moment are one too many for a screen reader: the last was lost. */
function notify() {
  const { words, lang, isUrgent } = notices.shift();
  speaker.lang = lang ?? document.documentElement.lang;
  speaker.ariaNotify(words, { priority: isUrgent ? "high" : "normal" });
  notifying = notices.length > 0 ? setTimeout(notify, APART_MS) : null;
}
