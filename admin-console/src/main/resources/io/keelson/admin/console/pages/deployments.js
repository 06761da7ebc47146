/* Applications of the domain: how each stands on its servers, and deploying, replacing, stopping, starting and removing them. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { versionOf } from "../core/manifest.js";
import { clusters, server, withApplications } from "../core/domain.js";
import { page, card, badge, button } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask } from "../parts/dialog.js";
import { say, waiting } from "../parts/notice.js";
import { rolling, watchRolling, progressOf, howFar, whyNoRestart, APPLICATIONS } from "../parts/rolling.js";
import { PATTERN, NAME_RULE, VERSION_RULE, withVersions, called, retirement, retiringActions, newVersionButton, undeploy, whyNotChanged, versionText } from "./versions.js";
import { deployOwn, ownApplications, watchOwn } from "./ownapplications.js";

export const deploymentsPage = {
  id: "deployments",
  title: "Deployments",
  group: "Applications",
  watch(address, watched) {
    watched.set(APPLICATIONS, 3000);
    watchRolling(watched);
    watchOwn(watched);
  },
  view() {
    const read = store.read(APPLICATIONS);
    const alone = read.error?.status === 404;
    const rows = read.data?.deployments ?? [];
    return page("Deployments", "Applications, and the servers that have them.", html`${rolling({ onlyApplications: true })}
      ${alone ? nothing : card("Applications of the domain", !read.data ? waiting(read, "the applications") : table({
        name: "deployments-domain", label: "Applications", rows: withVersions(rows), key: (row) => row.name + (row.active ? " beside" : ""), filter: true,
        empty: "Nothing is deployed. Deploy a WAR or EAR with the button above.", columns,
      }))}
      ${ownApplications(new Set(rows.map((row) => row.name)))}`,
    button("Deploy …", alone ? deployOwn : deploy, { kind: "primary", whyNot: whyNot("deployer") }));
  },
};

const columns = [
  { head: "Application", cell: (row) => html`<b>${row.name}</b>${row.version ? html` <span class="quiet piece">version ${row.version}</span>` : nothing}`, by: called },
  { head: "State", cell: states, by: (row) => row.servers.map((one) => one.state).sort()[0] },
  { head: "Context root", cell: rootsOf, by: (row) => row.servers.map((one) => one["context-root"]).filter(Boolean)[0] ?? row["context-root"] },
  { head: "Targets", cell: targetsOf, text: (row) => [...(row.targets ?? []), ...row.servers.map((one) => one.server)].join(" ") },
  { head: "Archive", cell: (row) => html`<span class="quiet">${row.archive ?? "–"}${row["stage-mode"] && row["stage-mode"] !== "stage" ? " (" + row["stage-mode"] + ")" : ""}${row.planned ? ", with a plan" : ""}</span>`, by: (row) => row.archive },
  { head: html`<span class="visually-hidden">Actions</span>`, cell: actions },
];

function states(row) {
  const kinds = [...new Set(row.servers.map((one) => one.state))];
  return html`${row.operation ? doing(row.operation) : nothing}${row.active ? nothing : rollingOf(row)}
    ${kinds.map((kind) => html`${badge(kind)} <span class="quiet">${row.servers.filter((one) => one.state === kind).length} of ${row.servers.length}</span> `)}
    ${row.servers.filter((one) => one.problem).map((one) => html`<small>${one.server}: ${one.problem}</small>`)}${row.active ? retirement(row) : nothing}`;
}

/** Each context root, which opens the application on the first server that runs it. */
function rootsOf(row) {
  const there = row.servers.filter((one) => one["context-root"]);
  const roots = [...new Set(there.map((one) => one["context-root"]))];
  if (roots.length === 0) {
    return html`<span class="mono">${row["context-root"] || "–"}</span>`;
  }
  return roots.map((root, i) => {
    const place = there.find((one) => one["context-root"] === root && one.state === "RUNNING" && server(one.server)?.address)?.server;
    const text = html`<span class="mono">${root}</span>`;
    return html`${i ? ", " : nothing}${place && !row.active ? html`<a href=${server(place).address + root} target="_blank" rel="noopener noreferrer" title=${"Opens it on " + place}>${text}</a>` : text}`;
  });
}

/** What is under way: how much has come, or what each server is at. */
function doing(operation) {
  const come = operation.of > 0 ? Math.round((operation.bytes / operation.of) * 100) + " % of the archive has come" : "";
  const servers = (operation.servers ?? []).map((one) => one.server + " " + (one.of > 0 && one.step === "fetching" ? Math.round((one.bytes / one.of) * 100) + " %" : one.step ?? one.state));
  return html`${badge(operation.step.toUpperCase())} <small>${[come, ...servers].filter(Boolean).join(", ")} (${operation.by})</small>`;
}

/** How far a new version has come that is brought to one server after the other, until all have it. */
function rollingOf(row) {
  return (row.targets ?? []).map((target) => progressOf(row.name, target)).filter(Boolean)
    .map((now) => html`<p>${badge(now.state === "RUNNING" ? (now.back ? "TAKING BACK" : "ROLLING") : now.state)} ${howFar(now)}</p>`);
}

function targetsOf(row) {
  const known = new Set(clusters().map((one) => one.name));
  return (row.targets ?? []).map((name, i) => html`${i ? ", " : nothing}<a href=${link(known.has(name) ? "clusters" : "servers", name)}>${name}</a>`);
}

function actions(row) {
  if (row.active) {
    return retiringActions(row);
  }
  const reason = whyNotChanged(row);
  const stopped = row.state === "stopped";
  return html`<div class="actions">
    ${newVersionButton(row, reason)}
    ${button("Redeploy …", () => redeploy(row), { kind: "small", label: "Redeploy " + row.name, whyNot: reason })}
    ${button(stopped ? "Start …" : "Stop …", () => change(row, stopped), { kind: "small", label: (stopped ? "Start " : "Stop ") + row.name, whyNot: reason || (row.other && !stopped ? "It has two versions side by side: end one of them first" : "") })}
    ${button("Undeploy …", () => undeploy(row), { kind: "small danger-text", label: "Undeploy " + row.name, whyNot: reason })}</div>`;
}

/** Where a deployment plan is chosen. */
const planField = (help) => html`<label class="field"><span>Deployment plan</span><input type="file" name="plan" accept=".yaml,.yml,.xml"><small>${help}</small></label>`;

const query = (values) => Object.entries(values).filter(([, value]) => value).map(([name, value]) => name + "=" + part(value)).join("&");

async function done(work) {
  try {
    return await work();
  } finally {
    store.refresh(APPLICATIONS);
  }
}

async function deploy() {
  const grouped = clusters();
  const able = withApplications();
  const named = (event, draw) => {
    const form = event.target.form;
    const file = event.target.files[0];
    if (file && !form.name.value) {
      form.name.value = file.name.replace(/\.(war|ear|jar)$/i, "");
    }
    draw();
  };
  const made = await ask({
    title: "Deploy an application", action: "Deploy",
    body: (draw) => html`
      <label class="field"><span>Archive</span><input type="file" name="file" accept=".war,.ear" required @change=${(e) => named(e, draw)}><small>WAR or EAR. The servers fetch it from the admin server; when one of them refuses it, nothing is changed.</small></label>
      <label class="field"><span>Name</span><input name="name" required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title=${NAME_RULE} autocomplete="off" spellcheck="false"></label>
      <label class="field"><span>Version</span><input name="version" placeholder="as the archive's manifest says" maxlength="100" pattern=${PATTERN} title=${VERSION_RULE} autocomplete="off" spellcheck="false"><small>With one, other versions can come beside it later.</small></label>
      <label class="field"><span>Context root</span><input name="root" placeholder="as the archive says" pattern="/.*" title="It begins with /" autocomplete="off" spellcheck="false"></label>
      ${planField(html`Values for the descriptors, in YAML or as WebLogic's plan.xml.`)}
      <fieldset class="choices"><legend>Targets</legend>
        ${grouped.map((one) => html`<label class="check"><input type="checkbox" name="target" value=${one.name}><span>${one.name} <span class="quiet">cluster: ${one.members.join(", ") || "no servers yet"}</span></span></label>`)}
        ${able.map((name) => html`<label class="check"><input type="checkbox" name="target" value=${name}><span>${name}</span></label>`)}
      </fieldset>`,
    work: (form, progress) => done(() => {
      const targets = [...form.querySelectorAll("input[name=target]:checked")].map((one) => one.value);
      if (targets.length === 0) {
        throw Object.assign(new Error("No target is chosen."), { title: "Where to?", advice: "Choose a cluster or a server." });
      }
      const file = form.file.files[0];
      const { body, length } = api.withPlan(form.plan.files[0], file);
      return api.upload(APPLICATIONS + "?" + query({ name: form.name.value, targets: targets.join(","), version: form.version.value, "context-root": form.root.value, file: file.name, "plan-length": length === undefined ? undefined : String(length) }), body, progress, "POST");
    }),
  });
  if (made) {
    say(made.name + " is deployed to " + made.targets.join(", "));
  }
}

/** The cluster over which an application can be redeployed server by server. */
const rollsOver = (row) => (row.targets?.length === 1 ? clusters().find((one) => one.name === row.targets[0] && one.members.length > 1) : undefined);

/** Brings the version that was put there to one server after the other, where that is wanted. */
async function roll(row, rolls, put) {
  if (!rolls) {
    return put;
  }
  try {
    return await api.post("domain/clusters/" + part(row.targets[0]) + "/restart?application=" + part(row.name));
  } catch (error) {
    error.advice = "The new version was kept, and waits: this page shows it, with what can be done. " + (error.advice ?? "");
    throw error;
  }
}

async function redeploy(row) {
  const shared = row["stage-mode"] === "nostage";
  const over = () => rollsOver(row);
  let rolls = false;
  let says = "";
  const beside = () => says !== "" && says !== row.version && row.state !== "stopped";
  const chosen = async (event, draw) => {
    says = event.target.files[0] ? await versionOf(event.target.files[0]) : "";
    draw();
  };
  const made = await ask({
    title: "Redeploy " + row.name + "?", action: "Redeploy",
    body: (draw) => html`${beside() ? html`<p>The manifest of this archive says version <b>${says}</b>. So it comes beside ${versionText(row.version)} on <b>${row.targets.join(", ")}</b>, on all servers or on none, and has the new clients. Who has a session goes on in ${versionText(row.version)}, which ends when the last session has.</p>` : html`<p>${row.version ? html`Version <b>${row.version}</b> of ` : nothing}<b>${row.name}</b> is replaced on <b>${row.targets.join(", ")}</b>${rolls
        ? ", one server after the other. Each hands over its sessions, ends and comes back with the new version before the next one's turn; meanwhile both versions answer. It stops at the first server that does not come back."
        : ", on all servers or on none. What is there answers until the new archive is prepared."}${row.other ? html` ${row.other.version ? html`Version <b>${row.other.version}</b>` : "The version beside it"} retires on.` : nothing}</p>`}
      ${shared ? html`<p>The servers read the archive at <span class="mono">${row.path}</span> as it is now. Where its manifest says another version, that comes beside this one.</p>`
        : html`<label class="field"><span>Archive</span><input type="file" name="file" accept=".war,.ear" @change=${(e) => chosen(e, draw)}><small>Without one the application stays as it is, and gets the plan.</small></label>`}
      ${over() ? html`<label class="check"><input type="checkbox" name="rolling" ?disabled=${beside() || Boolean(whyNoRestart(over()))} @change=${(e) => { rolls = e.target.checked; draw(); }}><span>One server after the other ${whyNoRestart(over()) ? html`<span class="quiet">${whyNoRestart(over())}</span>` : nothing}</span></label>` : nothing}
      ${planField(row.planned ? html`Without one the application keeps the plan that it has.` : html`Values for the descriptors, in YAML or as WebLogic's plan.xml.`)}
      ${row.planned ? html`<label class="check"><input type="checkbox" name="noplan"><span>Take its deployment plan away</span></label>` : nothing}`,
    work: (form, progress) => done(async () => {
      const file = form.file?.files[0];
      const plan = form.noplan?.checked ? new Blob([]) : form.plan.files[0];
      if (file) {
        const { body, length } = api.withPlan(plan, file);
        return api.upload(APPLICATIONS + "/" + part(row.name) + "?" + query({ file: file.name, rolling: String(rolls), "plan-length": length === undefined ? undefined : String(length) }), body, progress).then((put) => roll(row, rolls, put));
      }
      if (!shared && !plan) {
        throw Object.assign(new Error("Neither an archive nor a plan is chosen."), { title: "With what?", advice: "Choose a new archive, a deployment plan, or both." });
      }
      return api.put(APPLICATIONS + "/" + part(row.name) + "?rolling=" + rolls, { ...(shared ? { path: row.path } : {}), ...(plan ? { plan: await plan.text() } : {}) }).then((put) => roll(row, rolls, put));
    }),
  });
  if (made) {
    say(made.cluster ? row.name + " is being redeployed over " + made.cluster + ", one server after the other" : made.version !== row.version ? "Version " + made.version + " of " + row.name + " has the new clients" : row.name + " is redeployed on " + row.targets.join(", "));
  }
}

async function change(row, run) {
  const made = await ask({
    title: (run ? "Start " : "Stop ") + row.name + "?", action: run ? "Start" : "Stop", danger: !run,
    body: run ? html`<p><b>${row.name}</b> is started on <b>${row.targets.join(", ")}</b>.</p>`
      : html`<p><b>${row.name}</b> is stopped on <b>${row.targets.join(", ")}</b>, with its sessions, and does not run again before it is started here. It stays deployed.</p>`,
    work: () => done(() => api.post(APPLICATIONS + "/" + part(row.name) + (run ? "/start" : "/stop"))),
  });
  if (made) {
    say(row.name + (run ? " is started" : " is stopped"));
  }
}
