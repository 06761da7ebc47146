package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A dynamic cluster in the console: an application with a deployment plan, one more server, and the next version over both of them. */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConsoleScaleSystemIT {
    private static final String PASSWORD = "correct horse 9";

    @TempDir
    Path parent;

    @Test
    void anOperatorScalesAndRedeploysOneServerAfterTheOther() throws Exception {
        LiveDomain domain = LiveDomain.dynamic(parent, 1, 3);
        Path file = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
        domain.cli("user", "add", "ada", "--group", "Administrators", "--password-file", file.toString());
        try (domain) {
            assertThat(domain.startNode().exit()).isZero();
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");
            assertThat(domain.cli("server", "start", "server-1").exit()).isZero();
            try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
                browser.open("");
                browser.logIn("ada", PASSWORD);
                browser.awaitText("h1", "Overview");
                browser.withoutPauses();
                deploys(browser);
                assertThat(greeting(domain, "server-1")).isEqualTo("first, hello");
                scales(browser, 1, 2);
                assertThat(greeting(domain, "server-2")).isEqualTo("first, hello");
                redeploys(browser);
                assertThat(greeting(domain, "server-1")).isEqualTo("second, welcome");
                assertThat(greeting(domain, "server-2")).isEqualTo("second, welcome");
                scales(browser, 2, 1);
                tellsWhoComesFromWhoIsMissing(browser);
                browser.askedNobodyElse();
            }
        } finally {
            domain.endNode();
        }
    }

    /** What the pages make of it, with servers that are given to them: a start is too short to be sure to see it. */
    private static void tellsWhoComesFromWhoIsMissing(ConsoleBrowser browser) throws Exception {
        assertThat(browser.window()
                        .answer("const done = arguments[0];"
                                + "Promise.all([import('/console/core/domain.js'), "
                                + "import('/console/core/store.js')]).then(([domain, store]) => {"
                                + "store.take('domain/servers', {servers: [{name: 's1', state: 'RUNNING', cluster: 'c'}, "
                                + "{name: 's2', state: 'STARTING', cluster: 'c'},"
                                + " {name: 's3', state: 'NOT_RUNNING', cluster: 'c'}, {name: 's4', state: 'NOT_RUNNING', cluster: 'c'}]});"
                                + "store.take(domain.scaleOf('c'), {state: 'RUNNING', members: [{server: 's3', phase: 'STARTING'}]});"
                                + "const seen = domain.absent({name: 'c'}, {missing: ['s2', 's3', {server: 's4'}]});"
                                + "done('coming ' + seen.coming + ', missing ' + seen.missing);})"))
                .isEqualTo("coming s2,s3, missing s4");
    }

    private void deploys(ConsoleBrowser browser) throws Exception {
        browser.go("#/deployments", "Deployments");
        browser.press("Deploy …");
        browser.chromium().type("dialog input[name=file]", archive("greeting.war", "first"));
        browser.chromium().type("dialog input[name=plan]", plan("plan.yaml", "hello"));
        browser.chromium().click("dialog input[name=target]");
        browser.accessible("deploying with a plan");
        browser.picture("scale-deploying");
        browser.press("Deploy");
        browser.awaitNoDialog();
        browser.awaitText("main tbody", "1 of 1");
    }

    /** Scales to a size out of range, which the field refuses, and then to one that is in it. */
    private static void scales(ConsoleBrowser browser, int from, int to) throws Exception {
        browser.go("#/clusters/cluster-1", "cluster-1");
        browser.press("Scale …");
        browser.awaitText("dialog", "Dynamic servers, from 1 to 3");
        browser.set("dialog input[name=size]", "4");
        assertThat(browser.chromium()
                        .run("return String(document.querySelector('dialog input[name=size]').validity.rangeOverflow)"))
                .isEqualTo("true");
        browser.set("dialog input[name=size]", String.valueOf(to));
        browser.accessible("scaling to " + to);
        browser.picture("scaling-to-" + to);
        browser.press("Scale cluster-1");
        browser.awaitNoDialog();
        String card = "section[aria-label=\"Size\"]";
        browser.awaitText(card + " table", "server-2 " + (to > from ? "comes" : "goes"));
        browser.awaitText(card, from + " to " + to + ", ● done");
        browser.awaitText(card, to + " of at most 3");
        browser.awaitText("body", to == 1 ? "1 member" : to + " members");
        browser.accessible("scaled to " + to);
        browser.picture("scaled-to-" + to);
    }

    private void redeploys(ConsoleBrowser browser) throws Exception {
        browser.go("#/deployments", "Deployments");
        browser.awaitText("main tbody", "2 of 2");
        browser.press("Redeploy greeting");
        browser.chromium().type("dialog input[name=file]", archive("greeting-2.war", "second"));
        browser.chromium().type("dialog input[name=plan]", plan("plan-2.yaml", "welcome"));
        browser.awaitText("dialog p", "on all servers or on none");
        browser.chromium().click("dialog input[name=rolling]");
        browser.awaitText("dialog p", "It stops at the first server that does not come back");
        assertThat(browser.text("dialog p")).doesNotContain("on all servers or on none");
        browser.accessible("redeploying");
        browser.picture("scale-redeploying");
        browser.press("Redeploy");
        browser.awaitNoDialog();
        browser.awaitText("body", "greeting is being redeployed over cluster-1");
        browser.awaitText("main tbody", "rolling 0 of 2 servers, server-");
        browser.accessible("a redeployment on its way");
        browser.picture("scale-rolling");
        browser.go("#/clusters/cluster-1", "cluster-1");
        String card = "section[aria-label=\"Rolling redeployment of greeting\"]";
        browser.awaitText(card, "1 of 2");
        browser.picture("scale-redeployed-on-one");
        browser.awaitText(card, "2 of 2");
        browser.awaitText(card, "● done");
        browser.picture("scale-redeployed");
    }

    private String archive(String name, String version) throws Exception {
        WarFile war = new WarFile()
                .text("greeting.jsp", version + ", ${initParam.greeting}")
                .text(
                        "WEB-INF/web.xml",
                        "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'>"
                                + "<context-param><param-name>greeting</param-name><param-value>nobody</param-value>"
                                + "</context-param></web-app>");
        return Files.write(parent.resolve(name), war.packed()).toString();
    }

    private String plan(String name, String greeting) throws Exception {
        return Files.writeString(
                        parent.resolve(name),
                        "WEB-INF/web.xml:\n  context-param[param-name=greeting]/param-value: " + greeting + "\n")
                .toString();
    }

    private static String greeting(LiveDomain domain, String server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + domain.address(server) + "/greeting/greeting.jsp"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .strip();
    }
}
