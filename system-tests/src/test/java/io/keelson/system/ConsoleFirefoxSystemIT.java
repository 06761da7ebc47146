package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The core of an operator's work in Firefox: logs in, deploys, changes a setting, sees what happens as it happens. */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConsoleFirefoxSystemIT {
    private static final String PASSWORD = "correct horse 8";

    @TempDir
    Path parent;

    @Test
    void anOperatorWorks() throws Exception {
        assumeTrue(Firefox.isThere(), "Firefox is not on this machine: apt-get install firefox-esr");
        try (LiveServer server = LiveServer.create(parent)) {
            server.launch("-XX:TieredStopAtLevel=1");
            server.awaitRunning();
            Path password = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
            assertThat(server.cli(
                                    "user",
                                    "add",
                                    "ada",
                                    "--group",
                                    "Administrators",
                                    "--password-file",
                                    password.toString())
                            .exit())
                    .isZero();
            try (ConsoleBrowser browser = ConsoleBrowser.in(Firefox.start(parent, 1440, 1100), server.address())) {
                browser.open("");
                browser.awaitText("h1", "Keelson");
                browser.accessible("login in Firefox");
                browser.logIn("ada", PASSWORD);
                browser.awaitText("h1", "Overview");
                browser.awaitText("svg.picture", "AdminServer");
                browser.reachedByKeyboard("overview in Firefox");
                browser.accessible("overview in Firefox");
                browser.picture("firefox-overview");
                deploys(browser);
                assertThat(server.get("/greeting/greeting.jsp").body()).contains("hello from 2");
                changesASetting(browser);
                seesWhatHappens(browser, server);
                browser.askedNobodyElse();
            }
        }
    }

    private void deploys(ConsoleBrowser browser) throws Exception {
        WarFile war = new WarFile().text("greeting.jsp", "hello from ${1 + 1}");
        Path file = Files.write(parent.resolve("greeting.war"), war.packed());
        browser.go("#/deployments", "Deployments");
        browser.press("Deploy …");
        browser.window().type("dialog input[name=file]", file.toString());
        assertThat(browser.window().run("return document.querySelector('dialog input[name=name]').value"))
                .isEqualTo("greeting");
        browser.window().click("dialog input[name=target]");
        browser.picture("firefox-deploying");
        browser.press("Deploy");
        browser.awaitNoDialog();
        browser.awaitText("main tbody", "1 of 1");
    }

    private static void changesASetting(ConsoleBrowser browser) throws Exception {
        String field = "#setting-servers_AdminServer_stuck-thread-max-time";
        browser.go("#/configuration/servers.AdminServer", "Settings");
        browser.awaitText(".setting:has(" + field + ")", "takes effect at once");
        browser.set(field, "800s");
        browser.awaitText(".top", "1 change to activate");
        browser.go("#/changes", "Change centre");
        browser.awaitText("section[aria-label=\"What will change\"]", "800s");
        browser.accessible("a change that waits, in Firefox");
        browser.picture("firefox-change");
        browser.window().click("section[aria-label=\"Edit session\"] button.primary");
        browser.awaitText("dialog[open]", "stuck-thread-max-time");
        browser.set("dialog input[name=comment]", "in Firefox");
        browser.window().click("dialog[open] button.primary");
        browser.awaitNoDialog();
        browser.awaitText("section[aria-label=\"History\"] tbody", "in Firefox");
    }

    /** A server's log, as it is written. */
    private static void seesWhatHappens(ConsoleBrowser browser, LiveServer server) throws Exception {
        browser.go("#/logs", "Logs");
        browser.awaitText("main", "AdminServer");
        assertThat(server.manage("DELETE", "domain/deployments/greeting").statusCode())
                .isBetween(200, 204);
        browser.awaitText("main", "greeting");
        browser.accessible("logs in Firefox");
        browser.picture("firefox-logs");
    }
}
