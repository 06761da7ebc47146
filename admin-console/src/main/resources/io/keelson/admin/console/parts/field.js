/*
 * The field of one setting, by its type. What is typed is sent when the field is left. Until the server has taken it, it stays in the field: the page is
 * drawn again all the time, and what was refused is there to be corrected, with what is wrong beside it.
 */
import { html, nothing, live } from "../core/html.js";
import * as store from "../core/store.js";
import { dig, isObject, pendingPath } from "../core/model.js";
import { isNumber, onLines, textOf, valueOf } from "../core/typed.js";
import { putValue, takeOut, whyReadOnly } from "../core/edit.js";
import { servers, clusters } from "../core/domain.js";

/**
 * What was typed and is not seen in what is read, by path: what stands in the field, why it was refused, whether it is on its way, and when it was
 * taken.
 */
const drafts = new Map();

/** Why what stands in a field was not taken; undefined where it was. */
export const refused = (path) => drafts.get(path)?.error;

/** Whether something was typed and never sent, as the page was left from within the field. */
export const unsent = (path) => Boolean(waits(drafts.get(path)));

const waits = (draft) => draft && !draft.busy && !draft.taken && !draft.error;

/** Has the field show what is in the configuration. */
export function forget(path) {
  drafts.delete(path);
  store.changed();
}

/** Forgets all, as somebody else logs in. */
export const forgetAll = () => drafts.clear();

/** @param one {path, key, written, effective, id, at, wrong}: help lies in the element id + "-help", what is wrong in id + "-wrong"; at is when the values were read */
export function field(one) {
  const value = one.written ?? one.effective;
  if (one.key.type === "boolean") {
    return tick(one, String(value ?? one.key.default) === "true");
  }
  const choices = choicesOf(one.key);
  return choices ? choice(one, value, choices) : text(one, value);
}

/** What a key may be, where that is known. */
const choicesOf = (key) => key.values ?? names(key.reference);

/** A field of a dialog, for a key that a new thing must have. */
export function asked(key) {
  const name = "key." + key.name;
  const choices = choicesOf(key);
  return html`<label class="field"><span>${key.name}</span>${choices ? html`<select name=${name} required><option value=""></option>${choices.map((each) => html`<option value=${each}>${each}</option>`)}</select>`
    : html`<input name=${name} type=${key.secret ? "password" : isNumber(key) ? "number" : "text"} min=${(isNumber(key) ? key.min : undefined) ?? nothing} max=${(isNumber(key) ? key.max : undefined) ?? nothing} required autocomplete="off" spellcheck="false">`}<small>${key.help}</small></label>`;
}

/** What was entered there. */
export const given = (key, form) => valueOf(key, form.elements["key." + key.name].value.trim());

const locked = () => Boolean(whyReadOnly());

/** Has the server take what was typed. */
async function send(one, raw, work) {
  const draft = { raw, busy: true };
  drafts.set(one.path, draft);
  try {
    await work();
    draft.taken = Date.now();
  } catch (error) {
    if (!error.title) {
      console.error(error);
    }
    draft.error = error;
  }
  draft.busy = false;
  store.changed();
}

/** Takes the setting out, where there is one. */
function clear(one) {
  if (one.written === undefined || one.written === null) {
    forget(one.path);
  } else {
    send(one, undefined, () => takeOut(one.path));
  }
}

/** What the field shows: what was typed, until what is read has it. */
function standing(one, now) {
  const draft = drafts.get(one.path);
  if (draft?.taken && one.at > draft.taken) {
    drafts.delete(one.path);
    return now;
  }
  return draft?.raw ?? now;
}

/** What says more of a field: its help, and what is wrong with it. */
const described = (one) => one.id + "-help" + (one.wrong ? " " + one.id + "-wrong" : "");

function tick(one, now) {
  return html`<label class="check"><input id=${one.id} type="checkbox" aria-describedby=${described(one)} aria-invalid=${one.wrong ? "true" : nothing} ?disabled=${locked()} .checked=${live(now)}
    @change=${(e) => send(one, undefined, () => putValue(one.path, e.target.checked))}><span>${now ? "yes" : "no"}</span></label>`;
}

function choice(one, value, choices) {
  const now = String(value ?? "");
  const all = [...new Set([now, ...choices])];
  return html`<select id=${one.id} aria-describedby=${described(one)} aria-invalid=${one.wrong ? "true" : nothing} ?disabled=${locked()} .value=${live(now)}
    @change=${(e) => (e.target.value === "" ? clear(one) : send(one, undefined, () => putValue(one.path, e.target.value)))}>
    ${all.map((each) => html`<option value=${each} ?selected=${each === now}>${each || "not set"}</option>`)}</select>`;
}

function text(one, value) {
  const { key } = one;
  const number = isNumber(key);
  const now = key.secret ? "" : textOf(key, value);
  const leave = (input) => {
    const raw = input.value.trim();
    const before = drafts.get(one.path);
    if (before?.busy && before.raw === input.value) {
      return;
    }
    if (!input.checkValidity()) {
      drafts.set(one.path, { raw: input.value, error: { message: input.validationMessage } });
      store.changed();
    } else if (raw !== "") {
      send(one, input.value, () => putValue(one.path, valueOf(key, raw)));
    } else if (key.secret) {
      forget(one.path);
    } else {
      clear(one);
    }
  };
  const typed = (input) => drafts.set(one.path, { raw: input.value, error: refused(one.path) });
  // What was typed before the page was left and found again. Who only turns to another window is not done typing.
  const later = (e) => document.hasFocus() && waits(drafts.get(one.path)) && leave(e.target);
  if (onLines(key)) {
    return html`<textarea id=${one.id} aria-describedby=${described(one)} aria-invalid=${one.wrong ? "true" : nothing} rows="3" spellcheck="false" ?disabled=${locked()} .value=${live(standing(one, now))}
      @input=${(e) => typed(e.target)} @change=${(e) => leave(e.target)} @blur=${later}></textarea>`;
  }
  const hint = key.secret ? (one.written ? "unchanged" : "") : value === undefined ? key.default ?? "" : "";
  return html`<input id=${one.id} aria-describedby=${described(one)} aria-invalid=${one.wrong ? "true" : nothing} type=${key.secret ? "password" : number ? "number" : "text"} autocomplete=${key.secret ? "new-password" : "off"}
    spellcheck="false" step=${key.type === "number" ? "any" : nothing} min=${(number ? key.min : undefined) ?? nothing} max=${(number ? key.max : undefined) ?? nothing}
    ?disabled=${locked()} placeholder=${hint || nothing} .value=${live(standing(one, now))}
    @input=${(e) => typed(e.target)} @change=${(e) => leave(e.target)} @blur=${later}
    @keydown=${(e) => e.key === "Enter" && drafts.has(one.path) && leave(e.target)}>`;
}

/** What a key may refer to: the members of a collection as the edit session has it, and servers and clusters that are there otherwise. */
function names(reference) {
  if (!reference) {
    return undefined;
  }
  const written = dig(store.data(pendingPath(""))?.written, [reference]);
  const there = reference === "servers" ? servers().map((each) => each.name) : reference === "clusters" ? clusters().map((each) => each.name) : undefined;
  return there || isObject(written) ? [...new Set([...(there ?? []), ...Object.keys(isObject(written) ? written : {})])] : undefined;
}
