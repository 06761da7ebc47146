package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The applications of {@code applications/}, which are built before ({@code mvn -f applications package}), each deployed on
 * one server, used as a user would, deployed again twice and used again; then nothing of it may be left. Not in the normal
 * build: {@code mvn verify -Papplications}. See docs/applications.md.
 */
@Tag("applications")
class FrameworksSystemIT {
    /** Spring answers those who do not ask for a page in other ways. */
    private static final String[] HTML = {"Accept", "text/html"};

    private static final Path APPLICATIONS = Path.of("..", "applications").toAbsolutePath();
    private static final String FILE = "a file of a user";

    @TempDir
    static Path directory;

    private static LiveServer server;

    private String application = "";

    /** One round of use, with a client that has no cookies yet. */
    private interface Round {
        void use(Browser browser) throws Exception;
    }

    @BeforeAll
    static void startServer() throws Exception {
        // What only soft references hold is no leak, but stays for minutes: they count as nothing here.
        server = LiveServer.start(
                directory, "-Xmx700m", "-XX:SoftRefLRUPolicyMSPerMB=0", "-Dkeelson.deployment.leak-report-after=5s");
        Path password = Files.writeString(directory.resolve("password"), "correct horse");
        assertThat(server.cli("user", "add", "reader", "--group", "readers", "--password-file", password.toString())
                        .exit())
                .isZero();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    /** What a test that failed has left. */
    @AfterEach
    void undeploy() throws Exception {
        if (!application.isEmpty()) {
            server.manage("DELETE", "deployments/" + application);
        }
    }

    /** Deploys and uses three times; then no class loader of the application's may stay. */
    private void threeVersions(String name, Round round) throws Exception {
        application = name;
        String war = war(name);
        command("deploy", war, "--name", name, "--context-root", "/" + name);
        round.use(new Browser(server, "/" + name));
        for (int i = 0; i < 2; i++) {
            command("redeploy", name, war);
            round.use(new Browser(server, "/" + name));
        }
        command("undeploy", name);
        application = "";
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Footprint.collect(server.process());
            assertThat(Diagnostics.command(server.process(), "VM.classloaders").lines())
                    .noneMatch(line -> line.contains("application-" + name));
        });
    }

    private static String war(String name) {
        Path war = APPLICATIONS.resolve(name).resolve("target").resolve(name + ".war");
        assertThat(war).as("build it first: mvn -f applications package").exists();
        return war.toString();
    }

    private static void command(String... arguments) {
        LiveServer.Said said = server.cli(arguments);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    @Test
    void springMvc6() throws Exception {
        threeVersions("spring-mvc-6", browser -> {
            assertThat(browser.get("/").body()).contains("visits 1", "<form id=\"entry\"", "name=\"_csrf\"");
            assertThat(browser.post("/", "name=&text=x", browser.field("_csrf")).body())
                    .contains("class=\"error\"");
            assertThat(browser.post("/", "name=Eva&text=a+long+text", browser.field("_csrf"))
                            .body())
                    .contains("Thank you, Eva", "a long text");
            assertThat(browser.post("/", "name=Eva&text=no+token").statusCode()).isEqualTo(403);
            assertThat(browser.json("/entries", "{\"name\":\"Otto\",\"text\":\"by json\"}")
                            .statusCode())
                    .isEqualTo(201);
            assertThat(browser.json("/entries", "{\"name\":\"\",\"text\":\"\"}").statusCode())
                    .isEqualTo(400);
            assertThat(browser.get("/entries").body()).contains("by json");
            assertThat(browser.get("/next").body()).isEqualTo("nothing came");
            assertThat(browser.get("/callable").body()).contains("a long text");
            assertThat(browser.get("/late").statusCode()).isEqualTo(503);
            assertThat(browser.get("/events").body()).contains("data:{\"tick\":2}");
            assertThat(browser.get("/stream").body()).contains("line 999\n");
            assertThat(browser.upload("/picture?title=sun", "picture", FILE).body())
                    .isEqualTo("sun upload.txt " + FILE.length());
            assertThat(browser.upload("/picture?title=sun", "picture", "x".repeat(150_000))
                            .statusCode())
                    .isEqualTo(413);
            assertThat(browser.get("/static/style.css").headers().firstValue("Cache-Control"))
                    .hasValue("max-age=60");
            HttpResponse<String> broken = browser.get("/broken");
            assertThat(broken.statusCode()).isEqualTo(500);
            assertThat(broken.body()).contains("sorry: 500 at /spring-mvc-6/broken");
            assertThat(browser.get("/handled").statusCode()).isEqualTo(501);
            String socket = "/socket/000/" + java.util.UUID.randomUUID();
            assertThat(browser.get("/socket/info").body()).contains("\"websocket\":true");
            assertThat(browser.json(socket + "/xhr", "").body()).isEqualTo("o\n");
            assertThat(browser.json(socket + "/xhr_send", "[\"hello\"]").statusCode())
                    .isEqualTo(204);
            assertThat(browser.json(socket + "/xhr", "").body()).isEqualTo("a[\"echo hello\"]\n");
            assertThat(browser.get("/members/area", HTML).body()).contains("name=\"username\"");
            assertThat(browser.get("/only-members", HTML).body()).contains("name=\"username\"");
            assertThat(browser.post("/login", "username=anna&password=secret&remember-me=on", browser.field("_csrf"))
                            .body())
                    .isEqualTo("inside");
            assertThat(browser.get("/members/area").body()).isEqualTo("hello anna");
        });
    }

    @Test
    void springWebFlux7() throws Exception {
        threeVersions("spring-webflux-7", browser -> {
            assertThat(browser.get("/hello/Eva").body()).isEqualTo("{\"hello\":\"Eva\"}");
            assertThat(browser.get("/ticks").body()).contains("data:4");
            assertThat(browser.get("/large").body()).hasSize(10_010_000);
            for (int size : new int[] {0, 100, 20_000, 70_000, 1_000_000}) {
                String body = "x".repeat(size);
                assertThat(browser.send("POST", "/echo", "application/octet-stream", body)
                                .body())
                        .isEqualTo(body);
            }
            assertThat(browser.send("POST", "/count", "application/octet-stream", "x".repeat(500_000))
                            .body())
                    .isEqualTo("counted 500000");
            assertThat(browser.upload("/upload", "file", FILE).body()).isEqualTo("upload.txt " + FILE.length());
            assertThat(browser.get("/session").body()).isEqualTo("visits 1");
            assertThat(browser.get("/session").body()).isEqualTo("visits 2");
            assertThat(browser.get("/broken").statusCode()).isEqualTo(500);
            assertThat(browser.get("/nothing").statusCode()).isEqualTo(404);
        });
    }

    @Test
    void springBoot3() throws Exception {
        threeVersions("spring-boot-3", browser -> {
            HttpResponse<String> today = browser.get("/today");
            assertThat(today.body()).isEqualTo("{\"weather\":\"rain\"}");
            assertThat(browser.get(
                                    "/today",
                                    "If-None-Match",
                                    today.headers().firstValue("ETag").orElseThrow())
                            .statusCode())
                    .isEqualTo(304);
            assertThat(browser.get("/tomorrow").body()).isEqualTo("wind");
            await().untilAsserted(() ->
                    assertThat(Integer.parseInt(browser.get("/ticks").body())).isPositive());
            assertThat(browser.get("/actuator/health").body()).contains("UP");
            assertThat(browser.get("/actuator/prometheus").body())
                    .contains("weather_asked_total 2.0", "http_server_requests_seconds_count");
            assertThat(browser.get("/nothing").body())
                    .contains("\"status\":404", "\"path\":\"/spring-boot-3/nothing\"");
        });
    }

    @Test
    void springBoot4() throws Exception {
        threeVersions("spring-boot-4", browser -> {
            assertThat(browser.get("/").body()).contains("/spring-boot-4/shop.css");
            assertThat(browser.post("/", "item=apple", browser.field("_csrf")).body())
                    .contains("<li>apple</li>");
            assertThat(browser.post("/", "item=pear").statusCode()).isEqualTo(403);
            assertThat(browser.get("/orders").body()).contains("name=\"username\"");
            assertThat(browser.post("/login", "username=anna&password=secret", browser.field("_csrf"))
                            .body())
                    .isEqualTo("{\"customer\":\"anna\"}");
            browser.get("/");
            // In a header: a filter that looks for it in the form would meet the size before Spring does, and answer
            // 500.
            String token = browser.field("_csrf").split("=", 2)[1];
            assertThat(browser.upload("/list", "file", "a\nb\n", "X-CSRF-TOKEN", token)
                            .body())
                    .contains("\"lines\":2");
            assertThat(browser.upload("/list", "file", "x".repeat(60_000), "X-CSRF-TOKEN", token)
                            .statusCode())
                    .isEqualTo(413);
            assertThat(browser.get("/shop.css").headers().firstValue("Content-Type"))
                    .hasValue("text/css");
            assertThat(browser.get("/broken", HTML).body()).contains("Whitelabel Error Page", "status=500");
            assertThat(browser.get("/actuator/health/readiness").body()).contains("UP");
        });
    }

    @Test
    void wicket() throws Exception {
        threeVersions("wicket", browser -> {
            assertThat(browser.get("/").body()).contains("count <span id=\"id1\">0</span>");
            String form = browser.attribute("action");
            assertThat(browser.ajax("/?0-1.0-more", "?0").body()).contains(">1</span>");
            assertThat(browser.ajax("/?0-1.0-more", "?0").body()).contains(">2</span>");
            assertThat(browser.post(form.substring(1), "p::name=").body()).contains("is required");
            form = browser.attribute("action");
            assertThat(browser.post(form.substring(1), "p::name=Eva").body()).contains("hello Eva");
            for (int i = 0; i < 5; i++) {
                browser.get("/");
            }
            // The first page is no longer in the session but in Wicket's store, as bytes.
            assertThat(browser.get("/?0").body()).contains("count <span id=\"id1\">2</span>");
            assertThat(browser.get("/upload").body()).contains("nothing yet");
            form = browser.attribute("action");
            assertThat(browser.upload("/" + form.substring(form.indexOf("upload")), "file", FILE)
                            .body())
                    .contains("upload.txt " + FILE.length());
        });
    }

    @Test
    void struts() throws Exception {
        threeVersions("struts", browser -> {
            assertThat(browser.get("/form.action").body()).contains("enctype=\"multipart/form-data\"");
            assertThat(browser.upload("/greet.action?name=Eva", "picture", FILE).body())
                    .contains("Hello Eva, time 1, picture " + FILE.length());
            assertThat(browser.post("/greet.action", "name=Otto").body()).contains("Hello Otto, time 2");
            assertThat(browser.post("/greet.action", "name=").body()).contains("a name is needed");
            assertThat(browser.post("/data/greet.action", "name=Json").body()).contains("\"name\":\"Json\"");
        });
    }

    @Test
    void jersey() throws Exception {
        threeVersions("jersey", browser -> {
            assertThat(browser.send("PUT", "/api/items/1", "application/json", "{\"name\":\"nail\",\"pieces\":7}")
                            .statusCode())
                    .isEqualTo(201);
            assertThat(browser.get("/api/items").body()).isEqualTo("{\"1\":{\"name\":\"nail\",\"pieces\":7}}");
            assertThat(browser.get("/api/items/2").statusCode()).isEqualTo(404);
            assertThat(browser.get("/api/items/async/never").statusCode()).isEqualTo(503);
            assertThat(browser.get("/api/items/async/stage").body()).isEqualTo("staged");
            assertThat(browser.get("/api/items/async/events").body()).contains("data: 2");
            assertThat(browser.get("/api/items/async/stream").body()).hasSize(100_000);
            assertThat(browser.get("/api/items/async/broken").statusCode()).isEqualTo(500);
            assertThat(browser.upload("/api/items/upload", "file", FILE).body())
                    .isEqualTo("upload.txt " + FILE.length());
        });
    }

    @Test
    void resteasy() throws Exception {
        threeVersions("resteasy", browser -> {
            String books = "/rest/books";
            assertThat(browser.json(books, "{\"title\":\"A\",\"pages\":7}").body())
                    .contains("\"A\"");
            assertThat(browser.json(books, "{\"title\":\"A\",\"pages\":0}").statusCode())
                    .isEqualTo(422);
            assertThat(browser.get(books).body()).isEqualTo("[{\"title\":\"A\",\"pages\":7}]");
            assertThat(browser.post(books + "/form", "title=Z").body()).isEqualTo("form Z");
            assertThat(browser.upload(books + "/upload", "cover", FILE).body())
                    .isEqualTo("upload.txt " + FILE.length());
            assertThat(browser.get(books + "/async").body()).isEqualTo("later /resteasy/rest/books/async");
            assertThat(browser.get(books + "/events").body()).contains("data: 2");
            assertThat(browser.get(books + "/mine").statusCode()).isEqualTo(401);
            assertThat(browser.get(books + "/mine", "Authorization", Browser.basic("reader", "correct horse"))
                            .body())
                    .isEqualTo("books of reader");
        });
    }

    @Test
    void myFaces() throws Exception {
        threeVersions("myfaces", browser -> {
            assertThat(browser.get("/quiz.xhtml").body()).contains("tries 0");
            assertThat(browser.submit("/quiz.xhtml", "quiz:answer=7&quiz:send=Check&quiz_SUBMIT=1")
                            .body())
                    .contains("wrong", "tries 1");
            assertThat(browser.submit("/quiz.xhtml", "quiz:answer=700&quiz:send=Check&quiz_SUBMIT=1")
                            .body())
                    .contains("tries 1", "100");
            assertThat(browser.submit("/quiz.xhtml", "quiz:answer=42&quiz:send=Check&quiz_SUBMIT=1")
                            .body())
                    .contains("done after 2 tries");
        });
    }

    @Test
    void shiro() throws Exception {
        threeVersions("shiro", browser -> {
            assertThat(browser.get("/vault").body()).contains("name=\"username\"");
            assertThat(browser.post("/login.jsp", "username=anna&password=wrong")
                            .body())
                    .contains("IncorrectCredentialsException");
            assertThat(browser.post("/login.jsp", "username=anna&password=secret&rememberMe=true")
                            .body())
                    .isEqualTo("anna true true true");
            assertThat(browser.get("/admin/vault").body()).isEqualTo("anna true true true");
            browser.forget("JSESSIONID");
            assertThat(browser.get("/vault").body()).isEqualTo("anna true true false");
            Browser other = new Browser(server, "/shiro");
            assertThat(other.get("/basic/vault", "Authorization", Browser.basic("otto", "secret"))
                            .body())
                    .isEqualTo("otto false false true");
            assertThat(other.get("/admin/vault").statusCode()).isEqualTo(401);
        });
    }

    @Test
    void log4j() throws Exception {
        Path log = Path.of(System.getProperty("java.io.tmpdir"), "log4j-diary.log");
        threeVersions("log4j", browser -> {
            assertThat(browser.get("/diary?reader=eva").body()).isEqualTo("/log4j");
            await().untilAsserted(() -> assertThat(Files.readString(log))
                    .contains("INFO eva /log4j Diary diary opened", "WARN eva /log4j slf4j", "in another thread"));
            Files.writeString(log, "");
        });
        Files.delete(log);
    }

    @Test
    void micrometer() throws Exception {
        threeVersions("micrometer", browser -> {
            assertThat(browser.get("/").body()).contains("measured");
            assertThat(browser.get("/metrics").body())
                    .contains("http_requests_seconds_count", "jvm_threads_live_threads", "jvm_classes_loaded_classes");
        });
    }

    @Test
    void thymeleaf() throws Exception {
        threeVersions("thymeleaf", browser -> {
            assertThat(browser.get("/menu?guest=Jo%C3%ABl").body())
                    .contains("Speisekarte", "for Joël Joël", "Käse &amp; Brot", "&lt;Suppe&gt;", "Guten Appetit");
            assertThat(browser.get("/WEB-INF/templates/menu.html").statusCode()).isEqualTo(404);
        });
    }

    /** In a browser: without its scripts a page of Vaadin's is empty. What the server pushes comes by WebSocket. */
    @Test
    void vaadin(@TempDir Path profile) throws Exception {
        try (Chromium chromium = Chromium.start(profile)) {
            threeVersions("vaadin", browser -> {
                chromium.open(browser.uri("/"));
                chromium.type("#name input", "Eva");
                chromium.click("#greet");
                await().untilAsserted(() -> assertThat(chromium.text("#said")).isEqualTo("hello Eva 1"));
                chromium.click("#greet");
                await().untilAsserted(() -> assertThat(chromium.text("#said")).isEqualTo("hello Eva 2"));
                chromium.click("#later");
                await().untilAsserted(() -> assertThat(chromium.text("#pushed")).isEqualTo("pushed by the server"));
                await().untilAsserted(
                                () -> assertThat(chromium.text("vaadin-grid")).contains("square 144"));
                chromium.open(browser.uri("/second/page"));
                await().untilAsserted(() -> assertThat(chromium.text("#title")).isEqualTo("second page"));
                // A page that stays open would find its session gone.
                chromium.open(java.net.URI.create("about:blank"));
            });
        }
    }

    @Test
    void freeMarker() throws Exception {
        threeVersions("freemarker", browser -> {
            assertThat(browser.post("/letter", "to=%C3%84nne").body())
                    .contains("Dear Änne", "<p>two</p>", "<footer>included</footer>");
            assertThat(browser.get("/direct/x").statusCode()).isEqualTo(403);
        });
    }

    @Test
    void atmosphere() throws Exception {
        threeVersions("atmosphere", browser -> {
            var events = browser.later("/chat?X-Atmosphere-Transport=sse");
            List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
            events.thenAccept(answer -> answer.body().forEach(seen::add));
            await().until(events::isDone);
            await().untilAsserted(() -> {
                browser.send("POST", "/chat", "text/plain", "hello");
                assertThat(seen).anySatisfy(line -> assertThat(line).contains("said hello"));
            });
        });
    }

    @Test
    void cometd() throws Exception {
        threeVersions("cometd", browser -> {
            String hands = browser.json(
                            "/cometd/handshake",
                            "[{\"channel\":\"/meta/handshake\",\"version\":\"1.0\",\"supportedConnectionTypes\":[\"long-polling\"]}]")
                    .body();
            String client = ",\"clientId\":\"" + hands.replaceAll("(?s).*\"clientId\":\"([^\"]+)\".*", "$1") + "\"}]";
            browser.json("/cometd/", "[{\"channel\":\"/meta/subscribe\",\"subscription\":\"/strokes\"" + client);
            String connect = "[{\"channel\":\"/meta/connect\",\"connectionType\":\"long-polling\"";
            browser.json("/cometd/connect", connect + ",\"advice\":{\"timeout\":0}" + client);
            var waiting = browser.laterJson("/cometd/connect", connect + client);
            assertThat(browser.send("POST", "/strike?hour=3", "text/plain", "").statusCode())
                    .isEqualTo(204);
            assertThat(waiting.get().body()).contains("\"hour\":\"3\"");
        });
    }

    @Test
    void cxf() throws Exception {
        threeVersions("cxf", browser -> {
            assertThat(browser.get("/services/bank?wsdl").body()).contains("urn:bank", "transfer");
            assertThat(browser.send("POST", "/services/bank", "text/xml", envelope(5))
                            .body())
                    .contains("5 to Eva");
            assertThat(browser.send("POST", "/services/bank", "text/xml", envelope(0))
                            .body())
                    .contains("nothing to transfer");
            assertThat(browser.get("/services/rest/rates/EUR").body()).isEqualTo("EUR 1.25");
        });
    }

    private static String envelope(int amount) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><b:transfer xmlns:b=\"urn:bank\">"
                + "<to>Eva</to><amount>" + amount + "</amount></b:transfer></s:Body></s:Envelope>";
    }

    @Test
    void gwt() throws Exception {
        threeVersions("gwt", browser -> {
            String call = "7|0|6|" + browser.uri("/sums/")
                    + "|1|sums.Sums|sum|java.lang.String/2004016611|1 2 3|1|2|3|4|1|5|6|";
            assertThat(browser.get("/sums/rpc").statusCode()).isEqualTo(405);
            assertThat(browser.send(
                                    "POST",
                                    "/sums/rpc",
                                    "text/x-gwt-rpc; charset=utf-8",
                                    call,
                                    "X-GWT-Permutation",
                                    "1")
                            .body())
                    .startsWith("//OK")
                    .contains("\"6\"");
        });
    }
}
