/* Clusters: members, who decides (leases), and the services of which a cluster has one. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import * as past from "../core/past.js";
import { clusters, spokesman, server, answers, watchOf, restartOf, scaleOf, absent, whyNoNode } from "../core/domain.js";
import { page, card, badge, facts, rate, number, moment, duration, tabs, button, unbroken } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say, sayFailure, waiting, remark } from "../parts/notice.js";
import { rolling, watchRolling, resumable, restart, stopButton, goOnButton, takeBackButton, whyNoRestart } from "../parts/rolling.js";
import { whyService } from "../parts/why.js";
import { settingsOf, watchSettings, whereAdded } from "../parts/settings.js";
import { MODEL, pendingPath, isObject, join } from "../core/model.js";
import { putValue, whyReadOnly } from "../core/edit.js";

export const clustersPage = {
  id: "clusters",
  title: "Clusters",
  group: "Domain",
  count: () => clusters().length,
  watch(address, watched) {
    if (address.rest[0] && store.data("domain/servers")) {
      watchRolling(watched, address.rest[0]);
      if (clusters().some((one) => one.name === address.rest[0] && one.members.length > 0)) {
        watched.set(scaleOf(address.rest[0]), 3000);
      }
    }
    for (const cluster of clusters()) {
      const one = spokesman(cluster);
      if (one && (!address.rest[0] || address.rest[0] === cluster.name)) {
        watched.set(at(one, "server/cluster"), 3000).set(at(one, "server/leases"), 3000).set(at(one, "singletons"), 3000);
      }
    }
    if (address.rest[0]) {
      watched.set(MODEL, 0).set("edit", 3000);
    }
    if (address.rest[0] && address.query.get("tab") === "settings") {
      watchSettings("clusters." + address.rest[0], watched);
    }
  },
  view: (address) => (address.rest[0] ? one(address) : list()),
};

const of = (cluster, path) => {
  const speaker = spokesman(cluster);
  return speaker ? store.read(at(speaker, path)) : { error: undefined, data: undefined, silent: true };
};

function list() {
  const entry = store.read("domain/servers");
  return page("Clusters", "Members of a cluster share names, decide by leases who owns what, and take over from one another.", !entry.data ? waiting(entry, "the clusters") : card("All clusters", table({
    name: "clusters", label: "Clusters", rows: clusters(), key: (row) => row.name, empty: "The domain has no cluster: a server joins one by the setting 'cluster'.",
    columns: [
      { head: "Cluster", cell: (row) => html`<a href=${link("clusters", row.name)}>${row.name}</a>`, by: (row) => row.name },
      { head: "Members that run", number: true, cell: (row) => row.members.filter((name) => server(name)?.state === "RUNNING").length + " of " + row.members.length, by: (row) => row.members.length },
      { head: "Formed", cell: (row) => { const seen = of(row, "server/cluster").data; return seen ? badge(seen.formed ? "ACTIVE" : "forming") : "–"; } },
      { head: "Migration basis", cell: (row) => of(row, "server/leases").data?.basis ?? "–" },
      { head: "Led by", cell: (row) => unbroken([of(row, "server/leases").data?.leader ?? "–"]) },
      { head: "Singleton services", number: true, cell: (row) => of(row, "singletons").data?.singletons?.length ?? "–" },
      { head: "Requests/s", number: true, cell: (row) => rate(row.members.reduce((sum, name) => sum + (past.last(name, "rate") ?? 0), 0)) },
    ],
  })), whereAdded("clusters", "Add a cluster"));
}

function one(address) {
  const cluster = clusters().find((each) => each.name === address.rest[0]);
  if (!cluster) {
    return page(address.rest[0], "", remark("bad", "There is no cluster '" + address.rest[0] + "' in this domain."));
  }
  const tab = address.query.get("tab") ?? "";
  const base = link("clusters", cluster.name);
  return page(cluster.name, cluster.members.length + (cluster.members.length === 1 ? " member" : " members"), html`
    ${tabs([["", "At a glance", base], ["settings", "Settings", base + "?tab=settings"]], tab, "Parts of " + cluster.name)}
    ${tab === "settings" ? settingsOf("clusters." + cluster.name) : !spokesman(cluster) ? html`${remark("warn", cluster.members.length ? "No member of this cluster runs, so nobody can say more of it." : "This cluster has no servers: a server joins it by its setting 'cluster'.")}<br>${scaleCard(cluster)}${cluster.members.length ? card("Members", members(cluster)) : nothing}` : html`
    ${rolling({ cluster: cluster.name, onlyWaiting: true })}${scaleCard(cluster)}${ended(cluster) ? nothing : restartCard(cluster)}
    <div class="grid">${card("Members", members(cluster))}${card("Migration and leases", leases(cluster))}</div>
    ${card("Singleton services", singletons(cluster), { tools: registerButton(cluster) })}${ended(cluster) ? restartCard(cluster) : nothing}`}`, html`${startButton(cluster)} ${scaleButton(cluster)} ${restartButton(cluster)}`);
}

/** Members that somebody has to start before they run. */
const down = (cluster) => cluster.members.filter((name) => server(name) && !answers(server(name)) && server(name).state !== "FAILED_RESTARTING" && watchOf(name)?.state !== "STARTING");

function startButton(cluster) {
  const names = down(cluster);
  return names.length === 0 ? nothing : button("Start members …", () => startAll(cluster, names), { whyNot: whyNot("operator") || whyNoNode(names, "which starts the servers") });
}

async function startAll(cluster, names) {
  const done = await ask({
    title: "Start the members of " + cluster.name + "?", action: "Start",
    body: html`<p>The node manager starts these servers: <b>${unbroken(names)}</b>.</p>`,
    work: async () => {
      for (const [i, name] of names.entries()) {
        await api.post("domain/servers/" + part(name) + "/start").catch((error) => {
          error.message = name + ": " + error.message;
          error.advice = (i ? "Started before that: " + names.slice(0, i).join(", ") + ". " : "") + (error.advice ?? "");
          throw error;
        });
      }
      return true;
    },
  });
  store.refresh("domain/servers", "domain/nodes");
  if (done) {
    say(names.join(", ") + (names.length === 1 ? " is starting" : " are starting"));
  }
}

/** Only a dynamic cluster has a size. */
function scaleButton(cluster) {
  const now = store.data(scaleOf(cluster.name));
  if (now?.state === "RUNNING") {
    return button("Stop the scaling", () => stopScaling(cluster), { kind: "danger-text", whyNot: whyNot("admin") });
  }
  const why = whyNot("admin") || whyNoNode(cluster.members, "which starts and ends the servers");
  return now?.size === undefined ? nothing : button("Scale …", () => scale(cluster, now), { whyNot: why });
}

function scaleCard(cluster) {
  const now = store.data(scaleOf(cluster.name));
  if (now?.size === undefined) {
    return nothing;
  }
  return card("Size", html`
    ${now.why ? remark(now.state === "RUNNING" ? "warn" : "bad", now.why) : nothing}
    ${facts([["Dynamic servers", number(now.size) + " of at most " + number(now["max-size"])], now.state === "NONE" ? undefined : ["Last scaled", html`${now.from} to ${now.to}, ${badge(now.state)}`], now.by ? ["Ordered by", now.by] : undefined, now.begun ? ["Begun", moment(now.begun)] : undefined])}
    ${now.members.length === 0 ? nothing : html`<br>${table({
      name: "scale", label: "Servers that come or go", rows: now.members, key: (row) => row.server,
      columns: [
        { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.number },
        { head: "Change", cell: (row) => (row.number > now.to ? "goes" : "comes") },
        { head: "Phase", cell: (row) => badge(row.phase), by: (row) => row.phase },
      ] })}`}`);
}

async function scale(cluster, now) {
  const done = await ask({
    title: "Scale " + cluster.name + "?", action: "Scale " + cluster.name,
    body: html`<p><b>${cluster.name}</b> has ${now.size} dynamic servers. Those that come are added to the domain and started. Those that go are the last ones: each hands over its sessions, leases and singleton services and ends, one after the other, and then leaves the domain. Each step is a revision of the configuration.</p>
      <label class="field"><span>Dynamic servers, from 1 to ${now["max-size"]}</span><input type="number" name="size" min="1" max=${now["max-size"]} value=${now.size} required></label>`,
    work: async (form) => api.post(scaleOf(cluster.name) + "?size=" + part(form.size.value)).then(() => true),
  });
  if (done) {
    scaling(cluster, cluster.name + " is being scaled");
  }
}

async function stopScaling(cluster) {
  try {
    await api.remove(scaleOf(cluster.name));
    scaling(cluster, "The scaling of " + cluster.name + " stops");
  } catch (error) {
    sayFailure("The scaling of " + cluster.name + " was not stopped", error);
  }
}

function scaling(cluster, what) {
  say(what);
  store.refresh("domain/servers", "domain/clusters", scaleOf(cluster.name));
}

function restartButton(cluster) {
  const now = store.data(restartOf(cluster.name));
  return now?.state === "RUNNING" ? stopButton(cluster)
    : html`${resumable(now) ? goOnButton(cluster, "primary") : nothing}
      ${button("Restart one by one …", () => restart(cluster), { whyNot: whyNoRestart(cluster) })}`;
}

/** What has come to its end is looked at last. */
const ended = (cluster) => store.data(restartOf(cluster.name))?.state === "DONE";

function restartCard(cluster) {
  const now = store.data(restartOf(cluster.name));
  if (!now || now.state === "NONE") {
    return nothing;
  }
  const taking = now.members.filter((one) => one.phase !== "SKIPPED");
  const done = taking.filter((one) => one.phase === "DONE").length;
  return card(!now.application ? "Restart one by one" : now.back ? "Rolling redeployment of " + now.application + ", back to the version that was" : "Rolling redeployment of " + now.application, html`
    ${now.why ? remark(now.state === "RUNNING" ? "warn" : "bad", now.why) : nothing}
    ${now.application && resumable(now) ? html`<p>${takeBackButton(cluster, now.application)}</p>` : nothing}
    ${facts([["State", badge(now.state)], ["Restarted", done + " of " + taking.length], ["Ordered by", now.by], ["Begun", moment(now.begun)]])}
    <br>${table({
      name: "restart", label: "Servers that are restarted", rows: now.members, key: (row) => row.server,
      columns: [
        { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
        { head: "Phase", cell: (row) => badge(row.phase), by: (row) => row.phase },
      ] })}`);
}

function members(cluster) {
  const seen = of(cluster, "server/cluster").data;
  const leases = of(cluster, "server/leases").data;
  const present = new Set((seen?.members ?? []).map((each) => each.server));
  return html`${notSeen(absent(cluster, seen))}${table({
    name: "members", label: "Members", rows: cluster.members.map((name) => server(name) ?? { name, state: "UNKNOWN" }), key: (row) => row.name,
    columns: [
      { head: "Server", cell: (row) => html`<a href=${link("servers", row.name)}>${row.name}</a>`, by: (row) => row.name },
      { head: "State", cell: (row) => badge(row.state), by: (row) => row.state },
      { head: "In the view", cell: (row) => !seen ? "–" : present.has(row.name) ? "yes" : html`<b class="badge bad">▲ no</b>`, by: (row) => (present.has(row.name) ? 1 : 0) },
      { head: "Part", cell: (row) => [seen?.coordinator === row.name ? "coordinator" : "", leases?.leader === row.name ? "leads the leases" : leases?.voters?.includes(row.name) ? "votes" : ""].filter(Boolean).join(", ") || html`<span class="quiet">–</span>` },
      { head: "Requests/s", number: true, cell: (row) => rate(past.last(row.name, "rate")), by: (row) => past.last(row.name, "rate") ?? -1 },
    ],
  })}${seen ? html`<p class="hint">View ${seen.view}; coordinator ${seen.coordinator}; ${seen.counts.suspicions} suspicions, ${seen.counts.merges} merges since ${seen.self.server} runs.</p>` : nothing}`;
}

/** Those that are on their way are said apart from those that should be there and are not. */
function notSeen({ coming, missing }) {
  return html`${missing.length ? remark("warn", "Missing: " + missing.join(", ")) : nothing}${coming.length ? remark("", "Starting, and not in the view yet: " + coming.join(", ")) : nothing}`;
}

function leases(cluster) {
  const entry = of(cluster, "server/leases");
  const all = entry.data;
  if (!all) {
    return waiting(entry, "the leases");
  }
  const last = all.elections?.[all.elections.length - 1];
  return html`${all.missing?.length ? remark("warn", "Voters that are missing: " + all.missing.join(", ") + ". Leases are granted while most of the voters are there.") : nothing}
    ${facts([["Migration basis", html`<a href=${link("clusters", cluster.name) + "?tab=settings"}>${all.basis}</a>`], ["Leader", all.leader ?? html`<b class="badge bad">▲ nobody</b>`], all.voters.length ? ["Voters", unbroken(all.voters)] : undefined, last ? ["Last election", html`${moment(last.when)}: ${last.leader}`] : undefined])}
    <br>${table({
      name: "leases", label: "Leases", rows: all.leases, key: (row) => row.name, empty: "Nobody holds a lease.",
      columns: [
        { head: "Lease", cell: (row) => unbroken([row.name]), by: (row) => row.name },
        { head: "Owner", cell: (row) => row.owner ? html`<a href=${link("servers", row.owner)}>${row.owner}</a>` : html`<span class="quiet">nobody</span>`, by: (row) => row.owner },
        { head: "Epoch", number: true, cell: (row) => row.epoch, by: (row) => row.epoch },
        { head: "Lasts", number: true, cell: (row) => duration(row["duration-millis"]), by: (row) => row["duration-millis"] },
      ] })}`;
}

function singletons(cluster) {
  const entry = of(cluster, "singletons");
  return !entry.data ? waiting(entry, "the singleton services") : table({
    name: "singletons", label: "Singleton services", rows: entry.data.singletons, key: (row) => row.name, empty: "This cluster has no singleton services.",
    columns: [
      { head: "Service", cell: (row) => unbroken([row.name]), by: (row) => row.name },
      { head: "State", cell: (row) => badge(row.state), by: (row) => row.state },
      { head: "On", cell: (row) => row.owner ? html`<a href=${link("servers", row.owner)}>${row.owner}</a>` : "–", by: (row) => row.owner },
      { head: "Since", cell: (row) => moment(row.since), by: (row) => row.since },
      { head: "Epoch", number: true, cell: (row) => number(row.epoch), by: (row) => row.epoch },
      { head: "May run on", cell: (row) => unbroken(row.candidates), text: (row) => row.candidates.join(" ") },
      { head: "Of", cell: (row) => row.application ?? html`<span class="quiet nowrap">the domain</span>`, by: (row) => row.application },
      { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">
        ${button("Why here", () => why(row), { kind: "small", label: "Why " + row.name + " is there" })}
        ${button("History", () => history(cluster, row), { kind: "small", label: "History of " + row.name })}
        ${button("Migrate …", () => migrate(cluster, row), { kind: "small", label: "Migrate " + row.name, whyNot: whyNot("operator") || (row.candidates.length < 2 ? "There is no other server that it may run on" : "") })}</div>` },
    ] });
}

/** Registers a service of the domain; where the domain cannot be changed here there is no button. */
function registerButton(cluster) {
  return store.read("domain").error?.status === 404 ? nothing : button("Register a service …", () => register(cluster), { whyNot: whyReadOnly() });
}

const SERVICES = "singleton-services";

/** One dialog for what a service needs; its other settings are on the page that follows. */
async function register(cluster) {
  const servers = cluster.members;
  const name = await ask({
    title: "Register a singleton service", action: "Register",
    body: html`<p>One server of <b>${cluster.name}</b> has it at a time. Its class lies in a jar of the directory <code>lib</code> of the domain, on each machine.</p>
      <label class="field"><span>Name</span><input name="thing" required pattern="[A-Za-z0-9][A-Za-z0-9_.\\-]*" title="Letters, digits, hyphens, dots and underscores, a letter or digit first" autocomplete="off" spellcheck="false"></label>
      <label class="field"><span>Class name</span><input name="class-name" required autocomplete="off" spellcheck="false" placeholder="shop.Poller"><small>With its package.</small></label>
      <label class="field"><span>User preferred server</span><select name="preferred"><option value="">none</option>${servers.map((one) => html`<option value=${one}>${one}</option>`)}</select></label>
      <fieldset class="choices"><legend>Constrained candidate servers</legend>${servers.map((one) => html`<label class="check"><input type="checkbox" name="candidate" value=${one}><span>${one}</span></label>`)}<small>None chosen: all servers of the cluster.</small></fieldset>
      <p class="hint">It is added to your edit session; nothing changes before you activate. The servers take it when they start.</p>`,
    work: async (form) => {
      const chosen = form.elements.thing.value;
      const there = await api.get(pendingPath(SERVICES));
      if (isObject(there.written) && chosen in there.written) {
        throw Object.assign(new Error("There is a service '" + chosen + "' already."), { title: "Not registered", advice: "Choose another name, or change the one that is there." });
      }
      const preferred = form.elements.preferred.value;
      const candidates = [...form.querySelectorAll("input[name=candidate]:checked")].map((one) => one.value);
      if (preferred && candidates.length && !candidates.includes(preferred)) {
        throw Object.assign(new Error(preferred + " is preferred and not among the candidates."), { title: "Not registered", advice: "Add it to the candidates, or choose none." });
      }
      await putValue(join([SERVICES, chosen]), {
        "class-name": form.elements["class-name"].value.trim(),
        ...(preferred ? { "user-preferred-server": preferred } : {}),
        ...(candidates.length ? { "constrained-candidate-servers": candidates } : {}),
      });
      return chosen;
    },
  });
  if (name) {
    location.hash = link("configuration", join([SERVICES, name]));
  }
}

async function why(service) {
  try {
    await whyService(service.name);
  } catch (error) {
    sayFailure("Why " + service.name + " is there cannot be read", error);
  }
}

async function history(cluster, service) {
  try {
    const answer = await api.get(at(spokesman(cluster), "singletons/" + part(service.name) + "/history"));
    show("Where " + service.name + " has been", table({
      name: "history", label: "History", rows: [...answer.history].reverse(), key: (row) => row.when + row.result, empty: "It has not moved yet.",
      columns: [
        { head: "When", cell: (row) => moment(row.when) },
        { head: "From", cell: (row) => unbroken([row.from ?? "–"]) },
        { head: "To", cell: (row) => unbroken([row.to ?? "–"]) },
        { head: "Epoch", number: true, cell: (row) => row.epoch },
        { head: "Result", cell: (row) => badge(row.result) },
        { head: "Why", cell: (row) => row.why },
      ] }));
  } catch (error) {
    sayFailure("The history of " + service.name + " cannot be read", error);
  }
}

async function migrate(cluster, service) {
  const others = service.candidates.filter((name) => name !== service.owner);
  const to = await ask({
    title: "Migrate " + service.name + "?", action: "Migrate " + service.name,
    body: html`<p><b>${service.name}</b> is stopped${service.owner ? html` on <b>${service.owner}</b>` : nothing} and started on the server that you choose. In between nobody has it; callers wait or are told so. Only one server has it at any time.</p>
      <label class="field"><span>To</span><select name="to" required>${others.map((name) => html`<option value=${name} ?disabled=${server(name)?.state !== "RUNNING"}>${name}${server(name)?.state !== "RUNNING" ? " (does not run)" : ""}</option>`)}</select></label>`,
    work: async (form) => {
      const chosen = form.to.value;
      await api.post(at(spokesman(cluster), "singletons/" + part(service.name) + "/migrate?to=" + part(chosen)));
      return chosen;
    },
  });
  if (to) {
    say(service.name + " is moving to " + to);
    store.refresh(at(spokesman(cluster), "singletons"), at(spokesman(cluster), "server/leases"));
  }
}
