/* The console: who is logged in, which page is shown, and drawing it whenever something has changed. */
import { html, render } from "./core/html.js";
import * as api from "./core/api.js";
import * as store from "./core/store.js";
import { route } from "./core/router.js";
import { session, begin, end, wasLoggedIn, comeBack } from "./core/session.js";
import { frame } from "./frame.js";
import { pages } from "./pages/index.js";
import { watchFeatures } from "./pages/features.js";
import { closeAll, holdsInput } from "./parts/dialog.js";
import { forgetAll } from "./parts/field.js";
import { loginPage } from "./pages/login.js";
import { loginAgain } from "./pages/again.js";
import { setupPage } from "./pages/setup.js";
import { keepingFocus } from "./parts/focus.js";
import { failure } from "./parts/notice.js";

const app = document.getElementById("app");
let shown = "";
let shownTo;
let lastUser;

function draw() {
  const address = route();
  if (address.page === "setup") {
    store.watch(new Map());
    show("Set up", setupPage(address));
    return;
  }
  if (!session.known) {
    return;
  }
  if (!session.user) {
    store.watch(new Map());
    show("Log in", loginPage());
    return;
  }
  const page = pages().find((one) => one.id === address.page);
  const watched = new Map([["domain", 5000], ["edit", 5000]]);
  watchFeatures(watched);
  let body;
  try {
    page?.watch?.(address, watched);
    store.watch(watched);
    body = page ? page.view(address) : html`<h1 tabindex="-1">There is no such page</h1><p class="empty"><a href="#/overview">Overview</a></p>`;
  } catch (error) {
    // A page that fails must not take the navigation with it.
    console.error(error);
    store.watch(watched);
    body = failure(error);
  }
  show(page?.title ?? "Nothing here", frame(address, page, body));
}

function show(title, content) {
  document.title = title + " · Keelson";
  keepingFocus(app, () => render(content, app));
  if (shownTo !== session.user) {
    shownTo = session.user;
    // What was typed and not sent outlives the end of a session, and is nobody else's.
    if (shownTo && shownTo !== lastUser) {
      forgetAll();
      lastUser = shownTo;
    }
    begins();
  }
}

/** Who reads by ear or uses the keyboard is told where he is, and goes on from there. */
function begins() {
  (document.querySelector(".gate input[name=user]") ?? document.querySelector("#app h1"))?.focus({ preventScroll: true });
}

function arrived() {
  const { page, rest } = route();
  const now = [page, ...rest].join("/");
  if (now !== shown) {
    shown = now;
    window.scrollTo(0, 0);
    draw();
    begins();
  } else {
    draw();
  }
}

async function start() {
  document.querySelector("#app .boot")?.remove();
  document.documentElement.dataset.theme = localStorage.getItem("keelson.theme") ?? "auto";
  api.onLoggedOut(async () => {
    if (!holdsInput() || !(await loginAgain())) {
      end(ended(closeAll()));
      draw();
    }
  });
  store.onChange(draw);
  window.addEventListener("hashchange", arrived);
  document.addEventListener("visibilitychange", () => document.hidden || store.changed());
  draw();
  try {
    begin(await api.get("login", { quiet: true }));
    comeBack();
  } catch (error) {
    end(error.status !== 401 ? error : wasLoggedIn() ? ended(false) : undefined);
  }
  arrived();
}

/** What the login says to who did not log out. */
const ended = (lost) => ({
  title: "Your session has ended",
  message: "Sign in again; the page that you were on is shown then." + (lost ? " What you had entered and not sent is lost." : ""),
  advice: "Sessions end after some time, and when the server restarts.",
});

start();
