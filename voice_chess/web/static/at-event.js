/** At a board of an event: a button that repeats the pairing. */

import { find } from "./elements.js";
import { announce } from "./live.js";
import { fetched, problemText } from "./sending.js";

const asked = find("pairing-again");

/** Use the server's voice if the player wants that, else the screen reader. */
async function say() {
  const { content, problem } = await fetched(`/places/${asked.dataset.place}/now`);
  if (problem) {
    announce(problemText(problem), { isUrgent: true });
    return;
  }
  const { text, clip } = content;
  const tell = () => announce(text, { isUrgent: true });
  if (clip) new Audio(clip).play().catch(tell);
  else tell();
}

asked?.addEventListener("click", say);
