/* Users and groups of the realm, and what the groups may do in administration. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { running, having, unread, watchKinds } from "../core/domain.js";
import { session, may, whyNot } from "../core/session.js";
import { configPath } from "../core/model.js";
import { page, card, badge, button, moment, number } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask } from "../parts/dialog.js";
import { say, waiting, remark } from "../parts/notice.js";

const RIGHTS = [["administrators", "everything"], ["operators", "starts, stops and moves, sees all"], ["deployers", "deploys applications, sees all"], ["monitors", "sees all"]];

/** Which groups have which role is a setting; what is in force on the admin server counts. */
const ROLE_GROUPS = configPath("management.role-groups");

/** What each group with a role may do, by its name; of several roles all that they say. */
function rights() {
  const said = store.data(ROLE_GROUPS)?.effective ?? {};
  const found = new Map();
  for (const [role, allows] of RIGHTS) {
    for (const group of said[role] ?? []) {
      found.set(group, [...(found.get(group) ?? []), allows]);
    }
  }
  return new Map([...found].map(([group, all]) => [group, all.join("; ")]));
}

const AUDIT = "security/audit?limit=500";
const PROVIDERS = "server/runtime/realm-providers";

const providers = (server) => store.data(at(server, PROVIDERS))?.["realm-providers"] ?? [];
const usersOf = (provider) => "security/users" + (provider === "file" ? "" : "?provider=" + encodeURIComponent(provider));

/** Providers but the file whose users can be changed here, by any server that says so: the admin server changes them. */
function editable() {
  return [...new Set(having("realm-providers").flatMap((name) => providers(name).filter((one) => one.editable && one.type !== "file").map((one) => one.name)))];
}

export const securityPage = {
  id: "security",
  title: "Users and groups",
  group: "Configuration",
  watch(address, watched) {
    const names = having("realm-providers");
    watchKinds(running(), watched);
    names.forEach((name) => watched.set(at(name, PROVIDERS), Math.max(5000, names.length * 300)));
    watched.set(ROLE_GROUPS, 60_000);
    // Whoever may not see users would have a refusal in the audit log each time.
    if (may("admin")) {
      watched.set("security/users", 10_000).set(AUDIT, 10_000);
      editable().forEach((provider) => watched.set(usersOf(provider), 10_000));
    }
  },
  view() {
    const entry = store.read("security/users");
    return page("Users and groups", "The realm of this domain. Passwords are kept as hashes and are never shown.", html`
      ${!may("admin") ? html`${remark("", "Only administrators see users and what was changed by whom. Your roles: " + [...session.roles].join(", ") + ".")}<br>` : card("Users", !entry.data ? waiting(entry, "the users") : table({
        name: "users", label: "Users", rows: users(), key: (row) => row.provider + "/" + row.name, empty: "The realm has no users.",
        columns: [
          { head: "User", cell: (row) => html`<b>${row.name}</b>${row.name === session.user ? html` <span class="mark">you</span>` : nothing}`, by: (row) => row.name },
          { head: "Kept by", cell: (row) => row.provider, by: (row) => row.provider },
          { head: "Groups", cell: (row) => row.groups.join(", ") || html`<span class="quiet">none</span>`, by: (row) => row.groups.join(" ") },
          { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">
            ${button("Change …", () => edit(row), { kind: "small", label: "Change " + row.name, whyNot: whyNot("admin") })}
            ${button("Remove …", () => removeUser(row), { kind: "small danger-text", label: "Remove " + row.name, whyNot: whyNot("admin") || (row.name === session.user ? "You are logged in as this user" : "") })}</div>` },
        ] }))}
      ${card("Providers", providersTable())}
      ${card("Groups", groups(users()))}
      ${may("admin") ? card("Audit log", audit()) : nothing}`, button("Add a user …", () => edit(), { kind: "primary", whyNot: whyNot("admin") }));
  },
};

/** The users of the file, and of the providers that let their users be changed here. */
function users() {
  return ["file", ...editable()].flatMap((provider) => (store.data(usersOf(provider))?.users ?? []).map((one) => ({ ...one, provider })));
}

/** Who is asked for a user, in this order; each server asks by itself. */
function providersTable() {
  const rows = having("realm-providers").flatMap((server) => providers(server).map((one) => ({ ...one, server })));
  return html`<p>A user is looked for in this order. The first that knows the user decides; the file is always the first, and is there when all others are away.</p>${rows.length === 0 && unread("realm-providers") ? waiting(unread("realm-providers"), "the providers") : table({
    name: "providers", label: "Realm providers", rows, key: (row) => row.server + "/" + row.name, empty: "No server says whom it asks.",
    columns: [
      { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
      { head: "Place", number: true, cell: (row) => row.position, by: (row) => row.position },
      { head: "Provider", cell: (row) => html`<b>${row.name}</b> <span class="quiet">${row.type === row.name ? "" : row.type}</span>`, by: (row) => row.name },
      { head: "State", cell: (row) => html`${badge(row.state)}${row.state === "AWAY" ? html`<small>${row["last-failure"]}</small><small>${row["when-away"] === "skip" ? "The next is asked." : "Who would come after it cannot log in either."}</small>` : nothing}`, by: (row) => row.state },
      { head: "Let in", number: true, cell: (row) => number(row.accepted), by: (row) => row.accepted },
      { head: "Refused", number: true, cell: (row) => number(row.refused), by: (row) => row.refused },
      { head: "Failed", number: true, cell: (row) => number(row.failures), by: (row) => row.failures },
      { head: "Remembered", number: true, cell: (row) => number(row.cached), by: (row) => row.cached },
    ] })}`;
}

function groups(users) {
  const known = rights();
  const names = [...new Set([...known.keys(), ...users.flatMap((one) => one.groups)])];
  return table({
    name: "groups", label: "Groups", rows: names.map((name) => ({ name, members: users.filter((one) => one.groups.includes(name)).map((one) => one.name) })), key: (row) => row.name,
    columns: [
      { head: "Group", cell: (row) => html`<b>${row.name}</b>`, by: (row) => row.name },
      { head: "In administration", cell: (row) => known.get(row.name) ?? html`<span class="quiet">nothing; for applications</span>`, by: (row) => known.get(row.name) ?? "" },
      { head: "Users", cell: (row) => !may("admin") ? html`<span class="quiet">not shown</span>` : row.members.join(", ") || html`<span class="quiet">none</span>`, by: (row) => row.members.length },
    ] });
}

/** Each change that was asked for, and each that was refused, on the admin server; other servers keep their own. */
function audit() {
  const entry = store.read(AUDIT);
  return !entry.data ? waiting(entry, "the audit log") : table({
    name: "audit", label: "Audit records", rows: entry.data.audit, key: (row) => row.time + row.event + row.request, filter: true, empty: "Nothing has been changed yet.",
    columns: [
      { head: "When", cell: (row) => moment(row.time), by: (row) => row.time },
      { head: "User", cell: (row) => row.user, by: (row) => row.user },
      { head: "From", cell: (row) => html`<span class="mono">${row.from}</span>`, by: (row) => row.from },
      { head: "What", cell: (row) => html`<span class="mono">${row.method} ${row.path}${row.query ? "?" + row.query : ""}</span>${row.why ? html`<small>${row.why}</small>` : nothing}`, by: (row) => row.method + " " + row.path, text: (row) => row.method + " " + row.path + " " + (row.why ?? "") },
      { head: "Result", number: true, cell: (row) => (row.status === undefined ? row.event : row.status < 400 ? row.status : html`<b class="badge bad">▲ ${row.status}</b>`), by: (row) => row.status ?? 0 },
    ] });
}

const userAt = (name, provider) => "security/users/" + part(name) + (provider === "file" ? "" : "?provider=" + encodeURIComponent(provider));

async function edit(user) {
  const allowed = rights();
  const known = [...new Set([...allowed.keys(), ...users().flatMap((one) => one.groups)])];
  const places = ["file", ...editable()];
  let provider = "file";
  const name = await ask({
    title: user ? "Change " + user.name : "Add a user", action: user ? "Change " + user.name : "Add",
    body: html`
      ${user ? nothing : html`<label class="field"><span>User</span><input name="user" required autocomplete="off" autocapitalize="none" spellcheck="false"></label>
        ${places.length > 1 ? html`<label class="field"><span>Kept by</span><select name="provider">${places.map((one) => html`<option value=${one}>${one}</option>`)}</select></label>` : nothing}`}
      <label class="field"><span>Password</span><input name="password" type="password" autocomplete="new-password" ?required=${!user}>${user ? html`<small>Empty: it stays as it is.</small>` : nothing}</label>
      <fieldset class="choices"><legend>Groups</legend>${known.map((group) => html`<label class="check"><input type="checkbox" name="group" value=${group} ?checked=${user?.groups.includes(group)}><span>${group} ${allowed.has(group) ? html`<span class="quiet">${allowed.get(group)}</span>` : nothing}</span></label>`)}</fieldset>
      <label class="field"><span>Other groups</span><input name="more" autocomplete="off" spellcheck="false" placeholder="separated by commas"></label>`,
    work: async (form) => {
      const who = user ? user.name : form.user.value.trim();
      const groups = [...form.querySelectorAll("input[name=group]:checked")].map((one) => one.value).concat(form.more.value.split(",").map((one) => one.trim()).filter(Boolean));
      provider = user ? user.provider : form.provider?.value ?? "file";
      if (!user && (await api.get(usersOf(provider))).users.some((one) => one.name === who)) {
        throw Object.assign(new Error("There is a user " + who + " already."), { title: "Not added", advice: "Choose another name, or change the user that is there." });
      }
      await api.put(userAt(who, provider), form.password.value ? { password: form.password.value, groups } : { groups });
      return who;
    },
  });
  if (name) {
    say(user ? name + " is changed" : name + " is added");
    store.refresh(usersOf(provider));
  }
}

async function removeUser(user) {
  const done = await ask({
    title: "Remove " + user.name + "?", action: "Remove " + user.name, danger: true,
    body: html`<p><b>${user.name}</b> can no longer log in, neither here nor to applications that ask this realm. ${user.groups.length ? "Member of: " + user.groups.join(", ") + "." : ""}</p>`,
    work: () => api.remove(userAt(user.name, user.provider)).then(() => true),
  });
  if (done) {
    say(user.name + " is removed");
    store.refresh(usersOf(user.provider));
  }
}
