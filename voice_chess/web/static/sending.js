/** What a form sends to the server, and what is wrong with it told at its field. */

import { all, find, openForm, show, write } from "./elements.js";
import { announce } from "./live.js";
import { hasText, text } from "./texts.js";

/**
 * Have a form sent by this function, and not by the browser; it is given which button sends it.
 *
 * Its buttons are shut until then: what is sent before there is anybody to take it, the browser
 * would write into the address, codes and passphrases too, and empty the form.
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

/** What the server returns: `content`, or a `problem`. What breaks off on its way is no content. */
export async function fetched(path, options = {}) {
  const answer = await fetch(path, options).catch(() => null);
  if (answer?.status === NO_CONTENT) return { content: null };
  const content = await answer?.json().catch(() => undefined);
  const isWhole = answer?.ok && content !== undefined;
  return isWhole ? { content } : { problem: content ?? { code: "no-server" } };
}

/** Send this, and give what comes back, as above. */
export function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return fetched(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Names what a form asks for, until it is done: sent once more, as to a server that was gone, it is done once. */
export function keyOf(form) {
  return (form.dataset.key ??= newKey(KEY_BYTES));
}

/** What nobody else has drawn, in hexadecimal digits. */
export function newKey(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** It is done: what the form asks for next is something else. */
export function forgetKey(form) {
  delete form.dataset.key;
}

/** What comes in words already: what an event refuses, the server words itself, in the language of the page. */
export const WORDED = "event-refused";

export function problemText({ code, detail }) {
  if (code === WORDED) return detail;
  const words = text(hasText(`problem:${code}`) ? `problem:${code}` : "problem:other");
  return detail ? `${words} (${detail})` : words;
}

/**
 * Tell a problem at the field that it is about, else at the form; the field is focused, and what
 * was filled in stays. The place for it is the element `FIELD-problem`, or `FORM-problem`.
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
  // Who comes to a field is read what describes it; who is there already, is not.
  const isRead = field?.getAttribute("aria-describedby")?.split(" ").includes(place.id) && field !== document.activeElement;
  if (!isRead) announce(words, { isUrgent: true });
  field?.focus();
}

/** Nothing is wrong any more. */
export function forgive(form) {
  all("[aria-invalid]", form).forEach((field) => field.removeAttribute("aria-invalid"));
  all("[data-problem]", form).forEach((place) => show(place, false));
}
