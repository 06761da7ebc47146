/* Dialogs: the browser's own <dialog>, which keeps the focus inside, closes with Escape and gives the focus back. */
import { html, nothing, render } from "../core/html.js";
import { onChange } from "../core/store.js";
import { failure } from "./notice.js";

/**
 * Asks before something is done, and does it while the dialog shows how far it is; what fails is shown there.
 *
 * @param title what is asked
 * @param body what will happen, by name
 * @param action the word on the button
 * @param danger whether something is ended or lost
 * @param type a name that must be typed before the button works; for what cannot be undone
 * @param work does it; given the dialog's form and a function to tell how far it is (0 to 1)
 * @returns what work returned; undefined where it was not done
 */
export function ask({ title, body, action, danger = false, type = "", wide = false, work = async () => true }) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    const state = { busy: false, error: undefined, progress: undefined, typed: "" };
    let result;
    dialog.className = wide ? "wide" : "";
    dialog.setAttribute("aria-labelledby", "dialog-title");
    document.body.append(dialog);
    const draw = () => render(content(), dialog);
    const submit = async (event) => {
      event.preventDefault();
      const form = event.target;
      state.busy = true;
      state.error = undefined;
      draw();
      try {
        result = await work(form, (part) => { state.progress = part; draw(); });
        dialog.close();
      } catch (error) {
        if (!error.title) {
          console.error(error);
        }
        state.error = error;
        state.busy = false;
        state.progress = undefined;
        draw();
      }
    };
    const content = () => html`<form method="dialog" @submit=${submit}>
      <h2 id="dialog-title">${title}</h2>
      <div class="dialog-body">
        ${typeof body === "function" ? body(draw) : body}
        ${type ? html`<label class="field"><span>Type <b>${type}</b> to confirm</span>
          <input name="confirmation" autocomplete="off" spellcheck="false" @input=${(e) => { state.typed = e.target.value; draw(); }}></label>` : nothing}
        ${state.error ? failure(state.error) : nothing}
        ${state.progress !== undefined ? html`<progress max="1" value=${state.progress} aria-label="Sent"></progress>
          <p class="quiet">${state.progress < 1 ? Math.round(state.progress * 100) + " % sent" : "Sent; the server works on it …"}</p>` : nothing}
      </div>
      <div class="actions">
        <button type="button" ?disabled=${state.busy} @click=${() => dialog.close()}>Cancel</button>
        <button type="submit" class=${danger ? "danger" : "primary"} ?disabled=${state.busy || (type !== "" && state.typed !== type)}>${state.busy ? "Working …" : action}</button>
      </div>
    </form>`;
    dialog.addEventListener("cancel", (event) => state.busy && event.preventDefault());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    draw();
    dialog.showModal();
    dialog.querySelector("input:not([type=hidden]), select, textarea, button[type=submit]")?.focus();
  });
}

/**
 * Shows something that is only read.
 *
 * @param body what is shown; or a function that makes it, which is called again when something on the page changes, as the order of a table
 */
export function show(title, body) {
  const dialog = document.createElement("dialog");
  dialog.className = "wide";
  dialog.setAttribute("aria-labelledby", "dialog-title");
  document.body.append(dialog);
  const draw = () => render(html`<form method="dialog"><h2 id="dialog-title">${title}</h2><div class="dialog-body">${typeof body === "function" ? body() : body}</div>
    <div class="actions"><button class="primary">Close</button></div></form>`, dialog);
  const quiet = onChange(draw);
  dialog.addEventListener("close", () => {
    quiet();
    dialog.remove();
  });
  draw();
  dialog.showModal();
}
