// Answers the console's requests as a domain of fifty servers with twenty work managers each would, in the browser itself.
(() => {
  const json = (body) => new Response(JSON.stringify(body), { status: 200, headers: { "Content-Type": "application/json" } });
  const names = Array.from({ length: 50 }, (_, i) => "server-" + (i + 1));
  let turn = 0;
  const manager = (server, i) => ({
    name: "application/shop-" + i, pool: "keelson.kernel.Default (self-tuning)", capacity: 65536, "request-class": "fair share 50", queued: (turn * 7 + i) % 90,
    "held-back": 0, running: (turn + i) % 12, completed: turn * 100 + i, refused: 0, stuck: 0, suspended: false,
  });
  const answers = {
    "login": () => ({ user: "ada", roles: ["ADMIN"], csrf: "x" }),
    "domain": () => ({ name: "fleet", revision: 3, "admin-server": "server-1" }),
    "domain/servers": () => ({ servers: names.map((name) => ({ name, cluster: "cluster-" + (names.indexOf(name) % 5), state: "RUNNING", address: "127.0.0.1:7001", management: "http://127.0.0.1:7001", pid: 1, version: "1", revision: 3, "restart-needed": [] })) }),
    "domain/clusters": () => ({ clusters: [] }),
    "domain/nodes": () => ({ nodes: [{ name: "local", state: "SHUTDOWN", manages: names }] }),
    "edit": () => ({ locked: false, changes: [], problems: [], restart: [] }),
  };
  window.fetch = async (address) => {
    const path = String(address).replace(/^.*\/management\/v1\//, "").replace(/\?.*/, "");
    const own = answers[path];
    if (own) {
      return json(own());
    }
    const of = path.match(/^servers\/([^/]+)\/(.+)$/);
    if (of && of[2] === "server/work-managers") {
      turn++;
      window.asked = turn;
      return json({ "work-managers": Array.from({ length: 20 }, (_, i) => manager(of[1], i)) });
    }
    if (of && of[2] === "server/last-hour") {
      const column = (most) => Array.from({ length: 720 }, (_, i) => (i * 7) % most);
      return json({ "every-seconds": 5, "last-millis-ago": 1200, "completed-per-second": column(90), queued: column(30), running: column(12) });
    }
    if (of && of[2] === "server/runtime") {
      return json({ runtime: ["sessions", "data-sources"] });
    }
    return new Response(JSON.stringify({ title: "Not found", detail: path }), { status: 404, headers: { "Content-Type": "application/problem+json" } });
  };
  window.EventSource = class { addEventListener() {} close() {} };
  window.longest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.longest = Math.max(window.longest, one.duration); })).observe({ entryTypes: ["longtask"] });
})();
