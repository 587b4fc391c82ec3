/** The organiser's events: create one, or go to one. */

import { find, make, show } from "./elements.js";
import { termsOf } from "./event-terms.js";
import { showLinks } from "./links.js";
import { announce } from "./live.js";
import { complain, fetched, forgetKey, forgive, keyOf, onSending, problemText, send } from "./sending.js";
import { text } from "./texts.js";

const query = `?lang=${document.body.dataset.interface}`;
const form = find("new");

async function showEvents() {
  const { content: events, problem } = await fetched("/organiser/events");
  if (problem) {
    announce(problemText(problem), { isUrgent: true });
    return;
  }
  show(find("events-none"), events.length === 0);
  const items = events.reverse().map(({ event, name, players, round, rounds }) =>
    make("li", {}, make("a", { href: `/organiser/events/${event}${query}` }, name), `: ${text("event-short", { players, round, rounds })}`),
  );
  find("events").replaceChildren(...items);
}

onSending(form, async () => {
  const { content, problem } = await send(`/organiser/events${query}`, { ...termsOf(form), key: keyOf(form) });
  forgive(form);
  if (problem) {
    complain(form, problem);
    return;
  }
  forgetKey(form);
  showLinks(content.links, () => text("role:arbiter"));
  find("go").href = `${content.path}${query}`;
  show(find("go"), true);
  announce(text("event-made"));
  find("links-title").focus();
  await showEvents();
});

const today = new Date().toISOString().slice(0, 10);
for (const day of ["first-day", "last-day"]) find(day).value ||= today;
const told = sessionStorage.getItem("told");
if (told !== null) {
  // Left by the page of a deleted event.
  sessionStorage.removeItem("told");
  announce(told);
}
showEvents();
