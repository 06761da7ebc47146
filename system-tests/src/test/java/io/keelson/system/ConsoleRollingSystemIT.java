package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rolling redeployments in the console that cannot begin, wait, are stopped, go on and go back, on the pages where an operator is, and
 * versions side by side: each with an application of its own, all on one domain.
 */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(Integer.MAX_VALUE)
class ConsoleRollingSystemIT {
    private static final String PASSWORD = "correct horse 8";
    private static final String NO_NODE = "No node manager runs, which would start the servers again";
    private static final String UNDER_WAY = "section[aria-label=\"Rolling redeployment of greeting\"]";
    private static final String WAITING = "section[aria-label=\"A version of greeting that waits\"]";

    @TempDir
    static Path parent;

    private LiveDomain domain;

    @BeforeAll
    void start() throws Exception {
        domain = LiveDomain.create(parent, 2);
        Path file = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
        domain.cli("user", "add", "ada", "--group", "Administrators", "--password-file", file.toString());
        domain.cli("user", "add", "dora", "--group", "Deployers", "--password-file", file.toString());
        domain.cli("user", "add", "mona", "--group", "Monitors", "--password-file", file.toString());
        domain.launch("AdminServer", "server-1", "server-2");
        domain.awaitRunning("AdminServer", "server-1", "server-2");
        LiveServer.Said said = domain.cli("deploy", archive("one"), "--name", "greeting", "--target", "cluster-1");
        assertThat(said.exit()).as(said.text()).isZero();
    }

    @AfterAll
    void stop() throws Exception {
        try {
            domain.endNode();
        } finally {
            domain.close();
        }
    }

    @Test
    void aVersionIsRefusedInTimeOrWaitsWhereItIsSeen() throws Exception {
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open("");
            browser.logIn("ada", PASSWORD);
            browser.awaitText("h1", "Overview");
            browser.withoutPauses();
            refusesWhatCannotBegin(browser);
            saysWhatIsInTheWay(browser);
            waits(browser);
            takesBack(browser);
            stopsAndGoesOn(browser);
            browser.askedNobodyElse();
        }
    }

    @Test
    void versionsSideBySide() throws Exception {
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open("");
            browser.logIn("dora", PASSWORD);
            browser.awaitText("h1", "Overview");
            new ConsoleVersions(domain, browser, parent).story("mona", "dora", PASSWORD);
            browser.askedNobodyElse();
        }
    }

    /** Without a node manager nobody would start the servers again, so the version is not even kept: by all three ways. */
    private void refusesWhatCannotBegin(ConsoleBrowser browser) throws Exception {
        browser.go("#/deployments", "Deployments");
        browser.awaitText("main tbody", "2 of 2");
        browser.press("Redeploy greeting");
        browser.awaitText("dialog", "One server after the other " + NO_NODE);
        assertThat(browser.chromium()
                        .run("return String(document.querySelector('dialog input[name=rolling]').disabled)"))
                .isEqualTo("true");
        browser.accessible("a redeployment that cannot go server by server");
        browser.press("Cancel");
        browser.awaitNoDialog();

        assertThat(domain.cli("redeploy", "greeting", archive("two"), "--rolling")
                        .text())
                .contains(NO_NODE, "start it with 'keelson node start'");
        HttpResponse<String> answer = put();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains(NO_NODE);
        assertThat(domain.manage("AdminServer", "domain/deployments/greeting").body())
                .contains("greeting-one.war")
                .doesNotContain("next-");
    }

    private void saysWhatIsInTheWay(ConsoleBrowser browser) throws Exception {
        browser.press("Deploy …");
        browser.chromium().type("dialog input[name=file]", archive("one"));
        browser.set("dialog input[name=name]", "greeting");
        browser.chromium().click("dialog input[name=target]");
        browser.press("Deploy");
        browser.awaitText("dialog .notice.bad", "Exists already");
        browser.awaitText("dialog .notice.bad", "Choose another name, or change the one that is there.");
        browser.press("Cancel");
        browser.awaitNoDialog();
        assertThat(browser.window()
                        .answer("const done = arguments[0]; import('/console/core/api.js').then(({ApiError})"
                                + " => done(['Locked', 'Under way', 'Refused', 'Conflict'].map((title) =>"
                                + " new ApiError(409, {title}).advice).join(' | ')))"))
                .contains("Somebody else holds the lock")
                .contains("Wait until that has ended")
                .contains("Nothing was changed")
                .contains("must be done first");
    }

    /** The node manager goes away when the version has been kept. */
    private void waits(ConsoleBrowser browser) throws Exception {
        startsNode();
        HttpResponse<String> answer = put();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        LiveServer.Said said = domain.cli("node", "stop");
        assertThat(said.exit()).as(said.text()).isZero();
        browser.go("#/overview", "Overview");
        browser.awaitText(WAITING, "greeting-two.war was put there");
        browser.awaitText(WAITING, "no server has it");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(browser.chromium()
                                .run("return document.querySelector('[aria-label=\"Begin with the new"
                                        + " version of greeting\"]').title"))
                        .contains(NO_NODE));
        browser.accessible("a version that waits");
        browser.narrow("a version that waits");
        browser.picture("rolling-waits");
        browser.go("#/clusters/cluster-1", "cluster-1");
        browser.awaitText(WAITING, "no server has it");
        browser.go("#/deployments", "Deployments");
        browser.awaitText(WAITING, "no server has it");
        assertThat(browser.chromium().run("return document.querySelector('[aria-label=\"Undeploy greeting\"]').title"))
                .contains("A new version waits");
        browser.picture("rolling-waits-on-deployments");
    }

    /** What no server has needs no node manager to go. */
    private void takesBack(ConsoleBrowser browser) throws Exception {
        browser.press("Take the new version of greeting back");
        browser.awaitText("dialog", "none is restarted");
        browser.press("Take back");
        browser.awaitNoDialog();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(domain.manage("AdminServer", "domain/deployments/greeting")
                                .body())
                        .doesNotContain("next-"));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(browser.text(WAITING) + browser.text(UNDER_WAY))
                        .isEmpty());
        browser.go("#/overview", "Overview");
    }

    private void stopsAndGoesOn(ConsoleBrowser browser) throws Exception {
        startsNode();
        HttpResponse<String> answer = put();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        browser.awaitText(WAITING, "no server has it");
        browser.press("Begin with the new version of greeting");
        browser.awaitText("dialog", "comes to one server after the other: server-1, server-2");
        browser.press("Begin");
        browser.awaitNoDialog();
        browser.awaitText(UNDER_WAY, "running 0 of 2 servers, server-1 st");
        browser.press("Stop the restart of cluster-1");
        browser.awaitText(UNDER_WAY, "stopped 1 of 2 servers");
        browser.accessible("a redeployment that was stopped");
        browser.picture("rolling-stopped");
        browser.go("#/deployments", "Deployments");
        browser.awaitText(UNDER_WAY, "stopped 1 of 2 servers");
        browser.press("Go on with the restart of cluster-1");
        browser.awaitText(UNDER_WAY, "running 1 of 2 servers");
        browser.press("Stop the restart of cluster-1");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(state()).containsAnyOf("\"state\":\"STOPPED\"", "\"state\":\"DONE\""));
        if (state().contains("STOPPED")) {
            browser.press("Go on with the restart of cluster-1");
        }
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(state()).contains("\"state\":\"DONE\""));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(browser.text(UNDER_WAY)).isEmpty());
        assertThat(domain.ask("server-2", "GET", "/greeting/version.txt")).isEqualTo("two");
        assertThat(browser.text(WAITING)).isEmpty();
    }

    private void startsNode() {
        LiveServer.Said said = domain.startNode();
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private String state() throws Exception {
        return domain.manage("AdminServer", "domain/clusters/cluster-1/restart").body();
    }

    /** Keeps the version alone, as what happens between that and the beginning of the restart is what is looked at. */
    private HttpResponse<String> put() throws Exception {
        return domain.send(
                "AdminServer",
                "PUT",
                "domain/deployments/greeting?rolling=true&file=greeting-two.war",
                "application/octet-stream",
                Files.readAllBytes(Path.of(archive("two"))));
    }

    private String archive(String version) throws Exception {
        WarFile war = new WarFile().text("version.txt", version);
        return Files.write(parent.resolve("greeting-" + version + ".war"), war.packed())
                .toString();
    }
}
