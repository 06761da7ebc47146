package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.RunningServer;
import io.keelson.admin.cli.CommandLineUser;
import io.keelson.admin.domain.DomainDirectory;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications of a domain of one server, over REST and by the command line. */
@Timeout(180)
class DomainDeploymentIT {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private DomainDirectory domain;
    private RunningServer server;
    private CommandLineUser cli;

    @BeforeEach
    void start() throws Exception {
        domain = DomainDirectory.create(directory.resolve("domain"));
        server = RunningServer.start(domain, Map.of());
        cli = new CommandLineUser(domain.path());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private void restart() throws Exception {
        server.close();
        server = RunningServer.start(domain, Map.of());
    }

    private static byte[] war(String content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write("<web-app/>".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private HttpResponse<String> send(String method, String path, String type, byte[] body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .header("Authorization", domain.token().authorization());
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        request.method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        return send(method, path, "", new byte[0]);
    }

    private JsonObject json(String path) throws Exception {
        HttpResponse<String> answer = send("GET", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.createReader(new StringReader(answer.body())).readObject();
    }

    private HttpResponse<String> create(String name, String query, byte[] war) throws Exception {
        return send(
                "POST",
                "domain/deployments?name=" + name + "&targets=AdminServer" + query,
                "application/octet-stream",
                war);
    }

    private String text() throws Exception {
        return Files.readString(domain.configuration());
    }

    private String served(String name) throws Exception {
        Path content = domain.server("AdminServer").resolve("deployments/content/" + name);
        try (var versions = Files.list(content)) {
            return Files.readString(versions.findFirst().orElseThrow().resolve("index.html"));
        }
    }

    private static byte[] zip(Map<String, byte[]> files) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue());
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void clientModulesAreListedForTheDomain() throws Exception {
        byte[] client = zip(
                Map.of("META-INF/application-client.xml", "<application-client/>".getBytes(StandardCharsets.UTF_8)));
        String modules =
                "<application><module><web><web-uri>web.war</web-uri><context-root>/shop</context-root></web></module>"
                        + "<module><java>till.jar</java></module><module><java>desk.jar</java></module></application>";
        byte[] ear = zip(Map.of(
                "META-INF/application.xml",
                modules.getBytes(StandardCharsets.UTF_8),
                "web.war",
                war("shop"),
                "till.jar",
                client,
                "desk.jar",
                client));

        HttpResponse<String> made = create("shop", "&file=shop.ear", ear);

        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        JsonObject here =
                json("domain/deployments/shop").getJsonArray("servers").getJsonObject(0);
        assertThat(here.getJsonArray("clients").toString()).isEqualTo("[\"till\",\"desk\"]");
        assertThat(json("domain/deployments").toString()).contains("\"clients\":[\"till\",\"desk\"]");
        assertThat(cli.run("deployments", "list")).isZero();
        assertThat(cli.out()).contains("AdminServer  RUNNING", ", with the application clients till, desk");
        assertThat(cli.run("deployments", "show", "shop")).isZero();
        assertThat(cli.out()).contains(", with the application clients till, desk");
    }

    @Test
    void anApplicationIsDeployedReplacedStoppedStartedAndRemoved() throws Exception {
        String before = text();
        HttpResponse<String> made = create("shop", "&file=shop-1.war&context-root=/s", war("one"));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(made.headers().firstValue("Location")).hasValue("/management/v1/domain/deployments/shop");
        JsonObject shop = json("domain/deployments/shop");
        assertThat(shop.getString("archive")).isEqualTo("shop-1.war");
        assertThat(shop.getString("stage-mode")).isEqualTo("stage");
        assertThat(shop.getString("state")).isEqualTo("running");
        assertThat(shop.getJsonArray("servers").toString())
                .isEqualTo("[{\"server\":\"AdminServer\",\"state\":\"RUNNING\",\"context-root\":\"/s\"}]");
        assertThat(text()).contains("applications:", "  shop:", "archive: shop-1.war", shop.getString("digest"));
        assertThat(served("shop")).isEqualTo("one");
        assertThat(json("domain").getInt("revision")).isEqualTo(2);

        assertThat(create("shop", "", war("two")).statusCode()).as("taken").isEqualTo(409);
        assertThat(served("shop")).isEqualTo("one");
        HttpResponse<String> replaced =
                send("PUT", "domain/deployments/shop?file=shop-2.war", "application/octet-stream", war("two"));
        assertThat(replaced.statusCode()).as(replaced.body()).isEqualTo(200);
        assertThat(replaced.body()).contains("\"context-root\":\"/s\"", "shop-2.war");
        assertThat(served("shop")).isEqualTo("two");

        assertThat(send("POST", "domain/deployments/shop/stop").body()).contains("\"state\":\"STOPPED\"");
        assertThat(json("deployments/shop").getString("state")).isEqualTo("STOPPED");
        assertThat(text()).contains("state: stopped");
        restart();
        assertThat(json("deployments/shop").getString("state")).isEqualTo("STOPPED");
        assertThat(send("POST", "domain/deployments/shop/start").body()).contains("\"state\":\"RUNNING\"");
        restart();
        assertThat(json("deployments/shop").getString("state")).isEqualTo("RUNNING");
        assertThat(served("shop")).isEqualTo("two");

        assertThat(send("DELETE", "domain/deployments/shop").statusCode()).isEqualTo(204);
        assertThat(send("GET", "domain/deployments/shop").statusCode()).isEqualTo(404);
        assertThat(send("GET", "deployments/shop").statusCode()).isEqualTo(404);
        assertThat(text()).as("nothing of it is left").isEqualTo(before);
        assertThat(json("revisions").toString())
                .contains("Deployed shop to AdminServer.", "Redeployed shop", "Stopped shop.", "Undeployed shop.");
    }

    private static byte[] together(String plan, byte[] war) {
        byte[] first = plan.getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(first, first.length + war.length);
        System.arraycopy(war, 0, both, first.length, war.length);
        return both;
    }

    @Test
    void aPlanIsAPartOfTheRevision() throws Exception {
        // This server has no reader of descriptors but that of the EAR: what nobody reads is refused, and nothing has
        // changed.
        String plan = "WEB-INF/web.xml:\n  context-param[param-name=a]/param-value: b\n";
        String before = text();
        HttpResponse<String> refused = create("shop", "&plan-length=" + plan.length(), together(plan, war("one")));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("plan.yaml:2:3: WEB-INF/web.xml context-param[param-name=a]/param-value");
        HttpResponse<String> wrong = create("shop", "&plan-length=9", together("a: [b, c]", war("one")));
        assertThat(wrong.statusCode()).as(wrong.body()).isEqualTo(422);
        assertThat(wrong.body()).contains("plan.yaml:1:4: expected the descriptors of module 'a'");
        assertThat(create("shop", "&plan-length=x", war("one")).statusCode()).isEqualTo(400);
        assertThat(text()).isEqualTo(before);

        String named = "META-INF/application.xml:\n  module/web[web-uri=shop.war]/context-root: /";
        HttpResponse<String> made = create(
                "all",
                "&file=all.ear&plan-length=" + (named + "one").length(),
                together(named + "one", ear(war("one"))));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(made.body())
                .contains(
                        "\"context-root\":\"/one\"",
                        "\"plan-changes\":[{\"descriptor\":\"META-INF/application.xml\",\"path\":"
                                + "\"module/web[web-uri=shop.war]/context-root\",\"after\":\"/one\",\"place\":\"plan.yaml:2:3\"}]");
        assertThat(json("domain/deployments").toString())
                .contains("\"planned\":true")
                .doesNotContain("web-uri");
        restart();
        assertThat(json("deployments/all").getString("context-root")).isEqualTo("/one");

        Path file = Files.writeString(directory.resolve("plan.yaml"), named + "two\n");
        assertThat(says("redeploy", "all", "--plan", file.toString()))
                .contains("AdminServer  RUNNING at /two", "(nothing) -> /two  (plan.yaml:2:3)");
        assertThat(json("domain/deployments/all").getString("plan")).isEqualTo(named + "two\n");
        assertThat(says("deployments", "show", "all")).contains("(nothing) -> /two");
        // A new archive keeps the plan, and a rollback brings the plan of then.
        Path again = Files.write(directory.resolve("all.ear"), ear(war("again")));
        assertThat(says("redeploy", "all", again.toString())).contains("RUNNING at /two");
        int revision = json("domain").getInt("revision");
        assertThat(send("POST", "revisions/" + (revision - 2) + "/rollback").statusCode())
                .isEqualTo(200);
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(json("domain/deployments/all").toString())
                        .contains("\"state\":\"RUNNING\",\"context-root\":\"/one\""));
        assertThat(says("redeploy", "all", "--no-plan")).contains("RUNNING at /shop");
        assertThat(text()).doesNotContain("plan");
    }

    @Test
    void aServersOwnApplicationHasAPlanToo() throws Exception {
        Path ear = Files.write(directory.resolve("own.ear"), ear(war("one")));
        Path plan = Files.writeString(
                directory.resolve("own.yaml"), "META-INF/application.xml:\n  module/web/context-root: /own\n");
        assertThat(says("deploy", ear.toString(), "--plan", plan.toString()))
                .contains("at /own", "META-INF/application.xml module/web/context-root: (nothing) -> /own");
        assertThat(says("redeploy", "own")).contains("at /own");
        assertThat(says("deployments", "show", "own")).contains("(nothing) -> /own");
        assertThat(cli.run("deploy", ear.toString(), "--plan", plan.toString(), "--no-plan"))
                .isEqualTo(2);
        assertThat(says("redeploy", "own", "--no-plan")).contains("at /shop");
    }

    private String says(String... words) {
        assertThat(cli.run(words)).as(cli.err()).isZero();
        return cli.out();
    }

    private static byte[] ear(byte[] war) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("shop.war"));
            zip.write(war);
        }
        return bytes.toByteArray();
    }

    @Test
    void whatIsRefusedChangesNothing() throws Exception {
        String before = text();
        HttpResponse<String> unknown =
                send("POST", "domain/deployments?name=shop&targets=nowhere", "application/octet-stream", war("one"));
        assertThat(unknown.statusCode()).as(unknown.body()).isEqualTo(422);
        assertThat(unknown.body()).contains("there is no server or cluster 'nowhere'");
        HttpResponse<String> broken = create("shop", "", "no archive at all".getBytes(StandardCharsets.UTF_8));
        assertThat(broken.statusCode()).as(broken.body()).isEqualTo(409);
        assertThat(broken.body()).contains("nothing was changed anywhere", "AdminServer: ");
        assertThat(create("shop", "&stage-mode=nostage", war("one")).statusCode())
                .isEqualTo(400);
        assertThat(create("sh%2Fop", "", war("one")).statusCode()).isEqualTo(400);
        assertThat(create("shop", "&stage-mode=elsewhere", war("one")).statusCode())
                .isEqualTo(400);
        assertThat(create("shop", "&file=..%2Fx.war", war("one")).statusCode()).isEqualTo(400);
        assertThat(send("PUT", "domain/deployments/shop", "application/octet-stream", war("one"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(send("POST", "domain/deployments/shop/start").statusCode()).isEqualTo(404);
        assertThat(send("DELETE", "domain/deployments/shop").statusCode()).isEqualTo(404);
        assertThat(text()).isEqualTo(before);
        assertThat(json("domain").getInt("revision")).isEqualTo(1);
        assertThat(json("deployments").getJsonArray("deployments")).isEmpty();
    }

    /** Kept first and refused then it would be in the way of whatever else is done with the application. */
    @Test
    void aVersionForARollingRedeploymentThatCannotBeginIsNotKept() throws Exception {
        assertThat(create("shop", "", war("first")).statusCode()).isEqualTo(201);
        String before = text();
        byte[] large = new byte[8 * 1024 * 1024];
        HttpResponse<String> answer =
                send("PUT", "domain/deployments/shop?rolling=true", "application/octet-stream", large);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(answer.body()).contains("single cluster", "without 'rolling'");
        assertThat(text()).isEqualTo(before);
        Path file = Files.write(directory.resolve("shop.war"), war("second"));
        assertThat(cli.run("redeploy", "shop", file.toString(), "--rolling")).isNotZero();
        assertThat(text()).isEqualTo(before);
        assertThat(send("PUT", "domain/deployments/shop", "application/octet-stream", war("second"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aServersOwnApplicationsAndTheDomainsKeepApart() throws Exception {
        assertThat(send("PUT", "deployments/own", "application/octet-stream", war("own"))
                        .statusCode())
                .isEqualTo(201);
        HttpResponse<String> taken = create("own", "", war("one"));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(409);
        assertThat(taken.body()).contains("has an application of its own called 'own'");
        assertThat(served("own")).isEqualTo("own");

        assertThat(create("shop", "", war("one")).statusCode()).isEqualTo(201);
        for (HttpResponse<String> refused : List.of(
                send("PUT", "deployments/shop", "application/octet-stream", war("mine")),
                send("DELETE", "deployments/shop"),
                send("POST", "deployments/shop/redeploy"))) {
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
            assertThat(refused.body()).contains("is deployed by the domain");
        }
        assertThat(served("shop")).isEqualTo("one");
    }

    @Test
    void anUploadThatBreaksOffLeavesNothing() throws Exception {
        String address = server.address();
        String host = address.substring(0, address.lastIndexOf(':'));
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        Path archives = domain.path().resolve("config/archives");
        try (Socket socket = new Socket(host, port)) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ("POST /management/v1/domain/deployments?name=shop&targets=AdminServer HTTP/1.1\r\nHost: " + address
                                    + "\r\nAuthorization: " + domain.token().authorization()
                                    + "\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            out.write(new byte[200_000]);
            out.flush();
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                JsonObject shop = json("domain/deployments/shop");
                JsonObject operation = shop.getJsonObject("operation");
                assertThat(operation.getString("step")).isEqualTo("receiving");
                assertThat(operation.getInt("of")).isEqualTo(1_000_000);
                assertThat(operation.getInt("bytes")).isGreaterThan(100_000);
            });
            assertThat(create("shop", "", war("one")).statusCode())
                    .as("one operation at a time")
                    .isEqualTo(409);
        }
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(send("GET", "domain/deployments/shop").statusCode())
                                .isEqualTo(404));
        assertThat(archives).isEmptyDirectory();
        assertThat(create("shop", "", war("one")).statusCode()).isEqualTo(201);
    }

    private Path exploded(String name, String content) throws Exception {
        Path exploded = directory.resolve(name);
        Files.createDirectories(exploded.resolve("WEB-INF/classes"));
        Files.writeString(exploded.resolve("WEB-INF/web.xml"), "<web-app/>");
        Files.writeString(exploded.resolve("index.html"), content);
        return exploded;
    }

    @Test
    void aDirectoryIsPackedForItsTargets() throws Exception {
        Path exploded = exploded("tree", "one");
        byte[] path = ("{\"path\":\"" + exploded + "\"}").getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> made =
                send("POST", "domain/deployments?name=tree&targets=AdminServer", "application/json", path);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(made.body()).contains("\"archive\":\"tree\"", "RUNNING");
        assertThat(served("tree")).isEqualTo("one");
        assertThat(text()).doesNotContain("path: ");
        String digest = json("domain/deployments/tree").getString("digest");
        Path archive = domain.path().resolve("config/archives").resolve(digest).resolve("tree");
        assertThat(archive).isRegularFile();
        Files.writeString(exploded.resolve("index.html"), "two");
        assertThat(served("tree")).as("what was deployed is another copy").isEqualTo("one");
        assertThat(send("PUT", "domain/deployments/tree", "application/json", path)
                        .statusCode())
                .isEqualTo(200);
        assertThat(served("tree")).isEqualTo("two");

        Path large = exploded("large", "large");
        byte[] noise = new byte[3 * 1024 * 1024];
        new java.util.Random(1).nextBytes(noise);
        Files.write(large.resolve("noise"), noise);
        server.close();
        Files.writeString(domain.configuration(), text() + "\nmanagement:\n  upload-maximum-size: 1MiB\n");
        server = RunningServer.start(domain, Map.of());
        byte[] other = ("{\"path\":\"" + large + "\"}").getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> refused =
                send("POST", "domain/deployments?name=large&targets=AdminServer", "application/json", other);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(413);
        byte[] nothing = ("{\"path\":\"" + directory.resolve("none") + "\"}").getBytes(StandardCharsets.UTF_8);
        assertThat(send("POST", "domain/deployments?name=none&targets=AdminServer", "application/json", nothing)
                        .statusCode())
                .isEqualTo(400);
    }

    /** As on one server: from its place, which nobody deletes. */
    @Test
    void withNostageADirectoryRunsWhereItIs() throws Exception {
        Path exploded = exploded("shared", "one");
        byte[] path = ("{\"path\":\"" + exploded + "\"}").getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> made = send(
                "POST",
                "domain/deployments?name=shared&targets=AdminServer&stage-mode=nostage",
                "application/json",
                path);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(made.body()).contains("RUNNING");
        assertThat(text()).contains("path: ");
        assertThat(domain.server("AdminServer").resolve("deployments/content/shared"))
                .doesNotExist();
        restart();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(json("domain/deployments/shared").toString()).contains("RUNNING"));
        Path place = domain.server("AdminServer").resolve("stage/external/ext/ext");
        Files.createDirectories(place);
        byte[] other = ("{\"path\":\"" + exploded("ext", "two") + "\"}").getBytes(StandardCharsets.UTF_8);
        String external = "domain/deployments?name=ext&targets=AdminServer&stage-mode=external-stage";
        assertThat(send("POST", external, "application/json", other).body()).contains("is another one");
        Files.createDirectories(place.resolve("WEB-INF/classes"));
        Files.writeString(place.resolve("WEB-INF/web.xml"), "<web-app/>");
        Files.writeString(place.resolve("index.html"), "two");
        HttpResponse<String> staged = send("POST", external, "application/json", other);
        assertThat(staged.statusCode()).as(staged.body()).isEqualTo(201);
        for (String name : List.of("shared", "ext")) {
            assertThat(send("DELETE", "domain/deployments/" + name).statusCode())
                    .isEqualTo(204);
        }
        assertThat(exploded.resolve("index.html")).hasContent("one");
        assertThat(place.resolve("index.html")).hasContent("two");
    }

    @Test
    void theOtherStageModesReadTheArchiveWhereItIs() throws Exception {
        Path shared = Files.write(directory.resolve("shared.war"), war("shared"));
        byte[] path = ("{\"path\":\"" + shared + "\"}").getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> made = send(
                "POST",
                "domain/deployments?name=shared&targets=AdminServer&stage-mode=nostage",
                "application/json",
                path);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(served("shared")).isEqualTo("shared");
        assertThat(text()).contains("stage-mode: nostage", "path: ");
        Files.write(shared, war("changed"));
        assertThat(send("PUT", "domain/deployments/shared?stage-mode=nostage", "application/json", path)
                        .statusCode())
                .isEqualTo(200);
        assertThat(served("shared")).isEqualTo("changed");

        HttpResponse<String> missing = create("ext", "&stage-mode=external-stage&file=ext.war", war("ext"));
        assertThat(missing.statusCode()).as(missing.body()).isEqualTo(409);
        Path place = domain.server("AdminServer").resolve("stage/external/ext/ext.war");
        assertThat(missing.body()).contains(place + " of application 'ext' is not there");
        Files.createDirectories(place.getParent());
        Files.write(place, war("other"));
        assertThat(create("ext", "&stage-mode=external-stage&file=ext.war", war("ext"))
                        .body())
                .contains("is another one than what is deployed");
        Files.write(place, war("ext"));
        // A zip holds the time of its entries: the very bytes are sent.
        assertThat(create("ext", "&stage-mode=external-stage&file=ext.war", Files.readAllBytes(place))
                        .statusCode())
                .isEqualTo(201);
        assertThat(served("ext")).isEqualTo("ext");
    }

    @Test
    void aRollbackBringsTheArchiveBackAndAnEditSessionGoesOn() throws Exception {
        create("shop", "", war("one"));
        assertThat(send("POST", "edit", "application/json", "{}".getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(200);
        send(
                "PUT",
                "edit/value",
                "application/json",
                "{\"path\":\"work-managers.fast.capacity\",\"value\":77}".getBytes(StandardCharsets.UTF_8));
        assertThat(send("PUT", "domain/deployments/shop", "application/octet-stream", war("two"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(json("edit").getJsonArray("changes").toString()).contains("work-managers.fast.capacity");
        assertThat(text()).doesNotContain("capacity: 77");
        assertThat(send("POST", "edit/activate", "application/json", "{}".getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(200);
        assertThat(served("shop")).isEqualTo("two");
        assertThat(send("POST", "revisions/2/rollback").statusCode()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(served("shop")).isEqualTo("one"));
    }

    private HttpResponse<byte[]> archive(String digest, String range) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://" + server.address() + "/management/v1/domain/archives/"
                                + digest + "?file=shop.war"))
                        .header("Authorization", domain.token().authorization())
                        .header("Range", range)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void aTransferGoesOnWhereItBrokeOff() throws Exception {
        byte[] war = war("one");
        assertThat(create("shop", "&file=shop.war", war).statusCode()).isEqualTo(201);
        String digest = json("domain/deployments/shop").getString("digest");
        HttpResponse<byte[]> rest = archive(digest, "bytes=10-");
        assertThat(rest.statusCode()).isEqualTo(206);
        assertThat(rest.headers().firstValue("Content-Range"))
                .hasValue("bytes 10-" + (war.length - 1) + "/" + war.length);
        assertThat(rest.body()).isEqualTo(Arrays.copyOfRange(war, 10, war.length));
        assertThat(archive(digest, "lines=1-").body()).isEqualTo(war);
        assertThat(archive(digest, "bytes=" + war.length + "-").statusCode()).isEqualTo(416);
        assertThat(archive("0".repeat(64), "").statusCode()).isEqualTo(404);

        // What the server has of it is a part, more than it, and no part of it.
        for (byte[] there : List.of(Arrays.copyOf(war, 20), Arrays.copyOf(war, war.length + 5), new byte[20])) {
            assertThat(send("DELETE", "domain/deployments/shop").statusCode()).isEqualTo(204);
            Path place = domain.server("AdminServer").resolve("stage/fetched/" + digest);
            Files.deleteIfExists(place.resolve("shop.war"));
            Files.write(place.resolve("shop.war.part"), there);
            HttpResponse<String> again = create("shop", "&file=shop.war", war);
            assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
            assertThat(place.resolve("shop.war")).hasBinaryContent(war);
            assertThat(place.resolve("shop.war.part")).doesNotExist();
        }
    }

    @Test
    void deploymentsOfDifferentApplicationsWaitForOneAnother() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "shop-" + i;
            answers.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return create(name, "", war(name));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get(90, TimeUnit.SECONDS).statusCode())
                    .as(answer.join().body())
                    .isEqualTo(201);
        }
        for (int i = 0; i < 5; i++) {
            assertThat(served("shop-" + i)).isEqualTo("shop-" + i);
        }
        assertThat(json("domain").getInt("revision")).isEqualTo(6);
    }

    @Test
    void byTheCommandLine() throws Exception {
        Path archive = Files.write(directory.resolve("shop.war"), war("one"));
        assertThat(cli.run("deployments", "list")).isZero();
        assertThat(cli.out()).contains("The domain has no applications");
        assertThat(cli.run("deploy", archive.toString(), "--target", "AdminServer", "--context-root", "/s"))
                .as(cli.err())
                .isZero();
        assertThat(cli.out()).contains("Application shop is on AdminServer.", "AdminServer  RUNNING at /s");
        assertThat(cli.run("deployments", "stop", "shop")).isZero();
        assertThat(cli.out()).contains("AdminServer  STOPPED");
        assertThat(cli.run("deployments", "start", "shop")).isZero();
        assertThat(cli.run("redeploy", "shop")).isEqualTo(2);
        Files.write(archive, war("two"));
        assertThat(cli.run("redeploy", "shop", archive.toString()))
                .as(cli.err())
                .isZero();
        assertThat(served("shop")).isEqualTo("two");
        assertThat(cli.run("deployments", "show", "shop", "--json")).isZero();
        assertThat(cli.out()).contains("\"targets\":[\"AdminServer\"]");
        assertThat(cli.run("deploy", archive.toString(), "--target", "nowhere", "--name", "other"))
                .isEqualTo(1);
        assertThat(cli.err()).contains("there is no server or cluster 'nowhere'");
        assertThat(cli.run("deploy", archive.toString(), "--target", "AdminServer", "--server", "AdminServer"))
                .isEqualTo(2);
        Path exploded = exploded("tree", "from a tree");
        assertThat(cli.run("deploy", exploded.toString(), "--target", "AdminServer"))
                .as(cli.err())
                .isZero();
        assertThat(served("tree")).isEqualTo("from a tree");
        Files.writeString(exploded.resolve("index.html"), "changed");
        assertThat(cli.run("redeploy", "tree", exploded.toString()))
                .as(cli.err())
                .isZero();
        assertThat(served("tree")).isEqualTo("changed");
        assertThat(cli.run("undeploy", "tree")).as(cli.err()).isZero();
        assertThat(exploded.resolve("index.html")).exists();
        assertThat(cli.run("undeploy", "shop")).as(cli.err()).isZero();
        assertThat(cli.run("deployments", "list")).isZero();
        assertThat(cli.out()).contains("The domain has no applications");
    }
}
