/* Dialogs: the browser's own <dialog>. The focus goes into it, stays inside and comes back to where it was; it closes with Escape. */
import { html, nothing, render } from "../core/html.js";
import { onChange } from "../core/store.js";
import { failure } from "./notice.js";
import { remember, trap } from "./focus.js";

const open = new Set();
let next = 1;

/** Makes a dialog that is not shown yet, of a kind that the style sheets know. */
function make(kind) {
  const dialog = document.createElement("dialog");
  const id = "dialog-title-" + next++;
  dialog.className = kind;
  dialog.tabIndex = -1;
  dialog.setAttribute("aria-labelledby", id);
  document.body.append(dialog);
  trap(dialog);
  return { dialog, id };
}

/** Shows it; when it closes it is taken away and the focus goes back to what had it. */
function present(dialog, closed) {
  const back = remember();
  open.add(dialog);
  dialog.addEventListener("close", () => {
    closed();
    dialog.remove();
    if (open.delete(dialog)) {
      back();
    }
  }, { once: true });
  dialog.showModal();
}

/** Whether something may have been typed or chosen in a dialog that is open. */
export const holdsInput = () => [...open].some((dialog) => [...dialog.querySelectorAll("input, select, textarea")].some((one) => one.type !== "search"));

/** Closes all, as nobody is logged in any more; tells whether something that was typed or chosen in one is lost. */
export function closeAll() {
  const lost = holdsInput();
  for (const dialog of [...open].reverse()) {
    open.delete(dialog); // so that it does not take the focus from the login
    dialog.close();
  }
  return lost;
}

const sent = (part) => (part < 1 ? Math.round(part * 100) + " % sent" : "Sent; the server works on it …");

/**
 * Asks before something is done, and does it while the dialog shows how far it is; what fails is shown there.
 *
 * @param title what is asked
 * @param body what will happen, by name; or a function that makes it, which is called again when something on the page changes
 * @param action the word on the button
 * @param danger whether something is ended or lost
 * @param kind "wide", or another class of the style sheets
 * @param type a name that must be typed before the button works; for what cannot be undone
 * @param work does it; given the dialog's form and a function to tell how far it is (0 to 1)
 * @param progressed says how far it is
 * @returns what work returned; undefined where it was not done
 */
export function ask({ title, body, action, danger = false, type = "", kind = "", work = async () => true, progressed = sent }) {
  return new Promise((resolve) => {
    const { dialog, id } = make(kind);
    const state = { busy: false, error: undefined, progress: undefined, typed: "" };
    let result;
    const draw = () => render(content(), dialog);
    const submit = async (event) => {
      event.preventDefault();
      const form = event.target;
      const before = document.activeElement;
      state.busy = true;
      state.error = undefined;
      if (before?.tagName === "BUTTON") {
        dialog.focus(); // the button cannot be used meanwhile, and would lose the focus to nobody
      }
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
        dialog.querySelector(".notice.bad")?.scrollIntoView({ block: "nearest" }); // a long dialog shows a part of itself
        if (document.activeElement === dialog) {
          before?.focus();
        }
      }
    };
    const content = () => html`<form method="dialog" @submit=${submit}>
      <h2 id=${id}>${title}</h2>
      <div class="dialog-body">
        ${typeof body === "function" ? body(draw) : body}
        ${type ? html`<label class="field"><span>Type <b>${type}</b> to confirm</span>
          <input name="confirmation" autocomplete="off" spellcheck="false" @input=${(e) => { state.typed = e.target.value; draw(); }}></label>` : nothing}
        ${state.error ? failure(state.error) : nothing}
        ${state.progress !== undefined ? html`<progress max="1" value=${state.progress} aria-label="How far it is"></progress>
          <p class="quiet">${progressed(state.progress)}</p>` : nothing}
      </div>
      <div class="actions">
        <button type="button" ?disabled=${state.busy} @click=${() => dialog.close()}>Cancel</button>
        <button type="submit" class=${danger ? "danger" : "primary"} ?disabled=${state.busy || (type !== "" && state.typed !== type)}>${state.busy ? "Working …" : action}</button>
      </div>
    </form>`;
    const quiet = typeof body === "function" ? onChange(draw) : () => {};
    dialog.addEventListener("cancel", (event) => state.busy && event.preventDefault());
    draw();
    present(dialog, () => {
      quiet();
      resolve(result);
    });
    // What ends or loses something is not done by a key that was meant for what was there before.
    dialog.querySelector("input:not([type=hidden], :disabled), select, textarea, " + (danger ? "button[type=button]" : "button[type=submit]"))?.focus();
  });
}

/**
 * Shows something that is only read.
 *
 * @param body what is shown; or a function that makes it, which is called again when something on the page changes, as the order of a table
 */
export function show(title, body) {
  const { dialog, id } = make("wide");
  const draw = () => render(html`<form method="dialog"><h2 id=${id} tabindex="-1">${title}</h2><div class="dialog-body">${typeof body === "function" ? body() : body}</div>
    <div class="actions"><button class="primary">Close</button></div></form>`, dialog);
  const quiet = onChange(draw);
  draw();
  present(dialog, quiet);
  dialog.querySelector("h2").focus();
}
