package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starting, killing and restarting servers in the console, by a node manager. */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConsoleNodesSystemIT {
    private static final String PASSWORD = "correct horse 7";

    @TempDir
    Path parent;

    @Test
    void anOperatorStartsKillsAndRestarts() throws Exception {
        LiveDomain domain = LiveDomain.create(parent, 2);
        Path file = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
        domain.cli("user", "add", "ada", "--group", "Operators", "--password-file", file.toString());
        try (domain) {
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");
            try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
                browser.open("");
                browser.logIn("ada", PASSWORD);
                browser.awaitText("h1", "Overview");
                browser.go("#/servers", "Servers");
                browser.awaitText("section[aria-label=\"All servers\"] header", "shutdown");
                browser.go("#/servers/server-1", "server-1");
                browser.awaitText(".page-head", "Start");
                assertThat(browser.chromium().run("return document.querySelector('.page-head button.primary').title"))
                        .contains("start it with keelson node start");

                saysWhyNobodyStarts(browser);
                assertThat(domain.startNode().exit()).isZero();
                startsAll(browser);
                browser.go("#/servers", "Servers");
                browser.awaitText("section[aria-label=\"All servers\"] header", "running");
                browser.accessible("the node manager");
                browser.picture("nodes-servers");
                restarts(browser);
                asksEachMachine(browser);
                kills(browser);
            }
        } finally {
            domain.endNode();
        }
    }

    /** Who presses what cannot be done now is told why, also without a mouse that rests on it. */
    private static void saysWhyNobodyStarts(ConsoleBrowser browser) throws Exception {
        browser.go("#/servers", "Servers");
        browser.awaitText(
                "main .notice", "No node manager runs, which starts servers: start it with keelson node start");
        browser.go("#/clusters/cluster-1", "cluster-1");
        browser.awaitText("main .notice", "No member of this cluster runs");
        browser.awaitText("section[aria-label=Members] tbody", "server-2 ○ shutdown");
        browser.accessible("a cluster that does not run");
        browser.window()
                .run("[...document.querySelectorAll('.page-head button')].find((one) =>"
                        + " one.textContent.startsWith('Start members')).click(); return '';");
        browser.awaitText(".words", "No node manager runs");
    }

    private static void startsAll(ConsoleBrowser browser) throws Exception {
        browser.go("#/clusters/cluster-1", "cluster-1");
        browser.press("Start members …");
        browser.awaitText("dialog", "The node manager starts these servers: server-1, server-2.");
        browser.picture("nodes-starting");
        browser.press("Start");
        browser.awaitNoDialog();
        browser.awaitText("section[aria-label=Members] tbody", "server-1 ● running");
        browser.awaitText("section[aria-label=Members] tbody", "server-2 ● running");
    }

    private static void restarts(ConsoleBrowser browser) throws Exception {
        browser.go("#/clusters/cluster-1", "cluster-1");
        browser.press("Restart one by one …");
        browser.awaitText("dialog", "the next one's turn comes when it is back");
        browser.set("dialog input[name=pause]", "0");
        browser.accessible("restarting");
        browser.picture("nodes-restarting");
        browser.press("Restart cluster-1");
        browser.awaitNoDialog();
        String card = "section[aria-label=\"Restart one by one\"]";
        browser.awaitText(card, "Restarted");
        browser.awaitText(card, "1 of 2");
        browser.picture("nodes-restart-of-one");
        browser.awaitText(card, "2 of 2");
        browser.awaitText(card, "State ● done");
        browser.accessible("restarted");
        browser.picture("nodes-restarted");
    }

    /** With several machines, of which the browser is told, each server depends on the node manager of its own. */
    private static void asksEachMachine(ConsoleBrowser browser) throws Exception {
        told(browser, "SHUTDOWN", "RUNNING");
        assertThat(tip(browser, "server-1", "Kill \u2026"))
                .contains("No node manager runs on alpha, the machine of server-1", "start it there");
        assertThat(tip(browser, "server-2", "Kill \u2026")).isEmpty();
        browser.go("#/servers", "Servers");
        browser.awaitText("section[aria-label=\"All servers\"] header", "beta");
        browser.accessible("the node managers of two machines");
        browser.narrow("the node managers of two machines");
        browser.picture("nodes-two-machines");
        assertThat(tipOfRestart(browser)).contains("on alpha, the machine of server-1");
        told(browser, "RUNNING", "UNKNOWN");
        assertThat(tip(browser, "server-1", "Kill \u2026")).isEmpty();
        assertThat(tip(browser, "server-2", "Kill \u2026"))
                .contains("The node manager of beta, the machine of server-2, does not answer");
        assertThat(tipOfRestart(browser)).contains("beta, the machine of server-2");
        told(browser, "RUNNING", "RUNNING");
        assertThat(tipOfRestart(browser)).isEmpty();
        browser.window().run("window.fetch = window.askedBefore; return '';");
        browser.open("#/servers");
        browser.awaitText("h1", "Servers");
    }

    /** Answers for the node managers from now on, and waits until the page has read it. */
    private static void told(ConsoleBrowser browser, String alpha, String beta) throws Exception {
        browser.window()
                .run("window.askedBefore ??= window.fetch; window.fetch = (url, init) =>"
                        + " String(url).endsWith('/domain/nodes') ? Promise.resolve(new"
                        + " Response(JSON.stringify({nodes:"
                        + " [{name:"
                        + " 'alpha',"
                        + " state:"
                        + " '" + alpha + "', manages: ['AdminServer', 'server-1']},"
                        + "{name: 'beta', state: '" + beta
                        + "', address: 'https://10.0.0.2:5556', manages: ['server-2']}]}), {headers:"
                        + " {'Content-Type': 'application/json'}})) : window.askedBefore(url, init); return"
                        + " '';");
        browser.go("#/servers", "Servers");
        assertThat(browser.window()
                        .answer("const done = arguments[0]; import('/console/core/store.js').then(async (store) => {"
                                + " store.refresh('domain/nodes'); const end = Date.now() + 20000; const is = ()"
                                + " => store.data('domain/nodes')?.nodes?.map((one) => one.state).join() === '"
                                + alpha + "," + beta + "'; while (!is() && Date.now() < end) await new Promise((then)"
                                + " => setTimeout(then, 50)); done(is() ? 'read' : 'not read');"
                                + " })"))
                .isEqualTo("read");
    }

    /** Returns why a button of a server's page cannot be pressed; empty where it can. */
    private static String tip(ConsoleBrowser browser, String server, String button) throws Exception {
        browser.go("#/servers/" + server, server);
        browser.awaitText(".page-head", "running");
        return tip(browser, button);
    }

    private static String tipOfRestart(ConsoleBrowser browser) throws Exception {
        browser.go("#/clusters/cluster-1", "cluster-1");
        browser.awaitText(".page-head", "Restart one by one");
        return tip(browser, "Restart one by one \u2026");
    }

    private static String tip(ConsoleBrowser browser, String button) throws Exception {
        return browser.window()
                .run("return [...document.querySelectorAll('.page-head button')].find((one) =>"
                        + " one.textContent.trim() === '"
                        + button + "').title");
    }

    private static void kills(ConsoleBrowser browser) throws Exception {
        browser.go("#/servers/server-1", "server-1");
        browser.press("Kill …");
        browser.awaitText("dialog", "Requests under way fail");
        browser.picture("nodes-killing");
        browser.set("dialog input[name=confirmation]", "server-1");
        browser.press("Kill server-1");
        browser.awaitNoDialog();
        browser.awaitText(".page-head", "shutdown");
        browser.awaitText("main .notice", "Below is what it printed last.");
        browser.awaitText("section[aria-label=\"What it printed last\"]", "KLS-000360");
        browser.accessible("a server that does not run");
        browser.picture("nodes-killed");
    }
}
