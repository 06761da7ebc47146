/*
 * Forms that are made from the model: each key with its help, unit, default, range and whether a server takes it live; the value in force on each
 * server where it differs.
 */
import { html, nothing, live } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { MODEL, inForcePath, pendingPath, nodeAt, isCollection, isGroup, dig, shown, isObject, join, split } from "../core/model.js";
import { changeOf, putValue, removeValue, problemsAt, whyReadOnly } from "../core/edit.js";
import { form } from "../core/typed.js";
import { link } from "../core/router.js";
import { servers, server, answers, clusters } from "../core/domain.js";
import { card, button } from "./bits.js";
import { waiting, remark } from "./notice.js";
import { ask } from "./dialog.js";
import { field, asked, given, refused, unsent, forget } from "./field.js";

/** Beyond so many servers the values in force are not compared: it is a request for each. */
const COMPARED = 12;

/** Where the values of this path are in force: [server, the path there]. A cluster's are its members' where these say nothing else. */
function inForce(path) {
  const [kind, name, ...rest] = split(path);
  const alive = (names) => names.filter((one) => server(one) && answers(server(one))).slice(0, COMPARED);
  if (kind === "servers" && name) {
    return alive([name]).map((one) => [one, path]);
  }
  if (kind === "clusters" && name) {
    return alive(clusters().find((one) => one.name === name)?.members ?? []).map((one) => [one, join("servers", one, rest)]);
  }
  return alive(servers().map((one) => one.name)).map((one) => [one, path]);
}

let wanted = "";
let onlyWritten = false;

/** Whether a key is looked for. */
function fits(key, parts, config) {
  const text = (parts.join(".") + " " + key.help).toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word)) && (!onlyWritten || dig(config.written, parts) !== undefined);
}

/** Says what the form of a path needs. */
export function watchSettings(path, watched) {
  watched.set(MODEL, 0).set(pendingPath(path), 15_000).set("edit", 3000);
  if (!watched.has(pendingPath(""))) {
    watched.set(pendingPath(""), 15_000); // what settings may refer to
  }
  inForce(path).forEach(([name, there]) => watched.set(inForcePath(there, name), 30_000));
}

/** The form of a path, and of the groups below it. */
export function settingsOf(path) {
  const model = store.read(MODEL);
  const entry = store.read(pendingPath(path));
  if (!model.data || !entry.data) {
    return waiting(model.data ? entry : model, "the settings");
  }
  const one = nodeAt(path);
  if (!one) {
    return remark("bad", "The model has nothing at " + path + ".");
  }
  const why = whyReadOnly();
  const problems = entry.data.problems ?? [];
  return html`${why ? html`${remark("warn", why + ". You can read the settings.")}<br>` : nothing}
    ${problems.length ? html`${remark("bad", html`What is pending is not valid yet: ${problems.join("; ")}`)}<br>` : nothing}
    <div class="table-bar"><input type="search" placeholder="Find a setting" aria-label="Find a setting" .value=${wanted} @input=${(e) => { wanted = e.target.value; store.changed(); }}>
      <label class="check"><input type="checkbox" .checked=${live(onlyWritten)} @change=${(e) => { onlyWritten = e.target.checked; store.changed(); }}><span>only what is written in the file</span></label></div>
    ${group(path, entry.data, [], one, split(path).pop() ?? "The domain")}`;
}

/** One group as a card, then the groups below it. Collections have pages of their own. */
function group(base, config, inner, one, title) {
  const keys = [...one.keys.values()].filter((key) => !isGroup(key) && fits(key, [...inner, key.name], config));
  const groups = [...one.keys.values()].filter((key) => isGroup(key) && !isCollection(key) && (inner.length || base !== ""));
  const collections = [...one.keys.values()].filter((key) => isCollection(key) && base !== "");
  return html`
    ${keys.length ? card(title, html`${one.help ? html`<p class="hint">${one.help}</p>` : nothing}
      <div class="settings">${keys.map((key) => setting(base, config, inner, key))}</div>`) : nothing}
    ${groups.map((key) => group(base, config, [...inner, key.name], key, [...inner, key.name].join(" › ")))}
    ${collections.map((key) => collection(join(split(base), inner, key.name), key, dig(config.written, [...inner, key.name])))}`;
}

/** Leads to where things of a kind are added and removed; nowhere where the domain has no such page. */
export const whereAdded = (section, text) => (store.read("domain").error?.status === 404 ? nothing : html`<a class="button" href=${link("configuration", section)}>${text}</a>`);

/** The members of a collection, as links. */
export function collection(path, one, written) {
  const names = Object.keys(isObject(written) ? written : {});
  return card(split(path).pop(), html`${one.member?.help ? html`<p class="hint">${one.member.help}</p>` : nothing}
    ${names.length === 0 ? html`<p class="empty">There are none yet.</p>` : html`<ul class="things">${names.map((name) => html`<li><a class="button" href=${link("configuration", join(split(path), name))}>${name}</a></li>`)}</ul>`}`,
  { tools: button("Add …", () => add(path), { whyNot: whyReadOnly(), label: "Add to " + path }) });
}

function setting(base, config, inner, key) {
  const parts = [...inner, key.name];
  const path = join(split(base), parts);
  const written = dig(config.written, parts);
  const effective = dig(config.effective, parts);
  const change = changeOf(path);
  const id = idOf(path);
  const different = differing(base, parts, written ?? effective);
  const wrong = wrongWith(path);
  const at = store.read(pendingPath(base)).at;
  return html`<div class="setting ${change ? "changed" : ""}">
    <div><label class="name" for=${id}>${key.name}</label>
      <p class="hint" id=${id + "-help"}>${key.help}</p>
      <div class="marks">
        <span class="mark ${key.change === "LIVE" ? "live" : "restart"}">${key.change === "LIVE" ? "takes effect at once" : "needs a restart"}</span>
        ${key.required ? html`<span class="mark">required</span>` : nothing}
        ${key.secret ? html`<span class="mark">secret</span>` : nothing}
        ${different.length ? html`<span class="mark differs">differs</span>` : nothing}
      </div></div>
    <div class="value"><div class="row">${field({ path, key, written, effective, id, at, wrong: wrong !== nothing })}
        ${written !== undefined && written !== null ? button("Default", () => toDefault(path), { kind: "small", label: "Take " + key.name + " out: the default is in force then", whyNot: whyReadOnly() }) : nothing}</div>
      ${wrong === nothing ? nothing : html`<div class="wrong" id=${id + "-wrong"}>${wrong}</div>`}
      <p class="hint">${hints(key, written, config.origins?.[path])}</p>
      ${change ? html`<p class="hint"><b>Not active yet.</b> Before: <code>${shown(change.before)}</code></p>` : nothing}
      ${different.map(([value, names]) => html`<p class="hint">In force on ${names.join(", ")}: <code>${value}</code></p>`)}
    </div></div>`;
}

function toDefault(path) {
  forget(path);
  return removeValue(path);
}

/** What is to be said beside a field: why what stands there was not taken, or what is wrong with what was. */
function wrongWith(path) {
  const error = refused(path);
  const undo = () => button("Undo", () => forget(path), { kind: "small", label: "Undo what was typed for " + path });
  if (error) {
    return html`<p role="alert"><b>Not changed.</b> ${error.message} ${error.advice ?? ""}</p>${undo()}`;
  }
  if (unsent(path) && document.activeElement?.id !== idOf(path)) {
    return html`<p>What you typed was not sent. Press Enter in the field to change it.</p>${undo()}`;
  }
  const problems = problemsAt(path);
  return problems.length ? html`<p role="alert">${problems.map((one) => (one.path === path ? "" : one.path + ": ") + one.message).join("; ")}</p>` : nothing;
}

const idOf = (path) => "setting-" + path.replaceAll(/[^A-Za-z0-9-]/g, "_");

const FORMS = { duration: "a duration, as 500ms, 30s, 5m", size: "a size, as 64KiB, 16MiB", list: "separated by commas", map: "name=value, separated by commas", path: "a file or directory" };

function hints(key, written, origin) {
  const some = (value) => value !== undefined && value !== null && value !== "";
  return [
    some(key.default) ? "Default: " + shown(key.default) : "",
    form(key) || (FORMS[key.type] ?? ""),
    some(key.min) || some(key.max) ? (key.min ?? "…") + " to " + (key.max ?? "…") : "",
    !some(written) && !some(origin) ? "not written in the file" : some(origin) ? "from " + origin : "",
  ].filter(Boolean).join(" · ");
}

/** Who has something else in force than what the form shows: [value, names]. */
function differing(base, parts, now) {
  const found = new Map();
  for (const [name, there] of inForce(base)) {
    const value = dig(store.data(inForcePath(there, name))?.["in-force"], parts);
    if (value !== undefined && shown(value) !== shown(now)) {
      found.set(shown(value), [...(found.get(shown(value)) ?? []), name]);
    }
  }
  return [...found];
}

/** Adds a thing to a collection, as a cluster to clusters. */
export async function add(path) {
  const required = [...(nodeAt(path)?.member?.keys.values() ?? [])].filter((key) => key.required && !isGroup(key));
  const name = await ask({
    title: "Add to " + path, action: "Add",
    body: html`<label class="field"><span>Name</span><input name="thing" required pattern="[A-Za-z0-9][A-Za-z0-9_.\\-]*" title="Letters, digits, hyphens, dots and underscores, a letter or digit first" autocomplete="off" spellcheck="false"><small>Letters, digits, hyphens, dots and underscores.</small></label>
      ${required.map(asked)}
      <p class="hint">It is added to your edit session; nothing changes before you activate.</p>`,
    work: async (form) => {
      const chosen = form.elements.thing.value;
      const there = await api.get(pendingPath(path));
      // What is there would be replaced, with all its settings.
      if (isObject(there.written) && chosen in there.written) {
        throw Object.assign(new Error("There is " + chosen + " in " + path + " already."), { title: "Not added", advice: "Choose another name, or change the one that is there." });
      }
      await putValue(join(split(path), chosen), Object.fromEntries(required.map((key) => [key.name, given(key, form)])));
      return chosen;
    },
  });
  if (name) {
    location.hash = link("configuration", join(split(path), name));
  }
}
