/** How long each move took, as a picture with its summary and as a table. */

import { timeText } from "./clocks.js";
import { find, make, show } from "./elements.js";
import { beginningOf } from "./game.js";
import { fetched } from "./sending.js";
import { moveElement } from "./sheet.js";
import { parts, text } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const BAR = 12;
const WIDEST_BAR = 32;
const HALF = 100;
const LEAST = 320;

/** Fetch and show the times; moves look as in the page's list. Hidden if there are none. */
export async function showTimes(page, game) {
  const { content: times = [] } = await fetched(page.addressOf(game.game, "times"));
  show(find("times"), times.length > 0);
  if (times.length === 0) return;
  const { number, isWhite } = beginningOf(game);
  const columnOf = ({ ply }) => Math.floor((ply - (isWhite ? 1 : 0)) / 2);
  const numberOf = (time) => `${number + columnOf(time)}${time.colour === "white" ? "." : "…"}`;
  const moveOf = ({ ply }) => game.moves[ply - 1];
  const manner = page.settings.board.pieces;
  const named = (time) =>
    make("span", {}, `${numberOf(time)} `, moveElement(moveOf(time), page.voice.lang, manner));
  const written = (time) => `${numberOf(time)} ${moveOf(time).written}`;
  const summary = summaryOf(times);
  const caption = make("figcaption", {}, ...parts("times-summary", { ...summary.gaps, longest: named(summary.longest) }));
  const told = text("times-summary", { ...summary.gaps, longest: written(summary.longest) });
  find("times-chart").replaceChildren(picture(times, { summary: told, columnOf, written }), caption);
  find("times-table").tBodies[0].replaceChildren(...times.map((time) => row(time, named(time))));
}

function summaryOf(times) {
  const longest = times.reduce((one, other) => (other.spent_ms > one.spent_ms ? other : one));
  const mean = (colour) => {
    const own = times.filter((time) => time.colour === colour).map((time) => time.spent_ms);
    return timeText(own.reduce((sum, ms) => sum + ms, 0) / Math.max(1, own.length));
  };
  const time = timeText(longest.spent_ms);
  return { longest, gaps: { moves: times.length, time, white: mean("white"), black: mean("black") } };
}

function row(time, name) {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, name),
    make("td", {}, timeText(time.spent_ms)),
    make("td", {}, timeText(time.left_ms)),
  );
}

/** Draw White's bars upwards, Black's downwards, to one scale. */
function picture(times, { summary, columnOf, written }) {
  const longest = Math.max(...times.map((time) => time.spent_ms), 1);
  const columns = columnOf(times.at(-1)) + 1;
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
      x: columnOf(time) * step + 2,
      y: isWhite ? HALF - height : HALF,
      width: step - 4,
      height,
      class: `bar-${time.colour}`,
    });
    bar.append(svgElement("title", {}, `${written(time)}: ${timeText(time.spent_ms)}`));
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
