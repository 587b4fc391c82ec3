/** The texts of the page, which the server sends with it; scripts have none. */

const words = JSON.parse(document.getElementById("texts").textContent);
const languages = JSON.parse(document.getElementById("languages").textContent);

/** The text under this key, with values in its gaps. */
export function text(key, gaps = {}) {
  const found = words[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);
}

/** The same with elements in the gaps: a list of strings and elements. */
export function parts(key, gaps) {
  const found = (words[key] ?? key).split(/\{(\w+)\}/);
  return found.map((part, index) => (index % 2 === 1 ? gaps[part] : part)).filter((part) => part !== "");
}

export function hasText(key) {
  return key in words;
}

/** The `lang` attribute for one of the server's languages. */
export function tagOf(language) {
  return languages.find((known) => known.id === language)?.lang ?? language;
}

export function nameOf(language) {
  return languages.find((known) => known.id === language)?.name ?? language;
}

/** The items that aren't empty, joined by commas. */
export function listed(items) {
  return items.filter(Boolean).join(", ");
}
