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

/** What this user had under the lock when it was last read: {user, count}; undefined where nothing was. */
let held;
let leaving = false;

/** Says so when the lock has gone without the user having given it back: another took it, or the admin server was restarted. */
function heed() {
  const now = store.data(EDIT);
  if (!now || leaving) {
    return;
  }
  if (now.locked && now.owner === session.user) {
    held = { user: session.user, count: now.changes?.length ?? 0 };
  } else if (held) {
    if (held.user === session.user) {
      say((now.locked ? now.owner + " has taken the lock of the configuration" : "The lock of the configuration is not yours any more, as after a restart of the admin server")
        + (held.count ? ". What you had changed and not activated is gone" : ""), "bad");
    }
    held = undefined;
  }
}

store.onChange(heed);

/** Does what ends the edit session. */
export async function ending(work) {
  leaving = true;
  try {
    const answer = await work();
    held = undefined;
    // It is done, whether or not the next question is answered.
    await api.get(EDIT).then((now) => store.take(EDIT, now), () => store.refresh(EDIT));
    return answer;
  } finally {
    leaving = false;
  }
}

function reread() {
  store.refresh(EDIT, "config*");
}

/** Who does not want to take the lock from somebody else. */
class NoLock extends Error {
  title = "Nothing is changed";
  advice = "Wait until the lock is free, or take it away in the change centre.";
  constructor() {
    super("You do not have the lock of the configuration.");
  }
}

/** Takes the lock; where another has it, asks whether to take it away. What is in the way is thrown. */
async function takeLock() {
  try {
    store.take(EDIT, await api.post("edit"));
  } catch (error) {
    if (error.status !== 409 || error.title !== "Locked") {
      throw error;
    }
    store.refresh(EDIT);
    const done = await ask({
      title: "Take the lock away?", action: "Take the lock", danger: true,
      body: () => html`<p><b>${edit().owner ?? "Somebody"}</b> holds it, and is told that you took it.</p>${edit().changes?.length ? html`<p>These changes go with it:</p><ul class="causes">${edit().changes.map((one) => html`<li>${one.path}</li>`)}</ul>` : html`<p>Nothing has been changed under it.</p>`}`,
      work: async () => {
        store.take(EDIT, await api.post("edit?force=true"));
        return true;
      },
    });
    if (!done) {
      throw new NoLock();
    }
  }
  reread();
}

/** Takes the lock, for a button. */
export async function lock() {
  try {
    await takeLock();
  } catch (error) {
    if (!(error instanceof NoLock)) {
      sayFailure("You do not have the lock", error);
    }
  }
}

/** Makes a change under the lock, which is taken first where nobody has it. What is refused is thrown. */
async function change(work) {
  if (!mine()) {
    await takeLock();
  }
  try {
    await work();
  } finally {
    reread();
  }
}

/** Sets a value, and throws what is in the way of that. */
export const putValue = (path, value) => change(() => api.put("edit/value", { path, value }));

/** Takes a value out of the configuration, and throws what is in the way of that: its default is in force then. */
export const takeOut = (path) => change(() => api.remove("edit/value?path=" + api.part(path)));

async function saying(what, work) {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof NoLock)) {
      sayFailure(what, error);
    }
    return false;
  }
}

/** The same for buttons: says what is in the way, and tells whether it is done. */
export const setValue = (path, value) => saying(path + " is not changed", putValue(path, value));
export const removeValue = (path) => saying(path + " is not removed", takeOut(path));

/** What is wrong with what is pending at a path, or below it. */
export const problemsAt = (path) => (edit().problems ?? []).filter((one) => one.path === path || one.path.startsWith(path + "."));

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
    await ending(() => api.remove("edit"));
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
