package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator does in the console, in a browser, on a domain with a cluster of three. All tests have one domain, whose servers are
 * started when the first of them needs them; each can run alone.
 */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(1)
class ConsoleSystemIT {
    private static final String PASSWORD = "correct horse 7";

    private static final String REPLICATED = """
            <weblogic-web-app xmlns="http://xmlns.oracle.com/weblogic/weblogic-web-app"><session-descriptor>
            <persistent-store-type>replicated</persistent-store-type></session-descriptor></weblogic-web-app>
            """;

    @TempDir
    static Path parent;

    private final Set<String> up = new HashSet<>();
    private LiveDomain domain;
    private boolean administered;

    @BeforeAll
    void make() throws Exception {
        domain = LiveDomain.create(parent, 3)
                .withBalancer()
                .configure(text -> text + "singleton-services:\n  counter:\n"
                        + "    class-name: io.keelson.examples.counter.CounterService\n"
                        + "    user-preferred-server: server-1\n");
        Files.write(
                Files.createDirectories(domain.directory().resolve("lib")).resolve("counter-service.jar"),
                WarFile.ofExample("counter-service", parent.resolve("classes"), "")
                        .packed());
    }

    /** Has these servers run, and a domain that somebody administers. */
    private void running(String... servers) throws Exception {
        if (!administered) {
            Path file = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
            addUser("ada", "Administrators", file);
            addUser("mona", "Monitors", file);
            administered = true;
        }
        starts(servers);
    }

    private void addUser(String name, String group, Path password) {
        LiveServer.Said said =
                domain.cli("user", "add", name, "--group", group, "--password-file", password.toString());
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private void starts(String... servers) throws Exception {
        String[] fresh = Stream.of(servers).filter(up::add).toArray(String[]::new);
        domain.launch(fresh);
        domain.awaitRunning(fresh);
    }

    @AfterAll
    void stop() throws Exception {
        domain.close();
    }

    @Test
    @Order(5)
    void anOperatorsStory() throws Exception {
        running("AdminServer", "server-1", "server-2", "server-3", "balancer");
        assertThat(status("server-1", "/console/"))
                .as("only the admin server has the console")
                .isEqualTo(404);
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            logsIn(browser);
            looksAtTheCluster(browser);
            deploys(browser);
            String having = movesTheCounter(browser);
            registersAService(browser);
            changesASetting(browser);
            seesWhatIsInForce(browser);
            looksAtEveryPage(browser);
            seesAnAlarm(browser);
            browser.askedNobodyElse();
            seesAServerDie(browser, having);
            logsOut(browser);
        }
    }

    private static void logsIn(ConsoleBrowser browser) throws Exception {
        browser.open("");
        browser.awaitText("h1", "Keelson");
        followsTheSystem(browser);
        browser.accessible("login");
        browser.picture("login");
        browser.logIn("ada", "wrong");
        browser.awaitText(".notice.bad", "After several failures a name is locked");
        browser.chromium().errors(); // the 401
        browser.logIn("", PASSWORD);
    }

    /** Light and dark, as the system has it, as long as nobody chooses one here. */
    private static void followsTheSystem(ConsoleBrowser browser) throws Exception {
        String background = "document.documentElement.dataset.theme = 'auto';"
                + " return getComputedStyle(document.body).backgroundColor;";
        browser.chromium().prefers("light");
        String light = browser.chromium().run(background);
        browser.chromium().prefers("dark");
        assertThat(browser.chromium().run(background)).isNotEqualTo(light);
        browser.chromium().prefers("light");
        assertThat(browser.chromium().run(background)).isEqualTo(light);
    }

    private static void looksAtTheCluster(ConsoleBrowser browser) throws Exception {
        for (String part : List.of(
                "server-1",
                "server-2",
                "server-3",
                "balancer",
                "cluster-1",
                "singleton/counter",
                "3 of 3 servers ready")) {
            browser.awaitText("svg.picture", part);
        }
        browser.awaitText(".stats", "5 / 5");
        browser.picture("overview");
    }

    private void deploys(ConsoleBrowser browser) throws Exception {
        browser.go("#/deployments", "Deployments");
        browser.awaitText("main", "Nothing is deployed");
        browser.press("Deploy …");
        Path war = Files.write(
                parent.resolve("greeting.war"),
                WarFile.ofExample("session-counter", parent.resolve("greeting"), "WEB-INF/classes/")
                        .text("WEB-INF/weblogic.xml", REPLICATED)
                        .packed());
        browser.chromium().type("dialog input[type=file]", war.toString());
        assertThat(browser.chromium().run("return document.querySelector('dialog input[name=name]').value"))
                .isEqualTo("greeting");
        browser.set("dialog input[name=root]", "/greeting");
        browser.chromium().click("dialog input[name=target]");
        browser.accessible("deploying");
        browser.picture("deploying");
        browser.press("Deploy");
        browser.awaitNoDialog();
        browser.awaitText("main tbody", "3 of 3");
        browser.awaitText("main tbody", "cluster-1");
        assertThat(browser.chromium().run("return document.querySelector('main tbody a[target=_blank]').href"))
                .as("leads to the application")
                .isEqualTo("http://" + domain.address("server-1") + "/greeting");
        for (String server : List.of("server-1", "server-2", "server-3")) {
            assertThat(status(server, "/greeting/")).isEqualTo(200);
        }
        browser.picture("deployed");
    }

    private static String movesTheCounter(ConsoleBrowser browser) throws Exception {
        browser.go("#/clusters/cluster-1", "cluster-1");
        String services = "section[aria-label=\"Singleton services\"] tbody";
        browser.awaitText(services, "active server-");
        String from = browser.text(services).replaceFirst(".*active (server-\\d).*", "$1");
        String to = from.equals("server-2") ? "server-3" : "server-2";
        browser.press("Migrate counter");
        browser.awaitText("dialog", "is stopped on " + from);
        browser.picture("migrating");
        browser.set("dialog select", to);
        browser.press("Migrate counter");
        browser.awaitNoDialog();
        browser.awaitText(services, "active " + to);
        browser.press("History of counter");
        browser.awaitText("dialog", to);
        browser.picture("history");
        browser.press("Close");
        return to;
    }

    /** As an administrator does it on the cluster's page: the basis of migration, a new service, its preferred server. */
    private static void registersAService(ConsoleBrowser browser) throws Exception {
        browser.awaitText("section[aria-label=\"Migration and leases\"]", "Migration basis");
        browser.press("Register a service …");
        browser.set("dialog input[name=thing]", "counter");
        browser.set("dialog input[name=class-name]", "shop.Poller");
        browser.set("dialog select[name=preferred]", "server-2");
        browser.accessible("registering");
        browser.picture("registering");
        browser.press("Register");
        browser.awaitText("dialog", "There is a service 'counter' already");
        browser.set("dialog input[name=thing]", "poller");
        browser.chromium().click("dialog input[name=candidate]");
        browser.press("Register");
        browser.awaitText("dialog", "server-2 is preferred and not among the candidates");
        browser.chromium().click("dialog input[name=candidate]");
        browser.press("Register");
        browser.awaitNoDialog();
        browser.awaitText(".setting:has(#setting-singleton-services_poller_user-preferred-server)", "Not active yet");
        browser.go("#/changes", "Change centre");
        browser.awaitText("section[aria-label=\"What will change\"]", "shop.Poller");
        browser.press("Discard …");
        browser.press("Discard");
        browser.awaitText("main", "Nobody is editing");
    }

    private static void changesASetting(ConsoleBrowser browser) throws Exception {
        browser.go("#/configuration/servers.server-1", "Settings");
        String field = "#setting-servers_server-1_stuck-thread-max-time";
        browser.awaitText(".setting:has(" + field + ")", "takes effect at once");
        browser.set(field, "700s");
        browser.awaitText(".top", "1 change to activate");
        browser.awaitText(".setting:has(" + field + ")", "Not active yet");
        browser.picture("setting");
        browser.go("#/changes", "Change centre");
        browser.awaitText("section[aria-label=\"What will change\"]", "700s");
        browser.accessible("a change that waits");
        browser.picture("change-waits");
        browser.press("Activate …");
        browser.awaitText("dialog", "servers.server-1.stuck-thread-max-time");
        browser.set("dialog input[name=comment]", "patient with a slow report");
        browser.picture("activating");
        browser.press("Activate");
        browser.awaitText(".words", "is active on");
        browser.awaitText("section[aria-label=\"History\"] tbody", "patient with a slow report");
        int revision = Integer.parseInt(
                browser.text("section[aria-label=\"History\"] tbody td").strip());
        browser.press("What changed in revision " + revision);
        browser.awaitText("dialog .diff", "stuck-thread-max-time: 700s");
        browser.picture("what-changed");
        browser.press("Close");
        browser.press("Roll back to revision " + (revision - 1));
        browser.awaitText("dialog", "becomes what it was at revision " + (revision - 1));
        browser.press("Roll back to " + (revision - 1));
        browser.awaitNoDialog();
        browser.awaitText("section[aria-label=\"History\"] tbody td", String.valueOf(revision + 1));
        browser.picture("rolled-back");
    }

    /** What needs a restart is not in force before it, and the form says what is. */
    private void seesWhatIsInForce(ConsoleBrowser browser) throws Exception {
        String path = "servers.server-1.self-tuning-thread-pool-size-max";
        LiveServer.Said set = domain.cli("config", "set", path, "333", "--activate");
        assertThat(set.exit()).as(set.text()).isZero();
        browser.go("#/configuration/servers.server-1", "Settings");
        String setting = ".setting:has(#setting-servers_server-1_self-tuning-thread-pool-size-max)";
        browser.awaitText(setting, "needs a restart");
        browser.awaitText(setting, "In force on server-1: 400");
        browser.awaitText(".top", "server-1 needs a restart");
        browser.accessible("a value that is not in force");
        browser.picture("in-force");
        LiveServer.Said back = domain.cli("config", "remove", path, "--activate");
        assertThat(back.exit()).as(back.text()).isZero();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(browser.text(setting)).doesNotContain("In force on"));
    }

    private static void looksAtEveryPage(ConsoleBrowser browser) throws Exception {
        look(browser, "#/overview", "Overview", "svg.picture", "requests/s");
        look(browser, "#/servers", "Servers", "tbody", "server-3");
        look(browser, "#/servers/server-1", "server-1", "main", "keelson.kernel.Default");
        look(browser, "#/clusters", "Clusters", "tbody", "consensus");
        look(browser, "#/deployments", "Deployments", "tbody", "greeting");
        look(browser, "#/sessions", "Sessions", "tbody", "greeting");
        look(browser, "#/sessions/greeting", "greeting", "tbody", "server-1");
        look(browser, "#/data-sources", "Data sources", "tbody", "DefaultDataSource");
        testsADataSource(browser);
        look(browser, "#/work-managers", "Work managers", "tbody", "administration");
        look(browser, "#/work-managers?server=server-2", "Work managers", "main", "Thread pools");
        look(browser, "#/channels", "Channels", "main", "keelson.socket.Muxer");
        look(browser, "#/watches", "Watches", "main", "No server watches anything");
        look(browser, "#/logs", "Logs", "#log", "server-3");
        look(browser, "#/configuration", "Settings", ".tree", "singleton-services");
        look(browser, "#/configuration/clusters.cluster-1", "Settings", "main", "lease-duration");
        look(browser, "#/servers/server-2?tab=settings", "server-2", "main", "listen-port");
        look(browser, "#/changes", "Change centre", "main", "Nobody is editing");
        look(browser, "#/security", "Users and groups", "tbody", "ada");
        look(browser, "#/security", "Users and groups", "section[aria-label=Providers] tbody", "server-3");
        look(browser, "#/nothing", "", "main", "There is no such page");
        assertThat(browser.chromium().errors()).isEqualTo("{\"value\":[]}");
    }

    private void seesAnAlarm(ConsoleBrowser browser) throws Exception {
        LiveServer.Said made = domain.cli(
                "config",
                "set",
                "watches.threads",
                "{\"when\":\"process.threads > 1\",\"severity\":\"error\",\"alarm\":\"manual-reset\"}",
                "--activate");
        assertThat(made.exit()).as(made.text()).isZero();
        browser.go("#/watches", "Watches");
        browser.awaitText("tbody", "alarm");
        browser.awaitText(".words", "The watch threads on AdminServer has triggered");
        browser.accessible("alarms");
        browser.picture("alarms");
        browser.go("#/overview", "Overview");
        browser.awaitText("main", "watches are in alarm");
        browser.accessible("an overview with alarms");
        assertThat(domain.cli("config", "set", "watches.threads.when", "process.threads > 100000", "--activate")
                        .exit())
                .isZero();
        browser.go("#/watches", "Watches");
        browser.awaitText("tbody", "quiet");
        assertThat(domain.cli("config", "remove", "watches.threads", "--activate")
                        .exit())
                .isZero();
        browser.awaitText("main", "No server watches anything");
        browser.press("Close this message");
    }

    private static void testsADataSource(ConsoleBrowser browser) throws Exception {
        browser.press("Test");
        browser.awaitText("dialog", "The database was reached in");
        browser.awaitText("dialog", "H2 JDBC Driver");
        browser.accessible("a data source that was tested");
        browser.picture("data-source-tested");
        browser.press("Close");
        browser.awaitNoDialog();
    }

    private static void look(ConsoleBrowser browser, String page, String heading, String selector, String text)
            throws Exception {
        browser.go(page, heading);
        browser.awaitText(selector, text);
        browser.accessible(page);
        browser.narrow(page);
        browser.picture("page-" + page.replaceAll("[^a-z0-9]+", "-").replaceAll("^-", ""));
    }

    private void seesAServerDie(ConsoleBrowser browser, String having) throws Exception {
        String session = newSession(having);
        browser.go("#/overview", "Overview");
        domain.signal(having, "KILL");
        browser.awaitText(".top", having + " has failed");
        browser.awaitText("svg.picture", "failed");
        browser.go("#/clusters/cluster-1", "cluster-1");
        // The counter goes on elsewhere.
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(browser.text("section[aria-label=\"Singleton services\"] tbody"))
                        .containsPattern("active server-\\d")
                        .doesNotContain("active " + having));
        browser.accessible("a failed server");
        seesWhy(browser, having, session);
        browser.go("#/overview", "Overview");
        // Those that keep copies of each other's sessions are joined, and not across a server between them.
        String joined =
                "const boxes = [...document.querySelectorAll('svg.picture .box')].map((one) => one.getBoundingClientRect());"
                        + "const lines = [...document.querySelectorAll('svg.picture .pair')].map((one) => one.getBoundingClientRect());"
                        + "return lines.length + ' lines, ' + lines.filter((line) => boxes.some((box) => line.left < box.left + 2"
                        + " && line.right > box.right - 2 && line.top < box.bottom - 2)).length + ' across'";
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(browser.chromium().run(joined)).matches("[1-9] lines, 0 across"));
        browser.picture("a-server-has-failed");
    }

    /** The chain of events over all servers: of the service that went elsewhere, and of a session whose server died. */
    private static void seesWhy(ConsoleBrowser browser, String having, String session) throws Exception {
        browser.press("Why counter is there");
        browser.awaitText("dialog", ", before on " + having + " (epoch ");
        browser.awaitText("dialog", "Not asked, as they do not answer: " + having);
        // An election is there once, with all who saw it.
        assertThat(browser.chromium()
                        .run("return [...document.querySelectorAll('dialog tbody tr')].map((row) => "
                                + "[...row.cells].map((cell) => cell.innerText))"
                                + ".filter(([, kind]) => kind === 'election').map(([, , seen, what]) => what + "
                                + "': ' + seen).join('; ')"))
                .containsPattern("leads those who decide: [A-Za-z0-9-]+, [A-Za-z0-9-]+");
        browser.accessible("why a service moved");
        browser.picture("why-a-service-moved");
        browser.press("Close");
        browser.awaitNoDialog();
        browser.go("#/sessions", "Sessions");
        browser.press("Where is a session …");
        browser.set("dialog input[name=id]", "nobody-has-this");
        browser.press("Look");
        browser.awaitText("dialog", "No server that answers knows a session of that id.");
        browser.set("dialog input[name=id]", session);
        browser.press("Look");
        browser.awaitText("dialog", "Where the session is");
        browser.awaitText("dialog", "● primary");
        browser.awaitText("dialog", "session " + having + " server-");
        browser.accessible("why a session moved");
        browser.picture("why-a-session-moved");
        browser.press("Close");
        browser.awaitNoDialog();
    }

    /** The cookie of a session that a server has, and another one a copy of. */
    private String newSession(String server) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + domain.address(server) + "/greeting/"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .headers()
                .allValues("Set-Cookie")
                .stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID="))
                .map(cookie -> cookie.substring("JSESSIONID=".length()).split(";")[0])
                .findFirst()
                .orElseThrow();
    }

    private static void logsOut(ConsoleBrowser browser) throws Exception {
        browser.press("Log out");
        browser.logIn("mona", PASSWORD);
        // What was before somebody began to look, servers have kept.
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(Double.parseDouble(browser.chromium()
                                .answer("const done = arguments[0]; import('/console/core/past.js').then((past) =>"
                                        + " done(String(Date.now() / 1000 - "
                                        + "(past.of('AdminServer').times[0] ?? Infinity))))")))
                        .as("how many seconds the chart goes back")
                        .isGreaterThan(30));
        browser.go("#/deployments", "Deployments");
        browser.awaitText("main tbody", "greeting");
        assertThat(browser.chromium().run("return document.querySelector('.page-head button').title"))
                .isEqualTo("Needs the role deployer");
        browser.go("#/servers/AdminServer", "AdminServer");
        browser.awaitText(".page-head", "Shut down");
        assertThat(browser.chromium().run("return document.querySelector('.page-head button.danger-text').title"))
                .isEqualTo("Needs the role operator");
    }

    @Test
    @Order(2)
    void aKeyboardIsEnough() throws Exception {
        running("AdminServer", "server-1");
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open("");
            browser.awaitText("h1", "Keelson");
            browser.usableByKeyboard("login");
            browser.tabTo("input[name=user]");
            browser.chromium().keys("ada" + Chromium.TAB + PASSWORD + Chromium.ENTER);
            browser.awaitText("h1", "Overview");
            browser.awaitText("svg.picture", "server-1");
            browser.usableByKeyboard("overview");
            for (String page : List.of("servers", "clusters", "deployments", "work-managers", "channels", "security")) {
                browser.tabTo("nav a[href='#/" + page + "']");
                browser.chromium().keys(Chromium.ENTER);
                await().atMost(Duration.ofSeconds(30))
                        .ignoreExceptions()
                        .untilAsserted(() -> assertThat(browser.chromium().run("return location.hash"))
                                .isEqualTo("#/" + page));
                browser.awaitText("main table tbody", "");
                browser.usableByKeyboard(page);
            }
            changesASettingByKeyboard(browser);
        }
    }

    private static void changesASettingByKeyboard(ConsoleBrowser browser) throws Exception {
        String field = "#setting-servers_server-1_stuck-thread-max-time";
        browser.go("#/configuration/servers.server-1", "Settings");
        browser.awaitText(".setting:has(" + field + ")", "takes effect at once");
        browser.tabTo(field);
        browser.chromium().keys("800s" + Chromium.TAB);
        browser.awaitText(".top", "1 change to activate");
        browser.go("#/changes", "Change centre");
        browser.awaitText("section[aria-label=\"What will change\"]", "800s");
        browser.usableByKeyboard("a change that waits");
        browser.tabTo("section[aria-label=\"Edit session\"] button.primary");
        browser.chromium().keys(Chromium.ENTER);
        browser.awaitText("dialog[open]", "stuck-thread-max-time");
        browser.awaitFocus("dialog input[name=comment]");
        browser.usableByKeyboard("activating");
        browser.chromium().keys(Chromium.ESCAPE);
        browser.awaitNoDialog();
        browser.awaitFocus("section[aria-label=\"Edit session\"] button.primary");
        browser.chromium().keys(Chromium.ENTER);
        browser.awaitText("dialog[open]", "stuck-thread-max-time");
        browser.tabTo("dialog input[name=comment]");
        browser.chromium().keys("without a mouse" + Chromium.ENTER);
        browser.awaitText("section[aria-label=\"History\"] tbody", "without a mouse");
    }

    /** Returns what a change by one of them makes of the domain: the text and what the revision says of it. */
    private String made(String base) throws Exception {
        String revision = domain.manage("AdminServer", "revisions?limit=1")
                .body()
                .replaceAll("(?s).*?\"revision\":(\\d+).*", "$1");
        String diff =
                domain.manage("AdminServer", "revisions/" + revision + "/diff").body();
        String whole = domain.manage("AdminServer", "revisions/" + revision).body();
        String text = Files.readString(domain.directory().resolve("domain.yaml"));
        LiveServer.Said back = domain.cli("config", "rollback", String.valueOf(Integer.parseInt(revision) - 1));
        assertThat(back.exit()).as(back.text()).isZero();
        assertThat(Files.readString(domain.directory().resolve("domain.yaml"))).isEqualTo(base);
        return diff + "\n" + whole.replaceFirst(".*?\"changes\":", "") + "\n" + text;
    }

    @Test
    @Order(3)
    void theSameChangeByAnyWayIsTheSameRevision() throws Exception {
        running("AdminServer");
        Path file = domain.directory().resolve("domain.yaml");
        String base = Files.readString(file);
        String path = "servers.server-1.stuck-thread-max-time";

        LiveServer.Said set = domain.cli("config", "set", path, "700s", "--activate");
        assertThat(set.exit()).as(set.text()).isZero();
        String byHand = Files.readString(file);
        String byCommand = made(base);
        assertThat(byCommand).contains("+    stuck-thread-max-time: 700s", "\"after\":\"700s\"");

        sent("POST", "edit", "{}");
        sent("PUT", "edit/value", "{\"path\":\"" + path + "\",\"value\":\"700s\"}");
        sent("POST", "edit/activate", "{}");
        assertThat(made(base)).as("REST").isEqualTo(byCommand);

        // An editor of text; whoever takes the lock next finds it.
        Files.writeString(file, byHand);
        sent("POST", "edit", "{}");
        sent("DELETE", "edit", "");
        assertThat(made(base)).as("the file").isEqualTo(byCommand);

        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open("");
            browser.awaitText("h1", "Keelson");
            browser.logIn("ada", PASSWORD);
            browser.awaitText("h1", "Overview");
            browser.go("#/configuration/servers.server-1", "Settings");
            String field = "#setting-servers_server-1_stuck-thread-max-time";
            browser.awaitText(".setting:has(" + field + ")", "takes effect at once");
            browser.set(field, "700s");
            browser.awaitText(".top", "1 change to activate");
            browser.go("#/changes", "Change centre");
            browser.awaitText("section[aria-label=\"What will change\"]", "700s");
            browser.press("Activate …");
            browser.awaitText("dialog", path);
            browser.press("Activate");
            browser.awaitText("section[aria-label=\"History\"] tbody", "ada");
        }
        assertThat(made(base)).as("the console").isEqualTo(byCommand);
    }

    private void sent(String method, String path, String json) throws Exception {
        HttpResponse<String> answer =
                domain.send("AdminServer", method, path, "application/json", json.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** The rest of what such a room has: {@link NewRoomSystemIT}. */
    @Test
    @Order(6)
    void aRoomWithANewRecordHasItsForm() throws Exception {
        domain.close();
        domain.forget("AdminServer");
        up.clear();
        domain.from(NewRoom.distribution(parent));
        running("AdminServer");
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open("");
            browser.awaitText("h1", "Keelson");
            browser.logIn("ada", PASSWORD);
            browser.awaitText("h1", "Overview");
            browser.go("#/configuration/fountains", "Settings");
            browser.awaitText("main", "A fountain, which nobody but a test has.");
            browser.press("Add to fountains");
            browser.set("dialog input[name=thing]", "garden");
            browser.picture("a-new-room-adds");
            browser.press("Add");
            browser.awaitNoDialog();
            String height = "#setting-fountains_garden_height";
            browser.awaitText(".setting:has(" + height + ")", "How high the water goes, in metres.");
            browser.awaitText(".setting:has(" + height + ")", "Default: 3 · 1 to 40");
            browser.awaitText(".setting:has(#setting-fountains_garden_pause)", "a duration");
            assertThat(browser.chromium()
                            .run("return [...document.querySelectorAll('#setting-fountains_garden_night option')]"
                                    + ".map((one) => one.value).filter(Boolean).join(' ')"))
                    .contains("still on");
            browser.set(height, "6");
            browser.awaitText(".setting:has(" + height + ")", "Not active yet");
            browser.accessible("the form of a new room");
            browser.picture("a-new-room");
            browser.go("#/changes", "Change centre");
            browser.awaitText("section[aria-label=\"What will change\"]", "fountains.garden.height");
            browser.press("Activate …");
            browser.awaitText("dialog", "fountains.garden.height");
            browser.press("Activate");
            browser.awaitText("section[aria-label=\"History\"] tbody", "ada");
            browser.go("#/servers/AdminServer?tab=state", "AdminServer");
            browser.awaitText("section[aria-label=fountains] tbody", "garden 6 30000");
            browser.accessible("the state of a new room");
            browser.picture("a-new-rooms-state");
            browser.awaitText("nav", "Fountains");
            browser.go("#/fountains", "Fountains");
            browser.awaitText("main tbody", "garden AdminServer 6 30000 7");
            browser.accessible("the page of a new room");
            browser.picture("a-new-rooms-page");
            browser.press("Play garden");
            browser.awaitText("dialog", "This has a fountain play for some minutes.");
            browser.awaitText("dialog label", "Minutes");
            browser.press("Play");
            browser.awaitNoDialog();
            browser.awaitText("main tbody", "garden AdminServer 6 30000 1");
        }
    }

    /** And this one makes the users that the others log in as. */
    @Test
    @Order(1)
    void theLinkOfAFirstStartMakesTheFirstAdministrator() throws Exception {
        starts("AdminServer");
        Matcher link =
                Pattern.compile("http://\\S+/console/(#/setup\\?token=\\S+)").matcher("");
        await().until(() -> link.reset(domain.output("AdminServer")).find());
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open(link.group(1));
            browser.awaitText("h1", "Set up Keelson");
            browser.accessible("set-up");
            setsUp(browser, "ada");
            browser.awaitText("h1", "Overview");
            browser.awaitText(".user", "ada");
            browser.go("#/security", "Users and groups");
            browser.press("Add a user …");
            browser.chromium().type("dialog input[name=user]", "mona");
            browser.chromium().type("dialog input[name=password]", PASSWORD);
            browser.chromium().click("dialog input[value=Monitors]");
            browser.press("Add");
            browser.awaitNoDialog();
            browser.awaitText("section[aria-label=Users] tbody", "mona file Monitors");
            administered = true;
            browser.open(link.group(1));
            setsUp(browser, "mallory");
            browser.awaitText(".notice.bad", "The link works once");
        }
    }

    private static void setsUp(ConsoleBrowser browser, String user) throws Exception {
        browser.chromium().type("input[name=user]", user);
        browser.chromium().type("input[name=password]", PASSWORD);
        browser.chromium().type("input[name=again]", PASSWORD);
        browser.picture("set-up");
        browser.press("Make the administrator");
    }

    /** A thousand resources of fifty servers, which the browser answers for itself: the bounds are far above what is needed. */
    @Test
    @Order(4)
    void fiftyServersWithAThousandResourcesDoNotHoldItUp() throws Exception {
        running("AdminServer");
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.chromium()
                    .beforeEachPage(new String(
                            ConsoleSystemIT.class
                                    .getResourceAsStream("/console/fifty-servers.js")
                                    .readAllBytes(),
                            StandardCharsets.UTF_8));
            browser.open("#/work-managers");
            browser.awaitText("main", "100 are shown");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(browser.chromium()
                                    .run("return document.querySelector('main input[type=search]').placeholder"))
                            .isEqualTo("Filter 1000 work managers"));
            browser.press("Show all 1000");
            await().untilAsserted(() -> assertThat(
                            browser.chromium().run("return String(document.querySelectorAll('main tbody tr').length)"))
                    .isEqualTo("1000"));
            String millis = browser.chromium()
                    .answer(
                            "const done = arguments[0]; const field = document.querySelector('main input[type=search]');"
                                    + "const began = performance.now(); field.value = 'server-17 shop-3'; "
                                    + "field.dispatchEvent(new Event('input'));"
                                    + "const wait = () => document.querySelectorAll('main tbody tr').length === 1 ? "
                                    + "done(String(performance.now() - began)) : requestAnimationFrame(wait); wait();");
            assertThat(Double.parseDouble(millis)).as("milliseconds to filter").isLessThan(1000);
            browser.set("main input[type=search]", "");
            drawsAThousandRowsInTime(browser);
            browser.go("#/overview", "Overview");
            browser.awaitText(".fleet", "server-50");
            browser.picture("fifty-servers");
            browser.accessible("fifty servers");
        }
    }

    /** The rows change all the time: while those of twenty servers do. A machine that has much else to do may need another look. */
    private static void drawsAThousandRowsInTime(ConsoleBrowser browser) {
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(Double.parseDouble(browser.chromium()
                                .answer(
                                        "const done = arguments[0]; const until = window.asked + 20; window.longest = 0;"
                                                + "const wait = () => window.asked >= until ? "
                                                + "done(String(window.longest)) : setTimeout(wait, 50); wait();")))
                        .as("milliseconds of the longest task")
                        .isLessThan(1000));
    }

    private int status(String server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + domain.address(server) + path))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
