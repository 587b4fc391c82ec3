/** Entering: exchanges a link's secret or the six words for a cookie. */

import { find } from "./elements.js";
import { complain, onSending, send } from "./sending.js";

const chosen = new URLSearchParams(location.search).get("lang");
/** The language that was chosen here, for a page that has none of its own. */
const lasting = chosen === null ? "" : `?${new URLSearchParams({ lang: chosen })}`;

async function enter(way, field) {
  const { content, problem } = await send("/entries", way);
  if (content) location.replace(content.path + lasting);
  else complain(find("enter"), { ...problem, field });
}

onSending(find("enter"), () => enter({ code: find("code").value }, "code"));

if (find("wish") !== null) import("./wish.js");

const token = location.hash.slice(1);
if (location.pathname === "/enter" && token !== "") {
  history.replaceState(null, "", location.pathname + lasting);
  enter({ token }, "");
}
