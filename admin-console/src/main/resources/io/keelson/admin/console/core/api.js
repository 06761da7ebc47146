/* The management interface: requests, and failures that say what to do. */

const BASE = "/management/v1/";
const PATIENCE = 60000;
let csrf = "";
let lost = () => {};

/** What was asked for by a session that is not this page's any more says nothing of the one that is. */
function notLoggedIn(asked) {
  if (asked && asked === csrf) {
    lost();
  }
}

/** Called when the server says that who was logged in here is not any more. */
export function onLoggedOut(listener) {
  lost = listener;
}

/** Takes over the proof that a request comes from this page, which login answers with. */
export function useCsrf(token) {
  csrf = token || "";
}

/** A request that was not done: what the server said, and what the operator can do. */
export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || "What answered did not say why, but with the status " + status + ".");
    this.status = status;
    this.title = problem.title || "Not done";
    this.causes = problem.causes || [];
    this.problem = problem;
    this.advice = problem.advice || advice(status, problem);
  }
}

/** What is in the way of a request, by the title that the server gives it. */
const CONFLICTS = {
  "Locked": "Somebody else holds the lock of the configuration. Wait until it is free, or take it away in the change centre.",
  "Not locked": "The lock is not yours any more, and what was changed under it is gone. Change it again: that takes the lock.",
  "Under way": "Wait until that has ended, then do it again.",
  "Not settled": "Bring it to its end or take it back first: the overview and the page Deployments show it, with buttons for both.",
  "Exists already": "Choose another name, or change the one that is there.",
  "Versions side by side": "The page Deployments shows the versions of an application, with buttons that make one active or take one away. Do that first.",
  "Refused": "Nothing was changed. Mend what is named, on the servers that are named, then do it again; their logs have the rest.",
};

const MISFIT = "This page and the server do not fit together; the server may have another version by now. Load the page again, then do it again.";

function advice(status, problem) {
  switch (status) {
    case 400: return "Correct what is named, then do it again. Where you have entered nothing of the kind, load the page again.";
    case 401: return "Log in again: sessions end after some time, and when the server restarts.";
    case 403: return /\brole\b/.test(problem.detail ?? "role") ? "Your roles do not allow this. Ask an administrator for the role, or log in as somebody who has it."
      : "This is not about your roles. Load the page again from the address of the admin server itself, then do it again.";
    case 405: case 415: return MISFIT;
    case 404: return "It may have been removed meanwhile, or this server has no such part. Look at the list again.";
    case 409: return CONFLICTS[problem.title] ?? "It is not possible as things stand now. What the sentence above names must be done first.";
    case 408: case 502: case 504: return "The admin server got no answer in time. Look whether the server that this is about runs, and at its log; then do it again.";
    case 412: return "It has changed since this page read it. The page has read it again: check, and do it again.";
    case 429: return "Too many attempts failed from this address. Wait five minutes.";
    case 413: return "It is larger than the server takes: management.upload-maximum-size sets how much that is.";
    case 422: return problem.causes && problem.causes.length ? "The causes below are from the server; its log has the rest." : "Correct what is named, then do it again.";
    case 503: return "The server has more work than it takes now. Do it again in a moment.";
    case 507: return "Look at the space and the rights of the server's disk.";
    default: return status >= 500 ? "The server's log says why. Look at it (the page Logs), then do it again." : MISFIT;
  }
}

/** The failure of a request that has no answer: what is read is asked for again, what was to be changed is not. */
function unanswered(method, detail) {
  return new ApiError(0, method === "GET"
    ? { title: "No answer", detail, advice: "Look whether the admin server runs (keelson status) and whether this machine reaches it. The page tries again by itself." }
    : { title: "No answer", detail: detail + " Whether it did what you asked for is not known.", advice: "Look whether the admin server runs (keelson status) and whether this machine reaches it. When the page shows how things stand again, see whether it was done, and else do it again." });
}

/** What has the right status and is not what the interface answers, as the login of a proxy. */
const notOurs = (status) => new ApiError(status, { title: "Not the server's answer", detail: "Something else than the management interface has answered.", advice: "Look what is between the browser and the admin server, a proxy or its login, and load the page again." });

async function problemOf(response) {
  const type = response.headers.get("Content-Type") || "";
  if (type.includes("json")) {
    try {
      return await response.json();
    } catch {
      return {};
    }
  }
  return {};
}

function headersFor(method, more) {
  const headers = { Accept: "application/json", ...more };
  if (method !== "GET" && csrf) {
    headers["X-Keelson-Csrf"] = csrf;
  }
  return headers;
}

/**
 * Asks the interface.
 *
 * @param method GET, POST, ...
 * @param path below /management/v1/
 * @param options json: what is sent; tag: the If-Match of a change; text: whether the answer is text; quiet: a 401 does not lead to the login
 * @returns the answer's JSON, its text, or null where it has no body
 */
export async function request(method, path, { json, tag, text = false, quiet = false } = {}) {
  const asked = csrf;
  const headers = headersFor(method, tag ? { "If-Match": tag } : {});
  const init = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (text) {
    headers.Accept = "text/plain, */*";
  }
  if (json !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(json);
  }
  if (method === "GET") {
    init.signal = AbortSignal.timeout(PATIENCE); // what changes something may take its time
  }
  let response;
  let body;
  try {
    response = await fetch(BASE + path, init);
    body = response.ok && response.status !== 204 ? await response.text() : "";
  } catch (error) {
    throw unanswered(method, error.name === "TimeoutError" ? "The admin server has not answered for a minute." : "The admin server does not answer.");
  }
  if (!response.ok) {
    const error = new ApiError(response.status, await problemOf(response));
    if (response.status === 401 && !quiet) {
      notLoggedIn(asked);
    }
    throw error;
  }
  if (response.status === 204) {
    return null;
  }
  if (text || body === "") {
    return body;
  }
  try {
    return JSON.parse(body);
  } catch {
    throw notOurs(response.status);
  }
}

export const get = (path, options) => request("GET", path, options);
export const post = (path, json, tag) => request("POST", path, json === undefined ? { tag } : { json, tag });
export const put = (path, json) => request("PUT", path, { json });
export const remove = (path) => request("DELETE", path);

/** A file with the deployment plan before it, as the interface takes both; and what the address says of that. */
export const withPlan = (plan, file) => (plan ? { body: new Blob([plan, file]), length: plan.size } : { body: file, length: undefined });

/** Sends a file as it is; told how far it is, from 0 to 1. fetch cannot tell. */
export function upload(path, file, progress, method = "PUT") {
  return new Promise((resolve, reject) => {
    const asked = csrf;
    const sending = new XMLHttpRequest();
    sending.open(method, BASE + path);
    for (const [name, value] of Object.entries(headersFor(method, { "Content-Type": "application/octet-stream" }))) {
      sending.setRequestHeader(name, value);
    }
    sending.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    let whole = false;
    sending.upload.onload = () => { whole = true; };
    sending.onerror = () => reject(whole
      ? unanswered(method, "The connection broke when the archive had been sent.")
      : new ApiError(0, { title: "Broken off", detail: "The connection broke while the archive was sent; nothing was deployed.", advice: "Look whether the admin server runs (keelson status) and whether this machine reaches it, then do it again." }));
    sending.onload = () => {
      let body = {};
      let ours = true;
      try {
        body = JSON.parse(sending.responseText);
      } catch { // an answer without JSON says all by its status
        ours = false;
      }
      if (sending.status >= 200 && sending.status < 300) {
        if (ours) {
          resolve(body);
        } else {
          reject(notOurs(sending.status));
        }
      } else {
        if (sending.status === 401) {
          notLoggedIn(asked);
        }
        reject(new ApiError(sending.status, body));
      }
    };
    sending.send(file);
  });
}

/** A part of an address. */
export const part = encodeURIComponent;

let itself;

/** Says which server answers without handing on. */
export function asksItself(server) {
  itself = server;
}

/** A resource of a server of the domain; the admin server hands the request on. */
export const at = (server, path) => (server === itself ? path : "servers/" + part(server) + "/" + path);

/** Where events come from. */
export const eventsAddress = BASE + "events";
