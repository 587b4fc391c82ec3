/** Entering: exchanges a link's secret or the six words for a cookie. */

import { find } from "./elements.js";
import { complain, onSending, send } from "./sending.js";

async function enter(way, field) {
  const { content, problem } = await send("/entries", way);
  if (content) location.replace(content.path);
  else complain(find("enter"), { ...problem, field });
}

onSending(find("enter"), () => enter({ code: find("code").value }, "code"));

if (find("wish") !== null) import("./wish.js");

const token = location.hash.slice(1);
if (location.pathname === "/enter" && token !== "") {
  history.replaceState(null, "", location.pathname);
  enter({ token }, "");
}
