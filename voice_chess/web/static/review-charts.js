/** The course of a game: charts of chances and times, with axes, units and legend, and a table. */

import { timeText } from "./clocks.js";
import { fill, find, make, show } from "./elements.js";
import { text } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [600, 180];
const MINUTE_MS = 60_000;
const MARKED = ["mistake", "blunder"];
/** Steps of the scale, in seconds or minutes. */
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120];
const MOST_LINES = 5;
const MOST_NUMBERS = 10;

/** `ply` is shown; `go` is called with the ply that is clicked. */
export function showCharts(game, found, { ply, go, lang }) {
  if (game.moves.length === 0) return;
  chances(game, found, ply, go);
  times(game, found, ply, go);
  table(game, found, lang);
}

function chances(game, found, ply, go) {
  const points = found.evaluations;
  show(find("chances-chart"), points.length > 1);
  if (points.length < 2) return;
  const values = points.map((point) => Math.round(point.chances));
  const gaps = { least: Math.min(...values), most: Math.max(...values), last: values.at(-1) };
  const summary = text("chances-summary", gaps);
  const y = (percent) => HEIGHT * (1 - percent / 100);
  const x = (at) => (WIDTH * at) / game.moves.length;
  const svg = picture(`${text("chart-chances")}. ${summary}`);
  const scale = [0, 25, 50, 75, 100].map((percent) => [y(percent), String(percent)]);
  for (const [at, number] of scale) line(svg, at, number === "50");
  const corners = points.map((point) => `${x(point.ply)},${y(point.chances)}`);
  const base = `${x(points.at(-1).ply)},${y(0)} ${x(points[0].ply)},${y(0)}`;
  svg.append(element("polygon", { points: `${corners.join(" ")} ${base}`, class: "area" }));
  svg.append(element("polyline", { points: corners.join(" "), class: "curve" }));
  cursor(svg, x(ply));
  for (const mistake of found.mistakes.filter(({ verdict }) => MARKED.includes(verdict))) {
    const point = points.find((one) => one.ply === mistake.ply);
    const dot = element("circle", { cx: x(point.ply), cy: y(point.chances), r: 5, class: "slip" });
    dot.append(element("title", {}, `${nameOf(game, mistake.ply)}${mistake.sign}`));
    svg.append(dot);
  }
  clicks(svg, (share) => go(Math.round(share * game.moves.length)));
  const legend = [["area", "side:white"], ["slip", "legend-mistakes"], ["cursor", "legend-shown"]];
  const labels = { scale, moves: numbers(game, x) };
  place("chances-chart", svg, { title: text("chart-chances"), unit: text("axis-percent"), labels, legend, summary });
}

function times(game, found, ply, go) {
  const known = game.moves.filter((move) => move.spent_ms !== null);
  show(find("times-none"), known.length === 0);
  show(find("times-chart"), known.length > 0);
  if (known.length === 0) return;
  const longest = known.reduce((one, other) => (other.spent_ms > one.spent_ms ? other : one));
  const isLong = longest.spent_ms > 3 * MINUTE_MS;
  const unitMs = isLong ? MINUTE_MS : 1_000;
  const most = Math.max(1, longest.spent_ms / unitMs);
  const step = STEPS.find((one) => most / one <= MOST_LINES) ?? STEPS.at(-1);
  const top = Math.ceil(most / step) * step;
  const summary = text("times-summary", {
    longest: nameOf(game, longest.ply),
    time: timeText(longest.spent_ms),
  });
  const y = (units) => HEIGHT * (1 - units / top);
  const wide = WIDTH / game.moves.length;
  const x = (at) => wide * at;
  const svg = picture(`${text("chart-times")}. ${summary}`);
  const scale = [];
  for (let units = 0; units <= top; units += step) scale.push([y(units), String(units)]);
  for (const [at, number] of scale) line(svg, at, number === "0");
  for (const move of known) {
    const units = move.spent_ms / unitMs;
    const bar = element("rect", {
      x: x(move.ply - 1) + wide * 0.1,
      y: Math.min(y(units), y(0) - 1),
      width: Math.max(1, wide * 0.8),
      height: Math.max(1, y(0) - y(units)),
      class: `bar-${move.colour}`,
    });
    bar.append(element("title", {}, `${nameOf(game, move.ply)}: ${timeText(move.spent_ms)}`));
    svg.append(bar);
  }
  if (ply > 0) cursor(svg, x(ply - 0.5));
  clicks(svg, (share) => go(Math.min(game.moves.length, Math.floor(share * game.moves.length) + 1)));
  const legend = [["bar-white", "side:white"], ["bar-black", "side:black"], ["cursor", "legend-shown"]];
  const unit = text(isLong ? "axis-minutes" : "axis-seconds");
  const labels = { scale, moves: numbers(game, (at) => x(at - 0.5)) };
  place("times-chart", svg, { title: text("chart-times"), unit, labels, legend, summary });
}

function place(id, svg, { title, unit, labels, legend, summary }) {
  const items = legend.map(([kind, key]) => make("li", {}, swatch(kind), text(key)));
  fill(
    find(id),
    make("figcaption", {}, make("strong", {}, title), make("span", { class: "unit" }, ` (${unit})`)),
    make("div", { class: "plot" }, svg, ...axes(labels)),
    make("ul", { class: "legend" }, ...items),
    make("p", {}, summary),
  );
}

function swatch(kind) {
  const svg = element("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  if (kind === "slip") svg.append(element("circle", { cx: 8, cy: 8, r: 5, class: kind }));
  else if (kind === "cursor") svg.append(element("line", { x1: 8, x2: 8, y1: 0, y2: 16, class: kind }));
  else svg.append(element("rect", { x: 1, y: 1, width: 14, height: 14, class: kind }));
  return svg;
}

function picture(summary) {
  return element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary, class: "course" });
}

/** A line of the scale. */
function line(svg, y, isAxis) {
  const ends = { x1: 0, x2: WIDTH, y1: y, y2: y };
  svg.append(element("line", { ...ends, class: isAxis ? "axis" : "grid" }));
}

/**
 * Numbers at the left and below, as text of the page: they keep its size however wide the picture
 * is. Screen readers skip them; they have the summary and the table.
 */
function axes({ scale, moves }) {
  const left = scale.map(([y, number]) => placed(number, "top", y / HEIGHT));
  const below = moves.map(([x, number]) => placed(number, "left", x / WIDTH));
  return [
    make("div", { class: "scale", "aria-hidden": "true" }, ...left),
    make("div", { class: "numbers", "aria-hidden": "true" }, ...below),
    make("div", { class: "axis-name", "aria-hidden": "true" }, text("axis-move")),
  ];
}

function placed(number, side, share) {
  const label = make("span", {}, number);
  label.style[side] = `${100 * share}%`;
  return label;
}

/** Numbers of White's moves, as many as there is room for, with their places. */
function numbers(game, x) {
  const whites = game.moves.filter((move) => move.colour === "white");
  const each = Math.max(1, Math.ceil(whites.length / MOST_NUMBERS));
  return whites.filter((_, index) => index % each === 0).map((move) => [x(move.ply), String(move.number)]);
}

function cursor(svg, x) {
  svg.append(element("line", { x1: x, x2: x, y1: 0, y2: HEIGHT, class: "cursor" }));
}

/** A click leads to the move there; with keys, use the list of moves. */
function clicks(svg, act) {
  svg.addEventListener("click", ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    act(Math.min(0.999, Math.max(0, (clientX - left) / width)));
  });
}

function nameOf(game, ply) {
  const move = game.moves[ply - 1];
  return `${move.number}${move.colour === "white" ? "." : " …"} ${move.written}`;
}

function table(game, found, lang) {
  const rows = game.moves.map((move) => {
    const evaluation = found.evaluations.find((one) => one.ply === move.ply);
    const mistake = found.mistakes.find((one) => one.ply === move.ply);
    const cells = [
      move.spent_ms === null ? "" : timeText(move.spent_ms),
      move.left_ms === null ? "" : timeText(move.left_ms),
      evaluation?.sign ?? "",
      evaluation ? `${Math.round(evaluation.chances)} %` : "",
      mistake ? text(mistake.verdict) : "",
    ].map((cell) => make("td", {}, cell));
    return [make("th", { scope: "row", lang }, nameOf(game, move.ply)), ...cells];
  });
  const [body] = find("table").tBodies;
  while (body.rows.length < rows.length) body.insertRow();
  // The engine's findings come one by one, and screen readers lose their place in a row that is replaced.
  rows.forEach((cells, index) => fill(body.rows[index], ...cells));
}

function element(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
