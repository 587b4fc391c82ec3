/** The list of all commands, and what is declared besides: rows with fields that become requests. */

import { all, find, openForm } from "./elements.js";
import { complain, onSent } from "./forms.js";
import { text } from "./texts.js";

/** Each argument is a field, in the order in which it is said. */
export function hearCommands(page) {
  onSent("command", (name, values, form) => {
    const shape = Object.keys(values).join("");
    if (form.dataset.shapes.split(",").includes(shape)) page.ask(name, Object.values(values));
    else complain(form.elements[Object.keys(values).at(-1)], text("args-clash"));
  });
}

export function hearDeclarations(page) {
  onSent("declaration", (declaration, values) => {
    page.request({ type: "declare", declaration: { declaration, ...values } });
  });
}

/** The commands are called as the announcements' language has them: with another, they are fetched. */
export async function nameCommands({ language }) {
  const list = find("commands").querySelector("ul");
  if (list.dataset.language === language) return;
  list.dataset.language = language;
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const named = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.id;
  const rows = all("#commands li", named);
  rows.forEach(openForm);
  list.replaceChildren(...rows);
  if (focused && document.activeElement?.id !== focused) find(focused)?.focus();
}
