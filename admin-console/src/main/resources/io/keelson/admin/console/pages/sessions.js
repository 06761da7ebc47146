/* Sessions by application: how many, where they are kept, how far their copies are behind, what each attribute costs. */
import { html, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import { at } from "../core/api.js";
import { link } from "../core/router.js";
import { running, kinds, unread, watchKinds } from "../core/domain.js";
import { page, card, badge, bytes, number, duration, button } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { waiting } from "../parts/notice.js";
import { whySession } from "../parts/why.js";

const KINDS = ["sessions", "session-replication", "session-attributes"];
const every = () => Math.max(3000, running().length * 300);
/** Versions side by side are the servers' applications name@version. */
const called = (application) => application.replace("@", " version ");
const of = (name, kind) => store.data(at(name, "server/runtime/" + kind))?.[kind] ?? [];

export const sessionsPage = {
  id: "sessions",
  title: "Sessions",
  group: "Applications",
  watch(address, watched) {
    watchKinds(running(), watched);
    for (const name of running()) {
      const there = kinds(name);
      // What each attribute costs is asked for one application only.
      for (const kind of KINDS.slice(0, address.rest[0] ? 3 : 2)) {
        if (there.includes(kind)) {
          watched.set(at(name, "server/runtime/" + kind), every());
        }
      }
    }
  },
  view: (address) => (address.rest[0] ? one(address.rest[0]) : list()),
};

function list() {
  const found = new Map();
  for (const name of running()) {
    for (const one of of(name, "sessions")) {
      const row = found.get(one.application) ?? { application: one.application, root: one["context-root"], types: new Set(), sessions: 0, servers: 0, states: new Set(), behind: 0, late: 0, bytes: 0, alone: 0 };
      row.types.add(one["store-type"]);
      row.states.add(one["store-state"]);
      row.sessions += one["in-memory"];
      row.behind += one.behind;
      row.late = Math.max(row.late, one["behind-for-millis"]);
      row.servers++;
      found.set(one.application, row);
    }
    for (const one of of(name, "session-replication")) {
      const row = found.get(one.application);
      if (row) {
        row.bytes += one.bytes;
        row.alone += one["sessions-without-secondary"];
      }
    }
  }
  const rows = [...found.values()];
  return page("Sessions", "Sessions of all servers by application. What only one server has is lost with it.", card("Applications", rows.length === 0 && unread("sessions") ? waiting(unread("sessions"), "the sessions") : table({
    name: "sessions", label: "Applications", rows, key: (row) => row.application, empty: "No application has sessions.",
    columns: [
      { head: "Application", cell: (row) => html`<a href=${link("sessions", row.application)}>${called(row.application)}</a>`, by: (row) => row.application },
      { head: "Kept", cell: (row) => [...row.types].join(", "), by: (row) => [...row.types].join() },
      { head: "Store", cell: (row) => [...row.states].map((one) => badge(one)), by: (row) => [...row.states].join() },
      { head: "Sessions", number: true, cell: (row) => number(row.sessions), by: (row) => row.sessions },
      { head: "On servers", number: true, cell: (row) => row.servers, by: (row) => row.servers },
      { head: "Copies", number: true, cell: (row) => row.bytes ? bytes(row.bytes) : "–", by: (row) => row.bytes },
      { head: "Without a copy", number: true, cell: (row) => row.alone ? html`<b class="badge warn">◆ ${row.alone}</b>` : 0, by: (row) => row.alone },
      { head: "Behind", number: true, cell: (row) => row.behind ? html`${number(row.behind)} <span class="quiet">for ${duration(row.late)}</span>` : 0, by: (row) => row.behind },
    ],
  })), button("Where is a session …", whySession));
}

function one(application) {
  const rows = running().flatMap((name) => of(name, "sessions").filter((each) => each.application === application)
    .map((each) => ({ ...each, server: name, copies: of(name, "session-replication").find((copy) => copy.application === application) })));
  const attributes = running().flatMap((name) => of(name, "session-attributes").filter((each) => each.application === application).map((each) => ({ ...each, server: name })));
  return page(called(application), html`<a href=${link("sessions")}>Sessions</a> of this application, on each server`, html`
    ${card("Servers", table({
      name: "sessions.one", label: "Servers", rows, key: (row) => row.server + row["context-root"], empty: "No server has this application.",
      columns: [
        { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
        { head: "Kept", cell: (row) => row["store-type"], by: (row) => row["store-type"] },
        { head: "Store", cell: (row) => html`${badge(row["store-state"])}${row["store-failure"] ? html`<small>${row["store-failure"]}</small>` : nothing}`, by: (row) => row["store-state"] },
        { head: "In memory", number: true, cell: (row) => number(row["in-memory"]), by: (row) => row["in-memory"] },
        { head: "Primary", number: true, cell: (row) => number(row.copies?.primaries), by: (row) => row.copies?.primaries ?? -1 },
        { head: "Copies of others", number: true, cell: (row) => number(row.copies?.secondaries), by: (row) => row.copies?.secondaries ?? -1 },
        { head: "Without a copy", number: true, cell: (row) => number(row.copies?.["sessions-without-secondary"]), by: (row) => row.copies?.["sessions-without-secondary"] ?? -1 },
        { head: "Moved here", number: true, cell: (row) => number(row.copies?.moves), by: (row) => row.copies?.moves ?? -1 },
        { head: "Behind", number: true, cell: (row) => html`${number(row.behind)}${row.behind ? html` <span class="quiet">for ${duration(row["behind-for-millis"])}</span>` : nothing}`, by: (row) => row.behind },
        { head: "Size", number: true, cell: (row) => row.copies ? bytes(row.copies.bytes) : "–", by: (row) => row.copies?.bytes ?? 0 },
      ] }))}
    ${card("What its attributes cost", table({
      name: "sessions.attributes", label: "Attributes", rows: attributes, key: (row) => row.server + row.attribute, empty: "Nothing has been copied yet.",
      columns: [
        { head: "Attribute", cell: (row) => html`${row.attribute}<small class="mono">${row.type}</small>`, by: (row) => row.attribute },
        { head: "Server", cell: (row) => row.server, by: (row) => row.server },
        { head: "Set", number: true, cell: (row) => number(row.set), by: (row) => row.set },
        { head: "Changed", number: true, cell: (row) => number(row.changed), by: (row) => row.changed },
        { head: "Sent", number: true, cell: (row) => bytes(row.bytes), by: (row) => row.bytes },
        { head: "Sent though the same", number: true, cell: (row) => bytes(row["unchanged-bytes"]), by: (row) => row["unchanged-bytes"] },
        { head: "Largest", number: true, cell: (row) => bytes(row.largest), by: (row) => row.largest },
      ] }))}`, button("All applications", () => { location.hash = link("sessions"); }));
}
