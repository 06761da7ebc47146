package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * What becomes of what is entered in the console: it stays while the page is drawn again, what is refused stays with the reason beside
 * it, and nothing is replaced or lost without a word. Steps of a test that has an admin server, where an administrator is logged in. One
 * thread.
 */
final class ConsoleFields {
    private static final String STUCK = "#setting-servers_AdminServer_stuck-thread-max-time";
    private static final String MOST = "#setting-servers_AdminServer_self-tuning-thread-pool-size-max";
    private static final String AGAIN = "#setting-servers_AdminServer_restart-max";
    private static final String CONTEXT = "#setting-request-classes_who_context";
    private static final String DELETE = "\ue017";

    private final LiveDomain domain;
    private final ConsoleBrowser browser;
    private final BrowserWindow window;

    ConsoleFields(LiveDomain domain, ConsoleBrowser browser) {
        this.domain = domain;
        this.browser = browser;
        this.window = browser.window();
    }

    void story() throws Exception {
        staysWhileThePageIsDrawn();
        staysWhereItIsRefused();
        takesWhatHasKeysOfItsOwn();
        knowsWhatWasAddedAMomentAgo();
        replacesNothing();
        tellsWhoseLockWasTaken();
    }

    private void staysWhileThePageIsDrawn() throws Exception {
        browser.go("#/configuration/servers.AdminServer", "Settings");
        browser.awaitText(".setting:has(" + STUCK + ")", "takes effect at once");
        select(STUCK);
        for (char key : "700".toCharArray()) {
            window.keys(String.valueOf(key));
            drawn();
        }
        window.keys("s" + BrowserWindow.TAB);
        browser.awaitText(".top", "1 change to activate");
        assertThat(value(STUCK)).isEqualTo("700s");
        assertThat(pending("servers.AdminServer.stuck-thread-max-time")).contains("\"700s\"");
    }

    private void staysWhereItIsRefused() throws Exception {
        select(STUCK);
        window.keys("soon" + BrowserWindow.TAB);
        browser.awaitText(".setting:has(" + STUCK + ") .wrong", "but found 'soon'");
        drawn();
        assertThat(value(STUCK)).isEqualTo("soon");
        assertThat(window.run("return document.querySelector('" + STUCK + "').getAttribute('aria-invalid')"))
                .isEqualTo("true");
        assertThat(pending("servers.AdminServer.stuck-thread-max-time")).contains("\"700s\"");
        browser.picture("field-refused");
        browser.press("Undo what was typed for servers.AdminServer.stuck-thread-max-time");
        await().untilAsserted(() -> assertThat(value(STUCK)).isEqualTo("700s"));
        select(MOST);
        window.keys("-5" + BrowserWindow.TAB);
        browser.awaitText(".setting:has(" + MOST + ") .wrong", "Not changed.");
        drawn();
        assertThat(value(MOST)).isEqualTo("-5");
        browser.press("Undo what was typed for servers.AdminServer.self-tuning-thread-pool-size-max");
        // What is not in the file cannot be taken out of it: the field shows the default again.
        select(AGAIN);
        window.keys(DELETE + BrowserWindow.TAB);
        await().untilAsserted(() -> assertThat(value(AGAIN)).isEqualTo("2"));
        assertThat(browser.text(".setting .wrong")).isEmpty();
    }

    /** A list of things is entered on a line each; what is wrong with it only as a whole is said beside it, too. */
    private void takesWhatHasKeysOfItsOwn() throws Exception {
        add("request-classes", "gold");
        browser.set("#setting-request-classes_gold_fair-share", "80");
        browser.awaitText(".setting:has(#setting-request-classes_gold_fair-share)", "Not active yet");
        add("request-classes", "who");
        browser.awaitText(".setting:has(" + CONTEXT + ")", "one on each line: user=…, group=…, request-class=…");
        select(CONTEXT);
        window.keys("group=vip, request-class=lead" + BrowserWindow.TAB);
        browser.awaitText(".setting:has(" + CONTEXT + ") .wrong", "'lead' is not defined in request-classes");
        browser.accessible("a setting that is wrong");
        select(CONTEXT);
        window.keys("group=vip, request-class=gold" + BrowserWindow.ENTER + "user=ada, request-class=gold"
                + BrowserWindow.TAB);
        await().untilAsserted(
                        () -> assertThat(pending("request-classes.who.context"))
                                .contains(
                                        "[{\"group\":\"vip\",\"request-class\":\"gold\"},{\"user\":\"ada\",\"request-class\":\"gold\"}]"));
        await().untilAsserted(() -> assertThat(browser.text(".setting .wrong")).isEmpty());
        assertThat(value(CONTEXT)).startsWith("group=vip, request-class=gold");
    }

    private void knowsWhatWasAddedAMomentAgo() throws Exception {
        add("clusters", "soon-there");
        browser.go("#/servers/AdminServer?tab=settings", "AdminServer");
        browser.awaitText(".setting:has(#setting-servers_AdminServer_cluster) select", "soon-there");
    }

    private void replacesNothing() throws Exception {
        browser.go("#/configuration/servers", "Settings");
        browser.press("Add to servers");
        browser.set("dialog input[name=thing]", "AdminServer");
        browser.press("Add");
        browser.awaitText("dialog .notice.bad", "There is AdminServer in servers already.");
        assertThat(value("dialog input[name=thing]")).isEqualTo("AdminServer");
        browser.press("Cancel");
        browser.awaitNoDialog();
        assertThat(pending("servers.AdminServer.stuck-thread-max-time")).contains("\"700s\"");
        browser.go("#/security", "Users and groups");
        browser.press("Add a user …");
        browser.set("dialog input[name=user]", "bea");
        browser.set("dialog input[name=password]", "another horse 9");
        browser.press("Add");
        browser.awaitText("dialog .notice.bad", "There is a user bea already.");
        browser.press("Cancel");
        browser.awaitNoDialog();
        // A rollback would take the place of what waits.
        browser.go("#/changes", "Change centre");
        browser.awaitText("section[aria-label=\"What will change\"]", "700s");
        assertThat(window.run("return document.querySelector('section[aria-label=History] button[aria-label^=Roll]')"
                        + ".getAttribute('aria-disabled')"))
                .isEqualTo("true");
    }

    private void tellsWhoseLockWasTaken() throws Exception {
        assertThat(ordered("POST", "edit?force=true").statusCode()).isEqualTo(200);
        browser.awaitText(
                ".words",
                "management has taken the lock of the configuration. What you had changed and not activated is gone");
        assertThat(ordered("DELETE", "edit").statusCode()).isEqualTo(200);
        browser.press("Close this message");
        browser.awaitText("main", "Nobody is editing");
    }

    /** What was read before a change says nothing of what is there after it. */
    void readsAgainWhatChangedMeanwhile() throws Exception {
        assertThat(window.answer("""
                const done = arguments[0]; const asked = []; const before = window.fetch;
                window.fetch = (url, init) => String(url).endsWith('/v1/test/thing') ? new Promise((answer) => \
                asked.push((text) => answer(new Response(
                  JSON.stringify({ text }), { headers: { 'Content-Type': 'application/json' } })))) : before(url, init);
                const until = async (what) => { const end = Date.now() + 10000; \
                while (!what()) { if (Date.now() > end) throw new Error('not ' + what);
                  await new Promise((then) => setTimeout(then, 20)); } };
                import('/console/core/store.js').then(async (store) => {
                  const read = () => store.data('test/thing')?.text;
                  store.watchAlways('test/thing', 600000);
                  await until(() => asked.length === 1);
                  store.refresh('test/thing');
                  asked[0]('before');
                  await until(() => asked.length === 2);
                  asked[1]('after');
                  await until(() => read() === 'after');
                  store.refresh('test/thing');
                  await until(() => asked.length === 3);
                  store.take('test/thing', { text: 'taken' });
                  asked[2]('before');
                  store.refresh('test/thing');
                  await until(() => asked.length === 4);
                  if (read() !== 'taken') throw new Error(read());
                  asked[3]('after');
                  await until(() => read() === 'after');
                  store.unwatchAlways('test/thing');
                }).then(() => 'read', (error) => error.message).then((said) => { window.fetch = before; done(said); });
                """)).isEqualTo("read");
    }

    /** Another run of a server counts the records of its log from 1 again. */
    void followsALogOverARestart() throws Exception {
        window.run("""
                window.before = window.fetch; window.pid = 1;
                const json = (body) => Promise.resolve(new Response(JSON.stringify(body), \
                { headers: { 'Content-Type': 'application/json' } }));
                const record = (number) => ({ number, timestamp: '2027-01-15T0' + pid + ':00:0' + number + 'Z', \
                severity: 'INFO', logger: 'test', message: 'run ' + pid + ' record ' + number });
                window.fetch = (url, init) => /\\/v1\\/domain\\/servers$/.test(url) ? json({ servers: [{ name: 'AdminServer', \
                state: 'RUNNING', pid: window.pid }] })
                  : /server\\/log\\?/.test(url) ? json({ server: 'AdminServer', last: 2, \
                  records: /after=/.test(url) ? [] : [record(1), record(2)] }) : window.before(url, init);
                return '';
                """);
        browser.go("#/logs", "Logs");
        browser.awaitText("#log", "run 1 record 2");
        window.run("window.pid = 2; return '';");
        browser.awaitText("#log", "run 2 record 1");
        assertThat(window.run(
                        "return [...document.querySelectorAll('#log .what')].map((one) => one.textContent).filter((one) =>"
                                + " one.startsWith('run')).join(', ')"))
                .isEqualTo("run 1 record 1, run 1 record 2, run 2 record 1, run 2 record 2");
        window.run("window.fetch = window.before; return '';");
    }

    /** Machines are let in from the page; the browser is told of some. */
    void letsAMachineIn() throws Exception {
        browser.go("#/machines", "Machines");
        browser.awaitText("main", "keelson machine init NAME --address ADDRESS");
        browser.accessible("a domain of one machine");
        window.run("""
                window.before = window.fetch;
                const json = (body, status) => Promise.resolve(new Response(JSON.stringify(body), { status, \
                headers: { 'Content-Type': 'application/json' } }));
                window.fetch = (url, init) => !/\\/v1\\/machines/.test(url) ? window.before(url, init)
                  : init.method === 'POST' ? json({ machine: 'gamma', token: 'keelson1.abc', expires: '2027-01-15T08:00:00Z', \
                  sent: init.body }, 201)
                  : init.method === 'DELETE' ? (window.removed = String(url), Promise.resolve(new Response(null, { status: 204 })))
                  : json({ machines: [{ name: 'alpha', addresses: ['10.0.0.1'], state: 'ADMIN', servers: ['AdminServer'] },
                    { name: 'beta', addresses: ['10.0.0.2'], 'node-port': 5556, state: 'UNREACHABLE', \
                    why: 'connection refused', servers: ['server-1'] }] }, 200);
                return '';
                """);
        browser.awaitText("main tbody", "unreachable connection refused");
        browser.accessible("the machines of a domain");
        browser.narrow("the machines of a domain");
        browser.press("Add a machine …");
        browser.set("dialog input[name=machine]", "gamma");
        browser.set("dialog input[name=addresses]", "10.0.0.3");
        browser.press("Add");
        browser.awaitText("dialog", "keelson machine enroll --token keelson1.abc DIR");
        browser.accessible("a machine that is let in");
        browser.picture("machine-let-in");
        browser.press("Close");
        browser.awaitNoDialog();
        browser.press("Remove beta");
        browser.awaitText("dialog", "server-1 is to run there");
        browser.set("dialog input[name=confirmation]", "beta");
        browser.press("Remove beta");
        browser.awaitNoDialog();
        assertThat(window.run("return window.removed")).endsWith("/machines/beta?force=true");
        window.run("window.fetch = window.before; return '';");
    }

    /** One zip of all servers, made in the browser. */
    void collectsAnImage() throws Exception {
        String base64 = window.answer("""
                const done = arguments[0]; Promise.all([import('/console/parts/image.js'), \
                import('/console/core/zip.js')]).then(async ([image, { zip }]) => {
                const reader = new FileReader(); reader.onload = () => done(reader.result.split(',')[1]); \
                reader.readAsDataURL(zip(await image.imageOf(() => {}))); });
                """);
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip =
                new ZipInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(files.get("domain/domain.yaml")).contains("AdminServer:");
        assertThat(files.get("servers/AdminServer/threads.txt")).contains("keelson.socket.Muxer");
        assertThat(files.get("servers/AdminServer/log.json")).contains("KLS-000360");
        assertThat(files).containsKeys("servers/AdminServer/runtime/data-sources.json", "left-out.txt");
        browser.go("#/servers", "Servers");
        browser.press("Diagnostic image …");
        browser.awaitText("dialog", "the configuration without secrets");
        browser.press("Collect");
        browser.awaitNoDialog();
        browser.awaitText(".words", ".zip is collected");
    }

    private void add(String section, String name) throws Exception {
        browser.go("#/configuration/" + section, "Settings");
        browser.press("Add to " + section);
        browser.set("dialog input[name=thing]", name);
        browser.press("Add");
        browser.awaitNoDialog();
    }

    /** Puts the cursor into a field with all of its text chosen, so that what is typed takes its place. */
    private void select(String field) throws Exception {
        window.run("const one = document.querySelector('" + field + "'); one.focus(); one.select(); return '';");
    }

    private String value(String field) throws Exception {
        return window.run("return document.querySelector('" + field + "').value");
    }

    /** Has the page drawn anew, as it is all the time when figures change, and waits until it is. */
    private void drawn() throws Exception {
        assertThat(window.answer(
                        "const done = arguments[0]; import('/console/core/store.js').then((store) => { store.changed();"
                                + " requestAnimationFrame(() => requestAnimationFrame(() => done('drawn'))); })"))
                .isEqualTo("drawn");
    }

    private String pending(String path) throws Exception {
        return domain.manage("AdminServer", "config?pending=true&path=" + path).body();
    }

    private HttpResponse<String> ordered(String method, String path) throws Exception {
        return domain.send("AdminServer", method, path, "application/json", new byte[0]);
    }
}
