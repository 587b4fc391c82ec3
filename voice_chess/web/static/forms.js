/** Reads the values of a form for a message; reports a wrong one at its field. */

import { timeOf } from "./clocks.js";
import { all, openForm } from "./elements.js";
import { text } from "./texts.js";

const LEFT_OUT = Symbol("left out");
const squaresIn = (control) => control.value.toLowerCase().match(/[a-h][1-8]/g) ?? [];
const READ = {
  time: (control) => timeOf(control.value) ?? Number.NaN,
  number: (control) => control.valueAsNumber,
  truth: (control) => control.value === "yes",
  checkbox: (control) => control.checked,
  sign: (control) => control.value.trim().toLowerCase() || LEFT_OUT,
  choice: (control) => control.value || LEFT_OUT,
  points: (control) => (control.value ? control.value.split(":").map(Number) : LEFT_OUT),
  joined: (control) => squaresIn(control).join("") || LEFT_OUT,
  squares: squaresIn,
};

/** Return the values by name; null if one is wrong. */
function valuesOf(form) {
  const values = {};
  for (const control of form.elements) {
    if (!control.name) continue;
    const value = READ[control.dataset.as ?? control.type]?.(control) ?? control.value;
    if (Number.isNaN(value)) {
      complain(control, text("time-wrong"));
      return null;
    }
    if (value !== LEFT_OUT) values[control.name] = value;
  }
  return values;
}

/** Report a problem until the form is changed. */
export function complain(control, words) {
  const forgive = () => control.setCustomValidity("");
  control.setCustomValidity(words);
  control.reportValidity();
  control.form.addEventListener("input", forgive, { once: true });
}

/** When a form with this name in its data is sent, call `act` with its values; enable these forms now. */
export function onSent(name, act) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.tagName !== "FORM" || !(name in form.dataset)) return;
    event.preventDefault();
    const values = valuesOf(form);
    if (values !== null) act(form.dataset[name], values, form);
  });
  all(`form[data-${name}]`).forEach(openForm);
}
