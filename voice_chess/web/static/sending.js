/** Sends forms to the server, and shows problems at their fields. */

import { all, find, openForm, show, write } from "./elements.js";
import { announce } from "./live.js";
import { hasText, text } from "./texts.js";

/**
 * Have a form sent by `take` and not by the browser; `take` gets the value of its button.
 *
 * Its buttons are disabled until now: without a script, the browser would write everything into
 * the address, codes and passphrases too, and empty the form.
 */
export function onSending(form, take) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(event.submitter?.value);
  });
  openForm(form);
}

const NO_CONTENT = 204;
const KEY_BYTES = 12;
const ANSWERS_WITHIN_MS = 15_000; // a server that was stopped, or a dead line, may never refuse

/** The signal that ends a reading request; the time-out counts as no response. */
export function patience() {
  return AbortSignal.timeout(ANSWERS_WITHIN_MS);
}

/** Fetch `content` or a `problem`; a response that breaks off or does not come is a problem. */
export function fetched(path) {
  return responseTo(path, { signal: patience() });
}

async function responseTo(path, options) {
  const answer = await fetch(path, options).catch(() => null);
  if (answer?.status === NO_CONTENT) return { content: null };
  const content = await answer?.json().catch(() => undefined);
  const isWhole = answer?.ok && content !== undefined;
  return isWhole ? { content } : { problem: content ?? { code: "no-server" } };
}

/** Open a socket at this path of the server. */
export function socketTo(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${path}`);
}

/** Post this; resolves like `fetched`. */
export function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return awaited(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Have this deleted; resolves like `fetched`. */
export function remove(path) {
  return awaited(path, { method: "DELETE" });
}

/** A request that changes something may be carried out late, so it is not given up, only told as waiting. */
async function awaited(path, options) {
  const telling = setTimeout(() => announce(text("problem:slow"), { isUrgent: true }), ANSWERS_WITHIN_MS);
  const response = await responseTo(path, options);
  clearTimeout(telling);
  return response;
}

/** The key of a form's request until it is done: a request sent again, as after a crash, is done only once. */
export function keyOf(form) {
  return (form.dataset.key ??= newKey(KEY_BYTES));
}

/** A random key of so many bytes, in hexadecimal. */
export function newKey(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** The request is done; the form's next one gets a new key. */
export function forgetKey(form) {
  delete form.dataset.key;
}

/** The code of an event's refusals: their detail is a sentence in the language of the page. */
export const WORDED = "event-refused";

export function problemText({ code, detail }) {
  if (code === WORDED) return detail;
  const words = text(hasText(`problem:${code}`) ? `problem:${code}` : "problem:other");
  return detail ? `${words} (${detail})` : words;
}

/**
 * Show a problem at its field and focus it, or else show it at the form; the values stay. Its
 * place is the element `FIELD-problem` or `FORM-problem`.
 */
export function complain(form, problem) {
  forgive(form);
  const field = form.querySelector(`[data-field="${problem.field}"]`);
  const words = problemText(field && problem.code !== WORDED ? { code: problem.code } : problem);
  const place = find(`${field ? field.id : form.id}-problem`);
  write(place, words);
  show(place, true);
  field?.closest("details")?.toggleAttribute("open", true);
  field?.setAttribute("aria-invalid", "true");
  // A screen reader reads a field's description when the focus enters it.
  const isRead = field?.getAttribute("aria-describedby")?.split(" ").includes(place.id) && field !== document.activeElement;
  if (!isRead) announce(words, { isUrgent: true });
  field?.focus();
}

/** Hide all problems of a form. */
export function forgive(form) {
  all("[aria-invalid]", form).forEach((field) => field.removeAttribute("aria-invalid"));
  all("[data-problem]", form).forEach((place) => show(place, false));
}
