/* The change centre: who holds the lock, what waits, activating it, and what was activated before. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { shown } from "../core/model.js";
import { server, answers } from "../core/domain.js";
import { edit, mine, lock, discard, ending, setValue, removeValue } from "../core/edit.js";
import { page, card, badge, moment, button } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say, sayFailure, waiting, remark } from "../parts/notice.js";

export const changesPage = {
  id: "changes",
  title: "Change centre",
  group: "Configuration",
  hidden: () => store.read("domain").error?.status === 404,
  count: () => edit().changes?.length || 0,
  watch: (address, watched) => watched.set("edit", 3000).set("revisions", 15_000),
  view() {
    const entry = store.read("edit");
    return page("Change centre", "Lock, change, look at what will happen, activate. All servers take a revision, or none does.",
      !entry.data ? waiting(entry, "the edit session") : html`${lockCard()}${pending()}${revisions()}`);
  },
};

function lockCard() {
  const now = edit();
  const tools = html`<div class="actions">
    ${!now.locked || !mine() ? button(now.locked ? "Take the lock …" : "Lock", lock, { kind: now.locked ? "" : "primary", whyNot: whyNot("admin") }) : nothing}
    ${mine() ? html`${button("Validate", validate)}${button(now.changes.length ? "Discard …" : "Release the lock", discard)}
      ${button("Activate …", activate, { kind: "primary", whyNot: now.changes.length === 0 ? "There is nothing to activate" : now.problems?.length ? "First solve the problems below" : "" })}` : nothing}</div>`;
  return card("Edit session", html`<p>${now.locked
    ? html`<b>${mine() ? "You hold" : now.owner + " holds"} the lock</b> since ${moment(now.since)}, on revision ${now["base-revision"]}.`
    : "Nobody is editing. Changing a setting takes the lock by itself."}</p>`, { tools });
}

function pending() {
  const now = edit();
  if (!now.locked) {
    return nothing;
  }
  const problems = now.problems ?? [];
  return html`${problems.length ? card("Problems", html`<ul class="causes">${problems.map((one) => html`<li><b>${one.path}</b>${one.line ? " (line " + one.line + ")" : ""}: ${one.message}</li>`)}</ul>`) : nothing}
    ${card("What will change", table({
      name: "pending", label: "Changes", rows: now.changes, key: (row) => row.path, empty: "Nothing yet. Change settings on their pages.",
      columns: [
        { head: "Setting", cell: (row) => html`<span class="mono">${row.path}</span>`, by: (row) => row.path },
        { head: "Before", cell: (row) => html`<code>${shown(row.before)}</code>` },
        { head: "After", cell: (row) => html`<code>${shown(row.after)}</code>` },
        { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => mine() ? html`<div class="actions">${button("Take back", () => takeBack(row), { kind: "small", label: "Take back " + row.path, whyNot: JSON.stringify(row.before ?? "").includes("******") ? "What a secret was before is not shown, so it cannot be set again" : "" })}</div>` : nothing },
      ] }))}
    ${now.restart?.length ? remark("warn", html`After activation these need a restart: ${now.restart.map((one, i) => html`${i ? "; " : ""}<a href=${link("servers", one.server)}>${one.server}</a> (${one.paths.join(", ")})`)}`) : nothing}`;
}

const takeBack = (row) => (row.before === undefined || row.before === null ? removeValue(row.path) : setValue(row.path, row.before));

async function validate() {
  try {
    const answer = await api.post("edit/validate");
    store.refresh("edit");
    const problems = answer?.problems ?? [];
    problems.length ? say("There are " + problems.length + " problems", "bad") : say("The changes are valid");
  } catch (error) {
    sayFailure("Not valid", error);
  }
}

async function activate() {
  const now = edit();
  const answer = await ask({
    title: "Activate " + (now.changes.length === 1 ? "one change" : now.changes.length + " changes") + "?", action: "Activate", kind: "wide",
    body: html`<p>Each server that runs is asked first; when one refuses, nothing changes anywhere. Those that do not run take it when they start.</p>
      <ul class="causes">${now.changes.map((one) => html`<li>${one.path}: ${shown(one.before)} → ${shown(one.after)}</li>`)}</ul>
      ${now.restart?.length ? html`<p><b>Needs a restart afterwards:</b> ${now.restart.map((one) => one.server).join(", ")}</p>` : html`<p>Takes effect at once; no restart is needed.</p>`}
      <label class="field"><span>Comment</span><input name="comment" autocomplete="off" placeholder="why"></label>`,
    work: (form) => ending(() => api.post("edit/activate", { comment: form.comment.value }, now.tag)), // what is shown here, nothing else
  });
  if (answer) {
    outcome("Revision " + answer.revision, answer);
  }
}

function outcome(title, answer) {
  store.refresh("edit", "config*", "server/configuration*", "servers/*", "revisions", "domain", "domain/servers");
  // Who does not run is not reached, which is nothing to worry about.
  const down = (name) => !server(name) || !answers(server(name));
  const results = (answer.servers ?? []).map((one) => (one.result === "unreachable" && down(one.server) ? { ...one, result: "NOT_RUNNING", why: "It does not run, and takes it when it starts" } : one));
  const active = results.filter((one) => one.result === "applied");
  const later = results.filter((one) => one.result === "NOT_RUNNING");
  if (active.length + later.length === results.length) {
    say(title + " is active on " + (active.length === 1 ? active[0].server : active.length + " servers") + (later.length ? "; " + later.map((one) => one.server).join(", ") + (later.length === 1 ? " does not run, and takes it at the start" : " do not run, and take it at their start") : ""));
    return;
  }
  show(title, table({
    name: "outcome", label: "Servers", rows: results, key: (row) => row.server,
    columns: [
      { head: "Server", cell: (row) => row.server },
      { head: "Result", cell: (row) => badge(row.result) },
      { head: "What it says", cell: (row) => row.why || (row.result === "restart-needed" && row.paths?.length ? "A restart is needed for " + row.paths.join(", ") : "") },
    ] }));
}

function revisions() {
  const entry = store.read("revisions");
  return card("History", !entry.data ? waiting(entry, "the revisions") : table({
    name: "revisions", label: "Revisions", rows: [...entry.data.revisions].sort((a, b) => b.revision - a.revision), key: (row) => row.revision, empty: "Nothing has been activated yet.",
    columns: [
      { head: "Revision", number: true, cell: (row) => html`<b>${row.revision}</b>`, by: (row) => row.revision },
      { head: "When", cell: (row) => moment(row.when), by: (row) => row.when },
      { head: "By", cell: (row) => row.author ?? "–", by: (row) => row.author },
      { head: "Comment", cell: (row) => row.comment || html`<span class="quiet">none</span>`, by: (row) => row.comment },
      { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => html`<div class="actions">
        ${button("What changed", () => diff(row), { kind: "small", label: "What changed in revision " + row.revision })}
        ${button("Roll back …", () => rollback(row), { kind: "small", label: "Roll back to revision " + row.revision, whyNot: whyNot("admin") || (row.revision === store.data("domain")?.revision ? "This is the revision in force" : whyNoRollback()) })}</div>` },
    ] }));
}

/** A revision takes the place of what is pending, too, so that is not lost by the way. */
const whyNoRollback = () => (!edit().locked ? "" : !mine() ? edit().owner + " holds the lock" : edit().changes?.length ? "Your changes that wait would be lost: activate or discard them first" : "");

const readDiff = (revision) => api.get("revisions/" + revision + "/diff", { text: true });

/** A difference as lines, each by its first character. */
function lines(text) {
  const kind = (line) => (/^(\+\+\+|---|@@)/.test(line) ? "at" : line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "same");
  return html`<pre class="diff" tabindex="0">${text.split("\n").map((line) => html`<span class=${kind(line)}>${line || " "}</span>`)}</pre>`;
}

async function diff(row) {
  try {
    const text = await readDiff(row.revision);
    show("Revision " + row.revision, html`<p>${row.author}, ${moment(row.when)}${row.comment ? ": " + row.comment : ""}</p>${text.trim() ? lines(text) : html`<p class="empty">Nothing differs from the revision before.</p>`}`);
  } catch (error) {
    sayFailure("The difference cannot be read", error);
  }
}

async function rollback(row) {
  const answer = await ask({
    title: "Roll back to revision " + row.revision + "?", action: "Roll back to " + row.revision, danger: true,
    body: html`<p>The configuration becomes what it was at revision <b>${row.revision}</b> (${row.author}, ${moment(row.when)}). This is a new revision; the ones in between stay in the history.</p>`,
    work: () => ending(() => api.post("revisions/" + row.revision + "/rollback")),
  });
  if (answer) {
    outcome("Rolled back: revision " + answer.revision, answer);
  }
}
