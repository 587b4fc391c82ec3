/** The list of all commands, and the declarations: forms whose fields become requests. */

import { all, find, openForm } from "./elements.js";
import { complain, onSent } from "./forms.js";
import { text } from "./texts.js";

/** Each field is an argument, in the order in which it is said. */
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

/** Name the commands, and the line's examples, in the language of the announcements; fetch them when it changes. */
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
  find("line-how").replaceWith(named.getElementById("line-how"));
  if (focused && document.activeElement?.id !== focused) find(focused)?.focus();
}
