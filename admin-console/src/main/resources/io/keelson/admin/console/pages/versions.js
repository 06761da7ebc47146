/* Versions of an application of the domain side by side: bringing one beside the active one, the way back, taking one away, and who still uses the one that retires. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { versionOf } from "../core/manifest.js";
import { badge, button, moment, number, unbroken } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say } from "../parts/notice.js";
import { APPLICATIONS } from "../parts/rolling.js";

const SHOWN_SERVERS = 4;
/** What a version looks like. */
export const PATTERN = "[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*";
/** What a browser says of a name or a version that does not look like one. */
export const NAME_RULE = "Letters, digits, dots, hyphens and underscores, a letter or digit first";
export const VERSION_RULE = "Letters, digits, dots, hyphens and underscores, no dot first";

/** A row for each application, and one below it for the version beside the active one. */
export const withVersions = (rows) => rows.flatMap((row) => (row.other ? [row, { ...row.other, name: row.name, targets: row.targets, active: row }] : [row]));

/** An application, or one of its versions, as a button names it. */
export const called = (row) => row.name + (row.version ? " " + row.version : "");
/** A version in a sentence. */
export const versionText = (version) => (version ? html`version <b>${version}</b>` : html`the one without a version`);

const address = (row) => APPLICATIONS + "/" + part(row.name);
const serversOf = (row) => unbroken(row.servers.map((one) => one.server));
const named = (query) => Object.entries(query).filter(([, value]) => value !== undefined && value !== "").map(([name, value]) => name + "=" + part(value)).join("&");

/** Tells what is wrong with what was entered, as the server would. */
const wrong = (title, message, advice) => Object.assign(new Error(message), { title, advice });

async function done(work) {
  try {
    return await work();
  } finally {
    store.refresh(APPLICATIONS);
  }
}

/** What is done with an application at the moment; a version that ends by itself is no matter of anybody. */
const underWay = (row) => (row.operation ? (row.operation.by === "retirement" ? "A version of it is ending: wait a moment" : row.operation.by + " is doing something with it: wait until that has ended") : "");

/** Why nobody can change an application now; empty where that can be done. */
export const whyNotChanged = (row) => whyNot("deployer") || underWay(row)
  || (row["next-digest"] ? "A new version waits or is on its way: it must come to all servers or be taken back first" : "");

/** How far the version beside the active one is from its end: who has it in use, and until when it stays. */
export function retirement(row) {
  const using = row.servers.filter((one) => one.users > 0);
  const silent = row.servers.filter((one) => one.state === "UNKNOWN" || one.state === "UNREACHABLE");
  if (row.active.operation && row.active.operation.by !== "retirement") {
    return html`<small>Beside ${versionText(row.active.version)}, while ${row.active.operation.by} is doing something with them</small>`;
  }
  const more = using.length > SHOWN_SERVERS ? " and " + (using.length - SHOWN_SERVERS) + " more" : "";
  return html`<small>${using.length ? html`In use: ${unbroken(using.slice(0, SHOWN_SERVERS).map((one) => number(one.users) + " on " + one.server))}${more}` : silent.length ? "" : "Nobody uses it any more: it ends in a moment"}
    ${silent.length ? html`${unbroken(silent.map((one) => one.server))} ${silent.length === 1 ? "does" : "do"} not say whether somebody uses it: it stays until then` : nothing}</small>
    ${row.until ? html`<small>Ends at ${moment(row.until)} at the latest</small>` : nothing}`;
}

/** The buttons of the version beside the active one. */
export function retiringActions(row) {
  const reason = whyNotChanged(row.active);
  const nameless = row.version ? "" : "It has no version by which it could be named. ";
  return html`<div class="actions">
    ${button("Who uses it …", () => whoUses(row), { kind: "small", label: "Who uses " + called(row) })}
    ${button("Make active …", () => makeActive(row), { kind: "small", label: "Make " + called(row) + " active", whyNot: reason || (nameless && nameless + "Undeploy the active version: then it is active again") })}
    ${button("Undeploy …", () => undeployRetiring(row), { kind: "small danger-text", label: "Undeploy " + called(row), whyNot: reason || (nameless && nameless + "It ends when nobody uses it") })}</div>`;
}

/** The button that brings another version beside the active one. */
export function newVersionButton(row, reason) {
  const why = reason || (row.state === "stopped" ? "It is stopped: start it, or redeploy it" : row.other ? "It has two versions: a third can come when one of them has ended" : "");
  return button("New version …", () => newVersion(row), { kind: "small", label: "New version of " + row.name, whyNot: why });
}

async function newVersion(row) {
  const inPlace = row["stage-mode"] === "nostage";
  const wanted = { version: "", own: false };
  const chosen = async (event, draw) => {
    const field = event.target.form.version;
    const says = event.target.files[0] ? await versionOf(event.target.files[0]) : "";
    if (!wanted.own) {
      field.value = wanted.version = says;
    }
    draw();
  };
  const made = await ask({
    title: "New version of " + row.name, action: "Deploy",
    body: (draw) => html`
      <p>${wanted.version ? html`Version <b>${wanted.version}</b>` : "The new version"} comes beside ${versionText(row.version)} on <b>${row.targets.join(", ")}</b>, on all servers or on none: ${serversOf(row)}. When it runs on all of them it has the new clients. Who has a session goes on in ${versionText(row.version)}, which ends when the last session has.</p>
      ${inPlace ? nothing : html`<label class="field"><span>Archive</span><input type="file" name="file" accept=".war,.ear" @change=${(e) => chosen(e, draw)}><small>WAR or EAR, which is sent to the admin server.</small></label>`}
      <label class="field"><span>${inPlace ? "Path" : "Or its path"}</span><input name="path" ?required=${inPlace} pattern="/.*" title="It begins with /" placeholder="/…" autocomplete="off" spellcheck="false"><small>${inPlace ? "Where all servers read it, and the admin server, too. Another place than that of the active version: " + row.path : "Of an archive, or of a directory that was not packed, on the machine of the admin server."}</small></label>
      <label class="field"><span>Version</span><input name="version" required maxlength="100" pattern=${PATTERN} title=${VERSION_RULE} autocomplete="off" spellcheck="false" @input=${(e) => { wanted.version = e.target.value; wanted.own = e.target.value !== ""; draw(); }}><small>Letters, digits, dot, hyphen and underscore.${inPlace ? nothing : " It is filled in from the manifest of an archive that you choose, where that says one."}</small></label>
      <label class="field"><span>Retire timeout</span><input name="retire" type="number" min="0" max="31536000" placeholder="none"><small>Seconds after which ${versionText(row.version)} ends at the latest, with the sessions that are left then.</small></label>
      <label class="field"><span>Deployment plan</span><input type="file" name="plan" accept=".yaml,.yml,.xml"><small>${row.planned ? "Without one it has the plan of the active version." : "Values for the descriptors, in YAML or as WebLogic's plan.xml."}</small></label>`,
    work: (form, progress) => done(async () => {
      const file = form.file?.files[0];
      const path = form.path.value;
      const version = form.version.value;
      if (Boolean(file) === Boolean(path)) {
        throw wrong("Which archive?", file ? "Both an archive and a path are given." : "Neither an archive nor a path is given.", "Choose one of them.");
      }
      if (version === row.version) {
        throw wrong("The same version", "Version " + version + " is the active one.", "Give the new one another version. To replace the archive of version " + version + ", use Redeploy.");
      }
      const release = { version, "retire-timeout": form.retire.value };
      const plan = form.plan.files[0];
      if (path) {
        return api.put(address(row) + "?" + named(release), { path, ...(plan ? { plan: await plan.text() } : {}) });
      }
      const { body, length } = api.withPlan(plan, file);
      return api.upload(address(row) + "?" + named({ file: file.name, ...release, "plan-length": length === undefined ? "" : String(length) }), body, progress);
    }),
  });
  if (made) {
    say("Version " + made.version + " of " + row.name + " has the new clients");
  }
}

async function makeActive(row) {
  const made = await ask({
    title: "Make " + called(row) + " active?", action: "Make " + row.version + " active",
    body: html`<p>Version <b>${row.version}</b> of <b>${row.name}</b> has the new clients again on <b>${row.targets.join(", ")}</b>: it is there as it was, nothing is deployed. Who has a session of it goes on in it.</p>
      <p>${row.active.version ? html`Version <b>${row.active.version}</b>` : "The one without a version"} retires: it serves its sessions on, and ends when the last has ended. The way back is open until then.</p>`,
    work: () => done(() => api.post(address(row) + "/redeploy?version=" + part(row.version))),
  });
  if (made) {
    say("Version " + made.version + " of " + row.name + " has the new clients");
  }
}

async function undeployRetiring(row) {
  const using = row.servers.filter((one) => one.users > 0);
  const gone = await ask({
    title: "Undeploy " + called(row) + "?", action: "Undeploy " + called(row), danger: true,
    body: html`<p>Version <b>${row.version}</b> is stopped and removed from all servers: ${serversOf(row)}. ${using.length ? html`<b>It is in use</b> on ${unbroken(using.map((one) => one.server))}: the sessions of it that are left end with it.` : "Nobody is known to use it."}</p>
      <p>${row.active.version ? html`Version <b>${row.active.version}</b>` : "The one without a version"} goes on as it is.</p>`,
    work: () => done(() => api.remove(address(row) + "?version=" + part(row.version)).then(() => true)),
  });
  if (gone) {
    say("Version " + row.version + " of " + row.name + " is removed");
  }
}

/** Removes an application, or of two versions the active one. */
export async function undeploy(row) {
  const other = row.other;
  const choice = () => html`<fieldset class="choices"><legend>What is removed</legend>
    <label class="check"><input type="radio" name="what" value="one" checked><span>Version <b>${row.version}</b> alone. ${other.version ? html`Version <b>${other.version}</b>` : "The one without a version"} has the new clients again.</span></label>
    <label class="check"><input type="radio" name="what" value="all"><span>The application, with both versions</span></label></fieldset>`;
  const gone = await ask({
    title: "Undeploy " + row.name + "?", action: "Undeploy " + row.name, danger: true,
    body: html`<p>What is removed is stopped, with its sessions, and goes from all its servers: <b>${serversOf(row)}</b>.</p>${other && row.version ? choice() : nothing}`,
    work: (form) => done(async () => {
      const alone = form.what?.value === "one";
      await api.remove(address(row) + (alone ? "?version=" + part(row.version) : ""));
      return alone ? "Version " + row.version + " of " + row.name : row.name;
    }),
  });
  if (gone) {
    say(gone + " is removed");
  }
}

/** Each server and how many use the version there, as it becomes less. */
function whoUses(row) {
  const now = () => withVersions(store.data(APPLICATIONS)?.deployments ?? []).find((one) => one.active && one.name === row.name && one.version === row.version);
  show("Who uses " + called(row), () => {
    const one = now();
    if (!one) {
      return html`<p>${row.version ? "Version " + row.version : "The one without a version"} of ${row.name} does not retire any more: it has ended, or is active again.</p>`;
    }
    return html`<p>It ends on all servers together, when none of them has a session of it, a copy of one, or a request under way. A server that does not answer counts as one that has some. <a href=${link("sessions", row.name + (row.version ? "@" + row.version : ""))} @click=${(e) => e.target.closest("dialog").close()}>Its sessions</a></p>
      ${one.until ? html`<p>It ends at ${moment(one.until)} at the latest, with the sessions that are left then.</p>` : nothing}
      ${table({
        name: "who-uses", label: "Servers that have it", rows: one.servers, key: (each) => each.server, empty: "No server has it.",
        columns: [
          { head: "Server", cell: (each) => each.server, by: (each) => each.server },
          { head: "State", cell: (each) => html`${badge(each.state)}${each.problem ? html`<small>${each.problem}</small>` : nothing}`, by: (each) => each.state },
          { head: "Sessions, copies, requests", number: true, cell: (each) => number(each.users), by: (each) => each.users ?? -1 },
        ] })}`;
  });
}
