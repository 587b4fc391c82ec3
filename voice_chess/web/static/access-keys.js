/** Access keys on a Cyrillic keyboard: Chromium looks for the key's own letter alone. */

import { latinKey } from "./latin-key.js";

const CYRILLIC = /^\p{Script=Cyrillic}$/u;

/** Press the button whose access key is at this place on a Latin keyboard. */
export function hearAccessKeys() {
  document.addEventListener("keydown", (event) => {
    const isAlone = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isAlone || !CYRILLIC.test(event.key)) return;
    const button = document.querySelector(`[accesskey="${latinKey(event)}"]`);
    if (button === null) return;
    event.preventDefault();
    button.focus();
    button.click();
  });
}
