/* The one-time link of a first start: makes the first administrator. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import { go } from "../core/router.js";
import { begin } from "../core/session.js";
import { changed } from "../core/store.js";
import { failure } from "../parts/notice.js";

const state = { busy: false, error: undefined };

const submit = (token) => async (event) => {
  event.preventDefault();
  const form = event.target;
  state.error = undefined;
  if (form.password.value !== form.again.value) {
    state.error = { title: "Not the same", message: "The two passwords differ.", advice: "Type the same password twice." };
    changed();
    return;
  }
  state.busy = true;
  changed();
  const user = form.user.value.trim();
  try {
    await api.request("POST", "setup", { json: { token, user, password: form.password.value }, quiet: true });
    begin(await api.request("POST", "login", { json: { user, password: form.password.value }, quiet: true }));
    go("#/overview");
  } catch (error) {
    if (error.status === 401 || error.status === 403 || error.status === 404 || error.status === 410) {
      error.advice = "The link works once, and until the server restarts. The server's console has the newest one; where there is an administrator already, log in.";
    }
    state.error = error;
  }
  state.busy = false;
  changed();
};

export function setupPage(address) {
  return html`<main class="gate"><form @submit=${submit(address.query.get("token") ?? "")}>
    <div class="brand-mark"><img src="icon.svg" width="44" height="44" alt=""><div><h1 tabindex="-1">Set up Keelson</h1><p>The first administrator of the domain</p></div></div>
    ${state.error ? failure(state.error) : nothing}
    <label class="field"><span>User</span><input name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>
    <label class="field"><span>Password</span><input name="password" type="password" autocomplete="new-password" required></label>
    <label class="field"><span>Password again</span><input name="again" type="password" autocomplete="new-password" required></label>
    <button class="primary" ?disabled=${state.busy}>${state.busy ? "Working …" : "Make the administrator"}</button>
  </form></main>`;
}
