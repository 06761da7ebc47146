/* All settings of the domain, found by a tree. */
import { html, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import { MODEL, configPath, below, isObject, dig } from "../core/model.js";
import { removeValue, whyReadOnly } from "../core/edit.js";
import { link, go } from "../core/router.js";
import { page, button } from "../parts/bits.js";
import { waiting } from "../parts/notice.js";
import { settingsOf, watchSettings, add } from "../parts/settings.js";
import { ask } from "../parts/dialog.js";

export const configurationPage = {
  id: "configuration",
  title: "Settings",
  group: "Configuration",
  watch(address, watched) {
    watched.set(MODEL, 0).set(configPath(""), 15_000);
    if (address.rest[0]) {
      watchSettings(address.rest[0], watched);
    }
  },
  view(address) {
    const chosen = address.rest[0] ?? "";
    const model = store.read(MODEL);
    const root = store.read(configPath(""));
    if (!model.data || !root.data) {
      return page("Settings", "", waiting(model.error ? model : root, "the settings"));
    }
    const collection = chosen !== "" && below(chosen, dig(root.data.written, chosen)).some((one) => one.many) || isCollection(chosen);
    const thing = chosen.includes(".") && isCollection(chosen.split(".").slice(0, -1).join("."));
    return page("Settings", "What is in domain.yaml, and what is in force. Changes wait in your edit session until you activate them.", html`
      <div class="split"><nav class="tree" aria-label="Sections">${tree(root.data.written ?? {}, chosen)}</nav>
      <div>${collection && isCollection(chosen) ? things(chosen, dig(root.data.written, chosen)) : settingsOf(chosen)}</div></div>`, html`
      ${isCollection(chosen) ? button("Add …", () => add(chosen), { kind: "primary", whyNot: whyReadOnly() }) : nothing}
      ${thing ? button("Remove …", () => removeThing(chosen), { kind: "danger-text", whyNot: whyReadOnly() }) : nothing}`);
  },
};

const isCollection = (path) => path !== "" && below(path, { any: {} }).some((one) => one.many);

function tree(written, chosen) {
  const entry = (path, text, deep) => html`<a class="deep-${deep}" href=${link("configuration", path)} aria-current=${path === chosen ? "page" : nothing}>${text}</a>`;
  return html`${html`<a href="#/configuration" aria-current=${chosen === "" ? "page" : nothing}>The domain</a>`}
    ${below("", written).map((one) => html`${entry(one.path, one.name, 0)}${isCollection(one.path) ? Object.keys(isObject(written[one.name]) ? written[one.name] : {}).map((name) => entry(one.path + "." + name, name, 1)) : nothing}`)}`;
}

function things(path, written) {
  const names = Object.keys(isObject(written) ? written : {});
  return html`<section class="card" aria-label=${path}><header><h2>${path}</h2></header>
    ${names.length === 0 ? html`<p class="empty">There are none yet.</p>` : html`<ul>${names.map((name) => html`<li><a href=${link("configuration", path + "." + name)}>${name}</a></li>`)}</ul>`}</section>`;
}

async function removeThing(path) {
  const name = path.split(".").pop();
  const done = await ask({
    title: "Remove " + name + "?", action: "Remove " + name, danger: true,
    body: html`<p><b>${path}</b> and all settings below it are taken out of your edit session's configuration. Nothing changes before you activate.</p>`,
    work: () => removeValue(path),
  });
  if (done) {
    go(link("configuration", path.split(".").slice(0, -1).join(".")));
  }
}
