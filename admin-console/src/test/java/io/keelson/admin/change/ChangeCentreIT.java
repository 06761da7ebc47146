package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.RunningServer;
import io.keelson.admin.cli.CommandLineUser;
import io.keelson.admin.domain.DomainDirectory;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a domain of one server that runs, over REST and by the command line. */
@Timeout(120)
class ChangeCentreIT {
    private static final String PASSWORD = "a long pässword:1";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private DomainDirectory domain;
    private RunningServer server;
    private CommandLineUser cli;

    @BeforeEach
    void start() throws Exception {
        domain = DomainDirectory.create(directory.resolve("domain"));
        domain.realm().put("ann", PASSWORD.toCharArray(), List.of("Administrators"));
        domain.realm().put("max", PASSWORD.toCharArray(), List.of("Monitors"));
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

    private HttpResponse<String> ask(String authorization, String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .header("Authorization", authorization);
        if (body.isEmpty()) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ask(String method, String path, String body) throws Exception {
        return ask(domain.token().authorization(), method, path, body);
    }

    private static String ann() {
        return "Basic " + Base64.getEncoder().encodeToString(("ann:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    private JsonObject json(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = ask(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.createReader(new StringReader(answer.body())).readObject();
    }

    private String text() throws Exception {
        return Files.readString(domain.configuration());
    }

    private HttpResponse<String> ifMatch(String tag, String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .header("Authorization", domain.token().authorization())
                .header("If-Match", tag)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String tag(String path) throws Exception {
        return ask("GET", path, "").headers().firstValue("ETag").orElseThrow();
    }

    @Test
    void whatHasChangedMeanwhileIsNotChangedBlindly() throws Exception {
        String seen = tag("config?path=work-managers");
        String free = tag("edit");
        assertThat(json("GET", "edit", "").getString("tag")).isEqualTo(free);
        assertThat(ifMatch("\"another\"", "POST", "edit", "{}").statusCode()).isEqualTo(412);
        assertThat(ifMatch("nonsense", "POST", "edit", "{}").statusCode()).isEqualTo(400);
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
        assertThat(ifMatch(free, "POST", "edit", "{}").statusCode()).isEqualTo(200);
        assertThat(ifMatch(free, "DELETE", "edit", "").statusCode())
                .as("the lock is somebody's now")
                .isEqualTo(412);
        assertThat(tag("config?path=work-managers&pending=true"))
                .as("the text is the same still")
                .isEqualTo(seen);

        String value = "{\"path\":\"work-managers.fast.capacity\",\"value\":";
        HttpResponse<String> first = ifMatch(seen, "PUT", "edit/value", value + "77}");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(ifMatch(seen, "PUT", "edit/value", value + "78}").statusCode())
                .as("a second one that has not seen the first")
                .isEqualTo(412);
        assertThat(ifMatch(seen, "DELETE", "edit/value?path=work-managers.fast", "")
                        .statusCode())
                .isEqualTo(412);
        String pending = first.headers().firstValue("ETag").orElseThrow();
        assertThat(json("GET", "edit", "").getJsonArray("changes").toString())
                .contains("77")
                .doesNotContain("78");
        Files.writeString(domain.configuration(), text() + "# by hand\n");
        assertThat(ifMatch(pending, "POST", "edit/activate", "{}").statusCode())
                .as("domain.yaml was edited by hand meanwhile")
                .isEqualTo(412);
        HttpResponse<String> done =
                ifMatch("\"old\", " + tag("edit"), "POST", "edit/activate", "{\"comment\":\"seen\"}");
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(ifMatch(seen, "POST", "revisions/1/rollback", "").statusCode())
                .isEqualTo(412);
        assertThat(ifMatch("*", "POST", "revisions/1/rollback", "").statusCode())
                .isEqualTo(200);
    }

    @Test
    void secretsAreWrittenEncryptedAndNeverShown() throws Exception {
        String path = "servers.AdminServer.tls.password";
        json("POST", "edit", "");
        json(
                "PUT",
                "edit/value",
                "{\"path\":\"servers.AdminServer.tls\",\"value\":{\"password\":\"tigerlily\",\"key-store\":\"security/none.p12\"}}");
        assertThat(json("GET", "edit", "").toString()).contains("******").doesNotContain("tigerlily");
        json("POST", "edit/activate", "{}");
        assertThat(text()).contains("password: \"{aes}").doesNotContain("tigerlily");
        String shown = ask("GET", "config", "").body()
                + ask("GET", "revisions/2", "").body()
                + ask("GET", "revisions/2/diff", "").body();
        assertThat(shown).contains("******").doesNotContain("tigerlily").doesNotContain("{aes}");

        assertThat(ask("GET", "config?server=nope", "").statusCode())
                .as("a server that nobody has defined")
                .isEqualTo(404);
        assertThat(ask("GET", "config?server=AdminServer", "").statusCode()).isEqualTo(200);

        Path given = Files.writeString(directory.resolve("secret"), "edelweiss\nnot this\n");
        assertThat(cli.run("secret", "encrypt", "--file", given.toString()))
                .as(cli.err())
                .isZero();
        String written = cli.out().strip();
        assertThat(written).startsWith("{aes}").doesNotContain("edelweiss");
        assertThat(cli.run("config", "set", path, written, "--activate"))
                .as(cli.err())
                .isZero();
        assertThat(text()).as("what is encrypted already stays as it is").contains(written);
        assertThat(cli.run("config", "set", path, "{aes}" + "A".repeat(60), "--activate"))
                .isEqualTo(1);
        assertThat(cli.err()).contains("set it again").doesNotContain("AAAA");
    }

    @Test
    void secretsInPlainTextAreEncryptedWhenAsked() throws Exception {
        Files.writeString(
                domain.configuration(),
                text().replaceFirst(
                                "(?m)^ {2}AdminServer:.*$",
                                "$0\n    tls: {key-store: security/none.p12, password: tigerlily}"));
        assertThat(cli.run("secret", "encrypt", "--all")).as(cli.err()).isZero();
        assertThat(cli.out()).contains("One secret is encrypted.", "Revision 3 is in force.");
        assertThat(text()).contains("password: \"{aes}").doesNotContain("tigerlily");
        assertThat(cli.run("secret", "encrypt", "--all")).isZero();
        assertThat(cli.out()).contains("No secret is in plain text.");
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
    }

    @Test
    void usersComeInPages() throws Exception {
        assertThat(json("GET", "security/users?limit=1", "").toString())
                .contains("\"ann\"")
                .doesNotContain("\"max\"");
        assertThat(json("GET", "security/users?limit=1&after=ann", "").toString())
                .contains("\"max\"")
                .doesNotContain("\"ann\"");
        assertThat(json("GET", "security/users?after=max", "").getJsonArray("users"))
                .isEmpty();
        assertThat(ask("GET", "security/users?limit=0", "").statusCode()).isEqualTo(400);
        assertThat(ask("GET", "security/users?limit=1", "").headers().allValues("Link"))
                .containsExactly("</management/v1/security/users?limit=1&after=ann>; rel=\"next\"");
        assertThat(ask("GET", "security/users?after=ann&limit=1", "").headers().allValues("Link"))
                .as("the last page")
                .isEmpty();
    }

    @Test
    void whatIsListedIsThereByItselfToo() throws Exception {
        JsonObject listed =
                json("GET", "domain/servers", "").getJsonArray("servers").getJsonObject(0);
        assertThat(json("GET", "domain/servers/AdminServer", "")).isEqualTo(listed);
        assertThat(json("GET", "security/users/ann", ""))
                .isEqualTo(json("GET", "security/users?limit=1", "")
                        .getJsonArray("users")
                        .getJsonObject(0));
        for (String none : List.of("domain/servers/x", "domain/clusters/x", "security/users/x")) {
            assertThat(ask("GET", none, "").statusCode()).as(none).isEqualTo(404);
        }
    }

    /** Whoever follows the links sees each once, in order. */
    @Test
    void pagesLeadToTheNext() throws Exception {
        for (int i = 0; i < 4; i++) {
            json("POST", "edit", "");
            json("PUT", "edit/value", "{\"path\":\"work-managers.fast.capacity\",\"value\":" + (10 + i) + "}");
            json("POST", "edit/activate", "{}");
        }
        StringBuilder seen = new StringBuilder();
        String next = "revisions?limit=2";
        while (!next.isEmpty()) {
            HttpResponse<String> page = ask("GET", next, "");
            assertThat(page.statusCode()).as(next).isEqualTo(200);
            Pattern.compile("\"revision\":(\\d+)")
                    .matcher(page.body())
                    .results()
                    .forEach(one -> seen.append(one.group(1)).append(' '));
            next = page.headers()
                    .firstValue("Link")
                    .map(link -> link.replaceFirst("^</management/v1/(.*)>; rel=\"next\"$", "$1"))
                    .orElse("");
        }
        assertThat(seen.toString()).isEqualTo("5 4 3 2 1 ");
        for (String wrong : List.of("limit=201", "limit=0", "limit=", "after=0", "after=x", "limit=1&limit=2")) {
            assertThat(ask("GET", "revisions?" + wrong, "").statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    void aChangeIsLockedEditedValidatedActivatedAndInForce() throws Exception {
        String before = text();
        assertThat(json("GET", "domain", "").getInt("revision")).isEqualTo(1);
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
        assertThat(ask("PUT", "edit/value", "{\"path\":\"production-mode\",\"value\":true}")
                        .statusCode())
                .isEqualTo(409);

        json("POST", "edit", "");
        json("PUT", "edit/value", "{\"path\":\"work-managers.fast.capacity\",\"value\":77}");
        JsonObject session = json("PUT", "edit/value", "{\"path\":\"production-mode\",\"value\":\"true\"}");
        assertThat(session.getJsonArray("changes").toString())
                .contains("{\"path\":\"work-managers.fast.capacity\",\"after\":77,\"change\":\"LIVE\"}")
                .contains("\"production-mode\"");
        assertThat(session.getJsonArray("restart").toString())
                .isEqualTo("[{\"server\":\"AdminServer\",\"paths\":[\"production-mode\"]}]");
        assertThat(text()).as("nothing is in force before it is activated").isEqualTo(before);
        JsonObject pending = json("GET", "config?path=production-mode&pending=true", "");
        assertThat(pending.getBoolean("effective")).isTrue();
        assertThat(json("GET", "config?path=production-mode", "").getBoolean("effective"))
                .isFalse();

        JsonObject done = json("POST", "edit/activate", "{\"comment\":\"faster\"}");
        assertThat(done.getInt("revision")).isEqualTo(2);
        assertThat(done.getJsonArray("servers").toString())
                .isEqualTo(
                        "[{\"server\":\"AdminServer\",\"result\":\"restart-needed\",\"paths\":[\"production-mode\"]}]");
        assertThat(text()).contains("production-mode: true", "    capacity: 77").startsWith(before.substring(0, 80));
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
        JsonObject revision = json("GET", "revisions/2", "");
        assertThat(revision.getString("author")).isEqualTo("management");
        assertThat(revision.getString("comment")).isEqualTo("faster");
        assertThat(revision.getString("text")).isEqualTo(text());
        assertThat(ask("GET", "revisions/2/diff", "").body())
                .contains("\n+production-mode: true\n", "+    capacity: 77\n");
        assertThat(json("GET", "domain/servers", "").toString())
                .contains("\"revision\":2", "\"restart-needed\":[\"production-mode\"]");

        String inForce = "server/configuration?path=";
        assertThat(json("GET", inForce + "production-mode", "").getBoolean("in-force"))
                .as("before the restart")
                .isFalse();
        assertThat(json("GET", inForce + "work-managers.fast.capacity", "").getInt("in-force"))
                .isEqualTo(77);
        assertThat(ask("GET", inForce + "no-such", "").statusCode()).isEqualTo(404);
        assertThat(ask("GET", inForce + "a..b", "").statusCode()).isEqualTo(400);

        restart();
        assertThat(json("GET", inForce + "production-mode", "").getBoolean("in-force"))
                .isTrue();
        assertThat(json("GET", "server/activation", "").toString()).isEqualTo("{\"revision\":2,\"restart-needed\":[]}");
        assertThat(json("GET", "domain", "").getInt("revision")).isEqualTo(2);
    }

    @Test
    void whatIsWrongIsRefusedAndChangesNothing() throws Exception {
        String before = text();
        json("POST", "edit", "");
        assertThat(ask("PUT", "edit/value", "{\"path\":\"servers.AdminServer.listen-port\",\"value\":\"many\"}")
                        .body())
                .contains("expected a whole number");
        assertThat(ask("PUT", "edit/value", "{\"path\":\"servers.AdminServer.no-such\",\"value\":1}")
                        .body())
                .contains("no such setting");
        json("PUT", "edit/value", "{\"path\":\"admin-server\",\"value\":\"Nobody\"}");
        JsonObject session = json("POST", "edit/validate", "");
        assertThat(session.getJsonArray("problems").toString()).contains("\"path\":\"admin-server\"");
        assertThat(ask("POST", "edit/activate", "{\"comment\":5}").statusCode()).isEqualTo(400);
        HttpResponse<String> refused = ask("POST", "edit/activate", "{\"comment\":\"\"}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("Nobody");
        assertThat(text()).isEqualTo(before);
        assertThat(json("GET", "domain", "").getInt("revision")).isEqualTo(1);
        assertThat(json("GET", "edit", "").getBoolean("locked")).isTrue();
        json("DELETE", "edit", "");
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
    }

    @Test
    void theSecondEditorIsToldAndMayForce() throws Exception {
        json("POST", "edit", "");
        HttpResponse<String> told = ask(ann(), "POST", "edit", "");
        assertThat(told.statusCode()).isEqualTo(409);
        assertThat(told.body()).contains("management is changing the configuration since");
        assertThat(ask(ann(), "POST", "edit?force=true", "").statusCode()).isEqualTo(200);
        HttpResponse<String> lost = ask("PUT", "edit/value", "{\"path\":\"name\",\"value\":\"other\"}");
        assertThat(lost.statusCode()).isEqualTo(409);
        assertThat(lost.body()).contains("ann is changing");
    }

    @Test
    void theSameChangeByRestCommandLineAndFileGivesTheSameText() throws Exception {
        String before = text();
        json("POST", "edit", "");
        json("PUT", "edit/value", "{\"path\":\"work-managers.fast.capacity\",\"value\":12}");
        json("POST", "edit/activate", "{\"comment\":\"\"}");
        String byRest = text();
        assertThat(json("POST", "revisions/1/rollback", "").getInt("revision")).isEqualTo(3);
        assertThat(text()).isEqualTo(before);

        assertThat(cli.run("config", "set", "work-managers.fast.capacity", "12", "--activate"))
                .as(cli.err())
                .isZero();
        assertThat(cli.out()).contains("Revision 4 is in force.", "AdminServer  applied");
        assertThat(text()).isEqualTo(byRest);
        assertThat(cli.run("config", "rollback", "1")).isZero();

        Files.writeString(domain.configuration(), byRest);
        assertThat(cli.run("config", "lock")).as(cli.err()).isZero();
        JsonObject revision = json("GET", "revisions/6", "");
        assertThat(revision.getString("author")).isEqualTo("domain.yaml");
        assertThat(revision.getString("text")).isEqualTo(byRest);
        assertThat(cli.run("config", "history")).isZero();
        assertThat(cli.out().lines().count()).isEqualTo(6);
    }

    @Test
    void anEditByHandThatIsWrongIsNamedAndOneBetweenRunsBecomesARevision() throws Exception {
        Files.writeString(domain.configuration(), text() + "\nno-such-key: 1\n");
        HttpResponse<String> refused = ask("POST", "edit", "");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("edited by hand", "no-such-key");
        Files.writeString(domain.configuration(), text().replace("no-such-key: 1", "work-managers: {late: {}}"));
        restart();
        assertThat(json("GET", "revisions/2", "").getString("comment")).isEqualTo("domain.yaml was edited by hand.");
    }

    @Test
    void anEditByHandDuringASessionIsKeptBesideTheSession() throws Exception {
        json("POST", "edit", "");
        json("PUT", "edit/value", "{\"path\":\"work-managers.mine.capacity\",\"value\":5}");
        Files.writeString(domain.configuration(), "# by hand\n" + text());
        assertThat(json("POST", "edit/activate", "{\"comment\":\"\"}").getInt("revision"))
                .isEqualTo(3);
        assertThat(text()).startsWith("# by hand\n").contains("mine:");
    }

    @Test
    void theCommandLineTriesWithoutChangingAndSaysWhatIsWrong() throws Exception {
        assertThat(cli.run("config", "set", "production-mode", "true", "--dry-run"))
                .as(cli.err())
                .isZero();
        assertThat(cli.out()).contains("production-mode", "Needs a restart of AdminServer: production-mode");
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
        assertThat(cli.run("config", "set", "servers.AdminServer.listen-port", "x"))
                .isEqualTo(1);
        assertThat(cli.err()).contains("expected a whole number");
        assertThat(json("GET", "edit", "").getBoolean("locked")).isFalse();
        assertThat(cli.run("config", "activate")).isEqualTo(1);
        assertThat(cli.run("config", "get", "servers.AdminServer.graceful-shutdown-timeout"))
                .isZero();
        assertThat(cli.out().strip()).isEqualTo("30s");
        assertThat(cli.run("config", "show", "1", "--text")).isZero();
        assertThat(cli.out().strip()).isEqualTo(text().strip());
        assertThat(cli.run("config", "show", "99")).isEqualTo(1);
    }

    @Test
    void requestsAreHandedOnToAServerForTheSameCaller() throws Exception {
        assertThat(json("GET", "servers/AdminServer/server", "").getString("name"))
                .isEqualTo("AdminServer");
        String max =
                "Basic " + Base64.getEncoder().encodeToString(("max:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        assertThat(ask(max, "GET", "servers/AdminServer/server", "").statusCode())
                .isEqualTo(200);
        assertThat(ask(max, "POST", "servers/AdminServer/server/shutdown", "").statusCode())
                .isEqualTo(403);
        assertThat(ask("GET", "servers/Nobody/server", "").statusCode()).isEqualTo(404);
        assertThat(ask("PUT", "servers/AdminServer/server/shutdown", "")
                        .headers()
                        .firstValue("Allow"))
                .isEqualTo(ask("PUT", "server/shutdown", "").headers().firstValue("Allow"))
                .isPresent();
        HttpResponse<String> page = ask("GET", "servers/AdminServer/security/users?limit=1", "");
        assertThat(page.headers().firstValue("Link").orElse("there is none"))
                .startsWith("</management/v1/servers/AdminServer/security/users?limit=1&after=")
                .endsWith(">; rel=\"next\"");
        String etag = ask("GET", "servers/AdminServer/edit", "")
                .headers()
                .firstValue("ETag")
                .orElse("there is none");
        assertThat(etag).startsWith("\"");
    }

    @Test
    void theModelSaysWhatFormsNeed() throws Exception {
        assertThat(json("GET", "model", "").getJsonArray("sections").toString())
                .contains(
                        "\"path\":\"servers.*\"",
                        "\"name\":\"listen-port\",\"type\":\"integer\"",
                        "\"change\":\"LIVE\"");
    }
}
