/** A time control in words: the server sends it in PGN's form, in seconds. */

import { text } from "./texts.js";

const PERIOD = /^(?:(\d+)\/)?([\d.]+)(?:([+d])([\d.]+))?$/;
const MINUTE_S = 60;

/** "900+10" is "15 min + 10 s per move". */
export function controlText(control) {
  return control.split(":").map(periodText).reduceRight((rest, first) => text("control:then", { first, rest }));
}

function periodText(period) {
  const [, moves, base, mode, added] = PERIOD.exec(period);
  const time = withAdded(text("control:base", { minutes: number(base / MINUTE_S) }), mode, added);
  return moves ? text("control:moves", { moves, time }) : time;
}

function withAdded(time, mode, added) {
  if (!mode) return time;
  return text(mode === "+" ? "control:increment" : "control:delay", { time, seconds: number(Number(added)) });
}

function number(value) {
  return value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 3, useGrouping: false });
}
