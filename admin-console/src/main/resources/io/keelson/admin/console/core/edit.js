/* The edit session: the lock, and what is changed under it. */
import * as api from "./api.js";
import * as store from "./store.js";
import { session, may } from "./session.js";
import { ask } from "../parts/dialog.js";
import { say, sayFailure } from "../parts/notice.js";
import { html } from "./html.js";

export const EDIT = "edit";

/** The session as last read. */
export const edit = () => store.data(EDIT) ?? { locked: false, changes: [], problems: [], restart: [] };

/** Whether the lock is this user's. */
export const mine = () => edit().locked && edit().owner === session.user;

/** The change of a path that is not active yet; undefined where there is none. */
export const changeOf = (path) => (edit().changes ?? []).find((one) => one.path === path);

function reread() {
  store.refresh(EDIT, "config*");
}

/** Takes the lock; where another has it, asks whether to take it away. */
export async function lock() {
  try {
    store.take(EDIT, await api.post("edit"));
    reread();
    return true;
  } catch (error) {
    if (error.status !== 409 || error.title !== "Locked") {
      sayFailure("You do not have the lock", error);
      return false;
    }
    store.refresh(EDIT);
    const done = await ask({
      title: "Take the lock away?", action: "Take the lock", danger: true,
      body: html`<p>${error.message}</p><p>Whoever holds it is told at the next change, and cannot activate what is pending. The pending changes go with the lock.</p>`,
      work: async () => {
        store.take(EDIT, await api.post("edit?force=true"));
        reread();
        return true;
      },
    });
    return Boolean(done);
  }
}

/** Sets a value; takes the lock first where nobody has it. */
export async function setValue(path, value) {
  if (!mine() && !(await lock())) {
    return false;
  }
  try {
    await api.put("edit/value", { path, value });
    reread();
    return true;
  } catch (error) {
    sayFailure(path + " is not changed", error);
    reread();
    return false;
  }
}

/** Takes a value out of the configuration: its default is in force then. */
export async function removeValue(path) {
  if (!mine() && !(await lock())) {
    return false;
  }
  try {
    await api.remove("edit/value?path=" + api.part(path));
    reread();
    return true;
  } catch (error) {
    sayFailure(path + " is not removed", error);
    reread();
    return false;
  }
}

/** Gives up the lock and what was changed under it. */
export async function discard() {
  const changes = edit().changes ?? [];
  const done = changes.length === 0 || await ask({
    title: "Discard the changes?", action: "Discard", danger: true,
    body: html`<p>${changes.length === 1 ? "One change is" : changes.length + " changes are"} thrown away; no server has heard of ${changes.length === 1 ? "it" : "them"}:</p><ul class="causes">${changes.map((one) => html`<li>${one.path}</li>`)}</ul>`,
  });
  if (!done) {
    return;
  }
  try {
    await api.remove("edit");
    say(changes.length ? "The changes are discarded" : "The lock is free");
  } catch (error) {
    sayFailure("Not discarded", error);
  }
  reread();
}

/** Why settings cannot be changed now; empty where they can. */
export function whyReadOnly() {
  if (!may("admin")) {
    return "Changing settings needs the role admin";
  }
  return edit().locked && !mine() ? edit().owner + " holds the lock" : "";
}
