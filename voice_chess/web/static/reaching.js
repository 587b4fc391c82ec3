/** A page that looks every few seconds for what is new, tells when it reaches nobody, and when it does again. */

import { find, show, write } from "./elements.js";
import { announce } from "./live.js";
import { problemText } from "./sending.js";
import { text } from "./texts.js";

/** What came of a look: a problem is told once, until there is none, or another. */
export function tellReached(problem) {
  const place = find("look-problem");
  const words = problem ? problemText(problem) : "";
  if (place.textContent === words) return;
  write(place, words);
  show(place, words !== "");
  announce(words || text("connection:back"), { isUrgent: true });
}
