package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.oidc.TestProvider;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logging in to the console of a real server at a provider of OpenID Connect, beside passwords. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OidcSystemIT {
    private static final String LOGIN = "/management/v1/login";
    private static final String SECRET = TestProvider.SECRET;

    @TempDir
    static Path directory;

    private static LiveServer server;
    private static TestProvider provider;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        provider = new TestProvider();
        server = LiveServer.create(directory);
        Files.writeString(server.domain().resolve("security/oidc-secret"), SECRET);
        server.configure("""
                management:
                  oidc:
                    issuer: %s
                    label: the test's provider
                    client-id: %s
                    client-secret-file: security/oidc-secret
                    scopes: [profile]
                    timeout: 30s
                """.formatted(provider.issuer(), TestProvider.CLIENT));
        Path password = Files.writeString(directory.resolve("password"), "correct horse");
        assertThat(server.cli(
                                "user",
                                "add",
                                "root",
                                "--group",
                                "Administrators",
                                "--password-file",
                                password.toString())
                        .exit())
                .isZero();
        server.launch();
        server.awaitRunning();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        provider.close();
    }

    @BeforeEach
    void asItShouldBe() {
        provider.signer = provider::signed;
        provider.consent = true;
        provider.asksForTheUser = false;
        provider.claims.clear();
        provider.claims.putAll(Map.of("preferred_username", "ann", "groups", List.of("Operators", "staff")));
    }

    private HttpResponse<String> send(String method, URI to, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(to).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static URI at(String path) {
        return URI.create("http://" + server.address() + path);
    }

    private static URI location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(302, 303);
        return URI.create(answer.headers().firstValue("Location").orElseThrow());
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    }

    /** Goes there and comes back; what the server says to that. */
    private HttpResponse<String> throughTheProvider() throws Exception {
        HttpResponse<String> begun = send("GET", at(LOGIN + "/oidc"));
        return send("GET", location(send("GET", location(begun))), "Cookie", cookie(begun));
    }

    private void refused(String problem) throws Exception {
        HttpResponse<String> answer = throughTheProvider();
        assertThat(location(answer)).hasToString("/console/#/login?problem=" + problem);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void whoHasLoggedInThereHasTheRolesOfTheirGroups() throws Exception {
        assertThat(send("GET", at(LOGIN + "/ways")).body())
                .isEqualTo("{\"password\":true,\"oidc\":{\"label\":\"the test's provider\"}}");
        HttpResponse<String> back = throughTheProvider();
        assertThat(location(back)).hasToString("/console/");
        assertThat(back.headers().firstValue("Set-Cookie").orElseThrow())
                .startsWith("KEELSON_CONSOLE_")
                .contains("HttpOnly")
                .contains("SameSite=Strict");
        String session = cookie(back);
        HttpResponse<String> who = send("GET", at(LOGIN), "Cookie", session);
        assertThat(who.body()).contains("\"user\":\"oidc:ann\"").contains("\"roles\":[\"operator\"]");
        assertThat(send("GET", at("/management/v1/server"), "Cookie", session).statusCode())
                .isEqualTo(200);
        assertThat(send("GET", at("/management/v1/security/users"), "Cookie", session)
                        .statusCode())
                .as("no administrator")
                .isEqualTo(403);
        Matcher csrf = Pattern.compile("\"csrf\":\"([^\"]+)\"").matcher(who.body());
        assertThat(csrf.find()).isTrue();
        HttpResponse<String> out = send("DELETE", at(LOGIN), "Cookie", session, "X-Keelson-Csrf", csrf.group(1));
        assertThat(out.statusCode()).isEqualTo(200);
        assertThat(out.body()).contains(provider.issuer() + "/logout?").contains("id_token_hint=");
        assertThat(send("GET", at(LOGIN), "Cookie", session).statusCode()).isEqualTo(401);
        String audit = Files.readString(server.domain().resolve("servers/AdminServer/logs/audit.log"));
        assertThat(audit).contains("\"user\":\"oidc:ann\"");
        assertThat(server.output() + audit).doesNotContain(SECRET);
    }

    @Test
    void whatIsForgedOrForSomebodyElseLetsNobodyIn() throws Exception {
        provider.signer = (header, said) -> {
            header.put("alg", "none");
            return TestProvider.unsigned(header, said) + ".";
        };
        refused("refused");
        provider.signer = (header, said) -> TestProvider.signed(header, said, TestProvider.newKey());
        refused("refused");
        provider.signer = provider::signed;
        provider.claims.put("nonce", "of another login");
        refused("refused");
        provider.claims.remove("nonce");
        provider.claims.put("aud", "somebody else");
        refused("refused");
        provider.claims.remove("aud");
        provider.consent = false;
        refused("refused");
        provider.consent = true;
        provider.claims.put("groups", List.of("staff"));
        refused("no-role");
    }

    @Test
    void aLoginEndsInTheBrowserThatBeganItAndOnce() throws Exception {
        HttpResponse<String> begun = send("GET", at(LOGIN + "/oidc"));
        URI back = location(send("GET", location(begun)));
        assertThat(location(send("GET", back)))
                .as("a link that somebody sends to somebody else")
                .hasToString("/console/#/login?problem=forgotten");
        HttpResponse<String> other = send("GET", at(LOGIN + "/oidc"));
        assertThat(location(send("GET", back, "Cookie", cookie(other))))
                .as("another login's state")
                .hasToString("/console/#/login?problem=forgotten");
        assertThat(location(send("GET", back, "Cookie", cookie(begun)))).hasToString("/console/");
        assertThat(location(send("GET", back, "Cookie", cookie(begun))))
                .as("a second time")
                .hasToString("/console/#/login?problem=forgotten");
    }

    @Test
    @Tag("browser")
    void inABrowser() throws Exception {
        provider.asksForTheUser = true;
        try (ConsoleBrowser browser = ConsoleBrowser.start(directory, server.address())) {
            browser.open("");
            browser.awaitText("#oidc", "Log in with the test's provider");
            browser.accessible("login with a provider");
            browser.chromium().click("#oidc");
            browser.chromium().type("#user", "berta");
            browser.chromium().click("#go");
            browser.awaitText("h1", "Overview");
            browser.awaitText("header", "oidc:berta");
            browser.picture("oidc");
            browser.chromium().errors(); // the 401 before the login, and the icon that the provider has not
            browser.go("#/servers", "Servers");
            browser.awaitText("tbody", "AdminServer");
            assertThat(browser.chromium().errors()).isEqualTo("{\"value\":[]}");
        }
    }
}
