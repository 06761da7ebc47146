/* Pages that rooms bring: each is a table of the records that one of their operations lists, on each server that has the room. */
import { html } from "../core/html.js";
import * as store from "../core/store.js";
import * as api from "../core/api.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { running } from "../core/domain.js";
import { whyNot } from "../core/session.js";
import { page, card, badge, button, facts } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say, sayFailure, waiting } from "../parts/notice.js";

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
    view: () => page(known.title, known.help, html`${cards(feature, known)}`),
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

/** A table for each list in the answers; one list is the page's own. */
function cards(feature, known) {
  const servers = having(feature);
  const names = [...new Set(servers.flatMap((name) => lists(name, known)))];
  if (names.length === 0) {
    const missing = unread(feature, known);
    return [card("All servers", missing ? waiting(missing, known.title.toLowerCase()) : html`<p class="empty">No server has any.</p>`)];
  }
  return names.map((list) => card(names.length === 1 ? "All servers" : head(list), body(feature, known, servers, list, names.length === 1)));
}

function body(feature, known, servers, list, alone) {
  const rows = servers.flatMap((name) => rowsOf(name, known, list));
  const missing = unread(feature, known);
  if (rows.length === 0 && missing) {
    return waiting(missing, known.title.toLowerCase());
  }
  const columnsOf = columns(feature, known, rows);
  return table({
    name: alone ? known.id : known.id + "." + list,
    label: alone ? known.title : head(list),
    rows,
    key: (row) => row.server + "/" + row.record[known.key] + "/" + row.index,
    empty: "No server has any.",
    columns: columnsOf,
  });
}

/** The names of the lists in the answer of a server. */
function lists(server, known) {
  const answer = store.data(at(server, known.operation)) ?? {};
  return Object.keys(answer).filter((name) => Array.isArray(answer[name]));
}

/** The records of a server in one of the lists. */
function rowsOf(server, known, list) {
  return (store.data(at(server, known.operation))?.[list] ?? []).map((record, index) => ({ server, record, index }));
}

function columns(feature, known, rows) {
  const names = Object.keys(rows[0]?.record ?? {}).filter((name) => name !== "actions");
  const shown = [known.key, ...names.filter((name) => name !== known.key)].map((name) => ({
    head: head(name),
    number: typeof rows[0]?.record[name] === "number",
    cell: (row) => (name === known.key && known.details ? detailed(known, row) : cell(name, row.record[name])),
    by: (row) => row.record[name],
  }));
  const server = { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server };
  const actions = { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">${buttons(feature, known, row)}</div>` };
  const some = rows.some((row) => buttons(feature, known, row).length > 0);
  return [shown[0], server, ...shown.slice(1), ...(some ? [actions] : [])];
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

/** The key of a row, which shows more of it when it is pressed. */
function detailed(known, row) {
  const name = String(row.record[known.key]);
  return button(name, () => details(known, row, name), { kind: "small", label: "More about " + name });
}

async function details(known, row, name) {
  try {
    const answer = await api.get(at(row.server, known.details.replace(/\{[^}]*\}/, part(name))));
    show(name + " on " + row.server, () => more(answer));
  } catch (error) {
    sayFailure(name + " cannot be shown.", error);
  }
}

/** A record alone: its members, and those that are lists of text a line each. */
function more(answer) {
  const entries = Object.entries(answer);
  const lines = entries.filter(([, value]) => Array.isArray(value) && value.length > 0);
  return html`${facts(entries.filter(([, value]) => !Array.isArray(value)).map(([name, value]) => [head(name), cell(name, value)]))}
    ${lines.map(([name, value]) => html`<h3>${head(name)}</h3><pre tabindex="0">${value.join("\n")}</pre>`)}`;
}

function buttons(feature, known, row) {
  const of = (path) => feature.operations.find((one) => one.path === path);
  const may = row.record.actions;
  return known.actions.filter((path) => !may || may.includes(of(path).command)).map((path) => {
    const action = of(path);
    const label = head(action.command || path.split("/").pop());
    return button(label, () => act(action, label, known, row), { kind: "small", whyNot: whyNot(action.role), label: label + " " + row.record[known.key] });
  });
}

/** What an operation that wants to be sure takes; without it the answer says what it would do. */
const SURE = "yes";
const CONFLICT = 409;

/** Does what a button says, when that was confirmed; with what was typed for its parameters. */
async function act(action, label, known, row) {
  const name = String(row.record[known.key]);
  const title = label + " " + name + " on " + row.server + "?";
  const path = at(row.server, action.path.replace(/\{[^}]*\}/, part(name)));
  const parameters = action.parameters ?? [];
  const typed = parameters.filter((one) => one.name !== SURE);
  const call = async (given) => {
    const to = path + (given.size > 0 ? "?" + given : "");
    const calls = { POST: () => api.post(to), PUT: () => api.put(to, {}), DELETE: () => api.remove(to) };
    await calls[action.method]();
    store.refresh(at(row.server, known.operation));
    say(label + " " + name + ": done.");
    return { done: true };
  };
  // What fails is shown in the dialog.
  const first = await ask({
    title, action: label, danger: action.method === "DELETE",
    body: html`<p>This ${action.summary}.</p>${typed.map(field)}`,
    work: async (form) => {
      const given = new URLSearchParams(typed.map((one) => [one.name, form.elements.namedItem(one.name).value.trim()]).filter(([, value]) => value));
      try {
        return await call(given);
      } catch (error) {
        if (typed.length === parameters.length || error.status !== CONFLICT) {
          throw error;
        }
        return { given, why: error.message };
      }
    },
  });
  if (first?.given) {
    first.given.set(SURE, "true");
    await ask({ title, action: label, danger: true, body: html`<p>${first.why}</p>`, work: () => call(first.given) });
  }
}

const field = (one) => html`<label class="field"><span>${head(one.name)}</span><input name=${one.name} ?required=${one.required} autocomplete="off" spellcheck="false"><small>${one.help}</small></label>`;
