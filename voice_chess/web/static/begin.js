/** A visitor's own game: its form, and the links to its seats. */

import { find, show, write } from "./elements.js";
import { OTHERS_ADDRESS, showLinks } from "./links.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { parts, text } from "./texts.js";

const OWN_TIME = "own";
const BY_NUMBER = "number";
/** Sent for anything else, so that the server names the valid numbers. */
const NO_NUMBER = -1;
const form = find("begin");
const { elements } = form;
/** What the new game goes on from, or null. */
const before = JSON.parse(find("before")?.textContent ?? "null");

function wantedGame() {
  const time = elements.time.value === OWN_TIME ? elements["own-time"].value.trim() : elements.time.value;
  return {
    name: elements.name.value.trim(),
    colour: elements.colour.value,
    time,
    ...(before ? { goes_on: before } : { start: wantedStart() }),
    is_blind: elements.blind.checked,
    is_public: elements.public.checked,
    language: document.body.dataset.interface,
    ...(elements.level ? { level: elements.level.value } : friend()),
  };
}

/** The ordinary position, one drawn by lot, or the number of a start of Chess960. */
function wantedStart() {
  const { start, "start-number": number } = elements;
  if (start.value !== BY_NUMBER) return start.value;
  return /^\d+$/.test(number.value.trim()) ? Number(number.value) : NO_NUMBER;
}

function friend() {
  return {
    friends_name: elements["friends-name"].value.trim(),
    friends_language: elements["friends-language"].value,
    takebacks: elements.takebacks.checked,
  };
}

async function begin() {
  forgive(form);
  const { content, problem } = await send(form.dataset.to, wantedGame());
  if (problem) complain(form, problem);
  else if (elements.level) location.assign(content.path);
  else showSeats(content);
}

/** The friend's link comes first: it is what must be passed on. */
function showSeats({ role, path, links }) {
  const rank = (link) => ["player", "own", "spectator"].indexOf(kind(link.role, role));
  const sorted = [...links].sort((one, other) => rank(one) - rank(other));
  showLinks(sorted, (link) => text(`link-for:${kind(link.role, role)}`, { side: text(`role:${link.role}`) }));
  find("links-how").replaceChildren(...parts("friend-links-how", { address: new URL(OTHERS_ADDRESS).host }));
  find("take-seat").href = path;
  write(find("own-side"), text("you-play", { side: text(`side:${role}`) }));
  show(form, false);
  find("links-title").focus();
}

function kind(role, own) {
  if (role === "spectator") return "spectator";
  return role === own ? "own" : "player";
}

function showOwnTime() {
  const isOwn = elements.time.value === OWN_TIME;
  show(find("own-time-part"), isOwn);
  elements["own-time"].required = isOwn;
}

function showNumber() {
  const isWanted = elements.start.value === BY_NUMBER;
  show(find("start-number-part"), isWanted);
  elements["start-number"].required = isWanted;
}

onSending(form, begin);
elements.time.addEventListener("change", showOwnTime);
showOwnTime();
if (!before) {
  elements.start.addEventListener("change", showNumber);
  showNumber();
}
