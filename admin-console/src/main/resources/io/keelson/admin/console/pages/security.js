/* Users and groups of the realm. What a group may do in administration follows from its name. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { part } from "../core/api.js";
import { session, whyNot } from "../core/session.js";
import { page, card, button, moment } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask } from "../parts/dialog.js";
import { say, waiting } from "../parts/notice.js";

const ROLES = { Administrators: "everything", Deployers: "deploys applications, sees all", Operators: "starts, stops and moves, sees all", Monitors: "sees all" };

const AUDIT = "security/audit?limit=500";

export const securityPage = {
  id: "security",
  title: "Users and groups",
  group: "Configuration",
  watch: (address, watched) => watched.set("security/users", 10_000).set(AUDIT, 10_000),
  view() {
    const entry = store.read("security/users");
    return page("Users and groups", "The realm of this domain. Passwords are kept as hashes and are never shown.", html`
      ${card("Users", !entry.data ? waiting(entry, "the users") : table({
        name: "users", label: "Users", rows: entry.data.users, key: (row) => row.name, empty: "The realm has no users.",
        columns: [
          { head: "User", cell: (row) => html`<b>${row.name}</b>${row.name === session.user ? html` <span class="mark">you</span>` : nothing}`, by: (row) => row.name },
          { head: "Groups", cell: (row) => row.groups.join(", ") || html`<span class="quiet">none</span>`, by: (row) => row.groups.join(" ") },
          { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">
            ${button("Change …", () => edit(row), { kind: "small", label: "Change " + row.name, whyNot: whyNot("admin") })}
            ${button("Remove …", () => removeUser(row), { kind: "small danger-text", label: "Remove " + row.name, whyNot: whyNot("admin") || (row.name === session.user ? "You are logged in as this user" : "") })}</div>` },
        ] }))}
      ${card("Groups", groups(entry.data?.users ?? []))}
      ${card("Audit log", audit())}`, button("Add a user …", () => edit(), { kind: "primary", whyNot: whyNot("admin") }));
  },
};

function groups(users) {
  const names = [...new Set([...Object.keys(ROLES), ...users.flatMap((one) => one.groups)])];
  return table({
    name: "groups", label: "Groups", rows: names.map((name) => ({ name, members: users.filter((one) => one.groups.includes(name)).map((one) => one.name) })), key: (row) => row.name,
    columns: [
      { head: "Group", cell: (row) => html`<b>${row.name}</b>`, by: (row) => row.name },
      { head: "In administration", cell: (row) => ROLES[row.name] ?? html`<span class="quiet">nothing; for applications</span>`, by: (row) => ROLES[row.name] ?? "" },
      { head: "Users", cell: (row) => row.members.join(", ") || html`<span class="quiet">none</span>`, by: (row) => row.members.length },
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

async function edit(user) {
  const known = [...new Set([...Object.keys(ROLES), ...(store.data("security/users")?.users ?? []).flatMap((one) => one.groups)])];
  const name = await ask({
    title: user ? "Change " + user.name : "Add a user", action: user ? "Change " + user.name : "Add",
    body: html`
      ${user ? nothing : html`<label class="field"><span>User</span><input name="user" required autocomplete="off" autocapitalize="none" spellcheck="false"></label>`}
      <label class="field"><span>Password</span><input name="password" type="password" autocomplete="new-password" ?required=${!user}>${user ? html`<small>Empty: it stays as it is.</small>` : nothing}</label>
      <fieldset class="choices"><legend>Groups</legend>${known.map((group) => html`<label class="check"><input type="checkbox" name="group" value=${group} ?checked=${user?.groups.includes(group)}><span>${group} ${ROLES[group] ? html`<span class="quiet">${ROLES[group]}</span>` : nothing}</span></label>`)}</fieldset>
      <label class="field"><span>Other groups</span><input name="more" autocomplete="off" spellcheck="false" placeholder="separated by commas"></label>`,
    work: async (form) => {
      const who = user ? user.name : form.user.value.trim();
      const groups = [...form.querySelectorAll("input[name=group]:checked")].map((one) => one.value).concat(form.more.value.split(",").map((one) => one.trim()).filter(Boolean));
      await api.put("security/users/" + part(who), form.password.value ? { password: form.password.value, groups } : { groups });
      return who;
    },
  });
  if (name) {
    say(user ? name + " is changed" : name + " is added");
    store.refresh("security/users");
  }
}

async function removeUser(user) {
  const done = await ask({
    title: "Remove " + user.name + "?", action: "Remove " + user.name, danger: true,
    body: html`<p><b>${user.name}</b> can no longer log in, neither here nor to applications that ask this realm. ${user.groups.length ? "Member of: " + user.groups.join(", ") + "." : ""}</p>`,
    work: () => api.remove("security/users/" + part(user.name)).then(() => true),
  });
  if (done) {
    say(user.name + " is removed");
    store.refresh("security/users");
  }
}
