/** For pages that fetch news every few seconds: reports when the server can't be reached, and when it can again. */

import { find, show, write } from "./elements.js";
import { announce } from "./live.js";
import { problemText } from "./sending.js";
import { text } from "./texts.js";

/** Report a problem of a fetch once, until it changes or ends. */
export function tellReached(problem) {
  const place = find("look-problem");
  const words = problem ? problemText(problem) : "";
  if (place.textContent === words) return;
  write(place, words);
  show(place, words !== "");
  announce(words || text("connection:back"), { isUrgent: true });
}
