/** What is to be deleted is asked about in a window of its own, which tells what goes. */

import { all, find, write } from "./elements.js";

/** Resolves to whether it is meant; Escape keeps all. */
export function isDeletionMeant(question) {
  const dialog = find("delete");
  write(find("delete-title"), question);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue !== "");
  });
}

for (const button of all("#delete button")) {
  button.addEventListener("click", () => find("delete").close(button.value));
}
