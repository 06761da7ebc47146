/* Where the keyboard is: what has the focus is found again after it was drawn anew, and a dialog keeps the focus inside. */

const USABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** What the Tab key reaches in a place, in its order. */
const reached = (place) => [...place.querySelectorAll(USABLE)].filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }));

const nameOf = (one) => [one.tagName, one.getAttribute("aria-label") || one.id || one.name || one.getAttribute("href") || one.textContent.trim()].join(" ");
const placeOf = (one) => one.closest("section[aria-label]")?.getAttribute("aria-label") ?? "";

/** Gives something the focus; tells whether it has it then. */
function focus(one) {
  one?.focus({ preventScroll: true });
  return Boolean(one) && document.activeElement === one;
}

/**
 * Remembers what has the focus now. The function that it returns gives the focus back: to the same, or where that is not there any more to what
 * has its name and its place now, or to the page's heading.
 */
export function remember() {
  const one = document.activeElement;
  const known = one && one !== document.body;
  const name = known ? nameOf(one) : "";
  const place = known ? placeOf(one) : "";
  return () => {
    if (known && one.isConnected && focus(one)) {
      return;
    }
    const same = known ? reached(document.getElementById("app")).filter((each) => nameOf(each) === name) : [];
    focus(same.find((each) => placeOf(each) === place) ?? same[0]) || focus(document.querySelector("#app h1")) || focus(document.getElementById("main"));
  };
}

/** Has a change of the page that takes away what has the focus not lose the place of who uses a keyboard. */
export function keepingFocus(place, change) {
  const one = document.activeElement;
  if (!one || !place.contains(one)) {
    change();
    return;
  }
  const back = remember();
  change();
  if (!one.isConnected) {
    back();
  }
}

/** Has the Tab key go round in a place and not leave it. */
export function trap(place) {
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const all = reached(place);
    // A heading or the place itself may have the focus, which the Tab key does not reach: then at is -1.
    const at = all.indexOf(document.activeElement);
    if (all.length === 0) {
      event.preventDefault();
    } else if (event.shiftKey ? at <= 0 : at === all.length - 1) {
      event.preventDefault();
      (event.shiftKey ? all[all.length - 1] : all[0]).focus();
    }
  });
}
