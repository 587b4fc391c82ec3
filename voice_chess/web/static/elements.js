/** Making and finding elements. */

/** A new element; `attributes` that are null or false are left out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function find(id) {
  return document.getElementById(id);
}

export function all(selector, within = document) {
  return [...within.querySelectorAll(selector)];
}

/** There is somebody who takes what the forms here send; some buttons wait for more than that. */
export function openForm(within) {
  for (const button of all("[type=submit]:not([data-waits])", within)) {
    button.disabled = false;
    if (button.form.dataset.awaited !== undefined) sendAwaited(button);
  }
}

/** Whoever pressed Enter before, `early.js` has told them to wait; the page's script goes first to its end. */
function sendAwaited({ form }) {
  delete form.dataset.awaited;
  for (const field of form.elements) field.setCustomValidity?.("");
  setTimeout(() => form.requestSubmit());
}

/** Show words in an element only if they are others, so that nothing is read twice. */
export function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

/** Show strings and elements in an element only if they read otherwise than what is there. */
export function fill(element, ...children) {
  const wanted = make("span", {}, ...children);
  if (element.innerHTML !== wanted.innerHTML) element.replaceChildren(...wanted.childNodes);
}

/** Show an element while this is true. */
export function show(element, isShown) {
  if (element && element.hidden === isShown) element.hidden = !isShown;
}

const PIECES = new URL("./pieces/", import.meta.url).pathname;

/** The picture of a piece, by its letter; what it is, its place says in words. */
export function pictureOf(piece, attributes = {}) {
  return make("img", { src: `${PIECES}${piece}.svg`, alt: "", ...attributes });
}
