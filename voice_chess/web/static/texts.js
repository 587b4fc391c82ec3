/** The words of the page, as the server sent them along with it; no word stands in a script. */

const words = JSON.parse(document.getElementById("texts").textContent);
const languages = JSON.parse(document.getElementById("languages").textContent);

/** The words under this key, with values in their gaps. */
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

/** What stands in `lang` attributes for this language of ours. */
export function tagOf(language) {
  return languages.find((known) => known.id === language)?.lang ?? language;
}

export function nameOf(language) {
  return languages.find((known) => known.id === language)?.name ?? language;
}

/** Words joined as in a list. */
export function listed(items) {
  return items.filter(Boolean).join(", ");
}
