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

/** Enable the forms, now that a script handles them, except buttons that wait for more. */
export function openForm(within) {
  for (const button of all("[type=submit]:not([data-waits])", within)) {
    button.disabled = false;
    if (button.form.dataset.awaited !== undefined) sendAwaited(button);
  }
}

/** Send a form in which Enter was pressed too early (`early.js`), once the page's script has run. */
function sendAwaited({ form }) {
  delete form.dataset.awaited;
  for (const field of form.elements) field.setCustomValidity?.("");
  setTimeout(() => form.requestSubmit());
}

/** Put words into an element only if they differ, so that nothing is read twice. */
export function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

/** Put strings and elements into an element only if they differ from its content. */
export function fill(element, ...children) {
  const wanted = make("span", {}, ...children);
  if (element.innerHTML !== wanted.innerHTML) element.replaceChildren(...wanted.childNodes);
}

/** Show or hide an element; its heir takes over the focus from one that is hidden. */
export function show(element, isShown, heir = null) {
  if (!element || element.hidden !== isShown) return;
  const isHeld = !isShown && element === document.activeElement;
  element.hidden = !isShown;
  if (isHeld) heir?.focus();
}

const PIECES = new URL("./pieces/", import.meta.url).pathname;

/** The picture of a piece, by its letter; the element around it names the piece. */
export function pictureOf(piece, attributes = {}) {
  return make("img", { src: `${PIECES}${piece}.svg`, alt: "", ...attributes });
}
