/** The best move as an arrow over the board. */

import { find } from "./elements.js";
import { FILES, RANKS } from "./placement.js";

const HEAD = 0.34;

/** `uci` is the move, or null for none. */
export function showBest(uci, isFlipped) {
  const arrow = find("arrow");
  arrow.toggleAttribute("hidden", uci === null);
  if (uci === null) return;
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)].map((square) => centreOf(square, isFlipped));
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const neck = { x: to.x - ux * HEAD, y: to.y - uy * HEAD };
  const line = arrow.querySelector("line");
  for (const [name, value] of Object.entries({ x1: from.x, y1: from.y, x2: neck.x, y2: neck.y })) {
    line.setAttribute(name, value);
  }
  const [sx, sy] = [-uy * HEAD * 0.6, ux * HEAD * 0.6];
  const corners = [
    [to.x, to.y],
    [neck.x + sx, neck.y + sy],
    [neck.x - sx, neck.y - sy],
  ];
  arrow.querySelector("path").setAttribute("d", `M${corners.map((corner) => corner.join(" ")).join("L")}Z`);
}

function centreOf(square, isFlipped) {
  const [x, y] = [FILES.indexOf(square[0]) + 0.5, 7.5 - RANKS.indexOf(square[1])];
  return isFlipped ? { x: 8 - x, y: 8 - y } : { x, y };
}
