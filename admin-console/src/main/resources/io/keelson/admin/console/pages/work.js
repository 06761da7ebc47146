/* Work managers: what waits, what runs, what is stuck, and whose share is how large. */
import { html, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import { at } from "../core/api.js";
import { link, setQuery } from "../core/router.js";
import { running } from "../core/domain.js";
import { page, card, badge, bar, number, duration, moment } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { whereAdded } from "../parts/settings.js";
import { waiting, remark } from "../parts/notice.js";

export const workPage = {
  id: "work-managers",
  title: "Work managers",
  group: "Runtime",
  watch(address, watched) {
    const chosen = address.query.get("server");
    const names = chosen ? [chosen] : running();
    const every = Math.max(3000, names.length * 200);
    names.forEach((name) => watched.set(at(name, "server/work-managers"), every));
    if (chosen) {
      watched.set(at(chosen, "server/thread-pools"), 3000).set(at(chosen, "server/stuck-threads"), 5000);
    }
  },
  view(address) {
    const chosen = address.query.get("server") ?? "";
    const choose = html`<label>Server <select @change=${(e) => setQuery({ server: e.target.value })}>
      <option value="" ?selected=${!chosen}>all</option>${running().map((name) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}</select></label>`;
    return page("Work managers", "A work manager is a queue with limits of its own. One pool of execute threads serves them by their shares.",
      chosen ? workTables(chosen) : card("All servers", managers(running())), html`${choose} ${whereAdded("work-managers", "Add a work manager")}`);
  },
};

/** What a work manager may queue is in its capacity; what it gets of the threads in its request class. */
function managers(names) {
  const rows = names.flatMap((name) => (store.data(at(name, "server/work-managers"))?.["work-managers"] ?? []).map((row) => ({ ...row, server: name })));
  if (rows.length === 0 && names.length) {
    return waiting(store.read(at(names[0], "server/work-managers")), "the work managers");
  }
  return table({
    name: "work-managers", label: "Work managers", rows, key: (row) => row.server + "/" + row.name, filter: true,
    columns: [
      ...(names.length > 1 ? [{ head: "Server", cell: (row) => html`<a href=${link("servers", row.server) + "?tab=work"}>${row.server}</a>`, by: (row) => row.server }] : []),
      { head: "Work manager", cell: (row) => html`${row.name}${row.suspended ? html` ${badge("SUSPENDED")}` : nothing}`, by: (row) => row.name },
      { head: "Share", cell: (row) => html`<span class="nowrap">${row["request-class"]}</span>`, by: (row) => row["request-class"] },
      { head: "Queued", number: true, cell: (row) => html`${number(row.queued)} ${bar(row.queued, row.capacity, "queue")}`, by: (row) => row.queued },
      { head: "At work", number: true, cell: (row) => number(row.running), by: (row) => row.running },
      { head: "Stuck", number: true, cell: (row) => row.stuck ? html`<b class="badge bad">▲ ${row.stuck}</b>` : 0, by: (row) => row.stuck },
      { head: "Held back", number: true, cell: (row) => number(row["held-back"]), by: (row) => row["held-back"] },
      { head: "Completed", number: true, cell: (row) => number(row.completed), by: (row) => row.completed },
      { head: "Refused", number: true, cell: (row) => number(row.refused), by: (row) => row.refused },
    ],
  });
}

/** One server's: work managers, pools with the decisions by which they have grown and shrunk, stuck threads. */
export function workTables(name) {
  const pools = store.read(at(name, "server/thread-pools"));
  const stuck = store.data(at(name, "server/stuck-threads"))?.["stuck-threads"] ?? [];
  return html`
    ${stuck.length ? html`${remark("warn", html`<b>${stuck.length} ${stuck.length === 1 ? "thread is" : "threads are"} stuck</b> on ${name}: they are at one piece of work for too long. Below is where they stand.`)}<br>` : nothing}
    ${card("Work managers of " + name, managers([name]))}
    ${card("Thread pools", !pools.data ? waiting(pools, "the thread pools") : table({
      name: "thread-pools", label: "Thread pools", rows: pools.data["thread-pools"], key: (row) => row.name,
      columns: [
        { head: "Pool", cell: (row) => row.name, by: (row) => row.name },
        { head: "Threads", number: true, cell: (row) => row.threads, by: (row) => row.threads },
        { head: "Idle", number: true, cell: (row) => row.idle, by: (row) => row.idle },
        { head: "Standby", number: true, cell: (row) => row.standby, by: (row) => row.standby },
        { head: "From – to", cell: (row) => row.min + " – " + row.max },
        { head: "Queued", number: true, cell: (row) => number(row.queued), by: (row) => row.queued },
        { head: "Completed", number: true, cell: (row) => number(row.completed), by: (row) => row.completed },
      ] }))}
    ${pools.data?.decisions?.length ? card("Why the pools grew and shrank", generic("decisions", "Decisions", pools.data.decisions.slice(-100).reverse())) : nothing}
    ${stuck.length ? card("Stuck threads", generic("stuck", "Stuck threads", stuck)) : nothing}`;
}

/** A table of records whose fields this page does not know. */
export function generic(name, label, rows) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (key, value) => {
    if (value === null || value === undefined) {
      return html`<span class="quiet">–</span>`;
    }
    if (key.endsWith("-millis")) {
      return duration(value);
    }
    if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) {
      return moment(value);
    }
    if (Array.isArray(value)) {
      return html`<pre>${value.map((each) => (typeof each === "object" ? JSON.stringify(each) : each)).join("\n")}</pre>`;
    }
    return typeof value === "object" ? html`<code>${JSON.stringify(value)}</code>` : typeof value === "number" ? number(value) : String(value);
  };
  return table({
    name: "generic." + name, label, rows, key: (row) => JSON.stringify(row),
    columns: keys.map((key) => ({ head: key.replace(/-millis$/, "").replaceAll("-", " "), number: typeof rows[0][key] === "number", cell: (row) => cell(key, row[key]), by: (row) => row[key] })),
  });
}
