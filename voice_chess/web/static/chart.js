/** How long each move took: as a picture with its summary, and as a table. */

import { timeText } from "./clocks.js";
import { find, make, show } from "./elements.js";
import { text } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const BAR = 12;
const WIDEST_BAR = 32;
const HALF = 100;
const LEAST = 320;

/** Fetch and show; nothing where no move was completed. */
export async function showTimes(address) {
  const answer = await fetch(address).catch(() => null);
  const times = answer?.ok ? await answer.json() : [];
  show(find("times"), times.length > 0);
  if (times.length === 0) return;
  const summary = summaryOf(times);
  find("times-chart").replaceChildren(picture(times, summary), make("figcaption", {}, summary));
  find("times-table").tBodies[0].replaceChildren(...times.map(row));
}

function summaryOf(times) {
  const longest = times.reduce((one, other) => (other.spent_ms > one.spent_ms ? other : one));
  const mean = (colour) => {
    const own = times.filter((time) => time.colour === colour).map((time) => time.spent_ms);
    return timeText(own.reduce((sum, ms) => sum + ms, 0) / Math.max(1, own.length));
  };
  return text("times-summary", {
    moves: times.length,
    longest: moveName(longest),
    time: timeText(longest.spent_ms),
    white: mean("white"),
    black: mean("black"),
  });
}

function moveName({ ply, san }) {
  return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${san}`;
}

function row(time) {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, moveName(time)),
    make("td", {}, timeText(time.spent_ms)),
    make("td", {}, timeText(time.left_ms)),
  );
}

/** White's bars upwards, Black's downwards, all to one scale. */
function picture(times, summary) {
  const longest = Math.max(...times.map((time) => time.spent_ms), 1);
  const columns = Math.ceil(times.at(-1).ply / 2);
  const step = Math.min(WIDEST_BAR, Math.max(BAR, LEAST / columns));
  const width = Math.max(LEAST, columns * step);
  const svg = svgElement("svg", {
    viewBox: `0 0 ${width} ${2 * HALF}`,
    preserveAspectRatio: "xMinYMid",
    role: "img",
    "aria-label": summary,
    class: "chart",
  });
  for (const time of times) {
    const height = Math.max(1, (time.spent_ms / longest) * (HALF - 4));
    const isWhite = time.colour === "white";
    const bar = svgElement("rect", {
      x: (Math.ceil(time.ply / 2) - 1) * step + 2,
      y: isWhite ? HALF - height : HALF,
      width: step - 4,
      height,
      class: `bar-${time.colour}`,
    });
    bar.append(svgElement("title", {}, `${moveName(time)}: ${timeText(time.spent_ms)}`));
    svg.append(bar);
  }
  svg.append(svgElement("line", { x1: 0, x2: width, y1: HALF, y2: HALF, class: "axis" }));
  return svg;
}

function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
