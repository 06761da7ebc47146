/* Logging in again over a page where something is entered that would be lost otherwise. */
import { html } from "../core/html.js";
import * as api from "../core/api.js";
import { session, interrupt, goOn } from "../core/session.js";
import { ask } from "../parts/dialog.js";
import { say } from "../parts/notice.js";

/** Asks for the password; false where nobody goes on, and all that was entered is to be given up. */
export async function loginAgain() {
  const user = session.user;
  interrupt();
  const answer = await ask({
    title: "Your session has ended", action: "Log in", kind: "again",
    body: html`<p>Log in again as <b>${user}</b>: what you have entered stays. Sessions end after some time, and when the server restarts. With Cancel you come to the login, and what you have entered is lost.</p>
      <input type="hidden" name="user" autocomplete="username" value=${user}>
      <label class="field"><span>Password</span><input name="password" type="password" autocomplete="current-password" required></label>`,
    work: (form) => api.request("POST", "login", { json: { user, password: form.password.value }, quiet: true }).catch((error) => {
      error.advice = error.status === 401 ? "After several failures a name is locked for some minutes." : error.advice;
      throw error;
    }),
  });
  if (!answer) {
    return false;
  }
  goOn(answer);
  say("You are logged in again. What was not done when the session ended can be done now");
  return true;
}
