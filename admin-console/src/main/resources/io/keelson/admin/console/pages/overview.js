/* The domain at a glance: how many run, what they do, how they hang together. */
import { html, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import { at } from "../core/api.js";
import { link } from "../core/router.js";
import * as past from "../core/past.js";
import { servers, running, clusters, spokesman, answers, kinds, watchKinds, nodeOf } from "../core/domain.js";
import { page, card, stat, rate, number, badge, alarming, unbroken } from "../parts/bits.js";
import { chart } from "../parts/chart.js";
import { table } from "../parts/table.js";
import { waiting } from "../parts/notice.js";
import { rolling, watchRolling } from "../parts/rolling.js";
import { picture } from "./picture.js";
import { alarms } from "./watches.js";

/** Beyond so many servers the picture shows tiles, and asks not each of them for its sessions. */
const MANY = 16;

/** The picture cannot be read on a window this narrow. */
const PHONE = matchMedia("(max-width: 600px)");
PHONE.addEventListener("change", store.changed);

export const overview = {
  id: "overview",
  title: "Overview",
  group: "Domain",
  watch(address, watched) {
    watchRolling(watched); // with the node managers, who know who starts before it answers itself
    for (const cluster of clusters()) {
      const one = spokesman(cluster);
      if (one) {
        watched.set(at(one, "server/leases"), 5000).set(at(one, "server/cluster"), 5000).set(at(one, "singletons"), 5000);
      }
    }
    const names = running();
    if (names.length <= MANY) {
      watchKinds(names, watched);
      for (const name of names) {
        for (const kind of ["sessions", "session-replication", "balancer", "watches"]) {
          if (kinds(name).includes(kind)) {
            watched.set(at(name, "server/runtime/" + kind), 5000);
          }
        }
      }
    }
  },
  view() {
    const all = servers();
    if (all.length === 0) {
      return page("Overview", "", waiting(store.read("domain/servers"), "the servers"));
    }
    const names = running();
    const few = names.length <= MANY;
    const drawn = few && !PHONE.matches;
    return page("Overview", nothing, html`
      <div class="stats">${stats(all, names, few)}</div>
      ${troubles(all)}
      ${rolling()}
      ${inAlarm()}
      ${card("The domain", html`${drawn ? picture() : fleet(all)}`, { tools: html`<span class="quiet">live</span>` })}
      <div class="grid">
        ${card("Requests a second", few ? perServer(names, "rate", "/s") : summed(names, "rate", "/s"))}
        ${card("Threads at work and queue", workChart(names))}
        ${card("Singleton services", singletons(), { wide: true })}
      </div>`);
  },
};

function stats(all, names, few) {
  const sum = (measure) => names.reduce((total, name) => total + (past.last(name, measure) ?? 0), 0);
  const failed = all.filter((one) => alarming(one.state)).length;
  const down = all.filter((one) => !answers(one)).length;
  const queued = sum("queued");
  const sessions = few ? names.reduce((total, name) => total + (store.data(at(name, "server/runtime/sessions"))?.sessions ?? []).reduce((n, one) => n + one["in-memory"], 0), 0) : undefined;
  return html`
    ${stat("Servers that run", html`${all.filter((one) => one.state === "RUNNING").length}<span class="quiet"> / ${all.length}</span>`, failed ? failed + " failed" : down ? down + (down === 1 ? " does not run" : " do not run") : "all are well", failed ? "bad" : "")}
    ${stat("Requests a second", rate(sum("rate")), "on all servers")}
    ${stat("Threads at work", number(sum("executing")), "execute threads")}
    ${stat("Queued", number(queued), queued > 0 ? "waiting for a thread" : "nothing waits", queued > 100 ? "warn" : "")}
    ${sessions === undefined ? stat("Clusters", clusters().length, "") : stat("Sessions", number(sessions), "in memory")}`;
}

function troubles(all) {
  const failed = all.filter((one) => alarming(one.state));
  if (failed.length === 0) {
    return nothing;
  }
  return html`<div class="notice bad"><strong>${failed.map((one, i) => html`${i ? ", " : nothing}<a href=${link("servers", one.name)}>${one.name}</a>`)} ${failed.length === 1 ? "does" : "do"} not run</strong>
    <p class="advice">${failed.every((one) => nodeOf(one.name)?.state === "RUNNING") ? "Its page says what the node manager knows of it, and starts it." : "Its log on its machine says why; keelson start --server NAME starts it there again."} Sessions and singleton services go on elsewhere where there is a cluster.</p></div><br>`;
}

/** What watches say, those that matter most first. */
function inAlarm() {
  const rows = alarms().sort((a, b) => (a.severity === "ERROR" ? 0 : 1) - (b.severity === "ERROR" ? 0 : 1));
  return rows.length === 0 ? nothing : html`<div class="notice ${rows[0].severity === "ERROR" ? "bad" : "warn"}"><strong>${rows.length === 1 ? "A watch is in alarm" : rows.length + " watches are in alarm"}</strong>
    <ul class="causes">${rows.slice(0, 5).map((row) => html`<li>${row["last-message"] ?? row.name}</li>`)}</ul><p class="advice"><a href=${link("watches")}>All watches</a></p></div><br>`;
}

function perServer(names, measure, unit) {
  const { times, columns } = past.together(names, measure);
  return chart("Requests a second by server", { times, columns, labels: names, unit });
}

function summed(names, measure, unit) {
  const { times, columns } = past.together(names, measure);
  const sum = times.map((time, i) => columns.reduce((total, column) => total + (column[i] ?? 0), 0));
  return chart("Requests a second on all servers", { times, columns: [sum], labels: ["all servers"], unit });
}

function workChart(names) {
  const add = (measure) => {
    const { times, columns } = past.together(names, measure);
    return [times, times.map((time, i) => columns.reduce((total, column) => total + (column[i] ?? 0), 0))];
  };
  const [times, executing] = add("executing");
  const [, queued] = add("queued");
  return chart("Threads at work and queue of all servers", { times, columns: [executing, queued], labels: ["at work", "queued"] });
}

function singletons() {
  const rows = clusters().flatMap((cluster) => {
    const one = spokesman(cluster);
    return (one ? store.data(at(one, "singletons"))?.singletons ?? [] : []).map((service) => ({ ...service, cluster: cluster.name }));
  });
  return table({
    name: "overview.singletons", label: "Singleton services", rows, key: (row) => row.cluster + row.name, empty: "No cluster has a singleton service.",
    columns: [
      { head: "Service", cell: (row) => html`<a href=${link("clusters", row.cluster)}>${row.name}</a>`, by: (row) => row.name },
      { head: "State", cell: (row) => badge(row.state), by: (row) => row.state },
      { head: "On", cell: (row) => unbroken([row.owner ?? "–"]), by: (row) => row.owner },
    ],
  });
}

/** Many servers: a tile each. */
function fleet(all) {
  return html`<div class="fleet">${all.map((one) => html`<a class=${alarming(one.state) ? "bad" : ""} href=${link("servers", one.name)}>
    <b>${one.name}</b><span>${badge(one.state)}</span><span class="quiet">${answers(one) ? rate(past.last(one.name, "rate")) + "/s" : "–"}</span></a>`)}</div>`;
}
