package io.keelson.examples.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.embedded.EmbeddedServer;
import io.keelson.embedded.WebApp;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example on a server in the test's JVM, with a bank that answers and with one that does not. */
@Timeout(120)
class RatesIT {
    private static final String ISSUER = "https://login.example.org";

    private static EmbeddedServer server;
    private static KeyPair keys;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
        server = EmbeddedServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void deploy() {
        server.deploy(rates(server.uri("/rates/api").toString()));
    }

    /** The example as it is built, with a key of which the test has the private half. */
    private static WebApp rates(String bank) {
        String key = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getPublic().getEncoded());
        return WebApp.inCode()
                .classesIn(Path.of("target/classes"))
                .files(Path.of("src/main/webapp"))
                .file(
                        "WEB-INF/classes/META-INF/microprofile-config.properties",
                        "bank/mp-rest/url=" + bank
                                + "\nbank/mp-rest/scope=jakarta.enterprise.context.ApplicationScoped\nrates.usual=1.1\n"
                                + "mp.jwt.verify.publickey.location=META-INF/key.pem\nmp.jwt.verify.issuer=" + ISSUER
                                + "\n")
                .file(
                        "WEB-INF/classes/META-INF/key.pem",
                        "-----BEGIN PUBLIC KEY-----\n" + key + "\n-----END PUBLIC KEY-----\n")
                .at("/rates");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> put(String path, String rate, String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path))
                .header("Content-Type", "text/plain")
                .PUT(BodyPublishers.ofString(rate));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String token(String group) throws Exception {
        long now = Instant.now().getEpochSecond();
        String head = encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\"}");
        String claims = encoded("{\"iss\":\"" + ISSUER + "\",\"upn\":\"ann\",\"sub\":\"1\",\"groups\":[\"" + group
                + "\"],\"iat\":" + now + ",\"exp\":" + (now + 600) + "}");
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update((head + "." + claims).getBytes(StandardCharsets.US_ASCII));
        return head + "." + claims + "." + encoder().encodeToString(signature.sign());
    }

    private static String encoded(String json) {
        return encoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Base64.Encoder encoder() {
        return Base64.getUrlEncoder().withoutPadding();
    }

    @Test
    void theBankIsAsked() throws Exception {
        HttpResponse<String> answer = get("/rates/api/rates/USD");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"currency\":\"USD\"", "\"rate\":1.08", "\"from\":\"bank\"");
    }

    @Test
    void whatTheBankDoesNotDealInIsAbsent() throws Exception {
        HttpResponse<String> answer = get("/rates/api/rates/XYZ");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("The bank does not deal in XYZ.");
    }

    @Test
    void withoutTheBankTheUsualRateIsTold() throws Exception {
        server.deploy(rates("http://127.0.0.1:1"));

        assertThat(get("/rates/api/rates/USD").body()).contains("\"rate\":1.1", "\"from\":\"default\"");
    }

    @Test
    void clerksChangeRates() throws Exception {
        assertThat(put("/rates/api/rates/USD", "1.2", null).statusCode()).isEqualTo(401);
        assertThat(put("/rates/api/rates/USD", "1.2", token("guest")).statusCode())
                .isEqualTo(403);
        assertThat(get("/rates/api/rates/USD").body()).contains("\"rate\":1.08");
        HttpResponse<String> changed = put("/rates/api/rates/USD", "1.2", token("clerk"));
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        assertThat(changed.body()).contains("\"from\":\"ann\"");
        assertThat(get("/rates/api/rates/USD").body()).contains("\"rate\":1.2", "\"from\":\"bank\"");
    }

    @Test
    void theBankIsAmongTheChecks() throws Exception {
        HttpResponse<String> ready = get("/health/ready");

        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).contains("{\"name\":\"bank\",\"status\":\"UP\",\"data\":{\"application\":\"rates\"}}");
    }

    @Test
    void resourcesAreDescribed() throws Exception {
        assertThat(get("/openapi").body()).contains("/api/rates/{currency}:", "/api/bank/{currency}:", "url: /rates");
    }
}
