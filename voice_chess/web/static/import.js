/** A game that was played elsewhere: its file or its text goes to the server, which reads it. */

import { find, show, write } from "./elements.js";
import { likeliestLetters } from "./file-letters.js";
import { announce } from "./live.js";
import { complain, forgive, onSending, send } from "./sending.js";
import { text } from "./texts.js";

/** What the server takes at once; of a longer file, the first game counts. */
const MOST_LETTERS = 12_000;
/** As many may be put in for it: few games have more to read. */
const MOST_LOOKED_AT = 1_000_000;
const TAG_OR_COMMENT = /^\[[^\n]*$|\{[^}]*\}/gm;
const CLOCK_OR_OFFER = /\[%clk [^\]]*\]|\(=\)/g;
/** Encodings of before Unicode, each with alphabets that were written in it. */
const ALPHABETS = JSON.parse(find("alphabets").textContent);
const form = find("import");
const asked = new URLSearchParams(location.search);
asked.set("lang", document.body.dataset.interface);
const lasting = `?${asked}`;

find("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) find("pgn").value = likeliestLetters(new Uint8Array(await file.arrayBuffer()), ALPHABETS);
});

/** A long game goes without the words that the server passes over; its lines keep their numbers. */
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
  const { content, problem } = await send("/import", { pgn: fitting(find("pgn").value) });
  // Where it is damaged stands in the detail, which is told at the form alone.
  if (problem) complain(form, { ...problem, field: "" });
  else if (isWhole(content)) location.assign(`${content.path}${lasting}`);
  else showPartly(content);
});

function isWhole({ left_out: leftOut, others_follow: othersFollow }) {
  return leftOut === "" && !othersFollow;
}

/** The file is damaged or holds more games: what of it is left out, and the way to the rest. */
function showPartly({ path, left_out: leftOut, others_follow: othersFollow }) {
  const reasons = [];
  if (othersFollow) reasons.push(text("import-several"));
  if (leftOut !== "") reasons.push(text("import-partly"));
  const title = reasons.join(" ");
  write(find("partly-title"), title);
  write(find("left-out"), leftOut);
  show(find("left-out"), leftOut !== "");
  find("partly").querySelector("a").setAttribute("href", `${path}${lasting}`);
  show(find("partly"), true);
  find("partly-title").focus();
  announce(`${title} ${leftOut}`.trim());
}
