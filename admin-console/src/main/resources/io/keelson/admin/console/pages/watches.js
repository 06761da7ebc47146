/* Watches: what the servers look for, what they saw, and which alarms there are. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { running, having, unread, watchKinds } from "../core/domain.js";
import { page, card, badge, button, moment } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { say, sayFailure, waiting } from "../parts/notice.js";

const FIRST = { ALARM: 0, PENDING: 1, UNKNOWN: 2, QUIET: 3 };

/** What the watches of all servers have seen, as far as it was read. */
export function seen() {
  return having("watches").flatMap((name) => (store.data(at(name, "server/runtime/watches"))?.watches ?? []).map((row) => ({ ...row, server: name })));
}

/** Those in alarm. */
export const alarms = () => seen().filter((row) => row.state === "ALARM");

export const watchesPage = {
  id: "watches",
  title: "Watches",
  group: "Runtime",
  count: () => alarms().length,
  watch(address, watched) {
    const names = having("watches");
    watchKinds(running(), watched);
    names.forEach((name) => watched.set(at(name, "server/runtime/watches"), Math.max(2000, names.length * 300)));
  },
  view() {
    return page("Watches", html`Conditions that each server looks for, once a second. They are described on the page <a href=${link("configuration", "watches")}>Settings</a>.`, card("All servers", seen().length === 0 && unread("watches") ? waiting(unread("watches"), "the watches") : table({
      name: "watches", label: "Watches", rows: seen().sort((a, b) => FIRST[a.state] - FIRST[b.state]), key: (row) => row.server + "/" + row.name,
      empty: "No server watches anything. Add a watch on the page Settings, or with keelson config set watches.NAME.when.",
      columns: [
        { head: "Watch", cell: (row) => html`<b>${row.name}</b><small class="mono">${row.condition}</small>`, by: (row) => row.name, text: (row) => row.name + " " + row.condition },
        { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
        { head: "State", cell: (row) => html`${stateBadge(row)}${row.problem ? html`<small>${row.problem}</small>` : nothing}`, by: (row) => FIRST[row.state] },
        { head: "Since", cell: (row) => moment(row.since), by: (row) => row.since },
        { head: "Saw", cell: (row) => row.value ?? html`<span class="quiet">nothing yet</span>`, by: (row) => row.value },
        { head: "Triggered", number: true, cell: (row) => row.triggered, by: (row) => row.triggered },
        { head: "Last", cell: (row) => (row["last-triggered"] ? moment(row["last-triggered"]) : "–"), by: (row) => row["last-triggered"] },
        { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => (row.state === "ALARM" ? html`<div class="actions">${button("Reset", () => reset(row), { kind: "small", whyNot: whyNot("operator") })}</div>` : nothing) },
      ],
    })));
  },
};

/** An alarm is as bad as its watch says. */
function stateBadge(row) {
  if (row.state !== "ALARM") {
    return row.state === "QUIET" ? html`<span class="badge good"><span aria-hidden="true">●</span> quiet</span>` : badge(row.state);
  }
  const bad = row.severity === "ERROR";
  return html`<b class="badge ${bad ? "bad" : "warn"}"><span aria-hidden="true">${bad ? "▲" : "◆"}</span> alarm</b>`;
}

async function reset(row) {
  try {
    await api.post(at(row.server, "server/watches/" + part(row.name) + "/reset"));
    say("The alarm of " + row.name + " on " + row.server + " is ended");
    store.refresh(at(row.server, "server/runtime/watches"));
  } catch (error) {
    sayFailure("The alarm of " + row.name + " was not ended", error);
  }
}
