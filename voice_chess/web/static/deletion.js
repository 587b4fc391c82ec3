/** What is to be deleted is asked about in a window of its own, which tells what goes. */

import { answerIn } from "./dialogs.js";
import { all, find, write } from "./elements.js";

/** Resolves to whether it is meant; Escape keeps all. */
export async function isDeletionMeant(question) {
  write(find("delete-title"), question);
  return (await answerIn(find("delete"))) !== "";
}

for (const button of all("#delete button")) {
  button.addEventListener("click", () => find("delete").close(button.value));
}
