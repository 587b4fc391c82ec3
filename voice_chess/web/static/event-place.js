/** A player's place at an event: says where they play, and takes them there. */

import { hearAccessKeys } from "./access-keys.js";
import { find, show, write } from "./elements.js";
import { InOrder } from "./in-order.js";
import { announce } from "./live.js";
import { lookForNews } from "./news.js";
import { tellReached } from "./reaching.js";
import { fetched, problemText, send } from "./sending.js";

const EACH_MS = 3_000;
const LIVE_MS = 10_000;
const path = `/places/${document.body.dataset.place}`;
const order = new InOrder();
let known = null;

async function look() {
  const isNews = order.asked();
  const { content: now, problem } = await fetched(`${path}/now`);
  tellReached(problem);
  if (problem || !isNews()) return;
  show(find("place-problem"), false);
  const isNew = known !== null && now.text !== known.text;
  const isReady = now.is_ready && !now.is_over;
  const isCalled = isReady && known !== null && !(known.is_ready && !known.is_over);
  const isFirst = known === null;
  known = now;
  write(find("pairing"), now.text);
  show(find("go"), isReady, find("again"));
  if (isCalled) await go();
  else if (isNew || isFirst) say();
  if (isFirst && isReady) find("go").focus();
}

/** Use the server's voice if the player wants that, else the screen reader. */
function say() {
  if (known === null) return;
  if (!known.clip) {
    announce(known.text, { isUrgent: true });
    return;
  }
  find("spoken").src = known.clip;
  find("spoken").play().catch(() => announce(known.text, { isUrgent: true }));
}

async function go() {
  const { content, problem } = await send(`${path}/board`, {});
  if (content) location.assign(content.path);
  else tell(problemText(problem));
}

function tell(words) {
  if (find("place-problem").textContent === words && !find("place-problem").hidden) return;
  write(find("place-problem"), words);
  show(find("place-problem"), true);
  announce(words, { isUrgent: true });
}

find("again").addEventListener("click", say);
find("go").addEventListener("click", go);
hearAccessKeys();
lookForNews(`/events/${document.body.dataset.event}/news`, look, { eachMs: EACH_MS, liveMs: LIVE_MS });
