/** What may keep an arbiter from looking elsewhere, in the order in which boards are gone to. */

import { text } from "./texts.js";

/** What they are to do before the game goes on. */
const RULINGS = ["called", "mating-chance", "quickplay", "objection"];
export const NEEDS = [...RULINGS, "boards", "stopped", "absent", "unclear"];

/** Something that is told at once, wherever they are. */
export function isRuling(need) {
  return RULINGS.includes(need);
}

/** Nothing where all goes well. */
export function needWords(need) {
  if (!need) return "";
  return isRuling(need) ? text(`waits:${need}`) : text(`event-needs:${need}`);
}
