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

/** An element speaks in its own language, the document in that of the page. */
const speaker = find("notified");

/** Whether this browser can announce by itself. */
export const canNotify = typeof speaker.ariaNotify === "function";

/** Let the screen reader say this; `lang` where it is not that of the page. */
export function announce(words, { lang = null, isUrgent = false, notifies = true } = {}) {
  if (!notifies || !canNotify) {
    (isUrgent ? assertive : polite).say(words, lang);
    return;
  }
  speaker.lang = lang ?? document.documentElement.lang;
  speaker.ariaNotify(words, { priority: isUrgent ? "high" : "normal" });
}
