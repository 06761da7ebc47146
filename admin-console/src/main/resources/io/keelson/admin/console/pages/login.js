/* The login. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import { session, begin } from "../core/session.js";
import { changed } from "../core/store.js";
import { failure } from "../parts/notice.js";

const state = { busy: false, error: undefined };

async function submit(event) {
  event.preventDefault();
  const form = event.target;
  state.busy = true;
  state.error = undefined;
  changed();
  try {
    begin(await api.request("POST", "login", { json: { user: form.user.value.trim(), password: form.password.value }, quiet: true }));
  } catch (error) {
    if (error.status === 401) {
      error.advice = "After several failures a name is locked for some minutes.";
    }
    state.error = error;
    form.password.value = "";
    form.password.focus();
  }
  state.busy = false;
  changed();
}

export function loginPage() {
  const error = state.error ?? session.error;
  return html`<main class="gate"><form @submit=${submit}>
    <div class="brand-mark"><img src="icon.svg" width="44" height="44" alt=""><div><h1 tabindex="-1">Keelson</h1><p>Console of the domain</p></div></div>
    ${error ? failure(error) : nothing}
    <label class="field"><span>User</span><input name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>
    <label class="field"><span>Password</span><input name="password" type="password" autocomplete="current-password" required></label>
    <button class="primary" ?disabled=${state.busy}>${state.busy ? "Logging in …" : "Log in"}</button>
    <p class="hint">The first start of a domain without an administrator prints a link that makes one.</p>
  </form></main>`;
}
