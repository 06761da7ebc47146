/* Addresses of pages: #/servers/server-1?tab=threads */

/** What the address says: the page, what follows it, and the parameters. */
export function route() {
  const [path, query = ""] = decodeSafely(location.hash.slice(1)).split("?", 2);
  const [page = "", ...rest] = path.replace(/^\/+/, "").split("/").map(decodeSafely);
  return { page: page || "overview", rest: rest.filter((one) => one !== ""), query: new URLSearchParams(query) };
}

function decodeSafely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a page. */
export function link(page, ...rest) {
  return "#/" + [page, ...rest].map(encodeURIComponent).join("/");
}

/** Goes to a page. */
export function go(address) {
  if (location.hash === address) {
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = address;
  }
}

/** Changes parameters of the page's address without a step in the browser's history. */
export function setQuery(changes) {
  const { page, rest, query } = route();
  for (const [name, value] of Object.entries(changes)) {
    if (value === "" || value === null || value === undefined) {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  const text = query.toString();
  history.replaceState(null, "", link(page, ...rest) + (text ? "?" + text : ""));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
