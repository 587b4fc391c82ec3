/** A dialog that asks before something is deleted, and says what is lost. */

import { answerIn } from "./dialogs.js";
import { all, find, write } from "./elements.js";

/** Resolves to false with Escape or the button that keeps it. */
export async function isDeletionMeant(question) {
  write(find("delete-title"), question);
  return (await answerIn(find("delete"))) !== "";
}

for (const button of all("#delete button")) {
  button.addEventListener("click", () => find("delete").close(button.value));
}
