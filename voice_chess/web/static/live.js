/**
 * Lets the screen reader speak: through the browser's `ariaNotify` where it is heard and wanted,
 * else through two live regions, a polite one that gathers messages and an assertive one.
 *
 * In regions, screen readers drop all but the last of several quick messages, and a message that
 * equals the last. So messages are gathered, the region is emptied before, and every other message
 * ends with a no-break space. A region is emptied after a while, too: whoever reads on to the end of
 * the page would find there that the connection is lost, or a question, long after.
 */

import { find, make } from "./elements.js";

const EMPTY_MS = 50;
const LASTS_MS = 60_000;
/** An announcement during a redraw, or right after another, may be lost. */
const SETTLES_MS = 80;
const APART_MS = 200;
const NO_BREAK = "\u00a0";

class Region {
  #element;
  #gathersMs;
  #waiting = [];
  #timer = null;
  #ending = null;
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
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#element.replaceChildren(), LASTS_MS);
  }
}

const polite = new Region(find("status"), 400);
const assertive = new Region(find("alert"), 20);

/** `ariaNotify` speaks in the language of its element. */
const speaker = find("notified");
/** In Firefox 153, Orca 43 says nothing of a notice, and a page can't tell; it does read regions. */
const canNotify = typeof speaker.ariaNotify === "function" && !navigator.userAgent.includes("Firefox/");
const notices = [];
let notifying = null;

/** Let the screen reader say this; `lang` if it is not the page's. */
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

/** Screen readers lose the second of two notices at once, so send one at a time. */
function notify() {
  const { words, lang, isUrgent } = notices.shift();
  speaker.lang = lang ?? document.documentElement.lang;
  speaker.ariaNotify(words, { priority: isUrgent ? "high" : "normal" });
  notifying = notices.length > 0 ? setTimeout(notify, APART_MS) : null;
}
