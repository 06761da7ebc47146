/* Data sources: connections in use and idle on each server, who waits, what failed. */
import { html, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import * as api from "../core/api.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { running, having, unread, watchKinds } from "../core/domain.js";
import { whyNot } from "../core/session.js";
import { page, card, badge, bar, button, number } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { whereAdded } from "../parts/settings.js";
import { show } from "../parts/dialog.js";
import { sayFailure, waiting } from "../parts/notice.js";

/** Rows that are being tested. */
const testing = new Set();

export const dataSourcesPage = {
  id: "data-sources",
  title: "Data sources",
  group: "Applications",
  watch(address, watched) {
    const names = having("data-sources");
    watchKinds(running(), watched);
    names.forEach((name) => watched.set(at(name, "server/runtime/data-sources"), Math.max(3000, names.length * 300)));
  },
  view() {
    const rows = having("data-sources").flatMap((name) => (store.data(at(name, "server/runtime/data-sources"))?.["data-sources"] ?? []).map((row) => ({ ...row, server: name })));
    return page("Data sources", "Each server has a pool of its own for each data source. A pool opens its first connection when it is first asked for one.", card("All servers", rows.length === 0 && unread("data-sources") ? waiting(unread("data-sources"), "the data sources") : table({
      name: "data-sources", label: "Data sources", rows, key: (row) => row.server + "/" + (row.application ?? "") + "/" + row.name, empty: "No server has a data source.",
      columns: [
        { head: "Data source", cell: (row) => html`<b>${row.name}</b><small class="mono">${row.url}</small>`, by: (row) => row.name, text: (row) => row.name + " " + row.url + " " + row["jndi-names"].join(" ") },
        { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
        { head: "Of", cell: (row) => row.application ?? html`<span class="quiet nowrap">the domain</span>`, by: (row) => row.application },
        { head: "State", cell: (row) => html`${badge(row.state)}${row["last-failure"] ? html`<small>${row["last-failure"]}</small>` : nothing}`, by: (row) => row.state },
        { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">${button(testing.has(idOf(row)) ? "Testing …" : "Test", () => test(row), { kind: "small", whyNot: testing.has(idOf(row)) ? "It is being tested" : whyNot("operator") })}</div>` },
        { head: "In use", number: true, cell: (row) => html`${row.active} <span class="quiet">of ${row.maximum}</span> ${bar(row.active, row.maximum, "connections in use")}${row.draining ? html`<small>${row.draining} of an earlier pool</small>` : nothing}`, by: (row) => row.active },
        { head: "Idle", number: true, cell: (row) => row.idle, by: (row) => row.idle },
        { head: "Waiting", number: true, cell: (row) => row.waiting ? html`<b class="badge warn">◆ ${row.waiting}</b>` : 0, by: (row) => row.waiting },
        { head: "Made", number: true, cell: (row) => number(row.created), by: (row) => row.created },
        { head: "Failed", number: true, cell: (row) => number(row.failures), by: (row) => row.failures },
        { head: "Timed out", number: true, cell: (row) => number(row.timeouts), by: (row) => row.timeouts },
        { head: "Leaks", number: true, cell: (row) => row.leaks ? html`<b class="badge bad">▲ ${row.leaks}</b>` : 0, by: (row) => row.leaks },
      ],
    })), whereAdded("data-sources", "Add a data source"));
  },
};

function idOf(row) {
  return row.server + "/" + row.name;
}

/** A connection of its own from that server to the database, and what came of it. */
async function test(row) {
  testing.add(idOf(row));
  store.changed();
  try {
    const outcome = await api.post(at(row.server, "data-sources/" + part(row.name) + "/test"));
    const tried = outcome["took-millis"] + " ms";
    show("Test of " + row.name + " on " + row.server, outcome.reached
      ? html`<div class="notice good" role="status"><strong>The database was reached in ${tried}</strong></div>
        <dl class="facts"><div><dt>Database</dt><dd>${outcome.product}</dd></div><div><dt>Driver</dt><dd>${outcome.driver}</dd></div><div><dt>URL</dt><dd class="mono">${outcome.url}</dd></div></dl>`
      : html`<div class="notice bad" role="alert"><strong>The database was not reached; it was tried for ${tried}</strong>
        <ul class="causes">${outcome.causes.map((cause) => html`<li>${cause}</li>`)}</ul>
        <p class="advice">Look whether the database runs and takes this server's user. What is wrong in the configuration can be changed on the page Configuration.</p></div>
        <dl class="facts"><div><dt>URL</dt><dd class="mono">${outcome.url}</dd></div></dl>`);
  } catch (error) {
    sayFailure("The data source " + row.name + " was not tested", error);
  } finally {
    testing.delete(idOf(row));
    store.changed();
  }
}
