/* The servers: all of them, and one of them. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import * as past from "../core/past.js";
import { servers, server, answers, kinds, nodes, watchKinds, watchOf, whyNoNode } from "../core/domain.js";
import { page, card, badge, alarming, facts, rate, number, duration, tabs, button, spark } from "../parts/bits.js";
import { chart } from "../parts/chart.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say, sayFailure, waiting, remark } from "../parts/notice.js";
import { workTables } from "./work.js";
import { channelTable } from "./channels.js";
import { image } from "../parts/image.js";
import { settingsOf, watchSettings, whereAdded } from "../parts/settings.js";

/** So many of its last lines are shown of a server that does not run. */
const PRINTED = 60;

const TABS = [["", "At a glance"], ["work", "Work managers"], ["channels", "Channels"], ["state", "State"], ["settings", "Settings"]];

export const serversPage = {
  id: "servers",
  title: "Servers",
  group: "Domain",
  count: () => servers().length,
  watch(address, watched) {
    const [name] = address.rest;
    if (store.data("domain/servers")) {
      watched.set("domain/nodes", 5000);
    }
    if (!name || !server(name)) {
      return;
    }
    const tab = address.query.get("tab") ?? "";
    if (tab === "settings") {
      watchSettings("servers." + name, watched);
    }
    if (!answers(server(name)) && watchOf(name)) {
      watched.set(outputOf(name), 5000);
    }
    if (answers(server(name))) {
      watched.set(at(name, "server"), 5000).set(at(name, "server/work-managers"), 3000);
      if (tab === "") {
        watched.set(at(name, "server/thread-pools"), 5000);
      }
      if (tab === "work") {
        watched.set(at(name, "server/thread-pools"), 3000).set(at(name, "server/stuck-threads"), 5000);
      }
      if (tab === "state") {
        watchKinds([name], watched);
        kinds(name).forEach((kind) => watched.set(at(name, "server/runtime/" + kind), 5000));
      }
      if (tab === "channels") {
        watched.set(at(name, "server/channels"), 5000);
      }
    }
  },
  view: (address) => (address.rest[0] ? one(address) : list()),
};

/** What a server has printed, as the node manager that started it keeps it: the end. */
const outputOf = (name) => "domain/servers/" + part(name) + "/output";

/** A server that does not run cannot be asked; the node manager has what it printed last. */
function silent(known) {
  const { name } = known;
  if (known.elsewhere) {
    return remark("bad", name + " cannot be asked from here.");
  }
  const text = store.data(outputOf(name))?.text ?? "";
  if (known.state === "STARTING") {
    return remark("", name + " is starting, and cannot be asked yet.");
  }
  return html`${remark(alarming(known.state) ? "bad" : "warn", name + " does not run, so it cannot be asked. " + (text ? "Below is what it printed last." : "Its log on its machine says why; keelson server start " + name + " starts it."))}
    ${text ? html`<br>${card("What it printed last", html`<pre class="dump" tabindex="0">${text.trimEnd().split("\n").slice(-PRINTED).join("\n")}</pre>`)}` : nothing}`;
}

function list() {
  const entry = store.read("domain/servers");
  return page("Servers", "Each server of the domain is a process of its own. The figures are of the last seconds.", !entry.data ? waiting(entry, "the servers") : html`${noNode()}${card("All servers", table({
    name: "servers", label: "Servers", rows: servers(), key: (row) => row.name, filter: true,
    columns: [
      { head: "Server", cell: (row) => html`<a href=${link("servers", row.name)}>${row.name}</a>`, by: (row) => row.name },
      { head: "State", cell: (row) => badge(row.state), by: (row) => row.state },
      { head: "Cluster", cell: (row) => row.cluster ? html`<a href=${link("clusters", row.cluster)}>${row.cluster}</a>` : html`<span class="quiet">–</span>`, by: (row) => row.cluster },
      { head: "Address", cell: (row) => html`<span class="mono">${row.address ?? "–"}</span>`, by: (row) => row.address },
      { head: "Requests/s", number: true, cell: (row) => rate(past.last(row.name, "rate")), by: (row) => past.last(row.name, "rate") ?? -1 },
      { head: "Last minutes", cell: (row) => spark(past.of(row.name).rate, "Requests a second of " + row.name) },
      { head: "At work", number: true, cell: (row) => number(past.last(row.name, "executing")), by: (row) => past.last(row.name, "executing") ?? -1 },
      { head: "Queued", number: true, cell: (row) => number(past.last(row.name, "queued")), by: (row) => past.last(row.name, "queued") ?? -1 },
      { head: "Revision", number: true, cell: (row) => revision(row), by: (row) => row.revision ?? 0 },
      { head: "Starts again", cell: (row) => watchOf(row.name)?.watched ? "yes" : html`<span class="quiet">no</span>`, by: (row) => (watchOf(row.name)?.watched ? 1 : 0) },
      { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => (answers(row) || row.elsewhere ? nothing : html`<div class="actions">${button("Start", () => start(row.name), { kind: "small", label: "Start " + row.name, whyNot: whyNotByNode(row.name) })}</div>`) },
    ],
  }), { tools: nodeState() })}`, html`${button("Diagnostic image …", image)} ${whereAdded("servers", "Add a server")}`);
}

/** Nobody can start what does not run, and here is what to do about it. */
function noNode() {
  const why = store.data("domain/nodes") ? whyNoNode(servers().filter((one) => !answers(one) && !one.elsewhere).map((one) => one.name), "which starts servers") : "";
  return why ? html`${remark("warn", why + ". Servers that crash are started again then, too.")}<br>` : nothing;
}

/** The node manager of each machine: whether somebody starts servers again that crash. */
function nodeState() {
  return nodes().map((known) => html`<span>Node manager ${nodes().length > 1 ? html`<span class="nowrap">${known.name}</span> ` : nothing}${badge(known.state, known.state === "RUNNING" ? (known.pid ? "Process " + known.pid : known.address) : known.why || "Start it with keelson node start on its machine: then servers can be started from here, and those that crash are started again")}</span> `);
}

/** What the node manager says of a server: why it is down, how often it was started again. */
function watchRemark(known) {
  const watch = watchOf(known.name);
  if (!watch) {
    return nothing;
  }
  const again = watch.restarts ? " It was started again " + watch.restarts + " of " + watch["restart-max"] + " times." : "";
  return watch.state === "FAILED_NOT_RESTARTABLE" ? html`${remark("bad", "The node manager does not start it again: " + watch.why + ".")}<br>`
    : watch.why ? html`${remark("warn", "The node manager started it again: " + watch.why + "." + again)}<br>` : nothing;
}

/** Why the node manager cannot do something for a server now. */
function whyNotByNode(name) {
  return whyNot("operator") || (server(name)?.silent ? name + " is starting" : "") || whyNoNode([name], "which starts and ends " + name);
}

function revision(row) {
  const behind = row.revision !== undefined && row.revision !== null && store.data("domain") && row.revision < store.data("domain").revision;
  return html`${row.revision ?? "–"}${behind ? html` <span class="mark restart" title="It has not heard of the newest revision">behind</span>` : nothing}
    ${row["restart-needed"]?.length ? html` <span class="mark restart" title=${row["restart-needed"].join("\n")}>restart</span>` : nothing}`;
}

function one(address) {
  const [name] = address.rest;
  const known = server(name);
  if (!known) {
    return page(name, "", store.read("domain/servers").data ? remark("bad", "There is no server '" + name + "' in this domain.") : waiting(store.read("domain/servers"), "the servers"));
  }
  const tab = address.query.get("tab") ?? "";
  const list = TABS.map(([id, text]) => [id, text, link("servers", name) + (id ? "?tab=" + id : "")]);
  return page(name, html`${badge(known.state)} ${known.cluster ? html`in <a href=${link("clusters", known.cluster)}>${known.cluster}</a>` : "in no cluster"} · <span class="mono">${known.address ?? "no address"}</span>`, html`
    ${known["restart-needed"]?.length ? html`${remark("warn", html`A restart is needed before these take effect: <b>${known["restart-needed"].join(", ")}</b>${known.cluster ? html`. The page of <a href=${link("clusters", known.cluster)}>${known.cluster}</a> restarts its members one by one.` : nothing}`)}<br>` : nothing}
    ${watchRemark(known)}
    ${tabs(list, tab, "Parts of " + name)}
    ${tab === "settings" ? settingsOf("servers." + name) : !answers(known) ? silent(known) : views[tab]?.(name) ?? nothing}`,
  answers(known) ? html`
    ${button("Thread dump", () => dump(name))}
    ${button("Shut down …", () => shutDown(known), { kind: "danger-text", whyNot: whyNot("operator") })}
    ${button("Kill …", () => kill(known), { kind: "danger-text", whyNot: whyNotByNode(name) })}`
    : known.elsewhere ? nothing : button("Start", () => start(name), { kind: "primary", whyNot: whyNotByNode(name) }));
}

async function start(name) {
  try {
    await api.post("domain/servers/" + part(name) + "/start");
    say(name + " is starting");
    store.refresh("domain/servers", "domain/nodes");
  } catch (error) {
    sayFailure(name + " was not started", error);
  }
}

async function kill(known) {
  const admin = store.data("domain")?.["admin-server"] === known.name;
  const done = await ask({
    title: "Kill " + known.name + "?", action: "Kill " + known.name, danger: true, type: known.name,
    body: html`<p>The process of ${known.name} ends at once. Requests under way fail; sessions without a copy on another server are lost. It stays down until somebody starts it. Shut it down instead where it still answers.</p>
      <label class="check"><input type="checkbox" name="restart"><span>Let it count as a crash: the node manager starts it again</span></label>
      ${admin ? html`<p><b>This is the admin server: the console ends with it.</b></p>` : nothing}`,
    work: async (form) => api.post("domain/servers/" + part(known.name) + "/kill" + (form.restart.checked ? "?restart=true" : "")).then(() => true),
  });
  if (done) {
    say(known.name + " was killed");
    store.refresh("domain/servers", "domain/nodes");
  }
}

const views = {
  "": (name) => glance(name),
  work: (name) => workTables(name),
  channels: (name) => card("Channels", channelTable([name])),
  state: (name) => state(name),
};

/** Everything that the rooms of a server show of themselves, also those that have no page of their own. */
function state(name) {
  const entry = store.read(at(name, "server/runtime"));
  return !entry.data ? waiting(entry, "the state") : html`${kinds(name).map((kind) => {
    const rows = store.data(at(name, "server/runtime/" + kind))?.[kind];
    return card(kind, !rows ? waiting(store.read(at(name, "server/runtime/" + kind)), "the state") : table({
      name: "state-" + kind, label: kind, rows: rows.map((row, i) => ({ ...row, _: i })), key: (row) => row._,
      columns: Object.keys(rows[0] ?? {}).map((head) => ({
        head, number: typeof rows[0][head] === "number",
        cell: (row) => plain(row[head]), by: (row) => (typeof row[head] === "number" ? row[head] : plain(row[head])),
      })),
    }));
  })}`;
}

function plain(value) {
  if (value === null || value === undefined) {
    return "–";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function glance(name) {
  const entry = store.read(at(name, "server"));
  const info = entry.data;
  const known = past.of(name);
  return html`<div class="grid">
    ${card("Requests a second", chart("Requests a second", { times: known.times, columns: [known.rate], labels: [name], unit: "/s" }))}
    ${card("Threads at work and queue", chart("Threads at work and queue", { times: known.times, columns: [known.executing, known.queued], labels: ["at work", "queued"] }))}
    ${card("Process", !info ? waiting(entry, "the server") : facts([
      ["Version", info.version], ["Java", info["java-version"]], ["Process", info.pid], ["Runs for", duration(info["uptime-millis"])],
      ["Domain", info.domain], ["Production mode", info["production-mode"] ? "yes" : "no"]]))}
    ${card("Thread pools", pools(name))}
    ${card("How the start went", !info ? nothing : table({
      name: "subsystems", label: "Subsystems", rows: info.subsystems, key: (row) => row.name, filter: false,
      columns: [
        { head: "Subsystem", cell: (row) => row.name, by: (row) => row.name },
        { head: "Start", number: true, cell: (row) => duration(row["start-millis"]), by: (row) => row["start-millis"] },
        { head: "Administer", number: true, cell: (row) => duration(row["administer-millis"]), by: (row) => row["administer-millis"] },
        { head: "Resume", number: true, cell: (row) => duration(row["resume-millis"]), by: (row) => row["resume-millis"] },
      ] }), { wide: true })}</div>`;
}

function pools(name) {
  const entry = store.read(at(name, "server/thread-pools"));
  return !entry.data ? waiting(entry, "the pools") : table({
    name: "pools", label: "Thread pools", rows: entry.data["thread-pools"], key: (row) => row.name,
    columns: [
      { head: "Pool", cell: (row) => row.name, by: (row) => row.name },
      { head: "Threads", number: true, cell: (row) => html`${row.threads} <span class="quiet">of ${row.max}</span>`, by: (row) => row.threads },
      { head: "Idle", number: true, cell: (row) => row.idle, by: (row) => row.idle },
      { head: "Completed", number: true, cell: (row) => number(row.completed), by: (row) => row.completed },
    ] });
}

async function dump(name) {
  try {
    const text = await api.get(at(name, "server/threads"), { text: true });
    show("Threads of " + name, html`<pre class="dump" tabindex="0">${text}</pre>`);
  } catch (error) {
    sayFailure("No thread dump of " + name, error);
  }
}

async function shutDown(known) {
  const admin = store.data("domain")?.["admin-server"] === known.name;
  const done = await ask({
    title: "Shut down " + known.name + "?", action: "Shut down " + known.name, danger: true, type: admin ? known.name : "",
    body: html`<p>${known.name} takes no more requests, ends what is under way and stops. ${known.cluster ? "Its sessions have copies where they are replicated; its singleton services move to other members of " + known.cluster + "." : "What only this server has is not served until it is started again."}</p>
      ${admin ? html`<p><b>This is the admin server: the console ends with it.</b> The other servers go on.</p>` : nothing}
      <label class="check"><input type="checkbox" name="force"><span>At once, without waiting for requests under way</span></label>`,
    work: async (form) => api.post(at(known.name, "server/shutdown") + (form.force.checked ? "?force=true" : "")).then(() => true),
  });
  if (done) {
    say(known.name + " is shutting down");
    store.refresh("domain/servers");
  }
}
