/* Rolling restarts and redeployments, wherever they are shown: how far each is, versions that wait for one, and what can be done about them. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { clusters, server, restartOf, whyNoNode } from "../core/domain.js";
import { badge, button } from "./bits.js";
import { ask } from "./dialog.js";
import { say, sayFailure } from "./notice.js";

export const APPLICATIONS = "domain/deployments";
const RESUMABLE = ["FAILED", "STOPPED", "INTERRUPTED"];

/** Asks for what the functions below need; of one cluster, or of all. */
export function watchRolling(watched, only = "") {
  if (!store.data("domain/servers")) {
    return;
  }
  watched.set("domain/nodes", 5000).set(APPLICATIONS, 3000);
  clusters().filter((one) => one.members.length > 0 && (!only || one.name === only)).forEach((one) => watched.set(restartOf(one.name), 3000));
}

/** Whether a restart or redeployment stands where it can go on. */
export const resumable = (now) => RESUMABLE.includes(now?.state);

const runs = (name) => server(name)?.state === "RUNNING";

/** Why the servers of a cluster cannot be restarted one after the other; empty where they can. */
export const whyNoRestart = (cluster) => whyNot("operator") || whyNoNode(cluster.members.filter(runs))
  || (cluster.members.filter(runs).length < 2 ? "Fewer than two servers run: nobody would serve meanwhile" : "");

/** How many servers are through, and what the one is at whose turn it is. */
export function howFar(now) {
  const taking = now.members.filter((one) => one.phase !== "SKIPPED");
  const at = taking.filter((one) => !["DONE", "WAITING"].includes(one.phase)).map((one) => one.server + " " + one.phase.toLowerCase());
  return taking.filter((one) => one.phase === "DONE").length + " of " + taking.length + " servers" + (at.length ? ", " + at.join(", ") : "");
}

/** The progress of a cluster's redeployment of an application, where there is one that has not come to its end. */
export function progressOf(application, cluster) {
  const now = store.data(restartOf(cluster));
  return now?.application === application && (now.state === "RUNNING" || resumable(now)) ? now : undefined;
}

const having = (row) => row?.["next-servers"] ?? [];

/** Versions that seem to wait, and since when. What was read of an application may be older than what was read of its redeployment. */
const since = new Map();
const CERTAIN_MILLIS = 4000;

/** Versions that were put there for a rolling redeployment that does not run and has not stopped: nobody else can do anything with the application. */
function waits() {
  const all = (store.data(APPLICATIONS)?.deployments ?? []).filter((row) => row["next-digest"] && row.targets?.length === 1 && !row.operation)
    .map((row) => ({ row, cluster: clusters().find((one) => one.name === row.targets[0]) }))
    .filter(({ row, cluster }) => cluster && store.data(restartOf(cluster.name)) && !progressOf(row.name, cluster.name));
  const keys = all.map(({ row }) => row.name + " " + row["next-digest"]);
  [...since.keys()].filter((key) => !keys.includes(key)).forEach((key) => since.delete(key));
  for (const key of keys.filter((each) => !since.has(each))) {
    since.set(key, Date.now());
    setTimeout(store.changed, CERTAIN_MILLIS);
  }
  return all.filter((one, i) => Date.now() - since.get(keys[i]) >= CERTAIN_MILLIS);
}

/**
 * What is under way, has stopped or waits, each with what can be done.
 *
 * @param cluster only of this one
 * @param onlyWaiting whether what is under way or has stopped is shown otherwise
 * @param onlyApplications whether restarts without an application are left out
 */
export function rolling({ cluster = "", onlyWaiting = false, onlyApplications = false } = {}) {
  const under = onlyWaiting ? [] : clusters().map((one) => ({ cluster: one, now: store.data(restartOf(one.name)) }))
    .filter(({ now }) => now && (now.state === "RUNNING" || resumable(now)) && (now.application || !onlyApplications));
  const all = [...under.map(underWay), ...waits().filter((one) => !cluster || one.cluster.name === cluster).map(waiting)];
  return all.length ? html`<div class="notices">${all}</div>` : nothing;
}

function underWay({ cluster, now }) {
  const what = now.application ? html`Rolling redeployment of ${now.application} over <a href=${link("clusters", cluster.name)}>${cluster.name}</a>${now.back ? ", back to the version that was" : ""}` : html`Restart of <a href=${link("clusters", cluster.name)}>${cluster.name}</a> one by one`;
  return html`<section class="notice ${now.state === "RUNNING" || now.state === "STOPPED" ? "" : "bad"}" aria-label=${(now.application ? "Rolling redeployment of " + now.application : "Restart of " + cluster.name + " one by one")}>
    <strong>${what}</strong>
    <p>${badge(now.state)} ${howFar(now)}${now.why ? ". " + now.why : ""}</p>
    <div class="actions">${now.state === "RUNNING" ? stopButton(cluster) : html`${goOnButton(cluster, "primary")} ${now.application ? takeBackButton(cluster, now.application) : nothing}`}</div></section>`;
}

function waiting({ row, cluster }) {
  const some = having(row);
  const why = whyNoRestart(cluster);
  return html`<section class="notice warn" aria-label="A version of ${row.name} that waits">
    <strong>A new version of ${row.name} waits</strong>
    <p>${row["next-archive"]} was put there for a rolling redeployment over <a href=${link("clusters", cluster.name)}>${cluster.name}</a>, and ${some.length ? "only " + some.join(", ") + (some.length === 1 ? " has it" : " have it") : "no server has it"}. Until it has come to all or is taken back, ${row.name} cannot be redeployed, started, stopped or removed otherwise.</p>
    ${why ? html`<p class="advice">It cannot begin now: ${why}.</p>` : nothing}
    <div class="actions">${button("Begin …", () => begin(cluster, row), { kind: "primary", label: "Begin with the new version of " + row.name, whyNot: why })}
      ${takeBackButton(cluster, row.name)}</div></section>`;
}

export const stopButton = (cluster) => button("Stop the restart", () => change(cluster, "stops when the server whose turn it is, is back", "was not stopped", () => api.remove(restartOf(cluster.name))), { kind: "danger-text", label: "Stop the restart of " + cluster.name, whyNot: whyNot("operator") });

export const goOnButton = (cluster, kind = "") => button("Go on with the restart", () => change(cluster, "goes on", "does not go on", () => api.post(restartOf(cluster.name) + "?resume=true")), { kind, label: "Go on with the restart of " + cluster.name, whyNot: whyNot("operator") || whyNoNode(cluster.members) });

/** What no server has is taken back without a restart. */
export function takeBackButton(cluster, application) {
  const row = (store.data(APPLICATIONS)?.deployments ?? []).find((one) => one.name === application);
  const restarts = !row || having(row).length > 0;
  return button("Take the new version back …", () => takeBack(cluster, application, restarts), { kind: "danger-text", label: "Take the new version of " + application + " back", whyNot: whyNot("operator") || (restarts ? whyNoNode(row ? having(row) : cluster.members) : "") });
}

async function begin(cluster, row) {
  const done = await ask({
    title: "Bring the new version of " + row.name + " to " + cluster.name + "?", action: "Begin",
    body: html`<p><b>${row["next-archive"]}</b> comes to one server after the other: ${cluster.members.join(", ")}. Each hands over its sessions, ends and comes back with the new version before the next one's turn; meanwhile both versions answer. It stops at the first server that does not come back.</p>`,
    work: async () => api.post(restartOf(cluster.name) + "?application=" + part(row.name)).then(() => true),
  });
  if (done) {
    begun(cluster, row.name + " is being redeployed over " + cluster.name + ", one server after the other");
  }
}

async function takeBack(cluster, application, restarts) {
  const done = await ask({
    title: "Take the new version of " + application + " back?", action: "Take back", danger: true,
    body: restarts ? html`<p>The servers of <b>${cluster.name}</b> that have the new version of <b>${application}</b> are restarted one after the other, with the version that was.</p>`
      : html`<p>No server has the new version of <b>${application}</b>, so none is restarted. It is gone then; to bring it again, redeploy it with its archive.</p>`,
    work: async () => api.post(restartOf(cluster.name) + "?back=true&application=" + part(application)).then(() => true),
  });
  if (done) {
    begun(cluster, restarts ? application + " goes back on " + cluster.name + ", one server after the other" : "The new version of " + application + " is taken back");
  }
}

/** Restarts the servers of a cluster one after the other. */
export async function restart(cluster) {
  const done = await ask({
    title: "Restart " + cluster.name + " one by one?", action: "Restart " + cluster.name,
    body: html`<p>The servers of <b>${cluster.name}</b> end and start one after the other: ${cluster.members.join(", ")}. Each hands over its sessions, leases and singleton services first; the next one's turn comes when it is back and all sessions have copies again. It stops at the first that does not come back.</p>
      <label class="field"><span>Seconds to wait when a server is back, for load balancers to notice it</span><input type="number" name="pause" min="0" max="3600" value="5" required></label>`,
    work: async (form) => api.post(restartOf(cluster.name) + "?pause=" + part(form.pause.value)).then(() => true),
  });
  if (done) {
    begun(cluster, cluster.name + " is being restarted, one server after the other");
  }
}

async function change(cluster, what, failed, work) {
  try {
    await work();
    begun(cluster, "The restart of " + cluster.name + " " + what);
  } catch (error) {
    sayFailure("The restart of " + cluster.name + " " + failed, error);
  }
}

function begun(cluster, what) {
  say(what);
  store.refresh("domain/servers", "domain/clusters", APPLICATIONS, restartOf(cluster.name));
}
