package io.keelson.ee.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.keelson.deploy.Deployer;
import io.keelson.ee.security.club.Callback;
import io.keelson.ee.security.club.Entrance;
import io.keelson.ee.security.club.Login;
import io.keelson.ee.security.club.Members;
import io.keelson.ee.security.club.Settings;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Logins by OpenID Connect, at a provider that speaks the protocol, on a whole server. */
@Timeout(300)
class OpenIdIT {
    @TempDir
    static Path directory;

    private static TestServer server;

    private OpenIdProvider provider;
    private final CookieManager cookies = new CookieManager();
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(cookies).build();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void deploy() throws Exception {
        provider = new OpenIdProvider();
        System.setProperty(Settings.PROVIDER, provider.uri());
        TestArchive war =
                new TestArchive().classes(Login.class, Settings.class, Members.class, Callback.class, Entrance.class);
        server.service(Deployer.class).deploy("club", war.write(directory.resolve("club.war")), null);
    }

    @AfterEach
    void undeploy() throws Exception {
        System.clearProperty(Settings.PROVIDER);
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
        provider.close();
    }

    private HttpResponse<String> get(URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return get(server.uri("/club" + path));
    }

    private static URI target(HttpResponse<?> answer) {
        assertThat(answer.statusCode()).as(String.valueOf(answer.body())).isBetween(302, 303);
        return answer.uri().resolve(answer.headers().firstValue("Location").orElseThrow());
    }

    /** Follows redirects to the end. */
    private HttpResponse<String> follow(HttpResponse<String> answer) throws Exception {
        HttpResponse<String> last = answer;
        for (int i = 0; i < 10 && last.statusCode() / 100 == 3; i++) {
            last = get(target(last));
        }
        return last;
    }

    private String session() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("JSESSIONID"))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElseThrow();
    }

    private void isOutside() throws Exception {
        assertThat(target(get("/members")).toString()).startsWith(provider.uri() + "/authorize");
    }

    @Test
    void whoComesIsLedToTheProviderAndBackToTheRequest() throws Exception {
        HttpResponse<String> sent = get("/members?page=7");
        assertThat(target(sent).toString())
                .startsWith(provider.uri() + "/authorize?")
                .contains("response_type=code", "client_id=club", "state=", "nonce=", "scope=");

        HttpResponse<String> inside = follow(sent);
        assertThat(inside.statusCode()).as(inside.body()).isEqualTo(200);
        assertThat(inside.body()).startsWith("ann ann true false 4711 ").endsWith(" ann@club.example access-1 7");
        assertThat(get("/members").body()).startsWith("ann ann");
        assertThat(get("/entrance").body()).startsWith("ann ");
        assertThat(provider.redeemed()).hasSize(1);
        assertThat(provider.complaints()).isEmpty();
    }

    @Test
    void theSessionHasAnotherIdAfterTheLogin() throws Exception {
        get("/entrance");
        String before = session();
        assertThat(follow(get("/members")).statusCode()).isEqualTo(200);

        assertThat(session()).isNotEqualTo(before);
        HttpResponse<String> stranger = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/club/members"))
                                .header("Cookie", "JSESSIONID=" + before)
                                .build(),
                        BodyHandlers.ofString());
        assertThat(stranger.statusCode()).isEqualTo(302);
    }

    @Test
    void anAnswerWithAnotherStateIsRefused() throws Exception {
        URI back = target(get(target(get("/members"))));
        HttpResponse<String> refused = get(URI.create(back.toString().replaceFirst("state=[^&]+", "state=forged")));

        assertThat(refused.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(provider.redeemed()).isEmpty();
        isOutside();
    }

    @Test
    void anAnswerThatNobodyAskedForIsRefused() throws Exception {
        URI back = target(get(target(get("/members"))));
        HttpClient other =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        HttpResponse<String> refused = other.send(HttpRequest.newBuilder(back).build(), BodyHandlers.ofString());

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("ann");
        assertThat(provider.redeemed()).isEmpty();
        assertThat(other.send(
                                HttpRequest.newBuilder(server.uri("/club/members"))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void aCodeIsGoodForOneLogin() throws Exception {
        URI back = target(get(target(get("/members"))));
        assertThat(follow(get(back)).body()).startsWith("ann ann");
        HttpClient other =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        assertThat(other.send(HttpRequest.newBuilder(back).build(), BodyHandlers.ofString())
                        .body())
                .doesNotContain("ann");
        assertThat(provider.redeemed()).hasSize(1);
    }

    static Stream<Arguments> wrongClaims() {
        return Stream.of(
                Arguments.of("nonce", (UnaryOperator<JWTClaimsSet.Builder>) claims -> claims.claim("nonce", "other")),
                Arguments.of("no nonce", (UnaryOperator<JWTClaimsSet.Builder>) claims -> claims.claim("nonce", null)),
                Arguments.of("issuer", (UnaryOperator<JWTClaimsSet.Builder>) claims -> claims.issuer("http://other")),
                Arguments.of("audience", (UnaryOperator<JWTClaimsSet.Builder>) claims -> claims.audience("shop")),
                Arguments.of("several audiences", (UnaryOperator<JWTClaimsSet.Builder>)
                        claims -> claims.audience(List.of("club", "shop"))),
                Arguments.of(
                        "expiry", (UnaryOperator<JWTClaimsSet.Builder>) claims -> claims.expirationTime(new Date(0))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongClaims")
    void aTokenWithWrongClaimsIsRefused(String what, UnaryOperator<JWTClaimsSet.Builder> claims) throws Exception {
        provider.claims = claims;
        HttpResponse<String> refused = follow(get("/members"));

        assertThat(provider.redeemed()).hasSize(1);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        isOutside();
    }

    @Test
    void aTokenOfAnotherKeyIsRefused() throws Exception {
        provider.signsByAnotherKey = true;
        HttpResponse<String> refused = follow(get("/members"));

        assertThat(provider.redeemed()).hasSize(1);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        isOutside();
    }

    @Test
    void aTokenWithoutASignatureIsRefused() throws Exception {
        provider.signsNothing = true;
        HttpResponse<String> refused = follow(get("/members"));

        assertThat(provider.redeemed()).hasSize(1);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        isOutside();
    }

    @Test
    void aRefreshThatBringsATokenWithoutASignatureEndsTheLogin() throws Exception {
        provider.lifetime = 1;
        assertThat(follow(get("/members")).statusCode()).isEqualTo(200);
        provider.signsNothing = true;
        HttpResponse<String> next = get("/members");

        assertThat(next.statusCode()).as(next.body()).isLessThan(500);
        assertThat(next.body()).doesNotContain("ann");
        isOutside();
    }

    @Test
    void whoCallsTheAddressOfAnswersByHimselfIsRefusedWithoutAnError() throws Exception {
        assertThat(get("/callback?code=1&state=2").statusCode()).isEqualTo(403);
        isOutside();
    }

    @Test
    void whoIsDeniedByTheProviderIsOutside() throws Exception {
        provider.deniesAccess = true;
        HttpResponse<String> refused = follow(get("/members"));

        // The page for answers decides what the user sees.
        assertThat(refused.body()).isEqualTo("callback null");
        assertThat(provider.redeemed()).isEmpty();
        isOutside();
    }

    @Test
    void whoIsInNoGroupMayNotEnter() throws Exception {
        provider.claims = claims -> claims.claim("groups", List.of("guest"));

        assertThat(follow(get("/members")).statusCode()).isEqualTo(403);
    }

    @Test
    void tokensAreRefreshedBeforeTheyExpire() throws Exception {
        provider.lifetime = 1;
        assertThat(follow(get("/members")).statusCode()).isEqualTo(200);

        assertThat(get("/members").body()).startsWith("ann ann").contains("access-");
        assertThat(provider.refreshed()).isNotEmpty();
        int times = provider.refreshed().size();
        assertThat(get("/members").body()).startsWith("ann ann");
        assertThat(provider.refreshed()).hasSize(times);
        assertThat(provider.complaints()).isEmpty();
    }

    @Test
    void aRefreshThatIsRefusedEndsTheLogin() throws Exception {
        provider.lifetime = 1;
        provider.refusesRefresh = true;
        assertThat(follow(get("/members")).body()).startsWith("ann");
        HttpResponse<String> next = get("/members");

        assertThat(next.statusCode()).isNotEqualTo(200);
        assertThat(next.body()).doesNotContain("ann");
        assertThat(provider.refreshed()).isNotEmpty();
        isOutside();
    }

    @Test
    void whoLeavesIsOutsideHereAndAtTheProvider() throws Exception {
        assertThat(follow(get("/members")).statusCode()).isEqualTo(200);
        String inside = session();
        URI end = target(get("/entrance?leave=1"));

        assertThat(end.toString()).startsWith(provider.uri() + "/end?").contains("id_token_hint=");
        assertThat(target(get(end))).isEqualTo(server.uri("/club/entrance"));
        assertThat(provider.ended()).hasSize(1);
        assertThat(get("/entrance").body()).startsWith("null ");
        assertThat(session()).isNotEqualTo(inside);
        isOutside();
    }
}
