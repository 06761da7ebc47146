/* The login. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import { session, begin, goesAway } from "../core/session.js";
import { changed } from "../core/store.js";
import { route, go } from "../core/router.js";
import { failure } from "../parts/notice.js";

const state = { busy: false, error: undefined, ways: undefined };

/** What a login elsewhere may come back with; the server's log says more. */
const PROBLEMS = {
  away: ["The provider of logins cannot be asked now.", "Log in with a password, or try again later."],
  refused: ["The login there came to nothing.", "Try again. If it stays so, the log of the admin server says why."],
  forgotten: ["That login is not known here any more.", "It takes ten minutes at most, in one browser. Begin it again."],
  "no-role": ["You are known, and have no role here.", "An administrator can give one of your groups a role in management.role-groups."],
};

/** Asked once: it does not change while the server runs. */
function ways() {
  if (state.ways === undefined) {
    state.ways = {};
    api.get("login/ways", { quiet: true }).then((known) => { state.ways = known; changed(); }, () => undefined);
  }
  return state.ways;
}

function comeBack() {
  const problem = PROBLEMS[route().query?.get?.("problem") ?? ""];
  return problem ? html`<div class="notice bad" role="alert"><b>${problem[0]}</b> ${problem[1]}</div>` : nothing;
}

async function submit(event) {
  event.preventDefault();
  const form = event.target;
  state.busy = true;
  state.error = undefined;
  changed();
  try {
    begin(await api.request("POST", "login", { json: { user: form.user.value.trim(), password: form.password.value }, quiet: true }));
    if (route().page === "login") {
      go("#/overview");
    }
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
  const elsewhere = comeBack();
  const error = state.error ?? (elsewhere === nothing ? session.error : undefined);
  return html`<main class="gate"><form @submit=${submit}>
    <div class="brand-mark"><img src="icon.svg" width="44" height="44" alt=""><div><h1 tabindex="-1">Keelson</h1><p>Console of the domain</p></div></div>
    ${error ? failure(error) : elsewhere}
    ${ways().oidc ? html`<a class="button" id="oidc" href="/management/v1/login/oidc" @click=${goesAway}>Log in with ${ways().oidc.label}</a>` : nothing}
    <label class="field"><span>User</span><input name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>
    <label class="field"><span>Password</span><input name="password" type="password" autocomplete="current-password" required></label>
    <button class="primary" ?disabled=${state.busy}>${state.busy ? "Logging in …" : "Log in"}</button>
    <p class="hint">The first start of a domain without an administrator prints a link that makes one.</p>
  </form></main>`;
}
