/** Imports a game played elsewhere: sends its file or text to the server, which reads it. */

import { find, show, write } from "./elements.js";
import { likeliestLetters } from "./file-letters.js";
import { announce } from "./live.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { text } from "./texts.js";

/** The most characters that the server takes; only the first game counts. */
const MOST_LETTERS = 12_000;
/** The most characters of a file that are looked at here. */
const MOST_LOOKED_AT = 1_000_000;
const TAG_OR_COMMENT = /^\[[^\n]*$|\{[^}]*\}/gm;
const CLOCK_OR_OFFER = /\[%clk [^\]]*\]|\(=\)/g;
/** Encodings older than Unicode, each with the alphabets written in it. */
const ALPHABETS = JSON.parse(find("alphabets").textContent);
const form = find("import");
const asked = new URLSearchParams(location.search);
asked.set("lang", document.body.dataset.interface);
const lasting = `?${asked}`;

find("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  // In a field, the megabytes of a collection freeze the page for many seconds.
  find("pgn").value = fitting(likeliestLetters(new Uint8Array(await file.arrayBuffer()), ALPHABETS));
});

/** Drop what the server ignores from a long game; the lines keep their numbers. */
function fitting(pgn) {
  if (pgn.length <= MOST_LETTERS) return pgn;
  return pgn.slice(0, MOST_LOOKED_AT).replace(TAG_OR_COMMENT, withoutWords).slice(0, MOST_LETTERS);
}

function withoutWords(found) {
  if (!found.startsWith("{")) return found;
  const kept = (found.match(CLOCK_OR_OFFER) ?? []).join(" ");
  return `{${kept}}${"\n".repeat(found.split("\n").length - 1)}`;
}

onSending(form, async () => {
  forgive(form);
  show(find("partly"), false);
  const { content, problem } = await send(`/import${lasting}`, { pgn: fitting(find("pgn").value) });
  // The detail says where it is damaged; only the form shows details.
  if (problem) complain(form, { ...problem, field: "" });
  else if (isWhole(content)) location.assign(`${content.path}${lasting}`);
  else showPartly(content);
});

function isWhole({ left_out: leftOut, others_follow: othersFollow }) {
  return leftOut === "" && !othersFollow;
}

/** Part of the file was left out, as it is damaged or holds more games: say so, with a link to the game. */
function showPartly({ path, left_out: leftOut, others_follow: othersFollow }) {
  const reasons = [];
  if (othersFollow) reasons.push(text("import-several"));
  if (leftOut !== "") reasons.push(text("import-partly"));
  write(find("partly-title"), reasons.join(" "));
  write(find("left-out"), leftOut);
  show(find("left-out"), leftOut !== "");
  find("partly").querySelector("a").setAttribute("href", `${path}${lasting}`);
  show(find("partly"), true);
  // A screen reader reads the title by itself, as it gets the focus.
  find("partly-title").focus();
  if (leftOut !== "") announce(leftOut);
}
