/**
 * Enter in a form that isn't ready: the user is told to wait, and it is sent when it is.
 *
 * It is no module, so that it runs before the page's script and all its imports are loaded.
 */

addEventListener("keydown", ({ key, target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  const button = form?.querySelector("[type=submit]:not([data-waits])");
  if (key !== "Enter" || !button?.disabled) return;
  form.dataset.awaited = "";
  target.setCustomValidity(document.body.dataset.early);
  target.reportValidity();
});
