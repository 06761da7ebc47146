/* Who is logged in, and what he may do. */
import * as api from "./api.js";
import * as store from "./store.js";
import * as live from "./live.js";
import * as past from "./past.js";
import * as tail from "./tail.js";

export const session = { known: false, user: "", roles: new Set(), error: undefined };

const INCLUDED = { admin: ["operator", "deployer", "monitor"], operator: ["monitor"], deployer: ["monitor"], monitor: [] };

const LOGGED_IN = "keelson.logged-in";
const PAGE = "keelson.page";

/** Whether somebody logged in here, in this tab, and did not log out. */
export const wasLoggedIn = () => sessionStorage.getItem(LOGGED_IN) !== null;

/** Keeps the page's address while the browser is elsewhere to log in. */
export const goesAway = () => sessionStorage.setItem(PAGE, location.hash);

/** Shows the page that was shown before the browser was elsewhere. */
export function comeBack() {
  const page = sessionStorage.getItem(PAGE);
  sessionStorage.removeItem(PAGE);
  if (page && !location.hash.slice(1)) {
    location.replace(page);
  }
}

/** Takes over what the login says. */
export function begin(answer) {
  session.known = true;
  session.error = undefined;
  enter(answer);
  sessionStorage.setItem(LOGGED_IN, "");
  store.watchAlways("domain/servers", 5000);
  past.start();
  live.start();
  store.changed();
}

/** The session has ended while something is entered: all stays as it is until it is known whether it goes on. */
export function interrupt() {
  api.useCsrf("");
  live.stop();
  store.hold(true);
}

/** Goes on where the session had ended, with what the new login says. */
export function goOn(answer) {
  enter(answer);
  store.hold(false);
  live.start();
  store.changed();
}

function enter(answer) {
  session.user = answer.user;
  session.roles = new Set();
  for (const given of answer.roles ?? []) {
    const role = given.toLowerCase();
    session.roles.add(role);
    (INCLUDED[role] ?? []).forEach((one) => session.roles.add(one));
  }
  api.useCsrf(answer.csrf);
}

/** Nobody is logged in any more; with what the login says to that, where nobody logged out. */
export function end(error) {
  session.known = true;
  session.user = "";
  session.roles = new Set();
  session.error = error;
  if (!error) {
    sessionStorage.removeItem(LOGGED_IN); // who logged out is not told that the session has ended
  }
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
