/** The way in: a link's secret or the six words are exchanged for a cookie. */

import { find, show, write } from "./elements.js";
import { announce } from "./live.js";
import { hasText, text } from "./texts.js";

async function enter(way) {
  const answer = await fetch("/entries", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(way),
  }).catch(() => null);
  if (answer?.ok) {
    location.replace((await answer.json()).path);
    return;
  }
  const { code } = (await answer?.json().catch(() => null)) ?? { code: "no-server" };
  const words = text(hasText(`problem:${code}`) ? `problem:${code}` : "problem:other");
  write(find("enter-problem"), words);
  show(find("enter-problem"), true);
  announce(words, { isUrgent: true });
}

find("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  enter({ code: find("code").value });
});

const token = location.hash.slice(1);
if (token !== "") {
  history.replaceState(null, "", location.pathname);
  enter({ token });
}
