/* Applications that single servers have for themselves: where each runs, and deploying, redeploying and undeploying them. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { running, clusters, server, withApplications, watchKinds } from "../core/domain.js";
import { card, badge, moment, button } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask } from "../parts/dialog.js";
import { say, waiting } from "../parts/notice.js";
import { PATTERN, NAME_RULE, VERSION_RULE } from "./versions.js";

/** What the table needs to know. */
export function watchOwn(watched) {
  const names = withApplications();
  watchKinds(running(), watched);
  names.forEach((name) => watched.set(at(name, "deployments"), Math.max(4000, names.length * 300)));
}

/** The applications of single servers; those that the domain has deployed are left out. */
export function ownApplications(ofDomain) {
  const rows = applications().filter((row) => !ofDomain.has(row.name));
  const names = withApplications();
  const asked = names.find((name) => store.read(at(name, "deployments")).data);
  return card("Applications of single servers",
    !asked ? waiting(names.length ? store.read(at(names[0], "deployments")) : {}, "the applications") : table({
      name: "deployments", label: "Own applications", rows, key: called, filter: true, empty: "No server has an application of its own.", columns,
    }));
}

/** An application, or one of its versions side by side. */
const called = (row) => row.version ? row.name + " " + row.version : row.name;
const ofVersion = (row) => row.version ? "?version=" + part(row.version) : "";

/** One row for each name and version, with what each server says of it. */
function applications() {
  const found = new Map();
  for (const name of withApplications()) {
    for (const one of store.data(at(name, "deployments"))?.deployments ?? []) {
      const row = found.get(called(one)) ?? { name: one.name, version: one.version, on: [] };
      row.on.push({ ...one, server: name });
      found.set(called(one), row);
    }
  }
  return [...found.values()].sort((a, b) => called(a).localeCompare(called(b)));
}

const columns = [
  { head: "Application", cell: (row) => html`<b>${row.name}</b>${row.version ? html` <span class="quiet">version</span> ${row.version}` : nothing}`, by: called },
  { head: "State", cell: states, by: (row) => row.on.map((one) => one.state).sort()[0] },
  { head: "Context root", cell: (row) => html`<span class="mono">${[...new Set(row.on.map((one) => one["context-root"]).filter(Boolean))].join(", ") || "–"}</span>`, by: (row) => row.on[0]["context-root"] },
  { head: "Servers", cell: (row) => places(row), text: (row) => row.on.map((one) => one.server).join(" ") },
  { head: "Deployed", cell: (row) => moment(row.on.map((one) => one.deployed).filter(Boolean).sort().pop()), by: (row) => row.on.map((one) => one.deployed ?? "").sort().pop() },
  { head: "Source", cell: (row) => html`<span class="quiet">${[...new Set(row.on.map((one) => one.source))].join(", ")}</span>` },
  {
    head: html`<span class="visually-hidden">Actions</span>`,
    cell: (row) => html`<div class="actions">
      ${button("Redeploy …", () => redeploy(row), { kind: "small", label: "Redeploy " + called(row), whyNot: whyNot("deployer") })}
      ${button("Undeploy …", () => undeploy(row), { kind: "small danger-text", label: "Undeploy " + called(row), whyNot: whyNot("deployer") })}</div>`,
  },
];

function states(row) {
  const failures = row.on.filter((one) => one.failure);
  const kinds = [...new Set(row.on.map((one) => one.state))];
  return html`${kinds.map((kind) => html`${badge(kind)} ${kinds.length > 1 ? html`<span class="quiet">on ${row.on.filter((one) => one.state === kind).length}</span> ` : nothing}`)}
    ${failures.map((one) => html`<small>${one.server}: ${one.failure}</small>`)}`;
}

function places(row) {
  const names = row.on.map((one) => one.server);
  const whole = clusters().find((cluster) => cluster.members.length > 1 && cluster.members.every((name) => names.includes(name)));
  const rest = names.filter((name) => !whole?.members.includes(name));
  return html`${whole ? html`<a href=${link("clusters", whole.name)}>${whole.name}</a> <span class="quiet">(all ${whole.members.length})</span>` : nothing}${whole && rest.length ? ", " : nothing}${rest.slice(0, 4).map((name, i) => html`${i ? ", " : nothing}<a href=${link("servers", name)}>${name}</a>`)}${rest.length > 4 ? " and " + (rest.length - 4) + " more" : nothing}`;
}

/** Servers and whole clusters to choose from. A load balancer has no applications. */
function targets() {
  const able = withApplications().filter((name) => store.read(at(name, "deployments")).data);
  const grouped = clusters().map((one) => ({ name: one.name, servers: one.members.filter((name) => able.includes(name)) })).filter((one) => one.servers.length);
  const inGroup = new Set(grouped.flatMap((one) => one.servers));
  return { grouped, alone: able.filter((name) => !inGroup.has(name)) };
}

const chosenServers = (form) => [...new Set([...form.querySelectorAll("input[name=target]:checked")].flatMap((one) => one.value.split(" ")))];

/** Does something on one server after another: what fails stops it, and the error says how far it came. */
async function oneAfterAnother(names, work, done) {
  const finished = [];
  for (const [i, name] of names.entries()) {
    try {
      await work(name, i);
      finished.push(name);
    } catch (error) {
      error.message = name + ": " + error.message;
      error.advice = (finished.length ? done + " on " + finished.join(", ") + ", not on " + names.slice(i).join(", ") + ". " : "Nothing has changed on any server. ") + (error.advice ?? "");
      throw error;
    } finally {
      store.refresh(at(name, "deployments"));
    }
  }
  return finished;
}

/** Deploys on one server after the other: where there is no domain to do it. */
export async function deployOwn() {
  const { grouped, alone } = targets();
  const named = (event, draw) => {
    const form = event.target.form;
    const file = event.target.files[0];
    if (file && !form.name.value) {
      form.name.value = file.name.replace(/\.(war|ear|jar)$/i, "");
    }
    draw();
  };
  const names = await ask({
    title: "Deploy an application", action: "Deploy",
    body: (draw) => html`
      <label class="field"><span>Archive</span><input type="file" name="file" accept=".war,.ear" required @change=${(e) => named(e, draw)}><small>WAR or EAR. It is sent to each server that you choose, one after the other.</small></label>
      <label class="field"><span>Name</span><input name="name" required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title=${NAME_RULE} autocomplete="off" spellcheck="false"><small>An application of that name is replaced.</small></label>
      <label class="field"><span>Version</span><input name="version" placeholder="as the archive says" pattern=${PATTERN} title=${VERSION_RULE} autocomplete="off" spellcheck="false"><small>Another version than the active one comes beside it: that one serves its sessions on and goes when the last has ended.</small></label>
      <label class="field"><span>Retire timeout</span><input name="retire" type="number" min="0" placeholder="none"><small>Seconds that the version before it serves its sessions on at most.</small></label>
      <label class="field"><span>Context root</span><input name="root" placeholder="as the archive says" pattern="/.*" title="It begins with /" autocomplete="off" spellcheck="false"></label>
      <label class="field"><span>Deployment plan</span><input type="file" name="plan" accept=".yaml,.yml,.xml"><small>Values for the descriptors, in YAML or as WebLogic's plan.xml. An application that is replaced keeps its own otherwise.</small></label>
      <fieldset class="choices"><legend>Servers</legend>
        ${grouped.map((one) => html`<label class="check"><input type="checkbox" name="target" value=${one.servers.join(" ")}><span>${one.name} <span class="quiet">${one.servers.join(", ")}</span></span></label>`)}
        ${alone.map((name) => html`<label class="check"><input type="checkbox" name="target" value=${name}><span>${name}</span></label>`)}
      </fieldset>`,
    work: async (form, progress) => {
      const chosen = chosenServers(form);
      if (chosen.length === 0) {
        throw Object.assign(new Error("No server is chosen."), { title: "Where to?", advice: "Choose a cluster or a server." });
      }
      const file = form.file.files[0];
      const { body, length } = api.withPlan(form.plan.files[0], file);
      const asked = [form.version.value ? "version=" + part(form.version.value) : "", form.retire.value ? "retire-timeout=" + form.retire.value : "", form.root.value ? "context-root=" + part(form.root.value) : "", length === undefined ? "" : "plan-length=" + length].filter(Boolean);
      const query = asked.length ? "?" + asked.join("&") : "";
      return oneAfterAnother(chosen, (name, i) => api.upload(at(name, "deployments/" + part(form.name.value)) + query, body, (sent) => progress((i + sent) / chosen.length)), "It is deployed");
    },
  });
  if (names) {
    say("Deployed on " + names.join(", "));
  }
}

async function redeploy(row) {
  const names = row.on.map((one) => one.server);
  const retires = row.on.every((one) => one.state === "RETIRING");
  const done = await ask({
    title: "Redeploy " + called(row) + "?", action: retires ? "Make active again" : "Redeploy",
    body: retires ? html`<p>Version <b>${row.version}</b> of <b>${row.name}</b> is active again, as it is and with its sessions; the version that is active now retires.</p>` : html`<p><b>${row.name}</b> is deployed again from its archive as it is now, on ${names.length === 1 ? html`<b>${names[0]}</b>` : html`<b>${names.length} servers</b>, one after the other: ${names.join(", ")}`}. Each server answers requests for it again when its deployment has ended.</p>`,
    work: (form, progress) => oneAfterAnother(names, async (name, i) => { progress(i / names.length); await api.post(at(name, "deployments/" + part(row.name) + "/redeploy" + ofVersion(row))); }, "It is redeployed"),
  });
  if (done) {
    say(called(row) + " is redeployed on " + done.join(", "));
  }
}

async function undeploy(row) {
  const done = await ask({
    title: "Undeploy " + called(row) + "?", action: "Undeploy " + called(row), danger: true,
    body: html`<p>The application is stopped and removed, with its sessions, on the servers that are chosen. Requests for <b class="mono">${row.on[0]["context-root"] ?? row.name}</b> ${row.version ? "come to the other version, where there is one, else they " : nothing}are answered with 404 there.</p>
      <fieldset class="choices columns"><legend>Servers</legend>${row.on.map((one) => html`<label class="check"><input type="checkbox" name="target" value=${one.server} checked><span>${one.server}${server(one.server)?.cluster ? html` <span class="quiet">${server(one.server).cluster}</span>` : nothing}</span></label>`)}</fieldset>`,
    work: (form, progress) => {
      const names = chosenServers(form);
      return oneAfterAnother(names, async (name, i) => { progress(i / names.length); await api.remove(at(name, "deployments/" + part(row.name) + ofVersion(row))); }, "It is removed");
    },
  });
  if (done?.length) {
    say(called(row) + " is removed from " + done.join(", "));
  }
}
