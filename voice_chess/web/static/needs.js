/** Reasons why a board needs the arbiter, in the order in which to visit boards. */

import { text } from "./texts.js";

/** Needs for a ruling: before the game goes on, or on an appeal, which it does not wait for. */
const RULINGS = ["called", "mating-chance", "quickplay", "increment", "objection", "appeal"];
export const NEEDS = [...RULINGS, "boards", "advance", "stopped", "absent", "unclear"];

const URGENT = [...RULINGS, "boards", "advance"];

/** Whether the arbiter is told at once, wherever they are: somebody waits for their decision. */
export function isUrgent(need) {
  return URGENT.includes(need);
}

/** "" if all is well. */
export function needWords(need) {
  if (!need) return "";
  return RULINGS.includes(need) ? text(`waits:${need}`) : text(`event-needs:${need}`);
}
