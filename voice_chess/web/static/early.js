/**
 * Enter in a form that is still shut: that is told at once, and the form is sent when it opens.
 *
 * It is no module, so that it is there before the page's script and all that this one imports.
 */

addEventListener("keydown", ({ key, target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  const button = form?.querySelector("[type=submit]:not([data-waits])");
  if (key !== "Enter" || !button?.disabled) return;
  form.dataset.awaited = "";
  target.setCustomValidity(document.body.dataset.early);
  target.reportValidity();
});
