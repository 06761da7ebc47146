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

                assertThat(domain.startNode().exit()).isZero();
                starts(browser, "server-1");
                starts(browser, "server-2");
                browser.go("#/servers", "Servers");
                browser.awaitText("section[aria-label=\"All servers\"] header", "running");
                browser.accessible("the node manager");
                browser.picture("nodes-servers");
                restarts(browser);
                kills(browser);
            }
        } finally {
            domain.endNode();
        }
    }

    private static void starts(ConsoleBrowser browser, String server) throws Exception {
        browser.go("#/servers/" + server, server);
        browser.press("Start");
        browser.awaitText(".page-head", "running");
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

    private static void kills(ConsoleBrowser browser) throws Exception {
        browser.go("#/servers/server-1", "server-1");
        browser.press("Kill …");
        browser.awaitText("dialog", "Requests under way fail");
        browser.picture("nodes-killing");
        browser.set("dialog input[name=confirmation]", "server-1");
        browser.press("Kill server-1");
        browser.awaitNoDialog();
        browser.awaitText(".page-head", "shutdown");
        browser.picture("nodes-killed");
    }
}
