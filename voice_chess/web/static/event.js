/** An event for spectators: boards and standings. */

import { find, make, show } from "./elements.js";
import { showBoards, showStandings, whereWords } from "./event-views.js";
import { InOrder } from "./in-order.js";
import { announce } from "./live.js";
import { lookForNews } from "./news.js";
import { tellReached } from "./reaching.js";
import { patience } from "./sending.js";

const EACH_MS = 10_000;
const OK = 200;
const NOT_MODIFIED = 304;
const path = `/events/${document.body.dataset.event}`;
const order = new InOrder();
let known = null;
let said = "";

async function look() {
  const isNews = order.asked();
  const headers = known ? { "If-None-Match": known } : {};
  const answer = await fetch(`${path}/state`, { headers, cache: "no-store", signal: patience() }).catch(() => null);
  const isReached = answer?.status === OK || answer?.status === NOT_MODIFIED;
  tellReached(isReached ? null : ((await answer?.json().catch(() => null)) ?? { code: "no-server" }));
  if (!isReached) return;
  const state = answer.status === OK ? await answer.json().catch(() => null) : null;
  if (!isNews() || state === null) return;
  known = answer.headers.get("ETag");
  showBoards(state, (_, words) => make("li", {}, words));
  showStandings(state);
  const round = state.rounds.at(-1);
  show(find("feed"), Boolean(round?.is_started));
  if (round) find("feed").href = `${path}/round-${round.round}.pgn`;
  const now = whereWords(state);
  if (said && said !== now) announce(now);
  said = now;
}

lookForNews(`${path}/news`, look, { eachMs: EACH_MS });
