/** Links to seats with their codes, shown only once; each can be copied. */

import { find, make, show } from "./elements.js";
import { announce } from "./live.js";
import { text } from "./texts.js";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const isLoopback = LOOPBACK.has(location.hostname);

/** The address for other computers: the page's own, unless it means this computer. */
export const OTHERS_ADDRESS = (isLoopback && document.body.dataset.address) || location.origin;

/** Show these links in their part of the page; `nameOf` returns a link's name. */
export function showLinks(links, nameOf = ({ role }) => text(`role:${role}`)) {
  find("links").replaceChildren(...links.map((link) => item(link, nameOf(link))));
  show(find("links-only-here"), LOOPBACK.has(new URL(OTHERS_ADDRESS).hostname));
  show(find("links-part"), true);
}

function item({ path, code }, name) {
  const address = new URL(path, OTHERS_ADDRESS).href;
  const copy = make("button", { type: "button" }, text("copy", { role: name }));
  copy.addEventListener("click", () => copied(address));
  return make(
    "li",
    { class: "link" },
    make("h3", {}, name),
    make("p", {}, make("a", { href: address, rel: "noreferrer" }, address)),
    make("p", {}, `${text("code")}: `, make("strong", {}, code)),
    copy,
  );
}

async function copied(address) {
  try {
    await navigator.clipboard.writeText(address);
    announce(text("copied"));
  } catch {
    announce(text("copied-not"), { isUrgent: true });
  }
}
