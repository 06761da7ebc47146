/* The field of one setting, by its type. What is typed is sent when the field is left. */
import { html, nothing, live } from "../core/html.js";
import * as store from "../core/store.js";
import { dig, isObject, pendingPath, shown } from "../core/model.js";
import { setValue, removeValue, whyReadOnly } from "../core/edit.js";
import { servers, clusters } from "../core/domain.js";

/** @param one {path, key, written, effective, id}: help lies in the element id + "-help" */
export function field(one) {
  const value = one.written ?? one.effective;
  if (one.key.type === "boolean") {
    return tick(one, value === true || value === "true");
  }
  const choices = one.key.values ?? names(one.key.reference);
  return choices ? choice(one, value, choices) : text(one, value);
}

const locked = () => Boolean(whyReadOnly());

async function send(one, input, value) {
  if (input.checkValidity()) {
    await setValue(one.path, value);
  } else {
    input.reportValidity();
  }
  store.changed();
}

function tick(one, now) {
  return html`<label class="check"><input id=${one.id} type="checkbox" aria-describedby=${one.id + "-help"} ?disabled=${locked()} .checked=${live(now)}
    @change=${(e) => send(one, e.target, e.target.checked)}><span>${now ? "yes" : "no"}</span></label>`;
}

function choice(one, value, choices) {
  const now = String(value ?? "");
  const all = [...new Set([now, ...choices])];
  return html`<select id=${one.id} aria-describedby=${one.id + "-help"} ?disabled=${locked()} .value=${live(now)}
    @change=${(e) => (e.target.value === "" ? removeValue(one.path) : send(one, e.target, e.target.value))}>
    ${all.map((each) => html`<option value=${each} ?selected=${each === now}>${each || "not set"}</option>`)}</select>`;
}

function text(one, value) {
  const { key } = one;
  const number = key.type === "integer" || key.type === "number";
  const plain = !number && key.type !== "list" && key.type !== "map";
  // Of a list of things with keys of their own, or a map of them, a line of text says too little.
  if (Array.isArray(value) ? value.some(isObject) : isObject(value) && key.type !== "map") {
    return html`<code id=${one.id}>${shown(value)}</code>`;
  }
  const now = key.secret ? "" : Array.isArray(value) ? value.join(", ") : isObject(value) ? Object.entries(value).map(([name, each]) => name + "=" + each).join(", ") : String(value ?? "");
  const made = (raw) => (number ? Number(raw) : key.type === "list" ? parts(raw) : key.type === "map" ? pairs(raw) : raw);
  const changed = (e) => {
    const raw = e.target.value.trim();
    if (raw !== "") {
      send(one, e.target, made(raw));
    } else if (!key.secret) {
      removeValue(one.path);
    }
  };
  return html`<input id=${one.id} aria-describedby=${one.id + "-help"} type=${key.secret ? "password" : number ? "number" : "text"} autocomplete=${key.secret ? "new-password" : "off"}
    spellcheck="false" step=${key.type === "number" ? "any" : nothing} min=${(number && key.min) || nothing} max=${(number && key.max) || nothing}
    ?disabled=${locked()} placeholder=${key.secret && one.written ? "unchanged" : nothing} .value=${live(now)} @change=${changed}>`;
}

const parts = (raw) => raw.split(",").map((each) => each.trim()).filter(Boolean);

const pairs = (raw) => Object.fromEntries(parts(raw).map((each) => {
  const equals = each.indexOf("=");
  return equals < 0 ? [each, ""] : [each.slice(0, equals).trim(), each.slice(equals + 1).trim()];
}));

/** What a key may refer to: the servers, the clusters, or the members of another collection. */
function names(reference) {
  if (!reference) {
    return undefined;
  }
  if (reference === "servers") {
    return servers().map((each) => each.name);
  }
  if (reference === "clusters") {
    return clusters().map((each) => each.name);
  }
  const written = dig(store.data(pendingPath(""))?.written, [reference]);
  return isObject(written) ? Object.keys(written) : undefined;
}
