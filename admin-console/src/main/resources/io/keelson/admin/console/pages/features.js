/* Pages that rooms bring: each is a table of the records that one of their operations lists, on each server that has the room. */
import { html } from "../core/html.js";
import * as store from "../core/store.js";
import * as api from "../core/api.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { running } from "../core/domain.js";
import { whyNot } from "../core/session.js";
import { page, card, badge, button } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask } from "../parts/dialog.js";
import { say, waiting } from "../parts/notice.js";

const AGAIN_MILLIS = 5000;

/** What is described once in a while is read again in case the server was renewed. */
export function watchFeatures(watched) {
  watched.set("features", 60_000);
}

/** The pages of the rooms, as the other pages are. */
export function featurePages() {
  const features = store.data("features")?.features ?? [];
  return features.flatMap((feature) => feature.pages.map((known) => pageOf(feature, known)));
}

function pageOf(feature, known) {
  return {
    id: known.id,
    title: known.title,
    group: known.group,
    watch(address, watched) {
      running().forEach((name) => watched.set(at(name, "features"), 60_000));
      having(feature).forEach((name) => watched.set(at(name, known.operation), AGAIN_MILLIS));
    },
    view: () => page(known.title, known.help, card("All servers", body(feature, known))),
  };
}

/** The servers that have the room. */
function having(feature) {
  return running().filter((name) => store.data(at(name, "features"))?.features.find((one) => one.name === feature.name)?.here);
}

/** What was read and has no answer as yet; undefined where all have said something. */
function unread(feature, known) {
  return [...running().map((name) => at(name, "features")), ...having(feature).map((name) => at(name, known.operation))]
    .map((path) => store.read(path))
    .find((entry) => !entry.data);
}

function body(feature, known) {
  const rows = having(feature).flatMap((name) => rowsOf(name, known));
  const missing = unread(feature, known);
  if (rows.length === 0 && missing) {
    return waiting(missing, known.title.toLowerCase());
  }
  return table({
    name: known.id,
    label: known.title,
    rows,
    key: (row) => row.server + "/" + row.record[known.key],
    empty: "No server has any.",
    columns: columns(feature, known, rows),
  });
}

/** The records of a server: the list in its answer. */
function rowsOf(server, known) {
  const answer = store.data(at(server, known.operation)) ?? {};
  const list = Object.values(answer).find(Array.isArray) ?? [];
  return list.map((record) => ({ server, record }));
}

function columns(feature, known, rows) {
  const names = Object.keys(rows[0]?.record ?? {});
  const shown = [known.key, ...names.filter((name) => name !== known.key)].map((name) => ({
    head: head(name),
    number: typeof rows[0]?.record[name] === "number",
    cell: (row) => cell(name, row.record[name]),
    by: (row) => row.record[name],
  }));
  const server = { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server };
  const actions = { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">${buttons(feature, known, row)}</div>` };
  return [shown[0], server, ...shown.slice(1), ...(known.actions.length ? [actions] : [])];
}

const head = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

function cell(name, value) {
  if (value === null || value === undefined) {
    return html`<span class="quiet">none</span>`;
  }
  if (name === "state") {
    return badge(value);
  }
  return Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value);
}

function buttons(feature, known, row) {
  return known.actions.map((path) => {
    const action = feature.operations.find((one) => one.path === path);
    const label = head(action.command || path.split("/").pop());
    return button(label, () => act(action, label, known, row), { kind: "small", whyNot: whyNot(action.role), label: label + " " + row.record[known.key] });
  });
}

/** Does what a button says, when that was confirmed. */
async function act(action, label, known, row) {
  const name = String(row.record[known.key]);
  const work = async () => {
    const path = at(row.server, action.path.replace(/\{[^}]*\}/, part(name)));
    const calls = { POST: () => api.post(path), PUT: () => api.put(path, {}), DELETE: () => api.remove(path) };
    await calls[action.method]();
    store.refresh(at(row.server, known.operation));
    say(label + " " + name + ": done.");
    return true;
  };
  // What fails is shown in the dialog.
  await ask({ title: label + " " + name + " on " + row.server + "?", body: html`<p>This ${action.summary}.</p>`, action: label, danger: action.method === "DELETE", work });
}
