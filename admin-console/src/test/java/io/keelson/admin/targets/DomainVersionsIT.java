package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.RunningServer;
import io.keelson.admin.domain.DomainDirectory;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which version of an application the domain takes an archive for: the one that is said, else the one of its manifest. */
@Timeout(180)
class DomainVersionsIT {
    private static final String WEBLOGIC = "Weblogic-Application-Version: ";
    private static final String OWN = "Keelson-Application-Version: ";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private DomainDirectory domain;
    private RunningServer server;

    @BeforeEach
    void start() throws Exception {
        domain = DomainDirectory.create(directory.resolve("domain"));
        server = RunningServer.start(domain, Map.of());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private static Map<String, byte[]> content(String... manifest) {
        Map<String, byte[]> content = new TreeMap<>();
        content.put("META-INF/MANIFEST.MF", manifest(manifest));
        content.put("WEB-INF/web.xml", "<web-app/>".getBytes(StandardCharsets.UTF_8));
        return content;
    }

    private static byte[] manifest(String... lines) {
        return ("Manifest-Version: 1.0\r\n" + String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] packed(Map<String, byte[]> content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] war(String... manifest) throws Exception {
        return packed(content(manifest));
    }

    private static Path unpacked(Path to, Map<String, byte[]> content) throws Exception {
        for (Map.Entry<String, byte[]> each : content.entrySet()) {
            Path file = to.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        return to;
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

    private HttpResponse<String> upload(String method, String path, byte[] archive) throws Exception {
        return send(method, "domain/deployments" + path, "application/octet-stream", archive);
    }

    private HttpResponse<String> from(String method, String path, Path archive) throws Exception {
        return send(
                method,
                "domain/deployments" + path,
                "application/json",
                ("{\"path\":\"" + archive + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonObject done(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return Json.createReader(new StringReader(answer.body())).readObject();
    }

    /** Whatever retires goes at once, as nobody has a session. */
    private void awaitAlone(String name) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(send("GET", "domain/deployments/" + name, "", new byte[0])
                                .body())
                        .doesNotContain("\"other\""));
    }

    private String text() throws Exception {
        return Files.readString(domain.configuration());
    }

    @Test
    void anUploadHasTheVersionOfItsManifestUnlessAnotherIsSaid() throws Exception {
        String create = "?name=shop&targets=AdminServer";
        assertThat(done(upload("POST", create, war(WEBLOGIC + "1"))).getString("version"))
                .isEqualTo("1");
        JsonObject second = done(upload("PUT", "/shop", war(OWN + "2", WEBLOGIC + "not this")));
        assertThat(second.getString("version")).isEqualTo("2");
        assertThat(send("GET", "revisions", "", new byte[0]).body())
                .as("version 1 retired, it was not replaced")
                .contains("Version 2 of shop beside the one that is active.");
        awaitAlone("shop");

        JsonObject same = done(upload("PUT", "/shop", war(WEBLOGIC + "2", "Build: 7")));
        assertThat(same.getString("version")).isEqualTo("2");
        assertThat(same.containsKey("other"))
                .as("of the active version: in its place")
                .isFalse();

        assertThat(done(upload("PUT", "/shop?version=2.1", war(WEBLOGIC + "2"))).getString("version"))
                .as("what is said comes before the manifest")
                .isEqualTo("2.1");
        awaitAlone("shop");
        JsonObject none = done(upload("PUT", "/shop", war()));
        assertThat(none.getString("version"))
                .as("in the place of the active one")
                .isEqualTo("2.1");
        assertThat(none.containsKey("other")).isFalse();
    }

    @Test
    void aManifestThatSaysNoVersionChangesNothing() throws Exception {
        String before = text();
        HttpResponse<String> wrong = upload("POST", "?name=shop&targets=AdminServer", war(WEBLOGIC + "1/../2"));
        assertThat(wrong.statusCode()).as(wrong.body()).isEqualTo(422);
        assertThat(wrong.body()).contains("META-INF/MANIFEST.MF of shop.war says no version: '1/../2'", "--version");
        HttpResponse<String> damaged = upload(
                "POST",
                "?name=shop&targets=AdminServer",
                packed(Map.of("META-INF/MANIFEST.MF", "no manifest\r\n".getBytes(StandardCharsets.UTF_8))));
        assertThat(damaged.statusCode()).as(damaged.body()).isEqualTo(422);
        assertThat(damaged.body()).contains("META-INF/MANIFEST.MF of shop.war cannot be read");
        assertThat(text()).isEqualTo(before);
        assertThat(done(upload("POST", "?name=shop&targets=AdminServer&version=1", war(WEBLOGIC + "1/../2")))
                        .getString("version"))
                .isEqualTo("1");
    }

    @Test
    void archivesAtAPathHaveItInEachStageMode() throws Exception {
        Path file = Files.write(directory.resolve("file.war"), war(WEBLOGIC + "1"));
        assertThat(done(from("POST", "?name=file&targets=AdminServer", file)).getString("version"))
                .isEqualTo("1");
        Path tree = unpacked(directory.resolve("tree"), content(WEBLOGIC + "1"));
        assertThat(done(from("POST", "?name=tree&targets=AdminServer", tree)).getString("version"))
                .as("a directory, which is packed")
                .isEqualTo("1");

        assertThat(done(from("POST", "?name=shared&targets=AdminServer&stage-mode=nostage", tree))
                        .getString("version"))
                .isEqualTo("1");
        Path next = unpacked(directory.resolve("next"), content(WEBLOGIC + "2"));
        JsonObject moved = done(from("PUT", "/shared", next));
        assertThat(moved.getString("version"))
                .as("nobody repeats the stage mode")
                .isEqualTo("2");
        assertThat(moved.getString("path")).isEqualTo(next.toString());

        Path place = domain.server("AdminServer").resolve("stage/external/ext/file.war");
        Files.createDirectories(place.getParent());
        Files.copy(file, place);
        assertThat(done(from("POST", "?name=ext&targets=AdminServer&stage-mode=external-stage", file))
                        .getString("version"))
                .isEqualTo("1");
    }

    /** The version is that of the enterprise application; what its modules say of themselves does not count. */
    @Test
    void anEnterpriseApplicationHasItToo() throws Exception {
        Map<String, byte[]> ear = new TreeMap<>();
        ear.put("META-INF/MANIFEST.MF", manifest(WEBLOGIC + "7"));
        ear.put(
                "META-INF/application.xml",
                ("<application><module><web><web-uri>a.war</web-uri><context-root>/a</context-root></web></module>"
                                + "</application>")
                        .getBytes(StandardCharsets.UTF_8));
        ear.put("a.war", war(WEBLOGIC + "8"));
        assertThat(done(upload("POST", "?name=whole&targets=AdminServer&file=whole.ear", packed(ear)))
                        .getString("version"))
                .isEqualTo("7");
        ear.remove("a.war");
        Path tree = unpacked(directory.resolve("exploded.ear"), ear);
        unpacked(tree.resolve("a.war"), content(WEBLOGIC + "8"));
        assertThat(done(from("POST", "?name=exploded&targets=AdminServer", tree))
                        .getString("version"))
                .isEqualTo("7");
    }
}
