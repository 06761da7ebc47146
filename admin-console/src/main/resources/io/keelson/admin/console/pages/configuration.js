/* All settings of the domain, found by a tree. */
import { html, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import { MODEL, pendingPath, nodeAt, isCollection, isGroup, isObject, dig, split, join } from "../core/model.js";
import { takeOut, whyReadOnly } from "../core/edit.js";
import { link, go } from "../core/router.js";
import { page, button } from "../parts/bits.js";
import { waiting } from "../parts/notice.js";
import { settingsOf, watchSettings, collection } from "../parts/settings.js";
import { ask } from "../parts/dialog.js";

export const configurationPage = {
  id: "configuration",
  title: "Settings",
  group: "Configuration",
  hidden: () => store.read("domain").error?.status === 404,
  watch(address, watched) {
    watched.set(MODEL, 0).set(pendingPath(""), 15_000);
    watchSettings(address.rest[0] ?? "", watched);
  },
  view(address) {
    const chosen = address.rest[0] ?? "";
    const model = store.read(MODEL);
    const root = store.read(pendingPath(""));
    if (!model.data || !root.data) {
      return page("Settings", "", waiting(model.error ? model : root, "the settings"));
    }
    const written = root.data.written ?? {};
    const one = nodeAt(chosen);
    if (chosen !== seen) {
      seen = chosen;
      requestAnimationFrame(showChosen);
    }
    const thing = chosen !== "" && isCollection(nodeAt(parent(chosen)));
    return page("Settings", "What is in domain.yaml, and what is in force. Changes wait in your edit session until you activate them.", html`
      <div class="split"><nav class="tree" aria-label="Sections">${tree(written, chosen)}</nav>
      <div>${isCollection(one) ? collection(chosen, one, dig(written, split(chosen))) : settingsOf(chosen)}</div></div>`,
    thing ? button("Remove …", () => removeThing(chosen), { kind: "danger-text", whyNot: whyReadOnly(), label: "Remove " + chosen }) : nothing);
  },
};

let seen;

/** Has the chosen section be seen in the tree, which may be longer than it is high. */
function showChosen() {
  const one = document.querySelector(".tree [aria-current]");
  const box = one?.closest(".tree");
  if (box && (one.offsetTop < box.scrollTop || one.offsetTop + one.offsetHeight > box.scrollTop + box.clientHeight)) {
    box.scrollTop = one.offsetTop - box.clientHeight / 2;
  }
}

const parent = (path) => join(split(path).slice(0, -1));

function tree(written, chosen) {
  const entry = (path, text, deep) => html`<a class="deep-${deep}" href=${link("configuration", path)} aria-current=${path === chosen ? "page" : nothing}>${text}</a>`;
  const tops = [...nodeAt("").keys.values()].filter((one) => isGroup(one)).sort((a, b) => a.name.localeCompare(b.name));
  const branch = (one) => {
    const open = isCollection(one) && (split(chosen)[0] === one.name || ["servers", "clusters"].includes(one.name));
    const members = open && isObject(written[one.name]) ? Object.keys(written[one.name]) : [];
    return html`${entry(one.name, one.name, 0)}${members.map((name) => entry(join(one.name, name), name, 1))}`;
  };
  return html`<h2>One of each</h2><a class="deep-0" href="#/configuration" aria-current=${chosen === "" ? "page" : nothing}>The domain</a>
    ${tops.filter((one) => !isCollection(one)).map(branch)}<h2>Many</h2>${tops.filter(isCollection).map(branch)}`;
}

async function removeThing(path) {
  const done = await ask({
    title: "Remove " + path + "?", action: "Remove", danger: true,
    body: html`<p><b>${path}</b> and all settings below it are taken out of your edit session's configuration. Nothing changes before you activate.</p>`,
    work: () => takeOut(path).then(() => true),
  });
  if (done) {
    go(link("configuration", parent(path)));
  }
}
