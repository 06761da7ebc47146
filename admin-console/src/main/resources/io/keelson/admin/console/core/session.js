/* Who is logged in, and what he may do. */
import * as api from "./api.js";
import * as store from "./store.js";
import * as live from "./live.js";
import * as past from "./past.js";
import * as tail from "./tail.js";

export const session = { known: false, user: "", roles: new Set(), error: undefined };

const INCLUDED = { admin: ["operator", "deployer", "monitor"], operator: ["monitor"], deployer: ["monitor"], monitor: [] };

/** Takes over what the login says. */
export function begin(answer) {
  session.known = true;
  session.error = undefined;
  session.user = answer.user;
  session.roles = new Set();
  for (const given of answer.roles ?? []) {
    const role = given.toLowerCase();
    session.roles.add(role);
    (INCLUDED[role] ?? []).forEach((one) => session.roles.add(one));
  }
  api.useCsrf(answer.csrf);
  store.watchAlways("domain/servers", 5000);
  past.start();
  live.start();
  store.changed();
}

/** Nobody is logged in any more. */
export function end(error) {
  session.known = true;
  session.user = "";
  session.roles = new Set();
  session.error = error;
  api.useCsrf("");
  live.stop();
  past.stop();
  tail.forget();
  store.forget();
}

/** Whether a role allows what is about to be offered; the server decides. */
export function may(role) {
  return session.roles.has(role);
}

/** Why something is not offered; empty where it is. */
export function whyNot(role) {
  return may(role) ? "" : "Needs the role " + role;
}
