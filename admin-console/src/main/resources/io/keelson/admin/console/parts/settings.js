/*
 * Forms that are made from the model: each key with its help, unit, default, range and whether a server takes it live; the value in force on each
 * server where it differs from the others'.
 */
import { html, nothing, live } from "../core/html.js";
import * as store from "../core/store.js";
import { MODEL, configPath, sectionAt, below, dig, shown, isObject } from "../core/model.js";
import { changeOf, setValue, removeValue, whyReadOnly } from "../core/edit.js";
import { link } from "../core/router.js";
import { servers, server, answers, clusters } from "../core/domain.js";
import { card, button } from "./bits.js";
import { waiting, remark } from "./notice.js";
import { ask } from "./dialog.js";

/** Beyond so many servers the values in force are not compared: it is a request for each. */
const COMPARED = 12;

/** Who has a value of this path in force. */
function havers(path) {
  const [kind, name] = path.split(".");
  const names = kind === "servers" && name ? [name] : kind === "clusters" && name ? clusters().find((one) => one.name === name)?.members ?? [] : servers().map((one) => one.name);
  return names.filter((one) => server(one) && answers(server(one))).slice(0, COMPARED);
}

/** Says what the form of a path needs. */
export function watchSettings(path, watched) {
  watched.set(MODEL, 0).set(configPath(path), 15_000).set("edit", 3000);
  havers(path).forEach((name) => watched.set(configPath(path, name), 15_000));
}

/** The form of a path, and of the sections below it. */
export function settingsOf(path) {
  const model = store.read(MODEL);
  const entry = store.read(configPath(path));
  if (!model.data || !entry.data) {
    return waiting(model.data ? entry : model, "the settings");
  }
  const why = whyReadOnly();
  return html`${why ? html`${remark("warn", why + ". You can read the settings.")}<br>` : nothing}${part(path, entry.data, "", "Settings")}`;
}

/** One section as a card, then what is below it. */
function part(base, config, inner, title) {
  const path = [base, inner].filter(Boolean).join(".");
  const section = sectionAt(path);
  const written = inner ? dig(config.written, inner) : config.written;
  const children = below(path, isObject(written) ? written : {});
  const keys = (section?.keys ?? []).filter((key) => !children.some((child) => child.name === key.name));
  return html`
    ${section || keys.length ? card(title, html`${section?.help ? html`<p class="hint">${section.help}</p>` : nothing}
      <div class="settings">${keys.map((key) => setting(base, config, inner, key))}</div>`) : nothing}
    ${children.filter((child) => child.section || child.collection || dig(config.written, [inner, child.name].filter(Boolean).join("."))).map((child) =>
      part(base, config, [inner, child.name].filter(Boolean).join("."), (inner ? inner + "." : "") + child.name))}`;
}

function setting(base, config, inner, key) {
  const name = [inner, key.name].filter(Boolean).join(".");
  const path = [base, name].filter(Boolean).join(".");
  const written = dig(config.written, name);
  const effective = dig(config.effective, name);
  const change = changeOf(path);
  const origin = config.origins?.[name] ?? config.origins?.[path];
  const id = "setting-" + path.replaceAll(/[^A-Za-z0-9-]/g, "_");
  const different = differing(base, name);
  return html`<div class="setting ${change ? "changed" : ""}">
    <div><label class="name" for=${id}>${key.name}</label>
      <p class="hint" id=${id + "-help"}>${key.help}</p>
      <div class="marks">
        <span class="mark ${key.change === "LIVE" ? "live" : "restart"}">${key.change === "LIVE" ? "takes effect at once" : "needs a restart"}</span>
        ${key.required ? html`<span class="mark">required</span>` : nothing}
        ${key.secret ? html`<span class="mark">secret</span>` : nothing}
        ${different.length ? html`<span class="mark differs">differs</span>` : nothing}
      </div></div>
    <div class="value"><div class="row">${input(path, key, written, effective, id)}
        ${written !== undefined && written !== null && !isObject(written) ? button("Default", () => removeValue(path), { kind: "small", label: "Take " + key.name + " out: the default is in force then", whyNot: whyReadOnly() }) : nothing}</div>
      <p class="hint">${hints(key, written, origin)}</p>
      ${change ? html`<p class="hint"><b>Not active yet.</b> Before: <code>${shown(change.before)}</code></p>` : nothing}
      ${different.map(([value, names]) => html`<p class="hint">In force on ${names.join(", ")}: <code>${value}</code></p>`)}
    </div></div>`;
}

function hints(key, written, origin) {
  const range = key.min !== undefined && key.min !== null && key.min !== "" ? key.min + " to " + (key.max ?? "…") : "";
  return [
    key.default !== undefined && key.default !== null && key.default !== "" ? "Default: " + shown(key.default) : "",
    key.unit && key.unit !== key.type ? "in " + key.unit : { duration: "a duration: 500ms, 30s, 5m, 2h", size: "a size: 64KiB, 16MiB, 1GiB", list: "separated by commas" }[key.type] ?? "",
    range,
    written === undefined || written === null ? "not written in the file" : origin ? "from " + shown(origin) : "",
  ].filter(Boolean).join(" · ");
}

/** The values in force, where the servers do not agree: [value, names]. */
function differing(base, name) {
  const found = new Map();
  for (const one of havers(base)) {
    const known = store.data(configPath(base, one));
    if (known) {
      const value = shown(dig(known.effective, name));
      found.set(value, [...(found.get(value) ?? []), one]);
    }
  }
  return found.size > 1 ? [...found] : [];
}

function input(path, key, written, effective, id) {
  const why = whyReadOnly();
  const value = written ?? effective;
  const send = async (event, made) => {
    const field = event.target;
    if (field.checkValidity()) {
      await setValue(path, made);
    } else {
      field.reportValidity();
    }
    store.changed();
  };
  const help = id + "-help";
  if (key.type === "boolean") {
    const now = value === true || value === "true";
    return html`<label class="check"><input id=${id} type="checkbox" aria-describedby=${help} ?disabled=${Boolean(why)} .checked=${live(now)} @change=${(e) => send(e, e.target.checked)}><span>${now ? "yes" : "no"}</span></label>`;
  }
  const choices = key.values?.length ? key.values : key.reference ? names(key.reference) : undefined;
  if (choices) {
    const all = [...new Set([...(value !== undefined && value !== null && value !== "" ? [String(value)] : [""]), ...choices])];
    return html`<select id=${id} aria-describedby=${help} ?disabled=${Boolean(why)} .value=${live(String(value ?? ""))} @change=${(e) => (e.target.value === "" ? removeValue(path) : send(e, e.target.value))}>
      ${all.map((one) => html`<option value=${one} ?selected=${one === String(value ?? "")}>${one || "not set"}</option>`)}</select>`;
  }
  if (key.type === "map" || key.type === "group" || isObject(value)) {
    return html`<code id=${id}>${shown(value)}</code>`;
  }
  const list = key.type === "list" || Array.isArray(value);
  const text = key.secret ? "" : list ? (value ?? []).join?.(", ") ?? String(value) : String(value ?? "");
  const number = key.type === "integer";
  const made = (raw) => (list ? raw.split(",").map((one) => one.trim()).filter(Boolean) : number ? Number(raw) : raw);
  return html`<input id=${id} aria-describedby=${help} type=${key.secret ? "password" : number ? "number" : "text"} autocomplete=${key.secret ? "new-password" : "off"} spellcheck="false"
    min=${(number && key.min) || nothing} max=${(number && key.max) || nothing} pattern=${(!number && !list && key.pattern) || nothing} ?disabled=${Boolean(why)}
    placeholder=${key.secret && written ? "unchanged" : nothing} .value=${live(text)}
    @change=${(e) => (e.target.value === "" && !key.secret ? removeValue(path) : e.target.value !== "" && send(e, made(e.target.value)))}>`;
}

function names(reference) {
  const written = store.data(configPath(""))?.written?.[reference];
  return reference === "servers" ? servers().map((one) => one.name) : reference === "clusters" ? clusters().map((one) => one.name) : isObject(written) ? Object.keys(written) : [];
}

/** Adds a thing to a collection, as a cluster to clusters. */
export async function add(collection) {
  const name = await ask({
    title: "Add to " + collection, action: "Add",
    body: html`<label class="field"><span>Name</span><input name="thing" required pattern="[A-Za-z0-9][A-Za-z0-9_\\-]*" autocomplete="off" spellcheck="false"><small>Letters, digits, - and _. It is added to your edit session; nothing changes before you activate.</small></label>`,
    work: async (form) => (await setValue(collection + "." + form.thing.value, {})) && form.thing.value,
  });
  if (name) {
    location.hash = link("configuration", collection + "." + name);
  }
}
