package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Versions of an application side by side in the console: a deployer brings one, goes back, takes one away and sees who still uses the
 * one that retires; who only watches sees it. Steps of a test that has a domain of two servers, where a deployer is logged in. One
 * thread.
 */
final class ConsoleVersions {
    private static final String ROWS = "section[aria-label=\"Applications of the domain\"] tbody";

    private final LiveDomain domain;
    private final ConsoleBrowser browser;
    private final Path directory;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    ConsoleVersions(LiveDomain domain, ConsoleBrowser browser, Path directory) {
        this.domain = domain;
        this.browser = browser;
        this.directory = directory;
    }

    /** All of it; version 1 is deployed by the command line. */
    void story(String monitor, String deployer, String password) throws Exception {
        LiveServer.Said said =
                domain.cli("deploy", archive("1"), "--name", "shop", "--version", "1", "--target", "cluster-1");
        assertThat(said.exit()).as(said.text()).isZero();
        String old = visit("server-1", "");
        browser.go("#/deployments", "Deployments");
        browser.awaitText(ROWS, "shop version 1");
        saysWhatIsWrong();
        bringsVersionTwo();
        watchesOnly(monitor, deployer, password);
        goesBackAndForth();
        seesItEnd(old);
        takesAway();
    }

    private String archive(String version) throws Exception {
        WarFile war = WarFile.ofSources("versions", directory.resolve("classes"))
                .text(
                        "META-INF/MANIFEST.MF",
                        "Manifest-Version: 1.0\nWeblogic-Application-Version: " + version + "\n\n")
                .text(
                        "WEB-INF/web.xml",
                        "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'><distributable/>"
                                + "<context-param><param-name>release</param-name><param-value>" + version
                                + "</param-value></context-param></web-app>")
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app><session-descriptor><persistent-store-type>replicated</persistent-store-type>"
                                + "</session-descriptor></weblogic-web-app>");
        return Files.write(directory.resolve("shop-" + version + ".war"), war.packed())
                .toString();
    }

    /** A request of a client with that cookie; returns its cookie afterwards. Who has none begins a session. */
    private String visit(String server, String cookie) throws Exception {
        HttpResponse<String> answer = ask(server, cookie, "?count");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers()
                .firstValue("Set-Cookie")
                .map(sent -> sent.substring(0, sent.indexOf(';')))
                .orElse(cookie);
    }

    private HttpResponse<String> ask(String server, String cookie, String query) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + domain.address(server) + "/shop/visits" + query))
                .timeout(Duration.ofSeconds(30));
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void newClientsHave(String version) throws Exception {
        for (String server : new String[] {"server-1", "server-2"}) {
            assertThat(ask(server, "", "?new").body()).startsWith(version + " ");
        }
    }

    private void awaitRows(String... parts) {
        for (String part : parts) {
            browser.awaitText(ROWS, part);
        }
    }

    private void awaitNoRow(String part) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(browser.text(ROWS)).doesNotContain(part));
    }

    private String tip(String button) throws Exception {
        return browser.window()
                .run("return document.querySelector('[aria-label=\"" + button + "\"]')?.title ?? 'not there'");
    }

    // ---- what is done --------------------------------------------------------------------------------------------

    /** As a key or a mouse does it: who opens a dialog has the focus, and gets it back. */
    private void pressWithTheFocus(String button) throws Exception {
        browser.window().run("document.querySelector('[aria-label=\"" + button + "\"]').focus(); return 'has it';");
        browser.press(button);
    }

    private void saysWhatIsWrong() throws Exception {
        pressWithTheFocus("New version of shop");
        browser.awaitText(
                "dialog",
                "The new version comes beside version 1 on cluster-1, on all servers or on none: server-1, server-2");
        browser.usableByKeyboard("the dialog for a new version");
        browser.set("dialog input[name=version]", "1");
        browser.press("Deploy");
        browser.awaitText("dialog .notice.bad", "Neither an archive nor a path is given.");
        browser.set("dialog input[name=path]", archive("1"));
        browser.press("Deploy");
        browser.awaitText("dialog .notice.bad", "Version 1 is the active one.");
        browser.set("dialog input[name=version]", "2");
        browser.set("dialog input[name=path]", "/nowhere/shop.war");
        browser.press("Deploy");
        browser.awaitText("dialog .notice.bad", "not that of a file or a directory on the admin server");
        browser.press("Cancel");
        browser.awaitNoDialog();
        browser.awaitFocus("[aria-label=\"New version of shop\"]");
    }

    /** The version comes from the archive's manifest. */
    private void bringsVersionTwo() throws Exception {
        browser.press("New version of shop");
        browser.window().type("dialog input[name=file]", archive("2"));
        browser.awaitText("dialog", "Version 2 comes beside version 1");
        assertThat(browser.window().run("return document.querySelector('dialog input[name=version]').value"))
                .isEqualTo("2");
        browser.accessible("a new version");
        browser.narrow("a new version");
        browser.picture("versions-new");
        browser.press("Deploy");
        browser.awaitNoDialog();
        awaitRows("shop version 2", "shop version 1", "retiring", "In use: 1 on server-1, 1 on server-2");
        newClientsHave("2");
        assertThat(tip("New version of shop")).contains("It has two versions");
        assertThat(tip("Stop shop")).contains("end one of them first");
        browser.accessible("two versions");
        browser.narrow("two versions");
        browser.picture("versions-two");
        browser.press("Redeploy shop");
        browser.awaitText("dialog", "Version 2 of shop is replaced on cluster-1");
        browser.awaitText("dialog", "Version 1 retires on.");
        browser.window().type("dialog input[name=file]", archive("3"));
        browser.awaitText("dialog", "The manifest of this archive says version 3.");
        browser.press("Redeploy");
        browser.awaitText("dialog .notice.bad", "has two versions already (1 retires, 2)");
        browser.awaitText("dialog .notice.bad", "with buttons that make one active or take one away");
        browser.picture("versions-third");
        browser.press("Cancel");
        browser.awaitNoDialog();
    }

    private void watchesOnly(String monitor, String deployer, String password) throws Exception {
        browser.press("Log out");
        browser.awaitText("form button.primary", "Log in");
        browser.logIn(monitor, password);
        browser.awaitText(".top", "Log out");
        browser.go("#/deployments", "Deployments");
        awaitRows("shop version 2", "shop version 1", "In use: 1 on server-1, 1 on server-2");
        for (String button :
                new String[] {"New version of shop", "Make shop 1 active", "Undeploy shop 1", "Undeploy shop"}) {
            assertThat(tip(button)).as(button).isEqualTo("Needs the role deployer");
        }
        pressWithTheFocus("Who uses shop 1");
        browser.awaitText("dialog tbody", "server-1 \u25c6 retiring 1 server-2 \u25c6 retiring 1");
        browser.accessible("who uses a version");
        browser.picture("versions-who-uses");
        browser.press("Close");
        browser.awaitNoDialog();
        browser.awaitFocus("[aria-label=\"Who uses shop 1\"]");
        browser.press("Log out");
        browser.awaitText("form button.primary", "Log in");
        browser.logIn(deployer, password);
        browser.awaitText(".top", "Log out");
        browser.go("#/deployments", "Deployments");
        awaitRows("shop version 2");
    }

    private void goesBackAndForth() throws Exception {
        browser.press("Make shop 1 active");
        browser.awaitText("dialog", "Version 1 of shop has the new clients again on cluster-1");
        browser.awaitText("dialog", "Version 2 retires");
        browser.accessible("the way back");
        browser.picture("versions-back");
        String second = visit("server-2", "");
        browser.press("Make 1 active");
        browser.awaitNoDialog();
        browser.awaitText(".words", "Version 1 of shop has the new clients");
        newClientsHave("1");
        awaitRows("Make active");
        browser.awaitText("[aria-label=\"Make shop 2 active\"]", "Make active");
        browser.press("Make shop 2 active");
        browser.press("Make 2 active");
        browser.awaitNoDialog();
        browser.awaitText("[aria-label=\"Make shop 1 active\"]", "Make active");
        newClientsHave("2");
        assertThat(ask("server-1", second, "?end").body()).startsWith("2 ");
    }

    /** The last session ends, and the version with it, while somebody looks. */
    private void seesItEnd(String old) throws Exception {
        browser.press("Who uses shop 1");
        browser.awaitText("dialog tbody", "server-1");
        assertThat(ask("server-2", old, "?end").body()).startsWith("1 ");
        browser.awaitText("dialog", "it has ended, or is active again");
        browser.press("Close");
        browser.awaitNoDialog();
        awaitNoRow("shop version 1");
        awaitRows("shop version 2");
    }

    /** The one that retires, with the sessions that it has; the active one, so that the other is that again; by a path. */
    private void takesAway() throws Exception {
        String second = visit("server-1", "");
        browser.press("New version of shop");
        browser.set("dialog input[name=path]", archive("3"));
        browser.set("dialog input[name=version]", "3");
        browser.set("dialog input[name=retire]", "3600");
        browser.press("Deploy");
        browser.awaitNoDialog();
        awaitRows("shop version 3", "shop version 2", "Ends at");
        browser.press("Undeploy shop 2");
        browser.awaitText("dialog", "It is in use on server-1");
        browser.awaitText("dialog", "Version 3 goes on as it is.");
        browser.accessible("a version that is taken away");
        browser.picture("versions-undeploy-retiring");
        browser.press("Undeploy shop 2");
        browser.awaitNoDialog();
        awaitNoRow("shop version 2");
        assertThat(ask("server-1", second, "?new").body()).startsWith("3 ");

        String third = visit("server-1", "");
        browser.press("New version of shop");
        browser.set("dialog input[name=path]", archive("4"));
        browser.set("dialog input[name=version]", "4");
        browser.press("Deploy");
        browser.awaitNoDialog();
        awaitRows("shop version 4", "shop version 3");
        browser.press("Undeploy shop");
        browser.awaitText("dialog", "Version 4 alone. Version 3 has the new clients again.");
        browser.picture("versions-undeploy-active");
        browser.press("Undeploy shop");
        browser.awaitNoDialog();
        awaitNoRow("shop version 4");
        awaitRows("shop version 3");
        newClientsHave("3");
        assertThat(ask("server-2", third, "").body()).startsWith("3 ");
    }
}
