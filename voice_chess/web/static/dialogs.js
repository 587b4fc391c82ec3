/** Windows before the page, each with a question that a button answers; Escape is no answer. */

import { find } from "./elements.js";

/** Behind a window all is shut, to screen readers too: what is announced meanwhile is said within. */
const VOICES = ["notified", "status", "alert"].map(find);

/** The value of the button that was pressed; nothing with Escape. */
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

/** Empty, so that nothing that was said is said again. */
function lend(place) {
  for (const voice of VOICES) voice.replaceChildren();
  place.append(...VOICES);
}
