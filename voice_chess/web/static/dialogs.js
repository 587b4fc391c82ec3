/** Modal dialogs: each asks a question that a button answers; Escape is no answer. */

import { find } from "./elements.js";

/** Screen readers ignore all outside an open dialog, so the live regions move into it. */
const VOICES = ["notified", "status", "alert"].map(find);

/** Resolves to the value of the pressed button; "" with Escape. */
export function answerIn(dialog) {
  dialog.returnValue = "";
  lend(dialog);
  dialog.showModal();
  return new Promise((answered) => {
    dialog.onclose = () => {
      lend(document.body);
      answered(dialog.returnValue);
    };
  });
}

/** Empty them first, so that nothing is said twice. */
function lend(place) {
  for (const voice of VOICES) voice.replaceChildren();
  place.append(...VOICES);
}
